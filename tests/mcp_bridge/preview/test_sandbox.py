import pytest
from django.test import Client
from pytest_django.fixtures import Settings


@pytest.mark.django_db
@pytest.mark.promise("WEB-9")
def test_a_widget_gets_the_specifications_default_policy_and_only_we_may_frame_it(
    client: Client, settings: Settings
) -> None:
    settings.PUBLIC_URL = "https://jobs.example.com"
    settings.SANDBOX_ORIGIN = "http://sandbox.testserver"
    settings.ALLOWED_HOSTS = ["*"]

    answer = client.get("/preview/sandbox/", headers={"host": "sandbox.testserver"})

    assert dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";")) == {
        "default-src": "'none'",
        "script-src": "'self' 'unsafe-inline'",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",
        "media-src": "'self' data:",
        "connect-src": "'none'",
        "object-src": "'none'",
        "frame-ancestors": "https://jobs.example.com",
    }
    assert "X-Frame-Options" not in answer
    assert 'data-host-origin="https://jobs.example.com"' in answer.content.decode()
    assert client.get("/preview/sandbox/").status_code == 404  # on our own pages' origin
