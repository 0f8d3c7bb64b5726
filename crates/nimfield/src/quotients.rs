//! Misère quotients of heaps, and of the followers of positions.
//!
//! ```
//! use nimfield::budget::Budget;
//! use nimfield::quotients::{QuotientQuery, find};
//!
//! let query = QuotientQuery { up_to: Some(12), ..QuotientQuery::new("code(0.77)[n]") };
//! let report = find(&query, &Budget::unlimited())?;
//! assert_eq!(report.quotient.order(), 24);
//! assert_eq!(report.quotient.p_portion().len(), 8);
//! # Ok::<(), nimfield::periods::PeriodError>(())
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::Component;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::words::Play;
use nimfield_engines::heaps::{PeriodStatus, find_period};
use nimfield_engines::quotient::{
    ClosedSet, PlayCheck, Quotient, QuotientSearch, Word, check_by_play,
};

use crate::erased::AnySummand;
use crate::periods::{
    LARGEST, PeriodError, PeriodProof, PeriodQuery, Source, beginning, member, source,
};
use crate::registry::Games;
use crate::sum::Sum;

/// What is asked.
#[derive(Clone, Debug)]
pub struct QuotientQuery {
    /// A position, or a position in which a letter stands for a number.
    pub text: String,
    /// The letter.
    pub letter: char,
    /// The greatest number.
    pub up_to: Option<u64>,
    /// The most sums that are checked by play.
    pub checked: u64,
}

impl QuotientQuery {
    /// Asks for the quotient of a position, or along the letter n.
    #[must_use]
    pub fn new(text: &str) -> QuotientQuery {
        QuotientQuery {
            text: text.to_string(),
            letter: 'n',
            up_to: None,
            checked: 20_000,
        }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct QuotientReport {
    /// The position, with its letter if it has one.
    pub position: String,
    /// The greatest number for the letter.
    pub up_to: Option<u64>,
    /// The positions of which sums are made.
    pub set: ClosedSet,
    /// Their quotient.
    pub quotient: Quotient,
    /// The orders of the quotients as positions were added.
    pub orders: Vec<usize>,
    /// What proves that the quotient does not grow with further heaps.
    pub stable: Option<PeriodProof>,
    /// The sums whose outcomes were checked by play.
    pub checked: Option<PlayCheck>,
    /// What ended the search before it was done.
    pub stopped: Option<Unfinished>,
}

/// Finds the misère quotient of heaps up to a size, of the followers of a position, or of the positions along a letter
/// with their followers. Without a greatest number heaps are added until the quotient is proved not to grow.
///
/// # Errors
/// If the position cannot be read, is partizan or has too many followers, or the budget ends before the followers of a
/// position are all added. Heaps that the budget allows are reported.
pub fn find(query: &QuotientQuery, budget: &Budget) -> Result<QuotientReport, PeriodError> {
    let lettered = PeriodQuery {
        letter: query.letter,
        play: Some(Play::Misere),
        ..PeriodQuery::new(&query.text)
    };
    let has_letter = member(&lettered, 1, budget).is_ok();
    let heaps = if has_letter {
        source(&lettered, budget)?
    } else {
        Source::Analysis
    };
    let mut search = QuotientSearch::default();
    let mut report = match heaps {
        Source::Heaps { rules, text } => of_heaps(query, &rules, text, &mut search, budget)?,
        _ => of_followers(query, has_letter.then_some(&lettered), &mut search, budget)?,
    };
    (report.set, report.quotient) = (search.set().clone(), search.quotient().clone());
    report.orders = search.orders().to_vec();
    match check_by_play(&report.set, &report.quotient, query.checked, budget) {
        Ok(Ok(check)) => report.checked = Some(check),
        // The construction is proved, so this is a fault of the program.
        Ok(Err(wrong)) => return Err(PeriodError::Unsuitable(wrong.to_string())),
        Err(unfinished) => report.stopped = report.stopped.or(Some(unfinished)),
    }
    Ok(report)
}

fn blank(position: String) -> QuotientReport {
    QuotientReport {
        position,
        up_to: None,
        set: ClosedSet::default(),
        quotient: Quotient::trivial(),
        orders: Vec::new(),
        stable: None,
        checked: None,
        stopped: None,
    }
}

fn of_heaps(
    query: &QuotientQuery,
    rules: &HeapRules,
    text: String,
    search: &mut QuotientSearch,
    budget: &Budget,
) -> Result<QuotientReport, PeriodError> {
    let mut report = blank(text);
    let last = query.up_to.unwrap_or(LARGEST).min(LARGEST) as u32;
    for heap in 1..=last {
        let options = ClosedSet::heap_options(rules, heap);
        if let Err(unfinished) = search.add(heap.to_string(), options, budget) {
            report.stopped = Some(unfinished);
            break;
        }
        report.up_to = Some(heap.into());
        let look = heap == last || heap.is_multiple_of(8);
        if look {
            report.stable = stable(rules, search.quotient());
        }
        if query.up_to.is_none() && report.stable.is_some() {
            break;
        }
    }
    match report.up_to {
        None => Err(report.stopped.map_or_else(
            || PeriodError::Unsuitable("a bound of 0 leaves no heap".to_string()),
            PeriodError::Unfinished,
        )),
        Some(_) => Ok(report),
    }
}

/// The proof that the classes of heaps repeat, by the theorem for values: it rests on the options of a heap alone.
fn stable(rules: &HeapRules, quotient: &Quotient) -> Option<PeriodProof> {
    // The theorem for all-but games is about values alone.
    rules.most_taken()?;
    let classes: Vec<u32> = std::iter::once(0)
        .chain(quotient.classes().iter().copied())
        .collect();
    match find_period(rules, &classes)? {
        (law, PeriodStatus::Proved(theorem)) if law.saltus == 0 => Some(PeriodProof {
            theorem: theorem.name(),
            source: "Plambeck and Siegel 2008, by the argument of Guy and Smith 1956",
            text: format!(
                "with the class of a heap of n for g(n), {}",
                theorem.argument(rules, &classes, &law)
            ),
        }),
        _ => None,
    }
}

fn of_followers(
    query: &QuotientQuery,
    lettered: Option<&PeriodQuery>,
    search: &mut QuotientSearch,
    budget: &Budget,
) -> Result<QuotientReport, PeriodError> {
    let mut report = blank(query.text.clone());
    let sums: Vec<Sum> = match lettered {
        None => vec![read(&query.text, budget)?],
        Some(lettered) => {
            let (first, _) = beginning(lettered, budget)?;
            let Some(last) = query.up_to else {
                let why = "--up-to says how far the letter goes".to_string();
                return Err(PeriodError::Unsuitable(why));
            };
            report.up_to = Some(last);
            let members =
                (first..=last).map(|number| member(lettered, number, budget).map(|(_, sum)| sum));
            members.collect::<Result<_, _>>()?
        }
    };
    let mut followers = Followers::default();
    for sum in &sums {
        for summand in summands(sum)? {
            followers.add(summand, search, budget)?;
        }
    }
    Ok(report)
}

fn read(text: &str, budget: &Budget) -> Result<Sum, PeriodError> {
    let reader = Games::builtin();
    let reader = reader.reader().budget(budget.clone());
    Ok(reader.read_for(text, Some(Play::Misere))?)
}

/// The irreducible positions with moves of which an impartial sum consists.
fn summands(sum: &Sum) -> Result<Vec<Part>, PeriodError> {
    let mut parts = Vec::new();
    for component in sum.components() {
        let Some(position) = component.as_impartial() else {
            let why =
                format!("{component} is partizan, and quotients are those of impartial games");
            return Err(PeriodError::Unsuitable(why));
        };
        for summand in position.summands() {
            parts.push(Part::new(summand)?);
        }
    }
    Ok(parts)
}

/// An irreducible position with its key.
#[derive(Clone)]
struct Part {
    key: Vec<u8>,
    text: Arc<str>,
}

impl Part {
    fn new(summand: AnySummand) -> Result<Part, PeriodError> {
        let component = summand.small().map_err(PeriodError::Unsuitable)?;
        let mut key = Vec::new();
        component.key(&mut key);
        Ok(Part {
            key,
            text: summand.to_string().into(),
        })
    }
}

/// The positions found so far, by their keys.
#[derive(Default)]
struct Followers {
    numbers: HashMap<Vec<u8>, u32>,
}

/// A position whose options are being found.
struct Visit {
    part: Part,
    options: Option<Vec<Vec<Part>>>,
}

impl Followers {
    /// Adds a position after all its followers.
    fn add(
        &mut self,
        part: Part,
        search: &mut QuotientSearch,
        budget: &Budget,
    ) -> Result<(), PeriodError> {
        let mut stack = vec![Visit {
            part,
            options: None,
        }];
        while let Some(visit) = stack.last_mut() {
            if self.numbers.contains_key(&visit.part.key) {
                stack.pop();
                continue;
            }
            let Some(options) = &visit.options else {
                let options = options(&visit.part.text, self.numbers.len(), budget)?;
                let mut unknown: Vec<Part> = options.iter().flatten().cloned().collect();
                unknown.retain(|part| !self.numbers.contains_key(&part.key));
                visit.options = Some(options);
                stack.extend(unknown.into_iter().map(|part| Visit {
                    part,
                    options: None,
                }));
                continue;
            };
            let number = |part: &Part| self.numbers[&part.key];
            let words: Vec<Word> = options
                .iter()
                .map(|option| option.iter().map(number).collect())
                .collect();
            search.add(visit.part.text.to_string(), words, budget)?;
            self.numbers
                .insert(visit.part.key.clone(), self.numbers.len() as u32);
            stack.pop();
        }
        Ok(())
    }
}

/// The options of a position, each as its irreducible parts.
fn options(text: &str, done: usize, budget: &Budget) -> Result<Vec<Vec<Part>>, PeriodError> {
    let sum = read(text, budget)?;
    let mut options = Vec::new();
    for mv in sum.moves() {
        budget.check(done as u64).map_err(|limit| Unfinished {
            limit,
            done: done as u64,
            total: None,
        })?;
        let after = sum
            .after(&mv)
            .map_err(|illegal| PeriodError::Unsuitable(illegal.to_string()))?;
        options.push(summands(&after)?);
    }
    Ok(options)
}
