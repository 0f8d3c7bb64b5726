//! CRPM and CRPS in notation.

use crate::partitions::removal::cris::PIECES;
use crate::partitions::removal::line_removal::{FORMS, FORMS_OF_PIECES};
use nimfield_core::handles::Handle;
use nimfield_core::prelude::*;
use nimfield_core::shape::young::{BODY, cut_handles};

/// The notation of moves.
const MOVES: &str =
    "`column J` for Left, `row I` for Right, in crps with several pieces `piece P row I`";

const MEIT: &str = "the honors thesis of Meit, as described in E. Gottlieb, M. Krnc and P. Muršič, \
                    arXiv:2506.04991 (2025), and together with CRIM";

/// Canonical forms are used where no theorem applies.
const BY_FORMS: Fact = Fact {
    statement: "values by canonical forms, or outcomes by search where these grow too large",
    source: "Siegel, Combinatorial Game Theory",
    checked: Checked::BY_TESTS_OF_ENGINES,
};

/// The description of CRPM.
pub const CRPM: GameInfo = GameInfo {
    title: "CRPM: Left removes a column of a Young diagram, Right a row",
    plain_rules: "Rows of squares stand one below the other, none longer than the one above it. \
                  Left takes away a whole column, Right a whole row, and what remains is pushed \
                  together.",
    rules: "A position is a partition. Left removes one coLumn of its Young diagram, Right one Row; what is \
            left is pushed together. The empty partition ends the play. Conjugation gives the negative.",
    body: BODY,
    forms: FORMS,
    moves: MOVES,
    move_example: "column 2",
    play: Play::Normal,
    theory: &[
        Fact {
            statement: "with c columns and r rows: R if c > r, L if c < r, N if c = r >= 1; all winning \
                        moves by the same comparison, any size",
            source: "proved in the documentation",
            checked: Checked::BY_TESTS_OF_THE_GAME,
        },
        BY_FORMS,
    ],
    source: MEIT,
    chapter: "partitions",
    group: Group::Diagrams,
    setup: Setup::Partition { several: false },
    starts: &["crpm[3,1,1]", "crpm[4,4,3,2,1]", "crpm[5,3,3,2,1,1]"],
    ..GameInfo::named(Joining::Merged.name(), "crpm[4,2,1]")
};

/// The description of CRPS.
pub const CRPS: GameInfo = GameInfo {
    title: "CRPS: Left removes a column of a Young diagram, Right a row, which splits it",
    plain_rules: "Rows of squares stand one below the other, none longer than the one above it. \
                  Left takes away a column, Right a row; what is on either side of it becomes a separate piece.",
    rules: "A position is some Young diagrams. Left removes one coLumn of one of them, Right one Row; the parts \
            above and below the row, or left and right of the column, become two diagrams. Conjugation gives the \
            negative.",
    body: PIECES,
    forms: FORMS_OF_PIECES,
    moves: MOVES,
    move_example: "column 2",
    play: Play::Normal,
    theory: &[BY_FORMS],
    source: MEIT,
    chapter: "partitions",
    group: Group::Diagrams,
    setup: Setup::Partition { several: true },
    starts: &["crps[5,3]", "crps[5,3,1]", "crps[5,5,4,4]"],
    ..GameInfo::named(Joining::Split.name(), "crps[4,2,1]")
};

/// The effect of removing a line on the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joining {
    /// The rest closes up: CRPM, column-row partizan merge.
    Merged,
    /// The rest splits into two pieces: CRPS, column-row partizan split.
    Split,
}

impl Joining {
    /// Returns the name of the game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Joining::Merged => "crpm",
            Joining::Split => "crps",
        }
    }

    /// Returns a description of the game for people.
    #[must_use]
    pub fn info(self) -> &'static GameInfo {
        match self {
            Joining::Merged => &CRPM,
            Joining::Split => &CRPS,
        }
    }
}

/// Returns the handles of the diagrams, each for its player: Left removes columns.
pub(super) fn handles(pieces: &[Partition]) -> Vec<Handle> {
    let owned = |handle: Handle| match handle.label.contains("column") {
        true => handle.of(Player::Left),
        false => handle.of(Player::Right),
    };
    cut_handles(pieces).into_iter().map(owned).collect()
}
