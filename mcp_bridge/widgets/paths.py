"""Follows the paths of a view through the output model behind it, so that a view can't ask for what is never there."""

from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from django.template import Context, Node, engines
from django.template.backends.django import DjangoTemplates
from django.template.base import TextNode, VariableNode
from django.template.loader_tags import IncludeNode
from pydantic import BaseModel

from mcp_bridge.templatetags.widgetkit import Alias, Block, Each, Val

type Scope = Mapping[str, Any]  # the types of the names that a path may begin with


def find_faults(view_template: str, scope: Scope) -> list[str]:
    """What is wrong with a view, in plain words; empty when every path exists. Raises what the template engine raises."""
    return sorted(set(_faults(_nodes_of(view_template), scope)))


def paths_of(view_template: str, scope: Scope) -> set[str]:
    """All that a view asks for, from the scope's own names on; a dot also leads into the items of a list."""
    return set(_paths(_nodes_of(view_template), {name: name for name in scope}))


def type_at(scope: Scope, path: str) -> Any:
    """The type a path leads to, without Optional and Annotated; None where no such field exists."""
    first, *rest = path.split(".")
    found = scope.get(first)
    for part in rest:
        found = _step(found, part)
    return found


def _step(kind: Any, part: str) -> Any:
    if get_origin(kind) is list:
        return bare(get_args(kind)[0]) if part.isdigit() else None
    is_model = isinstance(kind, type) and issubclass(kind, BaseModel)
    field = kind.model_fields.get(part) if is_model else None
    return bare(field.annotation) if field else None


def bare(kind: Any) -> Any:
    """A type without Optional and Annotated."""
    if get_origin(kind) is Annotated:
        return bare(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return next((bare(part) for part in get_args(kind) if bare(part) is not type(None)), None)
    return kind


def _nodes_of(name: str) -> Iterable[Node]:
    backend = engines["django"]
    assert isinstance(backend, DjangoTemplates)  # noqa: S101 - what settings.TEMPLATES names "django"
    return backend.engine.get_template(name).nodelist


def _paths(nodes: Iterable[Node], names: Mapping[str, str]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, IncludeNode):
            yield from _paths(_nodes_of(str(node.template.resolve(Context()))), names)
        elif isinstance(node, Val | Block):
            first, _, rest = node.path.partition(".")
            whole = ".".join(part for part in (names.get(first, first), rest) if part and not part.isdigit())
            yield whole
            inner = {**names, node.name: whole} if isinstance(node, Each | Alias) else names
            yield from _paths(getattr(node, "nodelist", ()), inner)
        else:
            for name in node.child_nodelists:
                yield from _paths(getattr(node, name, ()), names)


def _faults(nodes: Iterable[Node], scope: Scope) -> Iterator[str]:
    before: Node | None = None
    for node in nodes:
        yield from _faults_of(node, scope)
        if isinstance(node, Val) and _ends_with_href(before) and node.form != "link":
            yield f"{node.path} is an address: write {{% val {node.path} link %}}"
        before = node


def _faults_of(node: Node, scope: Scope) -> Iterator[str]:
    if isinstance(node, VariableNode):
        yield "{{ … }} shows nothing in a chat app: write {% val path %}"
    elif isinstance(node, Val):
        yield from _faults_of_val(node, scope)
    elif isinstance(node, Block):
        yield from _faults_of_block(node, scope)
    elif isinstance(node, IncludeNode):
        yield from _faults(_nodes_of(str(node.template.resolve(Context()))), scope)
    else:
        for name in node.child_nodelists:
            yield from _faults(getattr(node, name, ()), scope)


def _faults_of_val(node: Val, scope: Scope) -> Iterator[str]:
    kind = type_at(scope, node.path)
    if kind is None:
        yield _no_field(node.path)
    elif kind not in (str, int, bool) and node.form != "json":
        yield f"{node.path} is not a text or a number"


def _faults_of_block(node: Block, scope: Scope) -> Iterator[str]:
    kind = type_at(scope, node.path)
    if kind is None:
        yield _no_field(node.path)
    elif isinstance(node, Each) and get_origin(kind) is not list:
        yield f"{node.path} is not a list"
    else:
        yield from _faults(node.nodelist, {**scope, **_named(node, kind)})


def _named(node: Block, kind: Any) -> Scope:
    """The name that a block gives to an item or a value, with its type."""
    if isinstance(node, Each):
        return {node.name: bare(get_args(kind)[0])}
    return {node.name: kind} if isinstance(node, Alias) else {}


def _no_field(path: str) -> str:
    return f"{path} does not exist in the output"


def _ends_with_href(node: Node | None) -> bool:
    return isinstance(node, TextNode) and node.s.endswith('href="')
