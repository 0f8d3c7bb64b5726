//! The games by name.

use std::fmt;
use std::sync::{Arc, OnceLock};

use nimfield_core::game::Game;
use nimfield_core::partizan::PartizanGame;
use nimfield_core::prelude::*;
use nimfield_games::boards::{EFR, LINES, NIMBI, Name, TACTIX, TRIANGLE, read_board};
use nimfield_games::codes::CodeGame;
use nimfield_games::holladay::Holladay;
use nimfield_games::lattice::Lattice;
use nimfield_games::matrix::Matrix;
use nimfield_games::matrix_partizan::PartizanMatrix;
use nimfield_games::nim::Nim;
use nimfield_games::nimbers::Nimbers;
use nimfield_games::partitions::coins::{Sato, Welter};
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::removal::{CRPM, CRPS, Crim, Cris, Joining, PartizanRemoval};
use nimfield_games::partitions::rnim::Rnim;
use nimfield_games::partitions::walking::{
    BISHOP, DOWNRIGHT, KING, KNIGHT, LCTR, PAWN, QUEEN, ROOK, Walking,
};
use nimfield_games::schrage::Schrage;
use nimfield_games::turning::Turning;
use nimfield_games::wythoff::Wythoff;
use nimfield_rules::{RuleFile, shelf};

use crate::term::Term;

/// A game that can be read: see [`Games`].
#[derive(Clone, Debug)]
pub struct GameEntry {
    /// The description of the game.
    pub info: &'static GameInfo,
    /// Whether Left and Right have different moves.
    pub partizan: bool,
    read: Read,
}

/// The reader for the text after the name of a game: options, if the game has any, and the body in brackets.
#[derive(Clone)]
enum Read {
    /// A function.
    By(fn(&mut Cursor<'_>) -> Result<Term, NotationError>),
    /// The rules of a file.
    Rules(&'static RuleFile),
    /// A function that reads positions, for a game in another language.
    Made(Arc<ReadTerm>),
}

type ReadTerm = dyn Fn(&mut Cursor<'_>) -> Result<Term, NotationError> + Send + Sync;

impl fmt::Debug for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Read").finish_non_exhaustive()
    }
}

impl GameEntry {
    /// Creates the entry of an impartial game.
    #[must_use]
    pub(crate) const fn impartial<G: Game>() -> GameEntry {
        GameEntry {
            info: const { &G::INFO },
            partizan: false,
            read: Read::By(|cursor| Ok(Term::impartial(G::read_component(cursor)?))),
        }
    }

    /// Creates the entry of a partizan game.
    #[must_use]
    pub(crate) const fn partizan<G: PartizanGame>() -> GameEntry {
        GameEntry {
            info: const { &G::INFO },
            partizan: true,
            read: Read::By(|cursor| Ok(Term::partizan(G::read_component(cursor)?))),
        }
    }

    /// Creates the entry of a game by the rules of a file, which is never dropped.
    #[must_use]
    pub(crate) fn rules(file: &'static RuleFile) -> GameEntry {
        GameEntry {
            info: file.info(),
            partizan: file.is_partizan(),
            read: Read::Rules(file),
        }
    }

    /// Reads the text after the name.
    pub(crate) fn read(&self, cursor: &mut Cursor<'_>) -> Result<Term, NotationError> {
        match &self.read {
            Read::By(read) => read(cursor),
            Read::Made(read) => read(cursor),
            Read::Rules(file) => file.position(cursor).map(Term::of_rules),
        }
    }

    /// Creates the entry of one of several games that share a type.
    const fn one_of(
        info: &'static GameInfo,
        read: fn(&mut Cursor<'_>) -> Result<Term, NotationError>,
    ) -> GameEntry {
        GameEntry {
            info,
            partizan: false,
            read: Read::By(read),
        }
    }
}

// Games that share a type: boards, walking pieces, partizan removals.

macro_rules! board {
    ($info:ident, $name:ident) => {
        GameEntry::one_of(&$info, |cursor| {
            Ok(Term::impartial(read_board(&Name::$name, cursor)?))
        })
    };
}

macro_rules! walker {
    ($walker:ident) => {
        GameEntry::one_of(&$walker.info, |cursor| {
            Ok(Term::impartial(Walking::read_of(&$walker, cursor)?))
        })
    };
}

macro_rules! removal {
    ($info:ident, $joining:ident) => {
        GameEntry {
            info: &$info,
            partizan: true,
            read: Read::By(|cursor| {
                let joining = Joining::$joining;
                Ok(Term::partizan(PartizanRemoval::read_of(joining, cursor)?))
            }),
        }
    };
}

/// All games. A new game needs one more line here.
static BUILTIN: [GameEntry; 31] = [
    GameEntry::impartial::<Nim>(),
    GameEntry::impartial::<Wythoff>(),
    GameEntry::impartial::<CodeGame>(),
    GameEntry::impartial::<Matrix>(),
    GameEntry::impartial::<Holladay>(),
    GameEntry::impartial::<Lattice>(),
    GameEntry::impartial::<Schrage>(),
    GameEntry::impartial::<Nimbers>(),
    GameEntry::impartial::<Turning>(),
    board!(LINES, Lines),
    board!(TACTIX, Tactix),
    board!(EFR, Efr),
    board!(NIMBI, Nimbi),
    board!(TRIANGLE, Triangle),
    GameEntry::impartial::<Pnim>(),
    GameEntry::impartial::<Rnim>(),
    walker!(LCTR),
    walker!(DOWNRIGHT),
    walker!(ROOK),
    walker!(QUEEN),
    walker!(KING),
    walker!(BISHOP),
    walker!(KNIGHT),
    walker!(PAWN),
    GameEntry::impartial::<Crim>(),
    GameEntry::impartial::<Cris>(),
    GameEntry::impartial::<Sato>(),
    GameEntry::impartial::<Welter>(),
    GameEntry::partizan::<PartizanMatrix>(),
    removal!(CRPM, Merged),
    removal!(CRPS, Split),
];

/// Returns the game of a rule file that Nimfield includes, by its place on the shelf; it lives as long as added ones.
fn on_shelf<'a>(at: usize) -> &'a GameEntry {
    static GAMES: [OnceLock<GameEntry>; shelf::GAMES.len()] =
        [const { OnceLock::new() }; shelf::GAMES.len()];
    GAMES[at].get_or_init(|| GameEntry::rules(&shelf::GAMES[at].1))
}

/// The games that a text may name: those of Nimfield, including its rule files, and any that are added.
///
/// ```
/// use nimfield::prelude::*;
///
/// /// A heap from which one or two counters are taken.
/// #[derive(Clone, Debug, PartialEq, Eq)]
/// struct Two(u128);
///
/// displays_as_shape!(Two);
/// by_default!(Two);
///
/// impl Rules for Two {
///     type Move = Move;
///     const INFO: GameInfo = GameInfo { forms: &["take {amount}"], ..GameInfo::named("two", "two[7]") };
///
///     fn shape(&self) -> Shape {
///         Shape::heaps("heap", [self.0])
///     }
///
///     fn of_numbers(numbers: &[u128]) -> Result<Two, String> {
///         Ok(Two(numbers[0]))
///     }
///
///     fn moves(&self) -> Moves<'_, Move> {
///         Box::new((1..=self.0.min(2)).map(|taken| Move::new("take {amount}", [Arg::Number(taken)])))
///     }
/// }
///
/// let games = Games::builtin().with_game::<Two>();
/// let sum = games.read("two[7] + nim[3]")?;
/// let answer = nimfield::analyze(&sum);
/// assert_eq!(answer.winning_moves[0].mv.to_string(), "2: heap 1 by 2");
/// # Ok::<(), nimfield::NotationError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Games {
    added: Vec<GameEntry>,
}

impl Games {
    /// Returns the games of Nimfield.
    #[must_use]
    pub fn builtin() -> Games {
        Games::default()
    }

    /// Adds a game, which replaces any game with the same name.
    #[must_use]
    pub(crate) fn with(mut self, game: GameEntry) -> Games {
        self.added.retain(|other| !named(other, game.info.name));
        self.added.push(game);
        self
    }

    /// Adds an impartial game, which replaces any game with the same name.
    #[must_use]
    pub fn with_game<G: Game>(self) -> Games {
        self.with(GameEntry::impartial::<G>())
    }

    /// Adds a partizan game, which replaces any game with the same name.
    #[must_use]
    pub fn with_partizan_game<G: PartizanGame>(self) -> Games {
        self.with(GameEntry::partizan::<G>())
    }

    /// Adds a game whose positions `read` creates from the text after its name: options, if it has any, and the body in
    /// brackets. It replaces any game with the same name. This adds a game whose rules are not a Rust type.
    #[must_use]
    pub fn with_reader(
        self,
        info: &'static GameInfo,
        partizan: bool,
        read: impl Fn(&mut Cursor<'_>) -> Result<Term, NotationError> + Send + Sync + 'static,
    ) -> Games {
        self.with(GameEntry {
            info,
            partizan,
            read: Read::Made(Arc::new(read)),
        })
    }

    /// Adds a game by the text of a rule file, under the given name. It replaces any game with the same name. The rules
    /// live as long as the program.
    ///
    /// # Errors
    /// If the text does not describe a game.
    ///
    /// ```
    /// let text = "piles 2\nmove same 1..2 from each and all\n";
    /// let games = nimfield::Games::builtin().with_rules_text("small-wythoff", text)?;
    /// let sum = games.read("small-wythoff[4,6] + nim[1]")?;
    /// assert_eq!(nimfield::analyze(&sum).outcome, Some(nimfield::Outcome::P));
    /// # Ok::<(), nimfield::NotationError>(())
    /// ```
    pub fn with_rules_text(self, name: &str, text: &str) -> Result<Games, NotationError> {
        let file = RuleFile::read(name, text)?;
        Ok(self.with(GameEntry::rules(Box::leak(Box::new(file)))))
    }

    /// Returns all games: those of Nimfield first.
    pub fn iter(&self) -> impl Iterator<Item = &GameEntry> {
        let kept = |game: &&GameEntry| {
            let name = game.info.name;
            !self.added.iter().any(|added| named(added, name))
        };
        let shelf = (0..shelf::GAMES.len()).map(on_shelf);
        BUILTIN.iter().chain(shelf).filter(kept).chain(&self.added)
    }

    /// Returns the game with this name or alternative name, in any case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&GameEntry> {
        let mut made = self.added.iter().chain(&BUILTIN);
        let made = made.find(|game| named(game, name));
        let mut names = shelf::GAMES.iter().map(|(name, _)| name);
        let mut own = || names.position(|other| other.eq_ignore_ascii_case(name));
        made.or_else(|| own().map(on_shelf)).or_else(|| {
            let mut also = self.also(name);
            also.find(|(game, stands_for)| game.info.name == *stands_for)
                .map(|(game, _)| game)
        })
    }

    /// Returns the games with this alternative name, each with its replacement before the brackets.
    pub(crate) fn also(&self, name: &str) -> impl Iterator<Item = (&GameEntry, &'static str)> {
        self.iter().flat_map(move |game| {
            let also = game.info.also.iter();
            let also = also.filter(move |(other, _)| other.eq_ignore_ascii_case(name));
            also.map(move |&(_, stands_for)| (game, stands_for))
        })
    }
}

fn named(game: &GameEntry, name: &str) -> bool {
    game.info.name.eq_ignore_ascii_case(name)
}

/// Returns a starting position of the game with this name, in any case: that of its source if there is one. `None` if
/// there is no such game.
///
/// ```
/// assert_eq!(nimfield::usual_start("TacTix"), Some("tactix[3x4]"));
/// assert_eq!(nimfield::usual_start("chess"), None);
/// ```
#[must_use]
pub fn usual_start(name: &str) -> Option<&'static str> {
    let games = Games::builtin();
    games.find(name).map(|game| game.info.usual_start())
}
