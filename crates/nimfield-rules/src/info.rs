//! The descriptions of games from rule files, which are written from their lines and their first moves.

use std::sync::{Mutex, PoisonError};

use nimfield_core::prelude::*;

/// The common description of games from files.
pub(crate) const RULES: GameInfo = GameInfo {
    title: "a game of your own, described in a file",
    rules: "A file describes the game, with one line for each part: `piles` and `move` for piles, or `board`, \
            `lines` and `take` for stones on a board; `param` for parameters, `play`, `about`, and `example` for \
            positions with their outcomes.",
    body: "the name of the file after @, in quotation marks if it has blanks; parameters in parentheses, if the \
           file has any; then the position in brackets",
    moves: "a move as the game prints it",
    play: Play::Normal,
    theory: &[SEARCHED],
    source: "the file",
    chapter: "shelf",
    group: Group::Other,
    ..GameInfo::named("@file", "@my.game[3,4]")
};

/// How results are found that no law gives.
pub(crate) const SEARCHED: Fact = Fact {
    statement: "all results come from searches and tables",
    source: "the rules in the file",
    checked: Checked::BY_TESTS_OF_ENGINES,
};

/// The descriptions of this many files are kept; further files are described in general terms.
const MOST_KEPT: usize = 1 << 12;

/// Returns the description of a game with this key, written if it has not been. Positions refer to it, so it stays in
/// memory, once for each game.
pub(crate) fn described(key: u64, write: impl FnOnce() -> GameInfo) -> &'static GameInfo {
    static KEPT: Mutex<Vec<(u64, &'static GameInfo)>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, info)) = kept.iter().find(|(other, _)| *other == key) {
        return info;
    }
    if kept.len() == MOST_KEPT {
        return &RULES;
    }
    let info = Box::leak(Box::new(write()));
    kept.push((key, info));
    info
}

/// Stores a text of a description for the life of the program.
pub(crate) fn keep(text: String) -> &'static str {
    text.leak()
}
