//! All positions of a game, by their size.
//!
//! ```
//! use nimfield::by_size::PositionsBySize;
//!
//! let files = |name: &str| Err(format!("no file {name}"));
//! let positions = PositionsBySize::of("nim", &files)?;
//! assert_eq!(positions.size_is(), "total of all heaps");
//! let texts: Vec<String> = positions.of_size(3).collect();
//! assert_eq!(texts, ["nim[3]", "nim[2,1]", "nim[1,1,1]"]);
//! # Ok::<(), nimfield::NotationError>(())
//! ```

use nimfield_core::budget::Budget;
use nimfield_core::info::Setup;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_rules::{CoinRow, Diagrams, Piles};

use crate::reader::Load;
use crate::registry::Games;
use crate::rules_read::RulesRead;
use crate::sum::Sum;
use crate::term::Term;

/// All positions of a game, by size.
pub struct PositionsBySize<'a> {
    /// The name with its options.
    game: String,
    sort: Sort,
    load: Load<'a>,
    /// The rule file of the game, once it has been read.
    rules: RulesRead,
}

/// What the positions of a size are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Young diagrams of this many squares.
    Diagrams,
    /// Heaps of this total, none of them empty.
    Heaps,
    /// This number of heaps of a total, some perhaps empty, in any order.
    Tuples(usize),
    /// Rectangles of this many cells.
    Rectangles,
    /// Sets of squares of a strip, numbered from 0, of which the last has this number.
    Strip,
    /// Sets of coins of which the last has this number, each in parentheses or not.
    Coins { parentheses: bool },
}

/// Games of more heaps than this are not recognised.
const MOST_HEAPS: usize = 8;

/// Sets of coins with later last ones are too many to be listed.
const LAST_COIN: u64 = 63;

impl<'a> PositionsBySize<'a> {
    /// Returns the positions of a game, which is named with its options; `load` reads the file of a game `@FILE`.
    ///
    /// # Errors
    /// If the game does not exist, or infinitely many of its positions have the same size.
    pub fn of(game: &str, load: Load<'a>) -> Result<PositionsBySize<'a>, NotationError> {
        let game = game.trim();
        let setup = Games::builtin()
            .find(Cursor::new(game).word())
            .map(|entry| entry.info.setup);
        let sort = match setup {
            None | Some(Setup::Typed) => sort_of_rules(game, load)?,
            Some(setup) => {
                let sort = sort_of(setup, game, load);
                let sample = sample(sort.unwrap_or(Sort::Diagrams));
                match (sort, read_short(&format!("{game}{sample}"), load)) {
                    // Options that do not fit are a fault of their own.
                    (Some(_), Err(error)) => return Err(error),
                    (None, Err(error)) if error.span.start < game.len() => return Err(error),
                    _ => sort,
                }
            }
        };
        Ok(PositionsBySize {
            sort: sort.ok_or_else(|| without_size(game))?,
            game: game.to_string(),
            load,
            rules: RulesRead::default(),
        })
    }

    /// Returns the name of the game with its options.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns what the size of a position is, in words.
    #[must_use]
    pub fn size_is(&self) -> &'static str {
        match self.sort {
            Sort::Diagrams => "number of squares",
            Sort::Heaps | Sort::Tuples(_) => "total of all heaps",
            Sort::Rectangles => "number of cells",
            Sort::Strip => "number of the last square",
            Sort::Coins { .. } => "number of the last coin",
        }
    }

    /// Returns the texts of the positions of a size. Where the number of heaps is fixed, they come in every order.
    pub fn of_size(&self, size: u64) -> Box<dyn Iterator<Item = String> + '_> {
        let body = move |body: String| format!("{}[{body}]", self.game);
        match self.sort {
            Sort::Diagrams | Sort::Heaps => {
                let all = PartitionsOf::new(size);
                Box::new(all.map(move |parts| body(listed(&parts))))
            }
            Sort::Tuples(count) => {
                Box::new(Tuples::new(size, count).map(move |heaps| body(listed(&heaps))))
            }
            Sort::Rectangles => {
                let rows = (1..=size).filter(move |rows| size.is_multiple_of(*rows));
                Box::new(rows.map(move |rows| body(format!("{rows}x{}", size / rows))))
            }
            Sort::Strip => {
                let empty = (size == 0).then(Vec::new);
                let sets = empty.into_iter().chain(sets(0, size));
                Box::new(sets.map(move |set| body(listed(&set))))
            }
            Sort::Coins { parentheses } => {
                let empty = (size == 0).then(Vec::new);
                let sets = empty.into_iter().chain(sets(1, size));
                Box::new(sets.map(move |set| match parentheses {
                    false => body(listed(&set)),
                    true => {
                        let coins = set.iter().map(|coin| format!("({coin})"));
                        body(coins.collect::<Vec<_>>().join(" "))
                    }
                }))
            }
        }
    }

    /// Returns the positions of a size, read. Skips texts that are not positions if the game may lack some of them: a
    /// game whose heaps have to keep a condition, and size 0, of which not every game has a position.
    ///
    /// # Errors
    /// In the place of a position that cannot be read, or at which the budget ends.
    pub fn read_of_size<'s>(
        &'s self,
        size: u64,
        budget: &'s Budget,
    ) -> impl Iterator<Item = Result<Sum, NotationError>> + 's {
        let need_be = size > 0 && !matches!(self.sort, Sort::Tuples(_));
        let read = self.of_size(size).map(|text| self.read(&text, budget));
        read.filter(move |position| match position {
            Ok(_) => true,
            Err(error) => need_be || error.unfinished,
        })
    }

    /// Reads a position.
    ///
    /// # Errors
    /// Where the text is not a position, or if the budget ends.
    pub fn read(&self, text: &str, budget: &Budget) -> Result<Sum, NotationError> {
        let games = Games::builtin();
        let reader = games.reader().files(self.load);
        let reader = reader.rules_read(self.rules.clone());
        reader.budget(budget.clone()).read(text)
    }

    /// Returns a position of the game.
    ///
    /// # Errors
    /// If the file of the game has changed.
    pub fn sample(&self) -> Result<Sum, NotationError> {
        read_short(&format!("{}{}", self.game, sample(self.sort)), self.load)
    }
}

/// Returns a body of this sort.
fn sample(sort: Sort) -> String {
    match sort {
        Sort::Diagrams | Sort::Heaps => "[1]".to_string(),
        Sort::Tuples(count) => format!("[{}]", listed(&vec![1; count])),
        Sort::Rectangles => "[1x2]".to_string(),
        Sort::Strip | Sort::Coins { parentheses: false } => "[1]".to_string(),
        Sort::Coins { parentheses: true } => "[(1)]".to_string(),
    }
}

/// Returns what the positions of a built-in game are.
fn sort_of(setup: Setup, game: &str, load: Load<'_>) -> Option<Sort> {
    match setup {
        Setup::Partition { .. } => Some(Sort::Diagrams),
        Setup::Heaps { count: None, .. } => Some(Sort::Heaps),
        Setup::Heaps {
            count: Some(count), ..
        } => Some(Sort::Tuples(count as usize)),
        Setup::Stones { .. } | Setup::Rectangles => Some(Sort::Rectangles),
        Setup::Coins => Some(Sort::Strip),
        // With one coordinate they are coins in a row.
        Setup::Points { ordinals: false } => {
            let row = Sort::Coins { parentheses: true };
            read_short(&format!("{game}{}", sample(row)), load)
                .ok()
                .map(|_| row)
        }
        Setup::Points { .. }
        | Setup::Typed
        | Setup::Matrix
        | Setup::Triangle
        | Setup::Rows { .. } => None,
    }
}

/// Returns what the positions of a game by rules are, found by reading some.
///
/// # Errors
/// If the game does not exist, or none of the samples could be read.
fn sort_of_rules(game: &str, load: Load<'_>) -> Result<Option<Sort>, NotationError> {
    let read_as = |sort: Sort| read_short(&format!("{game}{}", sample(sort)), load);
    // Piles in a ring or a grid have places of their own.
    let mut multisets = true;
    let mut first = None;
    match read_as(Sort::Diagrams) {
        Ok(sum) => {
            if let [term] = sum.components() {
                if is_diagrams(term) {
                    return Ok(Some(Sort::Diagrams));
                }
                let any = term.as_any();
                if any.is_some_and(|any| any.is::<CoinRow>()) {
                    return Ok(Some(Sort::Coins { parentheses: false }));
                }
                let piles: Option<&Piles> = any.and_then(|any| any.downcast_ref());
                multisets = piles.is_none_or(Piles::are_multisets);
            }
        }
        // A fault in the name or in the file, not in the body.
        Err(error) if !error.text.starts_with(game) || error.span.start < game.len() => {
            return Err(error);
        }
        Err(error) => first = Some(error),
    }
    if read_as(Sort::Rectangles).is_ok() {
        return Ok(Some(Sort::Rectangles));
    }
    let counts = (1..=MOST_HEAPS).filter(|&count| read_as(Sort::Tuples(count)).is_ok());
    let counts: Vec<usize> = counts.collect();
    match (counts.as_slice(), first) {
        ([count], _) => Ok(Some(Sort::Tuples(*count))),
        (counts, _) if counts.len() == MOST_HEAPS && multisets => Ok(Some(Sort::Heaps)),
        // A parameter is missing, or bodies look different from all of these.
        ([], Some(error)) => Err(error),
        _ => Ok(None),
    }
}

fn without_size(game: &str) -> NotationError {
    let cursor = Cursor::new(game);
    NotationError {
        example: "matrix[a b; c d], with ranges a=0..9 b=0..9 c=0..9 d=0..9".to_string(),
        ..cursor.fault(
            0..game.len(),
            format!("the positions of `{game}` have no size of which there are finitely many"),
            "the name of a game stands for all its partitions, heaps, rectangles or rows of coins of a size; for other games, give a position with letters and a range for each",
        )
    }
}

/// Reads a position of the games of Nimfield and of files.
pub(crate) fn read(text: &str, load: Load<'_>, budget: &Budget) -> Result<Sum, NotationError> {
    let games = Games::builtin();
    games.reader().files(load).budget(budget.clone()).read(text)
}

/// Reads a position as short as a [`sample`].
fn read_short(text: &str, load: Load<'_>) -> Result<Sum, NotationError> {
    read(text, load, &Budget::unlimited())
}

/// Returns whether a component is one or more Young diagrams.
pub(crate) fn is_diagrams(term: &Term) -> bool {
    let built_in =
        |info: &nimfield_core::info::GameInfo| matches!(info.setup, Setup::Partition { .. });
    let of_rules = |any: &dyn std::any::Any| any.is::<Diagrams>();
    term.info().is_some_and(built_in) || term.as_any().is_some_and(of_rules)
}

fn listed(parts: &[u64]) -> String {
    let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
    parts.join(",")
}

/// Returns the sets of numbers from `first` on with this last one; none where they are too many to be listed.
fn sets(first: u64, last: u64) -> impl Iterator<Item = Vec<u64>> {
    let free = last.checked_sub(first).filter(|&free| free <= LAST_COIN);
    let count = free.map_or(0, |free| 1u128 << free);
    (0..count).map(move |bits| {
        let below = (first..last).filter(|number| bits >> (number - first) & 1 == 1);
        below.chain([last]).collect()
    })
}

/// The partitions of a number, parts descending, the largest first part first.
struct PartitionsOf {
    next: Option<Vec<u64>>,
}

impl PartitionsOf {
    fn new(size: u64) -> PartitionsOf {
        let whole = if size == 0 { Vec::new() } else { vec![size] };
        PartitionsOf { next: Some(whole) }
    }
}

impl Iterator for PartitionsOf {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let here = self.next.take()?;
        // The last part above 1 loses 1, and what follows it is shared out again in parts as large as that.
        if let Some(last) = here.iter().rposition(|&part| part > 1) {
            let mut after = here[..last].to_vec();
            let most = here[last] - 1;
            let mut rest = here[last] + (here.len() - last - 1) as u64;
            while rest > 0 {
                let part = rest.min(most);
                after.push(part);
                rest -= part;
            }
            self.next = Some(after);
        }
        Some(here)
    }
}

/// This many numbers of a total, in every order, the first ones growing last.
struct Tuples {
    next: Option<Vec<u64>>,
}

impl Tuples {
    fn new(total: u64, count: usize) -> Tuples {
        let mut first = vec![0; count];
        if let Some(last) = first.last_mut() {
            *last = total;
        }
        Tuples { next: Some(first) }
    }
}

impl Iterator for Tuples {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let here = self.next.take()?;
        // The last number that can give something to the one before it does, and the rest goes back to the end.
        if let Some(giver) = here.iter().rposition(|&number| number > 0)
            && giver > 0
        {
            let mut after = here.clone();
            after[giver - 1] += 1;
            let rest = std::mem::take(&mut after[giver]) - 1;
            if let Some(last) = after.last_mut() {
                *last += rest;
            }
            self.next = Some(after);
        }
        Some(here)
    }
}
