//! Where tables are found.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::{EXTENSION, Table};
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;

/// Tables at hand: some that were given, and those in a folder.
#[derive(Debug, Default)]
pub struct Shelf {
    given: Vec<Arc<Table>>,
    folder: Option<PathBuf>,
    /// What the folder had when it was first needed.
    found: OnceLock<Vec<Arc<Table>>>,
}

impl Shelf {
    /// These tables, and the `*.nimtable` files of a folder. The folder is read once, when it is
    /// first needed; files there that are no sound tables are passed over.
    #[must_use]
    pub fn new(given: Vec<Table>, folder: Option<PathBuf>) -> Shelf {
        Shelf {
            given: given.into_iter().map(Arc::new).collect(),
            folder,
            found: OnceLock::new(),
        }
    }

    /// The table for a game: the first that was given, otherwise one in the folder, rather one of
    /// outcomes than one of values.
    #[must_use]
    pub fn table(&self, game: &Taking, play: Play) -> Option<Arc<Table>> {
        self.tables()
            .find(|table| table.is_for(game, play))
            .cloned()
    }

    /// Whether there is any table of this play.
    #[must_use]
    pub fn has(&self, play: Play) -> bool {
        self.tables().any(|table| table.rules().play == play)
    }

    /// All tables: those that were given, in the order given, then those in the folder, tables of
    /// outcomes first.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        let found = self.found.get_or_init(|| match &self.folder {
            Some(folder) => in_folder(folder),
            None => Vec::new(),
        });
        self.given.iter().chain(found)
    }
}

fn in_folder(folder: &Path) -> Vec<Arc<Table>> {
    let files = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == EXTENSION));
    paths.sort();
    let tables = paths.iter().filter_map(|path| Table::open(path).ok());
    let mut tables: Vec<Arc<Table>> = tables.map(Arc::new).collect();
    tables.sort_by_key(|table| table.rules().kind as u32);
    tables
}
