//! What the games of rule files are, for people.

use nimfield_core::info::{Checked, Fact, GameInfo, Group};
use nimfield_core::words::Play;

/// Games from files.
pub const RULES: GameInfo = GameInfo {
    title: "a game of your own, described in a file",
    rules: "A file describes the game, a line each: `piles` and `move` for piles, or `board`, `lines` and \
            `take` for stones on a board; `param` for parameters, `play`, `about`, and `example` for \
            positions with their outcomes.",
    body: "the name of the file after @, in quotation marks if it has blanks; parameters in parentheses, if the \
           file has any; then the position in brackets",
    moves: "`pile 2 by 3`, `piles 1,2 by 3` (the same from each) or `piles 1,2 by 3,1`; `row 1 by 2` and \
            `b2 by 3` in a grid",
    move_example: "pile 2 by 3",
    play: Play::Normal,
    theory: &[Fact {
        statement: "everything by search and by tables",
        source: "the rules in the file",
        checked: Checked::BY_TESTS_OF_ENGINES,
    }],
    source: "the file",
    chapter: "shelf",
    group: Group::Other,
    ..GameInfo::named("@file", "@my.game[3,4]")
};
