"""Values in pickles: as nodes, each after its options."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Union

from ._nimfield import Game

_Node = Union[Fraction, "tuple[tuple[int, ...], tuple[int, ...]]"]
"""A number, or the indices of the options of Left and of Right."""


def reduce(game: Game) -> tuple[Callable[[tuple[_Node, ...]], Game], tuple[tuple[_Node, ...]]]:
    """``Game.__reduce__``."""
    places: dict[Game, int] = {}
    nodes: list[_Node] = []
    stack = [game]
    while stack:
        top = stack[-1]
        if top in places:
            stack.pop()
            continue
        node: _Node
        if top.is_number:
            node = top.to_fraction()
        else:
            left, right = top.left_options(), top.right_options()
            missing = [option for option in (*left, *right) if option not in places]
            if missing:
                stack += missing
                continue
            node = tuple(places[option] for option in left), tuple(places[option] for option in right)
        places[top] = len(nodes)
        nodes.append(node)
    return unpack, (tuple(nodes),)


def unpack(nodes: tuple[_Node, ...]) -> Game:
    """Rebuilds the game from a pickle."""
    games: list[Game] = []
    for node in nodes:
        if isinstance(node, Fraction):
            games.append(Game(node))
        else:
            left, right = ([games[place] for place in side] for side in node)
            games.append(Game.of_options(left, right))
    return games[-1]
