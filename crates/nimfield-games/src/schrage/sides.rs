//! Rectangles as components for searches.

use crate::schrage::rectangle::Rectangle;
use crate::schrage::values::GrundysGame;
use nimfield_core::component::{Component, Known, write_number};
use nimfield_core::words::Play;

/// A rectangle as a component for searches, the shorter side first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    short: u32,
    long: u32,
    heaps: GrundysGame,
}

impl Sides {
    /// Creates the rectangle with these sides.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Sides {
        Sides::with(width, height, GrundysGame::default())
    }

    fn with(width: u32, height: u32, heaps: GrundysGame) -> Sides {
        Sides {
            short: width.min(height),
            long: width.max(height),
            heaps,
        }
    }

    fn cuts_of(side: u32) -> u32 {
        side.saturating_sub(1) / 2
    }
}

impl Component for Sides {
    fn key(&self, out: &mut Vec<u8>) {
        write_number(out, self.short.into());
        write_number(out, self.long.into());
    }

    fn option_count(&self) -> u64 {
        u64::from(Sides::cuts_of(self.short)) + u64::from(Sides::cuts_of(self.long))
    }

    fn option(&self, index: u64, out: &mut Vec<Sides>) {
        let of_short = u64::from(Sides::cuts_of(self.short));
        // Middle cuts come first, since they leave the least work.
        let (kept, cut, index) = match index.checked_sub(of_short) {
            None => (self.long, self.short, of_short - index),
            Some(index) => (
                self.short,
                self.long,
                u64::from(Sides::cuts_of(self.long)) - index,
            ),
        };
        let piece = index as u32;
        for side in [piece, cut - piece] {
            let sides = Sides::with(kept, side, self.heaps.clone());
            if sides.option_count() > 0 {
                out.push(sides);
            }
        }
    }

    fn known(&self, play: Play) -> Known {
        let [width, height] = [self.short, self.long].map(u128::from);
        match play {
            Play::Normal => (self.heaps.known_rectangle(Rectangle { width, height }))
                .map_or(Known::Nothing, Known::Value),
            Play::Misere => Known::Nothing,
        }
    }
}
