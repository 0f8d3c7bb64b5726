//! How a position of a game is set up by hand: groups, forms, options and puzzles.

use serde::Serialize;

/// The group of games under which a person looks for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Group {
    /// Heaps, coins on a strip, and boxes.
    #[serde(rename = "Heaps and boxes")]
    Heaps,
    /// Matrices of piles.
    Matrices,
    /// Points and rectangles in the plane.
    #[serde(rename = "In the plane")]
    Plane,
    /// Stones that are taken from the lines of a board.
    #[serde(rename = "Stones in lines")]
    Stones,
    /// Partitions from which lines or hooks are removed.
    #[serde(rename = "Young diagrams")]
    Diagrams,
    /// Pieces that walk on a partition.
    #[serde(rename = "A piece on a Young diagram")]
    Walks,
    /// All other games.
    #[serde(rename = "Other games")]
    Other,
}

/// What a body consists of, so that a form can ask for it and a program can write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Setup {
    /// The body is only typed.
    Typed,
    /// Rows of numbers, all of one length: `20 24; 24 27`.
    Matrix,
    /// A rectangle of stones and gaps of any size: `101/011`, or `4x4`.
    Stones {
        /// Whether a move may leave gaps between the stones that it takes.
        gaps: bool,
    },
    /// Stones and gaps in rows of 1, 2, 3, … places: `1/11/101`, or the number of rows.
    Triangle,
    /// Stones and gaps in rows of these lengths: `11/101/1111/111`, or `full`.
    Rows {
        /// The lengths of the rows.
        lengths: &'static [u32],
    },
    /// The parts of a partition: `4,2,1`.
    Partition {
        /// Whether there may be several partitions: `4,2; 3`.
        several: bool,
    },
    /// Sizes: `3,5,7`.
    Heaps {
        /// The name of one of them.
        each: &'static str,
        /// The number of them; null for any number.
        count: Option<u32>,
        /// Whether they may be ordinals.
        ordinals: bool,
    },
    /// Distinct squares of a strip: `1,4,9`.
    Coins,
    /// Points of two coordinates, or of one for each word of an option: `(2,2) (4,7)`.
    Points {
        /// Whether coordinates may be ordinals.
        ordinals: bool,
    },
    /// Pairs of sides: `5x8 2x3`.
    Rectangles,
}

/// An option in parentheses after the name of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameOption {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    #[serde(flatten)]
    pub takes: Takes,
    /// What it means.
    pub meaning: &'static str,
}

/// What a [`GameOption`] takes, and so how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "takes", content = "words", rename_all = "lowercase")]
pub enum Takes {
    /// A whole number after the name: `max=3`.
    Number,
    /// Nothing: the name alone.
    Flag,
    /// No name, but one or more of these words: `turtles,ruler`. It cannot be left out.
    Words(&'static [&'static str]),
    /// No name, but one text such as these: `0.77`. It cannot be left out.
    Text(&'static [&'static str]),
}

/// Positions among which puzzles are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// The options, without parentheses.
    pub options: &'static str,
    /// The sizes that the [`Setup`] asks for, such as the numbers of rows and columns.
    pub sizes: &'static [u32],
    /// The largest number that occurs; 1 where there are no numbers.
    pub largest: u32,
}

impl Puzzle {
    /// Creates puzzles without options.
    #[must_use]
    pub const fn of(sizes: &'static [u32], largest: u32) -> Puzzle {
        Puzzle {
            options: "",
            sizes,
            largest,
        }
    }
}
