//! Schrage's rectangles: the rules.

use std::fmt;

use nimfield_core::sorting::Sort as _;

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

/// A position of Schrage's game: rectangles, of which a move cuts one, parallel to a side, into
/// two of unequal size with integer sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Schrage(Vec<Rectangle>);

impl Schrage {
    /// Creates the position with these rectangles.
    #[must_use]
    pub fn new(rectangles: Vec<Rectangle>) -> Schrage {
        Schrage(rectangles)
    }

    /// Returns the rectangles.
    #[must_use]
    pub fn rectangles(&self) -> &[Rectangle] {
        &self.0
    }

    /// Returns the rectangles without repetitions: equal ones have the same moves.
    pub(super) fn distinct(&self) -> Vec<Rectangle> {
        let mut rectangles = self.0.clone();
        rectangles.put_in_order();
        rectangles.dedup();
        rectangles
    }
}

impl fmt::Display for Schrage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rectangles: Vec<String> = self.0.iter().map(Rectangle::to_string).collect();
        write!(f, "schrage[{}]", rectangles.join(" "))
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

impl fmt::Display for RectangleCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.pieces;
        write!(f, "{} into {first}+{second}", self.whole)
    }
}

impl RectangleCut {
    /// Explains why the rules forbid this cut, if they do.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let RectangleCut { whole, pieces } = self;
        let [first, second] = pieces;
        let across = |side: fn(&Rectangle) -> u128, other: fn(&Rectangle) -> u128| {
            side(first) == side(whole)
                && side(second) == side(whole)
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

/// Returns how many unequal cuts a side has.
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

/// Returns how many cuts one rectangle has.
pub(super) fn cut_count(whole: Rectangle) -> u128 {
    side_cuts(whole.width).saturating_add(side_cuts(whole.height))
}
