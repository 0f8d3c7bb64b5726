//! All positions of a game, by their size.
//!
//! ```
//! use nimfield::by_size::PositionsBySize;
//! use nimfield::{Budget, Games, NotationError};
//!
//! let positions = PositionsBySize::of("nim", &Games::builtin().reader())?;
//! assert_eq!(positions.size_is(), "total of all heaps");
//! let budget = Budget::unlimited();
//! let all = positions.read_of_size(3, &budget);
//! let all = all.map(|position| Ok(position?.to_string()));
//! let all: Vec<String> = all.collect::<Result<_, NotationError>>()?;
//! assert_eq!(all, ["nim[3]", "nim[2,1]", "nim[1,1,1]"]);
//! # Ok::<(), NotationError>(())
//! ```

use std::iter::successors;

use nimfield_core::prelude::*;
use nimfield_rules::{CoinRow, Piles};

use crate::reader::Reader;
use crate::sum::Sum;
use crate::term::Term;

/// All positions of a game, by size.
pub struct PositionsBySize {
    /// The name with its options.
    game: String,
    sort: Sort,
    reader: Reader<'static>,
}

/// The kind of the positions of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Young diagrams of this many squares.
    Diagrams,
    /// Heaps of this total, none of them empty.
    Heaps,
    /// Heaps of this total, none of them empty, the smallest first.
    Ascending,
    /// This number of heaps of a total, some perhaps empty, in any order.
    Tuples(usize),
    /// Rectangles of this many cells.
    Rectangles,
    /// Sets of squares of a strip, numbered from 0, whose last square has this number.
    Strip,
    /// Sets of coins whose last coin has this number, each in parentheses or not.
    Coins { parentheses: bool },
}

/// The most heaps of a recognised game.
const MOST_HEAPS: usize = 8;

/// The largest last coin: beyond it, the sets are too many to list.
const LAST_COIN: u64 = 63;

impl PositionsBySize {
    /// Returns the positions of a game, given its name with options and a reader that knows it.
    ///
    /// # Errors
    /// If the game does not exist, or infinitely many of its positions have the same size.
    pub fn of(game: &str, reader: &Reader<'static>) -> Result<PositionsBySize, NotationError> {
        let game = game.trim();
        let setup = reader
            .games()
            .find(Cursor::new(game).word())
            .map(|entry| entry.info.setup);
        let sort = match setup {
            None | Some(Setup::Typed) => sort_of_rules(game, reader)?,
            Some(setup) => {
                let sort = sort_of(setup, game, reader);
                let sample = sample(sort.unwrap_or(Sort::Diagrams));
                match (sort, reader.read(&format!("{game}{sample}"))) {
                    // Invalid options are an error.
                    (Some(_), Err(error)) => return Err(error),
                    (None, Err(error)) if error.span.start < game.len() => return Err(error),
                    _ => sort,
                }
            }
        };
        Ok(PositionsBySize {
            sort: sort.ok_or_else(|| without_size(game))?,
            game: game.to_string(),
            reader: reader.clone(),
        })
    }

    /// Returns the name of the game with its options.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Describes the size of a position.
    #[must_use]
    pub fn size_is(&self) -> &'static str {
        match self.sort {
            Sort::Diagrams => "number of squares",
            Sort::Heaps | Sort::Ascending | Sort::Tuples(_) => "total of all heaps",
            Sort::Rectangles => "number of cells",
            Sort::Strip => "number of the last square",
            Sort::Coins { .. } => "number of the last coin",
        }
    }

    /// Returns the texts of the positions of a size. If the number of heaps is fixed, every order occurs.
    pub(crate) fn of_size(&self, size: u64) -> Box<dyn Iterator<Item = String> + '_> {
        let body = move |body: String| format!("{}[{body}]", self.game);
        match self.sort {
            Sort::Diagrams | Sort::Heaps => {
                let all = partitions_of(size);
                Box::new(all.map(move |parts| body(listed(&parts))))
            }
            Sort::Ascending => {
                let all = partitions_of(size);
                let ascending = |parts: Vec<u64>| parts.into_iter().rev().collect::<Vec<_>>();
                Box::new(all.map(move |parts| body(listed(&ascending(parts)))))
            }
            Sort::Tuples(count) => {
                Box::new(tuples(size, count).map(move |heaps| body(listed(&heaps))))
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

    /// Returns the parsed positions of a size. Skips texts that are not positions if the game may lack some: games with
    /// a condition on heaps, and size 0, which not every game has.
    ///
    /// # Errors
    /// In place of a position that cannot be read, or when the budget runs out.
    pub fn read_of_size<'s>(
        &'s self,
        size: u64,
        budget: &'s Budget,
    ) -> impl Iterator<Item = Result<Sum, NotationError>> + 's {
        let read = self.of_size(size).map(|text| self.read(&text, budget));
        read.filter(move |position| match position {
            Ok(_) => true,
            Err(error) => !self.may_lack(size) || error.unfinished,
        })
    }

    /// Returns whether a text of this size need not be a position of the game.
    pub(crate) fn may_lack(&self, size: u64) -> bool {
        size == 0 || matches!(self.sort, Sort::Tuples(_))
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position, or the budget runs out.
    pub fn read(&self, text: &str, budget: &Budget) -> Result<Sum, NotationError> {
        self.reader.clone().budget(budget.clone()).read(text)
    }

    /// Returns a position of the game.
    ///
    /// # Errors
    /// If the file of the game has changed.
    pub fn sample(&self) -> Result<Sum, NotationError> {
        self.reader
            .read(&format!("{}{}", self.game, sample(self.sort)))
    }
}

/// Returns an example of a body of this kind.
fn sample(sort: Sort) -> String {
    match sort {
        Sort::Diagrams | Sort::Heaps | Sort::Ascending => "[1]".to_string(),
        Sort::Tuples(count) => format!("[{}]", listed(&vec![1; count])),
        Sort::Rectangles => "[1x2]".to_string(),
        Sort::Strip | Sort::Coins { parentheses: false } => "[1]".to_string(),
        Sort::Coins { parentheses: true } => "[(1)]".to_string(),
    }
}

/// Returns the kind of the positions of a built-in game.
fn sort_of(setup: Setup, game: &str, reader: &Reader<'_>) -> Option<Sort> {
    match setup {
        Setup::Partition { .. } => Some(Sort::Diagrams),
        Setup::Heaps { count: None, .. } => Some(Sort::Heaps),
        Setup::Heaps {
            count: Some(count), ..
        } => Some(Sort::Tuples(count as usize)),
        Setup::Stones { .. } | Setup::Rectangles => Some(Sort::Rectangles),
        Setup::Coins => Some(Sort::Strip),
        // With one coordinate, points are coins in a row.
        Setup::Points { ordinals: false } => {
            let row = Sort::Coins { parentheses: true };
            let read = reader.read(&format!("{game}{}", sample(row)));
            // An error in the options occurs again with the sample of another body.
            read.is_ok().then_some(row)
        }
        Setup::Points { .. }
        | Setup::Typed
        | Setup::Matrix
        | Setup::Triangle
        | Setup::Rows { .. } => None,
    }
}

/// Determines the kind of the positions of a game from a rule file by reading samples.
///
/// # Errors
/// If the game does not exist, or none of the samples could be read.
fn sort_of_rules(game: &str, reader: &Reader<'_>) -> Result<Option<Sort>, NotationError> {
    let read_as = |sort: Sort| reader.read(&format!("{game}{}", sample(sort)));
    // Piles in a ring or a grid have fixed places.
    let (mut multisets, mut sorted) = (true, false);
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
                let any = any.filter(|_| term.as_impartial().is_some());
                let piles: Option<&Piles> = any.and_then(|any| any.downcast_ref());
                multisets = piles.is_none_or(Piles::are_multisets);
                sorted = piles.is_some_and(Piles::are_sorted);
            }
        }
        // The error is in the name or in the file, not in the body.
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
        (counts, _) if counts.len() == MOST_HEAPS && sorted => Ok(Some(Sort::Ascending)),
        // A parameter is missing, or bodies have another form than these.
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
            format!("the positions of `{game}` have no size that only finitely many of them share"),
            "the name of a game stands for all its partitions, heaps, rectangles or rows of coins of a size; for other games, give a position with letters and a range for each",
        )
    }
}

/// Returns whether a component is one or more Young diagrams.
pub(crate) fn is_diagrams(term: &Term) -> bool {
    matches!(term.shape(), Shape::Diagrams { .. })
}

fn listed(parts: &[u64]) -> String {
    let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
    parts.join(",")
}

/// Returns the sets of numbers from `first` on with this last number; none if they are too many to list.
fn sets(first: u64, last: u64) -> impl Iterator<Item = Vec<u64>> {
    let free = last.checked_sub(first).filter(|&free| free <= LAST_COIN);
    let count = free.map_or(0, |free| 1u128 << free);
    (0..count).map(move |bits| {
        let below = (first..last).filter(|number| bits >> (number - first) & 1 == 1);
        below.chain([last]).collect()
    })
}

/// Returns the partitions of a number, parts descending, the largest first part first.
fn partitions_of(size: u64) -> impl Iterator<Item = Vec<u64>> {
    let whole = if size == 0 { Vec::new() } else { vec![size] };
    successors(Some(whole), |here| {
        // The last part above 1 loses 1, and the rest is divided again into parts of at most that size.
        let last = here.iter().rposition(|&part| part > 1)?;
        let mut after = here[..last].to_vec();
        let most = here[last] - 1;
        let mut rest = here[last] + (here.len() - last - 1) as u64;
        while rest > 0 {
            let part = rest.min(most);
            after.push(part);
            rest -= part;
        }
        Some(after)
    })
}

/// Returns all sequences of `count` numbers with this total; the first numbers grow last.
fn tuples(total: u64, count: usize) -> impl Iterator<Item = Vec<u64>> {
    let mut first = vec![0; count];
    if let Some(last) = first.last_mut() {
        *last = total;
    }
    successors(Some(first), |here| {
        // The last number that can give 1 to its predecessor does so, and the rest goes back to the end.
        let giver = here.iter().rposition(|&number| number > 0)?;
        let mut after = here.clone();
        *after[..giver].last_mut()? += 1;
        let rest = std::mem::take(&mut after[giver]) - 1;
        *after.last_mut()? += rest;
        Some(after)
    })
}
