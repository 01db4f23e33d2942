from django.test import Client

PATH = "/static/shortlist/tokens.css"


def test_a_static_file_is_answered_whole_and_closed(client: Client) -> None:
    answer = client.get(PATH)

    assert answer.status_code == 200
    assert not answer.streaming
    assert b"--accent" in answer.content
    assert answer["Content-Type"] == 'text/css; charset="utf-8"'
    assert int(answer["Content-Length"]) == len(answer.content)


def test_a_client_that_has_the_file_is_told_so(client: Client) -> None:
    changed = client.get(PATH)["Last-Modified"]
    answer = client.get(PATH, headers={"If-Modified-Since": changed})
    assert (answer.status_code, answer.content) == (304, b"")


def test_a_head_request_gets_the_headers_alone(client: Client) -> None:
    answer = client.head(PATH)
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_missing_file_goes_on_to_the_pages(client: Client, db: None) -> None:
    assert client.get("/static/nothing.css").status_code == 404
