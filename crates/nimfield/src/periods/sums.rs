//! Sums of heaps whose sizes are linear in the letter: proofs about single heaps give proofs about their sums.

use std::collections::BTreeMap;

use nimfield_core::families::heaps::HeapRules;
use nimfield_core::prelude::*;
use nimfield_engines::heaps::{
    HeapPeriod, HeapValues, PeriodStatus, least_law, search_period, seen_period,
};
use nimfield_engines::quotient::{HeapQuotient, Quotient, STABLE, heap_classes};
use num_integer::Integer;

use super::basis::{Basis, PeriodCertificate};
use super::query::{LARGEST, PeriodError, PeriodQuery, most_heaps};
use super::report::{PeriodProof, PeriodReport, in_letter};
use crate::quotient_certificate::QuotientCertificate;
use crate::template::{LinearEntry, Template};

/// The heaps of a family of sums.
pub(super) struct HeapSums {
    rules: HeapRules,
    entries: Vec<LinearEntry>,
}

/// The contributions of heaps to a sum: their values, or their classes in a quotient.
struct Known {
    values: Vec<u32>,
    quotient: Option<Quotient>,
    proved: Option<ProvedLaw>,
}

/// A law of single heaps, and why it holds.
struct ProvedLaw {
    law: HeapPeriod,
    why: String,
    source: &'static str,
    /// The certificate of the law.
    basis: Basis,
}

/// The repetition of the terms: its start and its period.
struct Repeat {
    from: u64,
    period: u64,
}

impl HeapSums {
    /// Returns the family of single heaps.
    pub(super) fn single(rules: HeapRules) -> HeapSums {
        let entry = LinearEntry {
            letter: Some(0),
            coefficient: 1,
            constant: 0,
        };
        HeapSums {
            rules,
            entries: vec![entry],
        }
    }

    /// Returns the heaps of a position with the letter, if it is a list of heaps.
    pub(super) fn of(family: &Template, budget: &Budget) -> Option<HeapSums> {
        let mut found = None;
        for number in 7..10 {
            // Other methods report errors of the position or the budget.
            let sum = family.position(&[number], budget).ok()?;
            let [component] = sum.components() else {
                return None;
            };
            let (rules, mut heaps) = component.as_code_heaps()?;
            let entries = family.linear_list()?;
            let sizes = entries.iter().map(|entry| entry.of(&[number]));
            let mut sizes: Vec<u64> = sizes.filter(|&size| size > 0).collect();
            heaps.retain(|&heap| heap > 0);
            sizes.sort_unstable();
            heaps.sort_unstable();
            if !sizes.into_iter().map(u128::from).eq(heaps) {
                return None;
            }
            // The rules may depend on the size, so compare with another position.
            let sums = HeapSums { rules, entries };
            if found.is_some_and(|before: HeapSums| before.rules != sums.rules) {
                return None;
            }
            found = Some(sums);
        }
        found
    }

    fn growing(&self) -> impl Iterator<Item = &LinearEntry> {
        self.entries.iter().filter(|entry| entry.coefficient > 0)
    }

    /// Returns the term of a number, if the contributions of its heaps are known.
    fn term(&self, known: &Known, number: u64, outcomes: bool) -> Option<u32> {
        let mut sum = 0u32;
        for entry in &self.entries {
            let size = entry.at(number)?;
            // Sizes that do not fit `usize` have no values.
            let value = match (known.values.get(usize::try_from(size).ok()?), &known.proved) {
                (Some(&value), _) => value,
                (None, proved) => {
                    let law = proved.as_ref()?.law;
                    // Values of 2^32 and above end the terms.
                    u32::try_from(law.value(&known.values, size.into())?).ok()?
                }
            };
            sum = match &known.quotient {
                Some(quotient) => quotient.product(sum, value),
                None => sum ^ value,
            };
        }
        let is_p = match &known.quotient {
            Some(quotient) => quotient.is_p(sum),
            None => sum == 0,
        };
        Some(if outcomes { u32::from(!is_p) } else { sum })
    }

    /// Returns the repetition of the terms that follows from the law of the heaps.
    fn repeat(&self, known: &Known, outcomes: bool) -> Option<Repeat> {
        let law = known.proved.as_ref()?.law;
        if law.saltus == 0 {
            return Some(self.first(law.preperiod, law.period));
        }
        // If values grow, sums of several heaps do not follow such a law.
        let growing: Vec<&LinearEntry> = self.growing().collect();
        let [single] = growing[..] else {
            return None;
        };
        let others = self.entries.iter().filter(|&entry| entry != single);
        let others = HeapSums {
            rules: self.rules.clone(),
            entries: others.copied().collect(),
        };
        let value = others.term(known, 0, false)?;
        if !outcomes {
            // Adding a multiple of a power of two above the value of the fixed heaps changes no digit that they change.
            let Repeat { from, period } = self.first(law.preperiod, law.period);
            let power = u64::from(value)
                .checked_add(1)?
                .checked_next_power_of_two()?;
            let steps = single.coefficient.checked_mul(period)? / law.period;
            let added = law.saltus.unsigned_abs().checked_mul(steps)?;
            let period = period.checked_mul(power / power.gcd(&added))?;
            return Some(Repeat { from, period });
        }
        // From some heap on, the values exceed that of the fixed heaps.
        // Decreasing values do not stay above the others.
        let rounds = u64::from(value) / u64::try_from(law.saltus).ok()? + 1;
        let heap = law.period.checked_mul(rounds)?.checked_add(law.preperiod)?;
        let Repeat { from, .. } = self.first(heap, 1);
        Some(Repeat { from, period: 1 })
    }

    /// Returns the first number for which all growing heaps have at least this size, and the number of steps after
    /// which each has grown by a multiple of the period.
    fn first(&self, heap: u64, period: u64) -> Repeat {
        let mut repeat = Repeat { from: 0, period: 1 };
        for entry in self.growing() {
            let missing = u64::try_from(i128::from(heap) - i128::from(entry.constant));
            let from = missing.unwrap_or(0).div_ceil(entry.coefficient);
            let own = period / entry.coefficient.gcd(&period);
            repeat.from = repeat.from.max(from);
            repeat.period = repeat.period.lcm(&own);
        }
        repeat
    }

    /// Fills the report from the values of heaps, or for misère outcomes from their classes. Returns whether that was
    /// possible.
    pub(super) fn fill(
        &self,
        report: &mut PeriodReport,
        query: &PeriodQuery,
        budget: &Budget,
    ) -> Result<bool, PeriodError> {
        let known = match report.play {
            Play::Normal => Some(self.values(report, query, budget)),
            Play::Misere => self.classes(report.letter, budget)?,
        };
        let Some(known) = known else {
            return Ok(false);
        };
        let asked = query.up_to.map(|last| last.min(LARGEST));
        // Enough terms to find the least period, without a shorter one by coincidence.
        let enough = self.repeat(&known, report.outcomes).and_then(|repeat| {
            let from = repeat.from.max(report.first);
            let end = repeat.period.checked_mul(3)?.checked_add(from)?;
            let fits = end.saturating_mul(16) <= budget.most_bytes()
                && asked.is_none_or(|last| end <= last.saturating_add(1));
            fits.then_some((from, end))
        });
        let end = match (enough, asked) {
            (Some((_, end)), _) => end,
            (None, Some(last)) => last + 1,
            // Without a law the known heaps limit the terms; with a law from which nothing follows, this many suffice.
            (None, None) => known.values.len() as u64,
        };
        let terms = (report.first..end).map_while(|n| self.term(&known, n, report.outcomes));
        report.terms = terms.collect();
        let law = match enough {
            Some((from, _)) => least_law(&report.terms, from - report.first),
            None => seen_period(&report.terms),
        };
        report.law = law.map(|law| law.numbered_from(report.first));
        if let (Some((from, _)), Some(proved), Some(_)) = (enough, known.proved, law) {
            report.stopped = None;
            report.basis = self.text(report).map(|text| (text, proved.basis));
            report.proof = Some(PeriodProof {
                theorem: None,
                source: proved.source,
                text: format!(
                    "{}; so the terms do so from {} = {from} on, and those below {end} show their law",
                    proved.why, report.letter
                ),
            });
        }
        Ok(true)
    }

    /// Returns the position as heaps of a code, if its first number is the least for which no heap has a negative size.
    fn text(&self, report: &PeriodReport) -> Option<String> {
        let exist = |number| self.entries.iter().all(|entry| entry.at(number).is_some());
        let before = report.first.checked_sub(1);
        if !exist(report.first) || before.is_some_and(exist) {
            return None;
        }
        let size = |entry: &LinearEntry| match (entry.coefficient, entry.constant) {
            (0, constant) => constant.to_string(),
            (1, 0) => report.letter.to_string(),
            (1, constant) => format!("{}{constant:+}", report.letter),
            (coefficient, 0) => format!("{coefficient}{}", report.letter),
            (coefficient, constant) => format!("{coefficient}{}{constant:+}", report.letter),
        };
        let sizes: Vec<String> = self.entries.iter().map(size).collect();
        Some(format!("code({})[{}]", self.rules, sizes.join(",")))
    }

    /// Returns the heaps of the code along a letter.
    fn heaps(&self, letter: char) -> String {
        format!("code({})[{letter}]", self.rules)
    }

    /// Returns the values of heaps, with their law if there is a proof.
    fn values(&self, report: &mut PeriodReport, query: &PeriodQuery, budget: &Budget) -> Known {
        let largest = query.up_to.or(query.enough).map(|last| {
            let sizes = self.entries.iter().map(|entry| entry.at(last.min(LARGEST)));
            sizes
                .map(|size| size.unwrap_or(u64::MAX))
                .max()
                .unwrap_or(0)
        });
        let usual = match query.up_to {
            Some(_) => LARGEST,
            None => most_heaps(&self.rules),
        };
        let most = largest.unwrap_or(usual).min(usual).min(LARGEST);
        let mut heaps = HeapValues::new(self.rules.clone());
        let found = search_period(&mut heaps, most as usize + 1, budget, |_| {
            Ok::<(), Unfinished>(())
        });
        let found = found.unwrap_or_else(|unfinished| {
            report.stopped = Some(unfinished.into());
            None
        });
        let values = heaps.values().to_vec();
        let proved = match found {
            Some((law, PeriodStatus::Proved(theorem))) => Some(ProvedLaw {
                why: format!(
                    "the values of heaps obey g(m + {}) = g(m){} for m >= {}, since {}",
                    law.period,
                    match law.saltus {
                        0 => String::new(),
                        saltus => format!(" + {saltus}"),
                    },
                    law.preperiod,
                    in_letter(&theorem.argument(&self.rules, &values, &law), 'm')
                ),
                source: theorem.source(),
                basis: Basis::Period(PeriodCertificate {
                    certificate: "period".to_string(),
                    version: 1,
                    position: self.heaps(report.letter),
                    files: BTreeMap::new(),
                    letter: report.letter,
                    theorem: theorem.name().to_string(),
                    preperiod: law.preperiod,
                    period: law.period,
                    saltus: law.saltus,
                    terms: values.len() as u64,
                }),
                law,
            }),
            _ => None,
        };
        Known {
            values,
            quotient: None,
            proved,
        }
    }

    /// Returns the classes of heaps in the misère quotient, if it is found quickly, with a proof that it covers all
    /// heaps.
    fn classes(&self, letter: char, budget: &Budget) -> Result<Option<Known>, PeriodError> {
        let mut quotient = HeapQuotient::new(self.rules.clone());
        // No other way would have budget left either.
        if let Err(unfinished) = quotient.extend_a_while(u128::MAX, budget)
            && budget.check(0).is_err()
        {
            return Err(unfinished.into());
        }
        let Some(known) = quotient.classes_to(u128::MAX) else {
            return Ok(None);
        };
        let classes = heap_classes(&known.quotient);
        let Some((law, theorem)) = known.law else {
            return Ok(None);
        };
        let proved = ProvedLaw {
            why: format!(
                "the classes of heaps in the misère quotient of order {} repeat after {} from the heap of {} on, since \
                 with the class of a heap of m for g(m) {}",
                known.quotient.order(),
                law.period,
                law.preperiod,
                in_letter(&theorem.argument(&self.rules, &classes, &law), 'm')
            ),
            source: STABLE,
            basis: Basis::Quotient(QuotientCertificate::of_heaps(
                self.heaps(letter),
                letter,
                &known,
            )),
            law,
        };
        Ok(Some(Known {
            values: classes,
            quotient: Some(known.quotient),
            proved: Some(proved),
        }))
    }
}
