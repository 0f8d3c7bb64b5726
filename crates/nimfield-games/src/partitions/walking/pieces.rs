//! The chess pieces: their steps and their theory.

use crate::nim;
use crate::partitions::walking::rules::{STEPS, Walker, closed};
use crate::wythoff_pairs;
use nimfield_core::prelude::*;
use nimfield_core::shape::young::BODY;
use nimfield_engines::walks::{Piece, Step};

const CHESS: &str = "E. Gottlieb, M. Krnc and P. Muršič, Impartial chess on integer partitions, \
                     arXiv:2501.14640 (2025), after E. R. Berlekamp";
const CHESS_SHORT: &str = "Gottlieb, Krnc and Muršič 2025 (impartial chess)";

pub(super) const fn step(down: u64, right: u64) -> Step {
    Step {
        down,
        right,
        far: false,
    }
}

const fn far(down: u64, right: u64) -> Step {
    Step {
        down,
        right,
        far: true,
    }
}

/// Returns the common description of the games of a piece that stays on the diagram.
pub(super) const fn chess(
    name: &'static str,
    title: &'static str,
    rules: &'static str,
    examples: [&'static str; 3],
    theory: &'static [Fact],
) -> GameInfo {
    let [example, moves, move_example] = examples;
    GameInfo {
        title,
        rules,
        body: BODY,
        forms: STEPS,
        moves,
        move_example,
        play: Play::Normal,
        theory,
        source: CHESS,
        chapter: "partitions",
        group: Group::Walks,
        setup: Setup::Partition { several: false },
        ..GameInfo::named(name, example)
    }
}

/// All squares are evaluated if there is no formula.
pub(super) const BY_SQUARES: Fact = Fact {
    statement: "everything else, and misère play, from the values of all squares of the diagram",
    source: "the rules",
    checked: Checked::BY_TESTS_OF_ENGINES,
};

/// Returns the sides of a rectangle minus one: the place of the piece counted from the far corner of the board.
fn on_board(diagram: &Partition) -> Option<(u128, u128)> {
    let (rows, columns) = diagram.as_rectangle()?;
    Some((u128::from(rows - 1), u128::from(columns - 1)))
}

/// Returns a step from one of two numbers to a smaller one.
fn lowered(from: u128, to: u128) -> Option<u64> {
    u64::try_from(from.checked_sub(to)?)
        .ok()
        .filter(|&by| by > 0)
}

/// Returns the size of the heap of a single row or column, for pieces that move any distance along it and nowhere else.
fn line_heap(diagram: &Partition) -> Option<u128> {
    match on_board(diagram)? {
        (0, size) | (size, 0) => Some(size),
        _ => None,
    }
}

/// The rook.
pub static ROOK: Walker = Walker {
    info: GameInfo {
        plain_rules: "A rook stands in the top left corner of a board of squares. On your turn \
                      move it as far as you like, down or to the right.",
        starts: &["rook[3^5]", "rook[4^8]", "rook[5^7]"],
        ..chess(
            "rook",
            "the rook on a Young diagram",
            "A position is a Young diagram with a rook at its top left corner. A move takes the rook any \
         distance down or to the right, and removes the rows above and the columns to the left. It may \
         not leave the diagram.",
            ["rook[4,2,1]", "`down K` or `right K`", "right 2"],
            &[
                Fact {
                    statement: "a rectangle of r rows and c columns: (r-1) xor (c-1), two nim heaps, in misere \
                            play too",
                    source: "Bouton 1901; Gottlieb, Krnc and Muršič 2025 (impartial chess)",
                    checked: Checked::BY_TESTS_OF_THE_GAME,
                },
                BY_SQUARES,
            ],
        )
    },
    piece: Piece {
        steps: &[far(0, 1), far(1, 0)],
        leaves: false,
    },
    letter: 'R',
    closed: |diagram| {
        let (down, right) = on_board(diagram)?;
        let value = down ^ right;
        let text =
            format!("rook[{diagram}] is a rectangle, two nim heaps: {down} xor {right} = {value}");
        Some(closed(value, CHESS_SHORT, text))
    },

    outcome: |diagram, play| {
        let (down, right) = on_board(diagram)?;
        let heaps = [down, right].map(Grundy::from);
        let is_p = match play {
            Play::Normal => down == right,
            Play::Misere => nim::misere_is_p(&heaps),
        };
        let text = format!(
            "rook[{diagram}] is a rectangle, nim heaps of {down} and {right}: {}",
            nim::misere_text(&heaps)
        );
        Some(Finding::new(is_p, Reason::theorem("Bouton 1901", text)))
    },

    candidates: |diagram, play, target| {
        let (down, right) = on_board(diagram)?;
        let mut steps = Vec::new();
        for (from, other, vertical) in [(right, down, false), (down, right, true)] {
            let wanted = target ^ &Grundy::from(other);
            for to in nim::candidates(&from.into(), wanted, play) {
                if let Some(by) = to.finite().and_then(|to| lowered(from, to)) {
                    steps.push(if vertical { (by, 0) } else { (0, by) });
                }
            }
        }
        Some(steps)
    },

    heap: |diagram| line_heap(diagram),
    ..Walker::STILL
};

/// The queen.
pub static QUEEN: Walker = Walker {
    info: GameInfo {
        puzzles: &[Puzzle::of(&[4, 5], 1)],
        plain_rules: "A queen stands in the top left corner of a board of squares. On your turn \
                      move her as far as you like: down, to the right, or slantwise down to the \
                      right.",
        starts: &["queen[7^5]", "queen[10^8]", "queen[9^11]"],
        ..chess(
            "queen",
            "the queen on a Young diagram",
            "A position is a Young diagram with a queen at its top left corner. A move takes the queen any distance \
         down, to the right, or diagonally down and to the right, and removes the rows above and the columns to the \
         left. She may not leave the diagram.",
            [
                "queen[4,3,1]",
                "`down K`, `right K` or `down K right K`",
                "down 1 right 1",
            ],
            &[
                Fact {
                    statement: "a rectangle of r rows and c columns is Wythoff's game with heaps of r-1 and c-1, \
                            in misère play too",
                    source: "Wythoff 1907; Fraenkel 1984 for misère play; Gottlieb, Krnc and Muršič 2025 \
                         (impartial chess)",
                    checked: Checked::BY_TESTS_OF_THE_GAME,
                },
                BY_SQUARES,
            ],
        )
    },
    piece: Piece {
        steps: &[far(0, 1), far(1, 0), far(1, 1)],
        leaves: false,
    },
    letter: 'Q',
    closed: |diagram| {
        let value = line_heap(diagram)?;
        let text = format!("queen[{diagram}] is a single line: the nim heap of {value}");
        Some(closed(value, "the rules", text))
    },

    outcome: |diagram, play| {
        let (down, right) = on_board(diagram)?;
        let found = wythoff_pairs::outcome(down, right, play);
        let text = format!(
            "queen[{diagram}] is wythoff[{down},{right}]: {}",
            found.reason.text
        );
        let reason = Reason::theorem(found.reason.source, text);
        Some(Finding::new(found.value, reason))
    },

    candidates: |diagram, play, target| {
        if line_heap(diagram).is_some() {
            return (ROOK.candidates)(diagram, play, target);
        }
        let (down, right) = on_board(diagram)?;
        if *target != Grundy::ZERO {
            return None;
        }
        let mut steps = Vec::new();
        let along = |from, other| {
            let to = wythoff_pairs::partner_to_win(other, play).into_iter();
            to.filter_map(move |to| lowered(from, to))
                .collect::<Vec<_>>()
        };
        steps.extend(along(right, down).into_iter().map(|by| (0, by)));
        steps.extend(along(down, right).into_iter().map(|by| (by, 0)));
        let both = wythoff_pairs::common_to_win(down, right, play).into_iter();
        let both = both.filter_map(|by| u64::try_from(by).ok().filter(|&by| by > 0));
        steps.extend(both.map(|by| (by, by)));
        Some(steps)
    },

    heap: |diagram| line_heap(diagram),
    ..Walker::STILL
};

/// The king.
pub static KING: Walker = Walker {
    info: GameInfo {
        plain_rules: "A king stands in the top left corner of a board of squares. On your turn \
                      move him one square: down, to the right, or slantwise down to the right.",
        starts: &["king[6,6,5,1]", "king[8,8,3,2]", "king[9,9,8,8,1]"],
        ..chess(
            "king",
            "the king on a Young diagram",
            "A position is a Young diagram with a king at its top left corner. A move takes the king one square \
         down, to the right, or diagonally down and to the right, and removes the rows above and the columns to the \
         left. He may not leave the diagram.",
            [
                "king[4,3,1]",
                "`down 1`, `right 1` or `down 1 right 1`",
                "down 1 right 1",
            ],
            &[
                Fact {
                    statement: "a rectangle of r rows and c columns: 0 if r and c are odd, 2 if both are even; \
                            otherwise 1 if the smaller one is odd, 3 if it is even",
                    source: "induction over the rules",
                    checked: Checked::BY_TESTS_OF_THE_GAME,
                },
                BY_SQUARES,
            ],
        )
    },
    piece: Piece {
        steps: &[step(0, 1), step(1, 0), step(1, 1)],
        leaves: false,
    },
    letter: 'K',
    closed: |diagram| {
        let (down, right) = on_board(diagram)?;
        // By induction: each case is the mex of its three neighbours.
        let value = match (down % 2, right % 2) {
            (0, 0) => 0,
            (1, 1) => 2,
            _ => 1 + 2 * (down.min(right) % 2),
        };
        let text = format!(
            "king[{diagram}] is a rectangle with sides less one of {down} and {right}: {value}"
        );
        Some(closed(value, "induction over the rules", text))
    },
    ..Walker::STILL
};

/// The bishop.
pub static BISHOP: Walker = Walker {
    info: GameInfo {
        plain_rules: "Bishops stand in the top left corners of their boards. On your turn move \
                      one of them as far as you like, slantwise down to the right.",
        starts: &[
            "bishop[4^4] + bishop[3^3]",
            "bishop[5^5] + bishop[4^4]",
            "bishop[6^6] + bishop[5^5]",
        ],
        ..chess(
            "bishop",
            "the bishop on a Young diagram",
            "A position is a Young diagram with a bishop at its top left corner. A move takes the bishop any \
         distance diagonally down and to the right, and removes the rows above and the columns to the left. \
         It may not leave the diagram.",
            ["bishop[4,3,1]", "`down K right K`", "down 1 right 1"],
            &[Fact {
                statement: "the nim heap of the side of the Durfee square less 1, in misère play too",
                source: CHESS_SHORT,
                checked: Checked::BY_TESTS_OF_THE_GAME,
            }],
        )
    },
    piece: Piece {
        steps: &[far(1, 1)],
        leaves: false,
    },
    letter: 'B',
    closed: |diagram| {
        let value = diagram.durfee().checked_sub(1)?;
        let text = format!(
            "the Durfee square of bishop[{diagram}] has side {}: the nim heap of {value}",
            value + 1
        );
        Some(closed(value, CHESS_SHORT, text))
    },

    candidates: |diagram, play, target| {
        let heap = u128::from(diagram.durfee().checked_sub(1)?);
        let to = nim::candidates(&heap.into(), target.clone(), play).into_iter();
        let by = to.filter_map(|to| lowered(heap, to.finite()?));
        Some(by.map(|by| (by, by)).collect())
    },

    heap: |diagram| Some(diagram.durfee().checked_sub(1)?.into()),
    ..Walker::STILL
};

/// The knight.
pub static KNIGHT: Walker = Walker {
    info: GameInfo {
        plain_rules: "A knight stands in the top left corner of a board of squares. On your turn \
                      move it two squares to the right and one down, or one to the right and two \
                      down.",
        starts: &["knight[8^10]", "knight[11^14]", "knight[15^14]"],
        ..chess(
            "knight",
            "the knight on a Young diagram",
            "A position is a Young diagram with a knight at its top left corner. A move takes the knight one row \
         down and two columns to the right, or two rows down and one column to the right, and removes the rows above \
         and the columns to the left. It may not leave the diagram.",
            [
                "knight[5,4,3]",
                "`down 1 right 2` or `down 2 right 1`",
                "down 1 right 2",
            ],
            &[BY_SQUARES],
        )
    },
    piece: Piece {
        steps: &[step(1, 2), step(2, 1)],
        leaves: false,
    },
    letter: 'N',
    ..Walker::STILL
};

/// The pawn.
pub static PAWN: Walker = Walker {
    info: GameInfo {
        plain_rules: "A pawn stands in the top left corner of a board of squares. On your turn \
                      move it one square to the right, or one square slantwise down to the \
                      right.",
        starts: &["pawn[7,6,1]", "pawn[9,8]", "pawn[8,6,2]"],
        ..chess(
            "pawn",
            "the pawn on a Young diagram",
            "A position is a Young diagram with a pawn at its top left corner. A move takes the pawn one square to \
         the right, or diagonally down and to the right, and removes the rows above and the columns to the left. It \
         may not leave the diagram.",
            [
                "pawn[4,3,1]",
                "`right 1` or `down 1 right 1`",
                "down 1 right 1",
            ],
            &[
                Fact {
                    statement: "a rectangle of r rows and c columns: (c-1) mod 2",
                    source: CHESS_SHORT,
                    checked: Checked::BY_TESTS_OF_THE_GAME,
                },
                BY_SQUARES,
            ],
        )
    },
    piece: Piece {
        steps: &[step(0, 1), step(1, 1)],
        leaves: false,
    },
    letter: 'P',
    closed: |diagram| {
        let (_, right) = on_board(diagram)?;
        let value = right % 2;
        let text = format!("pawn[{diagram}] is a rectangle: {right} mod 2 = {value}");
        Some(closed(value, CHESS_SHORT, text))
    },
    ..Walker::STILL
};
