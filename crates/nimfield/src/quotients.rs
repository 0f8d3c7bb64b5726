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

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::words::Play;
use nimfield_engines::heaps::{HeapPeriod, PeriodTheorem};
use nimfield_engines::quotient::{
    ClosedSet, HeapQuotient, PlayCheck, Quotient, QuotientClaim, QuotientSearch, check_by_play,
    heap_classes, proved_law,
};

use crate::periods::{
    LARGEST, PeriodError, PeriodProof, PeriodQuery, Source, beginning, member, source,
};
use crate::sum::Sum;
use followers::{AddPosition, Followers, read, summands};

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
    /// Returns the text of a file that the position names after `@`, or says why not.
    pub load: fn(&str) -> Result<String, String>,
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
            load: |_| Err("files cannot be read here".to_string()),
        }
    }
}

/// Where it is proved that the classes of heaps repeat.
pub(crate) const STABLE: &str = "Plambeck and Siegel 2008, by the argument of Guy and Smith 1956";

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
    /// The law of the classes of all heaps.
    pub law: Option<(HeapPeriod, PeriodTheorem)>,
    /// What proves that the quotient does not grow with further heaps.
    pub stable: Option<PeriodProof>,
    /// The sums whose outcomes were checked by play.
    pub checked: Option<PlayCheck>,
    /// What ended the search before it was done.
    pub stopped: Option<Unfinished>,
    /// Whether the positions are heaps.
    pub heaps: bool,
}

/// Finds the misère quotient of heaps up to a size, of the followers of a position, or of the positions along a letter
/// with their followers. Heaps are added until the quotient is proved not to grow.
///
/// If the budget ends, the quotient of the positions added before is reported.
///
/// # Errors
/// If the position cannot be read or is partizan, or if the budget allows no position.
pub fn find(query: &QuotientQuery, budget: &Budget) -> Result<QuotientReport, PeriodError> {
    let (lettered, heaps) = source_of(query, budget)?;
    let (mut report, search) = match heaps {
        Some((rules, text)) => {
            let mut heaps = HeapQuotient::new(rules);
            let report = of_heaps(query, text, &mut heaps, budget)?;
            (report, heaps.into_search())
        }
        None => {
            let mut search = QuotientSearch::default();
            let mut add = |name, options| search.add(name, options, budget);
            let report = add_followers(query, lettered.as_ref(), &mut add, budget)?;
            (report, search)
        }
    };
    report.orders = search.orders().to_vec();
    (report.set, report.quotient) = search.into_quotient();
    match check_by_play(&report.set, &report.quotient, query.checked, budget) {
        Ok(Ok(check)) => report.checked = Some(check),
        // The construction is proved, so this is a fault of the program.
        Ok(Err(wrong)) => return Err(PeriodError::Unsuitable(wrong.to_string())),
        Err(unfinished) => report.stopped = report.stopped.or(Some(unfinished)),
    }
    Ok(report)
}

/// Adds heaps to a quotient that serves another question until all heaps up to a size are known, as far as that goes in a
/// few seconds.
pub(crate) fn extend_a_while(
    quotient: &mut HeapQuotient,
    largest: u32,
    budget: &Budget,
) -> Result<(), Unfinished> {
    /// Elements of a guess, and pairs of a class and a gap in a proof.
    const MOST_STEPS: u64 = 1_000_000;
    /// Bytes of these.
    const MOST_BYTES: u64 = 64 << 20;
    /// The largest heap: nearly all quotients that are found repeat much earlier.
    const MOST_HEAPS: u32 = 400;
    let limited = budget
        .clone()
        .positions(MOST_STEPS.min(budget.most_positions()))
        .bytes(MOST_BYTES.min(budget.most_bytes() / 2));
    quotient.extend_until_known(largest.min(MOST_HEAPS), &limited)
}

/// The rules of heaps, and the position written with heaps.
type WrittenHeaps = (HeapRules, String);

/// Returns the query along the letter, if the position has one; and the rules of heaps, with the position as heaps.
fn source_of(
    query: &QuotientQuery,
    budget: &Budget,
) -> Result<(Option<PeriodQuery>, Option<WrittenHeaps>), PeriodError> {
    let lettered = PeriodQuery {
        letter: query.letter,
        play: Some(Play::Misere),
        load: query.load,
        ..PeriodQuery::new(&query.text)
    };
    if member(&lettered, 1, budget).is_err() {
        return Ok((None, None));
    }
    let heaps = match source(&lettered, budget)? {
        Source::Heaps { rules, text } => Some((rules, text)),
        Source::Row { .. } | Source::Analysis => None,
    };
    Ok((Some(lettered), heaps))
}

/// A quotient that somebody claims, and the law of the classes of all heaps with the name of its theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedQuotient {
    /// The names of the positions.
    pub positions: Vec<String>,
    /// The monoid.
    pub claim: QuotientClaim,
    /// The theorem, the preperiod and the period of the classes.
    pub law: Option<(String, u64, u64)>,
}

impl ClaimedQuotient {
    /// Claims what was found.
    #[must_use]
    pub fn of(report: &QuotientReport) -> ClaimedQuotient {
        let positions = 0..report.set.len() as u32;
        ClaimedQuotient {
            positions: positions
                .map(|at| report.set.name(at).to_string())
                .collect(),
            claim: QuotientClaim::of(&report.quotient),
            law: report
                .law
                .map(|(law, theorem)| (theorem.name().to_string(), law.preperiod, law.period)),
        }
    }
}

/// Proves a claimed quotient without a search: its positions are found again, and the outcomes of all sums follow from
/// the classes. What is wrong with it is the inner error.
///
/// # Errors
/// As [`find`].
pub fn check(
    query: &QuotientQuery,
    claimed: &ClaimedQuotient,
    budget: &Budget,
) -> Result<Result<QuotientReport, String>, PeriodError> {
    let wrong = |what: &str| Ok(Err(what.to_string()));
    let (lettered, heaps) = source_of(query, budget)?;
    let mut set = ClosedSet::default();
    let mut report = match &heaps {
        Some((rules, text)) => {
            let count = claimed.positions.len() as u64;
            if query.up_to != Some(count) || count > LARGEST {
                return wrong("the heaps are not those up to this size");
            }
            set = ClosedSet::heaps(rules, count as u32);
            QuotientReport {
                up_to: query.up_to,
                ..blank(text.clone())
            }
        }
        None => {
            let mut add = |name, options| {
                set.add(name, options);
                Ok(())
            };
            let report = add_followers(query, lettered.as_ref(), &mut add, budget)?;
            if let Some(stopped) = report.stopped {
                return Err(stopped.into());
            }
            report
        }
    };
    let names = (0..set.len() as u32).map(|at| set.name(at));
    if !names.eq(claimed.positions.iter()) {
        return wrong("the positions are others");
    }
    report.quotient = match claimed.claim.proved(&set, budget)? {
        Ok(quotient) => quotient,
        Err(wrong) => return Ok(Err(wrong)),
    };
    report.set = set;
    if let Some((theorem, preperiod, period)) = &claimed.law {
        let rules = heaps.as_ref().map(|(rules, _)| rules);
        let proved = rules.and_then(|rules| {
            let law = proved_law(rules, &report.quotient)?;
            Some((rules, law))
        });
        match proved {
            Some((rules, (law, proof)))
                if (proof.name(), law.preperiod, law.period)
                    == (theorem.as_str(), *preperiod, *period) =>
            {
                report.law = Some((law, proof));
                report.stable = Some(stable(rules, &report.quotient, &law, proof));
            }
            _ => return wrong("the classes of the heaps do not prove this law"),
        }
    }
    Ok(Ok(report))
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
    lettered: Option<&PeriodQuery>,
    add: &mut AddPosition<'_>,
    budget: &Budget,
) -> Result<QuotientReport, PeriodError> {
    let mut report = blank(query.text.clone());
    let sums: Vec<Sum> = match lettered {
        None => vec![read(&query.text, query.load, budget)?],
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
    if let (None, [sum]) = (lettered, &sums[..]) {
        report.position = sum.to_string();
    }
    let mut followers = Followers::default();
    for sum in &sums {
        for summand in summands(sum)? {
            match followers.add(summand, query.load, add, budget) {
                Ok(()) => {}
                // Those added have all their followers among them.
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
