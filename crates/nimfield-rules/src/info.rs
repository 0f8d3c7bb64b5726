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

/// What is known of games of the shelf without a closed form in the program, and its source.
const KNOWN: [(&str, &str, &str); 8] = [
    (
        "fibonacci",
        "a pile is P exactly if it is a Fibonacci number",
        "M. J. Whinihan 1963",
    ),
    (
        "yama",
        "P exactly if the piles differ by at most 1",
        "S. Kimura and T. Yamashita, arXiv 2310.06610",
    ),
    (
        "delete",
        "two piles with counters are P exactly if both are odd",
        "T. Abuku, K. Sakai, M. Shinoda and K. Suetsugu, arXiv 2301.12964",
    ),
    (
        "corner",
        "staircases of 1 to 8 rows are worth 1, 2, 4, 6, 10, 16, 22, 30",
        "Partition Games 2026",
    ),
    (
        "col",
        "every position is worth a number, or a number and *",
        "Winning Ways, ch. 2",
    ),
    (
        "snort",
        "rows of 1 to 4 cells are worth *, +-1, +-2, +-{2|1}",
        "Winning Ways, ch. 5",
    ),
    (
        "arc-kayles",
        "a path of n vertices is worth as much as a heap of n of code(0.07), Dawson's Kayles",
        "the rules",
    ),
    (
        "maundy",
        "the value of every rectangle is a whole number",
        "Winning Ways, ch. 2",
    ),
];

/// Returns what is known of a game of the shelf.
pub(crate) fn known(name: &str) -> Option<Fact> {
    let &(_, statement, source) = KNOWN.iter().find(|own| own.0 == name)?;
    Some(Fact {
        statement,
        source,
        checked: Checked::BY_TESTS_OF_THE_GAME,
    })
}

/// This many descriptions of files, and of values of their parameters, are kept; further ones are more general.
const MOST_KEPT: usize = 1 << 12;

/// Returns the description of a game with this key, written if it has not been, or a general one if too many are kept.
/// Positions refer to it, so it stays in memory, once for each game.
pub(crate) fn described(
    key: u64,
    general: &'static GameInfo,
    write: impl FnOnce() -> GameInfo,
) -> &'static GameInfo {
    static KEPT: Mutex<Vec<(u64, &'static GameInfo)>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, info)) = kept.iter().find(|(other, _)| *other == key) {
        return info;
    }
    if kept.len() == MOST_KEPT {
        return general;
    }
    let info = Box::leak(Box::new(write()));
    kept.push((key, info));
    info
}

/// Stores a text of a description for the life of the program.
pub(crate) fn keep(text: String) -> &'static str {
    text.leak()
}
