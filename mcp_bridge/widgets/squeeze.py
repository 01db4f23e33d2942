"""Our scripts and sheets without what only their readers need, since a chat app pays for every byte, every time.

No minifier: names stay, so that an error in a chat app still says where it happened. A test holds that the rest stays too.
"""

import re

_COMMENTS = re.compile(r"/\*.*?\*/\n?|^[ ]+|[ ]+//[ ][^\n]*$|\n(?=\n)", re.DOTALL | re.MULTILINE)
_BLANKS = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)"""  # texts stay as they are
    r"|(\s*(?:=>|[=!]==|&&|\|\||\?\?|[-+=?:,;<>])\s*|\s*[)\]][ ]*|\s*}\s*|[ ]*[{(\[]\s*)"
)
_SHEET_BLANKS = re.compile(r"""("[^"\n]*")|\s*([{};,>])\s*|:[ ]""")
_SPARE = re.compile(r"(?<![\w$])\((\w+)\)(?==>)|[;,](?=\})")


def squeeze(name: str, text: str) -> str:
    """`text` is a file of `static/widgets/`; its `name` says whether it is a script or a sheet."""
    bare = _COMMENTS.sub("", text)
    if not name.endswith(".js"):
        return _SHEET_BLANKS.sub(lambda found: found[1] or found[2] or ":", bare).replace(";}", "}")
    dense = _BLANKS.sub(lambda found: found[1] or found[2].strip(), bare)
    return _SPARE.sub(lambda found: found[1] or "", dense)
