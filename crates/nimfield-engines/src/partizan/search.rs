//! Who wins a partizan sum, by search without canonical forms.

use std::collections::HashMap;

use nimfield_core::budget::{Budget, Progress, Unfinished};
use nimfield_core::component::write_number;
use nimfield_core::partizan::{AnyPartizanComponent as Part, PartizanComponent};
use nimfield_core::words::{Outcome, Play, Player};

/// A search for outcomes of sums, with its memory. Values in a sum are searched through their
/// canonical options.
pub struct PartizanSearch {
    play: Play,
    /// For each position and player to move: whether that player wins.
    known: HashMap<Vec<u8>, bool, foldhash::fast::FixedState>,
    bytes: u64,
}

/// A position under examination: its options come one by one, the last first.
struct Frame {
    key: Vec<u8>,
    player: Player,
    parts: Vec<Part>,
    /// The part whose options come next is the one before this place.
    place: usize,
    /// How many of its options are left.
    left: u64,
    /// The option that is looked at.
    option: Option<Vec<Part>>,
    bytes: u64,
}

impl Frame {
    fn new(parts: Vec<Part>, player: Player) -> Frame {
        let key = key(&parts, player);
        let held = parts.iter().map(Part::bytes_outside).sum::<u64>() + key.len() as u64;
        let mut frame = Frame {
            key,
            player,
            place: parts.len(),
            parts,
            left: 0,
            option: None,
            bytes: 2 * held + size_of::<Frame>() as u64,
        };
        frame.advance();
        frame
    }

    /// Makes the next option, if there is one more.
    fn advance(&mut self) {
        self.option = None;
        while self.left == 0 {
            let Some(place) = self.place.checked_sub(1) else {
                return;
            };
            self.place = place;
            self.left = self.parts[place].option_count(self.player);
        }
        self.left -= 1;
        let others = self.parts.iter().enumerate();
        let others = others.filter(|&(i, _)| i != self.place);
        let mut option: Vec<Part> = others.map(|(_, part)| part.clone()).collect();
        self.parts[self.place].option(self.player, self.left, &mut option);
        self.option = Some(option);
    }
}

/// The key of a sum with `player` to move, whatever the order of its parts.
fn key(parts: &[Part], player: Player) -> Vec<u8> {
    let mut keys: Vec<Vec<u8>> = parts
        .iter()
        .map(|part| {
            let mut key = Vec::new();
            part.key(&mut key);
            key
        })
        .collect();
    keys.sort_unstable();
    let mut key = vec![u8::from(player == Player::Right)];
    for part in keys {
        write_number(&mut key, part.len() as u64);
        key.extend(part);
    }
    key
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

    /// The outcome class of the sum of `parts`.
    ///
    /// # Errors
    /// If the budget runs out; what was found is remembered.
    pub fn outcome(&mut self, parts: &[Part], budget: &Budget) -> Result<Outcome, Unfinished> {
        let left = self.wins(parts.to_vec(), Player::Left, budget)?;
        let right = self.wins(parts.to_vec(), Player::Right, budget)?;
        Ok(Outcome::partizan(left, right))
    }

    /// Whether `player`, to move in the sum of `parts`, wins.
    ///
    /// # Errors
    /// If the budget runs out; what was found is remembered.
    pub fn wins(
        &mut self,
        parts: Vec<Part>,
        player: Player,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let root_key = key(&parts, player);
        if let Some(&wins) = self.known.get(&root_key) {
            return Ok(wins);
        }
        // Lists of moves ask for many sums that take a step or two each.
        self.poll(0, budget)?;
        let root = Frame::new(parts, player);
        // Whoever cannot move loses, in misère play wins.
        let stuck = self.play == Play::Misere;
        if root.option.is_none() {
            self.keep(root.key, stuck);
            return Ok(stuck);
        }
        let mut on_stack = root.bytes;
        let mut stack = vec![root];
        let mut steps = 0u64;
        while let Some(top) = stack.last_mut() {
            steps += 1;
            if steps.is_multiple_of(16) {
                self.poll(on_stack, budget)?;
            }
            let opponent = top.player.opponent();
            let verdict = match &top.option {
                None => Some(false),
                Some(option) => match self.known.get(&key(option, opponent)) {
                    // An option lost for the opponent wins.
                    Some(false) => Some(true),
                    Some(true) => {
                        top.advance();
                        None
                    }
                    None => {
                        let next = Frame::new(option.clone(), opponent);
                        if next.option.is_none() {
                            self.keep(next.key, stuck);
                        } else {
                            on_stack += next.bytes;
                            stack.push(next);
                        }
                        None
                    }
                },
            };
            if let Some(wins) = verdict
                && let Some(done) = stack.pop()
            {
                on_stack -= done.bytes;
                self.keep(done.key, wins);
            }
        }
        Ok(self.known[&root_key])
    }

    fn keep(&mut self, key: Vec<u8>, wins: bool) {
        // The key, its header and place in the table, twice while the table grows.
        self.bytes += key.len() as u64 + 2 * (size_of::<(Vec<u8>, bool)>() as u64 + 8);
        self.known.insert(key, wins);
    }

    fn poll(&self, on_stack: u64, budget: &Budget) -> Result<(), Unfinished> {
        let done = self.known.len() as u64;
        budget.report(Progress {
            phase: "searching",
            size: None,
            done,
            total: None,
        });
        let limits = budget
            .fits(self.bytes + on_stack)
            .and_then(|()| budget.check(done));
        limits.map_err(|limit| Unfinished {
            limit,
            done,
            total: None,
        })
    }
}
