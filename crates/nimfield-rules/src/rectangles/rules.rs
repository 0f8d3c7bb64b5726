//! The rules of games on rectangles, and theory about them.

use std::sync::Arc;

use nimfield_core::diagram::Mark;
use nimfield_core::partizan::{
    AnyPartizanComponent, PartizanComponent, PartizanRules, PartizanTheory, moves_of_both, owner,
};
use nimfield_core::prelude::*;
use nimfield_core::shape::Board;
use nimfield_core::theory::ValuedBelow;
use nimfield_core::words::ReasonKind;

use super::game::{RectangleGame, RectangleMove, Rectangles};
use super::parting::{Parting, Rectangle};
use super::table::RectangleInTable;
use crate::info::RULES;

impl Rules for Rectangles {
    type Move = RectangleMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, RectangleMove> {
        moves_of_both(self)
    }

    fn owner(&self, mv: &RectangleMove) -> Option<Player> {
        owner(self, mv)
    }

    fn play(&self, mv: &RectangleMove) -> Result<Rectangles, String> {
        if !self.has(mv, None) {
            return Err("no line of the rules allows this move".to_string());
        }
        let mut pieces = self.pieces.clone();
        let mut left = self.game.parts(mv.kind, &pieces[mv.piece], mv.place);
        if !self.game.poisoned {
            let has_moves = |own: &Rectangle| self.game.partings(None).any(|p| p.count(own) > 0);
            left.retain(has_moves);
        }
        pieces.splice(mv.piece..=mv.piece, left);
        Ok(self.with(pieces))
    }

    fn shape(&self) -> Shape {
        /// Larger positions are not drawn.
        const MOST: usize = 64;
        let widths = self.pieces.iter().map(|own| usize::from(own.columns) + 1);
        let height = self.pieces.iter().map(|own| usize::from(own.rows)).max();
        if widths.sum::<usize>() > MOST || height.unwrap_or(0) > MOST {
            return Shape::Text(vec![self.to_string()]);
        }
        let mut cells = Vec::new();
        let mut before = 0;
        for piece in &self.pieces {
            for row in 0..piece.rows {
                for column in 0..piece.columns {
                    let mark = match piece.poison == Some((row, column)) {
                        true => Mark::Text("x".to_string()),
                        false => Mark::Stone,
                    };
                    cells.push(((before + usize::from(column), row.into()), mark));
                }
            }
            before += usize::from(piece.columns) + 1;
        }
        Shape::Board(Board {
            cells,
            triangular: false,
            labels: false,
            noun: "cell",
        })
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
    }
}

impl Search for Rectangles {
    fn move_count(&self) -> u128 {
        let pieces = self.pieces.iter();
        let counts =
            pieces.flat_map(|own| self.game.partings(None).map(|parting| parting.count(own)));
        counts.map(u128::from).sum()
    }

    fn parts(&self) -> Vec<Part<Rectangles>> {
        let part = |(piece, own): (usize, &Rectangle)| {
            Part::new(self.with(vec![*own]), move |mv: RectangleMove| {
                RectangleMove { piece, ..mv }
            })
        };
        self.pieces.iter().enumerate().map(part).collect()
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.game.id.to_le_bytes());
        let turned = self.game.is_symmetric();
        let mut pieces: Vec<Rectangle> = self.pieces.iter().map(|own| own.least(turned)).collect();
        pieces.sort_unstable();
        pieces.iter().for_each(|own| own.write(out));
    }

    /// Returns a number that falls with each move: a cut adds one rectangle, a removal leaves fewer cells.
    fn measure(&self) -> Option<u128> {
        let measure = |own: &Rectangle| 2 * u128::from(own.rows) * u128::from(own.columns) - 1;
        Some(self.pieces.iter().map(measure).sum())
    }
}

impl Theory for Rectangles {
    fn value(&self) -> Option<Finding<Grundy>> {
        let [piece] = self.pieces[..] else {
            return None;
        };
        if self.game.turned {
            return None;
        }
        let [up, down, left, right] = piece.distances()?;
        let cut = |parting| self.game.partings(None).any(|own| own == parting);
        let mut heaps = Vec::new();
        if cut(Parting::CutRows) {
            heaps.extend([up, down]);
        }
        if cut(Parting::CutColumns) {
            heaps.extend([left, right]);
        }
        let value = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let heaps: Vec<String> = heaps.iter().map(u16::to_string).collect();
        let text = format!(
            "each cut reduces one of the distances {} from the poison to the edges, so these are nim heaps: {value}",
            heaps.join(", ")
        );
        let reason = Reason::new(ReasonKind::Theorem, "the rules: a sum of nim heaps", text);
        Some(Finding::new(u128::from(value).into(), reason))
    }
}

impl Engines for Rectangles {
    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<RectangleMove>> {
        let [piece] = self.pieces[..] else {
            return None;
        };
        if play == Play::Misere || self.game.poisoned || self.game.turned {
            return None;
        }
        let below = RectangleInTable::new(&self.game, piece, budget);
        Some(
            below
                .map(|own| Box::new(own) as Box<_>)
                .map_err(Undecided::from),
        )
    }
}

by_default!(Rectangles: Shown);

impl PartizanRules for Rectangles {
    fn moves_of(&self, player: Player) -> Moves<'_, RectangleMove> {
        Box::new(self.moves_by(Some(player)))
    }

    fn is_partizan(&self) -> bool {
        self.game.is_partizan()
    }

    fn is_move_of(&self, mv: &RectangleMove, player: Player) -> bool {
        self.has(mv, Some(player))
    }

    fn negative(&self) -> Option<Rectangles> {
        let reflected = || self.pieces.iter().map(Rectangle::reflected).collect();
        let exchanged = self.game.is_exchanged_by_reflection();
        exchanged.then(|| self.with(reflected()))
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let component = |&rectangle: &Rectangle| {
            AnyPartizanComponent::new(Piece {
                game: self.game.clone(),
                rectangle,
            })
        };
        Ok(self.pieces.iter().map(component).collect())
    }
}

impl PartizanTheory for Rectangles {}

/// One rectangle, for searches.
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
                let parts = self.game.parts(parting, &self.rectangle, place).into_iter();
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
