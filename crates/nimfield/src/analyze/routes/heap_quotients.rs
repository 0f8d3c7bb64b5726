//! The misère quotient of the heaps of a taking-and-breaking game.

use nimfield_core::families::heaps::HeapRules;
use nimfield_core::prelude::*;
use nimfield_engines::quotient::{ClosedSet, HeapClasses, HeapQuotient, STABLE, heap_classes};

use crate::analyze::case::Part;
use crate::analyze::route::{Ask, Cost, Goal, Means, Memory, Reply, Route, Stop, soon};

/// Whether quotients are computed: the command does so, but a page need not download the code, 20 kB compressed.
const COMPUTED: bool = !cfg!(target_family = "wasm");

/// Positions of fewer counters are searched.
const FEW: u128 = 20;

/// The quotient used last.
#[derive(Default)]
pub(super) struct HeapQuotients {
    kept: Option<Kept>,
}

/// The quotient of a game, and the reason why it does not cover larger heaps.
struct Kept {
    quotient: HeapQuotient,
    given_up: Option<String>,
}

/// Returns the rules and the heaps of a sum whose components are all heaps of one game.
fn heaps(part: &Part) -> Option<(HeapRules, Vec<u128>)> {
    let mut components = part.whole?.components().iter();
    let (rules, mut heaps) = components.next()?.as_code_heaps()?;
    for component in components {
        let (others, more) = component.as_code_heaps()?;
        if others != rules {
            return None;
        }
        heaps.extend(more);
    }
    heaps.retain(|&heap| heap > 0);
    Some((rules, heaps))
}

impl HeapQuotients {
    /// Returns the cached quotient of a game.
    fn of(&self, rules: &HeapRules) -> Option<&Kept> {
        self.kept
            .as_ref()
            .filter(|kept| kept.quotient.rules() == rules)
    }
}

impl Route for HeapQuotients {
    fn name(&self) -> &'static str {
        "misère quotient"
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        if ask.play != Play::Misere || !ask.is_outcome() || ask.goal != Goal::Has {
            return Cost::Foreign;
        }
        let Some((rules, heaps)) = heaps(part) else {
            return Cost::Foreign;
        };
        let counters = heaps
            .iter()
            .fold(0, |sum: u128, &heap| sum.saturating_add(heap));
        if counters < FEW {
            return Cost::Never(format!("fewer than {FEW} counters are searched").into());
        }
        if !COMPUTED {
            return Cost::Never("this page computes no quotients; the command does".into());
        }
        if let Some(kept) = self.of(&rules) {
            if kept.quotient.is_known_to(largest(&heaps)) {
                return Cost::Cheap;
            }
            if let Some(why) = &kept.given_up {
                return Cost::Never(why.clone().into());
            }
        }
        soon(None, Memory::Beside)
    }

    fn has_value(&mut self, part: &Part, _: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        // Never called if quotients are not computed, but this filter lets the compiler drop the rest.
        let (rules, heaps) = heaps(part).filter(|_| COMPUTED).ok_or(Stop::Foreign)?;
        if self.of(&rules).is_none() {
            self.kept = Some(Kept {
                quotient: HeapQuotient::new(rules),
                given_up: None,
            });
        }
        let kept = self.kept.as_mut().ok_or(Stop::Foreign)?;
        let quotient = &mut kept.quotient;
        let largest = largest(&heaps);
        if kept.given_up.is_none() {
            let budget = means.budget;
            let extended = quotient.extend_a_while(largest, budget);
            if let Err(unfinished) = extended {
                // The whole budget is used up, not only this route's.
                if budget.check(0).is_err() {
                    return Err(unfinished.into());
                }
                let heap = quotient.largest() + 1;
                kept.given_up = Some(format!("the quotient of heaps to {heap} was {unfinished}"));
            }
        }
        let classes = quotient.classes_to(largest);
        let known = classes.and_then(|classes| Some((classes.class_of_sum(&heaps)?, classes)));
        let Some((class, classes)) = known else {
            let largest = quotient.largest();
            let why = || {
                format!(
                    "the quotient of heaps to {largest} is not proved to be the quotient of all heaps"
                )
            };
            return Err(Stop::Passed(
                kept.given_up.clone().unwrap_or_else(why).into(),
            ));
        };
        let is_p = classes.quotient.is_p(class);
        let set = quotient.search().set();
        Ok(Finding::new(
            is_p,
            reason(quotient.rules(), &classes, set, class),
        ))
    }

    fn bytes(&self) -> u64 {
        let order = |kept: &Kept| kept.quotient.search().quotient().order() as u64;
        self.kept.as_ref().map_or(0, |kept| 8 * order(kept).pow(2))
    }

    /// Frees the classes. Abandoned quotients stay recorded, so that the next position of a table does not try again.
    fn forget(&mut self) {
        let given_up = self.kept.take().filter(|kept| kept.given_up.is_some());
        self.kept = given_up.map(|kept| Kept {
            quotient: HeapQuotient::new(kept.quotient.rules().clone()),
            ..kept
        });
    }
}

fn largest(heaps: &[u128]) -> u128 {
    heaps.iter().copied().max().unwrap_or(0)
}

/// Returns the class of the sum in the quotient, and the proof that the quotient holds for its heaps.
fn reason(rules: &HeapRules, classes: &HeapClasses, set: &ClosedSet, class: u32) -> Reason {
    let monoid = &classes.quotient;
    let word = monoid.word(class);
    let letters = monoid.legend(set).into_iter();
    let used = letters.zip(monoid.generators());
    let used = used.filter(|(_, generator)| word.contains(generator));
    let used: Vec<String> = used
        .map(|((letter, heap), _)| format!("{letter} is the class of a heap of {heap}"))
        .collect();
    let legend = match used.is_empty() {
        true => "the class of the empty sum".to_string(),
        false => used.join(", "),
    };
    let inside = if monoid.is_p(class) { "one" } else { "none" };
    let largest = monoid.positions();
    let (order, p_classes) = (monoid.order(), monoid.p_portion().len());
    let mut text = format!(
        "the class of the sum is {} ({legend}), {inside} of the {p_classes} classes of P-positions in the misère quotient of \
         order {order} of heaps of {rules} to {largest}",
        monoid.class_text(word)
    );
    let source = match classes.law {
        None => "Plambeck and Siegel 2008",
        Some((law, theorem)) => {
            let argument = theorem.argument(rules, &heap_classes(monoid), &law);
            text.push_str(&format!(
                "; it is the quotient of all heaps, since with the class of a heap of n for g(n) {argument}"
            ));
            STABLE
        }
    };
    Reason::theorem(source, text)
}
