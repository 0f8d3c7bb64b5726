"""How objects are displayed in a notebook: HTML that fits light and dark pages."""

from __future__ import annotations

import html
import re
from typing import Any

from ._words import adjective

# Pictures are drawn on white. On a dark page the lightness is inverted and hues are kept.
_STYLE = """<style>
.nimfield-picture svg { max-width: 100%; height: auto; border-radius: 4px; }
[data-jp-theme-light="false"] .nimfield-picture svg,
.vscode-dark .nimfield-picture svg, html[theme="dark"] .nimfield-picture svg { filter: invert(0.88) hue-rotate(180deg); }
@media (prefers-color-scheme: dark) {
  body:not([data-jp-theme-light]):not(.vscode-light):not(.vscode-dark) .nimfield-picture svg { filter: invert(0.88) hue-rotate(180deg); }
}
.nimfield-answer { border-collapse: collapse; }
.nimfield-answer th, .nimfield-answer td { text-align: left !important; vertical-align: top; padding: 0.15em 0.8em 0.15em 0; }
.nimfield-answer th { font-weight: 600; opacity: 0.75; }
</style>"""


def picture(svg: str, caption: str | None = None) -> str:
    """A drawing, with a line of text under it."""
    under = "" if caption is None else f"<div><code>{html.escape(caption)}</code></div>"
    return f'{_STYLE}<div class="nimfield-picture">{svg}{under}</div>'


# The commands that values in LaTeX use, for pages that do not have the package `cgt`.
_COMMANDS = {
    "cgstar": r"#1{{\ast}#1}",
    "cgup": r"{{\uparrow}}",
    "cgdown": r"{{\downarrow}}",
    "cgdoubleup": r"{{\Uparrow}}",
    "cgdoubledown": r"{{\Downarrow}}",
    "cgups": r"#1{#1{\cdot}{\uparrow}}",
    "cgdowns": r"#1{#1{\cdot}{\downarrow}}",
    "cgtiny": r"#1{{+}_{#1}}",
    "cgminy": r"#1{{-}_{#1}}",
}


def mathematics(latex: str) -> str:
    """A formula, with the commands it uses."""
    used = {name: body for name, body in _COMMANDS.items() if re.search(rf"\\{name}(?![a-z])", latex)}
    definitions = "".join(rf"\def\{name}{body}" for name, body in used.items())
    return f"${definitions}{latex}$"


def _row(name: str, what: str) -> str:
    return f"<tr><th>{name}</th><td>{what}</td></tr>"


def answer(fields: dict[str, Any]) -> str:
    """An answer."""

    def code(text: object) -> str:
        return f"<code>{html.escape(str(text))}</code>"

    rows = [_row("position", code(fields["position"]))]
    outcome = fields["outcome"]
    meaning = {
        "P": "the player to move loses",
        "N": "the player to move wins",
        "L": "Left wins, whoever begins",
        "R": "Right wins, whoever begins",
    }
    said = "not decided" if outcome is None else f"<b>{outcome}</b>: {meaning[outcome]}"
    rows.append(_row("outcome", f"{said} ({adjective(fields['play'])} play)"))
    for name in ("value", "misere_value", "genus", "mean", "temperature"):
        if fields.get(name) is not None:
            rows.append(_row(name.replace("_", " ").replace("misere", "misère"), code(fields[name])))
    moves = fields["winning_moves"]
    if moves:
        listed = []
        for move in moves[:20]:
            whose = f"{move['player']}: " if move["player"] else ""
            to = f" to {code(move['to'])}" if move["to"] else ""
            listed.append(f"{whose}{code(move['move'])}{to}")
        if len(moves) > 20:
            listed.append(f"… {len(moves) - 20} more")
        name = "winning moves" if fields["complete"] else "some winning moves"
        rows.append(_row(name, "<br>".join(listed)))
    elif outcome is not None:
        rows.append(_row("winning moves", "none" if fields["complete"] else "not listed"))
    reason = fields["reason"]
    source = f"{html.escape(reason['source'])}: " if reason["source"] else ""
    rows.append(_row("why", source + html.escape(reason["text"])))
    return f'{_STYLE}<table class="nimfield-answer">{"".join(rows)}</table>'


def cells(table: Any) -> str:
    """A table that is not drawn: its first cells."""
    import itertools

    most = 200
    head = "".join(f"<th>{html.escape(name)}</th>" for name in [*table.letters, table.show])
    numbers = itertools.product(*table.letters.values())
    rows = []
    for place in itertools.islice(numbers, most):
        shown = "".join(f"<td>{number}</td>" for number in place)
        cell = table[place]
        text = html.escape("?" if cell is None else str(cell))
        rows.append(f"<tr>{shown}<td><code>{text}</code></td></tr>")
    rest = len(table) - most
    more = f"<div>… {rest} more</div>" if rest > 0 else ""
    title = html.escape(table.title)
    return f'{_STYLE}<div>{title}</div><table class="nimfield-answer"><tr>{head}</tr>{"".join(rows)}</table>{more}'


def table(board: Any, summary: dict[str, Any]) -> str:
    """The table of a board."""
    rows = [
        _row("board", f"<code>{html.escape(str(board.board))}</code> ({adjective(board.play)} play, {board.kind})"),
        _row("full board", f"<b>{summary['outcome']}</b>"),
        _row("states", f"{summary['states']:,}"),
        _row("P-positions", f"{summary['p_positions']:,}"),
    ]
    if summary["winning_moves"]:
        rows.append(_row("winning moves", html.escape(", ".join(summary["winning_moves"][:40]))))
    return f'{_STYLE}<table class="nimfield-answer">{"".join(rows)}</table>'
