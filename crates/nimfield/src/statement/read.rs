//! Statements: expressions of letters and of facts of a position.

use std::fmt;

use nimfield_core::expression::Expression;
use nimfield_core::notation::NotationError;

/// A fact of a position that a statement can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Outcome(OutcomeFact),
    Value(ValueFact),
    Genus(GenusFact),
    Moves(MovesFact),
    Shape(ShapeFact),
}

/// Which outcome is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutcomeFact {
    P,
    N,
    L,
    R,
    NormalP,
    MisereP,
}

/// Which value is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueFact {
    OfPlay,
    Normal,
    Misere,
}

/// What of the genus is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GenusFact {
    /// The misère Grundy number with this many heaps of 2 beside the position.
    BesideTwos(usize),
    /// Whether the misère canonical form and all its followers are tame.
    Tame,
}

/// Which moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovesFact {
    All,
    Winning,
}

/// Which number of the shape is asked for.
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
}

/// The facts by name.
pub(super) const FACTS: [(&str, Fact); 24] = [
    ("P", Fact::Outcome(OutcomeFact::P)),
    ("N", Fact::Outcome(OutcomeFact::N)),
    ("L", Fact::Outcome(OutcomeFact::L)),
    ("R", Fact::Outcome(OutcomeFact::R)),
    ("normal_P", Fact::Outcome(OutcomeFact::NormalP)),
    ("misere_P", Fact::Outcome(OutcomeFact::MisereP)),
    ("value", Fact::Value(ValueFact::OfPlay)),
    ("normal_value", Fact::Value(ValueFact::Normal)),
    ("misere_value", Fact::Value(ValueFact::Misere)),
    ("genus1", Fact::Genus(GenusFact::BesideTwos(1))),
    ("genus2", Fact::Genus(GenusFact::BesideTwos(2))),
    ("tame", Fact::Genus(GenusFact::Tame)),
    ("moves", Fact::Moves(MovesFact::All)),
    ("winning", Fact::Moves(MovesFact::Winning)),
    ("size", Fact::Shape(ShapeFact::Size)),
    ("parts", Fact::Shape(ShapeFact::Parts)),
    ("largest", Fact::Shape(ShapeFact::Largest)),
    ("smallest", Fact::Shape(ShapeFact::Smallest)),
    ("lines", Fact::Shape(ShapeFact::Lines)),
    ("rank", Fact::Shape(ShapeFact::Rank)),
    ("durfee", Fact::Shape(ShapeFact::Durfee)),
    ("hook", Fact::Shape(ShapeFact::Hook)),
    ("odd_hooks", Fact::Shape(ShapeFact::OddHooks)),
    ("degree", Fact::Shape(ShapeFact::Degree)),
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
    /// Where the text is not an expression of the letters and the facts.
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
    pub(super) fn facts(&self) -> impl Iterator<Item = (usize, &'static str, Fact)> + '_ {
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
