//! What the answers to requests use: the tables available, and the data folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nimfield::{Analyzer, Budget, Games, NotationError, Play, Query, Reader, Sum};
use nimfield_engines::taking::table::TableSet;

use crate::asked::Asked;
use crate::error::ApiError;

/// The common context of all requests. Cloning is cheap.
#[derive(Clone, Default)]
pub struct Context {
    /// Tables of whole boards, if any are available.
    pub tables: Option<Arc<TableSet>>,
    /// The folder in which jobs may save their results, if any.
    pub folder: Option<Arc<Path>>,
    /// Use formulas that are verified but not proved, whatever a request says.
    pub allow_unproved: bool,
    /// The games that positions may name.
    pub games: Games,
}

impl Context {
    /// Reads the position of a request as it is played: see [`written`](Context::written).
    pub(crate) fn read(&self, asked: &Asked, budget: &Budget) -> Result<Sum, NotationError> {
        let sum = self.written(asked, budget)?;
        match asked.play.or(sum.agreed_play()) {
            Some(play) => sum.for_play(play),
            None => Ok(sum),
        }
    }

    /// Reads the position of a request as written. The values of a partizan position take their memory from the budget.
    pub(crate) fn written(&self, asked: &Asked, budget: &Budget) -> Result<Sum, NotationError> {
        self.reader(&asked.boards)
            .budget(budget.clone())
            .read(&asked.position)
    }

    /// Returns a reader of notation that has the files of a request, by name.
    pub(crate) fn reader<'a>(&'a self, files: &'a BTreeMap<String, String>) -> Reader<'a> {
        self.games.reader().files(|name: &str| {
            let found = files.get(name).cloned();
            found.ok_or_else(|| format!("the board file {name} is not open"))
        })
    }

    /// Returns the file of this name in the data folder: letters, digits, `-` and `_`, never a path.
    pub(crate) fn file(&self, name: &str, ending: &str) -> Result<PathBuf, ApiError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if name.is_empty() || name.len() > 100 || !name.bytes().all(plain) {
            return Err(ApiError::unfit(format!(
                "{name:?} is not a valid name: up to 100 letters, digits, - and _, as in tactix-5x5"
            )));
        }
        let folder = self
            .folder
            .as_ref()
            .ok_or_else(|| ApiError::unfit("nothing can be saved: no data folder is set"))?;
        std::fs::create_dir_all(folder).map_err(|error| {
            ApiError::unfit(format!("the data folder cannot be created: {error}"))
        })?;
        Ok(folder.join(format!("{name}.{ending}")))
    }

    /// Returns an analyser that has the tables.
    pub(crate) fn analyzer(&self, mut query: Query, budget: &Budget) -> Analyzer {
        query.unproved |= self.allow_unproved;
        let mut analyzer = Analyzer::new(query, budget.clone());
        if let Some(tables) = &self.tables {
            analyzer.set_tables(tables.clone());
        }
        analyzer
    }
}

/// Returns the query fields common to all requests: the play convention, and whether to use unproved formulas.
pub(crate) fn query(asked: &Asked, sum: &Sum) -> Result<Query, ApiError> {
    Ok(Query::play(play_of(asked, sum)?).unproved(asked.allow_unproved))
}

/// Returns the requested play convention, or that of the sources of the games.
pub(crate) fn play_of(asked: &Asked, sum: &Sum) -> Result<Play, ApiError> {
    let requested = asked.play;
    let differ = |differ: String| ApiError::unfit(format!("{differ}; choose one with `play`"));
    sum.play_or_agreed(requested).map_err(differ)
}
