"""The rules, one file each, in the order in which their findings are told."""

from catalog.tools.lint.rule import Rule
from catalog.tools.lint.rules import (
    alike,
    any_of,
    commands,
    data_widget,
    directions,
    hints,
    injection,
    invisible,
    lengths,
    lookalikes,
    mcp_header,
    missing,
    names,
    private_data,
    promotion,
    remote_ref,
    render_ids,
    render_shown,
    secrecy,
    secrets,
    size,
    taking_out,
    undescribed,
    unknown_fields,
    unknown_tools,
    urls,
    vendors,
    wrong_bounds,
    wrong_default,
    wrong_type,
    wrong_values,
)

_MODULES = (
    *(data_widget, render_shown, render_ids, alike),
    *(names, missing, lengths, undescribed, hints, size),
    *(wrong_type, wrong_values, wrong_bounds, wrong_default, unknown_fields, unknown_tools),
    *(commands, directions, vendors, promotion, urls),
    *(injection, secrecy, taking_out, invisible, lookalikes, secrets, private_data),
    *(any_of, remote_ref, mcp_header),
)
RULES: tuple[Rule, ...] = tuple(module.RULE for module in _MODULES)
