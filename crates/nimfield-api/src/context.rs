//! What requests are answered with: tables at hand, and what a request may use.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use nimfield::analyze::{Analyzer, Query};
use nimfield::budget::Budget;
use nimfield::engines::taking::table::TableSet;
use nimfield::{Games, NotationError, Play, Sum, values};
use serde::Deserialize;

use crate::error::ApiError;
use crate::request::Asked;

/// What all requests have in common. Cloning is cheap.
#[derive(Clone, Default)]
pub struct Context {
    /// Tables of whole boards, if any are at hand.
    pub tables: Option<Arc<TableSet>>,
    /// The folder in which jobs keep what they found, if they may.
    pub folder: Option<Arc<Path>>,
}

impl Context {
    /// Reads the position of a request. The values of a partizan one live within the budget's memory.
    pub(crate) fn read(&self, asked: &Asked, budget: &Budget) -> Result<Sum, NotationError> {
        let load = |name: &str| {
            let found = asked.boards.get(name).cloned();
            found.ok_or_else(|| {
                format!("there is no file {name}: `boards` holds the texts of board files by name")
            })
        };
        Games::builtin().read_with(&asked.position, &load, &|| values::arena(budget))
    }

    /// The file of this name in the data folder: letters, digits, `-` and `_`, never a path.
    pub(crate) fn file(&self, name: &str, ending: &str) -> Result<PathBuf, ApiError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if name.is_empty() || name.len() > 100 || !name.bytes().all(plain) {
            return Err(ApiError::unfit(format!(
                "{name:?} is no name: up to 100 letters, digits, - and _, as in tactix-5x5"
            )));
        }
        let folder = self
            .folder
            .as_ref()
            .ok_or_else(|| ApiError::unfit("nothing can be kept here: there is no data folder"))?;
        std::fs::create_dir_all(folder)
            .map_err(|error| ApiError::unfit(format!("the data folder cannot be made: {error}")))?;
        Ok(folder.join(format!("{name}.{ending}")))
    }

    /// An analyser that has the tables.
    pub(crate) fn analyzer(&self, query: Query, budget: &Budget) -> Analyzer {
        let mut analyzer = Analyzer::new(query, budget.clone());
        if let Some(tables) = &self.tables {
            analyzer.set_tables(tables.clone());
        }
        analyzer
    }
}

/// The play convention that is asked for, or that of the games' sources.
pub(crate) fn play_of(asked: &Asked, sum: &Sum) -> Result<Play, ApiError> {
    let wanted = asked.play.map(|play| play.0);
    wanted.or(sum.agreed_play()).ok_or_else(|| {
        let of = |play: Play| {
            let terms = sum.components().iter();
            let of = terms.filter(|term| term.default_play() == play);
            let names = of.map(|term| term.info().map_or("a value", |info| info.name));
            let mut names: Vec<&str> = names.collect();
            names.dedup();
            names.join(", ")
        };
        ApiError::unfit(format!(
            "the sources of these games differ: normal play for {}, misere play for {}; \
             say which is meant",
            of(Play::Normal),
            of(Play::Misere)
        ))
    })
}

/// What a request may use; what is left out is as the carrier has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Seconds.
    pub seconds: Option<f64>,
    /// Positions to search.
    pub positions: Option<u64>,
    /// Bytes of memory for tables and searches.
    pub bytes: Option<u64>,
    /// Threads.
    pub threads: Option<usize>,
}

impl Limits {
    /// Nothing is asked for.
    pub const NONE: Limits = Limits {
        seconds: None,
        positions: None,
        bytes: None,
        threads: None,
    };

    /// These limits, where they are not beyond `most`, which holds for what is not asked for, too.
    #[must_use]
    pub fn within(&self, most: &Limits) -> Limits {
        fn least<T: PartialOrd + Copy>(asked: Option<T>, most: Option<T>) -> Option<T> {
            match (asked, most) {
                (Some(asked), Some(most)) if asked > most => Some(most),
                (None, most) => most,
                (asked, _) => asked,
            }
        }
        Limits {
            seconds: least(self.seconds.map(|seconds| seconds.max(0.0)), most.seconds),
            positions: least(self.positions, most.positions),
            bytes: least(self.bytes, most.bytes),
            threads: least(self.threads, most.threads),
        }
    }

    /// A budget; the time begins now.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited().threads(self.threads.unwrap_or(1));
        if let Some(positions) = self.positions {
            budget = budget.positions(positions);
        }
        if let Some(bytes) = self.bytes {
            budget = budget.bytes(bytes);
        }
        match self.seconds {
            // Seconds past what a duration holds are no limit.
            Some(seconds) => match Duration::try_from_secs_f64(seconds) {
                Ok(time) => budget.time(time),
                Err(_) => budget,
            },
            None => budget,
        }
    }
}
