//! Laws for all numbers, in a form that another program can check: the game, the digits and the automaton.

use std::collections::BTreeMap;
use std::fmt;

use nimfield_core::prelude::*;
use nimfield_laws::{Automaton, Bound, Numeration, Prover, Refused, Verdict};
use serde::{Deserialize, Serialize};

use super::family::NumberFamily;
use super::proved::ProvedLaw;
use crate::reader::Reader;
use crate::registry::Games;
use crate::template::{Letter, Template};

/// A proved law, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LawCertificate {
    /// The kind of certificate: `law`.
    pub certificate: String,
    /// The version of this form.
    pub version: u32,
    /// The position with its letters, each of which stands for all natural numbers.
    pub position: String,
    /// The rule files that the position names: their names and texts.
    pub files: BTreeMap<String, String>,
    /// The letters, in the order in which the automaton reads them.
    pub letters: Vec<char>,
    /// The play convention.
    pub play: Play,
    /// Whether it gives Grundy values: then the automaton reads a value after the letters.
    pub values: bool,
    /// The digits: a and b of `w(n+1) = a w(n) + b w(n-1)`, with `w(0) = 1` and `w(1) = a + 1`; with b = 0 the base a.
    pub numeration: (u32, u32),
    /// Which states accept; the first state is the initial one.
    pub accepts: Vec<bool>,
    /// The next states, for the digits of all letters in order, of which that of the first letter is the most
    /// significant.
    pub steps: Vec<Vec<u32>>,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LawFault {
    /// It is not well-formed.
    #[error("{0}")]
    Form(String),
    /// A step does not follow.
    #[error("the certificate is wrong: {0}")]
    Wrong(String),
    /// The budget did not suffice, or no automaton expresses the moves.
    #[error("not checked: {0}")]
    Unchecked(String),
}

fn form(what: impl fmt::Display) -> LawFault {
    LawFault::Form(format!("not a certificate of a law: {what}"))
}

/// Returns a reader that takes rule files from a certificate.
pub(crate) fn reader_of(files: &BTreeMap<String, String>) -> Reader<'static> {
    let files = files.clone();
    Games::builtin().reader().files(move |name: &str| {
        let text = files.get(name).cloned();
        text.ok_or_else(|| format!("the certificate lacks the file {name}"))
    })
}

impl LawCertificate {
    /// Writes the certificate of a law of a family, of its values or of its P-positions.
    #[must_use]
    pub fn of(family: &Template, law: &Automaton, play: Play, values: bool) -> LawCertificate {
        let states = 0..law.states();
        LawCertificate {
            certificate: "law".to_string(),
            version: 1,
            position: family.text().to_string(),
            files: family.files().iter().cloned().collect(),
            letters: family.letters().iter().map(|letter| letter.name).collect(),
            play,
            values,
            numeration: law.numeration().coefficients(),
            accepts: states.clone().map(|state| law.accepts(state)).collect(),
            steps: states.map(|state| law.steps(state).to_vec()).collect(),
        }
    }

    /// Returns the certificate as JSON.
    ///
    /// # Errors
    /// If it has no form as JSON; then no file must be written.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Returns the automaton.
    ///
    /// # Errors
    /// If its parts do not describe an automaton.
    pub fn law(&self) -> Result<Automaton, LawFault> {
        let numeration = match self.numeration {
            (base, 0) => Numeration::base(base),
            (a, b) => Numeration::recurrence(a, b),
        };
        let numeration = numeration.ok_or_else(|| form("the digits are unknown"))?;
        let variables = self.letters.len() + usize::from(self.values);
        let law = Automaton::from_parts(numeration, variables, &self.steps, self.accepts.clone());
        law.ok_or_else(|| form("the steps do not describe an automaton"))
    }

    /// Reads the family, and its positions as numbers.
    ///
    /// # Errors
    /// If the text does not describe a family, or its positions are not numbers.
    pub(super) fn family(&self) -> Result<(Template, NumberFamily), LawFault> {
        let reader = reader_of(&self.files);
        let letters = self.letters.iter().copied().map(Letter::new).collect();
        let family = Template::read(&self.position, letters, &reader);
        let family = family.map_err(|error| LawFault::Form(error.to_string()))?;
        if family.files().len() != self.files.len() {
            return Err(form("it contains files that the position does not name"));
        }
        let numbers = NumberFamily::of(&family, self.values).map_err(LawFault::Unchecked)?;
        Ok((family, numbers))
    }

    /// Decides again, from the rules, whether the automaton accepts exactly the P-positions or values; then it decides
    /// positions.
    ///
    /// # Errors
    /// What is wrong; or why the check was not finished.
    pub fn check(&self, budget: &Budget) -> Result<ProvedLaw, LawFault> {
        let law = self.law()?;
        let (family, numbers) = self.family()?;
        // An unfinished check, or one without an automaton, decides nothing.
        let (wrong, unchecked) = (LawFault::Wrong, LawFault::Unchecked);
        let bound = Bound::new(budget);
        let prover = Prover::new(&numbers.game, &numbers.relation, law.numeration(), bound);
        let prover = prover.map_err(|error| match error {
            Refused::CannotSay(error) => unchecked(error.to_string()),
            error => wrong(error.to_string()),
        })?;
        if !law
            .is_plain(bound)
            .map_err(|error| unchecked(error.to_string()))?
        {
            return Err(wrong(
                "the automaton has more states than needed, or accepts invalid digits".to_string(),
            ));
        }
        let within = prover.within(&law, &numbers.places, bound);
        if within.map_err(|error| unchecked(error.to_string()))? != law {
            return Err(wrong(
                "it accepts numbers that are not a position".to_string(),
            ));
        }
        let verdict = numbers.verdict(&prover, &law, (self.values, self.play), bound);
        match verdict.map_err(|error| unchecked(error.to_string()))? {
            Verdict::Proved { .. } => Ok(ProvedLaw {
                family,
                numbers,
                prover,
                law,
                play: self.play,
                values: self.values,
            }),
            Verdict::Refuted(fault) => Err(wrong(format!("the law fails: {fault}"))),
        }
    }
}
