//! Search over sums of misère forms, for boards; a file can hold it.

use std::sync::Arc;

use nimfield_core::families::taking::Taking;
use nimfield_core::prelude::*;
use nimfield_engines::SavedSearch;
use nimfield_engines::misere::MisereSearch;
use nimfield_engines::taking::table::TableSet;

use super::board_oracles::misere_search;
use crate::analyze::case::Part;
use crate::analyze::reasons::{search_reason, searched};
use crate::analyze::route::{
    Ask, Begin, Cost, Goal, Means, Memory, Reply, Route, SHORT, Stop, Turn, Work,
};
use crate::analyze::state_file::StateError;
use crate::sum::Sum;

/// The search.
#[derive(Default)]
pub(super) struct MisereForms {
    /// The search that a file holds.
    saved: Option<MisereSearch>,
    /// The search used last, if no file holds it.
    search: Option<MisereSearch>,
}

impl Route for MisereForms {
    fn name(&self) -> &'static str {
        "search over misère forms"
    }

    fn cost(&self, part: &Part, ask: &Ask, means: &Means) -> Cost {
        let fits = ask.play == Play::Misere && ask.is_outcome() && ask.goal == Goal::Has;
        let by_keys = part.prefers_keys() && !means.budget.is_saving();
        if !fits || by_keys || part.board().is_none() {
            return Cost::Foreign;
        }
        // If the search has run for long already, shorter work has failed.
        let goes_on = (self.saved.as_ref()).is_some_and(|search| search.positions() > SHORT);
        let turn = match part.follower {
            true => Turn::Late,
            false if goes_on || means.budget.most_positions() < SHORT => Turn::Soon,
            false => Turn::Trial(SHORT),
        };
        Cost::About(Work {
            turn,
            positions: None,
            memory: Memory::Whole,
        })
    }

    fn has_value(&mut self, part: &Part, _: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        let (game, state) = part.board().ok_or(Stop::Foreign)?;
        let saved = self.saved.as_mut().filter(|search| search.game() == game);
        let in_file = saved.is_some();
        let search = match saved {
            Some(search) => search,
            None => {
                self.search.take_if(|search| search.game() != game);
                let new = || misere_search(game, means.tables);
                self.search.get_or_insert_with(new)
            }
        };
        let (before, looked_up) = (search.positions(), search.looked_up());
        let found = means.search(|budget| Ok(search.is_p(state, budget)?));
        let positions = search.positions() - before;
        means.spent += positions;
        let is_p = found?;
        // A saved search reports the positions from all its runs.
        let (positions, looked_up) = match in_file {
            true => (search.positions(), search.looked_up()),
            false => (positions, search.looked_up() - looked_up),
        };
        let mut text = text(is_p, (game, state), (positions, looked_up));
        if let Some([given, compared]) = search.from_file()
            && given > 0
        {
            text.push_str(&format!(
                "; {given} outcomes come from a file, and {compared} of them were compared with those of their options"
            ));
        }
        Ok(Finding::new(is_p, search_reason(text)))
    }

    fn bytes(&self) -> u64 {
        self.search.as_ref().map_or(0, MisereSearch::bytes)
    }

    /// Frees the search, but not the one that a file holds.
    fn forget(&mut self) {
        self.search = None;
    }

    fn keep(
        &mut self,
        (position, play): (&Sum, Play),
        tables: Option<&Arc<TableSet>>,
        begin: &mut Begin<'_>,
    ) -> Option<Result<u64, StateError>> {
        // A page has no files.
        if cfg!(target_family = "wasm") {
            return None;
        }
        let (game, _) = position.as_board().filter(|_| play == Play::Misere)?;
        let mut search = misere_search(game, tables);
        let begun = begin(&mut search);
        // A search that could not continue from its file must not be used.
        if begun.is_ok() {
            self.saved = Some(search);
        }
        Some(begun)
    }

    fn saved_search(&self) -> Option<&dyn SavedSearch> {
        match cfg!(target_family = "wasm") {
            true => None,
            false => Some(self.saved.as_ref()?),
        }
    }
}

fn text(is_p: bool, (game, state): (&Taking, u64), (positions, looked_up): (u64, u64)) -> String {
    let searched = match (positions, looked_up) {
        (0, 0) => "by misère canonical forms".to_string(),
        _ => searched(positions, looked_up),
    };
    match (is_p, game.moves(state).next()) {
        (true, _) => format!("misère play: no move leads to a P-position ({searched})"),
        (false, Some(_)) => format!("misère play: some move leads to a P-position ({searched})"),
        (false, None) => "misère play: no move is left, so the player to move wins".into(),
    }
}
