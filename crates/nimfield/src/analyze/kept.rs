//! What an analyser keeps for the next question.

use std::any::{Any, TypeId};

use nimfield_core::families::ray::RayGame;
use nimfield_core::theory::{Followers, Settled};
use nimfield_core::words::{Grundy, Play};
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::misere::MisereSearch;

use super::case::Placed;
use super::state_file::StateFile;
use crate::erased::AnyMove;

/// A summand under a play, as what is kept of it is found again.
pub(super) struct Of {
    kind: TypeId,
    play: Play,
    text: String,
}

impl Of {
    pub(super) fn new(summand: &Placed, play: Play) -> Of {
        Of {
            kind: summand.kind(),
            play,
            text: summand.to_string(),
        }
    }

    /// The text is made only where the rest agrees.
    pub(super) fn is(&self, summand: &Placed, play: Play) -> bool {
        self.kind == summand.kind() && self.play == play && self.text == summand.to_string()
    }
}

/// The table of the box below a summand.
pub(super) struct KeptBox {
    pub(super) game: RayGame,
    pub(super) sizes: Vec<u32>,
    pub(super) table: GrundyTable,
}

impl KeptBox {
    pub(super) fn value_below(&self, sizes: &[u32]) -> Option<Grundy> {
        Some(u128::from(self.table.value(sizes)?).into())
    }
}

/// A summand with all positions from it on valued.
pub(super) struct KeptBelow {
    pub(super) of: Of,
    pub(super) valued: Box<dyn Followers<AnyMove>>,
    pub(super) bytes: u64,
}

/// A summand whose outcome and winning moves an engine of its game has found.
pub(super) struct KeptSettled {
    pub(super) of: Of,
    pub(super) settled: Settled<AnyMove>,
}

/// A search and what it remembers.
pub(super) struct KeptSearch {
    /// The kind of components it is for.
    pub(super) kind: (TypeId, Play),
    pub(super) search: Box<dyn Any + Send>,
    pub(super) bytes: u64,
}

/// The position whose search is kept, and where.
pub(super) struct KeptIn {
    pub(super) position: String,
    pub(super) file: StateFile,
}

impl KeptIn {
    pub(super) fn save_in_time(&mut self, search: &MisereSearch) {
        let KeptIn { position, file } = self;
        file.save_in_time(|out| search.save(position, out));
    }
}
