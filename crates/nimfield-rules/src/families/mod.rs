//! The families of games: the words that begin their lines, and their readers.

mod codes;
mod coins;
mod diagrams;
mod piles;
pub(crate) mod placing;
mod posets;
mod rectangles;

use nimfield_core::prelude::*;

use self::codes::CodeLine;
use self::coins::CoinLines;
use self::diagrams::DiagramLines;
use self::piles::PileLines;
use self::placing::PlacingLines;
use self::posets::PosetLines;
use self::rectangles::RectangleLines;
use crate::keywords::{Keyword, beyond, in_words};
use crate::parameters::Scope;
use crate::position::Lines;

/// The words that begin lines of board files.
static BOARD: [Keyword; 5] = [
    Keyword::new(
        "board",
        "board rect 4 5; board hex 3; board cells a1 b2 c3-c5",
    ),
    Keyword::new(
        "lines",
        "lines rows columns; lines diagonals; lines rows columns diagonals",
    ),
    Keyword::new(
        "line",
        "line a1-a4; line a1 b3 c2; line b2 c3; line a1-a3; line a1 b2; line b1-b3",
    ),
    Keyword::new(
        "take",
        "take 1..3 contiguous; take 2..any subset; take any whole",
    ),
    Keyword::new("holes", "holes break; holes join"),
];

/// What the moves change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Piles,
    Board,
    Placing,
    Partition,
    Coins,
    Code,
    Poset,
    Rectangle,
}

/// The description of a family, for the readers of its lines.
struct FamilyInfo {
    /// What messages call a game of the family.
    called: &'static str,
    /// The purpose of its files, and what they may contain besides the keywords.
    lines_in_words: [&'static str; 2],
    keywords: &'static [Keyword],
    /// The words that may follow `left` and `right`.
    of_players: &'static [&'static str],
    /// How a body is written.
    body: &'static str,
    /// Returns an empty list of lines; stones on a board have a separate reader.
    lines: Option<fn() -> Box<dyn Lines>>,
}

/// The families in the order of [`Family`].
static FAMILIES: [FamilyInfo; 8] = [
    FamilyInfo {
        called: "a game on piles",
        lines_in_words: ["for a game on piles with ", ", left move or right move"],
        keywords: &piles::KEYWORDS,
        of_players: &["move"],
        body: "the sizes of the piles, separated by commas or blanks",
        lines: Some(|| Box::<PileLines>::default()),
    },
    FamilyInfo {
        called: "a game on a board",
        lines_in_words: ["for stones on a board with ", ""],
        keywords: &BOARD,
        of_players: &[],
        body: "nothing for the full board, or a picture of its rows in brackets",
        lines: None,
    },
    FamilyInfo {
        called: "a game of placing",
        lines_in_words: [
            "for tiles on a board with board, ",
            ", left place or right place",
        ],
        keywords: &placing::KEYWORDS,
        of_players: &["place"],
        body: "rows and columns such as 4x5, or a picture of the cells",
        lines: Some(|| Box::<PlacingLines>::default()),
    },
    FamilyInfo {
        called: "a game on partitions",
        lines_in_words: ["for a partition with ", ""],
        keywords: &diagrams::KEYWORDS,
        of_players: &[],
        body: "the rows of a Young diagram, the longest first; several diagrams are separated by ;",
        lines: Some(|| Box::<DiagramLines>::default()),
    },
    FamilyInfo {
        called: "a game on coins",
        lines_in_words: ["for coins with ", ""],
        keywords: &coins::KEYWORDS,
        of_players: &[],
        body: "the coins that show heads: their numbers, or their places such as (2,3)",
        lines: Some(|| Box::<CoinLines>::default()),
    },
    FamilyInfo {
        called: "a game by its code",
        lines_in_words: ["for heaps with ", ""],
        keywords: &codes::KEYWORDS,
        of_players: &[],
        body: "heap sizes separated by commas or blanks",
        lines: Some(|| Box::<CodeLine>::default()),
    },
    FamilyInfo {
        called: "a game on posets",
        lines_in_words: ["for posets with ", ""],
        keywords: &posets::KEYWORDS,
        of_players: &[],
        body: "the sides of a board or box such as 4x5, or the rows of a diagram such as 5,3,1",
        lines: Some(|| Box::<PosetLines>::default()),
    },
    FamilyInfo {
        called: "a game on rectangles",
        lines_in_words: [
            "for rectangles with ",
            ", also with left or right before cut and remove",
        ],
        keywords: &rectangles::KEYWORDS,
        of_players: &["cut", "remove"],
        body: "rectangles by rows and columns such as 4x5, separated by blanks",
        lines: Some(|| Box::<RectangleLines>::default()),
    },
];

impl Family {
    fn info(self) -> &'static FamilyInfo {
        &FAMILIES[self as usize]
    }

    /// Returns the words that begin lines of the family.
    pub(crate) fn keywords(self) -> &'static [Keyword] {
        self.info().keywords
    }

    /// Returns how a body is written.
    pub(crate) fn body(self) -> &'static str {
        self.info().body
    }

    /// Returns an empty list of lines; `None` for stones on a board, whose files have a separate reader.
    pub(crate) fn lines(self) -> Option<Box<dyn Lines>> {
        self.info().lines.map(|lines| lines())
    }

    /// Lists the words of its lines in a sentence.
    pub(crate) fn lines_in_words(self) -> String {
        let FamilyInfo {
            called, keywords, ..
        } = self.info();
        let board = if self == Family::Placing {
            "board, "
        } else {
            ""
        };
        format!("the lines of {called} are {board}{}", in_words(keywords))
    }

    /// Reads a line of the family.
    pub(crate) fn read_line(
        self,
        lines: &mut dyn Lines,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError> {
        let FamilyInfo {
            called,
            keywords,
            of_players,
            ..
        } = self.info();
        let mut word = first_word(cursor);
        let player = match &*word {
            "left" => Some(Player::Left),
            "right" => Some(Player::Right),
            _ => None,
        };
        if player.is_some() {
            word = first_word(cursor);
        }
        let known = keywords.iter().any(|keyword| keyword.word == word);
        if !known || player.is_some() && !of_players.contains(&&*word) {
            let why = beyond(&word).filter(|_| self == Family::Placing);
            let why = why.map_or(String::new(), |why| format!("; {why}"));
            let message = match player.filter(|_| known) {
                Some(_) => format!("`{word}` belongs to both players in {called}"),
                None => format!("`{word}` is not a line of {called}{why}"),
            };
            return Err(cursor.fault(0..cursor.at(), message, self.lines_in_words()));
        }
        lines.line(&word, player, cursor, scope)
    }
}

/// Returns the words that begin lines of the families.
pub(crate) fn all_keywords() -> impl Iterator<Item = &'static Keyword> {
    FAMILIES.iter().flat_map(|family| family.keywords)
}

/// Lists the words in a sentence.
pub(crate) fn words_in_words() -> String {
    let of = |family: &FamilyInfo| {
        let [before, after] = family.lines_in_words;
        format!("{before}{}{after}", in_words(family.keywords))
    };
    FAMILIES.iter().map(of).collect::<Vec<_>>().join("; ")
}

/// Returns the first word of a line in lower case.
pub(crate) fn first_word(cursor: &mut Cursor<'_>) -> String {
    cursor.word().to_ascii_lowercase()
}

/// Returns whether a word says whose moves a line is about.
pub(crate) fn is_player(word: &str) -> bool {
    matches!(word, "left" | "right")
}
