//! Outcomes of placing games in which Left and Right have different moves, by a search with bounds.

use std::fmt;

use nimfield_core::families::placing::{Placement, Placing};
use nimfield_core::prelude::*;

use super::counts::Count;
use super::dominoes::Dominoes;
use super::forms::{Forms, Key};
use super::state::{SavedLine, SavedResults, SavedSearch, SearchState, plays_alike};
use crate::generations::Entry;

/// A search for the winner of a placing game in normal play, with its memory.
///
/// Games of dominoes have a separate search. In other games, a position is decided without a search if one player has
/// more moves that the other player cannot spoil than the other player can make.
pub struct PlacingRace {
    dominoes: Option<Dominoes>,
    forms: Forms,
    /// Whether Left and Right win who are to move, by the free cells that moves need.
    state: SearchState<Entry<Key, [Option<bool>; 2]>>,
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
        let (key, side) = (self.forms.key(needed), usize::from(player == Player::Right));
        let known = |race: &PlacingRace| {
            race.state
                .memory
                .get(key)
                .map_or([None; 2], |line| line.value)
        };
        if let Some(wins) = known(self)[side] {
            self.state.counts.add(Count::KnownPositions);
            return Ok(wins);
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
        let mut value = known(self);
        value[side] = Some(wins);
        self.state.keep(Entry { key, value }, 0, meter)?;
        Ok(wins)
    }
}

impl SavedSearch for PlacingRace {
    fn state(&mut self) -> &mut dyn SavedResults {
        match &mut self.dominoes {
            Some(dominoes) => &mut dominoes.state,
            None => &mut self.state,
        }
    }

    fn new_search(&mut self) -> Box<dyn SavedSearch> {
        Box::new(PlacingRace::new(self.state.placing.clone()))
    }

    fn answer(&mut self, free: u128, budget: &Budget) -> Result<[u16; 2], Unfinished> {
        let [left, right] =
            [Player::Left, Player::Right].map(|to_move| self.wins(free, to_move, budget));
        Ok([left?.into(), right?.into()])
    }

    fn agrees(&mut self, free: u128, budget: &Budget) -> Result<bool, Unfinished> {
        match &self.dominoes {
            Some(dominoes) => dominoes.agrees(budget),
            None => plays_alike(self, free, budget),
        }
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

impl SavedLine for Entry<Key, [Option<bool>; 2]> {
    fn numbers(&self) -> [u64; 3] {
        // A digit for each player: 0 if the outcome is not known.
        let digits = self
            .value
            .map(|wins| wins.map_or(0, |wins| 1 + u64::from(wins)));
        [
            self.key as u64,
            (self.key >> 64) as u64,
            digits[0] + 3 * digits[1],
        ]
    }

    fn of([low, high, digits]: [u64; 3]) -> Option<Self> {
        let digit = |number: u64| {
            [None, Some(false), Some(true)]
                .get(number as usize)
                .copied()
        };
        Some(Entry {
            key: u128::from(high) << 64 | u128::from(low),
            value: [digit(digits % 3)?, digit(digits / 3)?],
        })
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
