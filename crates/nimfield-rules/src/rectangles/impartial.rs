//! Games on rectangles in which both players have the same moves.

use nimfield_core::budget::Budget;
use nimfield_core::diagram::Diagram;
use nimfield_core::game::{Game, Moves, Part};
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::sorting::Sort as _;
use nimfield_core::theory::{Finding, Undecided, ValuedBelow};
use nimfield_core::words::{Grundy, Play, Reason, ReasonKind};

use super::game::{RectangleMove, Rectangles};
use super::parting::{Parting, Rectangle};
use super::table::RectangleInTable;
use crate::info::RULES;

impl Game for Rectangles {
    type Move = RectangleMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, RectangleMove> {
        Box::new(self.moves_of(None))
    }

    fn move_count(&self) -> u128 {
        let pieces = self.pieces.iter();
        let counts =
            pieces.flat_map(|own| self.game.partings(None).map(|parting| parting.count(own)));
        counts.map(u128::from).sum()
    }

    fn play(&self, mv: &RectangleMove) -> Result<Rectangles, String> {
        self.played(mv)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Rectangles, NotationError> {
        Err(cursor.expected("the name of a rule file", RULES.body))
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
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
        pieces.put_in_order();
        pieces.iter().for_each(|own| own.write(out));
    }

    fn diagram(&self) -> Diagram {
        self.picture()
    }

    fn measure(&self) -> Option<u128> {
        Some(self.measured())
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let [piece] = self.pieces[..] else {
            return None;
        };
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

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<RectangleMove>> {
        let [piece] = self.pieces[..] else {
            return None;
        };
        if play == Play::Misere || self.game.poisoned {
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
