//! Who wins a partizan sum, by search without canonical forms.

use std::collections::HashMap;

use crate::partizan::sum::{PartizanComponent, PartizanSum};
use crate::partizan::values::options;
use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::component::write_number;
use nimfield_core::words::{Outcome, Play, Player};
use nimfield_games::matrix::block::{Block, write_canonical};
use nimfield_games::matrix::normal_form;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::removal::{Joining, Lines};
use short_game::{Arena, Game};

/// A search for outcomes of sums, with its memory. Values in a sum are searched through their
/// canonical options.
pub struct PartizanSearch {
    play: Play,
    /// For each position and player to move: whether that player wins.
    known: HashMap<Vec<u8>, bool, foldhash::fast::FixedState>,
    bytes: u64,
}

/// Diagrams of more lines are not searched: their options would be too many to hold.
const MOST_LINES: u128 = 10_000;

/// A sum in a search: blocks, diagrams, and values of the sum's arena.
#[derive(Clone, Debug, Default)]
struct State {
    blocks: Vec<Block<u32>>,
    diagrams: Vec<(Joining, Partition)>,
    values: Vec<Game>,
}

impl State {
    fn of(sum: &PartizanSum) -> Option<State> {
        let mut state = State::default();
        for component in sum.components() {
            match component {
                PartizanComponent::Value { game, .. } => state.values.push(*game),
                PartizanComponent::Lines(lines) if lines.line_count() > MOST_LINES => return None,
                PartizanComponent::Lines(lines) => {
                    let pieces = lines.pieces().iter().cloned();
                    state
                        .diagrams
                        .extend(pieces.map(|piece| (lines.joining(), piece)));
                }
                PartizanComponent::Matrix(matrix) => {
                    for placed in normal_form(matrix.matrix().grid()) {
                        state.blocks.push(placed.block.small()?);
                    }
                }
            }
        }
        Some(state)
    }

    fn key(&self, player: Player) -> Vec<u8> {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for block in &self.blocks {
            let mut key = vec![0];
            write_canonical(block, false, &mut key);
            parts.push(key);
        }
        for (joining, diagram) in &self.diagrams {
            let mut key = vec![2 + *joining as u8];
            for run in diagram.runs() {
                write_number(&mut key, run.part);
                write_number(&mut key, run.count);
            }
            parts.push(key);
        }
        for value in &self.values {
            let mut key = vec![1];
            write_number(&mut key, value.index() as u64);
            parts.push(key);
        }
        parts.sort_unstable();
        let mut key = vec![u8::from(player == Player::Right)];
        for part in parts {
            write_number(&mut key, part.len() as u64);
            key.extend(part);
        }
        key
    }

    fn options(&self, arena: &Arena, player: Player) -> Vec<State> {
        let mut found = Vec::new();
        for (i, block) in self.blocks.iter().enumerate() {
            for option in options(block, player) {
                let mut after = self.clone();
                after.blocks.remove(i);
                after.blocks.extend(option);
                found.push(after);
            }
        }
        for (i, (joining, diagram)) in self.diagrams.iter().enumerate() {
            for option in Lines::options(*joining, diagram, player) {
                let mut after = self.clone();
                after.diagrams.remove(i);
                let pieces = option.into_iter().map(|piece| (*joining, piece));
                after.diagrams.extend(pieces);
                found.push(after);
            }
        }
        for (i, &value) in self.values.iter().enumerate() {
            let (left, right) = arena.options(value).unwrap_or_default();
            for option in if player == Player::Left { left } else { right } {
                let mut after = self.clone();
                after.values[i] = option;
                found.push(after);
            }
        }
        found
    }
}

/// A position under examination.
struct Frame {
    key: Vec<u8>,
    player: Player,
    options: Vec<State>,
}

impl PartizanSearch {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(play: Play) -> PartizanSearch {
        PartizanSearch {
            play,
            known: HashMap::default(),
            bytes: 0,
        }
    }

    /// Positions searched so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.known.len() as u64
    }

    /// Whether `player`, to move, wins; `None` if some pile or diagram is too large for a search.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn wins(
        &mut self,
        sum: &PartizanSum,
        player: Player,
        budget: &Budget,
    ) -> Option<Result<bool, Unfinished>> {
        let root = State::of(sum)?;
        Some(self.search(root, player, sum.arena(), budget))
    }

    /// The outcome class.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn outcome(
        &mut self,
        sum: &PartizanSum,
        budget: &Budget,
    ) -> Option<Result<Outcome, Unfinished>> {
        let first = |search: &mut PartizanSearch, player| search.wins(sum, player, budget);
        let left = match first(self, Player::Left)? {
            Ok(wins) => wins,
            Err(unfinished) => return Some(Err(unfinished)),
        };
        let right = first(self, Player::Right)?;
        Some(right.map(|right| match (left, right) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        }))
    }

    fn search(
        &mut self,
        root: State,
        player: Player,
        arena: &Arena,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let frame = |state: &State, player: Player| Frame {
            key: state.key(player),
            player,
            options: state.options(arena, player),
        };
        let root_key = root.key(player);
        if let Some(&wins) = self.known.get(&root_key) {
            return Ok(wins);
        }
        let mut stack = vec![frame(&root, player)];
        let mut steps = 0u64;
        // Whoever cannot move loses, in misère play wins.
        let stuck = self.play == Play::Misere;
        while let Some(top) = stack.last_mut() {
            let opponent = top.player.opponent();
            let verdict = match top.options.last() {
                None => Some(false),
                Some(option) => match self.known.get(&option.key(opponent)) {
                    // An option lost for the opponent wins.
                    Some(false) => Some(true),
                    Some(true) => {
                        top.options.pop();
                        if top.options.is_empty() {
                            Some(false)
                        } else {
                            continue;
                        }
                    }
                    None => {
                        let next = frame(option, opponent);
                        if next.options.is_empty() {
                            self.keep(next.key, stuck);
                        } else {
                            stack.push(next);
                        }
                        None
                    }
                },
            };
            if let Some(wins) = verdict
                && let Some(done) = stack.pop()
            {
                // Only the root can be stuck here; others are kept before they are pushed.
                let stuck_root = stack.is_empty() && root.options(arena, player).is_empty();
                self.keep(done.key, if stuck_root { stuck } else { wins });
                steps += 1;
                if steps.is_multiple_of(16) {
                    self.poll(budget)?;
                }
            }
        }
        Ok(self.known[&root_key])
    }

    fn keep(&mut self, key: Vec<u8>, wins: bool) {
        // The key, its header and place in the table, twice while the table grows.
        self.bytes += key.len() as u64 + 2 * (size_of::<(Vec<u8>, bool)>() as u64 + 8);
        self.known.insert(key, wins);
    }

    fn poll(&self, budget: &Budget) -> Result<(), Unfinished> {
        let done = self.known.len() as u64;
        budget.report(Progress {
            phase: "searching",
            size: None,
            done,
            total: None,
        });
        let limits = budget.fits(self.bytes).and_then(|()| budget.check(done));
        limits.map_err(|limit| Unfinished {
            limit,
            done,
            total: None,
        })
    }
}
