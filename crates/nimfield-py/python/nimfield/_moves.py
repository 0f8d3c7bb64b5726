"""Moves in pickles: as texts, with their position."""

from __future__ import annotations

from typing import Optional, Tuple

from . import _nimfield
from ._nimfield import Move

SavedMove = Tuple[str, Optional[str], Optional[int]]
"""The text of a move, or of the first move of a run, the player, and the last amount of a run."""


def save(move: Move) -> SavedMove:
    """A move without its position."""
    amounts = move._amounts
    first = move._nth(0) if amounts else None
    return str(first or move), move.player, amounts[1] if amounts else None


def restore(position: _nimfield.NativePosition, saved: SavedMove) -> Move:
    """Rebuilds the move of a position."""
    text, player, last = saved
    move = position.read_move(text, player)
    return (None if last is None else move._up_to(last)) or move
