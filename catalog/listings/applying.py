"""Where Apply leads: the employer's own page, or our stand-in where the employer is invented."""

from urllib.parse import urlsplit

from catalog.models import JobListing

RESERVED_HOSTS = (".example", ".example.com", ".example.net", ".example.org")  # RFC 2606: nobody answers there


def apply_address(listing: JobListing) -> str:
    """Absolute; for the demo's invented employers, the board's page that says so."""
    return f"{listing.url}apply/" if is_invented(listing.apply_url) else listing.apply_url


def is_invented(url: str) -> bool:
    """Whether the address lies in a domain that is reserved for examples."""
    return f".{urlsplit(url).hostname or ''}".endswith(RESERVED_HOSTS)
