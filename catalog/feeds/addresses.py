"""Which network addresses a feed may be fetched from: public ones, and this machine only where the settings allow it."""

import ipaddress

type IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_NAT64_LOCAL = ipaddress.IPv6Network("64:ff9b:1::/48")
_IPV4_COMPATIBLE = ipaddress.IPv6Network("::/96")
_SITE_LOCAL = ipaddress.IPv6Network("fec0::/10")


def may_fetch_from(text: str, *, allow_loopback: bool) -> bool:
    """Whether one resolved address is public. An IPv4 address inside an IPv6 one is judged by itself."""
    address = _innermost(ipaddress.ip_address(text.partition("%")[0]))
    return _is_public(address) or (allow_loopback and address.is_loopback)


def _is_public(address: IPAddress) -> bool:
    if isinstance(address, ipaddress.IPv6Address) and (address in _SITE_LOCAL or address in _NAT64_LOCAL):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _innermost(address: IPAddress) -> IPAddress:
    """The IPv4 address that a mapped, 6to4, Teredo, NAT64 or compatible address leads to; else the address itself."""
    if isinstance(address, ipaddress.IPv4Address) or address == ipaddress.IPv6Address("::1"):
        return address
    if address in _NAT64 or address in _IPV4_COMPATIBLE:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)
