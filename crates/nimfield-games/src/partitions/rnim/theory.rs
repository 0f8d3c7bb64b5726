//! RNim: a formula for everything.

use crate::partitions::pnim::PAPER;
use crate::partitions::rnim::rules::{Rnim, SideMove};
use crate::partitions::rnim::text::{PET, THEOREM_3};
use crate::partitions::rnim::value::value;
use crate::whole::Whole;
use nimfield_core::budget::Budget;
use nimfield_core::component::{AnyComponent, Component, Known, write_number};
use nimfield_core::info::Fact;
use nimfield_core::rules::Impartial;
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

impl Game for Rnim {
    type Summand = Whole<Rnim>;

    fn summands(&self) -> Vec<Whole<Rnim>> {
        Whole::summands(self, !self.is_over())
    }
}

/// The nim heap that a box is when all sides but one have length 1.
fn as_heap(sides: &[u64]) -> Option<u128> {
    let mut long = sides.iter().filter(|&&side| side > 1);
    let heap = long.next().copied().unwrap_or(1);
    long.next().is_none().then_some(heap.into())
}

impl Summand for Whole<Rnim> {
    type Move = SideMove;

    fn value(&self) -> Option<Finding<Grundy>> {
        let value = value(self.0.sides());
        /// Sides shown.
        const SHOWN: usize = 12;
        let sides = self.0.sides();
        let mut terms: Vec<String> = (sides.iter().take(SHOWN))
            .map(|side| format!("({side}-1)"))
            .collect();
        if sides.len() > SHOWN {
            terms.push("...".to_string());
        }
        let text = format!(
            "{self} has the value ({}) + 1 = {value}",
            terms.join(" xor ")
        );
        let reason =
            Reason::theorem(format!("{PAPER}, Theorem 3"), text).checked_by(THEOREM_3.claims());
        Some(Finding::new(value.into(), reason))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        let is_p = play == Play::Misere && value(self.0.sides()) == 1;
        let (source, facts, text) = match play {
            Play::Normal => (
                "the rules".to_string(),
                &[][..],
                format!("a side of {self} can be brought to 0"),
            ),
            Play::Misere => (
                format!("{PAPER}, Theorem 3 and Proposition 6"),
                &[THEOREM_3, PET][..],
                format!(
                    "in misere play a box is P exactly if its Grundy value is 1; {self} has the value {}",
                    value(self.0.sides())
                ),
            ),
        };
        let reason = facts
            .iter()
            .fold(Reason::theorem(source, text), |reason, fact| {
                reason.checked_by(fact.claims())
            });
        Some(Finding::new(is_p, reason))
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<SideMove>> {
        if play == Play::Misere {
            return None;
        }
        let sides = self.0.sides();
        let sum = value(sides).checked_sub(1)?;
        let moves = sides.iter().enumerate().filter_map(|(side, &length)| {
            let to = match target.finite()?.checked_sub(1) {
                None => 0,
                Some(rest) => u64::try_from(rest ^ sum ^ u128::from(length - 1))
                    .ok()?
                    .checked_add(1)?,
            };
            (to < length).then_some(SideMove { side, to })
        });
        Some(moves.collect())
    }

    fn moves(&self) -> Box<dyn Iterator<Item = SideMove> + '_> {
        Impartial::moves(&self.0)
    }

    fn move_count(&self) -> u128 {
        Impartial::move_count(&self.0)
    }

    fn small(&self) -> Result<AnyComponent, String> {
        match u64::try_from(self.move_count()) {
            Ok(_) => Ok(AnyComponent::new(SmallSides::new(self.0.sides()))),
            Err(_) => Err(format!(
                "{self} has 2^64 moves or more, which no search reaches"
            )),
        }
    }

    fn heap(&self) -> Option<Grundy> {
        as_heap(self.0.sides()).map(Grundy::from)
    }

    fn pet(&self) -> Option<Fact> {
        Some(Fact {
            source: "Gottlieb, Krnc and Muršič 2025, Proposition 6",
            ..PET
        })
    }
}

/// A box as searches see it: its sides, descending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallSides(Vec<u64>);

impl SmallSides {
    fn new(sides: &[u64]) -> SmallSides {
        let mut sides = sides.to_vec();
        sides.sort_unstable_by(|a, b| b.cmp(a));
        SmallSides(sides)
    }
}

impl Component for SmallSides {
    fn key(&self, out: &mut Vec<u8>) {
        write_number(out, self.0.len() as u64);
        for &side in &self.0 {
            write_number(out, side);
        }
    }

    fn option_count(&self) -> u64 {
        self.0.iter().sum()
    }

    fn option(&self, mut index: u64, out: &mut Vec<SmallSides>) {
        for (i, &side) in self.0.iter().enumerate() {
            match index.checked_sub(side) {
                Some(rest) => index = rest,
                None => {
                    if index > 0 {
                        let mut sides = self.0.clone();
                        sides[i] = index;
                        out.push(SmallSides::new(&sides));
                    }
                    return;
                }
            }
        }
    }

    fn known(&self, play: Play) -> Known {
        match (play, value(&self.0)) {
            (Play::Misere, 1) => Known::Value(0),
            (_, value) => Known::Value(value),
        }
    }

    fn bytes_outside(&self) -> u64 {
        8 * self.0.len() as u64
    }

    fn heap(&self) -> Option<u128> {
        as_heap(&self.0)
    }
}
