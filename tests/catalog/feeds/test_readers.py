"""Documents as publishers really send them: broken, cut off, mislabelled, and sometimes sound."""

import json
from pathlib import Path

import pytest

from catalog.feeds.errors import UnreadableDocumentError
from catalog.feeds.paths import Record
from catalog.feeds.presets import load_mapping
from catalog.feeds.readers import encoding
from catalog.feeds.readers.document import Document
from catalog.feeds.readers.opening import open_document
from catalog.feeds.readers.repair import mend
from tests.catalog.feeds.documents import Job, indeed, jobs


def opened(path: Path, body: bytes, preset: str = "indeed-xml") -> Document:
    path.write_bytes(body)
    return open_document(path, load_mapping(preset))


def records(path: Path, body: bytes, preset: str = "indeed-xml") -> list[Record]:
    return list(opened(path, body, preset).records())


def refused(path: Path, body: bytes, preset: str = "indeed-xml") -> str:
    with pytest.raises(UnreadableDocumentError) as caught:
        opened(path, body, preset)
    assert caught.value.message.endswith(".")
    return caught.value.code


def titled(title: str, *, encoding: str = "UTF-8", declared: str = "UTF-8") -> bytes:
    return f'<?xml version="1.0" encoding="{declared}"?><source><job><title>{title}</title></job></source>'.encode(
        encoding
    )


def test_every_posting_is_read_and_counted(copy: Path) -> None:
    document = opened(copy, indeed(jobs(250)))
    assert (document.count, document.declared, document.flaw) == (250, None, "")
    assert [record["referencenumber"] for record in document.records()] == [job.id for job in jobs(250)]
    assert len(list(document.records())) == 250


@pytest.mark.promise("FEED-10")
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("R&D Engineer", "R&D Engineer"),
        ("R&amp;D &#38; more &#x26; ever", "R&D & more & ever"),
        ("Caf&eacute;&nbsp;Chef &mdash; &copy;", "Café\xa0Chef — ©"),
        ("A &unknown; B &;", "A &unknown; B &;"),
        ("Chef\x0b\x00\x1f de\ufffe partie", "Chef de partie"),
        ("A ]]> B", "A ]]> B"),
        ("A &#0;&#x1F;&#xFFFF; B", "A  B"),
        ("<![CDATA[R&D &nbsp; <b>]]> & more", "R&D &nbsp; <b> & more"),
        ("<!-- & --> A & B", "A & B"),
    ],
)
def test_broken_xml_is_mended_without_losing_a_letter(copy: Path, written: str, read: str) -> None:
    assert [str(record["title"]).strip() for record in records(copy, titled(written))] == [read.strip()]


@pytest.mark.promise("FEED-10")
@pytest.mark.parametrize(
    ("title", "encoding"),
    [
        ("Café – “Crème”", "cp1252"),
        ("Менеджер по продажам в Москве, полный рабочий день", "cp1251"),
        ("東京のソフトウェアエンジニアを募集しています", "shift_jis"),
        ("日本語", "utf-16"),
        ("Größe", "utf-8-sig"),
    ],
)
def test_a_document_that_is_not_in_the_encoding_it_declares_is_read_all_the_same(
    copy: Path, title: str, encoding: str
) -> None:
    assert records(copy, titled(title, encoding=encoding))[0]["title"] == title


@pytest.mark.promise("FEED-10")
def test_single_windows_bytes_in_a_utf8_document_are_understood(copy: Path) -> None:
    body = titled("Café XX " + "a" * 200).replace(b"XX", b"\x93Cr\xe8me\x94")
    assert str(records(copy, body)[0]["title"]).startswith("Café “Crème”")


def test_a_declared_encoding_that_fits_is_believed(copy: Path) -> None:
    assert (
        records(copy, titled("Žluťoučký kůň", encoding="iso-8859-2", declared="ISO-8859-2"))[0]["title"]
        == "Žluťoučký kůň"
    )


@pytest.mark.promise("FEED-10")
def test_blank_lines_before_the_declaration_are_forgiven(copy: Path) -> None:
    assert len(records(copy, b"\n\n  " + indeed(jobs(2)))) == 2


@pytest.mark.promise("FEED-2")
@pytest.mark.parametrize("twentieth", range(1, 20))
def test_a_document_that_is_cut_anywhere_is_refused(copy: Path, twentieth: int) -> None:
    body = indeed([Job(number, title="R&D") for number in range(40)])
    assert refused(copy, body[: len(body) * twentieth // 20]) == "cut_off"
    broken = body.replace(b"&amp;", b"&")  # must be mended, and is cut off all the same
    assert refused(copy, broken[: len(broken) * twentieth // 20]) == "cut_off"


@pytest.mark.promise("FEED-2")
@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not_xml"),
        (b"  \n ", "not_xml"),
        (b"<!DOCTYPE html><html><body>Down for maintenance", "not_xml"),
        (b"<!-- gateway --><HTML></HTML>", "not_xml"),
        (b'{"jobs": []}', "not_xml"),
        (b"<rss version='2.0'/>", "wrong_root"),
        (b"<source><job><title>A</job></title></source>", "broken"),
        (b"<source>" + b"<a>" * 400 + b"</a>" * 400 + b"</source>", "broken"),
    ],
)
def test_what_is_no_feed_is_refused_with_a_reason(copy: Path, body: bytes, code: str) -> None:
    assert refused(copy, body) == code


@pytest.mark.promise("FEED-8")
def test_any_number_of_comments_around_the_feed_is_read_at_once(copy: Path) -> None:
    """Not a matter of speed: a pattern that tries every way to part them would never end."""
    many = b"<!-- a --> " * 5_000
    assert records(copy, many + b"<jobs><job><id>1</id></job></jobs>" + many) == [{"id": "1"}]
    assert refused(copy, many[:3_000] + b"<html></html>") == "not_xml"
    assert refused(copy, b"<jobs><job><id>1</id></job>" + many[:3_000] + b"<!-- not clos") == "cut_off"


@pytest.mark.promise("FEED-10")
def test_mending_is_the_same_wherever_the_document_is_parted(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy.write_bytes(
        b"<a>&eacute;&unknown;&#x26;R&D ]]]><![CDATA[&eacute;]]]]><b/><![CDATA[]]> & <![CDATA[x<]]>]]>&lt;</a>"
    )
    mended = "<a>é&amp;unknown;&#x26;R&amp;D ]]]&gt;<![CDATA[&eacute;]]]]><b/><![CDATA[]]> &amp; <![CDATA[x<]]>]]&gt;&lt;</a>"
    target = copy.with_name("mended")
    for size in range(1, 50):
        monkeypatch.setattr(encoding, "BLOCK", size)
        mend(copy, target)
        assert target.read_text(encoding="utf-8") == mended


@pytest.mark.promise("FEED-8")
def test_any_number_of_sections_is_mended_at_once(copy: Path) -> None:
    """Not a matter of speed: what copies the rest of a block for each section takes minutes for a few megabytes."""
    many = b"<![CDATA[]]>" * 500_000
    assert records(copy, b"<jobs><job><id>1 & 2" + many + b"</id></job></jobs>") == [{"id": "1 & 2"}]


@pytest.mark.promise("FEED-7")
@pytest.mark.parametrize(
    "declaration",
    ['<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ENTITY a "ha"><!ENTITY b "&a;&a;">', '<!ENTITY % a SYSTEM "http://127.0.0.1/">'],
)  # fmt: skip
def test_entities_of_a_documents_own_are_refused(copy: Path, declaration: str) -> None:
    body = f"<!DOCTYPE source [{declaration}]><source><job><title>&a;</title></job></source>"
    assert refused(copy, body.encode()) == "has_entities"


def test_an_element_called_like_the_record_may_lie_inside_it(copy: Path) -> None:
    body = b"<jobs><job><id>1</id><job>Cook</job></job><job><id>2</id><position>Waiter</position></job></jobs>"
    assert records(copy, body) == [{"id": "1", "job": "Cook"}, {"id": "2", "position": "Waiter"}]


def test_namespaces_attributes_repetitions_and_markup_are_read(copy: Path) -> None:
    body = b"""<source xmlns:g="urn:g"><g:job g:id="7"><city>A</city><city>B</city><pay unit="hour">18</pay>
      <description>Make <b>good</b> coffee<p>daily</p></description></g:job></source>"""
    (record,) = records(copy, body)
    assert (record["@id"], record["city"]) == ("7", ["A", "B"])
    assert record["pay"] == {"@unit": "hour", "#text": "18"}
    assert "<b>good</b> coffee<p>daily</p>" in record["description"].replace(' xmlns:g="urn:g"', "")


def test_the_declared_total_is_read(copy: Path) -> None:
    document = opened(copy, indeed(jobs(2), head="<expectedJobCount>12</expectedJobCount>"))
    assert (document.count, document.declared) == (2, 12)


@pytest.mark.promise("FEED-11")
@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not_json"),
        (b"<html>Down</html>", "not_json"),
        (b'{"jobs": [{"id": 1}', "cut_off"),
        (b'{"jobs": [{"id": 1}], "meta": {"total"', "cut_off"),
        (b'{"jobs": [{"id": "unfinish', "cut_off"),
        (b'{"jobs": [{"id": NaN}]}', "broken"),
        (b'{"jobs": [{"id": Infinity}]}', "broken"),
        (b'{"jobs": [{"id" 1}]}', "broken"),
        (b'{"jobs": []} <!-- cached -->', "broken"),
        (b'{"jobs": ' + b"[" * 1_000 + b"]" * 1_000 + b"}", "too_deep"),
        (b'{"error": "no such board"}', "wrong_root"),
        (b'"jobs"', "wrong_root"),
        (b'{"jobs": {"id": 1}}', "wrong_root"),
    ],
)
def test_json_that_is_no_feed_is_refused_with_a_reason(copy: Path, body: bytes, code: str) -> None:
    assert refused(copy, body, "greenhouse") == code


@pytest.mark.promise("FEED-11")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_json_in_another_encoding_is_read(copy: Path, encoding: str) -> None:
    body = json.dumps({"jobs": [{"title": "Café"}], "meta": {"total": 1}}, ensure_ascii=False).encode(encoding)
    document = opened(copy, body, "greenhouse")
    assert (list(document.records()), document.declared) == ([{"title": "Café"}], 1)


def test_an_empty_list_is_a_sound_document(copy: Path) -> None:
    assert opened(copy, b'{"jobs": []}', "greenhouse").count == 0
    assert opened(copy, b"[]", "lever").count == 0


RSS = '<rss version="2.0" xmlns:job="urn:job"><channel><title>Board</title>{}</channel></rss>'
ITEM = "<item><title>Acme: Cook</title><link>https://acme.example/1</link><region>Berlin</region></item>"


def test_rss_keeps_what_boards_add_to_it_and_names_its_channel(copy: Path) -> None:
    item = ITEM.replace("</item>", "<job:location>Hamburg</job:location><category>Food</category></item>")
    (record,) = records(copy, RSS.format(item).encode(), "rss")
    assert (record["title"], record["region"], record["job_location"]) == ("Acme: Cook", "Berlin", "Hamburg")
    assert (record["tags"][0]["term"], record["channel"]["title"]) == ("Food", "Board")


def test_atom_is_read_too(copy: Path) -> None:
    entry = "<entry><id>7</id><title>Cook at Acme</title><link href='https://acme.example/7'/></entry>"
    body = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>Board</title>{entry}</feed>"
    (record,) = records(copy, body.encode(), "rss")
    assert (record["id"], record["link"]) == ("7", "https://acme.example/7")


@pytest.mark.promise("FEED-10")
def test_rss_with_bare_ampersands_is_mended_and_sound(copy: Path) -> None:
    document = opened(copy, RSS.format(ITEM.replace("Cook", "R&D Cook")).encode(), "rss")
    assert (next(document.records())["title"], document.flaw) == ("Acme: R&D Cook", "")


def test_rss_that_can_not_be_mended_is_read_as_far_as_it_goes_and_has_a_flaw(copy: Path) -> None:
    document = opened(copy, RSS.format(ITEM + "<item><b>odd</item>").encode(), "rss")
    assert document.count == 2
    assert document.flaw.startswith("The copy is not well-formed XML: ")


@pytest.mark.promise("FEED-2")
def test_rss_that_is_cut_off_or_something_else_is_refused(copy: Path) -> None:
    assert refused(copy, RSS.format(ITEM).encode()[:-8], "rss") == "cut_off"
    assert refused(copy, indeed(jobs(1)), "rss") == "wrong_root"
    assert refused(copy, b"<html/>", "rss") == "not_xml"
