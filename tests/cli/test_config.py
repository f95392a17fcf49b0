"""The settings of a player, and how a broken file is told."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.cli.config import Config, UnknownKey, load_config, write_name
from lantruco.cli.failure import USAGE, Failure, status_of
from lantruco.cli.names import clean_name, default_name
from lantruco.protocol.names import MAX_NAME, check_name


def config(folder: Path, text: str | bytes) -> Config:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "config.toml").write_bytes(data)
    return load_config(folder)


def failure(folder: Path, text: str | bytes) -> Failure:
    with pytest.raises(Failure) as caught:
        config(folder, text)
    return caught.value


def test_without_a_file_nothing_is_set(tmp_path: Path) -> None:
    assert load_config(tmp_path) == Config()


def test_all_keys_are_read(tmp_path: Path) -> None:
    text = 'name = "Zé"\nlang = "en"\nport = 47200\ninterface = ["eth0", "wlan0"]\nascii = true\n'
    assert config(tmp_path, text) == Config("Zé", "en", 47200, ("eth0", "wlan0"), True)


def test_a_single_interface_needs_no_list(tmp_path: Path) -> None:
    assert config(tmp_path, 'interface = "eth0"').interface == ("eth0",)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    assert config(tmp_path, b'\xef\xbb\xbfname = "Ana"\r\n').name == "Ana"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name = \n", 1),
        ('name = "a"\nlang = [1,\n', 2),
        ('a = 1\n\nb = "', 3),
        (b'name = "a"\nlang = "\xff"', 2),
    ],
)
def test_a_broken_file_names_its_line(tmp_path: Path, text: str | bytes, line: int) -> None:
    error = failure(tmp_path, text)
    assert error.code == "E_CONFIG"
    assert error.values["line"] == line
    assert error.values["path"] == tmp_path / "config.toml"
    assert status_of(error.code) == USAGE


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "7"),
        ("name", '""'),
        ("name", '"' + "x" * 25 + '"'),
        ("lang", '"fr"'),
        ("lang", "[]"),
        ("port", '"47110"'),
        ("port", "0"),
        ("port", "65536"),
        ("port", "true"),
        ("interface", "[]"),
        ("interface", "[1]"),
        ("ascii", '"yes"'),
        ("ascii", "1"),
    ],
)
def test_a_value_of_the_wrong_kind_names_its_line(tmp_path: Path, key: str, value: str) -> None:
    error = failure(tmp_path, f"# mine\n{key} = {value}\n")
    assert error.code == f"E_CONFIG_{key.upper()}"
    assert error.values["line"] == 2
    assert status_of(error.code) == USAGE


def test_an_unknown_key_is_a_warning_with_the_nearest_known(tmp_path: Path) -> None:
    read = config(tmp_path, 'nome = "Ana"\n[zzzzzz]\nx = 1\n')
    assert read.unknown == (UnknownKey("nome", 1, "name"), UnknownKey("zzzzzz", 2, None))


def test_writing_the_name_keeps_what_is_there(tmp_path: Path) -> None:
    config(tmp_path, b"# mine\r\nport = 47200\r\n[later]\r\nx = 1\r\n")
    write_name(tmp_path, 'Zé "Bonde" \\o/')
    text = (tmp_path / "config.toml").read_bytes()
    assert text.endswith(b"# mine\r\nport = 47200\r\n[later]\r\nx = 1\r\n")
    read = load_config(tmp_path)
    assert (read.name, read.port) == ('Zé "Bonde" \\o/', 47200)


@given(st.text(max_size=40))
def test_a_clean_name_stays_clean_and_may_sit_at_a_table(text: str) -> None:
    with contextlib.suppress(Failure):
        name = clean_name(text)
        assert clean_name(name) == name
        assert 1 <= len(name) <= MAX_NAME
        check_name(name)


@pytest.mark.parametrize("text", ["", "  ", "\x00\x1b", "x" * 25])
def test_a_name_that_is_empty_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(Failure, match="E_NAME"):
        clean_name(text)


@pytest.mark.parametrize("text", ["\u0301\u0301", "\u3164", "\u2800 \u2800", "\ufe0f", "\u115f\u1160"])
def test_a_name_of_which_nothing_can_be_seen_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Failure, match="E_NAME"):
        clean_name(text)
    monkeypatch.setattr("getpass.getuser", lambda: text)
    assert default_name() == "Lantruco"


@pytest.mark.parametrize("text", ["é", "7", "!", "♣", "👩🏽", "שלום", "अनु"])
def test_a_name_in_any_script_that_can_be_seen_is_kept(text: str) -> None:
    assert clean_name(text) == text


def test_a_name_loses_its_control_characters_and_extra_blanks() -> None:
    assert clean_name("  Ze\u0301\x1b[2J \n\t do  Bar ") == "Zé[2J do Bar"


def test_there_is_always_a_default_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert clean_name(default_name())

    def nobody() -> str:
        raise OSError

    monkeypatch.setattr("getpass.getuser", nobody)
    assert default_name() == "Lantruco"
