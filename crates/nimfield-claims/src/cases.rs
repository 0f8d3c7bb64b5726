//! Numbered cases: vectors, sets, moves.

use crate::brute_force;
use crate::claim::{
    BySize, Case, Cases, CheckError, Evidence, Frame, IntoCase, ONCE, Plain, Sizes, plain,
};
use nimfield::read;
use nimfield_core::budget::{Budget, Limit};
use nimfield_core::vectors::nth_vector;

/// Returns the number of vectors of `length` entries up to `size`.
///
/// # Errors
/// Fails if there are too many to number.
pub(crate) fn vectors(length: u32, size: u32) -> Result<u64, CheckError> {
    let count = (u64::from(size) + 1).checked_pow(length);
    count.ok_or_else(|| CheckError::TooLarge(format!("size {size} has more than 2^64 cases")))
}

/// Returns the vector with this number, with entries up to `size`.
pub(crate) fn entries<const LENGTH: usize>(number: u64, size: u32) -> [u32; LENGTH] {
    let mut entries = [0; LENGTH];
    nth_vector(number, size, &mut entries);
    entries
}

/// Returns the vector with this number if its greatest entry is exactly `size`; the others belong to smaller sizes.
pub(crate) fn vector<const LENGTH: usize>(number: u64, size: u32) -> Option<[u32; LENGTH]> {
    let mut entries = [0; LENGTH];
    let greatest = nth_vector(number, size, &mut entries);
    (LENGTH == 0 || greatest == size).then_some(entries)
}

/// Checks the cases `0..count` of a claim whose cases have no size.
pub(crate) const fn numbered<C: IntoCase>(
    count: u64,
    check: impl Fn(usize) -> C + Plain,
) -> BySize<impl Frame> {
    ONCE.cases(move |_, _: &Budget| Ok(Cases::new(count, move |number| check(number as usize))))
}

/// Checks a case for each of these, in a claim whose cases have no size.
pub(crate) const fn each_of<T: Sync, C: IntoCase>(
    cases: &'static [T],
    check: impl Fn(&'static T) -> C + Plain,
) -> BySize<impl Frame> {
    numbered(cases.len() as u64, move |number| check(&cases[number]))
}

impl Sizes {
    /// Checks every vector whose greatest entry is exactly the size.
    pub(crate) const fn over_vectors<const LENGTH: usize, C: IntoCase>(
        self,
        check: impl Fn([u32; LENGTH]) -> C + Plain,
    ) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| vectors_of(size, check))
    }

    /// Checks every vector whose greatest entry is exactly the size, with data that is computed once for each size.
    pub(crate) const fn with<T: Send + Sync + 'static, const LENGTH: usize, C: IntoCase>(
        self,
        prepare: impl Fn(u32, &Budget) -> Result<T, CheckError> + Plain,
        check: impl Fn(&T, [u32; LENGTH]) -> C + Plain,
    ) -> BySize<impl Frame> {
        self.cases(move |size, budget: &Budget| {
            let known = prepare(size, budget)?;
            vectors_of(size, move |numbers| check(&known, numbers))
        })
    }
}

/// Returns the check of every vector whose greatest entry is exactly `size`.
pub(crate) fn vectors_of<const LENGTH: usize, C: IntoCase>(
    size: u32,
    check: impl Fn([u32; LENGTH]) -> C + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    let count = vectors(LENGTH as u32, size)?;
    Ok(Cases::new(count, move |number| {
        vector(number, size).map(&check)
    }))
}

/// Computes a table with this many entries, each from the entries before it.
pub(crate) fn filled<T>(
    count: u64,
    budget: &Budget,
    mut entry: impl FnMut(u64, &[T]) -> Result<T, CheckError>,
) -> Result<Vec<T>, CheckError> {
    let stopped = |limit: Limit, done| limit.after_of(done, count);
    let bytes = count.saturating_mul(size_of::<T>() as u64);
    budget.fits(bytes).map_err(|limit| stopped(limit, 0))?;
    let mut table = Vec::new();
    for number in 0..count {
        if number % 256 == 0 {
            budget.check(0).map_err(|limit| stopped(limit, number))?;
        }
        table.push(entry(number, &table)?);
    }
    Ok(table)
}

/// A table with an entry for every vector of numbers up to a size.
pub(crate) struct ByVector<T> {
    size: u32,
    entries: Vec<T>,
}

impl<T: Copy> ByVector<T> {
    /// Computes the entry of each vector from the entries of earlier vectors, which a function returns.
    pub(crate) fn new<const LENGTH: usize>(
        size: u32,
        budget: &Budget,
        mut entry: impl FnMut(&dyn Fn(&[u32]) -> T, [u32; LENGTH]) -> Result<T, CheckError>,
    ) -> Result<ByVector<T>, CheckError> {
        let count = vectors(LENGTH as u32, size)?;
        let entries = filled(count, budget, |number, table| {
            let before = |numbers: &[u32]| table[index(numbers, size)];
            entry(&before, entries(number, size))
        })?;
        Ok(ByVector { size, entries })
    }

    pub(crate) fn at(&self, numbers: &[u32]) -> T {
        self.entries[index(numbers, self.size)]
    }
}

/// Returns the number of a vector with entries up to `size`.
fn index(numbers: &[u32], size: u32) -> usize {
    let digits = numbers.iter().map(|&digit| digit as usize);
    digits.fold(0, |number, digit| number * (size as usize + 1) + digit)
}

/// Computes a table over all subsets of a set of this size, numbered by their bits: each entry from those with smaller
/// numbers.
pub(crate) fn over_sets<T>(
    things: u32,
    budget: &Budget,
    entry: impl Fn(u64, &[T]) -> T,
) -> Result<Vec<T>, CheckError> {
    too_large(things, 28)?;
    filled(1 << things, budget, |set, known| Ok(entry(set, known)))
}

/// Refuses sizes that are too large for a check.
pub(crate) fn too_large(size: u32, most: u32) -> Result<(), CheckError> {
    match size > most {
        true => Err(CheckError::TooLarge(format!(
            "size {size} exceeds {most}, the last size that this check reaches"
        ))),
        false => Ok(()),
    }
}

/// Returns the claim that one position is an option of another.
///
/// # Errors
/// Fails if one of them cannot be read.
pub fn is_move(from: &str, to: &str) -> Result<Case, CheckError> {
    let holds = brute_force::options(from)?.contains(&read(to)?.to_string());
    if holds {
        return Ok(Case::Holds);
    }
    let claimed = format_args!("an option {to}");
    let counterexample = plain(from, claimed, "there is no such move");
    Ok(Case::fails(
        counterexample.and(Evidence::pair(from, brute_force::pair(from)?)),
    ))
}

/// Claims that a sequence of positions is a play: each one after the first is an option of the one before.
pub(crate) const fn is_play(positions: &'static [&'static str]) -> BySize<impl Frame> {
    numbered(positions.len() as u64 - 1, move |at| {
        is_move(positions[at], positions[at + 1])
    })
}
