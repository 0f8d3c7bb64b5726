//! Counterexamples to user-defined statements, which another program can check: each fact follows from the rules.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::brute_force::{self, LARGEST_TREE, TreeNode};
use crate::certificate::CertificateError;
use nimfield::statement::{FactFinder, Statement, StatementTrial};
use nimfield::template::{Letter, NoMember, Template};
use nimfield::{Games, Reader};
use nimfield_core::expression::Expression;
use nimfield_core::prelude::*;

/// A position for which a statement does not hold, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatementCertificate {
    /// The kind of certificate: `statement`.
    pub certificate: String,
    /// The version of this format.
    pub version: u32,
    /// The positions of the statement: a game, or a position with letters.
    pub positions: String,
    /// The statement.
    pub statement: String,
    /// The play convention.
    pub play: Play,
    /// The position.
    pub position: String,
    /// The values of the letters, as decimal text.
    pub letters: BTreeMap<char, String>,
    /// The values of the facts that the statement mentions, as decimal text.
    pub facts: BTreeMap<String, String>,
}

fn form(what: impl fmt::Display) -> CertificateError {
    CertificateError::Form(format!("not a certificate of a statement: {what}"))
}

/// Returns the error for unreadable text in the certificate.
fn unreadable(error: NotationError) -> CertificateError {
    CertificateError::Form(error.to_string())
}

fn reader(budget: &Budget) -> Reader<'static> {
    Games::builtin().reader().budget(budget.clone())
}

fn wrong(what: impl fmt::Display) -> CertificateError {
    CertificateError::Wrong(what.to_string())
}

/// Returns whether a name stands for a number and not for a fact; a fact hidden by a letter cannot be checked.
fn is_only_a_letter(name: char) -> bool {
    let is_fact = Statement::read(&name.to_string(), &[]).is_ok();
    name.is_ascii_alphabetic() && !is_fact
}

impl StatementCertificate {
    /// Creates the certificate of the counterexample that a test found, and rederives each fact from the rules alone;
    /// `None` if it found none.
    ///
    /// # Errors
    /// Fails if the game tree is too large for the budget, or if the rules contradict a fact, which means that an
    /// engine is wrong.
    pub fn of(
        trial: &StatementTrial,
        budget: &Budget,
    ) -> Result<Option<StatementCertificate>, CertificateError> {
        let Some(found) = &trial.state().counterexample else {
            return Ok(None);
        };
        let letters = trial.letters();
        let (own, facts) = found.facts.split_at(letters.len());
        let own = own.iter().map(|(_, value)| value.to_string());
        let text = |(name, value): &(String, i128)| (name.clone(), value.to_string());
        let made = StatementCertificate {
            certificate: "statement".to_string(),
            version: 1,
            positions: trial.written().to_string(),
            statement: trial.statement().to_string(),
            play: trial.play(),
            position: found.position.clone(),
            letters: letters.into_iter().zip(own).collect(),
            facts: facts.iter().map(text).collect(),
        };
        made.check(budget)?;
        Ok(Some(made))
    }

    /// Returns the certificate as JSON.
    ///
    /// # Errors
    /// Fails if it cannot be represented as JSON; it must not be written then.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Checks that the statement is false for these letters and facts, and that the facts follow from the rules alone:
    /// outcomes and values by recursion over all moves, numbers of the shape from the notation.
    ///
    /// # Errors
    /// Returns the first statement that does not follow, or the reason why the check was not finished.
    pub fn check(&self, budget: &Budget) -> Result<(), CertificateError> {
        let letters: Vec<char> = self.letters.keys().copied().collect();
        if let Some(letter) = letters.iter().find(|&&letter| !is_only_a_letter(letter)) {
            return Err(form(format_args!("`{letter}` is a fact, or not a letter")));
        }
        self.is_about(budget)?;
        let statement = Statement::read(&self.statement, &letters).map_err(unreadable)?;
        if statement.names().count() != self.facts.len() {
            return Err(form("the facts differ from those that the statement names"));
        }
        let mut names: Vec<String> = letters.iter().map(char::to_string).collect();
        let number = |digits: &String| digits.parse().expect("read as numbers already");
        let mut values: Vec<i128> = self.letters.values().map(number).collect();
        let mut trees = BTreeMap::new();
        for name in statement.names() {
            let value = self.fact(name, &mut trees, budget)?;
            if self.facts.get(name) != Some(&value.to_string()) {
                let position = &self.position;
                return Err(wrong(format_args!("`{name}` of {position} is {value}")));
            }
            names.push(name.to_string());
            values.push(value);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let expression = Expression::read(&self.statement, &names).map_err(unreadable)?;
        match expression.holds(&values) {
            true => Err(wrong("the statement holds")),
            false => Ok(()),
        }
    }

    /// Checks that the statement covers the position.
    fn is_about(&self, budget: &Budget) -> Result<(), CertificateError> {
        let body = self.position.strip_prefix(&self.positions);
        let is_game = body.is_some_and(|body| body.starts_with('['));
        let is_about = match self.letters.is_empty() && is_game {
            // The positions of a game are not sums.
            true => {
                let sum = reader(budget).read(&self.position).map_err(unreadable)?;
                sum.components().len() == 1 && sum.to_string() == self.position
            }
            false => {
                let letter = |(&name, digits): (&char, &String)| {
                    let number = match digits.parse::<u64>() {
                        Ok(number) if number.to_string() == *digits => number,
                        _ => return Err(form("letters stand for numbers below 2^64, in digits")),
                    };
                    Ok(Letter {
                        name,
                        range: number..=number,
                        not_below: None,
                    })
                };
                let letters = self.letters.iter().map(letter);
                let letters = letters.collect::<Result<Vec<Letter>, CertificateError>>()?;
                let values: Vec<u64> = letters.iter().map(|letter| *letter.range.start()).collect();
                let family = Template::new(&self.positions, letters).map_err(unreadable)?;
                let position = family.position(&values, budget);
                let position = position.map_err(|error| match error {
                    NoMember::Notation(error) => unreadable(error),
                    error => wrong(error),
                })?;
                position.to_string() == self.position
            }
        };
        match is_about {
            true => Ok(()),
            false => Err(wrong(format_args!(
                "{} is not one of {}",
                self.position, self.positions
            ))),
        }
    }

    /// Computes a fact about the position from the rules alone.
    fn fact(
        &self,
        name: &str,
        trees: &mut BTreeMap<Play, TreeNode>,
        budget: &Budget,
    ) -> Result<i128, CertificateError> {
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
            "genus1" => return self.beside_twos(1, budget),
            "genus2" => return self.beside_twos(2, budget),
            "remoteness" => return self.remoteness(budget),
            "winning" => return self.winning(budget),
            _ => return self.shape(name, budget),
        };
        let root = match trees.entry(play) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(self.root(play, budget)?),
        };
        let none = || wrong(format_args!("{} has no `{name}`", self.position));
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

    /// Returns the node of the position in its game tree, with its value or winners from the rules.
    fn root(&self, play: Play, budget: &Budget) -> Result<TreeNode, CertificateError> {
        let position = &self.position;
        let tree = brute_force::tree(position, play, LARGEST_TREE, budget)?;
        let root = tree.into_iter().next_back();
        let otherwise = || wrong(format_args!("{position} is not in strict notation"));
        root.filter(|root| root.position == *position)
            .ok_or_else(otherwise)
    }

    /// Computes the misère Grundy number of the position plus this many heaps of 2.
    fn beside_twos(&self, twos: usize, budget: &Budget) -> Result<i128, CertificateError> {
        let text = self.position.clone() + &" + nim[2]".repeat(twos);
        let tree = brute_force::tree(&text, Play::Misere, LARGEST_TREE, budget)?;
        let value = tree.last().and_then(|root| root.value);
        // A value out of range is an error, as one that is missing.
        let value = value.and_then(|value| i128::try_from(value).ok());
        value.ok_or_else(|| wrong(format_args!("{} has no genus", self.position)))
    }

    /// Computes the number of remaining moves, if the winner hurries and the loser resists, from the whole game tree.
    fn remoteness(&self, budget: &Budget) -> Result<i128, CertificateError> {
        let tree = brute_force::tree(&self.position, self.play, LARGEST_TREE, budget)?;
        let mut moves: Vec<i128> = Vec::new();
        for node in &tree {
            let partizan = || wrong(format_args!("{} has no remoteness", self.position));
            node.value.ok_or_else(partizan)?;
            let lost = node.left.iter().filter(|&&at| tree[at].value == Some(0));
            let shortest = lost.map(|&at| moves[at]).min();
            let longest = node.left.iter().map(|&at| moves[at]).max();
            moves.push(shortest.or(longest).map_or(0, |after| after + 1));
        }
        Ok(moves.last().copied().unwrap_or(0))
    }

    /// Counts the moves to positions that the player to move loses, from the rules alone.
    fn winning(&self, budget: &Budget) -> Result<i128, CertificateError> {
        let position = reader(budget).read(&self.position).map_err(unreadable)?;
        let mut winning = 0;
        for player in [Player::Left, Player::Right] {
            if player == Player::Right && position.is_impartial() {
                break;
            }
            for mv in position.moves_by(player) {
                let after = position.after(&mv).map_err(wrong)?.to_string();
                let tree = brute_force::tree(&after, self.play, LARGEST_TREE, budget)?;
                let loses = tree
                    .last()
                    .is_some_and(|node| match (node.value, node.wins) {
                        (Some(value), _) => value == 0,
                        (None, Some(wins)) => !wins[usize::from(player == Player::Left)],
                        (None, None) => false,
                    });
                winning += i128::from(loses);
            }
        }
        Ok(winning)
    }

    /// Returns a number of the shape, without an engine.
    fn shape(&self, name: &str, budget: &Budget) -> Result<i128, CertificateError> {
        let position = reader(budget).read(&self.position).map_err(unreadable)?;
        let statement = Statement::read(name, &[]).map_err(unreadable)?;
        let mut facts = FactFinder::new(Play::Normal, false, budget.clone());
        let value = facts.value(&statement, &position, &[]);
        let value = value.map_err(wrong)?;
        value.ok_or_else(|| wrong(format_args!("`{name}` is not known")))
    }
}
