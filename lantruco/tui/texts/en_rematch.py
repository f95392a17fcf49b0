"""English: the same seats again, after a match."""

from __future__ import annotations

from typing import Final

EN_REMATCH: Final = {
    "rematch.open": "A rematch with the same players? All must want it.",
    "rematch.wanted": "These want a rematch: {names}. Still to say: {missing}.",
    "rematch.agreed": "You want a rematch. Still to say: {missing}.",
    "rematch.begins": "All want a rematch.",
    "rematch.off.left": "No rematch: {names} left the table.",
    "rematch.off.away": "No rematch: there is no link to {names} any more.",
    "rematch.off.unsigned": "No rematch: at the end the signature of {names} was missing.",
    "rematch.off.late": "No rematch: not all made up their minds in time.",
    "rematch.choice.again": "rematch",
    "rematch.choice.leave": "leave the table",
    "rematch.unclear": "“{text}” is not clear. 1 wants a rematch, 2 leaves the table; / and words talk to all.",
    "verify.rematch": "{other}: a rematch of {first}; all seats have signed that record's digest.",
    "screen.key.rematch": "rematch",
}
