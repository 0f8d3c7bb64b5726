//! Derives the handles of a picture from the moves of a position.

use super::layout::{Board, Shape, least};
use super::young;
use crate::diagram::Mark;
use crate::handles::{Grip, Handle, HandleItem};
use crate::moves::{Arg, Move, Piece, column_label, pieces};
use crate::words::Player;

/// Positions with more moves get handles from the forms of their moves.
const MOST_LISTED: usize = 1024;

/// Larger grids have no handles.
const MOST_HELD: usize = 10_000;

/// Derives the handles of a position from its shape and its moves: one for each group of moves that differ only in
/// their last argument. If there are too many moves to list, each place is offered with all its amounts, in the `forms`
/// of the game, and each stone of a board; `owner` says which player has such moves.
pub fn derive_handles(
    shape: &Shape,
    forms: &[&'static str],
    moves: &mut dyn Iterator<Item = (Option<Player>, Move)>,
    owner: &dyn Fn(&Move) -> Option<Player>,
) -> Vec<Handle> {
    let held = match shape {
        Shape::Text(_) | Shape::Value(_) => false,
        Shape::Grid { piles, .. } => piles.len() <= MOST_HELD,
        Shape::Diagrams { pieces, .. } => young::are_drawn(pieces),
        _ => true,
    };
    if !held {
        return Vec::new();
    }
    if forms.iter().any(|form| form.ends_with("{amounts}")) {
        return by_forms(shape, forms, owner);
    }
    // Each move of a diagram that is drawn has its own handle.
    let most = match shape {
        Shape::Diagrams { .. } => MOST_HELD,
        _ => MOST_LISTED,
    };
    let listed: Vec<(Option<Player>, Move)> = moves.take(most + 1).collect();
    if listed.len() > most {
        return match shape {
            Shape::Board(board) => {
                let cells = board.cells.iter().enumerate();
                let stones = cells.filter(|(_, (_, mark))| *mark == Mark::Stone);
                vec![cell_set(
                    board,
                    None,
                    stones.map(|(cell, _)| cell).collect(),
                )]
            }
            _ => by_forms(shape, forms, owner),
        };
    }
    let turns = |(_, mv): &&(Option<Player>, Move)| matches!(mv.args(), [Arg::Sets(_)]);
    if let Some((player, mv)) = listed.iter().find(turns) {
        return turning(shape, *player, mv);
    }
    let mut handles = cell_sets(shape, &listed);
    let mut groups: Vec<Group> = Vec::new();
    for (player, mv) in &listed {
        if is_of_cells(mv) && matches!(shape, Shape::Board(_)) {
            continue;
        }
        let (before, last) = split(mv);
        let cells = shape.cells_of(mv);
        let alike = |group: &&mut Group| group.player == *player && group.before == before;
        match last.and_then(|_| groups.iter_mut().find(alike)) {
            Some(group) => {
                group.last.extend(last.cloned());
                group.cells.extend(cells);
            }
            None => groups.push(Group {
                player: *player,
                before,
                last: last.cloned().into_iter().collect(),
                cells,
            }),
        }
    }
    handles.extend(
        groups
            .into_iter()
            .filter(|group| !group.cells.is_empty())
            .map(Group::handle),
    );
    handles
}

/// Returns the handle for turning coins: each coin of a row, or a list of all moves on a board.
fn turning(shape: &Shape, player: Option<Player>, mv: &Move) -> Vec<Handle> {
    let open = mv.form().find('{').unwrap_or(mv.form().len());
    let before = mv.form()[..open].to_string();
    let handle = match shape {
        Shape::Board(board) => {
            let items = board
                .cells
                .iter()
                .enumerate()
                .map(|(cell, ((coin, _), _))| HandleItem {
                    label: format!("coin {coin}"),
                    text: coin.to_string(),
                    cells: vec![cell],
                });
            let items: Vec<HandleItem> = items.collect();
            let all = (0..items.len()).collect();
            Handle::new("coins", all, Grip::Set { before, items })
        }
        Shape::Points { points, .. } => {
            let all = (0..points.len()).collect();
            Handle::new("coins", all, Grip::Listed { before })
        }
        _ => return Vec::new(),
    };
    vec![Handle { player, ..handle }]
}

/// Moves that differ only in their last argument.
struct Group {
    player: Option<Player>,
    before: String,
    last: Vec<Arg>,
    cells: Vec<usize>,
}

impl Group {
    fn handle(mut self) -> Handle {
        self.cells.sort_unstable();
        self.cells.dedup();
        let before = self.before;
        let numbers = self.last.iter().map(|arg| match arg {
            Arg::Number(number) => Some(*number),
            _ => None,
        });
        // Only numbers form a run.
        let mut numbers: Vec<u128> = numbers.collect::<Option<_>>().unwrap_or_default();
        numbers.sort_unstable();
        let runs_from =
            |least: u128| !numbers.is_empty() && (least..).zip(&numbers).all(|(a, b)| a == *b);
        let grip = if self.last.is_empty() {
            Grip::Move {
                text: before.clone(),
            }
        } else if before.ends_with("by ") && runs_from(1) {
            let most = numbers.len().to_string();
            Grip::Amount {
                before: before.clone(),
                most,
            }
        } else if before.ends_with("to ") && runs_from(0) {
            let below = numbers.len().to_string();
            Grip::Below {
                before: before.clone(),
                below,
            }
        } else {
            Grip::Listed {
                before: before.clone(),
            }
        };
        let handle = Handle::new(label(&before), self.cells, grip);
        Handle {
            player: self.player,
            ..handle
        }
    }
}

/// Returns the label of a handle: the text before the amount, without the preposition.
fn label(before: &str) -> String {
    let words = before.trim_end();
    let stripped = [" by", " to", " into"]
        .iter()
        .find_map(|end| words.strip_suffix(end));
    stripped.unwrap_or(words).to_string()
}

/// Splits a move into the text before its last argument and that argument; the whole text if it ends with a word.
fn split(mv: &Move) -> (String, Option<&Arg>) {
    let text = mv.to_string();
    let ends_with_hole = pieces(mv.form()).last().is_some_and(|piece| {
        matches!(
            piece,
            Piece::Hole("amount" | "number" | "ordinal" | "point" | "heaps")
        )
    });
    match mv.args().last() {
        Some(last) if ends_with_hole && mv.args().len() > 1 => {
            let form = mv.form();
            let open = form.rfind('{').unwrap_or(form.len());
            let before = Move::new(
                &form[..open],
                mv.args()[..mv.args().len() - 1].iter().cloned(),
            );
            (before.to_string(), Some(last))
        }
        Some(last) if ends_with_hole && pieces(mv.form()).count() > 1 => {
            let form = mv.form();
            let open = form.rfind('{').unwrap_or(form.len());
            (form[..open].to_string(), Some(last))
        }
        _ => (text, None),
    }
}

fn is_of_cells(mv: &Move) -> bool {
    matches!(mv.form(), "{cells}" | "{places}")
}

/// Returns the handles of moves that are sets of cells, one for each player.
fn cell_sets(shape: &Shape, listed: &[(Option<Player>, Move)]) -> Vec<Handle> {
    let Shape::Board(board) = shape else {
        return Vec::new();
    };
    let players = [None, Some(Player::Left), Some(Player::Right)].into_iter();
    let handle = |player: Option<Player>| {
        let own = listed
            .iter()
            .filter(|(other, mv)| *other == player && is_of_cells(mv));
        let mut cells: Vec<usize> = own.flat_map(|(_, mv)| shape.cells_of(mv)).collect();
        cells.sort_unstable();
        cells.dedup();
        (!cells.is_empty()).then(|| cell_set(board, player, cells))
    };
    players.filter_map(handle).collect()
}

/// Returns the handle for sets of some cells of a board.
fn cell_set(board: &Board, player: Option<Player>, cells: Vec<usize>) -> Handle {
    let items = cells.iter().map(|&cell| {
        let (column, row) = board.cells[cell].0;
        let text = format!("{}{}", column_label(column), row + 1);
        HandleItem {
            label: format!("{} {text}", board.noun),
            text,
            cells: vec![cell],
        }
    });
    let items: Vec<HandleItem> = items.collect();
    let before = String::new();
    let handle = Handle::new(
        format!("{}s", board.noun),
        cells,
        Grip::Set { before, items },
    );
    Handle { player, ..handle }
}

/// Returns handles for positions with too many moves to list: each place with all its amounts.
fn by_forms(
    shape: &Shape,
    forms: &[&'static str],
    owner: &dyn Fn(&Move) -> Option<Player>,
) -> Vec<Handle> {
    let Some(sizes) = shape.sizes() else {
        return Vec::new();
    };
    let mut handles = Vec::new();
    for &form in forms {
        let holes: Vec<&str> = pieces(form).filter_map(Piece::hole).collect();
        let noun = form.split_whitespace().next().unwrap_or(form);
        let held = |ending, place| by_form((shape, &sizes), (form, ending), place, owner);
        match holes[..] {
            [ending @ ("amount" | "amounts")] => handles.extend(held(ending, None)),
            [
                "place",
                ending @ ("amount" | "amounts" | "number" | "ordinal"),
            ] => {
                // Without such places there are no handles.
                let places = 0..shape.count(noun).unwrap_or(0);
                handles.extend(places.filter_map(|place| held(ending, Some((noun, place)))));
            }
            _ => {}
        }
    }
    handles
}

/// Returns the handle of a place, or of all places together, for a form that ends with this hole.
fn by_form(
    (shape, sizes): (&Shape, &[Option<u128>]),
    (form, ending): (&'static str, &str),
    place: Option<(&str, usize)>,
    owner: &dyn Fn(&Move) -> Option<Player>,
) -> Option<Handle> {
    let arg = || place.map(|(_, place)| Arg::Place(place));
    let before = Move::new(&form[..form.rfind('{')?], arg()).to_string();
    let cells = match place {
        Some((noun, place)) => shape.cells_at(noun, place),
        None => (0..sizes.len()).collect(),
    };
    let grip = match (ending, place, shape) {
        // A move replaces a transfinite heap by any smaller ordinal.
        ("ordinal", Some((_, place)), Shape::Heaps { sizes: own, .. })
            if sizes[place].is_none() =>
        {
            Grip::Below {
                before: before.clone(),
                below: own[place].to_string(),
            }
        }
        ("ordinal", ..) => return None,
        ("amounts", ..) => Grip::Amounts {
            before: before.clone(),
            most: (cells.iter())
                .map(|&cell| sizes[cell].unwrap_or(u128::MAX).to_string())
                .collect(),
        },
        _ => {
            let most = least(sizes, &cells).filter(|&most| most > 0)?.to_string();
            match ending {
                "amount" => Grip::Amount {
                    before: before.clone(),
                    most,
                },
                _ => Grip::Below {
                    before: before.clone(),
                    below: most,
                },
            }
        }
    };
    let least = Move::new(form, arg().into_iter().chain([Arg::Number(1)]));
    Some(Handle {
        player: owner(&least),
        ..Handle::new(label(&before), cells, grip)
    })
}
