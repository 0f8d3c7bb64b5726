//! The positions of a game, level by level.

use nimfield_core::prelude::*;
use nimfield_games::nim::Nim;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::coins::Welter;
use nimfield_games::partitions::order::Order;
use nimfield_games::partitions::pnim::census::Grading;
use nimfield_games::partitions::rnim::Rnim;
use nimfield_games::wythoff::Wythoff;

use nimfield::Sum;
use nimfield::Term;
use nimfield::by_size::PositionsBySize;

use super::error::ClassifyError;
use super::report::Scope;
use super::walks;

/// The positions of a game, level by level.
pub(super) struct Levels<'a> {
    positions: &'a PositionsBySize,
    game: String,
    sort: Sort,
}

/// The kind of the positions of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// One heap; the position without heaps has this body.
    Heap { none: &'static str },
    /// Two heaps in any order.
    Pair,
    /// A box of any dimension.
    Box,
    /// Coins on squares, none on square 0 or one more there.
    Coins,
    /// A partition, which moves may split into several.
    Partition { several: bool },
    /// All positions of a size, and their followers.
    BySize,
}

/// Returns whether moves take from one heap and never divide it.
fn takes_only(term: &Term) -> bool {
    let code = term.as_code_heaps();
    code.is_some_and(|(rules, _)| rules.most_pieces() <= 1)
}

/// The callback for a position.
type Visit<'v> = dyn FnMut(Sum) -> Result<(), ClassifyError> + 'v;

impl<'a> Levels<'a> {
    /// Returns the levels of the game of `term`.
    pub(super) fn of(positions: &'a PositionsBySize, term: &Term) -> Levels<'a> {
        let game = positions.game();
        let info = term.info();
        let (name, setup) = info.map_or(("", Setup::Typed), |info| (info.name, info.setup));
        // Moves that leave at most one heap lead from single heaps to single heaps. Rule files keep the empty pile, and
        // some have no position with one pile.
        let unlimited = Budget::unlimited();
        let read = |none: &&str| positions.read(&format!("{game}[{none}]"), &unlimited);
        let heap = || ["", "0"].into_iter().find(|none| read(none).is_ok());
        let sort = match (term.as_any(), setup) {
            _ if takes_only(term) => heap().map_or(Sort::BySize, |none| Sort::Heap { none }),
            (Some(any), _) if any.is::<Nim>() => Sort::Heap { none: "0" },
            (Some(any), _) if any.is::<Wythoff>() => Sort::Pair,
            (Some(any), _) if any.is::<Rnim>() => Sort::Box,
            (Some(any), _) if any.is::<Welter>() => Sort::Coins,
            (_, Setup::Partition { several }) => Sort::Partition { several },
            _ => Sort::BySize,
        };
        let named = game.eq_ignore_ascii_case(name);
        Levels {
            positions,
            game: if named { name } else { game }.to_string(),
            sort,
        }
    }

    /// Returns the name of the game with its options.
    pub(super) fn game(&self) -> &str {
        &self.game
    }

    /// Describes the positions.
    pub(super) fn words(&self) -> String {
        match self.sort {
            Sort::Heap { .. } => "heaps".to_string(),
            Sort::Pair => "pairs of heaps, n their sum".to_string(),
            Sort::Box => "boxes, n the sum of their sides".to_string(),
            Sort::Coins => "coins, n the sum of their squares".to_string(),
            Sort::Partition { several: false } => "partitions".to_string(),
            Sort::Partition { several: true } => {
                "partitions and the pieces they fall into".to_string()
            }
            Sort::BySize => {
                let size = self.positions.size_is();
                format!("positions and their followers, n the {size}")
            }
        }
    }

    /// Checks that the positions of this scope can be visited.
    pub(super) fn allow(&self, scope: Scope) -> Result<(), ClassifyError> {
        let partitions = matches!(self.sort, Sort::Partition { .. });
        if scope.grading == Grading::Perimeter && !partitions {
            let what = match self.sort {
                Sort::Heap { .. } => "a heap",
                _ => &self.game,
            };
            return Err(ClassifyError::NoPerimeter(what.to_string()));
        }
        if scope.sums && self.sort == Sort::BySize {
            return Err(ClassifyError::NoSums(self.game.clone()));
        }
        let most = match (self.sort, scope.grading) {
            // Their values depend on that many options.
            (Sort::Heap { .. } | Sort::Pair, _) => 5000,
            (Sort::Coins, _) => 63,
            (Sort::Partition { several: true }, _) | (_, Grading::Perimeter) => 40,
            // Partitions are words of 64 bits.
            (Sort::Box | Sort::Partition { several: false }, Grading::Size) => 64,
            (Sort::BySize, _) => u32::MAX,
        };
        if scope.up_to > most {
            return Err(ClassifyError::OutOfRange { most });
        }
        if self.sort == Sort::BySize {
            // Report a size that is too large before examining the others.
            for size in 1..=scope.up_to {
                let unlimited = Budget::unlimited();
                let mut all = self.positions.read_of_size(size.into(), &unlimited);
                all.next().transpose()?;
            }
        }
        Ok(())
    }

    /// Visits the positions of a level.
    pub(super) fn each(
        &self,
        grading: Grading,
        grade: u32,
        visit: &mut Visit<'_>,
    ) -> Result<(), ClassifyError> {
        let unlimited = Budget::unlimited();
        let mut read = |body: &str| {
            let text = format!("{}[{body}]", self.game);
            visit(self.positions.read(&text, &unlimited)?)
        };
        match self.sort {
            Sort::Heap { none } if grade == 0 => read(none),
            Sort::Heap { .. } => read(&grade.to_string()),
            Sort::Pair => {
                (0..=grade / 2).try_for_each(|least| read(&format!("{least},{}", grade - least)))
            }
            Sort::Box if grade == 0 => read("0"),
            Sort::Box => Order::new(grade).try_for_each(grade, |sides| read(&listed(sides))),
            Sort::Coins => Order::new(grade).try_for_each(grade, |coins| {
                if coins.windows(2).any(|pair| pair[0] == pair[1]) {
                    return Ok(());
                }
                read(&listed(coins))?;
                read(&listed(&[coins, &[0]].concat()))
            }),
            Sort::Partition { .. } => walks::each(grading, grade, |word| {
                read(&Partition::from_word(word.into()).to_string())
            }),
            Sort::BySize => {
                let mut all = self.positions.read_of_size(grade.into(), &unlimited);
                all.try_for_each(|position| visit(position?))
            }
        }
    }

    /// Returns the positions of the levels from 1 on, each with its grade.
    pub(super) fn single(
        &self,
        scope: Scope,
        budget: &Budget,
    ) -> Result<Vec<(u32, Term)>, ClassifyError> {
        let mut single: Vec<(u32, Term)> = Vec::new();
        for grade in 1..=scope.up_to {
            self.each(scope.grading, grade, &mut |position| {
                single.extend(
                    position
                        .components()
                        .iter()
                        .map(|term| (grade, term.clone())),
                );
                // When the list grows, its old and new memory exist side by side.
                let bytes = 3 * single.capacity() * size_of::<(u32, Term)>();
                let limits = budget.fits(bytes as u64).and_then(|()| budget.check(0));
                let unfinished = |limit| Unfinished {
                    limit,
                    done: 0,
                    total: None,
                };
                Ok(limits.map_err(unfinished)?)
            })?;
        }
        Ok(single)
    }
}

fn listed(parts: &[u8]) -> String {
    let parts: Vec<String> = parts.iter().map(u8::to_string).collect();
    parts.join(",")
}

/// Visits all multisets of positions whose grades have this total.
pub(super) fn multisets(
    single: &[(u32, Term)],
    total: u32,
    chosen: &mut Vec<Term>,
    visit: &mut dyn FnMut(&[Term]) -> Result<(), ClassifyError>,
) -> Result<(), ClassifyError> {
    if total == 0 {
        return visit(chosen);
    }
    for (i, (grade, position)) in single.iter().enumerate() {
        if let Some(rest) = total.checked_sub(*grade) {
            chosen.push(position.clone());
            multisets(&single[i..], rest, chosen, visit)?;
            chosen.pop();
        }
    }
    Ok(())
}
