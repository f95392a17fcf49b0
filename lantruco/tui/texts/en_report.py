"""English: the page of a verified record, and its progress on the command line."""

from __future__ import annotations

from typing import Final

EN_REPORT: Final = {
    "page.language": "English",
    "page.holds": "Every signature, proof, move and score of this record was checked.",
    "page.bot": "bot of {owner}",
    "page.hand": "Hand {number} · pé {pe}",
    "page.vira": "vira",
    "page.vaza": "Vaza {number}",
    "page.deal": "The deal: {committed} committed; {revealed} revealed; shuffled by {shuffled}, each with a proof that no card was added, dropped or looked at; found good by {vouched}.",
    "page.spare": "The deck of hand {number} was begun and not played with: {committed} committed; {revealed} revealed; shuffled by {shuffled}; found good by {vouched}.",
    "page.shares": "{count} key shares opened cards, each proven.",
    "page.checked": "What was checked",
    "page.how": "lantruco verify checks the record again on any machine, without trusting anybody who played.",
    "page.card.P": "{rank} of clubs (paus)",
    "page.card.C": "{rank} of hearts (copas)",
    "page.card.E": "{rank} of spades (espadas)",
    "page.card.O": "{rank} of diamonds (ouros)",
    "verify.page": "The page is in {path}.",
    "verify.progress": "checking {path}: {percent} %",
}
