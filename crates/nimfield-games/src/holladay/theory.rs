//! Holladay's game: what the criterion gives the analyser.

use crate::holladay::component::SmallHolladay;
use crate::holladay::criterion::{Figures, is_p, winning_move};
use crate::holladay::rules::{Holladay, HolladayMove};
use crate::holladay::text::P_POSITIONS;
use crate::nim;
use crate::whole::Whole;
use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::rules::Impartial;
use nimfield_core::theory::{Finding, Game, Summand};
use nimfield_core::words::{Grundy, Play, Reason};

/// A reason that rests on Holladay's theorem.
fn by_holladay(text: String) -> Reason {
    Reason::theorem(P_POSITIONS.source, text).checked_by(P_POSITIONS.claims())
}

impl Game for Holladay {
    type Summand = Whole<Holladay>;

    fn summands(&self) -> Vec<Whole<Holladay>> {
        Whole::summands(self, self.piles().iter().any(|&pile| pile > 0))
    }

    fn constructed_move(&self, play: Play, _budget: &Budget) -> Option<HolladayMove> {
        match play {
            Play::Normal => winning_move(self),
            Play::Misere => None,
        }
    }
}

impl Whole<Holladay> {
    /// The heaps, if the position is nim: one column.
    fn heaps(&self) -> Option<Vec<Grundy>> {
        let piles = self.0.piles().iter().map(|&pile| pile.into());
        (self.0.columns() == 1).then(|| piles.collect())
    }
}

impl Summand for Whole<Holladay> {
    type Move = HolladayMove;

    fn value(&self) -> Option<Finding<Grundy>> {
        let heaps = self.heaps()?;
        let value = heaps.iter().sum::<Grundy>();
        let text = format!(
            "with one column the game is nim: nim-sum {}",
            value.ordinal_text()
        );
        Some(Finding::new(value, by_holladay(text)))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Misere {
            return self.heaps().map(|heaps| nim::misere_outcome(&heaps));
        }
        let figures = Figures::of(&self.0);
        let list = |numbers: &[u128]| -> String {
            let shown: Vec<String> = numbers.iter().take(20).map(u128::to_string).collect();
            shown.join(", ") + if numbers.len() > 20 { ", …" } else { "" }
        };
        let sums = if figures.even() {
            "equal"
        } else {
            "not all equal"
        };
        let text = format!(
            "the column sums {} are {sums} and the row minima {} have nim-sum {}; a P-position has equal column sums and nim-sum 0",
            list(&figures.sums),
            list(&figures.minima),
            figures.nim_sum
        );
        Some(Finding::new(is_p(&self.0), by_holladay(text)))
    }

    fn candidates(
        &self,
        play: Play,
        target: Grundy,
        _budget: &Budget,
    ) -> Option<Vec<HolladayMove>> {
        let heaps = self.heaps()?;
        let rest = &heaps.iter().sum::<Grundy>() ^ &target;
        let mut moves = Vec::new();
        for (row, heap) in heaps.iter().enumerate() {
            for left in nim::candidates(heap, &rest ^ heap, play) {
                let mut amounts = vec![0; heaps.len()];
                amounts[row] = self.0.piles()[row] - left.finite()?;
                moves.push(HolladayMove::new(1, amounts));
            }
        }
        Some(moves)
    }

    fn moves(&self) -> Box<dyn Iterator<Item = HolladayMove> + '_> {
        self.0.moves()
    }

    fn move_count(&self) -> u128 {
        self.0.move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        let position = SmallHolladay::new(&self.0).map(AnyComponent::new);
        position.ok_or_else(|| {
            format!("{self} has more than 2^64 options, which no search can go through")
        })
    }

    fn heap(&self) -> Option<Grundy> {
        let mut heaps = self.heaps()?;
        heaps.retain(|heap| *heap != Grundy::ZERO);
        <[Grundy; 1]>::try_from(heaps).ok().map(|[heap]| heap)
    }
}
