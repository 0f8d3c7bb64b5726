//! Decides who wins a partizan sum, by a search without canonical forms.
//!
//! In normal play the integers of a sum are added up, and a sum whose summands have known stops is not searched if
//! bounds decide it. Options that the bounds decide are examined first, then those with the best mean.

use std::collections::HashMap;

use nimfield_core::component::write_number;
use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::partizan::{AnyPartizanComponent as Part, PartizanComponent};
use nimfield_core::prelude::*;

use super::bounds::verdict;
use super::integers::with_integers_gathered;

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
    play: Play,
    key: Vec<u8>,
    player: Player,
    parts: Vec<Part>,
    /// The part whose options come next is the one before this place.
    place: usize,
    /// The number of options that are left.
    left: u64,
    /// The options that bounds leave open, the best last, once all options were examined.
    open: Option<Vec<(usize, u64)>>,
    /// The current option.
    option: Option<Vec<Part>>,
    bytes: u64,
}

impl Frame {
    fn new(
        play: Play,
        parts: Vec<Part>,
        player: Player,
        meter: &Meter<'_>,
    ) -> Result<Frame, Unfinished> {
        let key = key(&parts, player);
        let held = parts.iter().map(Part::bytes_outside).sum::<u64>() + key.len() as u64;
        let mut frame = Frame {
            play,
            key,
            player,
            place: parts.len(),
            parts,
            left: 0,
            open: None,
            option: None,
            bytes: 2 * held + size_of::<Frame>() as u64,
        };
        frame.advance(meter)?;
        Ok(frame)
    }

    /// Generates the next option, if there is one more.
    fn advance(&mut self, meter: &Meter<'_>) -> Result<(), Unfinished> {
        self.option = None;
        if let Some(open) = &mut self.open {
            let next = open.pop();
            self.option = next.map(|(place, index)| self.option_at(place, index));
            return Ok(());
        }
        while self.left == 0 {
            let Some(place) = self.place.checked_sub(1) else {
                return Ok(());
            };
            self.place = place;
            self.left = self.list(place, meter)?;
        }
        self.left -= 1;
        self.option = Some(self.option_at(self.place, self.left));
        Ok(())
    }

    /// Counts the options of the part at this place, which may make the part list them.
    fn list(&mut self, place: usize, meter: &Meter<'_>) -> Result<u64, Unfinished> {
        let part = &self.parts[place];
        let before = part.bytes_outside();
        let held = meter.bytes + self.bytes;
        let listed = part.list_options(self.player, meter.budget(), held);
        listed.map_err(|limit| meter.stopped(limit))?;
        self.bytes += part.bytes_outside() - before;
        Ok(part.option_count(self.player))
    }

    /// Returns the option of this number in the part at this place.
    fn option_at(&self, place: usize, index: u64) -> Vec<Part> {
        let others = self.parts.iter().enumerate();
        let others = others.filter(|&(i, _)| i != place);
        let mut option: Vec<Part> = others.map(|(_, part)| part.clone()).collect();
        self.parts[place].option(self.player, index, &mut option);
        as_searched(self.play, option)
    }
}

/// Returns the parts that replace these in searches.
fn as_searched(play: Play, parts: Vec<Part>) -> Vec<Part> {
    match play {
        Play::Normal => with_integers_gathered(parts),
        Play::Misere => parts,
    }
}

/// Returns the data of a sum that bounds need, if it is known for all parts.
fn heats(parts: &[Part]) -> Option<Vec<Heat>> {
    parts.iter().map(Part::heat).collect()
}

/// Returns whether `player`, to move in a sum of these, wins, if bounds decide it.
fn wins_by_bounds(heats: &[Heat], player: Player) -> Option<bool> {
    let loses = verdict(heats)?.wins_second(player.opponent())?;
    Some(!loses)
}

/// Returns the key of a sum with `player` to move, whatever the order of its parts.
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
    /// Creates an empty memory.
    #[must_use]
    pub fn new(play: Play) -> PartizanSearch {
        PartizanSearch {
            play,
            known: HashMap::default(),
            bytes: 0,
        }
    }

    /// Returns the number of positions searched so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.known.len() as u64
    }

    /// Returns the outcome class of the sum of `parts`.
    ///
    /// # Errors
    /// If the budget runs out; the results so far are stored.
    pub fn outcome(&mut self, parts: &[Part], budget: &Budget) -> Result<Outcome, Unfinished> {
        let left = self.wins(parts.to_vec(), Player::Left, budget)?;
        let right = self.wins(parts.to_vec(), Player::Right, budget)?;
        Ok(Outcome::partizan(left, right))
    }

    /// Returns whether `player`, to move in the sum of `parts`, wins.
    ///
    /// # Errors
    /// If the budget runs out; the results so far are stored.
    pub fn wins(
        &mut self,
        parts: Vec<Part>,
        player: Player,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        let parts = as_searched(self.play, parts);
        let root_key = key(&parts, player);
        if let Some(&wins) = self.known.get(&root_key) {
            return Ok(wins);
        }
        let mut meter = Meter::new(budget, "searching").every(16);
        meter.bytes = self.bytes;
        meter.done = self.positions();
        // Lists of moves lead to many sums that take only a step or two each.
        meter.poll()?;
        if self.play == Play::Normal
            && let Some(wins) = heats(&parts).and_then(|heats| wins_by_bounds(&heats, player))
        {
            self.keep(root_key, wins);
            return Ok(wins);
        }
        let mut root = Frame::new(self.play, parts, player, &meter)?;
        // A player who cannot move loses, or in misère play wins.
        let stuck = self.play == Play::Misere;
        if root.option.is_none() {
            self.keep(root.key, stuck);
            return Ok(stuck);
        }
        if self.looked_through(&mut root, meter)? {
            self.keep(root.key, true);
            return Ok(true);
        }
        let mut stacked = root.bytes;
        // Positions under examination count as examined: a long game is deep before one is finished.
        meter.begun = 1;
        let mut stack = vec![root];
        while let Some(top) = stack.last_mut() {
            meter.done = self.known.len() as u64;
            meter.bytes = self.bytes + stacked;
            meter.step()?;
            let opponent = top.player.opponent();
            let verdict = match &top.option {
                None => Some(false),
                Some(option) => match self.known.get(&key(option, opponent)) {
                    // An option that the opponent loses wins.
                    Some(false) => Some(true),
                    Some(true) => {
                        stacked -= top.bytes;
                        top.advance(&meter)?;
                        stacked += top.bytes;
                        None
                    }
                    None => {
                        let option = option.clone();
                        let mut next = Frame::new(self.play, option, opponent, &meter)?;
                        if next.option.is_none() {
                            self.keep(next.key, stuck);
                        } else if self.looked_through(&mut next, meter)? {
                            self.keep(next.key, true);
                        } else {
                            stacked += next.bytes;
                            meter.begun += 1;
                            stack.push(next);
                        }
                        None
                    }
                },
            };
            if let Some(wins) = verdict
                && let Some(done) = stack.pop()
            {
                stacked -= done.bytes;
                meter.begun -= 1;
                self.keep(done.key, wins);
            }
        }
        Ok(self.known[&root_key])
    }

    /// Tests the options of a position, if bounds apply there; returns whether one of them wins, and drops losing ones.
    fn looked_through(&self, frame: &mut Frame, mut meter: Meter<'_>) -> Result<bool, Unfinished> {
        let held = meter.bytes;
        if self.play == Play::Misere || heats(&frame.parts).is_none() {
            return Ok(false);
        }
        let opponent = frame.player.opponent();
        let mut open = Vec::new();
        for place in 0..frame.parts.len() {
            for index in 0..frame.list(place, &meter)? {
                if index.is_multiple_of(1024) {
                    meter.bytes = held + size_of_val(&open[..]) as u64;
                    meter.poll()?;
                }
                let option = frame.option_at(place, index);
                let Some(heats) = heats(&option) else {
                    // Bounds decide nothing about this option.
                    return Ok(false);
                };
                match wins_by_bounds(&heats, opponent) {
                    Some(false) => return Ok(true),
                    Some(true) => continue,
                    None => {}
                }
                let means = heats
                    .iter()
                    .try_fold(BigDyadic::default(), |sum, heat| sum.add(&heat.mean));
                let Some(mean) = means else {
                    return Ok(false);
                };
                open.push((mean, place, index));
            }
        }
        open.sort_by(|(one, ..), (other, ..)| match frame.player {
            Player::Left => one.cmp(other),
            Player::Right => other.cmp(one),
        });
        let open: Vec<_> = open
            .into_iter()
            .map(|(_, place, index)| (place, index))
            .collect();
        frame.bytes += size_of_val(&open[..]) as u64;
        frame.open = Some(open);
        frame.advance(&meter)?;
        Ok(false)
    }

    fn keep(&mut self, key: Vec<u8>, wins: bool) {
        // The key, its header and its place in the table, twice while the table grows.
        self.bytes += key.len() as u64 + 2 * (size_of::<(Vec<u8>, bool)>() as u64 + 8);
        self.known.insert(key, wins);
    }
}
