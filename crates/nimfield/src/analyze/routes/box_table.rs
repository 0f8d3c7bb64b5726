//! The table of the values of all positions in the box up to a summand.

use nimfield_core::prelude::*;
use nimfield_core::words::ReasonKind;
use nimfield_engines::grundy_table::GrundyTable;

use crate::analyze::case::{Part, PlacedSummand};
use crate::analyze::query::MoveList;
use crate::analyze::route::{Ask, Cost, Means, Memory, Reply, Route, Stop, late};
use crate::sum::SumMove;

/// The table used last.
#[derive(Default)]
pub(super) struct BoxTable {
    kept: Option<KeptBox>,
}

/// The table of a box.
struct KeptBox {
    game: RayGame,
    sizes: Vec<u32>,
    play: Play,
    table: GrundyTable,
}

impl KeptBox {
    fn value(&self, sizes: &[u32]) -> Option<Grundy> {
        Some(u128::from(self.table.value(sizes)?).into())
    }

    fn is_for(&self, (game, sizes): &(RayGame, Vec<u32>), play: Play) -> bool {
        self.play == play && self.game == *game && self.sizes == *sizes
    }

    /// Returns the moves from the far corner to this value.
    fn moves_to(&self, summand: &PlacedSummand, target: &Grundy) -> Option<Vec<SumMove>> {
        let Some(target) = target
            .finite()
            .and_then(|target| u32::try_from(target).ok())
        else {
            return Some(Vec::new());
        };
        let moves = self.table.moves_to(&self.game, &self.sizes, target);
        let named = moves.into_iter();
        named
            .map(|(ray, amount)| summand.ray_move(ray, amount))
            .collect()
    }
}

impl BoxTable {
    /// Returns the table of the box up to a summand, if it is within the budget.
    fn table(&mut self, summand: &PlacedSummand, play: Play, means: &mut Means) -> Reply<&KeptBox> {
        let boxed = summand.as_ray_box().ok_or(Stop::Foreign)?;
        let kept = match self.kept.take().filter(|kept| kept.is_for(&boxed, play)) {
            Some(kept) => kept,
            None => {
                let (game, sizes) = boxed;
                let bounds = sizes.iter().map(|size| size.checked_add(1));
                let bounds: Option<Vec<u32>> = bounds.collect();
                let bounds = bounds.ok_or(Stop::Passed("its sides exceed 2^32".into()))?;
                let table = GrundyTable::compute(&game, play, &bounds, means.budget);
                let table = table.map_err(|why| Stop::Passed(format!("it was {why}").into()))?;
                means.spent += table.positions();
                KeptBox {
                    game,
                    sizes,
                    play,
                    table,
                }
            }
        };
        Ok(self.kept.insert(kept))
    }
}

/// Returns the number of positions in the box up to a summand, if it has one.
pub(crate) fn positions_in_box(summand: &PlacedSummand) -> Option<u128> {
    let (_, sizes) = summand.as_ray_box()?;
    Some(box_size(&sizes))
}

/// Returns the number of positions in the boxes up to these summands, if each has one.
pub(crate) fn positions_in_boxes(summands: &[PlacedSummand]) -> Option<u128> {
    let mut boxes = summands.iter().map(positions_in_box);
    boxes.try_fold(1, |all: u128, one| Some(all.saturating_mul(one?)))
}

/// Returns the number of positions in a box whose far corner has these sizes.
fn box_size(sizes: &[u32]) -> u128 {
    let sides = sizes.iter().map(|&size| u128::from(size) + 1);
    sides.fold(1, u128::saturating_mul)
}

impl Route for BoxTable {
    fn name(&self) -> &'static str {
        "table of the box"
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        let Some(boxed) = part.alone().and_then(|summand| summand.as_ray_box()) else {
            return Cost::Foreign;
        };
        let kept = (self.kept.as_ref()).is_some_and(|kept| kept.is_for(&boxed, ask.play));
        if ask.play == Play::Misere && part.follower && !kept {
            return Cost::Foreign;
        }
        // In misère play no theorem prunes the search, so a table is faster.
        if ask.play == Play::Normal && ask.is_outcome() {
            return Cost::Never("an outcome is found sooner by search than by a table".into());
        }
        if kept {
            return late(None, Memory::Beside);
        }
        let positions = u64::try_from(box_size(&boxed.1)).unwrap_or(u64::MAX);
        late(Some(positions), Memory::Whole)
    }

    fn value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<Grundy>> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        let kept = self.table(summand, ask.play, means)?;
        let value = kept.value(&kept.sizes).ok_or(Stop::Foreign)?;
        let cells = kept.table.positions();
        let named = match (ask.play, value.finite()) {
            (Play::Misere, Some(number)) => format!("misère value {number}"),
            _ => format!("value {value}"),
        };
        let text = format!(
            "{summand} has the {named} in the table of all {cells} positions with entries no larger"
        );
        let reason = Reason::new(ReasonKind::Table, "table of Grundy values", text);
        Ok(Finding::new(value, reason))
    }

    fn moves_to(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<MoveList> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        let kept = self.table(summand, ask.play, means)?;
        let moves = kept.moves_to(summand, &ask.target);
        moves.map(MoveList::all).ok_or(Stop::Foreign)
    }

    fn bytes(&self) -> u64 {
        self.kept.as_ref().map_or(0, |kept| kept.table.bytes())
    }

    fn forget(&mut self) {
        self.kept = None;
    }
}
