//! Search over sums of misère forms, for boards; a file can hold it.

use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;
use nimfield_core::prelude::*;
use nimfield_engines::misere::MisereSearch;

use super::board_oracles::misere_search;
use crate::analyze::case::Part;
use crate::analyze::reasons::{search_reason, searched};
use crate::analyze::route::{
    Ask, Cost, Goal, Means, Memory, Reply, Route, SHORT, Stop, Turn, Work, not_kept,
};
use crate::analyze::state_file::{StateError, StateFile};
use crate::sum::Sum;

/// The search.
#[derive(Default)]
pub(super) struct MisereForms {
    /// The search used last.
    search: Option<MisereSearch>,
    /// The search that the file holds, if another one was used last.
    aside: Option<MisereSearch>,
    /// The position whose search is saved, and its file.
    file: Option<(String, StateFile)>,
}

impl Route for MisereForms {
    fn name(&self) -> &'static str {
        "search over misère forms"
    }

    fn cost(&self, part: &Part, ask: &Ask, means: &Means) -> Cost {
        let fits = ask.play == Play::Misere && ask.is_outcome() && ask.goal == Goal::Has;
        let by_keys = part.prefers_keys() && !means.in_file;
        if !fits || by_keys || part.board().is_none() {
            return Cost::Foreign;
        }
        // If the search has run for long already, shorter work has failed.
        let goes_on = (self.aside.as_ref()).is_some_and(|search| search.positions() > SHORT);
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
        self.search.take_if(|search| search.game() != game);
        let aside = &mut self.aside;
        let search = self.search.get_or_insert_with(|| {
            let aside = aside.take_if(|search| search.game() == game);
            aside.unwrap_or_else(|| misere_search(game, means.tables))
        });
        let (before, looked_up) = (search.positions(), search.looked_up());
        let file = &mut self.file;
        let found = means.search(|budget| {
            let found = search.is_p_keeping(state, budget, &mut |search| {
                if let Some((position, file)) = file {
                    file.save_in_time(|out| search.save(position, out));
                }
            });
            Ok(found?)
        });
        let positions = search.positions() - before;
        means.spent += positions;
        let is_p = found?;
        // A saved search reports the positions from all its runs.
        let (positions, looked_up) = match self.file {
            Some(_) => (search.positions(), search.looked_up()),
            None => (positions, search.looked_up() - looked_up),
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

    /// Frees the search; one that is saved in a file is only set aside.
    fn forget(&mut self) {
        let search = self.search.take().filter(|_| self.file.is_some());
        self.aside = search.or(self.aside.take());
    }

    fn keeps(&self, position: &Sum, play: Play) -> bool {
        position.as_board().is_some() && play == Play::Misere
    }

    fn keep_in(
        &mut self,
        position: &Sum,
        mut file: StateFile,
        means: &Means,
    ) -> Result<u64, StateError> {
        let (game, _) = position.as_board().ok_or_else(|| not_kept(position))?;
        let name = position.to_string();
        let mut search = misere_search(game, means.tables);
        match file.read()? {
            Some(input) => search
                .resume(&name, input, means.budget)
                .map_err(|error| file.refused(error))?,
            // An unwritable file is reported at once.
            None => file.save(|out| search.save(&name, out))?,
        }
        let decided = search.decided();
        self.aside = Some(search);
        self.file = Some((name, file));
        Ok(decided)
    }

    fn save(&mut self) -> Option<Result<u64, FileError>> {
        self.forget();
        let (position, file) = self.file.as_mut()?;
        let search = self.aside.as_ref()?;
        let saved = file.save(|out| search.save(position, out));
        Some(saved.map(|()| search.decided()))
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
