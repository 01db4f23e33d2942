"""A feed's whole copy: one document, or all the pages of a list, each fetched under the same guard."""

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

import httpx2

from catalog.feeds.body import Limits
from catalog.feeds.errors import FetchError
from catalog.feeds.fetch import Fetched, Validators, fetch
from catalog.feeds.mapping import Mapping, Paging
from catalog.feeds.readers.document import Document
from catalog.feeds.readers.opening import open_document

_ALL_SECONDS = 1_200  # for all pages together
_MOST_SITEMAPS = 200


@dataclass(frozen=True, slots=True)
class Copy:
    """What came, and a way to read it. Not to be opened where the server said that nothing has changed."""

    fetched: Fetched
    open: Callable[[], Document]


def fetch_copy(
    url: str,
    mapping: Mapping,
    *,
    folder: Path,
    validators: Validators = Validators(),  # noqa: B008 - frozen
    limits: Limits = Limits(),  # noqa: B008 - frozen
    sign_of_life: Callable[[], None] = lambda: None,
) -> Copy:
    """Fetches the document at `url` and, where the mapping or a sitemap says so, those that follow, into `folder`.

    Only a copy of one document can be asked for with validators. Raises FetchError, and for pages UnreadableDocumentError."""
    if mapping.paging is None and mapping.reader != "jsonld":
        path = folder / "copy"
        fetched = fetch(url, into=path, validators=validators, limits=limits)
        return Copy(fetched, lambda: open_document(path, mapping))
    return _Pages(url, mapping, folder, limits, sign_of_life).fetch()


@dataclass(slots=True)
class _Page:
    fetched: Fetched
    document: Document


@dataclass(slots=True)
class _Pages:
    """Page after page until the list says that it ends, comes round again, or is longer than the mapping allows."""

    url: str
    mapping: Mapping
    folder: Path
    limits: Limits
    sign_of_life: Callable[[], None]
    pages: list[_Page] = field(default_factory=list)
    flaw: str = ""

    def fetch(self) -> Copy:
        until = time.monotonic() + _ALL_SECONDS
        waiting, asked = deque([self._first()]), set[str]()
        while waiting and not self.flaw:
            address = waiting.popleft()
            if address in asked:
                continue
            if self._is_over(len(asked), until):
                break
            asked.add(address)
            page = self._page(address, number=len(asked))
            if page.fetched.sha256 in {earlier.fetched.sha256 for earlier in self.pages}:
                break  # a server that doesn't know the parameter gives its first page for ever
            self.pages.append(page)
            waiting.extend(self._following(address, page.document))
            self.sign_of_life()
        return Copy(self._fetched(), self._document)

    def _first(self) -> str:
        paging = self.mapping.paging
        if paging is None or not paging.size_parameter:
            return self.url
        url = httpx2.URL(self.url)
        return self.url if paging.size_parameter in url.params else _with(self.url, paging.size_parameter, paging.size)

    def _is_over(self, count: int, until: float) -> bool:
        most = self.mapping.paging.most if self.mapping.paging else _MOST_SITEMAPS
        if count >= most:
            self.flaw = f"The feed has more than {most} pages, and the rest was not read."
        if time.monotonic() > until:
            self.flaw = "The feed's pages took too long to come, and the rest was not read."
        return bool(self.flaw)

    def _page(self, address: str, *, number: int) -> _Page:
        path = self.folder / f"page-{number}"
        left = self.limits.size - sum(page.fetched.size for page in self.pages)
        fetched = fetch(address, into=path, limits=replace(self.limits, size=max(left, 1)))
        return _Page(fetched, open_document(path, self.mapping))

    def _following(self, address: str, document: Document) -> Iterable[str]:
        paging = self.mapping.paging
        if paging is None or paging.by == "link":
            return [_joined(address, link) for link in document.following[:_MOST_SITEMAPS]]
        if paging.by == "cursor":
            return [_with(self._first(), paging.parameter, cursor) for cursor in document.following]
        return self._counted(paging, document)

    def _counted(self, paging: Paging, document: Document) -> Iterator[str]:
        """By what came and not by what was asked for: a server may give fewer a page than it is asked."""
        read, declared = self._count(), self.pages[0].document.declared
        if document.count and (declared is None or read < declared):
            value = read if paging.by == "offset" else paging.start + len(self.pages)
            yield _with(self._first(), paging.parameter, value)

    def _count(self) -> int:
        return sum(page.document.count for page in self.pages)

    def _fetched(self) -> Fetched:
        first = self.pages[0].fetched
        if len(self.pages) == 1:
            return replace(first, validators=Validators())
        hashes = "".join(page.fetched.sha256 for page in self.pages)
        return Fetched(
            first.status, sum(page.fetched.size for page in self.pages), hashlib.sha256(hashes.encode()).hexdigest()
        )

    def _document(self) -> Document:
        documents = [page.document for page in self.pages]
        flaws = [self.flaw, *(document.flaw for document in documents)]
        declared = [document.declared for document in documents if document.declared is not None]
        return Document(
            self._count(),
            lambda: chain.from_iterable(document.records() for document in documents),
            max(declared, default=None),
            flaw=next((flaw for flaw in flaws if flaw), ""),
        )


def _with(address: str, parameter: str, value: object) -> str:
    return str(httpx2.URL(address).copy_set_param(parameter, str(value)))


def _joined(address: str, link: str) -> str:
    """A page's link to another, under the rule of redirects: never from https to http."""
    try:
        following = httpx2.URL(address).join(link)
    except (httpx2.InvalidURL, ValueError) as error:
        raise FetchError("address_refused", "The feed leads on to something that is no address.") from error
    if address.startswith("https:") and following.scheme != "https":
        raise FetchError("address_refused", "The feed leads on from https to an unprotected address.")
    return str(following)
