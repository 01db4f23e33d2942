"""A style is looked at before anybody else sees it."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import Permission, User
from django.core import signing
from django.test import Client

from catalog.models import BoardStyle
from catalog.unsaved_style import seal, unseal

ADD = "/admin/catalog/boardstyle/add/"
FORM = {
    "name": "Harbour Jobs",
    "accent_light": "#7a1f5c",
    "accent_dark": "#e6a5d0",
    "field_order": "pay,company",
    "badges": "pay",
    "_look": "Look at it first",
}

pytestmark = pytest.mark.promise("WEB-13")


def looked_at(client: Client, **changed: str) -> str:
    """The address that the form's button leads to."""
    answer = client.post(ADD, FORM | changed)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def frame_of(page: str, slug: str) -> str:
    [address] = re.findall(rf'src="([^"]*/states/[a-z_]+/{slug}/[^"]*)"', page)
    return unescape(address)


def test_every_state_is_painted_in_it_and_nothing_is_saved(admin_client: Client, board: None) -> None:
    before = list(BoardStyle.objects.values())
    page = admin_client.get(looked_at(admin_client)).content.decode()
    assert "In the unsaved style of “Harbour Jobs”." in page
    assert '"board": "Harbour Jobs"' in unescape(page)  # what the model gets says so too

    frame = admin_client.get(frame_of(page, "one")).content.decode()
    facts = re.findall(r'<span[^>]*class="(sl-pay[^"]*)"|<span>(Morning Star Coffee)</span>', frame)
    assert facts == [("sl-pay sl-badge", ""), ("", "Morning Star Coffee")]
    assert "Austin" not in frame  # a fact that the order leaves out

    [sheet] = re.findall(r'href="(/board\.css\?[^"]+)"', frame)
    assert "#7a1f5c" in admin_client.get(unescape(sheet)).content.decode()
    assert list(BoardStyle.objects.values()) == before


def test_the_other_switches_keep_it_and_one_link_leaves_it(admin_client: Client, board: None) -> None:
    address = looked_at(admin_client)
    page = admin_client.get(address).content.decode()
    links = {unescape(link) for link in re.findall(r'href="(\?[^"]*)"', page)}
    token = address.partition("style=")[2]
    assert {link for link in links if token not in link} == {"?"}
    assert any("theme=dark" in link for link in links)


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"accent_light": "#ffe066"}, "Choose a darker colour."), ({"field_order": "salary"}, "Select a valid choice")],
)
def test_what_the_form_would_not_save_is_not_shown_either(
    admin_client: Client, board: None, changed: dict[str, str], said: str
) -> None:
    answer = admin_client.post(ADD, FORM | changed)
    assert answer.status_code == 200
    assert said in answer.content.decode()
    assert not BoardStyle.objects.filter(name="Harbour Jobs").exists()


def test_others_see_the_saved_style_whatever_the_address_says(
    admin_client: Client, editor: Client, board: None
) -> None:
    address = looked_at(admin_client)
    for visitor in (Client(), editor):
        page = visitor.get(address).content.decode()
        assert "Harbour Jobs" not in page
        assert "This is the saved style" in page


def test_who_may_not_change_the_style_can_not_look_either(board: None) -> None:
    user = User.objects.create_user("reader", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_boardstyle"))
    reader = Client()
    reader.force_login(user)
    assert reader.post(ADD, FORM).status_code == 403


@pytest.mark.parametrize("text", ["", "rubbish", "a:b:c"])
def test_what_nobody_signed_is_not_taken(text: str) -> None:
    assert unseal(text) is None


@pytest.mark.parametrize(
    ("salt", "content"),
    [
        ("another", {"name": "Evil"}),
        ("catalog.unsaved_style", {"name": "x", "accent_light": "red"}),
        ("catalog.unsaved_style", {"font": "x"}),
        ("catalog.unsaved_style", ["x"]),
    ],
)
def test_only_what_the_form_sealed_is_taken(salt: str, content: object) -> None:
    assert unseal(signing.dumps(content, salt=salt, compress=True)) is None


def test_what_is_sealed_comes_back_as_it_was() -> None:
    style = BoardStyle(name="Hafen", accent_light="#112233", field_order=["pay"], badges=[])
    found = unseal(seal(style))
    assert found
    assert (found.name, found.accent_light, found.field_order) == ("Hafen", "#112233", ["pay"])
