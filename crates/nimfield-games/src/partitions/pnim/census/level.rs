//! Data about whole levels of partitions.

use std::fmt;

use crate::partitions::order::Order;
use crate::partitions::order::{places, word};

/// The grading of partitions into levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grading {
    /// By the number n of squares.
    Size,
    /// By the number of columns plus the number of rows; 0 for the empty partition.
    Perimeter,
}

impl fmt::Display for Grading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grading::Size => "size",
            Grading::Perimeter => "perimeter",
        })
    }
}

/// A partition that is not heavy: its place in its level, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Light(u64);

impl Light {
    /// Creates the entry of the partition at `place` with `value`.
    #[must_use]
    pub fn new(place: u64, value: u8) -> Light {
        debug_assert!(place < 1 << 56);
        Light(place << 8 | u64::from(value))
    }

    /// Returns the rank among the partitions of n (see [`Order`](crate::partitions::order::Order)) if they are graded
    /// by size, and the boundary word if by perimeter.
    #[must_use]
    pub fn place(self) -> u64 {
        self.0 >> 8
    }

    /// Returns the Grundy value.
    #[must_use]
    pub fn value(self) -> u8 {
        self.0 as u8
    }
}

/// All partitions of one size, or of one perimeter.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CensusLevel {
    /// The number of partitions with value 0, 1, 2, …; the last number is not 0.
    pub counts: Vec<u64>,
    /// The number of heavy ones.
    pub heavy: u64,
    /// The light ones, by place.
    pub light: Vec<Light>,
}

impl CensusLevel {
    /// Returns the number of partitions.
    #[must_use]
    pub fn partitions(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Creates a level from these counts, whose trailing zeros are removed, and these partitions, which are sorted.
    pub(crate) fn new(mut counts: Vec<u64>, heavy: u64, mut light: Vec<Light>) -> CensusLevel {
        while counts.last() == Some(&0) {
            counts.pop();
        }
        light.sort_unstable();
        CensusLevel {
            counts,
            heavy,
            light,
        }
    }
}

/// A selection of partitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All partitions.
    All,
    /// The partitions with this Grundy value.
    Value(u32),
    /// The partitions with the largest possible value, columns plus rows minus 1.
    Heavy,
    /// All other partitions.
    Light,
}

impl Which {
    fn has(self, value: u32, heavy: bool) -> bool {
        match self {
            Which::All => true,
            Which::Value(wanted) => value == wanted,
            Which::Heavy => heavy,
            Which::Light => !heavy,
        }
    }
}

/// A partition with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CensusEntry {
    /// The boundary word.
    pub word: u128,
    /// The Grundy value.
    pub value: u32,
    /// Whether the value is columns plus rows minus 1.
    pub heavy: bool,
}

impl CensusLevel {
    /// Returns the number of selected partitions.
    #[must_use]
    pub fn count(&self, which: Which) -> u64 {
        match which {
            Which::All => self.partitions(),
            Which::Value(value) => self.counts.get(value as usize).copied().unwrap_or(0),
            Which::Heavy => self.heavy,
            Which::Light => self.light.len() as u64,
        }
    }
}

/// The values of all partitions of the first levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The grading.
    pub grading: Grading,
    /// The levels from 0 on.
    pub levels: Vec<CensusLevel>,
}

impl Census {
    /// Creates an empty census.
    #[must_use]
    pub fn new(grading: Grading) -> Census {
        Census {
            grading,
            levels: Vec::new(),
        }
    }

    /// Calls `each` for the selected partitions of a level, by place.
    ///
    /// # Errors
    /// The first error of `each`, which ends the iteration.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn try_for_each<E>(
        &self,
        grade: u32,
        which: Which,
        mut each: impl FnMut(CensusEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        let level = &self.levels[grade as usize];
        let order = match self.grading {
            Grading::Size => Order::new(grade),
            Grading::Perimeter => Order::new(0),
        };
        let mut light = level.light.iter().copied().peekable();
        let wanted = |light: &Light| which.has(light.value().into(), false);
        if level.light.iter().filter(|light| wanted(light)).count() as u64 == level.count(which) {
            return light.filter(wanted).try_for_each(|light| {
                each(CensusEntry {
                    word: match self.grading {
                        Grading::Size => word(&order.parts(grade, light.place() as u32)),
                        Grading::Perimeter => light.place().into(),
                    },
                    value: light.value().into(),
                    heavy: false,
                })
            });
        }
        let mut next = |place: u64, word: u128| {
            let entry = match light.next_if(|light| light.place() == place) {
                Some(light) => CensusEntry {
                    word,
                    value: light.value().into(),
                    heavy: false,
                },
                None => CensusEntry {
                    word,
                    // The number of bits is columns plus rows minus 1.
                    value: 128 - word.leading_zeros(),
                    heavy: true,
                },
            };
            match which.has(entry.value, entry.heavy) {
                true => each(entry),
                false => Ok(()),
            }
        };
        match self.grading {
            Grading::Perimeter => places(grade).try_for_each(|place| next(place, place.into())),
            Grading::Size => {
                let mut places = 0..;
                order.try_for_each(grade, |parts| {
                    let place = places.next().unwrap_or(u64::MAX);
                    next(place, word(parts))
                })
            }
        }
    }

    /// Returns the number of partitions in the levels.
    #[must_use]
    pub fn partitions(&self) -> u64 {
        self.levels.iter().map(CensusLevel::partitions).sum()
    }
}

/// The callback after each finished level; an error message ends the work.
pub type Save<'a> = dyn FnMut(&Census) -> Result<(), String> + 'a;
