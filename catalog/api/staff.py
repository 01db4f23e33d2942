"""What is not for everybody: operations for staff, by the permissions that the admin asks for, and for tokens that may read."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.exceptions import MethodNotAllowed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from catalog.api.parsers import StorableJSONParser
from catalog.errors import ShortlistError
from catalog.models import ApiToken
from catalog.tools.tokens import require_scope

READS = "read:drafts"  # the scope of tokens that may read drafts and releases

type Needs = Mapping[str, tuple[str, ...]]


class StaffOrToken(BasePermission):
    """Staff with all the permissions that the view needs for the method; for reading also a token with the scope."""

    message = "This account may not do that."

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Raises `not_in_scope` for a token without the scope, and `not_allowed` for one that would write."""
        if isinstance(request.auth, ApiToken):
            return _admits(request.auth, str(request.method))
        assert isinstance(view, StaffView)  # noqa: S101 - the only views that are guarded like this
        return is_entitled(request, *view.needs[_as_declared(str(request.method))])


class StaffView(APIView):
    """`needs` has the permissions for each method that there is."""

    needs: ClassVar[Needs]
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    parser_classes = [StorableJSONParser]
    permission_classes = [StaffOrToken]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """A method that there is not is told to everybody, before anything is asked of them."""
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)


def is_entitled(request: Request, *permissions: str) -> bool:
    """Whether an account is of the staff and has them all."""
    return bool(request.user.is_active and request.user.is_staff and request.user.has_perms(permissions))


def require(request: Request, permission: str) -> None:
    """For what one body asks and another doesn't."""
    if not is_entitled(request, permission):
        raise PermissionDenied(f"This account lacks the permission “{permission}”.")


def _admits(token: ApiToken, method: str) -> bool:
    if method not in SAFE_METHODS:
        raise ShortlistError("not_allowed", "A token changes nothing.", "Sign in to the admin for that.")
    require_scope(token, READS)
    return True


def _as_declared(method: str) -> str:
    return "GET" if method == "HEAD" else method
