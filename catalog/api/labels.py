"""/api/v1/labels/: which release is served where. Moving `live` to an earlier one is going back."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.answers import READING, WRITING, Labels, LabelShape, answers
from catalog.api.bodies import Move, read_body
from catalog.api.releases import find_release
from catalog.api.staff import StaffView
from catalog.models import ReleaseLabel
from catalog.tools.labels import move_label
from catalog.tools.publish import PERMISSION


class LabelList(StaffView):
    """All labels."""

    needs = {"GET": ("catalog.view_releaselabel",)}

    @extend_schema(operation_id="list_labels", summary="List labels", responses=answers(Labels, READING))
    def get(self, _request: Request) -> Response:
        """`live` is what /mcp serves; another label is served at /mcp/<label>/ to holders of a token."""
        labels = ReleaseLabel.objects.select_related("moved_by")
        return Response(Labels(labels=[_shape(label) for label in labels]).model_dump(mode="json"))


class LabelDetail(StaffView):
    """One label."""

    needs = {"PUT": (PERMISSION,)}

    @extend_schema(
        operation_id="move_label",
        summary="Move a label",
        request=Move,
        responses=answers(LabelShape, WRITING, 404, 409),
    )
    def put(self, request: Request, name: str) -> Response:
        """Every process serves the release within a second. A label that there is not yet is made."""
        body = read_body(Move, request)
        release = find_release(body.release)
        label = move_label(name=name, release=release, user=request.user, note=body.note, seen=body.seen)
        return Response(_shape(label).model_dump(mode="json"))


def _shape(label: ReleaseLabel) -> LabelShape:
    return LabelShape(
        name=label.name,
        release=label.release_id,
        moved_at=label.moved_at,
        moved_by=label.moved_by.get_username() if label.moved_by else None,
    )
