//! The games by name, with their types erased: what the faces (command line and others) use.

use std::fmt::{Debug, Display};

use crate::analyze::Analyzer;
use crate::sum::{AnySummand, Sum};
use nimfield_core::diagram::Diagram;
use nimfield_core::families::ray::RayGame;
use nimfield_core::families::taking::Taking;
use nimfield_core::info::GameInfo;
use nimfield_core::notation::Cursor;
use nimfield_core::notation::Notation;
use nimfield_core::notation::NotationError;
use nimfield_core::words::{Answer, Play};
use nimfield_games::boards::{EFR, LINES, NIMBI, Name, TACTIX, TRIANGLE, read_board};
use nimfield_games::holladay::Holladay;
use nimfield_games::lattice::Lattice;
use nimfield_games::matrix::Matrix;
use nimfield_games::nim::Nim;
use nimfield_games::nimbers::Nimbers;
use nimfield_games::partitions::coins::{Sato, Welter};
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::removal::{Crim, Cris};
use nimfield_games::partitions::rnim::Rnim;
use nimfield_games::partitions::walking::{
    Bishop, Downright, King, Knight, Lctr, Pawn, Queen, Rook, Walking,
};
use nimfield_games::schrage::Schrage;
use nimfield_games::turning::Turning;
use nimfield_games::wythoff::Wythoff;

/// A registered game.
pub struct Registered {
    /// What it is.
    pub info: GameInfo,
    /// Reads what follows the name: options, if the game has any, and the body with its brackets.
    pub read: Read,
}

/// How what follows the name of a game is read.
pub type Read = fn(&mut Cursor<'_>) -> Result<Box<dyn AnyPosition>, NotationError>;

/// All games; a new one is one more line here.
static GAMES: [Registered; 27] = [
    registered::<Nim>(),
    registered::<Wythoff>(),
    registered::<Matrix>(),
    registered::<Holladay>(),
    registered::<Lattice>(),
    registered::<Schrage>(),
    registered::<Nimbers>(),
    registered::<Turning>(),
    board(LINES, |cursor| {
        Ok(Box::new(read_board(&Name::Lines, cursor)?))
    }),
    board(TACTIX, |cursor| {
        Ok(Box::new(read_board(&Name::Tactix, cursor)?))
    }),
    board(EFR, |cursor| Ok(Box::new(read_board(&Name::Efr, cursor)?))),
    board(NIMBI, |cursor| {
        Ok(Box::new(read_board(&Name::Nimbi, cursor)?))
    }),
    board(TRIANGLE, |cursor| {
        Ok(Box::new(read_board(&Name::Triangle, cursor)?))
    }),
    registered::<Pnim>(),
    registered::<Rnim>(),
    registered::<Walking<Lctr>>(),
    registered::<Walking<Downright>>(),
    registered::<Walking<Rook>>(),
    registered::<Walking<Queen>>(),
    registered::<Walking<King>>(),
    registered::<Walking<Bishop>>(),
    registered::<Walking<Knight>>(),
    registered::<Walking<Pawn>>(),
    registered::<Crim>(),
    registered::<Cris>(),
    registered::<Sato>(),
    registered::<Welter>(),
];

const fn registered<G: Notation>() -> Registered {
    Registered {
        info: G::INFO,
        read: |cursor| Ok(Box::new(G::read_component(cursor)?)),
    }
}

/// The games on boards share a type.
const fn board(info: GameInfo, read: Read) -> Registered {
    Registered { info, read }
}

/// All games.
#[must_use]
pub fn games() -> &'static [Registered] {
    &GAMES
}

/// The game with this name, whatever its case.
#[must_use]
pub fn find(name: &str) -> Option<&'static Registered> {
    GAMES
        .iter()
        .find(|game| game.info.name.eq_ignore_ascii_case(name))
}

/// A position of any game. Moves are in notation.
pub trait AnyPosition: Display + Debug + Send + Sync {
    /// What the game is.
    fn info(&self) -> &'static GameInfo;
    /// The play convention of the game's source.
    fn default_play(&self) -> Play;
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;
    /// A picture of several lines.
    fn draw(&self) -> String;
    /// The position laid out in the plane.
    fn diagram(&self) -> Diagram;
    /// The legal moves, one after the other; there may be astronomically many.
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_>;
    /// How many legal moves there are, or an upper bound; `u128::MAX` for that many or more.
    fn move_count(&self) -> u128;
    /// Reads a move and gives it back in strict notation.
    ///
    /// # Errors
    /// Where the text is no move of the game.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<String, NotationError>;
    /// The position after a move.
    ///
    /// # Errors
    /// Why the move is not legal, or no move at all.
    fn play(&self, mv: &str) -> Result<Box<dyn AnyPosition>, String>;
    /// The position as a sum of irreducible ones.
    fn summands(&self) -> Vec<AnySummand>;
    /// The reduced form in words, if it differs.
    fn reduced(&self) -> Option<String>;
    /// The position as a state of a taking game.
    fn taking(&self) -> Option<(&Taking, u64)>;
    /// The position as the far corner of a box of positions of a ray game.
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)>;
    /// [`Analyzer::analyze`] without erasing the type.
    fn analyze(&self, analyzer: &mut Analyzer) -> Answer;
}

impl<G: Notation> AnyPosition for G {
    fn info(&self) -> &'static GameInfo {
        Notation::info(self)
    }

    fn default_play(&self) -> Play {
        Notation::default_play(self)
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn draw(&self) -> String {
        Notation::draw(self)
    }

    fn diagram(&self) -> Diagram {
        Notation::diagram(self)
    }

    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(nimfield_core::rules::Impartial::moves(self).map(|mv| mv.to_string()))
    }

    fn move_count(&self) -> u128 {
        nimfield_core::rules::Impartial::move_count(self)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<String, NotationError> {
        Ok(Notation::read_move(self, cursor)?.to_string())
    }

    fn play(&self, mv: &str) -> Result<Box<dyn AnyPosition>, String> {
        let mut cursor = Cursor::new(mv);
        let read = Notation::read_move(self, &mut cursor)
            .and_then(|mv| cursor.need_end(Notation::info(self).moves).map(|()| mv));
        let mv = read.map_err(|error| error.to_string())?;
        match nimfield_core::rules::Position::play(self.clone(), &mv) {
            Ok(after) => Ok(Box::new(after)),
            Err(illegal) => Err(illegal.reason),
        }
    }

    fn summands(&self) -> Vec<AnySummand> {
        let summands = nimfield_core::theory::Game::summands(self).into_iter();
        summands.map(AnySummand::new).collect()
    }

    fn reduced(&self) -> Option<String> {
        nimfield_core::theory::Game::reduced(self)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        nimfield_core::theory::Game::taking(self)
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Notation::in_box(self)
    }

    fn analyze(&self, analyzer: &mut Analyzer) -> Answer {
        match G::TYPED {
            true => analyzer.analyze(self),
            false => analyzer.analyze(&Sum::new(vec![self.boxed()])),
        }
    }
}
