//! Canonical forms of placing games, by the cells of their components.

use smallvec::SmallVec;

use nimfield_core::budget::Meter;
use nimfield_core::families::placing::Placing;
use nimfield_core::words::Player;
use short_game::{Arena, Game};

use super::dominoes::Dominoes;
use super::forms::{Forms, Numbers};
use super::links::{Links, Parts, split};
use super::values::ShortWord;
use super::word::{MoveCells, Word, moves_of, place};
use crate::form_budget::NoValue;
use crate::generations::{Entry, Generations};

/// The forms of the components of one game, each up to its symmetries.
pub(crate) struct PlacingForms {
    moves: Vec<MoveCells<ShortWord>>,
    /// The player of each move.
    players: Vec<Option<Player>>,
    links: Option<Links<ShortWord>>,
    forms: Forms<ShortWord>,
    dominoes: Option<Dominoes>,
    known: Generations<Entry<ShortWord, Option<Game>>>,
}

/// A search with its resources.
struct Search<'a, 'b> {
    forms: &'a mut PlacingForms,
    arena: &'a Arena,
    meter: &'a mut Meter<'b>,
}

/// With fewer cells than this the canonical form takes little time: 5x5 of Domineering takes 0.13 s.
const CELLS_OF_LARGE_BOARDS: u32 = 20;

impl PlacingForms {
    /// Prepares a game; `None` if its board is too large for a word.
    pub(crate) fn new(placing: &Placing) -> Option<PlacingForms> {
        let numbers = Numbers::new(placing);
        if numbers.width > 64 {
            return None;
        }
        let moves = moves_of(placing, &numbers.bits);
        Some(PlacingForms {
            links: Links::new(&moves).map(Links::without_reductions),
            moves,
            players: placing.placements().iter().map(|p| p.player).collect(),
            forms: Forms::numbered(placing, numbers),
            dominoes: Dominoes::new(placing),
            known: Generations::default(),
        })
    }

    /// Returns the number of examined positions.
    pub(crate) fn positions(&self) -> u64 {
        let searched = self.dominoes.as_ref().map_or(0, Dominoes::positions);
        self.known.len() as u64 + searched
    }

    /// Returns the bytes of the memory.
    pub(crate) fn bytes(&self) -> u64 {
        let searched = self.dominoes.as_ref().map_or(0, Dominoes::bytes);
        self.known.bytes() + searched
    }

    /// Returns the canonical form of a state; `meter` has the work done so far, and the memory held.
    ///
    /// # Errors
    /// If the budget or the arena runs out; what was found stays in memory.
    pub(crate) fn of(
        &mut self,
        free: u128,
        arena: &Arena,
        meter: &mut Meter<'_>,
    ) -> Result<Game, NoValue> {
        if let Some(dominoes) = &mut self.dominoes
            && free.count_ones() >= CELLS_OF_LARGE_BOARDS
        {
            let (done, bytes) = (dominoes.positions(), dominoes.bytes());
            // What it finds belongs in no file.
            let number = dominoes.number(free, &meter.budget().clone().saving(None))?;
            if let Some(number) = number {
                return Ok(arena.number(number)?);
            }
            meter.done += dominoes.positions() - done;
            // Its results are of no use for forms.
            dominoes.forget();
            meter.bytes = meter.bytes + dominoes.bytes() - bytes;
            meter.poll()?;
        }
        let free = place(free, &self.forms.numbers.bits);
        let parts = split(self.links.as_ref(), &self.moves, free, 0);
        let mut search = Search {
            forms: self,
            arena,
            meter,
        };
        search.sum(&parts)
    }
}

impl Search<'_, '_> {
    fn sum(&mut self, parts: &Parts<ShortWord>) -> Result<Game, NoValue> {
        let mut sum = Game::ZERO;
        for &part in parts {
            let form = self.component(part)?;
            sum = self.arena.add(sum, form)?;
        }
        Ok(sum)
    }

    /// Returns the form of a component. The recursion is no deeper than the board has cells.
    fn component(&mut self, part: ShortWord) -> Result<Game, NoValue> {
        let key = self.forms.forms.least(part).0;
        if let Some(form) = self.forms.known.get(key).and_then(|known| known.value) {
            return Ok(form);
        }
        let mut sides: [SmallVec<[Game; 32]>; 2] = Default::default();
        for at in 0..self.forms.moves.len() {
            let mv = self.forms.moves[at];
            if !mv.needs.is_within(part) {
                continue;
            }
            let parts = split(
                self.forms.links.as_ref(),
                &self.forms.moves,
                part,
                mv.removes,
            );
            let player = self.forms.players[at];
            let option = self.sum(&parts)?;
            for (side, own) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                if player.is_none_or(|player| player == own) {
                    side.push(option);
                }
            }
        }
        let form = self.arena.game(&sides[0], &sides[1])?;
        let known = &mut self.forms.known;
        let held = known.bytes();
        let others = self.meter.bytes - held;
        self.meter.hold(others + known.next_bytes())?;
        let value = Some(form);
        known.set(Entry { key, value }, u64::MAX);
        self.meter.bytes = others + known.bytes();
        self.meter.count()?;
        Ok(form)
    }
}
