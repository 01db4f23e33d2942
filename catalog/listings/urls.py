"""Which addresses of a feed we store and show: plain https to a named host."""

import re
from urllib.parse import quote, urlsplit, urlunsplit

_LONGEST = 2048
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f-\xa0\\<>\"`{}|^\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_HOST = re.compile(
    r"(?=.{4,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9][a-z0-9-]{0,61}[a-z0-9]"
)
_NOT_PUBLIC = (".local", ".localhost", ".internal", ".lan", ".home", ".onion", ".invalid", ".test")


def safe_url(raw: str) -> str:
    """The address, normalised, or an empty string unless it is https, without user, to a host with a name and a dot.

    International names become ASCII (`xn--…`), spaces and other letters in the path are percent-encoded.
    """
    text = raw.strip().replace("&amp;", "&").replace(" ", "%20")
    if len(text) > _LONGEST or _FORBIDDEN.search(text):
        return ""
    try:
        parts = urlsplit(text)
        host, port = _ascii_host(parts.hostname or ""), parts.port
    except ValueError:  # a bad port or bracket, or a host name that IDNA refuses
        return ""
    if parts.scheme.lower() != "https" or "@" in parts.netloc or not host:
        return ""
    netloc = f"{host}:{port}" if port not in {None, 443} else host
    address = urlunsplit(("https", netloc, _encoded(parts.path), _encoded(parts.query), _encoded(parts.fragment)))
    return address if len(address) <= _LONGEST else ""


def _ascii_host(host: str) -> str:
    """The host in ASCII, or an empty string where it is an address in numbers or a name that only a local net knows."""
    host = host.removesuffix(".").encode("idna").decode("ascii").lower()
    return host if _HOST.fullmatch(host) and not host.endswith(_NOT_PUBLIC) else ""


def _encoded(part: str) -> str:
    return quote(part, safe="/%:@!$&'()*+,;=~-._?#[]")
