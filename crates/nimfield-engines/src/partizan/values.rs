//! Canonical forms of partizan positions, by recursion over their options.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use nimfield_core::budget::{Budget, Meter};
use nimfield_core::component::{kind_of, write_number};
use nimfield_core::partizan::{PartizanComponent, Simple};
use nimfield_core::words::Player;
use short_game::{Arena, Dyadic, Error, Game};

use crate::form_budget::NoValue;
use crate::placing::PlacingForms;

/// Finds the canonical forms of positions and stores those of components.
pub struct Values {
    arena: Arc<Arena>,
    known: HashMap<Vec<u8>, Game, foldhash::fast::FixedState>,
    /// Forms of placing games, by the numbers of the games; `None` for a game that uses the general method.
    placing: HashMap<u64, Option<PlacingForms>, foldhash::fast::FixedState>,
    bytes: u64,
}

/// A component whose options are being evaluated.
struct Frame<C> {
    key: Vec<u8>,
    component: C,
    /// The player whose options come next, and the number of the next option.
    player: Player,
    index: u64,
    /// The unevaluated parts of the previous option, and the sum of its other parts.
    parts: Vec<C>,
    sum: Game,
    /// The values of the options found so far.
    sides: [Vec<Game>; 2],
}

impl Values {
    /// Creates an empty memory.
    #[must_use]
    pub fn new(arena: Arc<Arena>) -> Values {
        Values {
            arena,
            known: HashMap::default(),
            placing: HashMap::default(),
            bytes: 0,
        }
    }

    /// Returns the arena of the values.
    #[must_use]
    pub fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    /// Returns the number of components whose values are stored.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let placing = self.placing.values().flatten();
        self.known.len() as u64 + placing.map(PlacingForms::positions).sum::<u64>()
    }

    /// Returns the canonical form of the sum of `parts`.
    ///
    /// # Errors
    /// If the budget or the arena runs out.
    pub fn of_sum<C: PartizanComponent>(
        &mut self,
        parts: &[C],
        budget: &Budget,
    ) -> Result<Game, NoValue> {
        let mut sum = Game::ZERO;
        for part in parts {
            let value = self.of(part, budget)?;
            sum = self.arena.add(sum, value)?;
        }
        Ok(sum)
    }

    /// Returns the canonical form of a component.
    ///
    /// # Errors
    /// If the budget or the arena runs out.
    pub fn of<C: PartizanComponent>(&mut self, root: &C, budget: &Budget) -> Result<Game, NoValue> {
        if let Some((game, placing, free)) = root.placing() {
            let mut meter = self.meter(budget);
            let forms = match self.placing.entry(game) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(PlacingForms::new(placing)),
            };
            if let Some(forms) = forms {
                return forms.of(free, &self.arena, &mut meter);
            }
        }
        let mut stack = match self.at_once(root)? {
            Ok(game) => return Ok(game),
            Err(key) => vec![Frame::new(key, root.clone())],
        };
        // The bytes that the components of the stack hold.
        let mut held = root.bytes_outside();
        // The recursion is as deep as the longest play, so this uses an explicit stack.
        while let Some(top) = stack.last_mut() {
            if let Some(part) = top.parts.pop() {
                match self.at_once(&part)? {
                    Ok(game) => top.sum = self.arena.add(top.sum, game)?,
                    Err(key) => {
                        top.parts.push(part.clone());
                        held += part.bytes_outside();
                        stack.push(Frame::new(key, part));
                        self.look_at_budget(&stack, held, budget)?;
                    }
                }
                continue;
            }
            if top.index > 0 {
                let side = usize::from(top.player == Player::Right);
                top.sides[side].push(top.sum);
                top.sum = Game::ZERO;
            }
            if top.index == 0 {
                held -= top.component.bytes_outside();
                let others = self.bytes + held;
                (top.component).list_options(top.player, budget, others)?;
                held += top.component.bytes_outside();
            }
            if top.index < top.component.option_count(top.player) {
                top.component.option(top.player, top.index, &mut top.parts);
                top.index += 1;
            } else if top.player == Player::Left {
                top.player = Player::Right;
                top.index = 0;
            } else if let Some(done) = stack.pop() {
                let [left, right] = &done.sides;
                let game = self.arena.game(left, right)?;
                self.bytes += done.key.len() as u64 + 2 * (size_of::<(Vec<u8>, Game)>() as u64 + 8);
                self.known.insert(done.key, game);
                held -= done.component.bytes_outside();
                self.look_at_budget(&stack, held, budget)?;
            }
        }
        match self.at_once(root)? {
            Ok(game) => Ok(game),
            Err(_) => unreachable!("the root is evaluated last"),
        }
    }

    /// Returns the value, if it is known from theory or from earlier work; otherwise the key.
    fn at_once<C: PartizanComponent>(&self, part: &C) -> Result<Result<Game, Vec<u8>>, NoValue> {
        if let Some(simple) = part.known() {
            return Ok(Ok(self.simple(simple)?));
        }
        let mut key = Vec::new();
        write_number(&mut key, kind_of::<C>());
        part.key(&mut key);
        Ok(self.known.get(&key).copied().ok_or(key))
    }

    /// Returns the value that a closed form gives.
    fn simple(&self, simple: Simple) -> Result<Game, NoValue> {
        Ok(match simple {
            Simple::Nimber(size) => {
                let too_large = || NoValue::TooLarge(format!("*{size} exceeds 2^32"));
                let size = u32::try_from(size).map_err(|_| too_large())?;
                self.arena.nimber(size)?
            }
            number => self
                .arena
                .number(number_of(number).ok_or(Error::NumberRange)?)?,
        })
    }

    fn meter<'a>(&self, budget: &'a Budget) -> Meter<'a> {
        let placing = self.placing.values().flatten();
        let mut meter = Meter::new(budget, "canonical forms").at(self.positions());
        meter.bytes = self.bytes + placing.map(PlacingForms::bytes).sum::<u64>();
        meter
    }

    /// Checks the budget. Components that were begun count too: a long game is deep before one is evaluated.
    fn look_at_budget<C>(
        &self,
        begun: &[Frame<C>],
        held: u64,
        budget: &Budget,
    ) -> Result<(), NoValue> {
        let mut meter = self.meter(budget);
        meter.begun = begun.len() as u64;
        meter.bytes += held + size_of_val(begun) as u64;
        Ok(meter.poll()?)
    }
}

/// Returns the number that a closed form gives; `None` for a nimber, and outside the range of [`Dyadic`].
#[must_use]
pub fn number_of(value: Simple) -> Option<Dyadic> {
    let (negative, size, exponent) = match value {
        Simple::Nimber(_) => return None,
        // Here, and below, each `ok` is the end of that range.
        Simple::Integer(negative, size) => (negative, i128::try_from(size).ok()?, 0),
        Simple::Fraction(negative, exponent) => (negative, 1, u32::try_from(exponent?).ok()?),
    };
    // The end of the range, as above.
    Dyadic::new(if negative { -size } else { size }, exponent).ok()
}

impl<C> Frame<C> {
    fn new(key: Vec<u8>, component: C) -> Frame<C> {
        Frame {
            key,
            component,
            player: Player::Left,
            index: 0,
            parts: Vec::new(),
            sum: Game::ZERO,
            sides: [Vec::new(), Vec::new()],
        }
    }
}
