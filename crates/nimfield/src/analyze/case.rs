//! A position under examination: its summands, and the theory of each, computed once.

use std::any::TypeId;
use std::cell::OnceCell;
use std::fmt::{self, Display};

use nimfield_core::families::taking::Taking;
use nimfield_core::prelude::*;
use nimfield_engines::disjunctive_sum::DisjunctiveSum;

use super::reasons::nim_sum;
use crate::erased::{AnyComponent, AnySummand};
use crate::sum::{Sum, SumMove};
use crate::term::Term;

/// An impartial sum and its summands.
pub(super) struct Case<'a> {
    pub(super) position: &'a Sum,
    pub(super) parts: Vec<PlacedSummand<'a>>,
    /// Whether the question is about a follower of the original position.
    follower: bool,
    /// Whether it is a component of the original position.
    component: bool,
}

/// The subject of a question to a route: one or all of the summands of a position.
pub(super) struct Part<'a> {
    /// The position, if the summands are all of it.
    pub(crate) whole: Option<&'a Sum>,
    /// The summands.
    pub(crate) summands: &'a [PlacedSummand<'a>],
    /// Whether the question is about a follower of the original position.
    pub(crate) follower: bool,
    /// Whether the question is about a component of the original position.
    pub(crate) component: bool,
}

impl<'a> Part<'a> {
    /// Returns a whole partizan position.
    pub(crate) fn partizan(position: &'a Sum) -> Part<'a> {
        Part {
            whole: Some(position),
            summands: &[],
            follower: false,
            component: false,
        }
    }

    /// Returns the summand, if there is only one.
    pub(crate) fn alone(&self) -> Option<&'a PlacedSummand<'a>> {
        match self.summands {
            [summand] => Some(summand),
            _ => None,
        }
    }

    /// Returns the position as a state of a taking game, if the part is a single such position.
    pub(crate) fn board(&self) -> Option<(&'a Taking, u64)> {
        self.whole?.as_board()
    }

    /// Returns whether the part is a single position whose game prefers a search by keys to one by misère forms.
    pub(crate) fn prefers_keys(&self) -> bool {
        match self.whole.map(Sum::components) {
            Some([component]) => component
                .as_impartial()
                .is_some_and(|position| position.prefers_keys()),
            _ => false,
        }
    }

    /// Describes the part, if it is not the whole position.
    pub(crate) fn text(&self) -> Option<String> {
        let summands = (self.component || self.whole.is_none()).then_some(self.summands)?;
        let summands: Vec<String> = summands.iter().map(PlacedSummand::to_string).collect();
        Some(summands.join(" + "))
    }
}

/// Moves of a sum, one by one.
pub(super) type SumMoves<'a> = Box<dyn Iterator<Item = SumMove> + 'a>;

/// A summand of one component of a sum.
pub(super) struct PlacedSummand<'a> {
    position: &'a Sum,
    component: usize,
    summand: AnySummand,
    known: OnceCell<Option<Finding<Grundy>>>,
}

/// The cache key of a summand in a play convention.
pub(super) struct SummandKey {
    kind: TypeId,
    play: Play,
    text: String,
}

impl SummandKey {
    pub(crate) fn new(summand: &PlacedSummand, play: Play) -> SummandKey {
        SummandKey {
            kind: summand.kind(),
            play,
            text: summand.to_string(),
        }
    }

    /// Returns whether this is the key of the summand. The text is built only if the other fields match.
    pub(crate) fn is(&self, summand: &PlacedSummand, play: Play) -> bool {
        self.kind == summand.kind() && self.play == play && self.text == summand.to_string()
    }
}

impl<'a> Case<'a> {
    pub(super) fn new(position: &'a Sum) -> Case<'a> {
        let components = position.components().iter().enumerate();
        let parts = components.flat_map(|(component, term)| {
            let summands = term.as_impartial().map(|position| position.summands());
            let summands = summands.into_iter().flatten();
            summands.map(move |summand| PlacedSummand {
                position,
                component,
                summand,
                known: OnceCell::new(),
            })
        });
        Case {
            position,
            parts: parts.collect(),
            follower: false,
            component: false,
        }
    }

    /// Creates the case of the impartial components of a position in question.
    pub(super) fn component(position: &'a Sum) -> Case<'a> {
        Case {
            component: true,
            ..Case::new(position)
        }
    }

    /// Creates the case of a position that a move leads to.
    pub(super) fn follower(position: &'a Sum) -> Case<'a> {
        Case {
            follower: true,
            ..Case::new(position)
        }
    }

    /// Returns the part that is all of the position.
    pub(super) fn whole(&self) -> Part<'_> {
        Part {
            whole: Some(self.position),
            summands: &self.parts,
            follower: self.follower,
            component: self.component,
        }
    }

    /// Returns one summand as a part; a single summand is the whole.
    pub(super) fn part<'s>(&'s self, summand: &'s PlacedSummand<'s>) -> Part<'s> {
        Part {
            whole: (self.parts.len() == 1).then_some(self.position),
            summands: std::slice::from_ref(summand),
            follower: self.follower,
            component: self.component,
        }
    }

    /// Returns whether the position is a single one of a taking game.
    pub(super) fn is_board(&self) -> bool {
        self.whole().board().is_some()
    }

    /// Returns the reduced form in words, if the position is a single one and differs from it.
    pub(super) fn reduced(&self) -> Option<String> {
        match self.position.components() {
            [component] => component.as_impartial()?.reduced(),
            _ => None,
        }
    }

    /// Returns one winning move by construction.
    pub(super) fn built_winning_move(&self, play: Play, budget: &Budget) -> Option<SumMove> {
        let [Term::Impartial(component)] = self.position.components() else {
            return None;
        };
        let mv = component.built_winning_move(play, budget)?;
        Some(self.position.name_move(0, mv, None, None))
    }

    /// Returns the Grundy value of the sum, if theory gives it.
    pub(super) fn known_value(&self) -> Option<Finding<Grundy>> {
        let values: Option<Vec<_>> = self.parts.iter().map(PlacedSummand::known_value).collect();
        Some(nim_sum(&values?))
    }
}

impl PlacedSummand<'_> {
    /// Returns the Grundy value, if theory gives it.
    pub(super) fn known_value(&self) -> Option<&Finding<Grundy>> {
        let find = || {
            self.summand.value().or_else(|| {
                let outcome = self.summand.outcome(Play::Normal, false)?;
                (outcome.value).then(|| Finding::new(Grundy::ZERO, outcome.reason))
            })
        };
        self.known.get_or_init(find).as_ref()
    }

    /// Returns a move of the summand as one of the whole position.
    pub(super) fn name(&self, mv: Move) -> SumMove {
        self.position.name_move(self.component, mv, None, None)
    }

    pub(super) fn candidates(
        &self,
        play: Play,
        target: Grundy,
        budget: &Budget,
    ) -> Option<SumMoves<'_>> {
        let moves = self.summand.candidates(play, target, budget)?;
        Some(Box::new(moves.map(|mv| self.name(mv))))
    }

    pub(super) fn move_to_value(
        &self,
        play: Play,
        target: &Grundy,
        budget: &Budget,
    ) -> Option<Result<SumMove, String>> {
        let found = self.summand.move_to_value(play, target, budget)?;
        Some(found.map(|mv| self.name(mv)))
    }

    pub(super) fn moves(&self) -> SumMoves<'_> {
        Box::new(self.summand.moves().map(|mv| self.name(mv)))
    }

    pub(super) fn ray_move(&self, ray: usize, amount: u32) -> Option<SumMove> {
        Some(self.name(self.summand.ray_move(ray, amount)?))
    }
}

impl std::ops::Deref for PlacedSummand<'_> {
    type Target = AnySummand;

    fn deref(&self) -> &AnySummand {
        &self.summand
    }
}

impl Display for PlacedSummand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.summand, f)
    }
}

/// Returns an upper bound on the number of followers, if each summand has one.
pub(super) fn most_positions(summands: &[PlacedSummand<'_>]) -> Option<u128> {
    let mut bounds = summands.iter().map(|summand| summand.most_positions());
    bounds.try_fold(1, |all: u128, one| Some(all.saturating_mul(one?)))
}

/// Returns the sizes of the summands, if all are nim heaps.
pub(super) fn all_heaps(summands: &[PlacedSummand<'_>]) -> Option<Vec<Grundy>> {
    summands.iter().map(|summand| summand.heap()).collect()
}

/// Returns the sizes of [`all_heaps`], if all are finite.
pub(super) fn finite_heaps(summands: &[PlacedSummand<'_>]) -> Option<Vec<u128>> {
    let finite = |summand: &PlacedSummand<'_>| summand.heap()?.finite();
    summands.iter().map(finite).collect()
}

/// Returns the whole sum as one position for a search.
pub(super) fn whole(
    summands: &[PlacedSummand<'_>],
) -> Result<DisjunctiveSum<AnyComponent>, Undecided> {
    let parts = small(summands).map_err(Undecided::OutOfReach)?;
    Ok(DisjunctiveSum::new(parts))
}

pub(super) fn small(summands: &[PlacedSummand<'_>]) -> Result<Vec<AnyComponent>, String> {
    summands.iter().map(|summand| summand.small()).collect()
}
