//! Decides who wins a partizan sum, by a search without canonical forms.
//!
//! In normal play the integers of a sum are added up, and a sum whose summands have known stops is not searched if
//! bounds decide it. Options that the bounds decide are examined first, then those with the best mean.

use std::cell::OnceCell;

use nimfield_core::component::{AnyComponent, Component, Known, write_number};
use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::partizan::{AnyPartizanComponent as Part, PartizanComponent};
use nimfield_core::prelude::*;

use super::bounds::verdict;
use super::integers::with_integers_gathered;
use crate::disjunctive_sum::sorted_keys;
use crate::search::{Knowledge, Search};

/// A search for outcomes of sums, with its memory. Values in a sum are searched through their
/// canonical options.
///
/// A sum with a player to move is a position of an impartial game, whose moves are those of that player.
pub struct PartizanSearch {
    play: Play,
    search: Search<AnyComponent>,
}

/// A sum with the player to move.
#[derive(Clone)]
struct Turn {
    play: Play,
    player: Player,
    parts: Vec<Part>,
    /// What bounds say.
    known: Known,
    /// The options that bounds leave open, the best first, or one that wins; `None` if bounds do not apply.
    open: OnceCell<Option<Vec<TurnOption>>>,
}

/// The place of a part, the number of its option, and what bounds say of it.
type TurnOption = (usize, u64, Known);

impl Turn {
    /// Creates a position, with what bounds say of it.
    fn new(play: Play, parts: Vec<Part>, player: Player) -> Turn {
        let mut turn = Turn::undecided(play, parts, player);
        let wins = turn
            .heats()
            .and_then(|heats| wins_by_bounds(&heats, player));
        turn.known = wins.map_or(Known::Nothing, |wins| Known::outcome(!wins));
        turn
    }

    fn undecided(play: Play, parts: Vec<Part>, player: Player) -> Turn {
        Turn {
            play,
            player,
            parts: match play {
                Play::Normal => with_integers_gathered(parts),
                Play::Misere => parts,
            },
            known: Known::Nothing,
            open: OnceCell::new(),
        }
    }

    /// Returns the data that bounds need, if bounds apply and it is known for all parts.
    fn heats(&self) -> Option<Vec<Heat>> {
        let applies = self.play == Play::Normal;
        applies.then(|| self.parts.iter().map(Part::heat).collect())?
    }

    /// Returns the option of this number in the part at this place.
    fn after(&self, place: usize, index: u64) -> Turn {
        let others = self.parts.iter().enumerate();
        let others = others.filter(|&(i, _)| i != place);
        let mut option: Vec<Part> = others.map(|(_, part)| part.clone()).collect();
        self.parts[place].option(self.player, index, &mut option);
        Turn::undecided(self.play, option, self.player.opponent())
    }

    /// Applies bounds to all options, if the data for them is known.
    fn open_options(&self, budget: &Budget, held: u64) -> Result<Option<Vec<TurnOption>>, Limit> {
        let mut open = Vec::new();
        if self.heats().is_none() {
            return Ok(None);
        }
        for (place, part) in self.parts.iter().enumerate() {
            for index in 0..part.option_count(self.player) {
                if index.is_multiple_of(1024) {
                    budget.fits(held + size_of_val(&open[..]) as u64)?;
                    budget.check(0)?;
                }
                let Some(heats) = self.after(place, index).heats() else {
                    return Ok(None);
                };
                match wins_by_bounds(&heats, self.player.opponent()) {
                    Some(false) => return Ok(Some(vec![(place, index, Known::Value(0))])),
                    Some(true) => continue,
                    None => {}
                }
                let mut means = heats.iter().map(|heat| &heat.mean);
                let mean = means.try_fold(BigDyadic::default(), |sum, mean| sum.add(mean));
                let Some(mean) = mean else {
                    return Ok(None);
                };
                open.push((mean, (place, index, Known::Nothing)));
            }
        }
        open.sort_by(|(one, _), (other, _)| match self.player {
            Player::Left => other.cmp(one),
            Player::Right => one.cmp(other),
        });
        Ok(Some(open.into_iter().map(|(_, option)| option).collect()))
    }

    fn open(&self) -> Option<&[TurnOption]> {
        self.open.get()?.as_deref()
    }
}

/// Returns whether `player`, to move in a sum of these, wins, if bounds decide it.
fn wins_by_bounds(heats: &[Heat], player: Player) -> Option<bool> {
    let loses = verdict(heats)?.wins_second(player.opponent())?;
    Some(!loses)
}

impl Component for Turn {
    /// Appends the key, whatever the order of the parts.
    fn key(&self, out: &mut Vec<u8>) {
        out.push(u8::from(self.player == Player::Right));
        for part in sorted_keys(&self.parts, Part::key) {
            write_number(out, part.len() as u64);
            out.extend(part);
        }
    }

    fn list_options(&self, budget: &Budget, held: u64) -> Result<(), Limit> {
        // A list may take long.
        budget.check(0)?;
        for part in &self.parts {
            part.list_options(self.player, budget, held + self.bytes_outside())?;
        }
        if self.open.get().is_none() {
            let open = self.open_options(budget, held + self.bytes_outside())?;
            self.open.get_or_init(|| open);
        }
        Ok(())
    }

    fn option_count(&self) -> u64 {
        let counts = self.parts.iter().map(|part| part.option_count(self.player));
        match self.open() {
            Some(open) => open.len() as u64,
            None => counts.fold(0, u64::saturating_add),
        }
    }

    fn option(&self, mut index: u64, out: &mut Vec<Turn>) {
        if let Some(open) = self.open() {
            let (place, index, known) = open[index as usize];
            let option = self.after(place, index);
            out.push(Turn { known, ..option });
            return;
        }
        for (place, part) in self.parts.iter().enumerate() {
            let count = part.option_count(self.player);
            if index < count {
                return out.push(self.after(place, index));
            }
            index -= count;
        }
    }

    fn known(&self, _: Play) -> Known {
        self.known
    }

    fn bytes_outside(&self) -> u64 {
        let parts = self.parts.iter().map(|part| 16 + part.bytes_outside());
        parts.sum::<u64>() + self.open().map_or(0, size_of_val) as u64
    }
}

impl PartizanSearch {
    /// Creates an empty memory.
    #[must_use]
    pub fn new(play: Play) -> PartizanSearch {
        PartizanSearch {
            play,
            search: Search::new(play, Knowledge::Theory),
        }
    }

    /// Returns the number of positions searched so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.search.positions()
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
        let turn = AnyComponent::new(Turn::new(self.play, parts, player));
        Ok(!self.search.has_value(&turn, 0, budget)?)
    }
}
