//! Outcomes along one number of a position while the others are fixed: automata decide the outcomes in the rows of all
//! smaller numbers together.

use nimfield_core::families::formulas::{Formula, Linear};
use nimfield_core::prelude::*;
use nimfield_engines::heaps::{HeapPeriod, seen_period};
use nimfield_laws::{Automaton, Bound, CannotSay, Numeration, Prover, Refused, Verdict};

use super::basis::Basis;
use super::query::PeriodQuery;
use super::report::{PeriodProof, PeriodReport};
use crate::laws::{LawCertificate, NumberFamily, facts};
use crate::tables::{FamilyQuery, FamilyTable, Shown, TableCell};
use crate::template::{Letter, Template};

/// The most rows.
const MOST_ROWS: u64 = 256;
/// The last numbers of the first table, which doubles, and of the longest one.
const LAST: [u64; 2] = [40, 2560];

/// A row of positions.
struct Row {
    /// The fixed numbers.
    fixed: Vec<u64>,
    /// The outcomes along the other number from 0 on: 0 for P, and 1 for N or no position.
    terms: Vec<u32>,
}

/// The rows up to that of a position.
struct OutcomeRows<'a> {
    query: &'a PeriodQuery,
    play: Play,
    /// The least number that gives a position.
    first: u64,
    /// The place of the number that grows.
    growing: usize,
    /// The other numbers of the position.
    fixed: Vec<u64>,
}

/// Finds the period of the outcomes of a position with one growing number and other fixed ones, and proves it. `None` if
/// the position is not of that kind.
///
/// # Errors
/// Why automata do not prove it.
pub(super) fn fill(
    report: &mut PeriodReport,
    query: &PeriodQuery,
    family: &Template,
    budget: &Budget,
) -> Option<Result<(), String>> {
    let mut listed = family.numbers()?;
    let growing = listed.iter().position(|&own| own == (Some(0), 1, 0))?;
    listed.remove(growing);
    let constant = |(letter, _, constant): (Option<usize>, u64, i64)| match letter {
        Some(_) => None,
        // A negative number is in no position, so there is nothing to prove.
        None => u64::try_from(constant).ok(),
    };
    let rows = OutcomeRows {
        query,
        play: report.play,
        first: report.first,
        growing,
        fixed: listed.into_iter().map(constant).collect::<Option<_>>()?,
    };
    Some(rows.prove(report, family, budget))
}

/// Returns a sentence: a number is equal to another one, or larger.
fn sentence(variable: usize, number: u64, larger: bool) -> Option<Formula> {
    // Larger numbers than those of tables give no sentence.
    let number = Linear::constant(i64::try_from(number).ok()?);
    match larger {
        false => Formula::equal(&Linear::of(variable), &number),
        true => Formula::less(&number, &Linear::of(variable)),
    }
}

impl OutcomeRows<'_> {
    fn prove(
        &self,
        report: &mut PeriodReport,
        family: &Template,
        budget: &Budget,
    ) -> Result<(), String> {
        let count = (self.fixed.iter())
            .try_fold(1u64, |count, fixed| {
                count.checked_mul(fixed.checked_add(1)?)
            })
            .filter(|&count| count <= MOST_ROWS)
            .ok_or_else(|| format!("more than {MOST_ROWS} rows are up to this one"))?;
        let numbers = NumberFamily::of(family, false)?;
        let (bound, large) = (Bound::new(budget), "its numbers are too large");
        let places: Vec<usize> = (0..=self.fixed.len()).collect();
        // The rows that moves lead to, and the row itself.
        let beyond = |(&fixed, place)| Some(Formula::Not(Box::new(sentence(place, fixed, true)?)));
        let rows: Option<_> = self.fixed.iter().zip(self.others()).map(beyond).collect();
        let rows = Formula::All(rows.ok_or(large)?);
        let mut row = self.on_row(&self.fixed).ok_or(large)?;
        if let Some(before) = self.first.checked_sub(1) {
            row.push(sentence(self.growing, before, true).ok_or(large)?);
        }
        let prover = |base| {
            let numeration = Numeration::base(base).expect("2 and 3 are bases");
            let prover = Prover::new(&numbers.game, &rows, numeration, bound);
            prover.map(|prover| (prover, numeration))
        };
        let prover = match prover(2) {
            // Powers of 3.
            Err(Refused::CannotSay(CannotSay::Digits(_))) => prover(3),
            prover => prover,
        };
        let text = |error: CannotSay| error.to_string();
        let (prover, numeration) = prover.map_err(|error| error.to_string())?;
        let automaton = |formula: &Formula| {
            Automaton::of(formula, places.iter().copied(), numeration, bound).map_err(text)
        };
        let row = automaton(&Formula::All(row))?;
        let within = prover.within(&row, &places, bound);
        if within.map_err(|error| error.to_string())? != row {
            return Err("the positions of the row end".to_string());
        }
        let most = self.query.last(LAST[1]);
        let mut last = most.min(LAST[0]);
        loop {
            let rows = self.table(last, budget)?;
            let laws: Option<Vec<_>> = rows.iter().map(|row| self.law(row)).collect();
            let why = match laws {
                None => format!("no period shows up to {last} in some row up to this one"),
                Some(laws) => {
                    let says = rows.iter().zip(&laws).map(|(row, law)| self.says(row, law));
                    let says = says.collect::<Option<_>>().ok_or(large)?;
                    let said = automaton(&Formula::Any(says))?;
                    let said = prover.within(&said, &places, bound);
                    let said = said.map_err(|error| error.to_string())?;
                    let verdict = prover.outcomes(&said, &places, self.play, bound);
                    match verdict.map_err(text)? {
                        Verdict::Refuted(fault) => {
                            format!(
                                "the law seen up to {last} in all rows up to this one fails: {fault}"
                            )
                        }
                        Verdict::Proved { .. } => {
                            // The rows end with that of the position.
                            let found = rows.iter().zip(laws).next_back();
                            let found = found.filter(|(row, _)| row.fixed == self.fixed);
                            let (row, law) = found.ok_or("it has no positions")?;
                            report.terms = row.terms[self.first as usize..].to_vec();
                            report.law = Some(law);
                            report.basis = self.certificate(&said);
                            report.proof = Some(PeriodProof {
                                theorem: None,
                                source: "Büchi 1960",
                                text: format!(
                                    "automata of digits ({numeration}) decide the laws seen up to {last} in the {}: {}; {} falls with each move",
                                    match count {
                                        1 => "row".to_string(),
                                        count => format!("{count} rows up to this one"),
                                    },
                                    facts(false, self.play, &numbers.game),
                                    prover.measure(),
                                ),
                            });
                            return Ok(());
                        }
                    }
                }
            };
            if last >= most {
                return Err(why);
            }
            last = (2 * last).min(most);
        }
    }

    /// Returns the places of the fixed numbers.
    fn others(&self) -> impl Iterator<Item = usize> {
        let growing = self.growing;
        (0..=self.fixed.len()).filter(move |&place| place != growing)
    }

    /// Returns the sentences that numbers are on a row.
    fn on_row(&self, fixed: &[u64]) -> Option<Vec<Formula>> {
        let fixed = fixed.iter().zip(self.others());
        fixed
            .map(|(&fixed, place)| sentence(place, fixed, false))
            .collect()
    }

    /// Returns the positions with letters for all numbers, the growing one last.
    fn family(&self, last: u64) -> Option<Template> {
        let text = &self.query.text;
        let own = self.query.letter;
        let mut letters = ('a'..='z').filter(|letter| *letter != own && !text.contains(*letter));
        let start = text.rfind('[')?;
        let (mut letters_of, mut written) = (Vec::new(), text[..start].to_string());
        let mut digits = false;
        for c in text[start..].chars() {
            if !c.is_ascii_digit() {
                written.push(c);
            } else if !digits {
                let letter = letters.next()?;
                letters_of.push(letter);
                written.push(letter);
            }
            digits = c.is_ascii_digit();
        }
        let ends = self.fixed.iter().copied().chain([last]);
        let letters = letters_of.into_iter().chain([own]).zip(ends);
        let letters = letters.map(|(name, last)| Letter {
            range: 0..=last,
            ..Letter::new(name)
        });
        // A text that is not read with letters has no rows.
        let family = Template::read(&written, letters.collect(), &self.query.reader).ok()?;
        let expected = self.others().chain([self.growing]).enumerate();
        let mut expected: Vec<_> = expected.map(|(letter, place)| (place, letter)).collect();
        expected.sort_unstable();
        let expected = expected.into_iter().map(|(_, letter)| (Some(letter), 1, 0));
        family.numbers()?.into_iter().eq(expected).then_some(family)
    }

    /// Returns the position, and the certificate of the rows up to it.
    fn certificate(&self, said: &Automaton) -> Option<(String, Basis)> {
        let family = self.family(0)?;
        let law = LawCertificate::of(&family, said, self.play, false);
        // The automaton reads the numbers as they are written.
        let letters = family.numbers()?.into_iter();
        let letters = letters.map(|(letter, ..)| law.letters.get(letter?).copied());
        let letters = letters.collect::<Option<_>>()?;
        let law = LawCertificate { letters, ..law };
        Some((self.query.text.clone(), Basis::Law(law)))
    }

    /// Returns the outcomes of all rows up to a number.
    fn table(&self, last: u64, budget: &Budget) -> Result<Vec<Row>, String> {
        if last < self.first {
            return Err(format!("the first position is the one for {}", self.first));
        }
        let family = self.family(last).ok_or("its rows cannot be written")?;
        let query = FamilyQuery {
            play: Some(self.play),
            ..FamilyQuery::new(Shown::Outcomes)
        };
        let table = FamilyTable::new(family, query, budget.clone());
        let table = table.map_err(|error| error.to_string())?;
        let mut rows: Vec<Row> = Vec::new();
        for found in table.rows() {
            let found = found.map_err(|error| error.to_string())?;
            let (at, fixed) = found.values.split_last().ok_or("it has no numbers")?;
            if rows.last().is_none_or(|row| row.fixed != *fixed) {
                rows.push(Row {
                    fixed: fixed.to_vec(),
                    terms: vec![1; last as usize + 1],
                });
            }
            if matches!(found.cell, TableCell::Undecided) {
                return Err("a position was not decided".to_string());
            }
            let row = rows.last_mut().ok_or("it has no rows")?;
            row.terms[*at as usize] = u32::from(!found.cell.is_p());
        }
        Ok(rows)
    }

    /// Returns the law that the outcomes of a row show.
    fn law(&self, row: &Row) -> Option<HeapPeriod> {
        let law = seen_period(&row.terms[self.first as usize..])?;
        (law.saltus == 0).then(|| law.numbered_from(self.first))
    }

    /// Returns the sentence that numbers are on a row and its law says P.
    fn says(&self, row: &Row, law: &HeapPeriod) -> Option<Formula> {
        let is_p = |at: &u64| row.terms[*at as usize] == 0;
        let single = (0..law.preperiod).filter(is_p);
        let mut lost: Vec<Formula> = single
            .map(|at| sentence(self.growing, at, false))
            .collect::<Option<_>>()?;
        let period = (law.preperiod..law.preperiod + law.period).filter(is_p);
        // A longer period gives no sentence; each remainder is less than it.
        let by = u32::try_from(law.period).ok()?;
        let rest = |at| Formula::Rest(Linear::of(self.growing), by, (at % law.period) as u32);
        let mut repeated = vec![Formula::Any(period.map(rest).collect())];
        if let Some(before) = law.preperiod.checked_sub(1) {
            repeated.push(sentence(self.growing, before, true)?);
        }
        lost.push(Formula::All(repeated));
        let mut says = self.on_row(&row.fixed)?;
        says.push(Formula::Any(lost));
        Some(Formula::All(says))
    }
}
