//! Tables of matrix nim, made by engines that know the rules only.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;

use short_game::{Arena, Dyadic, Game, Named};

use crate::brute_force::{outcome as outcome_of, wins_by};
use crate::cases::{entries, vectors};
use crate::claim::{Case, CheckError, Counterexample, other_outcome};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::{Outcome, Play};
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::sieve::OutcomeTable;

/// Returns a matrix of the impartial game in notation.
pub(crate) fn matrix(columns: usize, entries: &[u32]) -> String {
    text("matrix", columns, entries)
}

/// Returns a matrix of the partizan game in notation.
pub(crate) fn partizan(columns: usize, entries: &[u32]) -> String {
    text("matrix-partizan", columns, entries)
}

fn text(game: &str, columns: usize, entries: &[u32]) -> String {
    let rows = entries.chunks(columns).map(|row| {
        let row: Vec<String> = row.iter().map(u32::to_string).collect();
        row.join(" ")
    });
    format!("{game}[{}]", rows.collect::<Vec<_>>().join("; "))
}

/// Computes the P-positions of matrix nim with entries up to `size`, by the sieve.
pub(crate) fn outcomes(
    [rows, columns]: [usize; 2],
    play: Play,
    size: u32,
    budget: &Budget,
) -> Result<OutcomeTable, CheckError> {
    sieve(&rays(rows, columns)?, play, size, budget)
}

/// Computes the P-positions with numbers up to `size` of any game in which a move lowers numbers alike.
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

/// Computes the Grundy values of matrix nim with entries up to `size`, by the table engine.
pub(crate) fn values(
    [rows, columns]: [usize; 2],
    size: u32,
    budget: &Budget,
) -> Result<GrundyTable, CheckError> {
    let bounds = vec![size + 1; rows * columns];
    let game = rays(rows, columns)?;
    let quiet = budget.clone().progress(|_| {});
    Ok(GrundyTable::compute(&game, Play::Normal, &bounds, &quiet)?)
}

fn rays(rows: usize, columns: usize) -> Result<RayGame, CheckError> {
    RayGame::matrix(rows, columns).map_err(CheckError::too_large)
}

/// Returns the claim that a matrix is a P-position of the impartial game, or that it is not one.
pub(crate) fn expect(
    table: &OutcomeTable,
    columns: usize,
    play: Play,
    entries: &[u32],
    is_p: bool,
) -> Case {
    let found = table.is_p(entries) == Some(true);
    Case::of(is_p == found, || {
        let claimed = Outcome::impartial(is_p);
        other_outcome(
            matrix(columns, entries),
            play,
            claimed,
            Outcome::impartial(found),
        )
    })
}

/// Returns the cells of each column of a matrix, which is Left's, and of each row, which is Right's.
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

/// Returns the number of a matrix among those with entries up to `size`.
fn number(entries: &[u32], size: u32) -> usize {
    let digits = entries.iter().map(|&entry| entry as usize);
    digits.fold(0, |number, digit| number * (size as usize + 1) + digit)
}

/// Computes what a table has for every matrix with `CELLS` entries up to `size`, from what it has for the smaller
/// ones.
fn filled<const CELLS: usize, T>(
    size: u32,
    budget: &Budget,
    mut entry: impl FnMut(&[T], [u32; CELLS]) -> Result<T, CheckError>,
) -> Result<Vec<T>, CheckError> {
    let count = vectors(CELLS as u32, size)?;
    let stopped = |limit, done| Unfinished {
        limit,
        done,
        total: Some(count),
    };
    let bytes = count.saturating_mul(size_of::<T>() as u64);
    budget.fits(bytes).map_err(|limit| stopped(limit, 0))?;
    let mut table = Vec::new();
    for number in 0..count {
        if number % 256 == 0 {
            budget.check(0).map_err(|limit| stopped(limit, number))?;
        }
        let entry = entry(&table, entries(number, size))?;
        table.push(entry);
    }
    Ok(table)
}

/// Who wins all positions of partizan matrix nim with entries up to a size, move by move.
pub(crate) struct PartizanOutcomes {
    columns: usize,
    size: u32,
    wins: Vec<[bool; 2]>,
}

impl PartizanOutcomes {
    /// Prepares the outcomes of matrices with `CELLS` entries.
    pub(crate) fn new<const CELLS: usize>(
        columns: usize,
        size: u32,
        budget: &Budget,
    ) -> Result<PartizanOutcomes, CheckError> {
        let lines = lines(CELLS / columns, columns);
        let wins = filled(size, budget, |wins: &[[bool; 2]], entries: [u32; CELLS]| {
            Ok([0, 1].map(|side| {
                let after = moves(&entries, &lines[side]);
                let opponent = after.map(|after| wins[number(&after, size)][1 - side]);
                wins_by(Play::Normal, opponent)
            }))
        })?;
        Ok(PartizanOutcomes {
            columns,
            size,
            wins,
        })
    }

    /// Returns the claim that a matrix is a P-position, or that it is not one.
    pub(crate) fn expect_p(&self, entries: &[u32], is_p: bool) -> Case {
        let found = outcome_of(self.wins[number(entries, self.size)]);
        Case::of((found == Outcome::P) == is_p, || {
            let claimed = if is_p { "P" } else { "not P" };
            other_outcome(
                partizan(self.columns, entries),
                Play::Normal,
                claimed,
                found,
            )
        })
    }
}

/// Canonical forms of matrices of one shape, option by option, as they are asked for. Those of the
/// impartial game are nimbers.
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
        budget.check(0).map_err(|limit| Unfinished {
            limit,
            done: self.known.len() as u64,
            total: None,
        })?;
        let after = [0, 1].map(|side| moves(entries, &self.lines[side]).collect::<Vec<_>>());
        let mut sides = [Vec::new(), Vec::new()];
        for (side, after) in sides.iter_mut().zip(&after) {
            for after in after {
                side.push(self.of(after, budget)?);
            }
        }
        let value = self.arena.game(&sides[0], &sides[1]);
        let value = value.map_err(CheckError::too_large)?;
        self.known.insert(entries.to_vec(), value);
        Ok(value)
    }
}

/// Canonical forms of all 2x2 positions of partizan matrix nim with entries up to `size`.
pub(crate) struct Partizan2x2 {
    pub(crate) arena: Arc<Arena>,
    size: u32,
    values: Vec<Game>,
}

impl Partizan2x2 {
    /// Computes the values option by option, as the rules say.
    pub(crate) fn new(size: u32, budget: &Budget) -> Result<Partizan2x2, CheckError> {
        let arena = Arc::new(Arena::new());
        let lines = lines(2, 2);
        let values = filled(size, budget, |values: &[Game], entries: [u32; 4]| {
            let [left, right] = [0, 1].map(|side| {
                let after = moves(&entries, &lines[side]);
                after
                    .map(|after| values[number(&after, size)])
                    .collect::<Vec<_>>()
            });
            arena.game(&left, &right).map_err(CheckError::too_large)
        })?;
        Ok(Partizan2x2 {
            arena,
            size,
            values,
        })
    }

    /// Returns the value of (a b; c d).
    pub(crate) fn at(&self, entries: [u32; 4]) -> Game {
        self.values[number(&entries, self.size)]
    }

    /// Returns who wins (a b; c d).
    pub(crate) fn outcome(&self, entries: [u32; 4]) -> Outcome {
        outcome(&self.arena, self.at(entries))
    }

    /// Returns the claim that (a b; c d) has this outcome.
    pub(crate) fn expect(&self, entries: [u32; 4], claimed: Outcome) -> Case {
        self.holds(self.outcome(entries) == claimed, entries, claimed)
    }

    /// Returns a claim on (a b; c d), said in words, which holds or not.
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
    pub(crate) fn is_switch(&self, value: Game) -> bool {
        let of_numbers = match self.arena.options(value) {
            Ok((left, right)) => {
                matches!((&left[..], &right[..]), (&[l], &[r]) if self.is_number(l) && self.is_number(r))
            }
            Err(_) => false,
        };
        of_numbers && self.is_hot(value)
    }

    /// Returns whether the left stop exceeds the right one.
    pub(crate) fn is_hot(&self, value: Game) -> bool {
        self.arena.right_stop(value) < self.arena.left_stop(value)
    }
}

/// Returns who wins a value.
fn outcome(arena: &Arena, value: Game) -> Outcome {
    match arena.outcome(value) {
        Ok(short_game::Outcome::Left) => Outcome::L,
        Ok(short_game::Outcome::Right) => Outcome::R,
        Ok(short_game::Outcome::Previous) => Outcome::P,
        // An error cannot happen without limits; N is then as good as any.
        Ok(short_game::Outcome::Next) | Err(_) => Outcome::N,
    }
}

/// Returns the counterexample that a sum, in notation, has this value and not what is claimed.
pub(crate) fn other_sum(
    arena: &Arena,
    sum: String,
    claimed: impl Display,
    value: Game,
) -> Counterexample {
    let found = outcome(arena, value);
    Counterexample {
        found: format!("outcome {found}"),
        ..other_outcome(sum, Play::Normal, claimed, found)
    }
}
