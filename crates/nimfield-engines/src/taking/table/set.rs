//! The set of available tables.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::board_table::{BoardTable, KEPT_BYTES};
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;
use nimfield_core::words::Play;

/// The extension of table files.
pub const EXTENSION: &str = "nimtable";

/// The available tables: given ones, and those in a folder.
#[derive(Debug)]
pub struct TableSet {
    given: Vec<Arc<BoardTable>>,
    folder: Option<PathBuf>,
    keep: u64,
    /// The contents of the folder when it was first needed.
    found: OnceLock<Found>,
}

impl Default for TableSet {
    fn default() -> TableSet {
        TableSet::new(Vec::new(), None)
    }
}

/// The tables of a folder, and the files that could not be opened.
#[derive(Debug, Default)]
struct Found {
    tables: Vec<Arc<BoardTable>>,
    faults: Vec<FileError>,
}

impl TableSet {
    /// Creates a set of these tables, and the `*.nimtable` files of a folder. The folder is read once, when it is first
    /// needed; files there that are not intact tables are skipped, and reported by [`faults`](TableSet::faults).
    #[must_use]
    pub fn new(given: Vec<BoardTable>, folder: Option<PathBuf>) -> TableSet {
        TableSet {
            given: given.into_iter().map(Arc::new).collect(),
            folder,
            keep: KEPT_BYTES,
            found: OnceLock::new(),
        }
    }

    /// Opens the tables in these files, and those of a folder when needed. Each table caches only a part of the memory,
    /// so that searches get most of it.
    ///
    /// # Errors
    /// The errors of [`BoardTable::open`].
    pub fn open(
        files: &[PathBuf],
        folder: Option<PathBuf>,
        memory: u64,
    ) -> Result<TableSet, FileError> {
        /// Each table caches one part in this many of the memory.
        const SHARE: u64 = 8;
        let keep = memory / SHARE;
        let given = files.iter().map(|file| BoardTable::open_within(file, keep));
        let given = given.collect::<Result<_, _>>()?;
        Ok(TableSet {
            keep,
            ..TableSet::new(given, folder)
        })
    }

    /// Returns the table for a game: the first given one, otherwise one in the folder, preferably of outcomes. Returns
    /// a table with a damaged file only if there is no other.
    #[must_use]
    pub fn table(&self, game: &Taking, play: Play) -> Option<Arc<BoardTable>> {
        let mut tables = self.tables().filter(|table| table.is_for(game, play));
        let first = tables.next()?;
        match first.fault() {
            None => Some(first.clone()),
            Some(_) => {
                let sound = tables.find(|table| table.fault().is_none());
                Some(sound.unwrap_or(first).clone())
            }
        }
    }

    /// Returns whether there is any table of this play.
    #[must_use]
    pub fn has(&self, play: Play) -> bool {
        self.tables().any(|table| table.rules().play == play)
    }

    /// Returns all tables: the given ones in order, then those in the folder, with tables of outcomes first.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<BoardTable>> {
        self.given.iter().chain(&self.found().tables)
    }

    /// Returns the errors of files so far: files of the folder that could not be opened, and files found to be damaged
    /// when probed.
    ///
    /// Report them to users, because answers from these files had to be found in another way or are missing. This does
    /// not read the folder.
    #[must_use]
    pub fn faults(&self) -> Vec<FileError> {
        let found = self.found.get();
        let unopened = found.into_iter().flat_map(|found| &found.faults);
        let tables = found.into_iter().flat_map(|found| &found.tables);
        let probed = self.given.iter().chain(tables);
        let probed = probed.filter_map(|table| table.fault());
        unopened.chain(probed).cloned().collect()
    }

    /// Returns the number of bytes of memory that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let found = self.found.get();
        let found = found.into_iter().flat_map(|found| &found.tables);
        self.given
            .iter()
            .chain(found)
            .map(|table| table.bytes())
            .sum()
    }

    fn found(&self) -> &Found {
        self.found.get_or_init(|| match &self.folder {
            Some(folder) => in_folder(folder, self.keep),
            None => Found::default(),
        })
    }
}

fn in_folder(folder: &Path, keep: u64) -> Found {
    let files = match std::fs::read_dir(folder) {
        Ok(files) => files,
        // Most users have no such folder.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Found::default(),
        Err(error) => {
            return Found {
                tables: Vec::new(),
                faults: vec![FileError::io(folder, &error)],
            };
        }
    };
    let mut found = Found::default();
    let mut paths: Vec<PathBuf> = Vec::new();
    for file in files {
        match file {
            Ok(file) => paths.push(file.path()),
            Err(error) => found.faults.push(FileError::io(folder, &error)),
        }
    }
    paths.retain(|path| path.extension().is_some_and(|end| end == EXTENSION));
    paths.sort_unstable();
    for path in &paths {
        match BoardTable::open_within(path, keep) {
            Ok(table) => found.tables.push(Arc::new(table)),
            Err(error) => found.faults.push(error),
        }
    }
    found.tables.sort_by_key(|table| table.rules().kind as u32);
    found
}

/// Returns the folder of tables: `$NIMFIELD_DATA`, or else `nimfield` in `$XDG_DATA_HOME`, or else
/// `.local/share/nimfield` in the home folder.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = set("NIMFIELD_DATA") {
        return Some(folder.into());
    }
    let data = match set("XDG_DATA_HOME") {
        Some(data) => PathBuf::from(data),
        None => PathBuf::from(set("HOME")?).join(".local/share"),
    };
    Some(data.join("nimfield"))
}
