//! Scans all positions of a game, as sums.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_engines::classes::{Note, Notes, Scan};
use nimfield_games::partitions::rnim::Rnim;
use nimfield_games::partitions::walking::Walking;
use nimfield_games::wythoff::Wythoff;

use nimfield::Sum;
use nimfield::Term;
use nimfield::by_size::PositionsBySize;

use super::error::ClassifyError;
use super::levels::{Levels, multisets};
use super::report::{Report, Scope};
use super::walks;

/// Finds the classes of a game from its positions, or their sums, level by level.
///
/// # Errors
/// If the game is partizan, the scope does not fit it, a position cannot be read, or the budget is too small.
pub fn classify(
    positions: &PositionsBySize,
    scope: Scope,
    budget: &Budget,
) -> Result<Report, ClassifyError> {
    let sample = positions.sample()?;
    let game = positions.game();
    let [term] = sample.components() else {
        return Err(ClassifyError::Partizan(game.to_string()));
    };
    if !sample.is_impartial() {
        return Err(ClassifyError::Partizan(game.to_string()));
    }
    let levels = Levels::of(positions, term);
    levels.allow(scope)?;
    let walking: Option<&Walking> = term.as_any().and_then(|any| any.downcast_ref());
    if let Some(walking) = walking.filter(|_| !scope.sums) {
        return walks::classify(walking.walker, scope, budget);
    }
    let show = |position: &Position| match position.text.is_empty() {
        true => "the empty sum".to_string(),
        false => position.text.to_string(),
    };
    // Sums omit this position, the first of level 0.
    let mut empty = None;
    if scope.sums {
        levels.each(scope.grading, 0, &mut |sum| {
            empty.get_or_insert(sum.to_string());
            Ok(())
        })?;
    }
    let position = |terms: &[Term]| Position::of(terms, empty.as_deref());
    let options = |of: &Position, out: &mut Vec<Position>| options(of, position, out);
    let mut scan = Scan::new(ByText::default(), options, budget);
    let single = match scope.sums {
        true => levels.single(scope, budget)?,
        false => Vec::new(),
    };
    for grade in 0..=scope.up_to {
        let mut look = |terms: &[Term]| Ok(scan.look(grade, position(terms))?);
        match scope.sums {
            true => multisets(&single, grade, &mut Vec::new(), &mut look)?,
            false => levels.each(scope.grading, grade, &mut |sum| look(sum.components()))?,
        }
    }
    Ok(Report::new(
        levels.game(),
        levels.words(),
        scope,
        &scan,
        show,
    ))
}

/// A position of the game, or a sum of such positions.
#[derive(Clone)]
struct Position {
    /// The identity of the position is its text.
    text: Arc<str>,
    sum: Sum,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.text == other.text
    }
}

impl Position {
    /// Returns the representative of all positions that differ only in the order of heaps or sides. Summands are sorted
    /// as well, without those that print as `empty`.
    fn of(terms: &[Term], empty: Option<&str>) -> Position {
        let terms = terms.iter().map(in_order);
        let mut terms: Vec<(String, Term)> = terms.map(|term| (term.to_string(), term)).collect();
        if let Some(empty) = empty {
            terms.retain(|(text, _)| text != empty);
            terms.sort_by(|(one, _), (other, _)| small_first(one, other));
        }
        let texts: Vec<&str> = terms.iter().map(|(text, _)| text.as_str()).collect();
        Position {
            text: texts.join(" + ").into(),
            sum: Sum::new(terms.into_iter().map(|(_, term)| term).collect(), None),
        }
    }
}

/// Compares texts so that small numbers come first.
fn small_first(one: &str, other: &str) -> Ordering {
    (one.len(), one).cmp(&(other.len(), other))
}

/// Sorts numbers whose order does not matter but shows in print.
fn in_order(term: &Term) -> Term {
    let any = term.as_any();
    if let Some(&Wythoff([a, b])) = any.and_then(|any| any.downcast_ref()) {
        return Term::impartial(Wythoff([a.min(b), a.max(b)]));
    }
    let Some(rnim) = any.and_then(|any| any.downcast_ref::<Rnim>()) else {
        return term.clone();
    };
    // All boxes with a side of 0 are equal.
    let mut sides = match rnim.is_over() {
        true => vec![0],
        false => rnim.sides().to_vec(),
    };
    sides.sort_unstable();
    sides.reverse();
    Rnim::new(sides).map_or_else(|| term.clone(), Term::impartial)
}

/// Appends the options of a position, each once.
///
/// # Errors
/// If the game refuses a move that it lists.
fn options(
    of: &Position,
    position: impl Fn(&[Term]) -> Position,
    out: &mut Vec<Position>,
) -> Result<(), String> {
    for mv in of.sum.moves() {
        out.push(position(of.sum.after(&mv)?.components()));
    }
    out.sort_by(|one, other| small_first(&one.text, &other.text));
    out.dedup();
    Ok(())
}

/// Notes by text, with the bytes of the texts.
#[derive(Default)]
struct ByText {
    notes: HashMap<Arc<str>, Note>,
    bytes: u64,
}

/// Bytes per text besides its characters: its pointer, its note, a byte of the table, and room to grow.
const BESIDE: u64 = 3 * (size_of::<(Arc<str>, Note)>() as u64 + 1) + 32;

impl Notes<Position> for ByText {
    fn get(&self, position: &Position) -> Option<Note> {
        self.notes.get(&position.text).copied()
    }

    fn set(&mut self, position: Position, note: Note) {
        self.bytes += position.text.len() as u64 + BESIDE;
        self.notes.insert(position.text, note);
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}
