//! Schrage's rectangles: values from Grundy's game.

use std::fmt;
use std::sync::Mutex;

use crate::schrage::rules::{Rectangle, RectangleCut, Schrage, cut_count, cuts};
use crate::schrage::text::VALUE;
use nimfield_core::component::{AnyComponent, Component, Known, write_number};
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

/// Sides up to this are tabulated; the table costs a fraction of a second.
const LONGEST: u128 = 20_000;

/// The Grundy value of a heap of `n` in Grundy's game (a move splits a heap into two unequal ones);
/// `None` if `n` is past 20,000.
///
/// The values up to n are found by their definition in O(n²) and kept for later calls.
///
/// ```
/// use nimfield_games::schrage::grundys_game;
/// let values: Vec<_> = (1..=12).filter_map(grundys_game).collect();
/// assert_eq!(values, [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]);
/// ```
pub fn grundys_game(n: u128) -> Option<u128> {
    static VALUES: Mutex<Vec<u16>> = Mutex::new(Vec::new());
    let n = usize::try_from(n.clamp(0, LONGEST + 1)).ok()?;
    if n as u128 > LONGEST {
        return None;
    }
    let mut values = VALUES
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(&value) = values.get(n) {
        return Some(value.into());
    }
    // Nim-sums of two values have no more bits than the largest value so far.
    let largest = values.iter().copied().max().unwrap_or(0);
    let mut seen = vec![0; (usize::from(largest) + 1).next_power_of_two()];
    for whole in values.len()..=n {
        let half = whole.div_ceil(2);
        let small = values.iter().take(half).skip(1);
        let large = values.iter().rev();
        // As a slice, which is indexed without a call also where nothing is optimised.
        let marks = &mut seen[..];
        for (small, large) in small.zip(large) {
            marks[usize::from(small ^ large)] = whole;
        }
        // Nothing is seen at 0, where no heap has a move.
        let mex = seen.iter().position(|&last| whole == 0 || last != whole);
        let mex = mex.unwrap_or(seen.len());
        // A value is below the number of options, so below 2^15.
        values.push(mex as u16);
        if mex >= seen.len() {
            seen.resize(2 * seen.len(), 0);
        }
    }
    Some(values[n].into())
}

/// The Grundy value of a rectangle: with g for Grundy's game, g(n) if g(m) = 0, g(m) if g(n) = 0,
/// else 1. `None` if a side is past 20,000.
///
/// **Source**: Schrage 1985. Say f(a, b) is that function of a = g(m) and b = g(n). A cut of m turns
/// f(a, b) into f(a', b) xor f(a'', b), where the a' xor a'' are the options of Grundy's heap m,
/// whose mex is a. If b = 0 these are just a' xor a'', of mex a; cuts of n have b' != b'' and give
/// a xor 1 or 0 if a > 0, b' xor b'' > 0 if a = 0, never a. If a, b > 0 every option is 0, a xor 1
/// or b xor 1, never 1, and 0 is among them.
pub fn rectangle_value(rectangle: Rectangle) -> Option<u128> {
    let g = grundys_game(rectangle.width)?;
    let h = grundys_game(rectangle.height)?;
    Some(match (g, h) {
        (0, other) | (other, 0) => other,
        _ => 1,
    })
}

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
