//! The families of games: which words their lines begin with, and what reads them.

use std::sync::Arc;

use nimfield_core::game::Game;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, IN_BRACKETS, NotationError, OPENING, read_bracketed};
use nimfield_core::partizan::PartizanGame;
use nimfield_core::words::Player;
use nimfield_games::boards::{self, Board};
use nimfield_games::codes::{Code, CodeGame};
use nimfield_games::placing::{PartizanPlaced, Placed};
use nimfield_games::posets::Bitten;

use crate::about::{About, Refused};
use crate::codes::{self, CodeLine};
use crate::coins::{self, CoinLines, CoinRow, CoinsGame};
use crate::diagrams::{self, DiagramGame, DiagramLines, Diagrams};
use crate::info::RULES;
use crate::keywords::{Keyword, in_words};
use crate::parameters::Scope;
use crate::piles::{self, PartizanPiles, PileGame, PileLines, Piles};
use crate::placing::{self, PlacingGame, PlacingLines};
use crate::posets::{self, PosetGame, PosetLines};
use crate::rectangles::{self, PartizanRectangles, RectangleGame, RectangleLines, Rectangles};

/// The words with which lines of board files begin.
static BOARD: [Keyword; 5] = [
    Keyword::new(
        "board",
        "",
        ["board rect 4 5", "board hex 3", "board cells a1 b2 c3-c5"],
    ),
    Keyword::new(
        "lines",
        "",
        [
            "lines rows columns",
            "lines diagonals",
            "lines rows columns diagonals",
        ],
    ),
    Keyword::new("line", "", ["line a1-a4", "line a1 b3 c2", "line b2 c3"]),
    Keyword::new(
        "take",
        "",
        [
            "take 1..3 contiguous",
            "take 2..any subset",
            "take any whole",
        ],
    ),
    Keyword::new(
        "holes",
        "",
        ["holes break", "holes join", "take any contiguous"],
    ),
];

/// What the moves are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Piles,
    Board,
    Partition,
    Coins,
    Code,
    Placing,
    Poset,
    Rectangle,
}

/// A position of a game from a rule file.
#[derive(Clone, Debug)]
pub enum RulePosition {
    /// Piles from which both players take alike.
    Piles(Piles),
    /// Piles with moves of Left and Right.
    PartizanPiles(PartizanPiles),
    /// Stones on a board.
    Board(Board),
    /// Young diagrams.
    Diagrams(Diagrams),
    /// Coins in a row.
    Coins(CoinRow),
    /// Heaps that a code governs.
    Code(CodeGame),
    /// Free cells on which both players place alike.
    Placed(Placed),
    /// Free cells on which Left and Right place what is theirs.
    PartizanPlaced(PartizanPlaced),
    /// A Young diagram out of which bites are taken.
    Bitten(Bitten),
    /// Rectangles that both players cut alike.
    Rectangles(Rectangles),
    /// Rectangles that Left and Right cut in ways of their own.
    PartizanRectangles(PartizanRectangles),
}

impl RulePosition {
    /// Returns the first legal move in print, of Left in a partizan game; `None` if there is none.
    pub(crate) fn first_move(&self) -> Option<String> {
        fn of<G: Game>(position: &G) -> Option<String> {
            Some(position.moves().next()?.to_string())
        }
        fn of_left<G: PartizanGame>(position: &G) -> Option<String> {
            Some(position.moves(Player::Left).next()?.to_string())
        }
        match self {
            RulePosition::Piles(position) => of(position),
            RulePosition::PartizanPiles(position) => of_left(position),
            RulePosition::Board(position) => of(position),
            RulePosition::Diagrams(position) => of(position),
            RulePosition::Coins(position) => of(position),
            RulePosition::Code(position) => of(position),
            RulePosition::Placed(position) => of(position),
            RulePosition::PartizanPlaced(position) => of_left(position),
            RulePosition::Bitten(position) => of(position),
            RulePosition::Rectangles(position) => of(position),
            RulePosition::PartizanRectangles(position) => of_left(position),
        }
    }
}

/// A game with values of its parameters.
#[derive(Debug)]
pub(crate) enum Instance {
    Piles(Arc<PileGame>),
    Board { path: String, text: String },
    Diagrams(Arc<DiagramGame>),
    Coins(Arc<CoinsGame>),
    Code(Arc<Code>),
    Placing(PlacingGame),
    Poset(PosetGame),
    Rectangles(Arc<RectangleGame>),
}

/// The lines of a game as they are found.
pub(crate) enum Lines {
    Piles(PileLines),
    Diagrams(DiagramLines),
    Coins(CoinLines),
    Code(CodeLine),
    Placing(PlacingLines),
    Poset(PosetLines),
    Rectangles(RectangleLines),
}

impl Lines {
    /// Reads a line.
    pub(crate) fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError> {
        let mut word = first_word(cursor);
        let mut player = None;
        if is_player(&word) {
            player = Some(if word == "left" {
                Player::Left
            } else {
                Player::Right
            });
            word = first_word(cursor);
        }
        let (family, called) = match self {
            Lines::Piles(_) => (Family::Piles, "a game on piles"),
            Lines::Diagrams(_) => (Family::Partition, "a game on partitions"),
            Lines::Coins(_) => (Family::Coins, "a game on coins"),
            Lines::Code(_) => (Family::Code, "a game by its code"),
            Lines::Placing(_) => (Family::Placing, "a game of placing"),
            Lines::Poset(_) => (Family::Poset, "a game on posets"),
            Lines::Rectangles(_) => (Family::Rectangle, "a game on rectangles"),
        };
        let own = keywords(family);
        let players = match self {
            Lines::Rectangles(_) => matches!(&*word, "cut" | "remove"),
            _ => matches!(&*word, "move" | "place"),
        };
        let known = own.iter().any(|keyword| keyword.word == word);
        if !known || player.is_some() && !players {
            let message = format!("`{word}` does not belong to {called}");
            let help = format!("{called} has lines {}", in_words(own));
            return Err(cursor.fault(0..cursor.at(), message, help));
        }
        match self {
            Lines::Piles(lines) => lines.line((&word, player), cursor, scope),
            Lines::Diagrams(lines) => lines.line(&word, cursor, scope),
            Lines::Coins(lines) => lines.line(&word, cursor, scope),
            Lines::Code(line) => line.line(cursor),
            Lines::Placing(lines) => lines.line((&word, player), cursor, scope),
            Lines::Poset(lines) => lines.line(&word, cursor),
            Lines::Rectangles(lines) => lines.line((&word, player), cursor),
        }
    }

    /// Returns no lines yet; `None` for stones on a board, whose files have a reader of their own.
    pub(crate) fn of(family: Family) -> Option<Lines> {
        Some(match family {
            Family::Board => return None,
            Family::Piles => Lines::Piles(PileLines::default()),
            Family::Partition => Lines::Diagrams(DiagramLines::default()),
            Family::Coins => Lines::Coins(CoinLines::default()),
            Family::Code => Lines::Code(CodeLine::default()),
            Family::Placing => Lines::Placing(PlacingLines::default()),
            Family::Poset => Lines::Poset(PosetLines::default()),
            Family::Rectangle => Lines::Rectangles(RectangleLines::default()),
        })
    }

    /// Creates the game.
    pub(crate) fn finish(self, about: About<'_>) -> Result<Instance, Refused> {
        match self {
            Lines::Piles(lines) => lines.finish(&about).map(Instance::Piles),
            Lines::Diagrams(lines) => lines.finish(&about).map(Instance::Diagrams),
            Lines::Coins(lines) => lines.finish(&about).map(Instance::Coins),
            Lines::Code(line) => line.finish(&about).map(Instance::Code),
            Lines::Placing(lines) => lines.finish(about).map(Instance::Placing),
            Lines::Poset(lines) => lines.finish(&about).map(Instance::Poset),
            Lines::Rectangles(lines) => lines.finish(&about).map(Instance::Rectangles),
        }
    }
}

impl Instance {
    /// Reads a body with its brackets.
    pub(crate) fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        match self {
            Instance::Board { path, text } => {
                boards::read_at_file(path, text, cursor).map(RulePosition::Board)
            }
            Instance::Placing(game) => {
                let field = match game.free_board() {
                    // A game on one board is on the free board without a body.
                    Some(free) if !cursor.clone().take_any(&OPENING) => free,
                    _ => bracketed(cursor, |cursor| game.read_body(cursor))?,
                };
                Ok(match placing::position(field) {
                    Ok(position) => RulePosition::Placed(position),
                    Err(position) => RulePosition::PartizanPlaced(position),
                })
            }
            Instance::Poset(game) => {
                let position = match game.whole() {
                    Some(whole) if !cursor.clone().take_any(&OPENING) => whole,
                    _ => bracketed(cursor, |cursor| game.read_body(cursor))?,
                };
                Ok(match position {
                    Ok(placed) => RulePosition::Placed(placed),
                    Err(bitten) => RulePosition::Bitten(bitten),
                })
            }
            Instance::Rectangles(game) => {
                let rectangles = bracketed(cursor, |cursor| rectangles::read_body(game, cursor))?;
                Ok(match game.is_partizan() {
                    true => RulePosition::PartizanRectangles(PartizanRectangles(rectangles)),
                    false => RulePosition::Rectangles(rectangles),
                })
            }
            Instance::Piles(game) => {
                let piles = bracketed(cursor, |cursor| piles::read_body(game, cursor))?;
                Ok(match game.lines.iter().any(|line| line.player.is_some()) {
                    true => RulePosition::PartizanPiles(PartizanPiles(piles)),
                    false => RulePosition::Piles(piles),
                })
            }
            Instance::Diagrams(game) => {
                let body = bracketed(cursor, |cursor| diagrams::read_body(game, cursor));
                body.map(RulePosition::Diagrams)
            }
            Instance::Coins(game) => {
                let body = bracketed(cursor, |cursor| coins::read_body(game, cursor));
                body.map(RulePosition::Coins)
            }
            Instance::Code(code) => {
                let body = bracketed(cursor, |cursor| CodeGame::read_body(code, cursor));
                body.map(RulePosition::Code)
            }
        }
    }

    /// Describes the game in words.
    pub(crate) fn describe(&self) -> Result<String, NotationError> {
        Ok(match self {
            Instance::Piles(game) => game.describe(),
            Instance::Diagrams(game) => game.describe(),
            Instance::Coins(game) => game.describe(),
            Instance::Code(code) => codes::describe(code),
            Instance::Placing(game) => game.describe(),
            Instance::Poset(game) => game.describe(),
            Instance::Rectangles(game) => game.describe(),
            Instance::Board { path, text } => boards::describe(&boards::read_file(path, text)?),
        })
    }
}

/// Reads a body between brackets.
fn bracketed<T>(
    cursor: &mut Cursor<'_>,
    body: impl FnOnce(&mut Cursor<'_>) -> Result<T, NotationError>,
) -> Result<T, NotationError> {
    const BRACKETS: GameInfo = GameInfo {
        body: IN_BRACKETS,
        ..RULES
    };
    read_bracketed(cursor, &BRACKETS, true, body)
}

/// Returns the words that begin lines of a family.
pub(crate) fn keywords(family: Family) -> &'static [Keyword] {
    match family {
        Family::Piles => &piles::KEYWORDS,
        Family::Board => &BOARD,
        Family::Placing => &placing::KEYWORDS,
        Family::Partition => &diagrams::KEYWORDS,
        Family::Coins => &coins::KEYWORDS,
        Family::Code => &codes::KEYWORDS,
        Family::Poset => &posets::KEYWORDS,
        Family::Rectangle => &rectangles::KEYWORDS,
    }
}

/// Returns the words that begin lines of the families.
pub(crate) fn all_keywords() -> impl Iterator<Item = &'static Keyword> {
    const FAMILIES: [Family; 8] = [
        Family::Piles,
        Family::Board,
        Family::Placing,
        Family::Partition,
        Family::Coins,
        Family::Code,
        Family::Poset,
        Family::Rectangle,
    ];
    FAMILIES.into_iter().flat_map(keywords)
}

/// Lists the words in a sentence.
pub(crate) fn words_in_words() -> String {
    let of = |family| in_words(keywords(family));
    format!(
        "for a game on piles with {}, left move or right move; for stones on a board with {}; for tiles on a board \
         with board, {}, left place or right place; for a partition with {}; for coins with {}; for heaps with {}; \
         for posets with {}; for rectangles with {}, also with left or right before cut and remove",
        of(Family::Piles),
        of(Family::Board),
        of(Family::Placing),
        of(Family::Partition),
        of(Family::Coins),
        of(Family::Code),
        of(Family::Poset),
        of(Family::Rectangle)
    )
}

/// Returns the first word of a line in lower case.
pub(crate) fn first_word(cursor: &mut Cursor<'_>) -> String {
    cursor.word().to_ascii_lowercase()
}

/// Returns whether a word says whose moves a line is about.
pub(crate) fn is_player(word: &str) -> bool {
    matches!(word, "left" | "right")
}
