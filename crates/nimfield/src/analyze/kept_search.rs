//! The misère search of a board, kept in a file.

use nimfield_core::files::FileError;
use nimfield_core::theory::Undecided;
use nimfield_core::words::Play;
use nimfield_engines::misere::MisereSearch;

use super::analyzer::Analyzer;
use super::board_tables::misere_search;
use super::kept::KeptIn;
use super::state_file::{StateError, StateFile};
use crate::sum::Sum;

impl Analyzer {
    /// From now on the misère search of this position, a board, is kept in the file; it goes on from what
    /// is there. Tables are to be [set](Analyzer::set_tables) before.
    ///
    /// Returns how many sums are decided there.
    ///
    /// # Errors
    /// If it is no single board in misère play, or the file cannot be read or written, is damaged or of
    /// another position, or what it holds takes more memory than the budget allows.
    pub fn keep_in(&mut self, sum: &Sum, mut file: StateFile) -> Result<u64, StateError> {
        let taking = match sum.components() {
            [board] => board.taking(),
            _ => None,
        };
        let Some((game, _)) = taking.filter(|_| self.query().play == Play::Misere) else {
            let text = format!(
                "{sum} is no single board in misere play, and only the search of such a one is kept"
            );
            return Err(StateError::NoJob(Undecided::OutOfReach(text)));
        };
        let position = sum.to_string();
        let mut search = misere_search(game, self.boards.as_ref());
        match file.read()? {
            Some(input) => search
                .resume(&position, input, &self.budget)
                .map_err(|error| file.refused(error))?,
            // Whether it can be written is seen at once.
            None => file.save(|out| search.save(&position, out))?,
        }
        let decided = search.decided();
        self.resumed = Some(search);
        self.kept_in = Some(KeptIn { position, file });
        Ok(decided)
    }

    /// Saves the search, if it is [kept](Analyzer::keep_in); returns how many sums it has decided.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save_search(&mut self) -> Result<Option<u64>, FileError> {
        self.set_search_aside();
        let (Some(KeptIn { position, file }), Some(search)) = (&mut self.kept_in, &self.resumed)
        else {
            return Ok(None);
        };
        file.save(|out| search.save(position, out))?;
        Ok(Some(search.decided()))
    }

    /// Lets go of what searches remember; one that is kept in a file is only laid aside.
    pub(super) fn set_search_aside(&mut self) {
        if let Some(kept) = self.kept.take()
            && self.kept_in.is_some()
            && let Ok(search) = kept.search.downcast::<MisereSearch>()
        {
            self.resumed = Some(*search);
        }
    }
}
