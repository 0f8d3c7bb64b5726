//! Cases by number: vectors, sets, moves.

use crate::brute_force;
use crate::claim::{Case, Cases, CheckError, Counterexample, Evidence, plain};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::vectors::nth_vector;

/// Returns how many vectors of `length` entries up to `size` there are.
///
/// # Errors
/// If they cannot be numbered.
pub(crate) fn vectors(length: u32, size: u32) -> Result<u64, CheckError> {
    let count = (u64::from(size) + 1).checked_pow(length);
    count.ok_or_else(|| CheckError::TooLarge(format!("size {size} has more than 2^64 cases")))
}

/// Returns the vector with this number among those with entries up to `size`.
pub(crate) fn entries<const LENGTH: usize>(number: u64, size: u32) -> [u32; LENGTH] {
    let mut entries = [0; LENGTH];
    nth_vector(number, size, &mut entries);
    entries
}

/// Returns the vector with this number, if its greatest entry is exactly `size`; those with smaller entries only
/// belong to smaller sizes.
pub(crate) fn vector<const LENGTH: usize>(number: u64, size: u32) -> Option<[u32; LENGTH]> {
    let mut entries = [0; LENGTH];
    let greatest = nth_vector(number, size, &mut entries);
    (LENGTH == 0 || greatest == size).then_some(entries)
}

/// Returns the check of every vector whose greatest entry is exactly `size`.
pub(crate) fn over_vectors<const LENGTH: usize>(
    size: u32,
    check: impl Fn([u32; LENGTH]) -> Case + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    let count = vectors(LENGTH as u32, size)?;
    Ok(Cases::new(count, move |number| {
        vector(number, size).map_or(Case::Outside, &check)
    }))
}

/// Returns the check of every vector whose entries add up to `size`.
pub(crate) fn over_totals<const LENGTH: usize>(
    size: u32,
    check: impl Fn([u32; LENGTH]) -> Case + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    let count = vectors(LENGTH as u32, size)?;
    Ok(Cases::new(count, move |number| {
        let entries = entries(number, size);
        let total: u64 = entries.iter().map(|&entry| u64::from(entry)).sum();
        match total == u64::from(size) {
            true => check(entries),
            false => Case::Outside,
        }
    }))
}

/// Computes a table over all subsets of a set of this size, by their bits: the entry of each subset from those of all
/// sets with smaller numbers.
pub(crate) fn over_sets<T>(
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

/// Refuses sizes that are too large for a check.
pub(crate) fn too_large(size: u32, most: u32) -> Result<(), CheckError> {
    match size > most {
        true => Err(CheckError::TooLarge(format!(
            "size {size} is past {most}, which this check reaches"
        ))),
        false => Ok(()),
    }
}

/// Returns the claim that one position is an option of another.
pub(crate) fn is_move(from: &str, to: &str) -> Case {
    let printed = brute_force::printed(to);
    let holds = match (brute_force::options(from), printed) {
        (Ok([options, _]), Ok(to)) => options.contains(&to),
        _ => false,
    };
    Case::of(holds, || Counterexample {
        evidence: Evidence::pair(from, brute_force::pair(from)),
        ..plain(from, format!("an option {to}"), "there is no such move")
    })
}

/// Returns the claim that a sequence of positions is a play: each is followed by one of its options.
pub(crate) fn is_play(positions: &'static [&'static str]) -> Result<Cases, CheckError> {
    Ok(Cases::new(positions.len() as u64 - 1, move |number| {
        let at = number as usize;
        is_move(positions[at], positions[at + 1])
    }))
}
