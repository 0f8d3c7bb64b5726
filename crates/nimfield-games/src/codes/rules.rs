//! Heaps with moves given by a code: the rules.

use nimfield_core::moves::Forms;
use nimfield_core::prelude::*;
use std::fmt;
use std::sync::Arc;

use nimfield_core::families::heaps::{CODE_HELP, HeapRules, HeapSplit};
use nimfield_core::notation::{at_body_end, read_list};

use super::theory::{Table, table};

/// A taking-and-breaking game: its code, and its name if it has one besides `code(…)`.
#[derive(Clone, Debug)]
pub struct Code {
    /// The rules.
    pub rules: HeapRules,
    /// The name in positions; `None` for `code(…)`.
    pub name: Option<String>,
    /// The description of the game.
    pub info: &'static GameInfo,
    /// The play convention of its source.
    pub play: Play,
}

/// A position of a taking-and-breaking game: a code, and heaps.
#[derive(Clone, Debug)]
pub struct CodeGame {
    code: Arc<Code>,
    heaps: Vec<u128>,
    table: Table,
}

impl PartialEq for CodeGame {
    fn eq(&self, other: &CodeGame) -> bool {
        (self.rules(), &self.code.name, &self.heaps)
            == (other.rules(), &other.code.name, &other.heaps)
    }
}

impl Eq for CodeGame {}

impl CodeGame {
    /// Creates a position of these heaps.
    #[must_use]
    pub fn new(code: Arc<Code>, heaps: Vec<u128>) -> CodeGame {
        let table = table(&code.rules);
        CodeGame { code, heaps, table }
    }

    /// Returns the code.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &HeapRules {
        &self.code.rules
    }

    /// Returns the sizes of the heaps, some of which may be 0.
    #[must_use]
    pub fn heaps(&self) -> &[u128] {
        &self.heaps
    }

    /// Returns the table of the heaps.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the position with other heaps.
    #[must_use]
    pub fn with(&self, heaps: Vec<u128>) -> CodeGame {
        CodeGame {
            code: self.code.clone(),
            heaps,
            table: self.table.clone(),
        }
    }

    /// Reads heaps, up to the closing bracket.
    ///
    /// # Errors
    /// If the text is not a list of heaps.
    pub fn read_body(code: &Arc<Code>, cursor: &mut Cursor<'_>) -> Result<CodeGame, NotationError> {
        let heaps = match at_body_end(cursor) {
            true => Vec::new(),
            false => read_list(cursor, |cursor| {
                cursor.blanks();
                let start = cursor.at();
                let size = cursor.need_power("a heap")?;
                match code.rules.size_fault(size) {
                    None => Ok(size),
                    Some(fault) => Err(cursor.fault(start..cursor.at(), fault, CODE_HELP)),
                }
            })?,
        };
        Ok(CodeGame::new(code.clone(), heaps))
    }
}

impl fmt::Display for CodeGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.code.name {
            Some(name) => f.write_str(name)?,
            None => write!(f, "code({})", self.rules())?,
        }
        let heaps: Vec<String> = self.heaps.iter().map(u128::to_string).collect();
        write!(f, "[{}]", heaps.join(","))
    }
}

/// A move: the number of a heap, counted from 0, and its split.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeMove {
    /// The heap.
    pub heap: usize,
    /// The counters taken and the heaps left.
    pub split: HeapSplit,
}

const BY: &str = "heap {place} by {amount}";
const BY_INTO: &str = "heap {place} by {amount} into {heaps}";
const INTO: &str = "heap {place} into {heaps}";
/// The forms of moves.
pub(super) const FORMS: Forms = &[BY, BY_INTO, INTO];

impl GameMove for CodeMove {
    fn to_move(&self) -> Move {
        let heap = Arg::Place(self.heap);
        let taken = Arg::Number(self.split.taken);
        let pieces = || Arg::list(self.split.pieces().iter().copied());
        match (self.split.taken, self.split.pieces()) {
            (0, _) => Move::new(INTO, [heap, pieces()]),
            (_, [] | [_]) => Move::new(BY, [heap, taken]),
            _ => Move::new(BY_INTO, [heap, taken, pieces()]),
        }
    }

    fn of_move(mv: &Move) -> Option<CodeMove> {
        let (heap, split) = match (mv.form(), mv.args()) {
            // The position determines the heaps left; see `CodeGame::typed_move`.
            (BY, [Arg::Place(heap), Arg::Number(taken)]) => (heap, HeapSplit::new(*taken, &[])),
            (BY_INTO, [Arg::Place(heap), Arg::Number(taken), Arg::List(pieces)]) => {
                (heap, HeapSplit::new(*taken, pieces))
            }
            (INTO, [Arg::Place(heap), Arg::List(pieces)]) => (heap, HeapSplit::new(0, pieces)),
            _ => return None,
        };
        Some(CodeMove { heap: *heap, split })
    }
}

displays_as_move!(CodeMove);
