//! Rectangles with integer sides, and their cuts.

use std::fmt;

use nimfield_core::prelude::*;

/// A rectangle with integer sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rectangle {
    /// One side, at least 1.
    pub width: u128,
    /// The other side, at least 1.
    pub height: u128,
}

impl fmt::Display for Rectangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The move that cuts a rectangle in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RectangleCut {
    /// The rectangle.
    pub whole: Rectangle,
    /// The pieces.
    pub pieces: [Rectangle; 2],
}

/// The form of moves.
pub(super) const FORM: &str = "{rectangle} into {rectangle}+{rectangle}";

impl GameMove for RectangleCut {
    fn to_move(&self) -> Move {
        let [first, second] = self.pieces;
        let sides = |rectangle: Rectangle| Arg::list([rectangle.width, rectangle.height]);
        Move::new(FORM, [self.whole, first, second].map(sides))
    }

    fn of_move(mv: &Move) -> Option<RectangleCut> {
        let rectangle = |arg: &Arg| match arg {
            Arg::List(sides) => match sides[..] {
                [width, height] => Some(Rectangle { width, height }),
                _ => None,
            },
            _ => None,
        };
        match (mv.form(), mv.args()) {
            (FORM, [whole, first, second]) => Some(RectangleCut {
                whole: rectangle(whole)?,
                pieces: [rectangle(first)?, rectangle(second)?],
            }),
            _ => None,
        }
    }
}

displays_as_move!(RectangleCut);

impl RectangleCut {
    /// Explains why the rules forbid this cut, if so.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let RectangleCut { whole, pieces } = self;
        let [first, second] = pieces;
        let across = |side: fn(&Rectangle) -> u128, other: fn(&Rectangle) -> u128| {
            side(first) == side(whole)
                && side(second) == side(whole)
                && other(first).min(other(second)) > 0
                && other(first).checked_add(other(second)) == Some(other(whole))
        };
        if !across(|r| r.width, |r| r.height) && !across(|r| r.height, |r| r.width) {
            Some("the pieces do not make up the rectangle, cut parallel to a side")
        } else if first == second {
            Some("the pieces must differ in size")
        } else {
            None
        }
    }
}

/// Returns the number of unequal cuts of a side.
fn side_cuts(side: u128) -> u128 {
    side.saturating_sub(1) / 2
}

/// Returns the cuts of one rectangle, the smaller piece first.
pub(super) fn cuts(whole: Rectangle) -> impl Iterator<Item = RectangleCut> {
    let by_width = (1..=side_cuts(whole.width)).map(move |width| {
        let rest = whole.width - width;
        [width, rest].map(|width| Rectangle { width, ..whole })
    });
    let by_height = (1..=side_cuts(whole.height)).map(move |height| {
        let rest = whole.height - height;
        [height, rest].map(|height| Rectangle { height, ..whole })
    });
    by_width
        .chain(by_height)
        .map(move |pieces| RectangleCut { whole, pieces })
}

/// Returns the number of cuts of one rectangle.
pub(super) fn cut_count(whole: Rectangle) -> u128 {
    side_cuts(whole.width).saturating_add(side_cuts(whole.height))
}
