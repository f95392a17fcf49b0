"""The pictures in the documents are made by the game, and show what they say."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest

from tests.screens.pictures import FOLDER, ROOT, draw, main, shots
from tests.screens.svg import CELL_HEIGHT, CELL_WIDTH, INK, PAPER, picture

SVG = "{http://www.w3.org/2000/svg}"
WORDS = {
    "lobby": ("Mesas abertas", "Mesa do fundo", "de Beto", "3 de 4", "Carta coberta: não", "Zap"),
    "table-truco": ("« Truco! »", "Vale 1, pedido 3", "Aceita (vale 3)", "Vai que é nossa!", "parceiro"),
    "mao-de-onze": ("MÃO DE ONZE", "joga (vale 3) ou corre", "11", "parceiro", "Ninguém truca"),
    "mao-de-ferro": ("MÃO DE FERRO, NO ESCURO", "░░░", "escolha a primeira"),
    "table-large": ("What happened", "Your turn", "6 of 6 shuffles", "Pica-fumo"),
    "table-ascii": ("Mao 1", "Sua vez: jogue uma carta.", "+-----+", "Pica-fumo"),
    "result": (
        "We win the match, 12 to 0!",
        "Record checked",
        "48 signatures",
        "replay",
        "h saves this match",
    ),
    "replay": ("Mão 3", "▮▮", "« Seis! »", "Manilhas: 4", "passo 10 de", "vaza", "ajuda"),
    "deal": ("4 of 4 shuffles proved", "There is no server", "lantruco verify"),
}
SIZES = {"table-large": (200, 60), "deal": (100, 30)}


def lines(svg: str) -> list[str]:
    """The text of a picture, row by row, every piece in its column."""
    rows: dict[int, str] = {}
    for text in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        row = int(text.attrib["y"]) // CELL_HEIGHT
        column = round(float(text.attrib["x"].split()[0]) / CELL_WIDTH)
        rows[row] = rows.get(row, "").ljust(column) + (text.text or "")
    return [rows.get(row, "") for row in range(max(rows) + 1)]


def colours(svg: str) -> set[str]:
    return {part.attrib["fill"] for part in ElementTree.fromstring(svg).iter() if "fill" in part.attrib}


def test_every_picture_is_tried() -> None:
    assert WORDS.keys() == shots().keys()


@pytest.mark.parametrize("name", WORDS)
def test_a_picture_shows_its_scene(name: str) -> None:
    shot = shots()[name]
    svg = draw(shot)
    text = "\n".join(lines(svg))
    for words in WORDS[name]:
        assert words in text
    columns, rows = SIZES.get(name, (80, 24))
    assert shot.size == (columns, rows)
    assert len(lines(svg)) == rows
    assert max(map(len, lines(svg))) <= columns
    if name == "table-ascii":
        assert text.isascii()
        assert colours(svg) == {INK, PAPER}
    else:
        assert len(colours(svg)) > 3
    title = ElementTree.fromstring(svg).find(f"{SVG}title")
    assert title is not None
    assert title.text == shot.title


def test_a_picture_is_the_same_every_time_and_names_no_folder_of_this_machine() -> None:
    first, second = (draw(shots()["result"]) for _ in range(2))
    assert first == second
    assert str(ROOT) not in first
    assert Path.home().as_posix() not in first


def test_in_the_documents_are_all_pictures_and_no_others() -> None:
    kept = {path.name for path in FOLDER.glob("*")}
    assert kept == {f"{name}.svg" for name in shots()}
    shown = set()
    for document in (ROOT / "README.md", ROOT / "docs" / "using.md"):
        text = document.read_text(encoding="utf-8")
        shown |= set(re.findall(r"\(((?:docs/)?pictures/[\w-]+\.svg)\)", text))
    assert {Path(path).name for path in shown} == kept
    for name in kept:
        assert lines((FOLDER / name).read_text(encoding="utf-8"))


def test_the_script_writes_them_all_into_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = {"lobby": shots()["lobby"]}
    monkeypatch.setattr("tests.screens.pictures.shots", lambda: few)
    main(tmp_path / "new")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["lobby.svg"]
    assert "lobby.svg" in capsys.readouterr().out


def test_marks_and_wide_letters_stand_in_their_cells() -> None:
    screen = pyte.Screen(12, 2)
    pyte.Stream(screen).feed("日<&♣\x1b[7mx\x1b[0m\r\n\x1b[1;31mb")
    svg = picture(screen, "a < b")
    assert lines(svg)[0].replace(" ", "") == "日<&♣x"
    where = {text.text: text.attrib for text in ElementTree.fromstring(svg).iter(f"{SVG}text")}
    assert float(where["<&"]["x"]) == pytest.approx(2 * CELL_WIDTH)
    assert float(where["♣"]["x"]) == pytest.approx(4 * CELL_WIDTH)
    assert where["x"]["fill"] == PAPER
    assert where["b"]["font-weight"] == "bold"
