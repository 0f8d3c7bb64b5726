//! Where tables are found.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::Taking;
use super::{Table, find, masks_hash};
use crate::words::Play;

/// The hash of a game's masks, and the play convention.
type Asked = ([u8; 32], Play);

/// Tables at hand: some that were given, and those in a folder.
#[derive(Debug, Default)]
pub struct Shelf {
    given: Vec<Arc<Table>>,
    folder: Option<PathBuf>,
    /// What the folder was asked for, and what it had.
    asked: Mutex<HashMap<Asked, Option<Arc<Table>>>>,
}

impl Shelf {
    /// These tables, and the files of a folder.
    #[must_use]
    pub fn new(given: Vec<Table>, folder: Option<PathBuf>) -> Shelf {
        Shelf {
            given: given.into_iter().map(Arc::new).collect(),
            folder,
            asked: Mutex::default(),
        }
    }

    /// The table for a game: the first that was given, otherwise [`find`] in the folder, which is
    /// looked at once for each game.
    #[must_use]
    pub fn table(&self, game: &Taking, play: Play) -> Option<Arc<Table>> {
        if let Some(table) = self.given.iter().find(|table| table.is_for(game, play)) {
            return Some(table.clone());
        }
        let folder = self.folder.as_ref()?;
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let table = asked
            .entry((masks_hash(game), play))
            .or_insert_with(|| find(folder, game, play).map(Arc::new));
        table.clone()
    }
}
