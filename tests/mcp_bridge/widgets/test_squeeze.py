"""Scripts are served without comments and blanks: a minifier must make the same of them before and after."""

from pathlib import Path

import pytest

from mcp_bridge.widgets.squeeze import squeeze
from tests.node.tooling import node, ready

SCRIPTS = sorted((Path(__file__).parents[3] / "static" / "widgets").glob("*.js"))
MINIFIED = """
import { transformSync } from "esbuild";
const [code] = process.argv.slice(1);
process.stdout.write(transformSync(code, { minify: true }).code);
"""


def minified(code: str) -> str:
    ready()
    return node("--input-type=module", "--eval", MINIFIED, code)


@pytest.mark.promise("WIDGET-14")
@pytest.mark.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_a_squeezed_script_is_the_same_script(script: Path) -> None:
    source = script.read_text()
    served = squeeze(script.name, source)
    assert minified(served) == minified(source)
    assert len(served) < len(source)


def test_texts_keep_their_blanks_and_what_looks_like_a_comment() -> None:
    source = 'const said = "a = b, c"; // why\nconst link = `https://a.example/ { x }`;\n'
    assert squeeze("x.js", source) == 'const said="a = b, c";const link=`https://a.example/ { x }`;'


def test_a_sheet_keeps_its_rules() -> None:
    assert squeeze("x.css", "/* why */\n.sl {\n  color: red;\n}\n").split() == [".sl{color:red}"]
