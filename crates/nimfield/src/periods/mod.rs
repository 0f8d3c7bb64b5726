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

mod query;
mod report;
mod sums;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::clock::Instant;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::words::{Outcome, Play};
use nimfield_engines::heaps::{HeapValues, PeriodStatus, find_period, search_period, seen_period};
use nimfield_engines::rows::GrowingRow;

use crate::statement::Statement;
use crate::tables::{FamilyError, FamilyQuery, FamilyTable, Shown, TableCell};

pub use query::{LARGEST, PeriodError, PeriodQuery};
pub(crate) use query::{Source, beginning, member, source};
use query::{family, most_heaps};
use report::in_letter;
pub use report::{PeriodProof, PeriodReport};
use sums::HeapSums;

/// Finds the period of the values, or outcomes, along a letter, and proves it where a theorem allows that.
///
/// # Errors
/// If the position cannot be read, or has no such terms; or the state file fails. A budget that ends is not an error:
/// the report says what was seen until then.
pub fn find(query: &PeriodQuery, budget: &Budget) -> Result<PeriodReport, PeriodError> {
    let (first, sum) = beginning(query, budget)?;
    let play = query.play.unwrap_or_else(|| sum.default_play());
    let mut report = PeriodReport {
        position: query.text.clone(),
        letter: query.letter,
        play,
        outcomes: query.outcomes,
        expression: query.expression.clone(),
        first,
        terms: Vec::new(),
        law: None,
        proof: None,
        stopped: None,
    };
    let is_expression = query.expression.is_some();
    let is_value = play == Play::Normal && !query.outcomes && !is_expression;
    let is_outcome = query.outcomes && !is_expression && query.state.is_none();
    let source = match is_value || is_outcome {
        true => source(query, budget)?,
        false => Source::Analysis,
    };
    match source {
        Source::Heaps { rules, text } if is_value => {
            report.position = text;
            of_heaps(&mut report, query, &rules, budget)?;
        }
        Source::Heaps { rules, .. }
            if is_outcome
                && HeapSums::single(rules.clone()).fill(&mut report, query, budget)? => {}
        _ if query.state.is_some() => {
            let why = "a state file goes with values of heaps of a taking-and-breaking game in normal play";
            return Err(PeriodError::Unsuitable(why.to_string()));
        }
        Source::Row {
            game,
            growing,
            fixed,
        } if is_value => {
            let row = GrowingRow::new(&game, growing, fixed);
            let mut row = row.ok_or_else(|| {
                PeriodError::Unsuitable("the game does not have two piles".to_string())
            })?;
            of_row(&mut report, query, &mut row, budget);
        }
        _ => {
            let sums = match is_value || is_outcome {
                true => HeapSums::of(query, budget),
                false => None,
            };
            let filled = sums.map(|sums| sums.fill(&mut report, query, budget));
            if !filled.transpose()?.unwrap_or(false) {
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
    let last = query.up_to.unwrap_or_else(|| most_heaps(rules));
    let len = last.min(LARGEST) as usize + 1;
    let mut heaps = match &query.state {
        Some((path, _)) => HeapValues::read(path, rules, budget.most_bytes())?,
        None => HeapValues::new(rules.clone()),
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
    // A state file may hold more values than are asked for.
    let values = &heaps.values()[..heaps.values().len().min(len)];
    let found = match searched {
        Ok(found) if values.len() == heaps.values().len() => found,
        Ok(_) => find_period(rules, values),
        Err(PeriodError::Unfinished(unfinished)) => {
            report.stopped = Some(unfinished);
            find_period(rules, values)
        }
        Err(error) => return Err(error),
    };
    // The terms begin with the empty heap, even where the game that was asked about has no such position.
    report.first = 0;
    report.terms = values.to_vec();
    report.law = found.map(|(law, _)| law);
    if let Some((law, PeriodStatus::Proved(theorem))) = found {
        report.stopped = None;
        report.proof = Some(PeriodProof {
            theorem: Some(theorem.name()),
            source: theorem.source(),
            text: in_letter(&theorem.argument(rules, values, &law), query.letter),
        });
    }
    Ok(())
}

fn of_row(report: &mut PeriodReport, query: &PeriodQuery, row: &mut GrowingRow, budget: &Budget) {
    let len = query.up_to.unwrap_or(LARGEST).min(LARGEST) as usize + 1;
    let returned = row.search(len, budget);
    report.first = 0;
    report.terms = row.values().to_vec();
    match returned {
        Err(unfinished) => {
            report.law = seen_period(&report.terms);
            report.stopped = Some(unfinished);
        }
        Ok(None) => report.law = seen_period(&report.terms),
        Ok(Some(state)) => {
            report.law = Some(row.law(&state));
            report.proof = Some(PeriodProof {
                theorem: Some("returning state"),
                source: "Dress, Flammenkamp and Pink 1999",
                text: format!(
                    "columns {} and {} have the same state up to a shift by {}: the values used so far in each row up \
                     to the fixed pile, and those of as many columns before; so all further columns repeat",
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
    let last = query.up_to.unwrap_or(MODEST);
    if last < report.first {
        return Err(PeriodError::Unsuitable(format!(
            "the first position is that of {}",
            report.first
        )));
    }
    let shown = if query.outcomes {
        Shown::Outcomes
    } else {
        Shown::Values
    };
    let asked = FamilyQuery {
        play: Some(report.play),
        ..FamilyQuery::new(shown)
    };
    let failed = |error: FamilyError| match error {
        FamilyError::Unfinished(unfinished) => PeriodError::Unfinished(unfinished),
        error => PeriodError::Unsuitable(error.to_string()),
    };
    let family = family(query, report.first..=last)?;
    let table = match &query.expression {
        None => FamilyTable::new(family, asked, budget.clone()),
        Some(text) => {
            let statement = Statement::read(text, &[query.letter])?;
            FamilyTable::of_statement(family, statement, asked, budget.clone())
        }
    };
    let table = table.map_err(failed)?;
    for row in table.rows() {
        let cell = match row.map_err(failed) {
            Ok(row) => row.cell,
            Err(PeriodError::Unfinished(unfinished)) => {
                report.stopped = Some(unfinished);
                break;
            }
            Err(error) => return Err(error),
        };
        if cell.is_empty() {
            return Err(PeriodError::Unsuitable(format!(
                "{} is not a position for {} = {}; choose --up-to below that",
                query.text,
                query.letter,
                report.first + report.terms.len() as u64
            )));
        }
        let term = match cell {
            TableCell::Outcome(outcome) => Some(u32::from(outcome != Outcome::P)),
            TableCell::Value(value) => value.finite().and_then(|value| u32::try_from(value).ok()),
            TableCell::Number(number) => Some(u32::try_from(number).map_err(|_| {
                PeriodError::Unsuitable(format!(
                    "a term is a number from 0 to 2^32-1, and that of {} = {} is {number}",
                    query.letter,
                    report.first + report.terms.len() as u64
                ))
            })?),
            _ => None,
        };
        let Some(term) = term else {
            report.stopped = Some(Unfinished {
                limit: budget
                    .check(u64::MAX)
                    .err()
                    .unwrap_or(nimfield_core::budget::Limit::Cancelled),
                done: report.terms.len() as u64,
                total: Some(last - report.first + 1),
            });
            break;
        };
        report.terms.push(term);
    }
    report.law = seen_period(&report.terms).map(|law| law.numbered_from(report.first));
    Ok(())
}

/// Computes the terms below the end that the query names again, and returns the report if they prove the law of this
/// preperiod, period and saltus by the theorem of this name.
///
/// # Errors
/// As [`find`]; and if the budget ends before the terms are found.
pub fn check(
    query: &PeriodQuery,
    theorem: &str,
    law: (u64, u64, i64),
    budget: &Budget,
) -> Result<Option<PeriodReport>, PeriodError> {
    let report = find(query, budget)?;
    if let Some(stopped) = report.stopped {
        return Err(stopped.into());
    }
    let found = report
        .law
        .map(|law| (law.preperiod, law.period, law.saltus));
    let proof = report.proof.as_ref().and_then(|proof| proof.theorem);
    Ok((found == Some(law) && proof == Some(theorem)).then_some(report))
}
