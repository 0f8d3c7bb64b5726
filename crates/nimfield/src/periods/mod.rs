//! Periods of values along one letter of a position.
//!
//! ```
//! use nimfield::budget::Budget;
//! use nimfield::periods::{PeriodQuery, find};
//!
//! let report = find(&PeriodQuery::new("code(0.77)[n]"), &Budget::unlimited())?;
//! let law = report.law.expect("a period");
//! assert_eq!((law.preperiod, law.period, law.saltus), (71, 12, 0));
//! assert!(report.proof.is_some());
//! # Ok::<(), nimfield::periods::PeriodError>(())
//! ```

mod basis;
mod certificate;
#[cfg(not(target_family = "wasm"))]
mod outcome_rows;
mod query;
mod report;
mod sums;

use std::path::Path;

use nimfield_core::clock::Instant;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::prelude::*;
use nimfield_engines::heaps::{HeapValues, PeriodStatus, find_period, search_period, seen_period};
use nimfield_engines::rows::GrowingRow;

use crate::laws::reader_of;
use crate::reader::Reader;
use crate::statement::Statement;
use crate::tables::{FamilyError, FamilyQuery, FamilyTable, Row, Shown, TableCell};

pub use basis::{Basis, PeriodCertificate, TermsCertificate};
use query::most_heaps;
pub use query::{LARGEST, PeriodError, PeriodQuery};
pub(crate) use query::{TermSource, along, beginning, source};
use report::in_letter;
pub use report::{PeriodProof, PeriodReport};
use sums::HeapSums;

/// Finds the period of the values, or outcomes, along a letter, and proves it where a theorem allows that.
///
/// # Errors
/// If the position cannot be read, or has no such terms; or the state file fails. Running out of budget is not an
/// error: the report then holds the results so far.
pub fn find(query: &PeriodQuery, budget: &Budget) -> Result<PeriodReport, PeriodError> {
    let family = query.family(0..=LARGEST)?;
    let (first, sum) = beginning(&family, budget)?;
    let play = query.play.unwrap_or_else(|| sum.default_play());
    let mut report = PeriodReport {
        position: query.text.clone(),
        files: family.files().to_vec(),
        letter: query.letter,
        play,
        outcomes: query.outcomes,
        expression: query.expression.clone(),
        first,
        terms: Vec::new(),
        law: None,
        proof: None,
        basis: None,
        unproved: None,
        stopped: None,
    };
    let is_expression = query.expression.is_some();
    let is_value = play == Play::Normal && !query.outcomes && !is_expression;
    let is_outcome = query.outcomes && !is_expression && query.state.is_none();
    let source = match is_value || is_outcome {
        true => source(&family, budget),
        false => TermSource::Analysis,
    };
    match source {
        TermSource::Heaps { rules, text } if is_value => {
            report.position = text;
            report.files.clear();
            of_heaps(&mut report, query, &rules, budget)?;
        }
        TermSource::Heaps { rules, .. }
            if is_outcome
                && HeapSums::single(rules.clone()).fill(&mut report, query, budget)? => {}
        _ if query.state.is_some() => {
            let why = "a state file is only for values of heaps of a taking-and-breaking game in normal play";
            return Err(PeriodError::Unsuitable(why.to_string()));
        }
        TermSource::Row(mut row) if is_value => {
            of_row(&mut report, query, &mut row, budget);
        }
        _ => {
            let sums = match is_value || is_outcome {
                true => HeapSums::of(&family, budget),
                false => None,
            };
            let filled = sums.map(|sums| sums.fill(&mut report, query, budget));
            if !filled.transpose()?.unwrap_or(false) {
                // Pages do without these proofs, as they do without the prover.
                #[cfg(not(target_family = "wasm"))]
                if is_outcome {
                    match outcome_rows::fill(&mut report, query, &family, budget) {
                        Some(Ok(())) => return Ok(report),
                        unproved => report.unproved = unproved.and_then(Result::err),
                    }
                }
                by_analysis(&mut report, query, budget)?;
            }
        }
    }
    Ok(report)
}

fn of_heaps(
    report: &mut PeriodReport,
    query: &PeriodQuery,
    rules: &HeapRules,
    budget: &Budget,
) -> Result<(), PeriodError> {
    let last = query.last(most_heaps(rules));
    let len = last.min(LARGEST) as usize + 1;
    let mut heaps = match &query.state {
        Some((path, _)) => HeapValues::read(path, rules, budget.most_bytes())?,
        None => HeapValues::new(rules.clone()),
    };
    let read = heaps.values().len();
    let checked = match &query.state {
        Some((path, _)) if read > 0 => check_values(&heaps, path, budget)?,
        _ => 0,
    };
    let mut saved = Instant::now();
    let searched = search_period(&mut heaps, len, budget, |heaps| {
        if let Some((path, every)) = &query.state
            && saved.elapsed() >= *every
        {
            heaps.write(path)?;
            saved = Instant::now();
        }
        Ok::<(), PeriodError>(())
    });
    if let Some((path, _)) = &query.state {
        heaps.write(path)?;
    }
    // A state file may hold more values than requested.
    let values = &heaps.values()[..heaps.values().len().min(len)];
    let found = match searched {
        Ok(found) if values.len() == heaps.values().len() => found,
        Ok(_) => find_period(rules, values),
        Err(PeriodError::Unfinished(unfinished)) => {
            report.stopped = Some(unfinished.into());
            find_period(rules, values)
        }
        Err(error) => return Err(error),
    };
    // The terms begin with the empty heap, even if the game has no such position.
    report.first = 0;
    report.terms = values.to_vec();
    report.law = found.map(|(law, _)| law);
    if let Some((law, PeriodStatus::Proved(theorem))) = found {
        report.stopped = None;
        let argument = in_letter(&theorem.argument(rules, values, &law), query.letter);
        let text = match read {
            0 => argument,
            _ => format!(
                "{argument}; the values of the heaps below {read} come from a file, and {} of them were computed again",
                match checked == read {
                    true => "all".to_string(),
                    false => checked.to_string(),
                }
            ),
        };
        report.proof = Some(PeriodProof {
            theorem: Some(theorem.name()),
            source: theorem.source(),
            text,
        });
    }
    Ok(())
}

/// Recomputes a sample of the values in a file, and returns its size.
fn check_values(heaps: &HeapValues, path: &Path, budget: &Budget) -> Result<usize, PeriodError> {
    heaps.check_sample(budget)?.map_err(|(heap, value)| {
        let found = heaps.values()[heap as usize];
        PeriodError::Unsuitable(format!(
            "{}: the value of the heap of {heap} is {value}, but the file says {found}",
            path.display()
        ))
    })
}

fn of_row(report: &mut PeriodReport, query: &PeriodQuery, row: &mut GrowingRow, budget: &Budget) {
    let len = query.last(LARGEST).min(LARGEST) as usize + 1;
    let returned = row.search(len, budget);
    report.first = 0;
    report.terms = row.values().to_vec();
    match returned {
        Err(unfinished) => {
            report.law = seen_period(&report.terms);
            report.stopped = Some(unfinished.into());
        }
        Ok(None) => report.law = seen_period(&report.terms),
        Ok(Some(state)) => {
            report.law = Some(row.law(&state));
            report.proof = Some(PeriodProof {
                theorem: Some("returning state"),
                source: "Dress, Flammenkamp and Pink 1999",
                text: format!(
                    "columns {} and {} have the same state up to a shift by {}: the values used so far in each row up \
                     to the fixed pile, and those of the columns before that other moves reach; so all further columns repeat",
                    state.from,
                    state.from + state.period,
                    state.saltus
                ),
            });
        }
    }
}

fn by_analysis(
    report: &mut PeriodReport,
    query: &PeriodQuery,
    budget: &Budget,
) -> Result<(), PeriodError> {
    const MODEST: u64 = 40;
    let last = query.last(MODEST);
    if last < report.first {
        return Err(PeriodError::Unsuitable(format!(
            "the first position is the one for {}",
            report.first
        )));
    }
    let asked = match &query.expression {
        Some(text) => FamilyQuery::of_statement(Statement::read(text, &[query.letter])?),
        None if query.outcomes => FamilyQuery::new(Shown::Outcomes),
        None => FamilyQuery::new(Shown::Values),
    };
    let asked = FamilyQuery {
        play: Some(report.play),
        ..asked
    };
    let failed = |error: FamilyError| match error {
        FamilyError::Unfinished(unfinished) => PeriodError::Unfinished(unfinished),
        error => PeriodError::Unsuitable(error.to_string()),
    };
    let family = query.family(report.first..=last)?;
    let first = family.position(&[report.first], budget)?;
    if first.ending().is_some() && query.expression.is_none() && !query.outcomes {
        let why = "positions of this game have only outcomes; --outcomes finds their period";
        return Err(PeriodError::Unsuitable(why.to_string()));
    }
    let table = FamilyTable::new(family, asked, budget.clone()).map_err(failed)?;
    for row in table.rows() {
        let Row { values, cell } = match row.map_err(failed) {
            Ok(row) => row,
            Err(stopped @ PeriodError::Unfinished(_)) => {
                report.stopped = Some(stopped);
                break;
            }
            Err(error) => return Err(error),
        };
        let at = format!("{} = {}", query.letter, values[0]);
        let term = match &cell {
            cell if cell.is_empty() => {
                return Err(PeriodError::Unsuitable(format!(
                    "{} is not a position for {at}; choose --up-to below that",
                    query.text
                )));
            }
            TableCell::Undecided => {
                report.stopped = Some(match budget.check(u64::MAX) {
                    Err(limit) => {
                        let done = report.terms.len() as u64;
                        limit.after_of(done, last - report.first + 1).into()
                    }
                    Ok(()) => {
                        let position = table.position(&values).map_err(failed)?;
                        PeriodError::Undecided(position)
                    }
                });
                break;
            }
            TableCell::Outcome(outcome) => Some(u32::from(*outcome != Outcome::P)),
            // A transfinite or large value is reported below.
            TableCell::Value(value) => value.finite().and_then(|value| u32::try_from(value).ok()),
            TableCell::Number(number) => u32::try_from(*number).ok(),
            TableCell::Form(_) | TableCell::Figure(_) => None,
        };
        let large = || {
            let text = cell.text();
            let why =
                format!("a term must be a number from 0 to 2^32-1, but that of {at} is {text}");
            PeriodError::Unsuitable(why)
        };
        report.terms.push(term.ok_or_else(large)?);
    }
    report.law = seen_period(&report.terms).map(|law| law.numbered_from(report.first));
    Ok(())
}

impl PeriodCertificate {
    /// Recomputes the terms, and returns the report if they prove this law by this theorem.
    ///
    /// # Errors
    /// If the number of terms is impossible, or the budget runs out before all terms are found; errors of [`find`].
    pub fn check(
        &self,
        reader: Reader<'static>,
        budget: &Budget,
    ) -> Result<Option<PeriodReport>, PeriodError> {
        let refused = |why: &str| Err(PeriodError::Unsuitable(why.to_string()));
        let Some(last) = self.terms.checked_sub(1) else {
            return refused("there are too few terms");
        };
        if last > LARGEST {
            return refused("a certificate has at most 2^31+1 terms");
        }
        let query = PeriodQuery {
            letter: self.letter,
            up_to: Some(last),
            play: Some(Play::Normal),
            reader: match self.files.is_empty() {
                true => reader,
                false => reader_of(&self.files),
            },
            ..PeriodQuery::new(&self.position)
        };
        let mut report = find(&query, budget)?;
        if let Some(stopped) = report.stopped.take() {
            return Err(stopped);
        }
        let proved = PeriodCertificate::of(&report).is_some_and(|found| {
            let law = (found.preperiod, found.period, found.saltus);
            law == (self.preperiod, self.period, self.saltus)
                && found.theorem == self.theorem
                // Certificates of earlier versions do not contain the files.
                && (self.files.is_empty() || found.files == self.files)
        });
        Ok(proved.then_some(report))
    }
}

impl TermsCertificate {
    /// Finds the period again, and returns the report if it is this one and follows from the same certificate.
    ///
    /// # Errors
    /// If the budget does not suffice for the proof; errors of [`find`].
    pub fn check(
        &self,
        reader: Reader<'static>,
        budget: &Budget,
    ) -> Result<Option<PeriodReport>, PeriodError> {
        // No other terms are certified, and a search for them could take all of the budget.
        let is_possible = match &self.by {
            Basis::Period(_) => self.play == Play::Normal,
            Basis::Quotient(_) => self.play == Play::Misere && self.outcomes,
            Basis::Law(law) => self.play == law.play && self.outcomes,
        };
        if !is_possible {
            return Ok(None);
        }
        let query = PeriodQuery {
            letter: self.letter,
            play: Some(self.play),
            outcomes: self.outcomes,
            reader: match &self.by {
                Basis::Law(law) => reader_of(&law.files),
                _ => reader.clone(),
            },
            ..PeriodQuery::new(&self.position)
        };
        let mut report = find(&query, budget)?;
        if let Some(stopped) = report.stopped.take() {
            return Err(stopped);
        }
        let Some(mut found) = TermsCertificate::of(&report) else {
            let why = format!("no period of {} is proved within the budget", self.position);
            return Err(PeriodError::Unsuitable(why));
        };
        // A longer list of values proves the law of the heaps as well.
        if let (Basis::Period(found), Basis::Period(own)) = (&mut found.by, &self.by)
            && found.terms != own.terms
        {
            found.terms = own.terms;
            if own.check(reader, budget)?.is_none() {
                return Ok(None);
            }
        }
        Ok((found == *self).then_some(report))
    }
}
