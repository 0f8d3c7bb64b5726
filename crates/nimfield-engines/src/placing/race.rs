//! Outcomes of placing games in which Left and Right have different moves, by a search with bounds.

use std::fmt;
use std::io::{self, Read, Write};

use nimfield_core::families::placing::{Placement, Placing};
use nimfield_core::prelude::*;

use super::counts::Count;
use super::dominoes::Dominoes;
use super::forms::{Forms, Key};
use super::state::{SearchState, Winner, accepted, plays_alike};
use crate::state::{ResumeError, SavedSearch};

/// A search for the winner of a placing game in normal play, with its memory.
///
/// Games of dominoes have a separate search. In other games, a position is decided without a search if one player has
/// more moves that the other player cannot spoil than the other player can make.
pub struct PlacingRace {
    dominoes: Option<Dominoes>,
    forms: Forms,
    /// Who wins, by the free cells that moves need, and the player to move.
    state: SearchState<Winner<Key>>,
}

impl PlacingRace {
    /// Creates a search with an empty memory.
    #[must_use]
    pub fn new(placing: Placing) -> PlacingRace {
        PlacingRace {
            dominoes: Dominoes::new(&placing),
            forms: Forms::new(&placing),
            state: SearchState::new(placing),
        }
    }

    /// Returns the number of searched positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let dominoes = self.dominoes.as_ref();
        dominoes.map_or(self.state.positions, Dominoes::positions)
    }

    /// Returns whether `player`, who is to move, makes the last move.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// In the worst case all states that can be reached, up to symmetry; usually far fewer. The depth of the recursion
    /// is at most the number of cells. Memory: 43 to 86 bytes for each state searched, half of that for dominoes, and
    /// at most 8 MiB for strips. If the budget allows no more, the older half of the states is dropped.
    ///
    /// # Source
    /// D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8x8 Domineering (2000), for searching
    /// with a table and for bounds by moves that cannot be spoilt.
    pub fn wins(
        &mut self,
        free: u128,
        player: Player,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        if let Some(dominoes) = &mut self.dominoes {
            return dominoes.wins(free, player, 0, budget);
        }
        let moves: Vec<Placement> = self.state.placing.placements().to_vec();
        let mut meter = Meter::new(budget, "searching").at(self.state.positions);
        let wins = self.decide(free, player, &moves, &mut meter);
        self.state.counts.report(budget);
        wins
    }

    /// Decides a state whose legal moves are among `moves`.
    fn decide(
        &mut self,
        free: u128,
        player: Player,
        moves: &[Placement],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        let moves: Vec<Placement> = (moves.iter().filter(|p| p.is_legal(free)))
            .copied()
            .collect();
        let other = player.opponent();
        let wins = sure(&moves, player) > at_most(&moves, other);
        if wins || sure(&moves, other) >= at_most(&moves, player) {
            self.state.counts.add(Count::by_bounds(wins));
            return Ok(wins);
        }
        let needed = moves.iter().fold(0, |needed, p| needed | p.needs);
        let (cells, rest) = (self.forms.key(needed), u32::from(player == Player::Right));
        if let Some(known) = self.state.memory.get((cells, rest)) {
            self.state.counts.add(Count::KnownPositions);
            return Ok(known.wins);
        }
        self.state.count(meter)?;
        let mut options: Vec<(i32, u128)> = (moves.iter().filter(|p| p.is_of(player)))
            .map(|mv| {
                let after = needed & !mv.removes;
                let left = |who| count_of(&moves, who, after);
                (left(other) - left(player), after)
            })
            .collect();
        options.sort_unstable();
        let mut wins = false;
        for (_, after) in options {
            if !self.decide(after, other, &moves, meter)? {
                wins = true;
                break;
            }
        }
        self.state.keep(Winner { cells, rest, wins }, 0, meter)?;
        Ok(wins)
    }
}

impl SavedSearch for PlacingRace {
    fn decided(&self) -> u64 {
        self.positions()
    }

    fn save(&self, position: &str, out: &mut dyn Write) -> io::Result<()> {
        match &self.dominoes {
            Some(dominoes) => dominoes.state.save(position, out),
            None => self.state.save(position, out),
        }
    }

    fn resume(
        &mut self,
        (position, free): (&str, u128),
        input: &mut dyn Read,
        budget: &Budget,
    ) -> Result<(), ResumeError> {
        if let Some(dominoes) = &mut self.dominoes {
            dominoes.state.resume(position, input, budget)?;
            return accepted(dominoes.agrees(budget)?);
        }
        self.state.resume(position, input, budget)?;
        let placing = self.state.placing.clone();
        let mut new = PlacingRace::new(placing.clone());
        plays_alike(&placing, free, |free| {
            for player in [Player::Left, Player::Right] {
                if self.wins(free, player, budget)? != new.wins(free, player, budget)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

impl fmt::Debug for PlacingRace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("PlacingRace");
        shown
            .field("positions", &self.positions())
            .finish_non_exhaustive()
    }
}

/// Returns the number of these moves that are legal moves of a player.
fn count_of(moves: &[Placement], player: Player, free: u128) -> i32 {
    let own = moves.iter().filter(|p| p.is_of(player) && p.is_legal(free));
    own.count() as i32
}

/// Returns a bound: the player can make no more moves than this.
fn at_most(moves: &[Placement], player: Player) -> u32 {
    let own = moves.iter().filter(|p| p.is_of(player));
    let least = own.clone().map(|p| p.needs.count_ones()).min();
    let needed = own.fold(0, |needed, p| needed | p.needs);
    least.map_or(0, |least| needed.count_ones() / least)
}

/// Returns a number of moves that the player can make whatever the other player does.
fn sure(moves: &[Placement], player: Player) -> u32 {
    let others = moves.iter().filter(|p| p.is_of(player.opponent()));
    let mut gone = others.fold(0, |spoilt, p| spoilt | p.removes);
    let mut needed = 0;
    let mut sure = 0;
    for p in moves.iter().filter(|p| p.is_of(player)) {
        if p.needs & gone == 0 && p.removes & needed == 0 {
            gone |= p.removes;
            needed |= p.needs;
            sure += 1;
        }
    }
    sure
}
