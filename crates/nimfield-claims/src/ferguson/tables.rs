//! Tables of matrix nim, computed by engines that know only the rules.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::Arc;

use short_game::{Arena, Dyadic, Game, Named};

use crate::brute_force::wins_by;
use crate::cases::ByVector;
use crate::claim::{Bounds, Case, CheckError, Counterexample, Plain, Sizes, by, other_outcome};
use nimfield_core::prelude::*;
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::sieve::OutcomeTable;

/// Measures matrices in the way of most claims on them.
pub(crate) const fn by_entry(bounds: Bounds) -> Sizes {
    by("greatest entry", bounds)
}

/// Returns a matrix of the impartial game in notation.
pub(crate) fn matrix(columns: usize, entries: &[u32]) -> impl Display {
    text("matrix", columns, entries)
}

/// Returns a matrix of the partizan game in notation.
pub(crate) fn partizan(columns: usize, entries: &[u32]) -> impl Display {
    text("matrix-partizan", columns, entries)
}

/// Returns a matrix of any game in notation, which is only formatted when needed.
pub(crate) fn text(game: &str, columns: usize, entries: &[u32]) -> impl Display {
    fmt::from_fn(move |f| {
        let rows = entries
            .chunks(columns)
            .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        write!(f, "{game}[{}]", rows.collect::<Vec<_>>().join("; "))
    })
}

/// Computes the P-positions of matrix nim with entries up to a size, by the sieve.
pub(crate) const fn outcomes(
    rows: usize,
    columns: usize,
    play: Play,
) -> impl Fn(u32, &Budget) -> Result<OutcomeTable, CheckError> + Plain {
    move |size: u32, budget: &Budget| sieve(&rays(rows, columns)?, play, size, budget)
}

/// Computes the P-positions with numbers up to `size` of any game in which a move lowers some numbers equally.
pub(crate) fn sieve(
    game: &RayGame,
    play: Play,
    size: u32,
    budget: &Budget,
) -> Result<OutcomeTable, CheckError> {
    let bounds = vec![size + 1; game.piles()];
    // A table is a step of a check, not a separate job.
    let quiet = budget.clone().progress(|_| {});
    Ok(OutcomeTable::sieve(game, play, &bounds, &quiet)?)
}

/// Computes the Grundy values of matrix nim with entries up to a size, by the table engine.
pub(crate) const fn values(
    rows: usize,
    columns: usize,
) -> impl Fn(u32, &Budget) -> Result<GrundyTable, CheckError> + Plain {
    move |size: u32, budget: &Budget| {
        let bounds = vec![size + 1; rows * columns];
        let game = rays(rows, columns)?;
        let quiet = budget.clone().progress(|_| {});
        Ok(GrundyTable::compute(&game, Play::Normal, &bounds, &quiet)?)
    }
}

fn rays(rows: usize, columns: usize) -> Result<RayGame, CheckError> {
    RayGame::matrix(rows, columns).map_err(CheckError::too_large)
}

/// Returns whether a position of a table is a P-position.
pub(crate) fn is_p_of(table: &OutcomeTable, entries: &[u32]) -> bool {
    table.is_p(entries).expect("entries up to the size")
}

/// Returns the value of a position of a table.
pub(crate) fn value_of(table: &GrundyTable, entries: &[u32]) -> u32 {
    table.value(entries).expect("entries up to the size")
}

/// Returns the claim that a matrix is a P-position of the impartial game, or that it is not one.
pub(crate) fn expect(
    table: &OutcomeTable,
    columns: usize,
    play: Play,
    entries: &[u32],
    is_p: bool,
) -> Case {
    let found = is_p_of(table, entries);
    Case::is_p(matrix(columns, entries), play, is_p, found)
}

/// Returns the cells of each column of a matrix, where Left moves, and of each row, where Right moves.
pub(crate) fn lines(rows: usize, columns: usize) -> [Vec<Vec<usize>>; 2] {
    let column = |at: usize| (0..rows).map(|row| row * columns + at).collect();
    let row = |at: usize| (0..columns).map(|column| at * columns + column).collect();
    [
        (0..columns).map(column).collect(),
        (0..rows).map(row).collect(),
    ]
}

/// Returns the matrices after a move in one of these lines.
pub(crate) fn moves<'a>(
    entries: &'a [u32],
    lines: &'a [Vec<usize>],
) -> impl Iterator<Item = Vec<u32>> + 'a {
    lines.iter().flat_map(move |line| {
        let most = line.iter().map(|&cell| entries[cell]).min().unwrap_or(0);
        (1..=most).map(move |k| {
            let mut after = entries.to_vec();
            line.iter().for_each(|&cell| after[cell] -= k);
            after
        })
    })
}

/// Computes the winners of all 3x3 positions of partizan matrix nim with entries up to a size, for Left and for Right
/// beginning, move by move.
pub(crate) fn winners(size: u32, budget: &Budget) -> Result<ByVector<[bool; 2]>, CheckError> {
    let lines = lines(3, 3);
    ByVector::<[bool; 2]>::new(size, budget, |wins, entries: [u32; 9]| {
        Ok([0, 1].map(|side| {
            let after = moves(&entries, &lines[side]);
            wins_by(Play::Normal, after.map(|after| wins(&after)[1 - side]))
        }))
    })
}

/// Canonical forms of matrices of one shape, computed option by option on demand. In the impartial game they are
/// nimbers.
pub(crate) struct Forms<'a> {
    arena: &'a Arena,
    lines: [Vec<Vec<usize>>; 2],
    known: HashMap<Vec<u32>, Game>,
}

impl Forms<'_> {
    pub(crate) fn new([rows, columns]: [usize; 2], is_partizan: bool, arena: &Arena) -> Forms<'_> {
        let mut lines = lines(rows, columns);
        if !is_partizan {
            let all = lines.concat();
            lines = [all.clone(), all];
        }
        Forms {
            arena,
            lines,
            known: HashMap::new(),
        }
    }

    /// Returns the value of a matrix, entries row by row.
    pub(crate) fn of(&mut self, entries: &[u32], budget: &Budget) -> Result<Game, CheckError> {
        if let Some(&known) = self.known.get(entries) {
            return Ok(known);
        }
        let done = self.known.len() as u64;
        budget.check(0).map_err(|limit| limit.after(done))?;
        let after = [0, 1].map(|side| moves(entries, &self.lines[side]).collect::<Vec<_>>());
        let mut sides = [Vec::new(), Vec::new()];
        for (side, after) in sides.iter_mut().zip(&after) {
            for after in after {
                side.push(self.of(after, budget)?);
            }
        }
        let value = self.arena.game(&sides[0], &sides[1])?;
        self.known.insert(entries.to_vec(), value);
        Ok(value)
    }
}

/// The canonical forms of all 2x2 positions of partizan matrix nim with entries up to `size`.
pub(crate) struct Partizan2x2 {
    pub(crate) arena: Arc<Arena>,
    values: ByVector<Game>,
}

impl Partizan2x2 {
    /// Computes the values option by option according to the rules.
    pub(crate) fn new(size: u32, budget: &Budget) -> Result<Partizan2x2, CheckError> {
        let arena = Arc::new(Arena::new());
        let lines = lines(2, 2);
        let values = ByVector::new(size, budget, |values, entries: [u32; 4]| {
            let [left, right] = [0, 1].map(|side| {
                let after = moves(&entries, &lines[side]);
                after.map(|after| values(&after)).collect::<Vec<_>>()
            });
            Ok(arena.game(&left, &right)?)
        })?;
        Ok(Partizan2x2 { arena, values })
    }

    /// Returns the value of (a b; c d).
    pub(crate) fn at(&self, entries: [u32; 4]) -> Game {
        self.values.at(&entries)
    }

    /// Returns the outcome of (a b; c d).
    pub(crate) fn outcome(&self, entries: [u32; 4]) -> Outcome {
        outcome(&self.arena, self.at(entries))
    }

    /// Returns the claim that (a b; c d) has this outcome.
    pub(crate) fn expect(&self, entries: [u32; 4], claimed: Outcome) -> Case {
        self.holds(self.outcome(entries) == claimed, entries, claimed)
    }

    /// Returns the case of a claim about (a b; c d), stated in words, which holds or fails.
    pub(crate) fn holds(&self, holds: bool, entries: [u32; 4], claimed: impl Display) -> Case {
        Case::of(holds, || {
            let found = self.outcome(entries);
            other_outcome(partizan(2, &entries), Play::Normal, claimed, found)
        })
    }

    pub(crate) fn is_number(&self, value: Game) -> bool {
        self.arena.to_number(value).is_some()
    }

    pub(crate) fn is_nimber(&self, value: Game) -> bool {
        matches!(self.arena.named(value), Some(Named::NumberUpStar { number, ups: 0, .. }) if number == Dyadic::integer(0))
    }

    /// Returns whether the value is {x|y} with numbers x > y.
    pub(crate) fn is_switch(&self, value: Game) -> Result<bool, CheckError> {
        let (left, right) = self.arena.options(value)?;
        let of_numbers = matches!((&left[..], &right[..]), (&[l], &[r]) if self.is_number(l) && self.is_number(r));
        Ok(of_numbers && self.is_hot(value))
    }

    /// Returns whether the left stop exceeds the right one.
    pub(crate) fn is_hot(&self, value: Game) -> bool {
        self.arena.right_stop(value) < self.arena.left_stop(value)
    }
}

/// Returns the outcome of a value.
fn outcome(arena: &Arena, value: Game) -> Outcome {
    match arena.outcome(value).expect("the arena has no limits") {
        short_game::Outcome::Left => Outcome::L,
        short_game::Outcome::Right => Outcome::R,
        short_game::Outcome::Previous => Outcome::P,
        short_game::Outcome::Next => Outcome::N,
    }
}

/// Returns the claim that a sum, in notation, has value 0 because these two values are equal.
pub(crate) fn is_zero(
    arena: &Arena,
    sum: impl Display,
    [value, other]: [Game; 2],
) -> Result<Case, CheckError> {
    if value == other {
        return Ok(Case::Holds);
    }
    let counterexample = other_sum(arena, sum, "0", arena.sub(value, other)?);
    Ok(Case::fails(counterexample))
}

/// Returns the counterexample of a sum, in notation, whose value is this one and not the claimed one.
pub(crate) fn other_sum(
    arena: &Arena,
    sum: impl Display,
    claimed: impl Display,
    value: Game,
) -> Counterexample {
    let found = outcome(arena, value);
    Counterexample {
        found: format!("outcome {found}"),
        ..other_outcome(sum, Play::Normal, claimed, found)
    }
}
