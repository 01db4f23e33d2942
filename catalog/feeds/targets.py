"""Where a request really goes: the address is looked up once, every answer is checked, and the connection uses that answer."""

import asyncio
import socket
from dataclasses import dataclass

import httpx2

from catalog.feeds.addresses import may_fetch_from
from catalog.feeds.errors import FetchError

_PORTS = {"http": 80, "https": 443}
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Target:
    """A URL, and the network address that stands for its host from now on."""

    url: httpx2.URL
    address: str

    def request(self, headers: dict[str, str]) -> httpx2.Request:
        """A GET that connects to the checked address while host name and certificate stay those of the URL."""
        pinned = self.url.copy_with(host=self.address, fragment=None)
        host = self.url.netloc.decode("ascii").rpartition("@")[2]
        names = {"sni_hostname": self.url.host}
        return httpx2.Request("GET", pinned, headers={"Host": host, **headers}, extensions=names)


async def find_target(address: str, *, allow_loopback: bool) -> Target:
    """Looks the host up and checks every answer. Raises FetchError `address_refused` or `host_unknown`."""
    url = _parsed(address)
    answers = await _look_up(url)
    if not all(may_fetch_from(answer, allow_loopback=allow_loopback) for answer in answers):
        raise FetchError("address_refused", f"{url.host} is not a public address, so nothing was fetched from it.")
    on_this_machine = allow_loopback and not may_fetch_from(answers[0], allow_loopback=False)
    if url.port not in {None, _PORTS[url.scheme]} and not on_this_machine:
        raise FetchError("address_refused", f"{url.host} is asked for on port {url.port}; feeds come from 80 and 443.")
    return Target(url, answers[0])


def redirected(target: Target, location: str) -> str:
    """The address that a redirect leads to. Raises FetchError where it leaves https for http."""
    try:
        following = target.url.join(location)
    except (httpx2.InvalidURL, ValueError) as error:
        raise FetchError("address_refused", f"{target.url.host} redirects to something that is no address.") from error
    if target.url.scheme == "https" and following.scheme != "https":
        raise FetchError("address_refused", f"{target.url.host} redirects from https to an unprotected address.")
    return str(following)


def _parsed(address: str) -> httpx2.URL:
    try:
        url = httpx2.URL(address)
    except (httpx2.InvalidURL, TypeError, ValueError) as error:
        raise FetchError("address_refused", "The feed's address can't be read.") from error
    if url.scheme not in _PORTS or not url.host or len(address) > _LONGEST:
        raise FetchError("address_refused", "A feed's address starts with https:// or http:// and names a host.")
    if url.userinfo:
        raise FetchError("address_refused", "A feed's address may not carry a user name or password.")
    return url


async def _look_up(url: httpx2.URL) -> list[str]:
    port = url.port or _PORTS[url.scheme]
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FetchError("host_unknown", f"The host {url.host} can't be found.") from error
    return [str(entry[4][0]) for entry in found]
