//! Asking engines: tables of boxes, the engines of games, searches; and what of them is kept.

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::AnySearch;
use nimfield_core::theory::{Finding, Followers, Settled, Undecided};
use nimfield_core::words::{Grundy, Play, Reason, ReasonKind};
use nimfield_engines::grundy_table::GrundyTable;

use super::analyzer::{Analyzer, KEPT_BYTES, MOST_LISTED, MoveList};
use super::board_tables::known_by_tables;
use super::case::Placed;
use super::kept::{KeptBelow, KeptBox, KeptSearch, KeptSettled, Of};
use crate::erased::{AnyMove, Question};
use crate::sum::SumMove;

impl Analyzer {
    /// The Grundy value from a table of the whole box below the summand.
    pub(super) fn value_by_table(&mut self, summand: &Placed) -> Option<Finding<Grundy>> {
        let boxed = self.table(summand)?;
        let value = boxed.value_below(&boxed.sizes)?;
        let cells = boxed.table.positions();
        let text = format!(
            "{summand} has the value {value} in the table of all {cells} positions with entries no larger"
        );
        let reason = Reason::new(ReasonKind::Table, "table of Grundy values", text);
        Some(Finding::new(value, reason))
    }

    /// The moves of a summand that leave it with value `target`, from the table of the box below it.
    pub(super) fn moves_by_table(
        &mut self,
        summand: &Placed,
        target: &Grundy,
    ) -> Option<Vec<SumMove>> {
        let boxed = self.table(summand)?;
        let mut moves = Vec::new();
        for (ray, piles) in boxed.game.rays().enumerate() {
            let piles: Vec<usize> = piles.collect();
            let mut below = boxed.sizes.clone();
            let limit = piles.iter().map(|&pile| below[pile]).min()?;
            for amount in 1..=limit {
                for &pile in &piles {
                    below[pile] -= 1;
                }
                if boxed.value_below(&below)? == *target {
                    moves.push(summand.ray_move(ray, amount)?);
                }
            }
        }
        Some(moves)
    }

    /// The table of the box below a summand, if there is one and it is within the budget; the one asked
    /// for last is kept.
    pub(super) fn table(&mut self, summand: &Placed) -> Option<&KeptBox> {
        let (game, sizes) = summand.in_box()?;
        let fresh = |boxed: &KeptBox| boxed.game != game || boxed.sizes != sizes;
        if self.table.as_ref().is_none_or(fresh) {
            // What searches hold would be memory beyond the budget.
            self.kept = None;
            self.table = None;
            let bounds: Option<Vec<u32>> = sizes.iter().map(|size| size.checked_add(1)).collect();
            let bounds = bounds?;
            let table = GrundyTable::compute(&game, Play::Normal, &bounds, &self.budget).ok()?;
            self.positions += table.positions();
            self.table = Some(KeptBox { game, sizes, table });
        }
        self.table.as_ref()
    }

    /// The summand and all positions from it on, by the game's own engine if it has one.
    pub(super) fn below(
        &mut self,
        summand: &Placed,
        play: Play,
    ) -> Option<Result<&dyn Followers<AnyMove>, Undecided>> {
        let place = match self.below.iter().position(|kept| kept.of.is(summand, play)) {
            Some(place) => place,
            None => {
                let valued = match summand.followers(play, &self.budget)? {
                    Ok(valued) => valued,
                    Err(undecided) => return Some(Err(undecided)),
                };
                self.positions += valued.positions();
                let bytes = valued.bytes();
                let held: u64 = self.below.iter().map(|kept| kept.bytes).sum();
                if held > KEPT_BYTES {
                    self.below.clear();
                }
                let of = Of::new(summand, play);
                self.below.push(KeptBelow { of, valued, bytes });
                self.below.len() - 1
            }
        };
        Some(Ok(&*self.below[place].valued))
    }

    /// The outcome and the winning moves of a summand played alone, by an engine of the game's own that
    /// finds these only; `None` if it has none, or its budget does not suffice.
    pub(super) fn settled(&mut self, summand: &Placed, play: Play) -> Option<&Settled<AnyMove>> {
        let kept = self.settled.as_ref();
        if !kept.is_some_and(|kept| kept.of.is(summand, play)) {
            // Nothing else may be held beside the engine's memory, which is given back with its answer.
            let settled = summand.settled(play, &self.budget)?.ok()?;
            self.positions += settled.positions;
            let of = Of::new(summand, play);
            self.settled = Some(KeptSettled { of, settled });
        }
        self.settled.as_ref().map(|kept| &kept.settled)
    }

    /// The value of a summand played alone, by the game's own engine if it has one.
    pub(super) fn value_below(
        &mut self,
        summand: &Placed,
        play: Play,
    ) -> Option<Result<Finding<Grundy>, Undecided>> {
        let found = self.below(summand, play)?;
        Some(found.map(|below| {
            let value = Grundy::from(below.value());
            let positions = below.positions();
            let text = match play {
                Play::Normal => format!("{summand} has the value {value}"),
                Play::Misere => format!("{summand} has the misere value {}", below.value()),
            };
            let remark = below
                .remark()
                .map_or(String::new(), |remark| format!(", {remark}"));
            let text =
                format!("{text} in the table of all {positions} positions from it on{remark}");
            Finding::new(
                value,
                Reason::new(ReasonKind::Table, "table of Grundy values", text),
            )
        }))
    }

    /// Adds the moves of a summand to value `target`, played alone, to `list`, by the game's own engine;
    /// false if it has none.
    pub(super) fn moves_below(
        &mut self,
        list: &mut MoveList,
        summand: &Placed,
        play: Play,
        target: &Grundy,
    ) -> bool {
        let Some(found) = self.below(summand, play) else {
            return false;
        };
        let found = found.map(|below| match target.finite() {
            Some(target) => below.moves_to(target, MOST_LISTED),
            None => (Vec::new(), true),
        });
        match found {
            Ok((moves, complete)) => {
                list.moves
                    .extend(moves.into_iter().map(|mv| summand.name(mv)));
                list.complete &= complete;
            }
            Err(_) => {
                list.complete = false;
                let found = summand.constructed(play, target, &self.budget);
                list.moves.extend(found.and_then(Result::ok));
            }
        }
        true
    }

    /// Runs a search that remembers, and counts its positions.
    pub(super) fn searching<T>(
        &mut self,
        play: Play,
        question: &Question,
        ask: impl FnOnce(&dyn AnySearch, &Budget) -> Result<T, Unfinished>,
    ) -> Result<T, Undecided> {
        let kind = (question.search_type(), play);
        let tables = || {
            let tables = self.boards.as_ref().filter(|_| play == Play::Normal);
            tables.map(known_by_tables)
        };
        (self.table, self.solved) = (None, None);
        self.kept.take_if(|kept| kept.kind != kind);
        let kept = self.kept.get_or_insert_with(|| KeptSearch {
            kind,
            search: Box::new(question.new_search(play, tables())),
            bytes: 0,
        });
        let search = kept.search.downcast_ref::<Box<dyn AnySearch>>();
        let search = &**search.expect("a question is asked of a search of its own type");
        let before = search.effort();
        let result = ask(search, &self.budget);
        let after = search.effort();
        self.positions += after.positions - before.positions;
        self.looked_up += after.looked_up - before.looked_up;
        kept.bytes = after.bytes;
        Ok(result?)
    }
}
