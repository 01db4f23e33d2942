"""What stands in the way of a start is told in one sentence."""

import os
import socket
from pathlib import Path

import pytest

from catalog.errors import ShortlistError
from config import preflight


def test_a_free_port_passes() -> None:
    preflight.refuse_taken_port("127.0.0.1", free_port())


@pytest.mark.promise("RUN-8")
def test_a_taken_port_is_refused_with_another_one_to_try() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(ShortlistError) as caught:
            preflight.refuse_taken_port("127.0.0.1", port)
    assert str(caught.value) == (
        f"Shortlist can't listen on 127.0.0.1 port {port}: address already in use. "
        f"Choose another port, for example PORT={port + 1}."
    )


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(ShortlistError, match=r"listen on 192\.0\.2\.1 port 80"):
        preflight.refuse_taken_port("192.0.2.1", 80)


@pytest.mark.promise("RUN-8")
def test_a_folder_in_use_is_refused_with_the_process_that_uses_it(tmp_path: Path) -> None:
    first = preflight.claim_folder(tmp_path)
    with pytest.raises(ShortlistError) as caught:
        preflight.claim_folder(tmp_path)
    os.close(first)
    assert caught.value.message == f"Shortlist is already running from this folder (process {os.getpid()})."


def test_a_folder_is_free_again_when_its_holder_is_gone(tmp_path: Path) -> None:
    os.close(preflight.claim_folder(tmp_path))
    os.close(preflight.claim_folder(tmp_path))


@pytest.mark.parametrize("written", ["", "12ab", "-1", "99999999999999999999", "\x00\xff"])
def test_a_lock_file_that_holds_no_process_id_is_no_obstacle_to_the_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setattr(preflight, "LEFTOVERS_SECONDS", 0.0)
    first = preflight.claim_folder(tmp_path)
    (tmp_path / "up.lock").write_text(written, encoding="latin-1")
    with pytest.raises(ShortlistError, match=r"^Shortlist is already running from this folder"):
        preflight.claim_folder(tmp_path)
    os.close(first)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
