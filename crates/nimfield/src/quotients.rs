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

mod followers;

use nimfield_core::families::heaps::HeapRules;
use nimfield_core::prelude::*;
use nimfield_engines::heaps::{HeapPeriod, PeriodTheorem};
use nimfield_engines::quotient::{
    ClosedSet, HeapQuotient, PlayCheck, Quotient, QuotientClaim, QuotientSearch, STABLE, Word,
    check_by_play, heap_classes, proved_law,
};

use crate::periods::{LARGEST, PeriodError, PeriodProof, TermSource, along, beginning, source};
pub use crate::quotient_certificate::{LawOfClasses, QuotientCertificate};
use crate::reader::Reader;
use crate::registry::Games;
use crate::sum::Sum;
use crate::template::Template;
use followers::{AddPosition, Followers, summands};

/// A query for a quotient.
#[derive(Clone, Debug)]
pub struct QuotientQuery {
    /// A position, possibly with a letter for a number.
    pub text: String,
    /// The letter.
    pub letter: char,
    /// The greatest number.
    pub up_to: Option<u64>,
    /// The most sums to check by play.
    pub checked: u64,
    /// The reader of the positions, with its games and files.
    pub reader: Reader<'static>,
}

impl QuotientQuery {
    /// Creates a query for the quotient of a position, or along the letter n.
    #[must_use]
    pub fn new(text: &str) -> QuotientQuery {
        QuotientQuery {
            text: text.to_string(),
            letter: 'n',
            up_to: None,
            checked: 20_000,
            reader: Games::builtin().reader(),
        }
    }
}

/// The report on a quotient.
#[derive(Clone, Debug)]
pub struct QuotientReport {
    /// The position, with its letter if it has one.
    pub position: String,
    /// The greatest number for the letter.
    pub up_to: Option<u64>,
    /// The positions that generate the sums.
    pub set: ClosedSet,
    /// Their quotient.
    pub quotient: Quotient,
    /// The order of the quotient after each added position.
    pub orders: Vec<usize>,
    /// The law of the classes of all heaps.
    pub law: Option<(HeapPeriod, PeriodTheorem)>,
    /// The proof that further heaps do not change the quotient.
    pub stable: Option<PeriodProof>,
    /// The sums checked by play.
    pub checked: Option<PlayCheck>,
    /// The limit that ended the search early.
    pub stopped: Option<Unfinished>,
    /// Whether the positions are heaps.
    pub heaps: bool,
}

/// Finds the misère quotient of heaps up to a size, of the followers of a position, or of the positions along a letter
/// with their followers. Heaps are added until there is a proof that the quotient does not grow.
///
/// If the budget runs out, the quotient of the positions added before is reported.
///
/// # Errors
/// If the position cannot be read or is partizan, or if the budget allows no position.
pub fn find(query: &QuotientQuery, budget: &Budget) -> Result<QuotientReport, PeriodError> {
    let (family, heaps) = source_of(query, budget);
    let (mut report, search) = match heaps {
        Some((rules, text)) => {
            let mut heaps = HeapQuotient::new(rules);
            let report = of_heaps(query, text, &mut heaps, budget)?;
            (report, heaps.into_search())
        }
        None => {
            let mut search = QuotientSearch::default();
            let mut add = |name, options| search.add(name, options, budget);
            let report = add_followers(query, family.as_ref(), &mut add, budget)?;
            (report, search)
        }
    };
    report.orders = search.orders().to_vec();
    (report.set, report.quotient) = search.into_quotient();
    match check_by_play(&report.set, &report.quotient, query.checked, budget) {
        Ok(Ok(check)) => report.checked = Some(check),
        // The construction is proved correct, so this is a bug.
        Ok(Err(wrong)) => return Err(PeriodError::Unsuitable(wrong.to_string())),
        Err(unfinished) => report.stopped = report.stopped.or(Some(unfinished)),
    }
    Ok(report)
}

/// The rules of heaps, and the position written with heaps.
type WrittenHeaps = (HeapRules, String);

/// Returns the positions along the letter, if the text has one; and the rules of heaps, with the position as heaps.
fn source_of(query: &QuotientQuery, budget: &Budget) -> (Option<Template>, Option<WrittenHeaps>) {
    // A text without the letter is a position, whose errors are reported when it is read.
    let family = along(&query.text, query.letter, 0..=LARGEST, &query.reader).ok();
    // The letter may be an ordinary part of the text.
    let is_position = |family: &Template| (0..64).any(|n| family.position(&[n], budget).is_ok());
    let family = family.filter(is_position);
    let heaps = match family.as_ref().map(|family| source(family, budget)) {
        Some(TermSource::Heaps { rules, text }) => Some((rules, text)),
        _ => None,
    };
    (family, heaps)
}

impl QuotientCertificate {
    /// Certifies a report; the letter is that of the query.
    #[must_use]
    pub fn of(report: &QuotientReport, letter: char) -> QuotientCertificate {
        let names = 0..report.set.len() as u32;
        let positions = names.map(|at| report.set.name(at).to_string()).collect();
        let claim = QuotientClaim::of(&report.quotient);
        let range = (report.up_to.map(|_| letter), report.up_to);
        QuotientCertificate::of_claim(claim, report.position.clone(), range, positions, report.law)
    }

    /// Proves the quotient without a search: its positions are generated again, and the outcomes of all sums follow
    /// from the classes. The inner error says what is wrong with the certificate.
    ///
    /// # Errors
    /// Errors of [`find`].
    pub fn check(
        self,
        reader: Reader<'static>,
        budget: &Budget,
    ) -> Result<Result<QuotientReport, String>, PeriodError> {
        let wrong = |what: &str| {
            Ok(Err(format!(
                "the certificate is not that of the quotient: {what}"
            )))
        };
        let query = QuotientQuery {
            letter: self.letter.unwrap_or('n'),
            up_to: self.up_to,
            reader,
            ..QuotientQuery::new(&self.position)
        };
        let (family, heaps) = source_of(&query, budget);
        let mut set = ClosedSet::default();
        let mut report = match &heaps {
            Some((rules, text)) => {
                let count = self.positions.len() as u64;
                if self.up_to != Some(count) || count > LARGEST {
                    return wrong("the list does not contain exactly the heaps up to this size");
                }
                set = ClosedSet::heaps(rules, count as u32, budget)?;
                QuotientReport {
                    up_to: self.up_to,
                    ..blank(text.clone())
                }
            }
            None => {
                let mut meter = Meter::silent(budget);
                let mut add = |name: String, options: Vec<Word>| {
                    meter.hold(meter.bytes + ClosedSet::bytes(&options))?;
                    set.add(name, options);
                    Ok(())
                };
                let report = add_followers(&query, family.as_ref(), &mut add, budget)?;
                if let Some(stopped) = report.stopped {
                    return Err(stopped.into());
                }
                report
            }
        };
        let names = (0..set.len() as u32).map(|at| set.name(at));
        if !names.eq(self.positions.iter()) {
            return wrong("the positions differ");
        }
        let claim = QuotientClaim {
            generators: self.generators,
            steps: self.steps,
            p_portion: self.p_portion,
            classes: self.classes,
        };
        report.quotient = match claim.proved(&set, budget)? {
            Ok(quotient) => quotient,
            Err(mistake) => return wrong(&mistake),
        };
        report.set = set;
        if let Some(claimed) = &self.law {
            let proved = heaps.as_ref().and_then(|(rules, _)| {
                let (law, theorem) = proved_law(rules, &report.quotient)?;
                let own = (theorem.name(), law.preperiod, law.period);
                let same = own == (claimed.theorem.as_str(), claimed.preperiod, claimed.period);
                same.then_some((rules, law, theorem))
            });
            let Some((rules, law, theorem)) = proved else {
                return wrong("the classes of the heaps do not prove this law");
            };
            report.law = Some((law, theorem));
            report.stable = Some(stable(rules, &report.quotient, &law, theorem));
        }
        let is_lettered = report.up_to.is_some();
        let as_written = (report.up_to, &report.position) == (self.up_to, &self.position)
            && self.position.trim() == self.position;
        Ok(match as_written && is_lettered == self.letter.is_some() {
            true => Ok(report),
            false => Err("the position is not in strict notation".to_string()),
        })
    }
}

/// Returns the proof that the classes of heaps repeat.
fn stable(
    rules: &HeapRules,
    quotient: &Quotient,
    law: &HeapPeriod,
    theorem: PeriodTheorem,
) -> PeriodProof {
    let argument = theorem.argument(rules, &heap_classes(quotient), law);
    PeriodProof {
        theorem: Some(theorem.name()),
        source: STABLE,
        text: format!("with the class of a heap of n for g(n), {argument}"),
    }
}

fn blank(position: String) -> QuotientReport {
    QuotientReport {
        position,
        up_to: None,
        set: ClosedSet::default(),
        quotient: Quotient::trivial(),
        orders: Vec::new(),
        law: None,
        stable: None,
        checked: None,
        stopped: None,
        heaps: false,
    }
}

fn of_heaps(
    query: &QuotientQuery,
    text: String,
    heaps: &mut HeapQuotient,
    budget: &Budget,
) -> Result<QuotientReport, PeriodError> {
    let mut report = blank(text);
    let last = query.up_to.unwrap_or(LARGEST).min(LARGEST) as u32;
    report.heaps = true;
    report.stopped = heaps.extend_until_known(last, budget).err();
    report.law = heaps.law();
    report.stable = report
        .law
        .map(|(law, theorem)| stable(heaps.rules(), heaps.search().quotient(), &law, theorem));
    report.up_to = Some(heaps.largest().into()).filter(|&largest| largest > 0);
    match report.up_to {
        None => Err(report.stopped.map_or_else(
            || PeriodError::Unsuitable("a bound of 0 leaves no heap".to_string()),
            PeriodError::Unfinished,
        )),
        Some(_) => Ok(report),
    }
}

/// Adds the followers of a position, or of the positions along a letter, each after its own followers.
fn add_followers(
    query: &QuotientQuery,
    family: Option<&Template>,
    add: &mut AddPosition<'_>,
    budget: &Budget,
) -> Result<QuotientReport, PeriodError> {
    let mut report = blank(query.text.clone());
    // Read one by one, as far as the budget allows.
    let sums: Box<dyn Iterator<Item = Result<Sum, PeriodError>> + '_> = match family {
        None => {
            let reader = query.reader.clone().budget(budget.clone());
            let sum = reader.read(&query.text)?.for_play(Play::Misere)?;
            report.position = sum.to_string();
            Box::new(std::iter::once(Ok(sum)))
        }
        Some(family) => {
            let (first, _) = beginning(family, budget)?;
            let Some(last) = query.up_to else {
                let why = "--up-to must bound the letter".to_string();
                return Err(PeriodError::Unsuitable(why));
            };
            report.up_to = Some(last);
            Box::new((first..=last).map(|number| {
                let position = family.position(&[number], budget)?;
                Ok::<_, PeriodError>(position.for_play(Play::Misere)?)
            }))
        }
    };
    let mut followers = Followers::default();
    for sum in sums {
        for summand in summands(&sum?)? {
            match followers.add(summand, add, budget) {
                Ok(()) => {}
                // The positions added so far include all their followers.
                Err(PeriodError::Unfinished(stopped)) if followers.count > 0 => {
                    report.stopped = Some(stopped);
                    return Ok(report);
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(report)
}
