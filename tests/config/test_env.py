"""The environment is read once, and what is wrong in it is told in one sentence."""

from pathlib import Path

import pytest

from config.env import read_environment


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PUBLIC_URL", "PORT", "HOST", "DATABASE_URL", "ALLOWED_HOSTS", "WEB_WORKERS", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_nothing_has_to_be_set() -> None:
    env = read_environment()
    assert (env.host, env.port, env.web_workers) == ("127.0.0.1", 8000, 1)
    assert env.address == "http://localhost:8000"


def test_an_empty_value_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "")
    assert read_environment().port == 8000


def test_everything_derives_from_the_public_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://jobs.example.com/")
    assert read_environment().address == "https://jobs.example.com"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://Jobs.Example.com:443/", "https://jobs.example.com"),
        ("http://board.local:80", "http://board.local"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_origin_is_spelled_as_browsers_do(monkeypatch: pytest.MonkeyPatch, written: str, meant: str) -> None:
    monkeypatch.setenv("PUBLIC_URL", written)
    assert read_environment().address == meant


@pytest.mark.parametrize("extra", ["/path", "?y=1", "#top", "@evil.example"])
def test_an_origin_with_something_behind_it_is_refused(monkeypatch: pytest.MonkeyPatch, extra: str) -> None:
    monkeypatch.setenv("PUBLIC_URL", f"https://jobs.example.com{extra}")
    with pytest.raises(SystemExit, match=r"PUBLIC_URL: .*must be an origin"):
        read_environment()


def test_the_sandbox_must_be_another_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://jobs.example.com")
    monkeypatch.setenv("SANDBOX_ORIGIN", "https://JOBS.example.com/")
    with pytest.raises(SystemExit, match="SANDBOX_ORIGIN must differ"):
        read_environment()


def test_host_names_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "jobs.example.com, www.example.com,")
    assert read_environment().allowed_hosts == ["jobs.example.com", "www.example.com"]


def test_each_chat_app_may_have_a_domain_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIDGET_DOMAINS", "OpenAI=https://jobs.example.com, claude=0a1b.claudemcpcontent.com,")
    assert read_environment().widget_domains == {
        "openai": "https://jobs.example.com",
        "claude": "0a1b.claudemcpcontent.com",
    }


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("WIDGET_DOMAINS", "https://jobs.example.com", "WIDGET_DOMAINS: .*must be pairs such as openai="),
        ("WIDGET_METADATA", "skybridge", "WIDGET_METADATA.0: Input should be 'mcp-apps' or 'openai'"),
        ("WIDGET_METADATA", ",", "WIDGET_METADATA: .*at least 1 item"),
    ],
)
def test_wrong_words_about_widgets_are_told(monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=told):
        read_environment()


def test_the_data_folder_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    assert read_environment().var_dir == tmp_path


@pytest.mark.promise("RUN-13")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "70000"),
        ("PORT", "many"),
        ("WEB_WORKERS", "-1"),
        ("DEBUG", "perhaps"),
        ("PUBLIC_URL", "jobs.example.com"),
        ("PUBLIC_URL", "https://jobs.example.com/board"),
        ("PUBLIC_URL", "javascript://x"),
    ],
)
def test_a_wrong_variable_ends_the_start_with_its_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as caught:
        read_environment()
    sentence = str(caught.value)
    assert sentence.startswith(f"Shortlist can't start, an environment variable is wrong: {name}: ")
    assert "\n" not in sentence
