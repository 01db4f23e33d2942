"""/api/v1/releases/: what was ever published; publishing, and the second person's verdict."""

from collections.abc import Set as AbstractSet
from http import HTTPStatus

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.answers import (
    READING,
    WRITING,
    Lint,
    ReleasePage,
    ReleaseShape,
    VerdictShape,
    WholeRelease,
    answers,
)
from catalog.api.bodies import Approval, Publishing, Verdict, read_body
from catalog.api.parameters import ReleaseQuery
from catalog.api.staff import StaffView
from catalog.errors import ShortlistError
from catalog.models import Release, ReleaseVerdict
from catalog.tools.approve import PERMISSION as APPROVE
from catalog.tools.approve import approve_release, reject_release, waiting_releases
from catalog.tools.classes import ClassedChange
from catalog.tools.publish import PERMISSION as PUBLISH
from catalog.tools.publish import publish_drafts, release_content
from catalog.tools.schema_changes import Grade

SEES = ("catalog.view_release",)


class ReleaseList(StaffView):
    """All releases."""

    needs = {"GET": SEES, "POST": (PUBLISH,)}

    @extend_schema(
        operation_id="list_releases",
        summary="List releases",
        parameters=ReleaseQuery.described(),
        responses=answers(ReleasePage, READING, 400),
    )
    def get(self, request: Request) -> Response:
        """The newest first, without their texts."""
        query = ReleaseQuery.read(request.query_params)
        found = list(_described(Release.objects.filter(number__lt=query.before))[: query.limit + 1])
        page, waiting = found[: query.limit], _waiting()
        results = [_shape(release, waiting) for release in page]
        following = _next_url(request, page[-1].number) if len(found) > query.limit else None
        return Response(ReleasePage(results=results, next=following).model_dump(mode="json"))

    @extend_schema(
        operation_id="publish",
        summary="Publish the drafts",
        request=Publishing,
        responses=answers(ReleaseShape, WRITING, 409, status=HTTPStatus.CREATED),
    )
    def post(self, request: Request) -> Response:
        """All enabled drafts become one release, which goes live, or waits for a second person."""
        body = read_body(Publishing, request)
        made = publish_drafts(author=request.user, note=body.note, confirm=body.confirm, reviewed=body.reviewed)
        return _answer(made.number, status=HTTPStatus.CREATED)


class ReleaseDetail(StaffView):
    """One release."""

    needs = {"GET": SEES}

    @extend_schema(
        operation_id="read_release", summary="Read one release whole", responses=answers(WholeRelease, READING, 404)
    )
    def get(self, _request: Request, number: int) -> Response:
        """What it froze, what the lint said of it then, and what it changed."""
        release = find_release(number)
        shown = WholeRelease(
            **dict(_shape(release, _waiting())),
            content=release_content(release),
            lint=Lint.model_validate(release.lint),
            diff=[ClassedChange(**{**change, "grade": Grade(change["grade"])}) for change in release.diff],
        )
        return Response(shown.model_dump(mode="json"))


class ReleaseApproval(StaffView):
    """The second person agrees."""

    needs = {"POST": (APPROVE,)}

    @extend_schema(
        operation_id="approve_release",
        summary="Approve a release",
        request=Approval,
        responses=answers(ReleaseShape, WRITING, 404, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """It goes live. Nobody approves a release of their own."""
        body = read_body(Approval, request)
        approve_release(release=find_release(number), user=request.user, note=body.note, seen=body.seen)
        return _answer(number)


class ReleaseRejection(StaffView):
    """The second person does not agree."""

    needs = {"POST": (APPROVE,)}

    @extend_schema(
        operation_id="reject_release",
        summary="Reject a release",
        request=Verdict,
        responses=answers(ReleaseShape, WRITING, 404, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """It never goes live."""
        body = read_body(Verdict, request)
        reject_release(release=find_release(number), user=request.user, note=body.note)
        return _answer(number)


def find_release(number: int) -> Release:
    """Raises `unknown_release`."""
    release = _described(Release.objects.all(), is_whole=True).filter(pk=number).first()
    if release is None:
        hint = "List them at /api/v1/releases/."
        raise ShortlistError("unknown_release", f"There is no release {str(number)[:12]}.", hint)
    return release


def _described(releases: QuerySet[Release], *, is_whole: bool = False) -> QuerySet[Release]:
    found = releases.select_related("author", "verdict__user").prefetch_related("labels")
    return found if is_whole else found.defer("content", "lint", "diff")


def _waiting() -> AbstractSet[int]:
    return set(waiting_releases().values_list("pk", flat=True))


def _answer(number: int, *, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return Response(_shape(find_release(number), _waiting()).model_dump(mode="json"), status=status)


def _shape(release: Release, waiting: AbstractSet[int]) -> ReleaseShape:
    verdict: ReleaseVerdict | None = getattr(release, "verdict", None)
    return ReleaseShape(
        number=release.number,
        sha256=release.sha256,
        created_at=release.created_at,
        author=release.author.get_username() if release.author else None,
        note=release.note,
        parent=release.parent_id,
        labels=[label.name for label in release.labels.all()],
        is_waiting=release.number in waiting,
        verdict=_verdict(verdict) if verdict else None,
    )


def _verdict(verdict: ReleaseVerdict) -> VerdictShape:
    return VerdictShape(
        is_approved=verdict.is_approved, user=verdict.user.get_username(), note=verdict.note, at=verdict.at
    )


def _next_url(request: Request, before: int) -> str:
    query = request.query_params.copy()
    query["before"] = str(before)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
