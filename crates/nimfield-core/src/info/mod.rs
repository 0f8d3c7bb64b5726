//! The description of a game for people.

use std::borrow::Cow;

use crate::moves::{Forms, describe};
use crate::words::Play;

mod law;
mod setup;

pub use law::{Family, Law, MapExample, Said};
pub use setup::{GameOption, Group, Puzzle, Setup, Takes};

/// The description of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name in notation.
    pub name: &'static str,
    /// Other names that people may type, each with its replacement before the brackets: the name of this game, with or
    /// without options.
    pub also: &'static [(&'static str, &'static str)],
    /// One line: what kind of game it is.
    pub title: &'static str,
    /// The rules in at most two sentences, for people who have never heard of the game; empty if `rules` is
    /// as plain.
    pub plain_rules: &'static str,
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// How a body is written.
    pub body: &'static str,
    /// An example of a position.
    pub example: &'static str,
    /// The forms in which moves are written.
    pub forms: Forms,
    /// How moves are written, if the forms alone do not say it.
    pub moves: &'static str,
    /// An example of a move.
    pub move_example: &'static str,
    /// The play convention of the game's source.
    pub play: Play,
    /// Known facts with their sources.
    pub theory: &'static [Fact],
    /// Where the game comes from.
    pub source: &'static str,
    /// The page of the book about its theory.
    pub chapter: &'static str,
    /// The group that lists it.
    pub group: Group,
    /// The name of its constructor in Python, if it is not the name with capitals.
    pub constructor: Option<&'static str>,
    /// The options in parentheses after the name.
    pub options: &'static [GameOption],
    /// The contents of a body.
    pub setup: Setup,
    /// Three starting positions, from the shortest game to the longest; the middle one is the usual start. The first
    /// player wins (Left in partizan games), and play lasts 5 to 15 moves. If empty, the example is the usual start.
    pub starts: &'static [&'static str],
    /// The positions to search for puzzles.
    pub puzzles: &'static [Puzzle],
    /// Closed forms for maps.
    pub laws: &'static [Law],
    /// Examples of maps.
    pub maps: &'static [MapExample],
}

/// A known fact about a game.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The statement, with its conditions.
    pub statement: &'static str,
    /// Paper and theorem.
    pub source: &'static str,
    /// How it is checked.
    pub checked: Checked,
}

/// How a [`Fact`] is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// By the claims with these names; `nimfield verify` checks them.
    By(&'static [&'static str]),
    /// Not by a claim; the text says how it is checked, or why not.
    Elsewhere(&'static str),
}

impl Checked {
    /// For theorems from papers that no claim covers.
    pub const BY_TESTS_OF_THE_GAME: Checked =
        Checked::Elsewhere("the tests of the game compare it with brute force");
    /// For facts about how answers are computed.
    pub const BY_TESTS_OF_ENGINES: Checked =
        Checked::Elsewhere("the tests of the engines compare it with brute force");
}

impl Fact {
    /// Returns the names of the claims that check the fact.
    #[must_use]
    pub const fn claims(&self) -> &'static [&'static str] {
        match self.checked {
            Checked::By(claims) => claims,
            Checked::Elsewhere(_) => &[],
        }
    }
}

impl GameInfo {
    /// Creates the description of a game played in normal play, with every other field empty.
    ///
    /// ```
    /// use nimfield_core::info::GameInfo;
    /// const INFO: GameInfo = GameInfo {
    ///     rules: "Take one pin, or two neighbours.",
    ///     ..GameInfo::named("kayles", "kayles[9]")
    /// };
    /// assert_eq!(INFO.name, "kayles");
    /// ```
    #[must_use]
    pub const fn named(name: &'static str, example: &'static str) -> GameInfo {
        GameInfo {
            name,
            also: &[],
            title: name,
            plain_rules: "",
            rules: "",
            body: "a position as the game prints it",
            example,
            forms: &[],
            moves: "",
            move_example: "",
            play: Play::Normal,
            theory: &[],
            source: "",
            chapter: "",
            group: Group::Other,
            constructor: None,
            options: &[],
            setup: Setup::Typed,
            starts: &[],
            puzzles: &[],
            laws: &[],
            maps: &[],
        }
    }

    /// Creates a game as [`named`](GameInfo::named) does, with these forms of moves.
    #[must_use]
    pub const fn of_forms(name: &'static str, example: &'static str, forms: Forms) -> GameInfo {
        GameInfo {
            forms,
            ..GameInfo::named(name, example)
        }
    }

    /// Returns how moves are written, in a sentence.
    #[must_use]
    pub fn moves_in_words(&self) -> Cow<'static, str> {
        match (self.moves, self.forms) {
            ("", []) => "a move as the game prints it".into(),
            ("", forms) => describe(forms).into(),
            (moves, _) => moves.into(),
        }
    }

    /// Returns the usual starting position.
    #[must_use]
    pub fn usual_start(&self) -> &'static str {
        let middle = self.starts.len() / 2;
        self.starts.get(middle).unwrap_or(&self.example)
    }
}
