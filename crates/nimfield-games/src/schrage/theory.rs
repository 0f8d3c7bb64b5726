//! Schrage's rectangles: values from Grundy's game.

use std::fmt;

use crate::schrage::rules::{Rectangle, RectangleCut, Schrage, cut_count, cuts};
use crate::schrage::text::VALUE;
use crate::schrage::values::{grundys_game, rectangle_value};
use nimfield_core::component::{AnyComponent, Component, Known, write_number};
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

/// A rectangle that can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RectanglePiece(Rectangle);

impl fmt::Display for RectanglePiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "schrage[{}]", self.0)
    }
}

impl Game for Schrage {
    type Summand = RectanglePiece;

    fn summands(&self) -> Vec<RectanglePiece> {
        let rectangles = self.rectangles().iter().copied();
        rectangles
            .filter(|&rectangle| cut_count(rectangle) > 0)
            .map(RectanglePiece)
            .collect()
    }
}

impl Summand for RectanglePiece {
    type Move = RectangleCut;

    fn value(&self) -> Option<Finding<Grundy>> {
        let Rectangle { width, height } = self.0;
        let value = rectangle_value(self.0)?;
        let g = |side| grundys_game(side).unwrap_or_default();
        let text = format!(
            "with g for Grundy's game, g({width}) = {} and g({height}) = {}: the value is the other one if one of them is 0, else 1; here {value}",
            g(width),
            g(height)
        );
        Some(Finding::new(
            value.into(),
            Reason::theorem(VALUE.source, text).checked_by(VALUE.claims()),
        ))
    }

    fn moves(&self) -> Box<dyn Iterator<Item = RectangleCut> + '_> {
        Box::new(cuts(self.0))
    }

    fn move_count(&self) -> u128 {
        cut_count(self.0)
    }

    fn small(&self) -> Result<AnyComponent, String> {
        let Rectangle { width, height } = self.0;
        match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) => Ok(AnyComponent::new(Sides::new(width, height))),
            _ => Err(format!(
                "{self} has a side past 2^32, which no search reaches"
            )),
        }
    }
}

/// A rectangle as searches see it, the shorter side first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    short: u32,
    long: u32,
}

impl Sides {
    /// The rectangle with these sides.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Sides {
        Sides {
            short: width.min(height),
            long: width.max(height),
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
        // Middle cuts first: they leave the least to do.
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
            let sides = Sides::new(kept, side);
            if sides.option_count() > 0 {
                out.push(sides);
            }
        }
    }

    fn known(&self, play: Play) -> Known {
        let [width, height] = [self.short, self.long].map(u128::from);
        match play {
            Play::Normal => {
                rectangle_value(Rectangle { width, height }).map_or(Known::Nothing, Known::Value)
            }
            Play::Misere => Known::Nothing,
        }
    }
}
