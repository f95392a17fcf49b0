"""Who left a match that was broken off, in sentences: a fact, told before whom the record waits for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .report import LeaveReport


def leave_sentences(left: Sequence[LeaveReport], names: Sequence[str], say: Callable[..., str]) -> list[str]:
    """One line for each seat that left, who left first before the others. names: by seat. say: a text by its
    key and values."""
    return [_sentence(leave, names, say) for leave in left]


def _sentence(leave: LeaveReport, names: Sequence[str], say: Callable[..., str]) -> str:
    name, hand = names[leave.seat], leave.hand + 1
    if leave.step:
        # The last step that was complete for who left; steps count from 0.
        parts = [say("verify.left", name=name, step=leave.step - 1, hand=hand)]
    else:
        parts = [say("verify.left.start", name=name)]
    if leave.after:
        parts.append(say("verify.left.after", names=", ".join(names[seat] for seat in leave.after)))
    if leave.went_on:
        parts.append(say("verify.left.went_on", name=name))
    return " ".join(parts)
