//! Whole-board tables: the verdict on every state of a board, in memory or in a file.

mod count;
mod format;
mod job;
mod shelf;
mod solver;
mod values;

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;

pub use format::{Fault, FileError, masks_hash, memory_needed};
pub use job::{Job, JobError, Solved};
pub use shelf::Shelf;
pub use solver::Solver;

use super::bits::Bits;
use super::kernel::Path as Code;
use super::plan::Plan;
use super::retrograde::Task;
use format::{CHECKED, HASH, Header, io_error};
use nimfield_core::budget::{Budget, Bytes, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;

/// The most cells of a board with a table: 2^40 states are 128 GiB.
pub const MAX_TABLE_CELLS: u32 = 40;

/// How the names of table files end.
pub const EXTENSION: &str = "nimtable";

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The board has more than [`MAX_TABLE_CELLS`] cells.
    TooManyCells(u32),
    /// The system refused the memory.
    OutOfMemory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// The budget did not suffice.
    Unfinished(Unfinished),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::TooManyCells(cells) => write!(
                f,
                "the board has {cells} cells, so 2^{cells} states; tables go to {MAX_TABLE_CELLS} cells"
            ),
            SolveError::OutOfMemory { bytes } => {
                write!(f, "the system refused {} of memory", Bytes(*bytes))
            }
            SolveError::Unfinished(unfinished) => unfinished.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<Unfinished> for SolveError {
    fn from(unfinished: Unfinished) -> Self {
        SolveError::Unfinished(unfinished)
    }
}

/// What a table tells of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Whether it is a P-position.
    Outcomes,
    /// Its Grundy value; in misère play its misère Grundy number.
    Values,
}

/// The rules a table is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The board in notation, or whatever name the table was given.
    pub text: String,
    /// Who wins when no move is left.
    pub play: Play,
    /// What the table tells.
    pub kind: Kind,
    /// The number of cells.
    pub cells: u32,
    /// [`masks_hash`] of the game.
    pub masks_hash: [u8; 32],
}

impl Rules {
    fn of(text: &str, game: &Taking, play: Play, kind: Kind) -> Rules {
        Rules {
            text: text.to_owned(),
            play,
            kind,
            cells: game.cells(),
            masks_hash: masks_hash(game),
        }
    }
}

/// What a table says of the board as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Whether the full board is a P-position: whether the second player wins.
    pub full_is_p: bool,
    /// The value of the full board, in a table of values.
    pub full_value: Option<u8>,
    /// The winning first moves, as masks in ascending order.
    pub winning_moves: Vec<u64>,
    /// The number of P-positions with 0, 1, 2, ... stones.
    pub p_by_stones: Vec<u64>,
    /// The number of states of value 0, 1, 2, ... in a table of values.
    pub by_value: Vec<u64>,
}

impl Summary {
    /// The number of P-positions.
    #[must_use]
    pub fn p_positions(&self) -> u64 {
        self.p_by_stones.iter().sum()
    }
}

/// From states of the game to places in a table.
struct Places([[u64; 256]; 5]);

impl Places {
    /// For the cell that each bit of a place stands for.
    fn new(order: &[u8]) -> Places {
        let mut tables = [[0; 256]; 5];
        for (to, &cell) in order.iter().enumerate() {
            let (table, bit) = (&mut tables[cell as usize / 8], cell % 8);
            for (byte, place) in table.iter_mut().enumerate() {
                *place |= (byte as u64 >> bit & 1) << to;
            }
        }
        Places(tables)
    }

    fn index(&self, state: u64) -> u64 {
        let bytes = state.to_le_bytes();
        let parts = self.0.iter().zip(bytes);
        parts.fold(0, |index, (table, byte)| index | table[byte as usize])
    }
}

/// Where the bits of a table are.
enum Storage {
    Memory(Vec<Bits>),
    File {
        map: Mmap,
        path: PathBuf,
        /// One bit for each checksum: whether the block has been found to have it.
        checked: Box<[AtomicU64]>,
    },
}

/// The verdict on every state of a board, probed through `&self` by any number of threads.
///
/// A file is mapped into memory, and each 64 KiB of it are checked when they are first used. While
/// it is open nobody should write to it; the program itself never writes to a finished table.
pub struct Table {
    header: Header,
    summary: Summary,
    places: Box<Places>,
    storage: Storage,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("rules", &self.header.rules)
            .field("summary", &self.summary)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Solves a board in memory; [`memory_needed`] tells how much.
    ///
    /// # Errors
    /// If the board is too large, or the budget does not suffice.
    pub fn solve(
        game: &Taking,
        play: Play,
        kind: Kind,
        budget: &Budget,
    ) -> Result<Table, SolveError> {
        if kind == Kind::Outcomes {
            return Solver::new(game, budget)?.table(play, budget);
        }
        afford(game, kind, budget)?;
        let plan = Plan::new(game);
        let task = Task {
            plan: &plan,
            play,
            path: Code::best(),
            budget,
            excluded: None,
        };
        let planes = values::solve(&task)?;
        let rules = Rules::of("", game, play, kind);
        let header = Header::new(rules, &plan, planes.len() as u32);
        Ok(Table::in_memory(game, header, planes, budget))
    }

    /// The table with these planes, and its summary.
    fn in_memory(game: &Taking, header: Header, planes: Vec<Bits>, budget: &Budget) -> Table {
        let places = Box::new(Places::new(&header.order));
        let summary = count::summary(game, &header, &places, &planes, budget.thread_count());
        Table {
            header,
            summary,
            places,
            storage: Storage::Memory(planes),
        }
    }

    /// Opens a file. Its length, its header and its summary are checked at once, the rest as it is
    /// used.
    ///
    /// # Errors
    /// If it cannot be read, or is cut off, altered, or no table at all.
    pub fn open(path: &Path) -> Result<Table, FileError> {
        let fault = |fault| FileError {
            path: path.to_owned(),
            fault,
        };
        let io = |error| io_error(path, &error);
        let file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?;
        if !length.is_file() {
            return Err(fault(Fault::Foreign));
        }
        // SAFETY: a mapped file that is changed meanwhile changes under our hands; table files are
        // not, as the documentation of `Table` says. Any bytes are valid numbers.
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        let header = Header::read(&map, length.len()).map_err(fault)?;
        let sums_end = header.data_start() as usize
            + header.data_bytes()
            + 4 * header.data_bytes().div_ceil(CHECKED);
        let altered = || fault(Fault::Altered("the summary"));
        let summary_end = map.len().checked_sub(HASH + 4).ok_or_else(altered)?;
        let trailer = map.get(header.data_start() as usize + header.data_bytes()..summary_end);
        let sum = crc32fast::hash(trailer.ok_or_else(altered)?).to_le_bytes();
        if map[summary_end..summary_end + 4] != sum {
            return Err(altered());
        }
        let summary = map.get(sums_end..summary_end).and_then(Summary::read);
        let summary = summary.ok_or_else(altered)?;
        let blocks = header.data_bytes().div_ceil(CHECKED);
        let checked = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0));
        Ok(Table {
            places: Box::new(Places::new(&header.order)),
            storage: Storage::File {
                map,
                path: path.to_owned(),
                checked: checked.collect(),
            },
            header,
            summary,
        })
    }

    /// The rules it is for.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.header.rules
    }

    /// What it says of the board as a whole.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Whether it is for this game and play, whatever the game is called.
    #[must_use]
    pub fn is_for(&self, game: &Taking, play: Play) -> bool {
        let rules = self.rules();
        (rules.cells, rules.play) == (game.cells(), play) && rules.masks_hash == masks_hash(game)
    }

    /// Whether `state` is a P-position. Cells that the board does not have count for nothing.
    ///
    /// # Errors
    /// If the table is a file and this part of it has been altered.
    pub fn is_p(&self, state: u64) -> Result<bool, FileError> {
        match self.header.rules.kind {
            Kind::Outcomes => self.bit(0, self.places.index(state)),
            Kind::Values => Ok(self.value(state)? == Some(0)),
        }
    }

    /// The Grundy value of `state`, in misère play the misère Grundy number; `None` in a table of
    /// outcomes.
    ///
    /// # Errors
    /// If the table is a file and this part of it has been altered.
    pub fn value(&self, state: u64) -> Result<Option<u8>, FileError> {
        if self.header.rules.kind == Kind::Outcomes {
            return Ok(None);
        }
        let index = self.places.index(state);
        let mut value = 0;
        for plane in 0..self.header.planes as usize {
            value |= u8::from(self.bit(plane, index)?) << plane;
        }
        Ok(Some(value))
    }

    fn bit(&self, plane: usize, index: u64) -> Result<bool, FileError> {
        match &self.storage {
            Storage::Memory(planes) => {
                let word = planes[plane].words()[(index / 64) as usize];
                Ok(word >> (index % 64) & 1 == 1)
            }
            Storage::File { map, checked, .. } => {
                let at = plane * self.header.plane_bytes() + (index / 8) as usize;
                let block = at / CHECKED;
                if checked[block / 64].load(Ordering::Relaxed) >> (block % 64) & 1 == 0 {
                    self.check_block(block)?;
                }
                let byte = map[self.header.data_start() as usize + at];
                Ok(byte >> (index % 8) & 1 == 1)
            }
        }
    }

    /// Compares a block of the file with its checksum.
    #[cold]
    fn check_block(&self, block: usize) -> Result<(), FileError> {
        let Storage::File { map, path, checked } = &self.storage else {
            return Ok(());
        };
        let data = &map[self.header.data_start() as usize..];
        let (data, sums) = data.split_at(self.header.data_bytes());
        let end = data.len().min((block + 1) * CHECKED);
        let sum = crc32fast::hash(&data[block * CHECKED..end]).to_le_bytes();
        if sums[4 * block..4 * block + 4] != sum {
            return Err(FileError {
                path: path.clone(),
                fault: Fault::Altered("a part of the data"),
            });
        }
        checked[block / 64].fetch_or(1 << (block % 64), Ordering::Relaxed);
        Ok(())
    }

    /// Compares the whole file with its hash.
    ///
    /// # Errors
    /// If it has been altered.
    pub fn verify(&self) -> Result<(), FileError> {
        let Storage::File { map, path, .. } = &self.storage else {
            return Ok(());
        };
        let (content, hash) = map.split_at(map.len() - HASH);
        match blake3::hash(content).as_bytes()[..] == *hash {
            true => Ok(()),
            false => Err(FileError {
                path: path.clone(),
                fault: Fault::Altered("the whole"),
            }),
        }
    }
}

/// Whether the board is small enough, and the memory for its table within the budget.
fn afford(game: &Taking, kind: Kind, budget: &Budget) -> Result<(), SolveError> {
    if game.cells() > MAX_TABLE_CELLS {
        return Err(SolveError::TooManyCells(game.cells()));
    }
    let fits = budget.fits(memory_needed(game.cells(), kind));
    fits.map_err(|limit| {
        SolveError::Unfinished(Unfinished {
            limit,
            done: 0,
            total: Some(1 << game.cells()),
        })
    })
}

/// Where tables are looked for: `$NIMFIELD_DATA`, or else `nimfield` in `$XDG_DATA_HOME`, or else
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

#[cfg(test)]
mod tests;
