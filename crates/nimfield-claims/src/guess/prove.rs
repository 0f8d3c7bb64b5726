//! From a guess to a theorem: laws that are learned from tables, and proved for all numbers or refuted.

use nimfield_core::families::formulas::{Formula, MoveFormula};
use nimfield_core::prelude::*;
use nimfield_laws::{
    Automaton, Bound, Fault, MOST_STATES, Measure, Numeration, Prover, Refused, Stopped, Table,
    Verdict, learn, learn_by_counterexamples,
};

use nimfield::laws::{LawCertificate, NumberFamily, facts};
use nimfield::tables::{FamilyQuery, FamilyTable, Shown, TableCell};
use nimfield::template::Template;
use nimfield::words::counted;

use super::points::{GuessError, Points, digits, member};
use super::value_points::ValuePoints;
use super::words::Proved;

/// The options of a proof.
#[derive(Clone, Debug)]
pub struct ProofQuery {
    /// The play convention; by default that of the game.
    pub play: Option<Play>,
    /// Laws of Grundy values instead of P-positions.
    pub values: bool,
    /// The digits to try; by default all systems, from small to large.
    pub numeration: Option<Numeration>,
    /// The bound of the first table; by default it depends on the number of letters.
    pub first: Option<u64>,
    /// Whether to find the moves that can be added.
    pub redundant: bool,
    /// The bound of all tables.
    pub last: Option<u64>,
}

/// The result of the proof of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// It holds for all numbers.
    Proved {
        /// The measure that decreases with each move.
        measure: Measure,
        /// The most states of an automaton of the positions from which a kind of moves leads to the law.
        largest: usize,
    },
    /// It fails at this position, although it agrees with the table.
    Refuted(Fault),
    /// It agrees with the table but was not decided, for this reason.
    Seen(String),
}

/// The moves that can be added to a game without changing its P-positions: each takes an amount from every number that
/// a letter stands for, some of which may be 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundant {
    /// The automaton that accepts the amounts of all such moves, with a variable for each letter.
    pub amounts: Automaton,
    /// The first of these moves, by their sums.
    pub first: Vec<Vec<u64>>,
}

impl Redundant {
    /// Finds these moves; `None` if the bound does not suffice, which does not affect a proved law.
    fn of(law: &Automaton, bound: Bound<'_>) -> Option<Redundant> {
        /// The most moves to list, and the greatest sum of one.
        const MOST: (usize, u64) = (12, 40);
        // The law holds without this list.
        let amounts = law.differences_missing(bound).ok()?;
        let letters = amounts.variables();
        let base = MOST.1 + 1;
        let tuples = (0..base.pow(letters as u32)).map(|place| digits(place, base, letters));
        let contains = |tuple: &Vec<u64>| {
            let wide: Vec<u128> = tuple.iter().map(|&amount| amount.into()).collect();
            amounts.contains(&wide)
        };
        let sum = |tuple: &Vec<u64>| tuple.iter().sum::<u64>();
        let mut first: Vec<Vec<u64>> = tuples
            .filter(|tuple| sum(tuple) <= MOST.1 && contains(tuple))
            .collect();
        first.sort_by_key(sum);
        first.truncate(MOST.0);
        Some(Redundant { amounts, first })
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct ProofReport {
    /// The family with its letters and the ranges of the last table.
    pub family: Template,
    /// The play convention.
    pub play: Play,
    /// Whether the law gives Grundy values: then its last variable is the value.
    pub values: bool,
    /// What automata show of a law that they prove.
    pub facts: String,
    /// The bound of the last table.
    pub up_to: u64,
    /// The number of positions in that table.
    pub positions: u64,
    /// The smallest law that agrees with that table, or a proved one, with the result of its proof; `None` if none
    /// agrees.
    pub law: Option<(Automaton, Proof)>,
    /// A short form of a proved law, whose equivalence automata prove, if one is known.
    pub words: Option<String>,
    /// The moves that can be added without changing the P-positions, if they were requested and the law is proved.
    pub redundant: Option<Redundant>,
    /// Why the moves of the family cannot be written as sentences, if so.
    pub no_sentences: Option<String>,
    /// The limit that ended the search before a proof; `None` with a proof.
    pub ended: Option<String>,
}

impl ProofReport {
    /// Returns the certificate of the law; `None` if it was not proved.
    #[must_use]
    pub fn certificate(&self) -> Option<LawCertificate> {
        let Some((law, Proof::Proved { .. })) = &self.law else {
            return None;
        };
        Some(LawCertificate::of(
            &self.family,
            law,
            self.play,
            self.values,
        ))
    }

    /// Returns the status of the law: `proved`, `refuted`, `seen` or `none`; the position at which a refuted law fails;
    /// and how the law was proved, or why it was not.
    #[must_use]
    pub fn verdict(&self) -> (&'static str, Option<String>, Option<String>) {
        match self.law.as_ref().map(|(_, proof)| proof) {
            Some(Proof::Proved { measure, largest }) => {
                let why = format!(
                    "decided by automata of digits (Büchi 1960): {}; {measure} falls with each move; the largest automaton has {}",
                    self.facts,
                    counted(*largest, "state")
                );
                ("proved", None, Some(why))
            }
            Some(Proof::Refuted(found)) => ("refuted", Some(found.to_string()), self.ended.clone()),
            Some(Proof::Seen(why)) => ("seen", None, Some(why.clone())),
            None => {
                let why = self.ended.clone().or_else(|| self.no_sentences.clone());
                ("none", None, why)
            }
        }
    }

    /// Returns the report with the limit that ended the search.
    fn ended_by(mut self, why: String) -> ProofReport {
        self.ended = Some(why);
        self
    }
}

/// The table for learning laws: P-positions, or values.
struct Seen {
    letters: usize,
    positions: u64,
    play: Play,
    /// The value of each position, or 0 for P and 1 for N.
    table: Table,
}

impl Seen {
    fn new(family: &Template, query: &ProofQuery, budget: &Budget) -> Result<Seen, GuessError> {
        Points::fit(family)?;
        let shown = if query.values {
            Shown::Values
        } else {
            Shown::Outcomes
        };
        let asked = FamilyQuery {
            play: query.play,
            ..FamilyQuery::new(shown)
        };
        let table = FamilyTable::new(family.clone(), asked, budget.clone())?;
        let letters = family.letters();
        let last = *letters[0].range.end();
        let bytes = Table::bytes(letters.len(), last).unwrap_or(u64::MAX);
        budget.fits(bytes).map_err(|limit| limit.after(0))?;
        let mut seen = Seen {
            letters: letters.len(),
            positions: 0,
            play: table.play(),
            table: Table::new(letters.len(), last),
        };
        for row in table.rows() {
            let row = row?;
            let value = match &row.cell {
                TableCell::Undecided => return Err(GuessError::Undecided(member(family, &row))),
                cell if cell.is_empty() => continue,
                // A law needs finite values below 2^64.
                TableCell::Value(value) => {
                    match value.finite().and_then(|value| u64::try_from(value).ok()) {
                        Some(value) => value,
                        None => return Err(GuessError::NoNumber(member(family, &row))),
                    }
                }
                cell => u64::from(!cell.is_p()),
            };
            seen.positions += 1;
            seen.table.set(&row.values, value);
        }
        Ok(seen)
    }
}

/// Searches for a law of a family and proves it for all numbers: learns automata from a table, decides each of them,
/// and continues with a table twice as long.
///
/// # Errors
/// If the family has no table, or the first one is not finished within the budget. If the budget ends later, that is
/// not an error: the report says how far the search got.
pub fn prove(
    family: &Template,
    query: &ProofQuery,
    budget: &Budget,
) -> Result<ProofReport, GuessError> {
    /// The most positions of a table.
    const MOST: u64 = 1 << 22;
    /// The most states of an automaton at the first table; a table with twice as large numbers allows four times as many.
    const STATES: usize = 500;
    /// The most states of a learned automaton: proved laws had at most 60 with two letters, and larger ones take long to
    /// learn.
    const LEARNED: usize = 1000;
    /// The most letters, with a value, and the fewest positions of a table for learning by counterexamples: for three
    /// letters that took eight times as long as by the next digits, and shorter tables show no further laws that are worth
    /// its time.
    const LETTERS: usize = 2;
    const LONG: u64 = 100_000;
    Points::fit(&family.up_to(0))?;
    let letters = family.letters().len() as u32;
    let numbers = NumberFamily::of(family, query.values);
    let usual = match letters {
        1 => 60,
        2 => 30,
        _ => 15,
    };
    let mut last = query.first.unwrap_or(usual);
    // The result of the previous table.
    let mut before: Option<ProofReport> = None;
    let mut provers: Vec<(Numeration, Result<Prover, Refused>)> = Vec::new();
    loop {
        let own = family.up_to(last);
        let seen = match (Seen::new(&own, query, budget), before.take()) {
            (Ok(seen), shown) => {
                before = shown;
                seen
            }
            (Err(error), Some(shown)) => {
                return Ok(shown.ended_by(format!("the table up to {last}: {error}")));
            }
            (Err(error), None) => return Err(error),
        };
        let mut found = ProofReport {
            family: own,
            play: seen.play,
            values: query.values,
            facts: match &numbers {
                Ok(numbers) => facts(query.values, seen.play, &numbers.game),
                Err(_) => String::new(),
            },
            up_to: last,
            positions: seen.positions,
            law: None,
            words: None,
            redundant: None,
            no_sentences: numbers.as_ref().err().cloned(),
            ended: None,
        };
        let rounds = (last / usual).max(1).ilog2();
        let states = STATES.saturating_mul(4usize.saturating_pow(rounds));
        let states = states.min(MOST_STATES);
        let bound = Bound { budget, states };
        let learned_bound = Bound {
            states: states.min(LEARNED),
            ..bound
        };
        let variables = seen.letters + usize::from(query.values);
        let numerations = match query.numeration {
            Some(only) => vec![only],
            None => in_order(numbers.as_ref().map_or(&[], |numbers| &numbers.game.moves)),
        };
        for numeration in numerations {
            let is_member = |numbers: &[u64]| seen.table.is_member(query.values, numbers);
            let learned = match learn(numeration, variables, &is_member, learned_bound) {
                // Pages do without the second way.
                Ok(None) | Err(Stopped::States(_))
                    if variables <= LETTERS
                        && LONG <= seen.positions
                        && !cfg!(target_family = "wasm") =>
                {
                    learn_by_counterexamples(numeration, variables, &is_member, learned_bound)
                }
                learned => learned,
            };
            let law = match learned {
                // With fewer positions most guessed laws are false.
                Ok(Some((law, tuples))) if tuples >= 4 * law.live_steps() as u64 => law,
                Ok(_) | Err(Stopped::States(_)) => continue,
                // A table for which all digits were tried is a better result than one that was interrupted without a
                // law.
                Err(stopped) => {
                    let shown = before.filter(|_| found.law.is_none());
                    return Ok(shown.unwrap_or(found).ended_by(stopped.to_string()));
                }
            };
            let (law, proof) = match &numbers {
                Err(why) => (law, Proof::Seen(why.clone())),
                Ok(numbers) => {
                    let known = provers.iter().position(|(own, _)| *own == numeration);
                    let at = known.unwrap_or_else(|| {
                        let bound = Bound::new(budget);
                        let prover =
                            Prover::new(&numbers.game, &numbers.relation, numeration, bound);
                        provers.push((numeration, prover));
                        provers.len() - 1
                    });
                    decide(&provers[at].1, law, numbers, (&seen, query), bound)
                }
            };
            let proved = matches!(proof, Proof::Proved { .. });
            let simpler = |(old, was): &(Automaton, Proof)| {
                matches!(was, Proof::Refuted(_)) || old.states() > law.states()
            };
            if proved || found.law.as_ref().is_none_or(simpler) {
                found.law = Some((law, proof));
            }
            if proved {
                found.words = in_words(&found, &numbers, &seen, bound);
                if query.redundant {
                    found.redundant = found
                        .law
                        .as_ref()
                        .and_then(|(law, _)| Redundant::of(law, Bound::new(budget)));
                }
                return Ok(found);
            }
        }
        let next = last.saturating_mul(2);
        let fits = next
            .saturating_add(1)
            .checked_pow(letters)
            .is_some_and(|count| count <= MOST);
        if query.last.is_some_and(|most| next > most) || !fits {
            return Ok(found.ended_by(format!(
                "tables beyond {last} were not requested, or have more than {MOST} positions"
            )));
        }
        // Without sentences, or if the family is refused, a longer table does not help.
        let refused = provers.iter().any(|(_, prover)| is_final(prover));
        if let Some((_, Proof::Seen(why))) = &found.law
            && (found.no_sentences.is_some() || refused)
        {
            let why = why.clone();
            return Ok(found.ended_by(why));
        }
        before = Some(found);
        last = next;
    }
}

/// Returns all systems of digits from small to large; but after base 2, in which a law of remainders has the fewest digits,
/// those come first whose first coefficient is a number larger than 1 in the rules, as in Fraenkel's game.
fn in_order(kinds: &[MoveFormula]) -> Vec<Numeration> {
    const FIRST: usize = 1;
    fn add(formula: &Formula, named: &mut Vec<u64>) {
        match formula {
            Formula::Zero(sum) | Formula::Positive(sum) => {
                let factors = sum.terms().iter().map(|&(_, by)| by);
                named.extend(factors.chain([sum.constant]).map(i64::unsigned_abs));
            }
            Formula::Not(of) => add(of, named),
            Formula::All(list) | Formula::Any(list) => {
                list.iter().for_each(|one| add(one, named));
            }
            Formula::Rest(..) | Formula::NimSum(_) | Formula::Power(..) => {}
        }
    }
    let mut named = Vec::new();
    kinds.iter().for_each(|kind| add(&kind.formula, &mut named));
    let mut all: Vec<Numeration> = Numeration::all().collect();
    all[FIRST..].sort_by_key(|numeration| match numeration.coefficients().0.into() {
        1 => true,
        a => !named.contains(&a),
    });
    all
}

/// Returns a short form of a proved law.
fn in_words(
    found: &ProofReport,
    numbers: &Result<NumberFamily, String>,
    seen: &Seen,
    bound: Bound<'_>,
) -> Option<String> {
    let (law, _) = found.law.as_ref()?;
    let letters: Vec<char> = found
        .family
        .letters()
        .iter()
        .map(|letter| letter.name)
        .collect();
    // A proved law has sentences.
    let domain = numbers.as_ref().ok()?.domain()?;
    let proved = Proved {
        law,
        letters: &letters,
        domain: &domain,
        bound,
    };
    let (last, cells) = (seen.table.last(), seen.table.cells());
    let words = match found.values {
        false => {
            let outcomes = cells.iter().map(|cell| cell.map(|value| value == 0));
            let sizes = vec![last + 1; seen.letters];
            proved.outcomes(&Points::with_outcomes(sizes, outcomes))
        }
        true => {
            let tuples = (0u64..).zip(cells).filter_map(|(place, cell)| {
                let tuple = digits(place, last + 1, seen.letters);
                Some((tuple, i64::try_from((*cell)?).ok()?))
            });
            proved.values(&ValuePoints::with_points(last, tuples.collect()))
        }
    };
    // The law holds without a short form, so if the budget ends here, the short form is omitted.
    words.ok().flatten()
}

/// Returns whether a family is refused for all digits.
fn is_final(prover: &Result<Prover, Refused>) -> bool {
    matches!(prover, Err(Refused::Open(..) | Refused::Endless(..)))
}

/// Decides a law; only its statements about positions matter.
fn decide(
    prover: &Result<Prover, Refused>,
    law: Automaton,
    numbers: &NumberFamily,
    (seen, query): (&Seen, &ProofQuery),
    bound: Bound<'_>,
) -> (Automaton, Proof) {
    let prover = match prover {
        Ok(prover) => prover,
        Err(why) => return (law, Proof::Seen(why.to_string())),
    };
    let law = match prover.within(&law, &numbers.places, bound) {
        Ok(within) => within,
        Err(why) => return (law, Proof::Seen(why.to_string())),
    };
    let proof = match numbers.verdict(prover, &law, (query.values, seen.play), bound) {
        Ok(Verdict::Proved { states }) => Proof::Proved {
            measure: prover.measure().clone(),
            largest: states,
        },
        Ok(Verdict::Refuted(fault)) => Proof::Refuted(fault),
        Err(why) => Proof::Seen(why.to_string()),
    };
    (law, proof)
}
