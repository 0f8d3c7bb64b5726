//! The facts of a position that a statement names, each computed only if it matters.

use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::genus::Genus;
use nimfield_engines::remoteness::Remotenesses;

use super::read::{FACTS, NamedFact, ShapeFact, Statement};
use super::shape::{self, WrittenShape};
use crate::analyze::{Analyzer, FormStyle, Query, misere_report, whole_sum};
use crate::answer::Answer;
use crate::laws::ProvedLaw;
use crate::sum::Sum;

/// A position lacks a fact that a statement names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position} has no `{name}`: {why}")]
pub struct Undefined {
    /// The position.
    pub position: String,
    /// The name of the fact.
    pub name: &'static str,
    why: &'static str,
}

const NO_SHAPE: &str = "the numbers are those of a single position written as whole numbers, such as nim[3,5], and ranks and \
                        hooks those of a single Young diagram, such as crim[4,2]; letters give the numbers of other \
                        positions";
const NO_SIZE: &str = "infinite piles and values have no size";
const NO_GRUNDY: &str = "only impartial positions have one, and it must be below 2^127";

/// The most moves that are counted one by one.
const MOST_COUNTED: usize = 1_000_000;

const NO_GENUS: &str = "only impartial positions have a genus and a remoteness";

/// Computes the values of statements, using results from earlier positions.
pub struct FactFinder {
    play: Play,
    unproved: bool,
    budget: Budget,
    law: Option<Arc<ProvedLaw>>,
    /// One for each question that occurred.
    analyzers: Vec<Analyzer>,
    remotenesses: Remotenesses,
    positions: u64,
    why_undecided: String,
}

impl FactFinder {
    /// Prepares facts in this play convention; `unproved` allows results that are verified but not proved. The
    /// positions and memory of the budget apply to each question, its time to all of them.
    #[must_use]
    pub fn new(play: Play, unproved: bool, budget: Budget) -> FactFinder {
        FactFinder {
            play,
            unproved,
            budget,
            law: None,
            analyzers: Vec::new(),
            remotenesses: Remotenesses::new(play),
            positions: 0,
            why_undecided: String::new(),
        }
    }

    /// Sets a law that decides the positions of its family.
    #[must_use]
    pub fn law(mut self, law: Option<Arc<ProvedLaw>>) -> FactFinder {
        self.law = law;
        self
    }

    /// Returns why the last missing value was not found: the limit of the budget that ended the search.
    #[must_use]
    pub(crate) fn why_undecided(&self) -> &str {
        &self.why_undecided
    }

    /// Returns the number of positions that searches and tables have examined so far.
    #[must_use]
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the value of a statement for a position of a family with these values for its letters; `None` if a fact
    /// that it depends on was not decided within the budget.
    ///
    /// An outcome on which the value does not depend is not computed: `P -> even(rank)` holds for even ranks whatever
    /// the outcome is.
    ///
    /// # Errors
    /// If the position does not have a fact that the statement names.
    pub fn value(
        &mut self,
        statement: &Statement,
        position: &Sum,
        letters: &[u64],
    ) -> Result<Option<i128>, Undefined> {
        let Some(mut values) = self.shapes_and_values(statement, position, letters)? else {
            return Ok(None);
        };
        if let Some(value) = whatever_the_outcome(statement, &mut values.clone()) {
            return Ok(Some(value));
        }
        let known = self.outcomes(statement, position, &mut values);
        Ok(known.map(|()| statement.expression.value(&values)))
    }

    /// Returns the facts that a statement names with their values for a position; `None` if one of them was not
    /// decided within the budget.
    ///
    /// # Errors
    /// If the position does not have a fact that the statement names.
    pub(crate) fn named(
        &mut self,
        statement: &Statement,
        position: &Sum,
    ) -> Result<Option<Vec<(String, i128)>>, Undefined> {
        let letters = vec![0; statement.letters];
        let Some(mut values) = self.shapes_and_values(statement, position, &letters)? else {
            return Ok(None);
        };
        let known = self.outcomes(statement, position, &mut values);
        let fact = |(number, name, _): (usize, &str, NamedFact)| {
            (name.to_string(), values[statement.letters + number])
        };
        Ok(known.map(|()| statement.facts().map(fact).collect()))
    }

    /// Returns the letters and all facts, with outcomes still 0.
    fn shapes_and_values(
        &mut self,
        statement: &Statement,
        position: &Sum,
        letters: &[u64],
    ) -> Result<Option<Vec<i128>>, Undefined> {
        let mut values: Vec<i128> = letters.iter().map(|&letter| letter.into()).collect();
        values.resize(statement.letters + FACTS.len(), 0);
        let undefined = |name, why| Undefined {
            position: position.to_string(),
            name,
            why,
        };
        let mut shape = None;
        for (number, name, fact) in statement.facts() {
            let value = match fact {
                NamedFact::Shape(ShapeFact::Size) => {
                    Ok(shape::size(position).ok_or_else(|| undefined(name, NO_SIZE))?)
                }
                NamedFact::Shape(wanted) => {
                    let shape = shape.get_or_insert_with(|| WrittenShape::of(position));
                    let found = shape.as_ref().and_then(|shape| shape.number(wanted));
                    Ok(found.ok_or_else(|| undefined(name, NO_SHAPE))?)
                }
                NamedFact::Value(play) => match self.grundy(position, play.unwrap_or(self.play)) {
                    Some(found) => found,
                    None => return Err(undefined(name, NO_GRUNDY)),
                },
                NamedFact::Genus(_) | NamedFact::Tame | NamedFact::Remoteness
                    if !position.is_impartial() =>
                {
                    return Err(undefined(name, NO_GENUS));
                }
                NamedFact::Genus(twos) => self.genus(position, twos),
                NamedFact::Tame => self.tame(position),
                NamedFact::Moves => {
                    let count = position.count_moves(MOST_COUNTED);
                    // A statement calculates with numbers below 2^127.
                    let count = count.and_then(|count| i128::try_from(count).ok());
                    count.ok_or_else(|| "there are too many moves to count".to_string())
                }
                NamedFact::Remoteness => self.remoteness(position),
                NamedFact::WinningMoves => self.winning_moves(position),
                NamedFact::Outcome(..) => continue,
            };
            match value {
                Ok(value) => values[statement.letters + number] = value,
                Err(why) => {
                    self.why_undecided = why;
                    return Ok(None);
                }
            }
        }
        Ok(Some(values))
    }

    /// Adds the outcomes; `None` if one was not decided.
    fn outcomes(
        &mut self,
        statement: &Statement,
        position: &Sum,
        values: &mut [i128],
    ) -> Option<()> {
        for (number, _, fact) in statement.facts() {
            if let NamedFact::Outcome(wanted, play) = fact {
                let query = Query::outcome(play.unwrap_or(self.play));
                let answer = self.ask(position, query);
                if answer.outcome.is_none() {
                    self.why_undecided = answer.reason.text;
                }
                values[statement.letters + number] = i128::from(answer.outcome? == wanted);
            }
        }
        Some(())
    }

    /// Finds a Grundy value, or says why it was not found; `None` if the position has none in range.
    fn grundy(&mut self, position: &Sum, play: Play) -> Option<Result<i128, String>> {
        if !position.is_impartial() {
            return None;
        }
        let query = Query::value(play, short_game::DEFAULT_LIMIT);
        let answer = self.ask(position, query.clone());
        // A value without an outcome does not belong to this position.
        if answer.outcome.is_none() {
            return Some(Err(answer.reason.text));
        }
        let value = match play {
            Play::Normal => match answer.value {
                Some(value) => Some(value.finite()?),
                None => None,
            },
            Play::Misere => answer.misere_value,
        };
        match value {
            // A value out of range counts as missing, which the statement reports.
            Some(value) => i128::try_from(value).ok().map(Ok),
            None => Some(Err(self.why_no_value(position, query))),
        }
    }

    /// Counts the winning moves, or says why they cannot be counted.
    fn winning_moves(&mut self, position: &Sum) -> Result<i128, String> {
        let answer = self.ask(position, Query::play(self.play));
        match answer.complete {
            true => Ok(answer.winning_moves.len() as i128),
            false => Err(format!(
                "not all winning moves were found: {}",
                answer.reason.text
            )),
        }
    }

    /// Finds the misère Grundy number of the position plus this many heaps of 2.
    fn genus(&mut self, position: &Sum, twos: usize) -> Result<i128, String> {
        let (genus, more) = genus(position, &self.budget).map_err(|why| why.to_string())?;
        self.positions = self.positions.saturating_add(more);
        Ok(genus.beside_twos(twos).into())
    }

    /// Finds the number of moves left if the winner hurries and the loser resists.
    fn remoteness(&mut self, position: &Sum) -> Result<i128, String> {
        let whole = whole_for(position, self.play).map_err(|why| why.to_string())?;
        let before = self.remotenesses.known();
        let found = self.remotenesses.of(&whole, &self.budget);
        let more = self.remotenesses.known() - before;
        self.positions = self.positions.saturating_add(more);
        let found = found.map_err(|why| format!("the remoteness was {why}"))?;
        Ok(found.moves.into())
    }

    /// Finds whether the misère canonical form and all its followers are tame.
    fn tame(&mut self, position: &Sum) -> Result<i128, String> {
        let report = misere_report(position, FormStyle::default(), &self.budget);
        let report = report.map_err(|why| why.to_string())?;
        self.positions = self.positions.saturating_add(report.positions);
        Ok(report.tame.into())
    }

    /// Explains why the value of a position was not found although its outcome was.
    fn why_no_value(&mut self, position: &Sum, query: Query) -> String {
        let found = match query.play {
            Play::Normal => self.analyzer(query).value(position).err(),
            Play::Misere => genus(position, &self.budget).err(),
        };
        let why = found.map_or_else(|| "no engine handles it".to_string(), |why| why.to_string());
        format!("the value was not found: {why}")
    }

    fn ask(&mut self, position: &Sum, query: Query) -> Answer {
        let answer = self.analyzer(query).analyze(position);
        self.positions = self.positions.saturating_add(answer.effort.positions);
        answer
    }

    fn analyzer(&mut self, query: Query) -> &mut Analyzer {
        let query = query.unproved(self.unproved);
        let known = self.analyzers.iter().position(|own| *own.query() == query);
        let number = known.unwrap_or_else(|| {
            let mut analyzer = Analyzer::new(query, self.budget.clone());
            analyzer.set_law(self.law.clone());
            self.analyzers.push(analyzer);
            self.analyzers.len() - 1
        });
        &mut self.analyzers[number]
    }
}

/// Returns the genus of an impartial position, and the number of its followers.
///
/// # Errors
/// If no search can reach it, or the budget runs out.
fn genus(position: &Sum, budget: &Budget) -> Result<(Genus, u64), Undecided> {
    let whole = whole_for(position, Play::Misere)?;
    Ok(nimfield_engines::genus::genus(&whole, budget)?)
}

/// Returns a position as it is played, as one component.
fn whole_for(position: &Sum, play: Play) -> Result<DisjunctiveSum<AnyComponent>, Undecided> {
    let out_of_reach = |why: String| Undecided::OutOfReach(why);
    let position = position.for_play(play);
    let position = position.map_err(|error| out_of_reach(error.to_string()))?;
    whole_sum(&position)
        .ok_or_else(|| out_of_reach("it has too many followers to examine".to_string()))
}

/// Returns the value, if it is the same for every assignment of 0 and 1 to the outcomes that occur.
fn whatever_the_outcome(statement: &Statement, values: &mut [i128]) -> Option<i128> {
    let outcomes = statement
        .facts()
        .filter(|(_, _, fact)| matches!(fact, NamedFact::Outcome(..)));
    let outcomes: Vec<usize> = outcomes
        .map(|(number, ..)| statement.letters + number)
        .collect();
    let mut found = None;
    for bits in 0..1u32 << outcomes.len() {
        for (i, &place) in outcomes.iter().enumerate() {
            values[place] = i128::from(bits >> i & 1);
        }
        let value = statement.expression.value(values);
        if *found.get_or_insert(value) != value {
            return None;
        }
    }
    found
}
