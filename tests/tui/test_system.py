"""What the system refuses is told by its reason, in both languages."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from lantruco.cli import main
from lantruco.cli.failure import Failure
from lantruco.cli.home import Home
from lantruco.record.errors import RecordError
from lantruco.record.osnames import WINDOWS
from lantruco.tui.system import OS_REASONS, os_reason
from lantruco.tui.texts import Texts

GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"
Captured = pytest.CaptureFixture[str]

SAID = {
    errno.EROFS: ("o disco é só de leitura", "the disk is read-only"),
    errno.ENOSPC: ("o disco está cheio", "the disk is full"),
    errno.EDQUOT: ("a sua parte do disco acabou", "your share of the disk is used up"),
    errno.EACCES: ("sem permissão", "no permission"),
    errno.EPERM: ("sem permissão", "no permission"),
    errno.ENOENT: ("a pasta não existe", "the folder does not exist"),
    errno.ENOTDIR: ("há um arquivo no lugar de uma pasta", "a file is where a folder should be"),
    errno.EISDIR: ("é uma pasta", "it is a folder"),
    errno.ENAMETOOLONG: ("o nome é comprido demais", "the name is too long"),
    errno.ELOOP: ("os links andam em círculo", "its links go round in a circle"),
    errno.EIO: ("o disco tem um defeito", "the disk has a fault"),
}


def failed(code: str, cause: BaseException) -> Exception:
    error = RecordError(code, path="/x/page.html")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("number", sorted(SAID))
def test_every_reason_of_the_system_is_a_sentence_in_both_languages(number: int) -> None:
    for lang, words in zip(("pt", "en"), SAID[number], strict=True):
        said = Texts(lang).failure(failed("E_DISK", OSError(number, "whatever the system says")))
        assert f"/x/page.html ({words})" in said
        assert "whatever" not in said


def test_what_cannot_be_read_is_not_there_and_of_what_cannot_be_written_the_folder_is_not() -> None:
    gone = FileNotFoundError(errno.ENOENT, "")
    assert "(it does not exist)" in Texts("en").failure(failed("E_READ", gone))
    for code in ("E_DISK", "E_LOG", "E_HOME", "E_DEMO_FOLDER"):
        assert "(the folder does not exist)" in Texts("en").failure(failed(code, gone))


@pytest.mark.parametrize(
    ("windows", "number", "reason"),
    [
        (19, errno.EACCES, "EROFS"),
        (32, errno.EACCES, "EBUSY"),
        (112, errno.ENOSPC, "ENOSPC"),
        (39, errno.EINVAL, "ENOSPC"),
        (123, errno.EINVAL, "EINVAL"),
        (206, errno.ENOENT, "ENAMETOOLONG"),
        (267, errno.EINVAL, "ENOTDIR"),
        (1295, errno.EINVAL, "EDQUOT"),
        (1117, errno.EINVAL, "EIO"),
        (5, errno.EACCES, "EACCES"),
        (3, errno.ENOENT, "NO_FOLDER"),
    ],
)
def test_the_numbers_of_windows_say_more_than_what_python_makes_of_them(
    windows: int, number: int, reason: str
) -> None:
    class Refusal(OSError):
        pass

    error = Refusal(number, "")
    error.winerror = windows  # type: ignore[attr-defined, unused-ignore]
    assert os_reason(error, writing=True) == reason


def test_every_number_of_windows_leads_to_a_reason() -> None:
    assert set(WINDOWS.values()) <= set(OS_REASONS)


def test_a_reason_nobody_foresaw_is_given_in_the_systems_own_words() -> None:
    assert os_reason(OSError(errno.ECHILD, "No child processes")) == "No child processes"
    assert os_reason(OSError()) == os.strerror(errno.EIO)


def test_a_name_that_the_system_is_not_even_asked_about_has_a_reason() -> None:
    said = Texts("en").failure(failed("E_READ", ValueError("embedded null byte")))
    assert "(the disk does not take that name)" in said


def test_a_read_only_home_is_not_called_forbidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "")

    monkeypatch.setattr("tempfile.TemporaryFile", read_only)
    with pytest.raises(Failure) as caught:
        Home(tmp_path).prepare()
    assert "(the disk is read-only)" in Texts("en").failure(caught.value)


def test_a_missing_folder_for_the_page_is_called_that(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANTRUCO_HOME", str(tmp_path / "home"))
    record, page = str(GOLDEN / "two-seats.jsonl"), str(tmp_path / "no" / "page.html")
    for lang, words in (("pt", "a pasta não existe"), ("en", "the folder does not exist")):
        assert main.run(["verify", record, "--html", page, "--lang", lang]) == 4
        assert f"{page} ({words})" in capsys.readouterr().err
    long = str(tmp_path / ("x" * 300))
    assert main.run(["verify", record, "--html", long, "--json", "--lang", "en"]) == 4
    assert "too long" in json.loads(capsys.readouterr().out)["error"]["message"]
