//! Statements: expressions of letters and of facts of a position.

use std::fmt;

use nimfield_core::expression::Expression;
use nimfield_core::prelude::*;

/// A fact of a position that a statement can name. Without a play convention, the requested one applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedFact {
    /// Whether the outcome is this one.
    Outcome(Outcome, Option<Play>),
    /// The Grundy value, in misère play the misère Grundy number.
    Value(Option<Play>),
    /// The misère Grundy number with this many heaps of 2 added to the position.
    Genus(usize),
    /// Whether the misère canonical form and all its followers are tame.
    Tame,
    Moves,
    WinningMoves,
    /// The number of moves left if the winner hurries and the loser resists.
    Remoteness,
    Shape(ShapeFact),
}

/// A number of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShapeFact {
    Size,
    Parts,
    Largest,
    Smallest,
    Lines,
    Rank,
    Durfee,
    Hook,
    OddHooks,
    Degree,
    /// The size of the core for a prime.
    Core(u64),
}

/// The facts by name.
pub(super) const FACTS: [(&str, NamedFact); 29] = [
    ("P", NamedFact::Outcome(Outcome::P, None)),
    ("N", NamedFact::Outcome(Outcome::N, None)),
    ("L", NamedFact::Outcome(Outcome::L, None)),
    ("R", NamedFact::Outcome(Outcome::R, None)),
    (
        "normal_P",
        NamedFact::Outcome(Outcome::P, Some(Play::Normal)),
    ),
    (
        "misere_P",
        NamedFact::Outcome(Outcome::P, Some(Play::Misere)),
    ),
    ("value", NamedFact::Value(None)),
    ("normal_value", NamedFact::Value(Some(Play::Normal))),
    ("misere_value", NamedFact::Value(Some(Play::Misere))),
    ("genus1", NamedFact::Genus(1)),
    ("genus2", NamedFact::Genus(2)),
    ("tame", NamedFact::Tame),
    ("moves", NamedFact::Moves),
    ("winning", NamedFact::WinningMoves),
    ("remoteness", NamedFact::Remoteness),
    ("size", NamedFact::Shape(ShapeFact::Size)),
    ("parts", NamedFact::Shape(ShapeFact::Parts)),
    ("largest", NamedFact::Shape(ShapeFact::Largest)),
    ("smallest", NamedFact::Shape(ShapeFact::Smallest)),
    ("lines", NamedFact::Shape(ShapeFact::Lines)),
    ("rank", NamedFact::Shape(ShapeFact::Rank)),
    ("durfee", NamedFact::Shape(ShapeFact::Durfee)),
    ("hook", NamedFact::Shape(ShapeFact::Hook)),
    ("odd_hooks", NamedFact::Shape(ShapeFact::OddHooks)),
    ("degree", NamedFact::Shape(ShapeFact::Degree)),
    ("core2", NamedFact::Shape(ShapeFact::Core(2))),
    ("core3", NamedFact::Shape(ShapeFact::Core(3))),
    ("core5", NamedFact::Shape(ShapeFact::Core(5))),
    ("core7", NamedFact::Shape(ShapeFact::Core(7))),
];

/// An expression of letters and of facts of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub(super) expression: Expression,
    /// The number of letters; the facts are numbered after them.
    pub(super) letters: usize,
    /// The facts that occur, by their number in [`FACTS`].
    facts: Vec<usize>,
}

impl Statement {
    /// Reads a statement over the positions of a family with these letters.
    ///
    /// # Errors
    /// If the text is not an expression of the letters and the facts.
    pub fn read(text: &str, letters: &[char]) -> Result<Statement, NotationError> {
        let own: Vec<String> = letters.iter().map(char::to_string).collect();
        let facts = FACTS.iter().map(|(name, _)| *name);
        let names: Vec<&str> = own.iter().map(String::as_str).chain(facts).collect();
        let expression = Expression::read(text, &names)?;
        let mentioned = |fact: &usize| expression.mentions(letters.len() + fact);
        Ok(Statement {
            facts: (0..FACTS.len()).filter(mentioned).collect(),
            letters: letters.len(),
            expression,
        })
    }

    /// Returns the facts that occur, with their numbers in [`FACTS`] and their names.
    pub(super) fn facts(&self) -> impl Iterator<Item = (usize, &'static str, NamedFact)> + '_ {
        self.facts.iter().map(|&number| {
            let (name, fact) = FACTS[number];
            (number, name, fact)
        })
    }

    /// Returns the names of the facts that occur.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.facts().map(|(_, name, _)| name)
    }
}

impl fmt::Display for Statement {
    /// Writes the statement as it was written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expression.fmt(f)
    }
}
