//! Statements over positions: expressions whose names are facts of a position.
//!
//! A [`Statement`] is an [`Expression`] of the letters of a family and of these names:
//!
//! | names | |
//! |---|---|
//! | `P` `N` `L` `R` | 1 if this is the outcome, else 0 |
//! | `value` | the Grundy value; in misère play the misère Grundy number |
//! | `normal_P` `normal_value` | the same in normal play, whatever the play asked for |
//! | `misere_P` `misere_value` | the same in misère play: with `normal_value` the first two numbers of the genus |
//! | `size` `parts` | the sum of the numbers of the position, and how many of them are not 0 |
//! | `largest` `smallest` | the largest and the smallest of these numbers |
//! | `lines` | rows plus columns of a Young diagram |
//! | `rank` | the difference of the numbers of columns and rows, without its sign |
//! | `durfee` | the side of the Durfee square |
//! | `hook` `odd_hooks` | the longest hook length, and how many hook lengths are odd |
//! | `degree` | the number of standard Young tableaux, at most 2^127-1 |
//!
//! A letter of the family with the name of a fact hides the fact.
//!
//! ```
//! use nimfield::statement::{Facts, Statement};
//! use nimfield::{Budget, Play};
//!
//! let statement = Statement::read("P -> even(rank)", &[])?;
//! let mut facts = Facts::new(Play::Normal, false, Budget::unlimited());
//! let position = nimfield::read("crim[3,1,1]")?;
//! assert_eq!(facts.value(&statement, &position, &[])?, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod facts;
mod shape;

use std::fmt;

use nimfield_core::expression::Expression;
use nimfield_core::notation::NotationError;

pub use facts::{Facts, Undefined};
pub(crate) use shape::Shape;

/// A fact of a position that a statement can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Outcome(OutcomeFact),
    Value(ValueFact),
    Shape(ShapeFact),
}

/// Which outcome is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutcomeFact {
    P,
    N,
    L,
    R,
    NormalP,
    MisereP,
}

/// Which value is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueFact {
    OfPlay,
    Normal,
    Misere,
}

/// Which number of the shape is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShapeFact {
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
const FACTS: [(&str, Fact); 19] = [
    ("P", Fact::Outcome(OutcomeFact::P)),
    ("N", Fact::Outcome(OutcomeFact::N)),
    ("L", Fact::Outcome(OutcomeFact::L)),
    ("R", Fact::Outcome(OutcomeFact::R)),
    ("normal_P", Fact::Outcome(OutcomeFact::NormalP)),
    ("misere_P", Fact::Outcome(OutcomeFact::MisereP)),
    ("value", Fact::Value(ValueFact::OfPlay)),
    ("normal_value", Fact::Value(ValueFact::Normal)),
    ("misere_value", Fact::Value(ValueFact::Misere)),
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
    expression: Expression,
    /// The number of letters; the facts are numbered after them.
    letters: usize,
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

    /// The facts that occur, with their numbers in [`FACTS`] and their names.
    fn facts(&self) -> impl Iterator<Item = (usize, &'static str, Fact)> + '_ {
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
    /// The statement as it was written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expression.fmt(f)
    }
}
