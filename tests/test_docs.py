"""Documents are tested like code."""

import re
import subprocess
from pathlib import Path

import pytest

from config.env import BASE_DIR
from config.env_table import README, with_table

DOCUMENTS = sorted([*BASE_DIR.glob("*.md"), *BASE_DIR.glob("docs/**/*.md")])
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.promise("DOCS-1")
def test_the_readmes_table_is_the_one_that_the_code_reads() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == with_table(text)


@pytest.mark.promise("DOCS-2")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(BASE_DIR)))
def test_every_linked_file_exists(document: Path) -> None:
    missing = [
        link for link in LINK.findall(document.read_text(encoding="utf-8")) if not (document.parent / link).exists()
    ]
    assert missing == []


@pytest.mark.promise("DOCS-2")
def test_no_tracked_text_names_a_path_of_one_machine() -> None:
    found = subprocess.run(
        ["git", "grep", "-nIE", r"(^|[^\w.])/(work|root|home/[a-z]+)/", "--", ":!*.lock", ":!demo/feeds"],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""
