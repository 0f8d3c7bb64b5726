//! Counterexamples to statements of a person's own, which another program can check: each fact follows from the rules.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};

use crate::brute_force::{self, LARGEST_TREE, TreeNode};
use crate::rules::RulesError;
use nimfield::statement::{Facts, Statement, StatementCounterexample, Undefined};
use nimfield::template::{Letter, Template};
use nimfield_core::budget::Budget;
use nimfield_core::expression::Expression;
use nimfield_core::notation::NotationError;
use nimfield_core::words::{Outcome, Play};

/// A position for which a statement does not hold, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatementCertificate {
    /// What kind of certificate it is: `statement`.
    pub certificate: String,
    /// The version of this form.
    pub version: u32,
    /// The positions that it is about: a game, or a position with letters.
    pub positions: String,
    /// The statement.
    pub statement: String,
    /// The play convention.
    pub play: Play,
    /// The position.
    pub position: String,
    /// The letters with their values, in digits.
    pub letters: BTreeMap<char, String>,
    /// The facts that the statement names with their values, in digits.
    pub facts: BTreeMap<String, String>,
}

/// What is wrong with a certificate of a statement.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StatementCertificateError {
    /// It is not well-formed.
    #[error("not a certificate of a statement: {0}")]
    Form(String),
    /// The statement cannot be read.
    #[error("{0}")]
    Notation(NotationError),
    /// Something does not follow.
    #[error("the certificate is wrong: {0}")]
    Wrong(String),
    /// The rules alone could not decide.
    #[error("not checked: {0}")]
    Rules(RulesError),
    /// The position lacks a fact.
    #[error("the certificate is wrong: {0}")]
    Undefined(Undefined),
}

const KIND: &str = "statement";

impl StatementCertificate {
    /// Creates the certificate of a counterexample, and works each fact out again by the rules alone.
    ///
    /// # Errors
    /// If the game tree is too large, or the rules contradict a fact: then an engine is wrong.
    pub fn new(
        positions: &str,
        statement: &Statement,
        play: Play,
        letters: &[char],
        counterexample: &StatementCounterexample,
    ) -> Result<StatementCertificate, StatementCertificateError> {
        let text = |(name, value): &(String, i128)| (name.clone(), value.to_string());
        let (own, facts) = counterexample.facts.split_at(letters.len());
        let made = StatementCertificate {
            certificate: KIND.to_string(),
            version: 1,
            positions: positions.trim().to_string(),
            statement: statement.to_string(),
            play,
            position: counterexample.position.clone(),
            letters: letters
                .iter()
                .copied()
                .zip(own.iter().map(|(_, value)| value.to_string()))
                .collect(),
            facts: facts.iter().map(text).collect(),
        };
        made.check()?;
        Ok(made)
    }

    /// Reads a certificate; `None` if the text is something else.
    #[must_use]
    pub fn read(text: &str) -> Option<Result<StatementCertificate, StatementCertificateError>> {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        if value.get("certificate")? != KIND {
            return None;
        }
        let form = |what: String| StatementCertificateError::Form(what);
        let read = serde_json::from_value(value).map_err(|error| form(error.to_string()));
        Some(
            read.and_then(|read: StatementCertificate| match read.version {
                1 => Ok(read),
                other => Err(form(format!("version {other}, this program reads 1"))),
            }),
        )
    }

    /// Returns the certificate as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Plain data always has a form as JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Checks that the statement is false for these letters and facts, and that the facts follow from the rules alone:
    /// outcomes and values by recursion over all moves, numbers of the shape from what is written.
    ///
    /// # Errors
    /// The first thing that does not follow; or why the check was not finished.
    pub fn check(&self) -> Result<(), StatementCertificateError> {
        let form = |what: &str| StatementCertificateError::Form(what.to_string());
        self.is_about()?;
        let letters: Vec<char> = self.letters.keys().copied().collect();
        let statement = Statement::read(&self.statement, &letters)
            .map_err(StatementCertificateError::Notation)?;
        let named: Vec<&str> = statement.names().collect();
        if named.len() != self.facts.len() {
            return Err(form("the facts are not those that the statement names"));
        }
        let mut trees = BTreeMap::new();
        for name in &named {
            let value = self.fact(name, &mut trees)?;
            if self.facts.get(*name) != Some(&value.to_string()) {
                let position = &self.position;
                let what = format!("`{name}` of {position} is {value}");
                return Err(StatementCertificateError::Wrong(what));
            }
        }
        let names: Vec<String> = letters.iter().map(char::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).chain(named).collect();
        let values = self
            .letters
            .values()
            .chain(statement.names().map(|name| &self.facts[name]));
        let values = values.map(|digits| {
            digits
                .parse()
                .map_err(|_| form("a value is not a whole number"))
        });
        let values: Vec<i128> = values.collect::<Result<_, _>>()?;
        let expression = Expression::read(&self.statement, &names)
            .map_err(StatementCertificateError::Notation)?;
        match expression.holds(&values) {
            true => Err(StatementCertificateError::Wrong(
                "the statement holds".to_string(),
            )),
            false => Ok(()),
        }
    }

    /// Checks that the position is one of those that the statement is about.
    fn is_about(&self) -> Result<(), StatementCertificateError> {
        let notation = StatementCertificateError::Notation;
        let is_about = match self.letters.is_empty() {
            true => {
                let body = self.position.strip_prefix(&self.positions);
                body.is_some_and(|body| body.starts_with('['))
            }
            false => {
                let letter = |(&name, digits): (&char, &String)| {
                    let number: u64 = digits.parse().ok()?;
                    let range = number..=number;
                    Some(Letter {
                        name,
                        range,
                        not_below: None,
                    })
                };
                let letters: Option<Vec<Letter>> = self.letters.iter().map(letter).collect();
                let letters = letters.ok_or_else(|| {
                    StatementCertificateError::Form(
                        "letters stand for numbers below 2^64".to_string(),
                    )
                })?;
                let values: Vec<u64> = letters.iter().map(|letter| *letter.range.start()).collect();
                let family = Template::new(&self.positions, letters).map_err(notation)?;
                let text = family.with(&values);
                let text =
                    text.map_err(|error| StatementCertificateError::Wrong(error.to_string()))?;
                nimfield::read(&text).map_err(notation)?.to_string() == self.position
            }
        };
        match is_about {
            true => Ok(()),
            false => Err(StatementCertificateError::Wrong(format!(
                "{} is not one of {}",
                self.position, self.positions
            ))),
        }
    }

    /// Computes a fact of the position, by the rules alone.
    fn fact(
        &self,
        name: &str,
        trees: &mut BTreeMap<Play, TreeNode>,
    ) -> Result<i128, StatementCertificateError> {
        let own = self.play;
        let (play, is_value, outcome) = match name {
            "value" => (own, true, Outcome::P),
            "normal_value" => (Play::Normal, true, Outcome::P),
            "misere_value" => (Play::Misere, true, Outcome::P),
            "P" => (own, false, Outcome::P),
            "normal_P" => (Play::Normal, false, Outcome::P),
            "misere_P" => (Play::Misere, false, Outcome::P),
            "N" => (own, false, Outcome::N),
            "L" => (own, false, Outcome::L),
            "R" => (own, false, Outcome::R),
            _ => return self.shape(name),
        };
        let root = match trees.entry(play) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(self.root(play)?),
        };
        let none = || {
            let what = format!("{} has no `{name}`", self.position);
            StatementCertificateError::Wrong(what)
        };
        if is_value {
            let value = root.value.ok_or_else(none)?;
            return i128::try_from(value).map_err(|_| none());
        }
        let found = match (root.value, root.wins) {
            (Some(value), _) => Outcome::impartial(value == 0),
            (None, Some(wins)) => brute_force::outcome(wins),
            (None, None) => return Err(none()),
        };
        Ok(i128::from(found == outcome))
    }

    /// Returns the position in its game tree, with what the rules say of it.
    fn root(&self, play: Play) -> Result<TreeNode, StatementCertificateError> {
        let tree = brute_force::tree(&self.position, play, LARGEST_TREE)
            .map_err(StatementCertificateError::Rules)?;
        let root = tree.into_iter().next_back();
        root.filter(|root| root.position == self.position)
            .ok_or_else(|| {
                let what = format!("{} is not written as it prints", self.position);
                StatementCertificateError::Wrong(what)
            })
    }

    /// Returns a number of the shape, which no engine is asked for.
    fn shape(&self, name: &str) -> Result<i128, StatementCertificateError> {
        let notation = StatementCertificateError::Notation;
        let position = nimfield::read(&self.position).map_err(notation)?;
        let statement = Statement::read(name, &[]).map_err(notation)?;
        let mut facts = Facts::new(Play::Normal, false, Budget::unlimited());
        let value = facts.value(&statement, &position, &[]);
        let value = value.map_err(StatementCertificateError::Undefined)?;
        value.ok_or_else(|| StatementCertificateError::Wrong(format!("`{name}` is not known")))
    }
}
