"""The few pages whose Content-Security-Policy differs from the settings' strict one."""

from collections.abc import Collection, Mapping
from typing import cast

from django.conf import settings
from django.http import HttpResponse
from django.utils.csp import CSP, build_policy

Policy = Mapping[str, Collection[str]]


def with_policy(response: HttpResponse, policy: Policy) -> HttpResponse:
    """Sets the whole policy. Written to the header itself: parts of it are known only at request time."""
    response.headers[str(CSP.HEADER_ENFORCE)] = build_policy(dict(policy))
    return response


def with_changes(response: HttpResponse, **changes: Collection[str]) -> HttpResponse:
    """Sets the settings' policy but for the named directives: `frame_src` stands for `frame-src`."""
    strict = cast("Policy", settings.SECURE_CSP)
    return with_policy(response, {**strict, **{name.replace("_", "-"): value for name, value in changes.items()}})
