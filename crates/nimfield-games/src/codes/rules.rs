//! Heaps that a code governs: the rules.

use std::fmt;
use std::sync::Arc;

use nimfield_core::families::heaps::{HeapRules, HeapSplit};
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, NotationError, at_body_end, read_list};
use nimfield_core::words::Play;

/// The largest heap.
pub(super) const LARGEST: u32 = 1 << 31;

/// A taking-and-breaking game: its code, and its name if it has one beside `code(…)`.
#[derive(Clone, Debug)]
pub struct Code {
    /// The rules.
    pub rules: HeapRules,
    /// The name in positions; `None` for `code(…)`.
    pub name: Option<String>,
    /// What the game is.
    pub info: &'static GameInfo,
    /// The play convention of its source.
    pub play: Play,
}

/// A position of a taking-and-breaking game: a code, and heaps.
#[derive(Clone, Debug)]
pub struct CodeGame {
    code: Arc<Code>,
    heaps: Vec<u32>,
}

impl PartialEq for CodeGame {
    fn eq(&self, other: &CodeGame) -> bool {
        (self.rules(), &self.code.name, &self.heaps)
            == (other.rules(), &other.code.name, &other.heaps)
    }
}

impl Eq for CodeGame {}

impl CodeGame {
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

    /// Returns the sizes of the heaps, of which some may be 0.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// Returns the position with other heaps.
    pub(super) fn with(&self, heaps: Vec<u32>) -> CodeGame {
        CodeGame {
            code: self.code.clone(),
            heaps,
        }
    }

    /// Reads heaps, up to the closing bracket.
    ///
    /// # Errors
    /// Where the text is not a list of heaps of at most 2^31 counters.
    pub fn read_body(code: &Arc<Code>, cursor: &mut Cursor<'_>) -> Result<CodeGame, NotationError> {
        let heaps = match at_body_end(cursor) {
            true => Vec::new(),
            false => read_list(cursor, |cursor| cursor.need_between("a heap", 0, LARGEST))?,
        };
        Ok(CodeGame {
            code: code.clone(),
            heaps,
        })
    }
}

impl fmt::Display for CodeGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.code.name {
            Some(name) => f.write_str(name)?,
            None => write!(f, "code({})", self.rules())?,
        }
        let heaps: Vec<String> = self.heaps.iter().map(u32::to_string).collect();
        write!(f, "[{}]", heaps.join(","))
    }
}

/// A move: the number of a heap, counted from 0, and what happens to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeMove {
    /// The heap.
    pub heap: usize,
    /// What is taken and left.
    pub split: HeapSplit,
}

impl fmt::Display for CodeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HeapSplit { taken, .. } = self.split;
        write!(f, "heap {}", self.heap + 1)?;
        if taken > 0 {
            write!(f, " by {taken}")?;
        }
        match self.split.pieces() {
            [] | [_] => Ok(()),
            pieces => {
                let pieces: Vec<String> = pieces.iter().map(u32::to_string).collect();
                write!(f, " into {}", pieces.join("+"))
            }
        }
    }
}
