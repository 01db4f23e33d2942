"""YAML as people read it, and only as much of YAML as a catalogue needs: no tags, no anchors, no key twice."""

import json
import re
from typing import Any

import yaml

from catalog.errors import ShortlistError

WIDTH = 110
_LONG = 80  # characters beyond which a text gets lines of its own
_LARGEST = 1_000_000  # characters; the shipped catalogue has some 12,000
_UNUSUAL = re.compile(  # only escaped do these survive
    "[^\n -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def write_yaml(value: Any) -> str:
    """In the given order; long texts as blocks. The same value always gives the same text."""
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=WIDTH)


def read_yaml(text: str) -> Any:
    """What JSON could hold too. Raises `not_yaml`, which says where."""
    if len(text) > _LARGEST:
        raise _not_yaml(f"it is longer than {_LARGEST:,} characters")
    try:
        value = yaml.load(text, Loader=_Loader)  # noqa: S506 - derived from the safe loader
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        raise _not_yaml(f"{line}{error.problem}") from None
    except (yaml.YAMLError, TypeError, ValueError) as error:  # bytes, dates, infinite numbers, halves of characters
        raise _not_yaml(" ".join(str(error).split())) from None
    except RecursionError:
        raise _not_yaml("it is nested too deeply") from None
    return value


class _Dumper(yaml.SafeDumper):
    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - PyYAML's
        super().increase_indent(flow, indentless=False)


class _Loader(yaml.SafeLoader):
    yaml_implicit_resolvers = {
        first: [
            (tag, pattern)
            for tag, pattern in resolvers
            if tag not in {"tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:merge"}
        ]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "references (“*”) are not read here", event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002 - PyYAML's
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be a word", key.start_mark)
            if key.value in seen:
                raise yaml.constructor.ConstructorError(None, None, f"“{key.value}” stands here twice", key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = '"' if _UNUSUAL.search(text) else "|" if "\n" in text else ">" if len(text) > _LONG else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _write_list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.SequenceNode:
    is_plain = not any(isinstance(item, dict | list) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=is_plain)


_Dumper.add_representer(str, _write_text)
_Dumper.add_representer(list, _write_list)
_Dumper.ignore_aliases = lambda *_: True  # type: ignore[method-assign]  # the same list twice is two lists to a reader


def _not_yaml(why: str) -> ShortlistError:
    return ShortlistError("not_yaml", f"The file can't be read: {why}.", "Correct it, then import it again.")
