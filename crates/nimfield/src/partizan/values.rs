//! Canonical forms of partizan matrix nim positions.

use std::collections::HashMap;
use std::sync::Arc;

use short_game::{Arena, Dyadic, Error, Game};

use nimfield_core::budget::{Budget, Limit, Progress};
use nimfield_core::words::Player;
use nimfield_games::matrix::block::{Block, write_canonical};
use nimfield_games::matrix::grid::Pile;
use nimfield_games::matrix::normal_form;
use nimfield_games::matrix_partizan::theory::simple_value;
use nimfield_games::matrix_partizan::{PartizanMatrix, Simple};
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::removal::{Joining, Lines};

/// Positions of larger total size are not valued by recursion: their forms are out of reach anyway,
/// and the recursion is as deep as their longest play.
const LARGEST_TOTAL: u64 = 2_000;

/// Diagrams of more lines are not valued by recursion, for the same reason.
const MOST_LINES: u64 = 400;

/// Why a value was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// The budget ran out.
    Limit(Limit),
    /// The arena cannot hold it.
    Arena(Error),
    /// The position is too large.
    TooLarge,
}

impl std::fmt::Display for NoValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoValue::Limit(limit) => write!(f, "stopped by {limit}"),
            NoValue::Arena(error) => write!(f, "{error}"),
            NoValue::TooLarge => {
                write!(
                    f,
                    "canonical forms are computed for piles of at most {LARGEST_TOTAL} counters together, and for diagrams of at most {MOST_LINES} rows and columns"
                )
            }
        }
    }
}

impl From<Error> for NoValue {
    fn from(error: Error) -> NoValue {
        NoValue::Arena(error)
    }
}

/// Finds the values of positions and remembers those of blocks and diagrams.
pub struct Values {
    arena: Arc<Arena>,
    known: HashMap<Vec<u8>, Game, foldhash::fast::FixedState>,
    diagrams: HashMap<(Joining, Partition), Game, foldhash::fast::FixedState>,
}

impl Values {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(arena: Arc<Arena>) -> Values {
        Values {
            arena,
            known: HashMap::default(),
            diagrams: HashMap::default(),
        }
    }

    /// Blocks and diagrams whose values are remembered.
    #[must_use]
    pub fn positions(&self) -> u64 {
        (self.known.len() + self.diagrams.len()) as u64
    }

    /// The canonical form of a position of CRPM or CRPS.
    ///
    /// # Errors
    /// If the position is too large, or the budget or the arena runs out.
    pub fn value_of_lines(&mut self, position: &Lines, budget: &Budget) -> Result<Game, NoValue> {
        if position.line_count() > MOST_LINES.into() {
            return Err(NoValue::TooLarge);
        }
        self.sum_of_diagrams(position.joining(), position.pieces(), budget)
    }

    fn sum_of_diagrams(
        &mut self,
        joining: Joining,
        diagrams: &[Partition],
        budget: &Budget,
    ) -> Result<Game, NoValue> {
        let mut sum = Game::ZERO;
        for diagram in diagrams {
            let value = self.diagram(joining, diagram, budget)?;
            sum = self.arena.add(sum, value)?;
        }
        Ok(sum)
    }

    fn diagram(
        &mut self,
        joining: Joining,
        diagram: &Partition,
        budget: &Budget,
    ) -> Result<Game, NoValue> {
        let key = (joining, diagram.clone());
        if let Some(&game) = self.diagrams.get(&key) {
            return Ok(game);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for option in Lines::options(joining, diagram, player) {
                side.push(self.sum_of_diagrams(joining, &option, budget)?);
            }
        }
        let [left, right] = sides;
        let game = self.arena.game(&left, &right)?;
        self.diagrams.insert(key, game);
        self.look_at_budget(budget)?;
        Ok(game)
    }

    /// A single form may take long, so the clock is looked at after each.
    fn look_at_budget(&self, budget: &Budget) -> Result<(), NoValue> {
        let done = self.positions();
        budget.check(done).map_err(NoValue::Limit)?;
        budget.report(Progress {
            phase: "canonical forms",
            size: None,
            done,
            total: None,
        });
        Ok(())
    }

    /// The canonical form of a position: that of the blocks of its normal form, added up.
    ///
    /// # Errors
    /// If the position is too large, or the budget or the arena runs out.
    pub fn value(&mut self, position: &PartizanMatrix, budget: &Budget) -> Result<Game, NoValue> {
        let mut sum = Game::ZERO;
        for placed in normal_form(position.matrix().grid()) {
            let part = match simple_value(&placed.block) {
                Some(simple) => self.simple(simple)?,
                None => {
                    let small = placed.block.small().ok_or(NoValue::TooLarge)?;
                    let piles = small.as_grid();
                    let finite = piles.cells().iter().filter_map(|pile| pile.finite());
                    let total = finite.fold(0u128, u128::saturating_add);
                    if total > u128::from(LARGEST_TOTAL) {
                        return Err(NoValue::TooLarge);
                    }
                    self.block(&small, budget)?
                }
            };
            sum = self.arena.add(sum, part)?;
        }
        Ok(sum)
    }

    fn simple(&self, simple: Simple) -> Result<Game, NoValue> {
        let number = |negative: bool, size: u128, exponent: u32| {
            let size = i128::try_from(size).map_err(|_| Error::NumberRange)?;
            let number = Dyadic::new(if negative { -size } else { size }, exponent)?;
            self.arena.number(number)
        };
        Ok(match simple {
            Simple::Nimber(size) => {
                let size = u32::try_from(size).map_err(|_| NoValue::TooLarge)?;
                self.arena.nimber(size)?
            }
            Simple::Integer(negative, size) => number(negative, size, 0)?,
            Simple::Fraction(negative, exponent) => {
                let exponent = exponent.and_then(|exponent| u32::try_from(exponent).ok());
                number(negative, 1, exponent.ok_or(Error::NumberRange)?)?
            }
        })
    }

    fn block(&mut self, block: &Block<u32>, budget: &Budget) -> Result<Game, NoValue> {
        if let Some(simple) = simple_value(block) {
            return self.simple(simple);
        }
        let mut key = Vec::new();
        write_canonical(block, false, &mut key);
        if let Some(&game) = self.known.get(&key) {
            return Ok(game);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for option in options(block, player) {
                let mut sum = Game::ZERO;
                for part in option {
                    let value = self.block(&part, budget)?;
                    sum = self.arena.add(sum, value)?;
                }
                side.push(sum);
            }
        }
        let [left, right] = sides;
        let game = self.arena.game(&left, &right)?;
        self.known.insert(key, game);
        self.look_at_budget(budget)?;
        Ok(game)
    }
}

/// The options of a player, each as the blocks it consists of.
pub(super) fn options(
    block: &Block<u32>,
    player: Player,
) -> impl Iterator<Item = Vec<Block<u32>>> + '_ {
    let lines = match player {
        Player::Left => block.columns(),
        Player::Right => block.rows(),
    };
    (0..lines).flat_map(move |line| {
        let limit = match player {
            Player::Left => block.column_limit(line),
            Player::Right => block.row_limit(line),
        };
        (1..=limit).map(move |amount| block.lowered(player == Player::Right, line, amount))
    })
}
