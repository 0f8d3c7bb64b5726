//! Games on rectangles in which Left and Right have moves of their own.

use std::fmt;
use std::sync::Arc;

use nimfield_core::diagram::Diagram;
use nimfield_core::game::Moves;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::partizan::{AnyPartizanComponent, PartizanComponent, PartizanGame};
use nimfield_core::words::{Play, Player};

use super::game::{RectangleGame, RectangleMove, Rectangles};
use super::parting::Rectangle;
use crate::info::RULES;

/// A position of a game on rectangles in which Left and Right have moves of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanRectangles(pub(crate) Rectangles);

impl fmt::Display for PartizanRectangles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartizanGame for PartizanRectangles {
    type Move = RectangleMove;

    const INFO: GameInfo = RULES;

    fn moves(&self, player: Player) -> Moves<'_, RectangleMove> {
        Box::new(self.0.moves_of(Some(player)))
    }

    fn play(&self, mv: &RectangleMove) -> Result<PartizanRectangles, String> {
        self.0.played(mv).map(PartizanRectangles)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<PartizanRectangles, NotationError> {
        Err(cursor.expected("the name of a rule file", RULES.body))
    }

    fn info(&self) -> &'static GameInfo {
        self.0.game.info
    }

    fn default_play(&self) -> Play {
        self.0.game.play
    }

    fn diagram(&self) -> Diagram {
        self.0.picture()
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let component = |&rectangle: &Rectangle| {
            AnyPartizanComponent::new(Piece {
                game: self.0.game.clone(),
                rectangle,
            })
        };
        Ok(self.0.pieces.iter().map(component).collect())
    }

    fn negative(&self) -> Option<PartizanRectangles> {
        let Rectangles { game, pieces } = &self.0;
        let reflected = || pieces.iter().map(Rectangle::reflected).collect();
        game.is_exchanged_by_reflection()
            .then(|| PartizanRectangles(self.0.with(reflected())))
    }

    fn is_move_of(&self, mv: &RectangleMove, player: Player) -> bool {
        self.0.has(mv, Some(player))
    }
}

/// One rectangle as searches see it.
#[derive(Clone)]
struct Piece {
    game: Arc<RectangleGame>,
    rectangle: Rectangle,
}

impl PartizanComponent for Piece {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.game.id.to_le_bytes());
        self.rectangle.least(self.game.is_symmetric()).write(out);
    }

    fn option_count(&self, player: Player) -> u64 {
        let partings = self.game.partings(Some(player));
        partings.map(|parting| parting.count(&self.rectangle)).sum()
    }

    fn option(&self, player: Player, mut index: u64, out: &mut Vec<Piece>) {
        for parting in self.game.partings(Some(player)) {
            let count = parting.count(&self.rectangle);
            if index < count {
                let place = parting.place(&self.rectangle, index);
                let parts = parting.parts(&self.rectangle, place).into_iter();
                out.extend(parts.map(|rectangle| Piece {
                    game: self.game.clone(),
                    rectangle,
                }));
                return;
            }
            index -= count;
        }
        panic!("the index is below the number of options");
    }
}
