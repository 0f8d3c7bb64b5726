//! What checks ask: cases by number, and tables made by engines that know the rules only.

use std::sync::Arc;

use short_game::{Arena, Game};

use super::certificate::LARGEST_TREE;
use super::twin::{self, Verdict};
use super::{Case, CheckError, Counterexample, Fact, Level};
use nimfield_core::budget::{Budget, Limit, Unfinished};
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::Play;
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::sieve::OutcomeTable;

/// How many vectors of `length` entries up to `size` there are.
///
/// # Errors
/// If they cannot be numbered.
pub(super) fn vectors(length: u32, size: u32) -> Result<u64, CheckError> {
    (u64::from(size) + 1)
        .checked_pow(length)
        .ok_or_else(|| CheckError::TooLarge(format!("size {size} has more than 2^64 cases")))
}

/// The vector with this number, if its greatest entry is exactly `size`; those with smaller entries
/// only belong to smaller sizes.
pub(super) fn vector<const LENGTH: usize>(mut number: u64, size: u32) -> Option<[u32; LENGTH]> {
    let base = u64::from(size) + 1;
    let mut entries = [0; LENGTH];
    for entry in entries.iter_mut().rev() {
        *entry = (number % base) as u32;
        number /= base;
    }
    (LENGTH == 0 || entries.contains(&size)).then_some(entries)
}

/// The check of every vector whose greatest entry is exactly `size`.
pub(super) fn over_vectors<const LENGTH: usize>(
    size: u32,
    check: impl Fn([u32; LENGTH]) -> Case + Send + Sync + 'static,
) -> Result<Level, CheckError> {
    Ok(Level::new(
        vectors(LENGTH as u32, size)?,
        move |number| match vector(number, size) {
            Some(entries) => check(entries),
            None => Case::Outside,
        },
    ))
}

/// A table over all sets of so many things, by their bits: the entry of each set from those of all sets
/// with smaller numbers.
pub(super) fn over_sets<T>(
    things: u32,
    budget: &Budget,
    entry: impl Fn(u64, &[T]) -> T,
) -> Result<Vec<T>, CheckError> {
    too_large(things, 28)?;
    let sets = 1u64 << things;
    let stopped = |limit, done| Unfinished {
        limit,
        done,
        total: Some(sets),
    };
    let bytes = sets * size_of::<T>() as u64;
    budget.fits(bytes).map_err(|limit| stopped(limit, 0))?;
    let mut entries = Vec::new();
    for set in 0..sets {
        if set % (1 << 12) == 0 {
            budget.check(0).map_err(|limit| stopped(limit, set))?;
        }
        entries.push(entry(set, &entries));
    }
    Ok(entries)
}

/// Refuses sizes past what a check reaches.
pub(super) fn too_large(size: u32, most: u32) -> Result<(), CheckError> {
    match size > most {
        true => Err(CheckError::TooLarge(format!(
            "size {size} is past {most}, which this check reaches"
        ))),
        false => Ok(()),
    }
}

/// A counterexample in which no position is decisive.
pub(super) fn plain(case: impl Into<String>, claimed: &str, found: &str) -> Counterexample {
    Counterexample {
        case: case.into(),
        claimed: claimed.to_string(),
        found: found.to_string(),
        facts: Vec::new(),
    }
}

pub(super) fn fact(position: &str, play: Play, verdict: Verdict) -> Fact {
    Fact {
        position: position.to_string(),
        play,
        verdict,
    }
}

/// A position whose value and misère Grundy number are not what is claimed.
pub(super) fn differs(
    position: impl Into<String>,
    claimed: &str,
    [normal, misere]: [u32; 2],
) -> Counterexample {
    let position = position.into();
    let facts = [(Play::Normal, normal), (Play::Misere, misere)];
    let facts = facts.map(|(play, value)| fact(&position, play, Verdict::Value(value.into())));
    Counterexample {
        claimed: claimed.to_string(),
        found: format!("value {normal}, in misere play {misere}"),
        facts: facts.into(),
        case: position,
    }
}

/// The value and misère Grundy number of a position by recursion over the rules; numbers that nothing
/// has if that is out of reach.
pub(super) fn by_rules(position: &str) -> [u32; 2] {
    [Play::Normal, Play::Misere].map(|play| {
        let tree = twin::tree(position, play, LARGEST_TREE).ok();
        let value = tree.and_then(|tree| tree.last()?.value);
        value.map_or(u32::MAX, |value| value as u32)
    })
}

/// The values of a position as facts.
pub(super) fn facts_by_rules(position: &str) -> Vec<Fact> {
    differs(position, "", by_rules(position)).facts
}

/// The claim that one position is an option of another.
pub(super) fn is_move(from: &str, to: &str) -> Case {
    let printed = nimfield::read(to).map(|sum| sum.to_string());
    let holds = match (twin::options(from), printed) {
        (Ok([options, _]), Ok(to)) => options.contains(&to),
        _ => false,
    };
    Case::of(holds, || Counterexample {
        case: from.to_string(),
        claimed: format!("an option {to}"),
        found: "there is no such move".to_string(),
        facts: facts_by_rules(from),
    })
}

/// The P-positions of matrix nim with entries up to `size`, by the sieve.
pub(super) fn outcomes(
    rows: usize,
    columns: usize,
    play: Play,
    size: u32,
    budget: &Budget,
) -> Result<OutcomeTable, CheckError> {
    let bounds = vec![size + 1; rows * columns];
    Ok(OutcomeTable::sieve(
        &matrix(rows, columns)?,
        play,
        &bounds,
        &quiet(budget),
    )?)
}

/// The Grundy values of matrix nim with entries up to `size`, by the table engine.
pub(super) fn values(
    rows: usize,
    columns: usize,
    size: u32,
    budget: &Budget,
) -> Result<GrundyTable, CheckError> {
    let bounds = vec![size + 1; rows * columns];
    Ok(GrundyTable::compute(
        &matrix(rows, columns)?,
        Play::Normal,
        &bounds,
        &quiet(budget),
    )?)
}

fn matrix(rows: usize, columns: usize) -> Result<RayGame, CheckError> {
    RayGame::matrix(rows, columns).map_err(|error| CheckError::TooLarge(error.to_string()))
}

/// The budget without its callback: a table is a step of a check, not a job of its own.
fn quiet(budget: &Budget) -> Budget {
    budget.clone().progress(|_| {})
}

/// Canonical forms of all 2x2 positions of partizan matrix nim with entries up to `size`.
pub(super) struct Partizan2x2 {
    pub(super) arena: Arc<Arena>,
    values: Vec<Game>,
    size: u32,
}

impl Partizan2x2 {
    /// Option by option, as the rules say.
    pub(super) fn new(size: u32, budget: &Budget) -> Result<Partizan2x2, CheckError> {
        let cases = vectors(4, size)?;
        let bytes = cases.saturating_mul(4);
        let stop = |limit: Limit, done: u64| {
            CheckError::Unfinished(Unfinished {
                limit,
                done,
                total: Some(cases),
            })
        };
        budget.fits(bytes).map_err(|limit| stop(limit, 0))?;
        let arena = Arc::new(Arena::new());
        let mut table = Partizan2x2 {
            arena,
            values: Vec::new(),
            size,
        };
        for number in 0..cases {
            let base = u64::from(size) + 1;
            let entry = |i: u32| (number / base.pow(3 - i) % base) as u32;
            let [a, b, c, d] = [entry(0), entry(1), entry(2), entry(3)];
            let left = (1..=a.min(c)).map(|k| table.at([a - k, b, c - k, d]));
            let left = left.chain((1..=b.min(d)).map(|k| table.at([a, b - k, c, d - k])));
            let right = (1..=a.min(b)).map(|k| table.at([a - k, b - k, c, d]));
            let right = right.chain((1..=c.min(d)).map(|k| table.at([a, b, c - k, d - k])));
            let (left, right) = (left.collect::<Vec<_>>(), right.collect::<Vec<_>>());
            let value = table.arena.game(&left, &right);
            table
                .values
                .push(value.map_err(|error| CheckError::TooLarge(error.to_string()))?);
            if number % 256 == 0 {
                budget.check(0).map_err(|limit| stop(limit, number))?;
            }
        }
        Ok(table)
    }

    /// The value of (a b; c d).
    pub(super) fn at(&self, entries: [u32; 4]) -> Game {
        let base = self.size as usize + 1;
        let index = entries
            .into_iter()
            .fold(0, |index, entry| index * base + entry as usize);
        self.values[index]
    }
}

/// A matrix in notation.
pub(super) fn text(game: &str, columns: usize, entries: &[u32]) -> String {
    let rows = entries.chunks(columns).map(|row| {
        let row: Vec<String> = row.iter().map(u32::to_string).collect();
        row.join(" ")
    });
    format!("{game}[{}]", rows.collect::<Vec<_>>().join("; "))
}
