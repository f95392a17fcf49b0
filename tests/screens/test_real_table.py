"""The same screens at a real table: sessions over TLS on this machine, real proofs, a record that holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lantruco.fairdeal import ristretto255
from lantruco.record.verify import verify_file
from lantruco.tui.doors import Session
from lantruco.tui.screens.opening import first_screen
from tests.peer.tables import Watcher, joined, opened, records
from tests.screens.terminal import FakeHouse, run, shown


class LoopbackHouse(FakeHouse):
    """A house whose tables are real, with a bot at the other seat."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.watcher: Watcher | None = None

    async def open(
        self, name: str, seats: int, bots: int, rules: Mapping[str, object] | None = None
    ) -> Session:
        session = await opened(self.folder, seats, ristretto255(), rules=rules or {})
        self.watcher = Watcher(await joined(self.folder, 1, session, 1, ristretto255()), seed=5)
        return session


def test_a_match_left_half_way_is_whole_as_far_as_it_went(tmp_path: Path) -> None:
    async def work() -> None:
        house = LoopbackHouse(tmp_path)
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("b", "2")
            for _ in range(3):
                await terminal.until(lambda: "Sua vez" in terminal.text or "corre (dá" in terminal.text)
                terminal.press("a" if "corre (dá" in terminal.text else "1")
                await terminal.quiet()
            await terminal.until("2 de 2 embaralhos")
            terminal.press("escape")
            await terminal.until("Sair?")
            terminal.press("enter")
            await terminal.until("Partida sem fim")
            await terminal.until("Registro conferido")
            assert house.watcher is not None
            await house.watcher.session.leave()

    run(work())
    (record,) = records(tmp_path, 0)
    report = verify_file(record)
    assert report.status == "unfinished"
    assert any(move.seat == 0 for hand in report.hands for vaza in hand.vazas for move in vaza.moves)
