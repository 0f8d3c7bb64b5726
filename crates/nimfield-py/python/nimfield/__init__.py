"""Two-dimensional nim and its relatives: who wins, what a position is worth, every winning move and why.

>>> import nimfield
>>> answer = nimfield.parse("matrix[20 24; 24 27]").analyze()
>>> answer.outcome, str(answer.winning_moves[0])
('N', 'row 2 by 7 to matrix[20 24; 17 20]')

What is where:

* positions: ``parse``, ``Position``, and a constructor for each game, such as ``Matrix`` and ``Tactix``;
* values: ``Nimber``, ``Game``, and the calculators ``nimber`` and ``value``;
* arrays of NumPy: ``nim_multiply`` and related functions, ``outcomes``, ``grundy_values``, ``canonical_forms``;
* laws and periods: ``guess``, ``period``;
* tables: ``table``, ``census``, ``solve_board``, ``Table``;
* games of your own: ``Impartial``, ``Partizan``, and rule files by ``Game.from_rules``;
* theorems and conjectures: ``claims``, ``verify``, ``hunt``, ``classify``, ``certify``, ``check``.

Calls that may take long respect a budget: ``time`` in seconds (by default one minute), ``memory``
in bytes or as a text such as ``"2GiB"``, ``positions``, ``threads``. They let other threads run, end at
Ctrl-C, and report their progress to ``progress``: ``True`` for a bar of tqdm, a bar of tqdm, or a
function of ``(phase, size, done, total)``.
"""

from __future__ import annotations

from ._arrays import (
    MatrixAnswers,
    canonical_forms,
    grundy_values,
    matrix_answers,
    nim_add,
    nim_divide,
    nim_inverse,
    nim_multiply,
    nim_power,
    nim_sqrt,
    nim_square,
    outcomes,
)
from . import _constructors
from ._answers import Answer, Reason, WinningMove
from ._claims import Claim, certify, check, claims, classify, hunt, verify
from ._constructors import *  # noqa: F403
from ._errors import (
    FalseCertificate,
    FileFault,
    IllegalMove,
    NimfieldError,
    NotDecided,
    OutOfReach,
    ParseError,
)
from ._explore import Explorer, explore
from ._games import Board, GameInfo, games, parse
from ._laws import Law, guess, period
from ._nimfield import Certificate, Game, Move, Nimber, Thermograph, __version__
from ._own import Impartial, Partizan, Sum
from ._positions import Position, RuleGame
from ._sage import sage_field
from ._tables import Census, FamilyTable, Table, census, solve_board, table
from ._values import analyze_all, nimber, value

__all__ = [
    "Answer",
    "Board",
    "Census",
    "Certificate",
    "Claim",
    "Explorer",
    "FalseCertificate",
    "FamilyTable",
    "FileFault",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Impartial",
    "Law",
    "MatrixAnswers",
    "Move",
    "Nimber",
    "NimfieldError",
    "NotDecided",
    "OutOfReach",
    "ParseError",
    "Partizan",
    "Position",
    "Reason",
    "RuleGame",
    "Sum",
    "Table",
    "Thermograph",
    "WinningMove",
    "__version__",
    "analyze_all",
    "canonical_forms",
    "census",
    "certify",
    "check",
    "claims",
    "classify",
    "explore",
    "games",
    "grundy_values",
    "guess",
    "hunt",
    "matrix_answers",
    "nim_add",
    "nim_divide",
    "nim_inverse",
    "nim_multiply",
    "nim_power",
    "nim_sqrt",
    "nim_square",
    "nimber",
    "outcomes",
    "parse",
    "period",
    "sage_field",
    "solve_board",
    "table",
    "value",
    "verify",
]
__all__ += _constructors.__all__
