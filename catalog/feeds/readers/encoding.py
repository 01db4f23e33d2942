"""Which encoding a document is really in: publishers declare UTF-8 and send something else."""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from charset_normalizer import from_bytes

BLOCK = 1 << 20
_SAMPLE = 256 << 10
_RUN = re.compile(rb"[\x80-\xff]+")
_BY_MARK = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
# Short texts fit them by chance; nobody has sent a feed in one.
_OF_OLD_COMPUTERS = [
    "mac_cyrillic",
    "mac_greek",
    "mac_iceland",
    "mac_latin2",
    "mac_roman",
    "mac_turkish",
    "ptcp154",
    "hp_roman8",
]
_WINDOWS = "windows-1252-bytes"


def _single_bytes(error: UnicodeError) -> tuple[str, int]:
    """Reads each byte that is no UTF-8 as Windows-1252, which is what it nearly always is."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return wrong.decode("cp1252", errors="replace"), error.end


codecs.register_error(_WINDOWS, _single_bytes)


def read_text(path: Path, *, declared: str = "") -> Iterator[str]:
    """The document's text in blocks, whatever its bytes are: the declared encoding if it fits, else the likeliest."""
    encoding, errors = _real_encoding(path, declared)
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            yield decoder.decode(block)
    yield decoder.decode(b"", final=True)


def _real_encoding(path: Path, declared: str) -> tuple[str, str]:
    with path.open("rb") as file:
        sample = file.read(_SAMPLE)
    for mark, encoding in _BY_MARK.items():
        if sample.startswith(mark):
            return encoding, _WINDOWS if encoding == "utf-8-sig" else "replace"
    for encoding in (_known(declared), "utf-8"):
        if encoding and _fits(path, encoding):
            return encoding, "strict"
    return _sniffed(sample)


def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name if encoding else ""
    except LookupError:
        return ""


def _fits(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _sniffed(sample: bytes) -> tuple[str, str]:
    if _looks_western(sample):
        return "utf-8", _WINDOWS
    guess = from_bytes(sample, cp_exclusion=_OF_OLD_COMPUTERS).best()
    return (guess.encoding, "replace") if guess else ("utf-8", _WINDOWS)


def _looks_western(sample: bytes) -> bool:
    """Accents and quotation marks stand alone between plain letters; letters of other scripts stand in rows."""
    runs = [len(run) for run in _RUN.findall(sample)]
    return sum(runs) < 2 * len(runs)
