import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.listings.urls import safe_url

GOOD = {
    "https://jobs.example.com/1": "https://jobs.example.com/1",
    " HTTPS://Jobs.Example.COM:443/A?b=C#d ": "https://jobs.example.com/A?b=C#d",
    "https://example.com:8443/": "https://example.com:8443/",
    "https://example.com/a b?q=ü": "https://example.com/a%20b?q=%C3%BC",
    "https://example.com/?a=1&amp;copy=2": "https://example.com/?a=1&copy=2",
    "https://münchen.de/stellen": "https://xn--mnchen-3ya.de/stellen",
    "https://3m.com/": "https://3m.com/",
    "https://example.com/%E2%98%95": "https://example.com/%E2%98%95",
}
REFUSED = """
http://example.com/|ftp://example.com/|javascript:alert(1)|data:text/html,x|//example.com/|/jobs/1|mailto:a@example.com
https://user@example.com/|https://user:pw@example.com/|https://example.com@evil.example.com/|https://localhost/|https://intranet/
https://127.0.0.1/|https://127.1/|https://2130706433/|https://0x7f.0.0.1/|https://[::1]/|https://[::ffff:10.0.0.1]/
https://169.254.169.254/
https://example.com\\@evil.com/
https://exa\tmple.com/
https://example.com/\x00|https://example.com:99999/|https://example.com:x/
https://printer.local/
https://metadata.internal/|https://.com/|https://-a.com/|https://a..com/|https://|https://example.com/<b>|not a url
https://example.com/\u202egpj.exe|https://exam\u200bple.com/
"""
BAD = REFUSED.strip().replace("\n", "|").split("|")


@pytest.mark.promise("LIST-11")
@pytest.mark.parametrize(("raw", "stored"), GOOD.items())
def test_a_plain_https_address_is_kept(raw: str, stored: str) -> None:
    assert safe_url(raw) == stored


@pytest.mark.promise("LIST-11")
@pytest.mark.parametrize("raw", [*BAD, "", "https://example.com/" + "a" * 2048])
def test_any_other_address_is_refused(raw: str) -> None:
    assert safe_url(raw) == ""


@given(
    st.one_of(
        st.text(max_size=80),
        st.text(max_size=60).map(lambda tail: f"https://example.com/{tail}"),
        st.text(max_size=30).map(lambda host: f"https://{host}.com"),
    )
)
def test_what_is_stored_is_https_ascii_and_stays_so(raw: str) -> None:
    stored = safe_url(raw)
    assert stored == "" or (stored.startswith("https://") and stored.isascii() and safe_url(stored) == stored)
