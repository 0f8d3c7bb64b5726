#![doc = include_str!("../README.md")]

mod family;
// For the tests: no part of the public API.
#[doc(hidden)]
pub mod internals;
mod report;
mod texts;

use smallvec::SmallVec;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::game::Game;
use nimfield_core::info::GameInfo;
use nimfield_engines::classes::ByNumber;
use nimfield_engines::walks::Piece;
use nimfield_games::nim::Nim;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::coins::{Sato, Welter};
use nimfield_games::partitions::order::{Order, word};
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::pnim::census::{Grading, perimeter};
use nimfield_games::partitions::removal::{Crim, Cris};
use nimfield_games::partitions::rnim::Rnim;
use nimfield_games::partitions::walking::{
    BISHOP, DOWNRIGHT, KING, KNIGHT, LCTR, PAWN, QUEEN, ROOK, Walker,
};
use nimfield_games::wythoff::Wythoff;

use family::Family;
pub use report::{Against, Report, ReportObject, Scope};
pub use texts::GameByTexts;

/// Why a report was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassifyError {
    /// The game has no faster way than by the texts of its positions, [`classify_texts`].
    #[error(
        "{:?} is not one of the games with their own method: {}, subtraction(1,2)",
        .0,
        games().collect::<Vec<_>>().join(", ")
    )]
    Unknown(String),
    /// The game is graded by size only.
    #[error("{0} is not played on partitions, so it is graded by size only")]
    NoPerimeter(String),
    /// Sums of the game are not graded.
    #[error(
        "sums of positions of {} are not graded; --sums is for {}",
        .0,
        games().collect::<Vec<_>>().join(", ")
    )]
    NoSums(String),
    /// The bound is too large.
    #[error("the bound is past {most}")]
    OutOfRange {
        /// The largest possible one.
        most: u32,
    },
    /// The budget did not suffice.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

/// How a game is classified.
type Classify = fn(&'static str, Scope, &Budget) -> Result<Report, ClassifyError>;

/// A game of moves on one partition.
macro_rules! partition {
    ($game:ident) => {
        (&$game::INFO, |name, scope, budget| {
            on_partitions(name, scope, budget, moved($game, |after: $game| after.0))
        })
    };
}

/// A game of one piece on a diagram.
macro_rules! walker {
    ($walker:ident) => {
        (&$walker.info, |name, scope, budget| {
            walking(&$walker, name, scope, budget)
        })
    };
}

/// The games that can be classified. A partition is a boundary word.
static GAMES: [(&GameInfo, Classify); 16] = [
    partition!(Pnim),
    (&Rnim::INFO, boxes),
    walker!(LCTR),
    walker!(DOWNRIGHT),
    walker!(ROOK),
    walker!(QUEEN),
    walker!(KING),
    walker!(BISHOP),
    walker!(KNIGHT),
    walker!(PAWN),
    partition!(Crim),
    (&Cris::INFO, pieces),
    partition!(Sato),
    (&Welter::INFO, coins),
    (&Nim::INFO, |name, scope, budget| {
        let heap = |&heap: &u64, out: &mut Vec<u64>| out.extend(0..heap);
        heaps(name.to_string(), scope, budget, heap)
    }),
    (&Wythoff::INFO, pairs),
];

/// Returns the games that can be classified.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(info, _)| info.name)
}

/// Classifies a game by name; also the subtraction games, as in `subtraction(1,2)`.
///
/// # Errors
/// If there is no such game, or the scope or the budget does not allow it.
pub fn classify(game: &str, scope: Scope, budget: &Budget) -> Result<Report, ClassifyError> {
    let name = game.trim();
    let known = GAMES
        .iter()
        .find(|(info, _)| info.name.eq_ignore_ascii_case(name));
    if let Some((info, classify)) = known {
        return classify(info.name, scope, budget);
    }
    let amounts = name
        .strip_prefix("subtraction(")
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|list| {
            let amounts = list.split(',').map(|amount| amount.trim().parse().ok());
            amounts.collect::<Option<Vec<u64>>>()
        })
        .filter(|amounts| amounts.iter().all(|&amount| amount > 0));
    let amounts = amounts.ok_or_else(|| ClassifyError::Unknown(name.to_string()))?;
    heaps(name.to_string(), scope, budget, move |&heap, out| {
        out.extend(
            amounts
                .iter()
                .filter_map(|&amount| heap.checked_sub(amount)),
        );
    })
}

/// Classifies a game by the texts of its positions and of all that they lead to.
///
/// # Errors
/// If the scope asks for something else than sizes of single positions, or the budget does not suffice.
pub fn classify_texts(
    game: GameByTexts<'_>,
    scope: Scope,
    budget: &Budget,
) -> Result<Report, ClassifyError> {
    if scope.grading == Grading::Perimeter {
        return Err(ClassifyError::NoPerimeter(game.name));
    }
    if scope.sums {
        return Err(ClassifyError::NoSums(game.name));
    }
    Ok(texts::scan(game, scope, budget)?)
}

/// Where a game stands in a figure.
#[derive(Clone, Debug)]
pub struct FigureEntry {
    /// The name in the figure.
    pub title: String,
    /// What was found.
    pub report: Report,
}

/// The games of Figure 1 of the paper on PNim and RNim: name in the figure, name, sums, and a bound that their
/// witnesses are within.
const FIGURE: [(&str, &str, bool, u32); 11] = [
    ("1-Nim", Nim::INFO.name, false, 30),
    ("Subtraction {1,2}", "subtraction(1,2)", false, 30),
    ("1-PNim", Pnim::INFO.name, false, 20),
    ("1-RNim", Rnim::INFO.name, false, 20),
    ("Nim", Nim::INFO.name, true, 20),
    ("PNim", Pnim::INFO.name, true, 10),
    ("RNim", Rnim::INFO.name, true, 10),
    ("Wythoff", Wythoff::INFO.name, false, 40),
    ("LCTR", LCTR.info.name, false, 30),
    ("Downright", DOWNRIGHT.info.name, false, 30),
    ("Rook", ROOK.info.name, false, 30),
];

/// How many games there are in Figure 1 of the paper on PNim and RNim.
pub const PLACES: usize = FIGURE.len();

/// Returns one game of Figure 1, by its place from 0: up to a bound of its own that its witnesses are within, or
/// `up_to` if that is less.
///
/// # Errors
/// If the budget does not suffice.
///
/// # Panics
/// If there are fewer [places](PLACES).
pub fn place(at: usize, up_to: u32, budget: &Budget) -> Result<FigureEntry, ClassifyError> {
    let (title, game, sums, most) = FIGURE[at];
    let scope = Scope {
        grading: Grading::Size,
        up_to: up_to.min(most),
        sums,
    };
    Ok(FigureEntry {
        title: title.to_string(),
        report: classify(game, scope, budget)?,
    })
}

/// Returns the options of a partition by the moves of a game.
fn moved<G: Game>(
    of: impl Fn(Partition) -> G,
    partition: impl Fn(G) -> Partition,
) -> impl Fn(&u64, &mut Vec<u64>) {
    move |&word, out| {
        let position = of(Partition::from_word(word.into()));
        for mv in position.moves() {
            if let Ok(after) = position.play(&mv) {
                // Options are not longer than the position.
                out.push(partition(after).word().unwrap_or_default() as u64);
            }
        }
        out.sort_unstable();
        out.dedup();
    }
}

/// Visits the partitions of a level, as words of up to 64 bits.
fn partitions(
    grading: Grading,
    grade: u32,
    each: &mut dyn FnMut(u64) -> Result<(), Unfinished>,
) -> Result<(), Unfinished> {
    match grading {
        Grading::Size => Order::new(grade).try_for_each(grade, |parts| each(word(parts) as u64)),
        Grading::Perimeter => perimeter::places(grade).try_for_each(each),
    }
}

/// The largest bounds on single partitions: words are numbers of 64 bits, and by perimeter all are held.
const MOST_SQUARES: u32 = 64;
const MOST_LINES: u32 = 40;

fn on_partitions(
    name: &'static str,
    scope: Scope,
    budget: &Budget,
    options: impl Fn(&u64, &mut Vec<u64>),
) -> Result<Report, ClassifyError> {
    let most = match scope.grading {
        Grading::Size => MOST_SQUARES,
        Grading::Perimeter => MOST_LINES,
    };
    if scope.up_to > most {
        return Err(ClassifyError::OutOfRange { most });
    }
    let family = Family {
        name: name.to_string(),
        of: "partitions".to_string(),
        level: Box::new(
            |grade: u32, each: &mut dyn FnMut(u64) -> Result<(), Unfinished>| {
                partitions(scope.grading, grade, each)
            },
        ),
        options: Box::new(options),
        empty: 0,
        show: Box::new(|&word: &u64| format!("{name}[{}]", Partition::from_word(word.into()))),
    };
    match (scope.grading, scope.sums) {
        (Grading::Perimeter, false) => {
            let bound = 1usize << scope.up_to.saturating_sub(1);
            let notes = ByNumber::new(bound, budget)?;
            Ok(family.scan(scope, budget, notes)?)
        }
        _ => Ok(family.classify(scope, budget)?),
    }
}

/// Classifies the games of a piece that walks on a diagram, by the bits of the words.
fn walking(
    walker: &Walker,
    name: &'static str,
    scope: Scope,
    budget: &Budget,
) -> Result<Report, ClassifyError> {
    on_partitions(name, scope, budget, |&word, out| {
        walks(&walker.piece, word, out)
    })
}

fn walks(piece: &Piece, word: u64, out: &mut Vec<u64>) {
    if word == 0 {
        return;
    }
    for step in piece.steps {
        let mut at = word;
        loop {
            for _ in 0..step.down {
                // Without the top row the highest bit is missing.
                at &= !(1 << at.max(1).ilog2());
            }
            for _ in 0..step.right {
                at = at.checked_shr(at.trailing_ones() + 1).unwrap_or(0);
            }
            if at != 0 || piece.leaves {
                out.push(at);
            }
            if at == 0 || !step.far {
                break;
            }
        }
    }
}

/// Classifies CRIS: sums of partitions, of which single ones are graded.
fn pieces(name: &'static str, scope: Scope, budget: &Budget) -> Result<Report, ClassifyError> {
    let most = MOST_SQUARES.min(MOST_LINES);
    if scope.up_to > most {
        return Err(ClassifyError::OutOfRange { most });
    }
    type Words = SmallVec<[u64; 2]>;
    let cris =
        |words: &Words| Cris::new(words.iter().map(|&word| Partition::from_word(word.into())));
    let family = Family {
        name: name.to_string(),
        of: "partitions and the pieces they fall into".to_string(),
        level: Box::new(
            |grade: u32, each: &mut dyn FnMut(Words) -> Result<(), Unfinished>| {
                partitions(scope.grading, grade, &mut |word| {
                    each([word].into_iter().filter(|&word| word != 0).collect())
                })
            },
        ),
        options: Box::new(|words: &Words, out: &mut Vec<Words>| {
            let position = cris(words);
            for mv in position.moves() {
                if let Ok(after) = position.play(&mv) {
                    let pieces = after.pieces().iter();
                    let mut words: Words = pieces
                        .map(|piece| piece.word().unwrap_or_default() as u64)
                        .collect();
                    words.sort_unstable();
                    out.push(words);
                }
            }
            out.sort_unstable();
            out.dedup();
        }),
        empty: Words::new(),
        show: Box::new(|words: &Words| cris(words).to_string()),
    };
    Ok(family.classify(scope, budget)?)
}

fn only_by_size(name: &'static str, scope: Scope, most: u32) -> Result<(), ClassifyError> {
    if scope.grading == Grading::Perimeter {
        return Err(ClassifyError::NoPerimeter(name.to_string()));
    }
    match scope.up_to > most {
        true => Err(ClassifyError::OutOfRange { most }),
        false => Ok(()),
    }
}

/// Classifies RNim: boxes of all dimensions, graded by the sum of their sides.
fn boxes(name: &'static str, scope: Scope, budget: &Budget) -> Result<Report, ClassifyError> {
    only_by_size(name, scope, MOST_SQUARES)?;
    type Sides = SmallVec<[u64; 8]>;
    let family = Family {
        name: name.to_string(),
        of: "boxes, n the sum of their sides".to_string(),
        level: Box::new(
            |grade: u32, each: &mut dyn FnMut(Sides) -> Result<(), Unfinished>| {
                Order::new(grade).try_for_each(grade, |parts| {
                    each(parts.iter().map(|&part| u64::from(part)).collect())
                })
            },
        ),
        options: Box::new(|sides: &Sides, out: &mut Vec<Sides>| {
            let Some(position) = Rnim::new(sides.to_vec()) else {
                return;
            };
            for mv in position.moves() {
                if let Ok(after) = position.play(&mv) {
                    // All boxes with a side of 0 are one, and the order of the sides does not matter.
                    let mut sides: Sides = match after.is_over() {
                        true => Sides::new(),
                        false => after.sides().iter().copied().collect(),
                    };
                    sides.sort_unstable_by(|a, b| b.cmp(a));
                    out.push(sides);
                }
            }
            out.sort_unstable();
            out.dedup();
        }),
        empty: Sides::new(),
        show: Box::new(|sides: &Sides| match Rnim::new(sides.to_vec()) {
            Some(position) => position.to_string(),
            None => "rnim[0]".to_string(),
        }),
    };
    Ok(family.classify(scope, budget)?)
}

/// Classifies Welter's game: coins as bits, graded by the sum of their squares.
fn coins(name: &'static str, scope: Scope, budget: &Budget) -> Result<Report, ClassifyError> {
    only_by_size(name, scope, 63)?;
    let family = Family {
        name: name.to_string(),
        of: "coins, n the sum of their squares".to_string(),
        level: Box::new(
            |grade: u32, each: &mut dyn FnMut(u64) -> Result<(), Unfinished>| {
                Order::new(grade).try_for_each(grade, |parts| {
                    if parts.windows(2).any(|pair| pair[0] == pair[1]) {
                        return Ok(());
                    }
                    let coins = parts.iter().map(|&part| 1u64 << part).sum::<u64>();
                    each(coins)?;
                    each(coins | 1)
                })
            },
        ),
        options: Box::new(|&coins: &u64, out: &mut Vec<u64>| {
            for from in (0..64).filter(|from| coins >> from & 1 == 1) {
                let free = (0..from).filter(|to| coins >> to & 1 == 0);
                out.extend(free.map(|to| coins ^ 1 << from ^ 1 << to));
            }
        }),
        empty: 0,
        show: Box::new(|&coins: &u64| {
            let squares = (0..64).filter(|square| coins >> square & 1 == 1);
            let position = Welter::new(squares.collect());
            position.map_or_else(String::new, |position| position.to_string())
        }),
    };
    Ok(family.classify(scope, budget)?)
}

/// Larger heaps are refused: their values are lists of that many options.
const MOST_COUNTERS: u32 = 5000;

/// Classifies games with a single heap.
fn heaps(
    name: String,
    scope: Scope,
    budget: &Budget,
    options: impl Fn(&u64, &mut Vec<u64>),
) -> Result<Report, ClassifyError> {
    only_by_size("a heap", scope, MOST_COUNTERS)?;
    let title = name.clone();
    let family = Family {
        name,
        of: "heaps".to_string(),
        level: Box::new(
            |grade: u32, each: &mut dyn FnMut(u64) -> Result<(), Unfinished>| each(grade.into()),
        ),
        options: Box::new(options),
        empty: 0,
        show: Box::new(|heap: &u64| format!("{title}[{heap}]")),
    };
    Ok(family.classify(scope, budget)?)
}

/// Classifies Wythoff's game: two heaps, graded by their sum.
fn pairs(name: &'static str, scope: Scope, budget: &Budget) -> Result<Report, ClassifyError> {
    only_by_size(name, scope, MOST_COUNTERS)?;
    let sorted = |[a, b]: [u128; 2]| [a.min(b), a.max(b)];
    let family = Family {
        name: name.to_string(),
        of: "pairs of heaps, n their sum".to_string(),
        level: Box::new(
            |grade: u32, each: &mut dyn FnMut([u128; 2]) -> Result<(), Unfinished>| {
                (0..=grade / 2).try_for_each(|a| each([a.into(), (grade - a).into()]))
            },
        ),
        options: Box::new(|&heaps: &[u128; 2], out: &mut Vec<[u128; 2]>| {
            let position = Wythoff(heaps);
            for mv in position.moves() {
                if let Ok(after) = position.play(&mv) {
                    out.push(sorted(after.0));
                }
            }
            out.sort_unstable();
            out.dedup();
        }),
        empty: [0, 0],
        show: Box::new(|&heaps: &[u128; 2]| Wythoff(heaps).to_string()),
    };
    Ok(family.classify(scope, budget)?)
}
