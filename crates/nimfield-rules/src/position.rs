//! Positions of games from rule files, and their sources: the lines of a file, and the game that they describe.

use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::Arc;

use nimfield_core::moves::{GameMove as _, patterns};
use nimfield_core::notation::{IN_BRACKETS, read_bracketed};
use nimfield_core::partizan::PartizanRules;
use nimfield_core::prelude::*;
use nimfield_games::boards::{self, Board, BoardGame};
use nimfield_games::codes::CodeGame;
use nimfield_games::placing::Field;
use nimfield_games::posets::Bitten;

use crate::about::{About, Refused};
use crate::coins::CoinRow;
use crate::diagrams::Diagrams;
use crate::info::RULES;
use crate::parameters::Scope;
use crate::piles::Piles;
use crate::rectangles::Rectangles;

/// A position of a game from a rule file; [partizan](RulePosition::is_partizan) or not, depending on its lines.
#[derive(Clone, Debug)]
pub enum RulePosition {
    /// Piles.
    Piles(Piles),
    /// Stones on a board.
    Board(Board),
    /// Young diagrams.
    Diagrams(Diagrams),
    /// Coins in a row.
    Coins(CoinRow),
    /// Heaps that a code governs.
    Code(CodeGame),
    /// Free cells for tiles or pieces.
    Placed(Field),
    /// A Young diagram from which bites are taken.
    Bitten(Bitten),
    /// Rectangles that are cut.
    Rectangles(Rectangles),
}

impl RulePosition {
    /// Returns whether Left and Right have different moves.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        match self {
            RulePosition::Piles(piles) => piles.is_partizan(),
            RulePosition::Placed(field) => field.is_partizan(),
            RulePosition::Rectangles(rectangles) => rectangles.is_partizan(),
            _ => false,
        }
    }

    /// Returns the legal moves of a player; without a player, all.
    fn moves_of(&self, player: Option<Player>) -> Box<dyn Iterator<Item = Move> + '_> {
        fn all<G: Rules>(position: &G) -> Box<dyn Iterator<Item = Move> + '_> {
            Box::new(position.moves().map(|mv| mv.to_move()))
        }
        fn of<G: PartizanRules>(
            position: &G,
            player: Option<Player>,
        ) -> Box<dyn Iterator<Item = Move> + '_> {
            match player {
                Some(player) => Box::new(position.moves_of(player).map(|mv| mv.to_move())),
                None => all(position),
            }
        }
        match self {
            RulePosition::Piles(position) => of(position, player),
            RulePosition::Board(position) => all(position),
            RulePosition::Diagrams(position) => all(position),
            RulePosition::Coins(position) => all(position),
            RulePosition::Code(position) => all(position),
            RulePosition::Placed(position) => of(position, player),
            RulePosition::Bitten(position) => all(position),
            RulePosition::Rectangles(position) => of(position, player),
        }
    }

    /// Returns the position and those after some moves with their outcomes, each with the number of moves before it.
    pub(crate) fn with_outcomes(&self) -> Vec<(usize, String, char)> {
        match self {
            RulePosition::Piles(own) => outcomes(own, Piles::moves_of),
            RulePosition::Board(own) => outcomes(own, |own, _| own.moves()),
            RulePosition::Diagrams(own) => outcomes(own, |own, _| own.moves()),
            RulePosition::Coins(own) => outcomes(own, |own, _| own.moves()),
            RulePosition::Code(own) => outcomes(own, |own, _| own.moves()),
            RulePosition::Placed(own) => outcomes(own, Field::moves_of),
            RulePosition::Bitten(own) => outcomes(own, |own, _| own.moves()),
            RulePosition::Rectangles(own) => outcomes(own, Rectangles::moves_of),
        }
    }

    /// Returns the first move, and how the moves are written.
    pub(crate) fn first_moves(&self) -> (String, String) {
        /// Moves looked at.
        const LOOKED_AT: usize = 256;
        /// Patterns named.
        const NAMED: usize = 6;
        let players: &[_] = match self.is_partizan() {
            true => &[Some(Player::Left), Some(Player::Right)],
            false => &[None],
        };
        let mut moves = players.iter().flat_map(|&player| self.moves_of(player));
        let first = moves.next().map_or(String::new(), |mv| mv.to_string());
        let mut found = Vec::new();
        for &player in players {
            let whose = match player {
                None => "",
                Some(Player::Left) => " for Left",
                Some(Player::Right) => " for Right",
            };
            let own = patterns(self.moves_of(player).take(LOOKED_AT));
            found.extend(own.iter().map(|pattern| format!("`{pattern}`{whose}")));
        }
        let more = found.len() > NAMED;
        found.truncate(NAMED);
        let moves = match found.is_empty() {
            true => RULES.moves.to_string(),
            false => found.join(", ") + if more { ", …" } else { "" },
        };
        (first, moves)
    }
}

/// The moves of a player from a position.
type MovesOf<G> = for<'a> fn(&'a G, Player) -> Moves<'a, <G as Rules>::Move>;

/// Returns the position and those after some moves with their outcomes, each with the number of moves before it.
fn outcomes<G: Theory>(start: &G, moves: MovesOf<G>) -> Vec<(usize, String, char)> {
    /// Positions that a search visits.
    const MOST: u32 = 5000;
    let after = |position: &G| {
        // The last of the moves often changes least. A move that could not be played would end the list.
        position.play(&position.moves().last()?).ok()
    };
    let positions = std::iter::successors(Some(start.clone()), after).take(4);
    let outcome = |position: &G| {
        let mut left = MOST;
        let wins =
            [Player::Left, Player::Right].map(|player| wins(position, player, moves, &mut left));
        let [left, right] = wins;
        Some(match (left?, right?) {
            (true, true) => 'N',
            (false, false) => 'P',
            (true, false) => 'L',
            (false, true) => 'R',
        })
    };
    let found =
        |(moves, position): (usize, G)| Some((moves, position.to_string(), outcome(&position)?));
    positions.enumerate().filter_map(found).collect()
}

/// Returns whether a player who begins wins; `None` if too many positions would be visited.
fn wins<G: Theory>(
    position: &G,
    player: Player,
    moves: MovesOf<G>,
    left: &mut u32,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let misere = position.default_play() == Play::Misere;
    let ending = position.ending();
    if ending.is_some_and(|ending| ending.won) {
        return Some(!misere);
    }
    let forbids = ending.map_or(0, |ending| ending.forbids);
    let mut winning = HashSet::new();
    let mut others = false;
    for mv in moves(position, player) {
        // The outcome would be unknown if a move could not be played.
        if wins(&position.play(&mv).ok()?, player.opponent(), moves, left)? {
            others = true;
            continue;
        }
        // A move that is listed twice is forbidden once.
        winning.insert(mv.to_string());
        if winning.len() > forbids {
            return Some(true);
        }
    }
    // The opponent can forbid all moves that win. In misère play one of the others must be left.
    Some(misere && !others)
}

/// The lines of a game read so far.
pub(crate) trait Lines {
    /// Reads the rest of a line after its keyword; `player` is the player whose moves the line describes.
    fn line(
        &mut self,
        word: &str,
        player: Option<Player>,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError>;

    /// Creates the game.
    fn finish(self: Box<Self>, about: About<'_>) -> Result<Box<dyn Instance>, Refused>;
}

/// A game with values of its parameters.
pub(crate) trait Instance: Debug + Send + Sync {
    /// Reads a body with its brackets.
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError>;

    /// Describes the game in sentences.
    fn describe(&self) -> String;

    /// Returns the board, if the game is played with stones on a board.
    fn board(&self) -> Option<Arc<BoardGame>> {
        None
    }
}

/// A game of stones on a board; `nimfield-games` reads its file.
#[derive(Debug)]
pub(crate) struct BoardFile {
    path: String,
    text: String,
    game: Arc<BoardGame>,
}

impl BoardFile {
    pub(crate) fn read(path: String, text: String) -> Result<BoardFile, NotationError> {
        let game = boards::read_file(&path, &text)?;
        Ok(BoardFile { path, text, game })
    }
}

impl Instance for BoardFile {
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        boards::read_at_file(&self.path, &self.text, cursor).map(RulePosition::Board)
    }

    fn describe(&self) -> String {
        boards::describe(&self.game)
    }

    fn board(&self) -> Option<Arc<BoardGame>> {
        Some(self.game.clone())
    }
}

/// Reads a body between brackets.
pub(crate) fn bracketed<T>(
    cursor: &mut Cursor<'_>,
    body: impl FnOnce(&mut Cursor<'_>) -> Result<T, NotationError>,
) -> Result<T, NotationError> {
    read_bracketed(cursor, IN_BRACKETS, true, body)
}
