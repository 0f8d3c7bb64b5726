//! Tables of all partitions up to a bound.

use std::convert::Infallible;
use std::fmt;
use std::path::Path;

use nimfield_core::files::FileError;
use nimfield_core::prelude::*;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::pnim::census::{
    Census, CensusEntry, CensusLevel, Grading, Save, Stop, Which, perimeter, sparse, state,
};

use super::engine::Engine;

/// The partitions of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionQuery {
    /// The quantity that is bounded.
    pub grading: Grading,
    /// The bound.
    pub up_to: u32,
    /// The partitions to show.
    pub which: Which,
    /// Show only the wider one of a partition and its conjugate.
    pub up_to_conjugation: bool,
}

/// Why a table of partitions cannot be computed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// The values of this game are not known for all partitions.
    #[error(
        "tables of all partitions up to a bound exist only for the game {}, not for {:?}",
        PartitionTable::GAME,
        .0
    )]
    Game(String),
    /// The values are known only for normal play.
    #[error(
        "tables of all partitions up to a bound exist only for normal play; in misère play, single partitions have \
         the same values, except that 0 and 1 change places"
    )]
    Misere,
    /// The state of an earlier run cannot be used.
    #[error("{0}")]
    State(FileError),
    /// Nothing was computed, or the bound is out of range, or a state could not be saved.
    #[error(
        "{}{}",
        if matches!(.0, Stop::Unfinished(_) | Stop::OutOfMemory { .. }) { "the table was " } else { "" },
        .0
    )]
    Stop(Stop),
}

/// A table of all partitions up to a bound in PNim.
#[derive(Clone, Debug)]
pub struct PartitionTable {
    census: Census,
    query: PartitionQuery,
    stop: Option<Stop>,
    /// The levels that a file held.
    from_file: usize,
}

/// A partition with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionRow {
    /// Its size or perimeter.
    pub grade: u32,
    /// The partition.
    pub partition: Partition,
    /// Its Grundy value.
    pub value: u32,
    /// Whether the value is columns plus rows minus 1.
    pub heavy: bool,
}

impl fmt::Display for PartitionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", PartitionTable::GAME, self.partition)
    }
}

impl PartitionTable {
    /// The name of the only game with such tables.
    pub const GAME: &str = Pnim::INFO.name;

    /// Returns the first and the last level whose values come from a file: only a sample of them was computed again.
    #[must_use]
    pub fn levels_from_file(&self) -> Option<(u32, u32)> {
        let first = state::computed_again(self.query.grading) + 1;
        let last = (self.from_file as u32).checked_sub(1)?;
        (first <= last).then_some((first, last))
    }

    /// Checks whether there are tables for this game and play convention: currently only for PNim in normal play.
    ///
    /// # Errors
    /// If there are none.
    pub fn exists(game: &str, play: Option<Play>) -> Result<(), PartitionError> {
        if !game.trim().eq_ignore_ascii_case(PartitionTable::GAME) {
            return Err(PartitionError::Game(game.to_string()));
        }
        match play {
            Some(Play::Misere) => Err(PartitionError::Misere),
            _ => Ok(()),
        }
    }

    /// Continues from the `state` of an earlier run, and saves every finished level there.
    ///
    /// If the budget runs out before the bound, the table holds the finished levels, and
    /// [`stopped`](PartitionTable::stopped) says why it ends.
    ///
    /// # Errors
    /// If there is no such table, not even one level was finished, or the state cannot be read or written.
    pub fn new(
        game: &str,
        play: Option<Play>,
        query: PartitionQuery,
        state: Option<&Path>,
        budget: &Budget,
    ) -> Result<PartitionTable, PartitionError> {
        PartitionTable::exists(game, play)?;
        // The lock is held until the table is complete.
        let (_lock, mut census) = match state {
            None => (None, Census::new(query.grading)),
            Some(path) => {
                let opened = state::open(path, query.grading, budget.most_bytes());
                let (lock, census) = opened.map_err(PartitionError::State)?;
                (Some(lock), census)
            }
        };
        let from_file = census.levels.len();
        let mut save = |census: &Census| match state {
            None => Ok(()),
            Some(path) => state::write(path, census)
                .map_err(|error| format!("cannot write {}: {error}", path.display())),
        };
        let up_to = query.up_to;
        let (census_of, save) = (&mut census, &mut save as &mut Save<'_>);
        let filled = match query.grading {
            Grading::Perimeter => perimeter::extend(census_of, up_to, budget, save),
            Grading::Size => sparse::extend(census_of, up_to, budget, save),
        };
        let stop = match filled {
            Ok(()) => None,
            Err(stop @ (Stop::Unfinished(_) | Stop::OutOfMemory { .. }))
                if !census.levels.is_empty() =>
            {
                Some(stop)
            }
            Err(stop) => return Err(PartitionError::Stop(stop)),
        };
        census.levels.truncate(up_to as usize + 1);
        Ok(PartitionTable {
            from_file: from_file.min(census.levels.len()),
            census,
            query,
            stop,
        })
    }

    /// Returns the query.
    #[must_use]
    pub fn query(&self) -> &PartitionQuery {
        &self.query
    }

    /// Returns the engine that computed the table.
    #[must_use]
    pub fn engine(&self) -> Engine {
        match self.query.grading {
            Grading::Perimeter => Engine::WordCensus,
            Grading::Size => Engine::SparseCensus,
        }
    }

    /// Returns the number of partitions in the levels, shown or not.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.census.partitions()
    }

    /// Returns what ended the table before the bound, if anything.
    #[must_use]
    pub fn stopped(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Returns the levels, from 0 on.
    pub fn grades(&self) -> impl Iterator<Item = u32> + use<> {
        (0..).take(self.census.levels.len())
    }

    fn level(&self, grade: u32) -> &CensusLevel {
        &self.census.levels[grade as usize]
    }

    /// Returns the number of rows; conjugates count separately.
    #[must_use]
    pub fn most_rows(&self) -> u128 {
        let count = |level: &CensusLevel| u128::from(level.count(self.query.which));
        self.census.levels.iter().map(count).sum()
    }

    /// Returns the number of partitions of a level that are shown.
    ///
    /// # Panics
    /// If there is no such level.
    #[must_use]
    pub fn count(&self, grade: u32) -> u64 {
        match self.query.up_to_conjugation {
            true => self.counts_by_value(grade).iter().sum(),
            false => self.level(grade).count(self.query.which),
        }
    }

    /// Counts the shown partitions of a level with value 0, 1, 2, ….
    ///
    /// # Panics
    /// If there is no such level.
    #[must_use]
    pub fn counts_by_value(&self, grade: u32) -> Vec<u64> {
        let mut counts = self.level(grade).counts.clone();
        if self.query.up_to_conjugation || self.query.which != Which::All {
            counts.fill(0);
            let Ok(()) = self.try_for_each_in(grade, |row| {
                counts[row.value as usize] += 1;
                Ok::<_, Infallible>(())
            });
        }
        counts
    }

    /// Calls `each` for all rows, level by level.
    ///
    /// # Errors
    /// The first error of `each`, which ends the iteration.
    pub fn try_for_each<E>(
        &self,
        mut each: impl FnMut(PartitionRow) -> Result<(), E>,
    ) -> Result<(), E> {
        self.grades()
            .try_for_each(|grade| self.try_for_each_in(grade, &mut each))
    }

    /// Calls `each` for the rows of a level.
    ///
    /// # Errors
    /// The first error of `each`, which ends the iteration.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn try_for_each_in<E>(
        &self,
        grade: u32,
        mut each: impl FnMut(PartitionRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let query = self.query;
        self.census
            .try_for_each(grade, query.which, |CensusEntry { word, value, heavy }| {
                let partition = Partition::from_word(word);
                if query.up_to_conjugation && partition.parts().lt(partition.conjugate().parts()) {
                    return Ok(());
                }
                each(PartitionRow {
                    grade,
                    partition,
                    value,
                    heavy,
                })
            })
    }
}
