//! Placing games in which Left and Right have moves of their own.

use std::fmt;

use crate::placing::cluster::Cluster;
use crate::placing::field::{Field, PlacingMove};
use crate::placing::impartial::PLACING;
use nimfield_core::diagram::Diagram;
use nimfield_core::game::Moves;
use nimfield_core::handles::Handle;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::partizan::{AnyPartizanComponent, PartizanGame};
use nimfield_core::words::{Play, Player};

/// A position of a partizan placing game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanPlaced(Field);

impl PartizanPlaced {
    /// Returns a position of a game.
    #[must_use]
    pub fn new(field: Field) -> PartizanPlaced {
        PartizanPlaced(field)
    }

    /// Returns the free cells and the game.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.0
    }
}

impl fmt::Display for PartizanPlaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartizanGame for PartizanPlaced {
    type Move = PlacingMove;

    const INFO: GameInfo = PLACING;

    fn moves(&self, player: Player) -> Moves<'_, PlacingMove> {
        Box::new(self.0.moves(Some(player)))
    }

    fn play(&self, mv: &PlacingMove) -> Result<PartizanPlaced, String> {
        self.0.play(mv).map(PartizanPlaced)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<PartizanPlaced, NotationError> {
        Err(cursor.expected("the name of a file", PLACING.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<PlacingMove, NotationError> {
        self.0.read_move(cursor)
    }

    fn info(&self) -> &'static GameInfo {
        self.0.rules().name().info
    }

    fn default_play(&self) -> Play {
        self.0.rules().name().play
    }

    fn diagram(&self) -> Diagram {
        self.0.diagram()
    }

    fn handles(&self) -> Vec<Handle> {
        self.0.handles()
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let parts = self.0.parts().into_iter();
        let component = |part| AnyPartizanComponent::new(Cluster::new(part));
        Ok(parts.map(component).collect())
    }

    fn is_move_of(&self, mv: &PlacingMove, player: Player) -> bool {
        self.0
            .placement(mv)
            .is_some_and(|placement| placement.is_of(player))
    }
}
