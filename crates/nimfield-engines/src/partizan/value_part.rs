//! Values as components of sums.

use std::sync::Arc;

use nimfield_core::component::write_number;
use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::partizan::PartizanComponent;
use nimfield_core::words::Player;
use short_game::{Arena, Dyadic, Game};

use super::bounds::heat_of;

/// A value as a position: its moves lead to the options of its canonical form.
#[derive(Clone)]
pub struct ValuePart {
    arena: Arc<Arena>,
    value: Value,
}

#[derive(Clone, Copy)]
enum Value {
    /// Its options enter the arena only when they are requested: it may be full by then.
    Number(Dyadic),
    Other(Game),
}

impl ValuePart {
    /// Creates the component of a game of this arena.
    #[must_use]
    pub fn new(arena: Arc<Arena>, game: Game) -> ValuePart {
        let value = Value::of(&arena, game);
        ValuePart { arena, value }
    }

    fn options(&self, player: Player) -> Vec<Value> {
        let (left, right) = match self.value {
            Value::Number(number) => {
                let (left, right) = number.options();
                let side = |option: Option<Dyadic>| option.into_iter().map(Value::Number).collect();
                (side(left), side(right))
            }
            Value::Other(game) => {
                let (left, right) = self.arena.options(game).expect("held with the game");
                let value = |game| Value::of(&self.arena, game);
                let side = |games: Vec<Game>| games.into_iter().map(value).collect();
                (side(left), side(right))
            }
        };
        match player {
            Player::Left => left,
            Player::Right => right,
        }
    }
}

impl Value {
    fn of(arena: &Arena, game: Game) -> Value {
        arena
            .to_number(game)
            .map_or(Value::Other(game), Value::Number)
    }
}

impl PartizanComponent for ValuePart {
    fn key(&self, out: &mut Vec<u8>) {
        match self.value {
            Value::Number(number) => {
                out.push(0);
                out.extend(number.numerator().to_le_bytes());
                write_number(out, u64::from(number.exponent()));
            }
            Value::Other(game) => {
                out.push(1);
                write_number(out, game.index() as u64);
            }
        }
    }

    fn option_count(&self, player: Player) -> u64 {
        self.options(player).len() as u64
    }

    fn heat(&self) -> Option<Heat> {
        match self.value {
            Value::Number(number) => {
                let number = BigDyadic::new(number.numerator(), number.exponent())?;
                Some(Heat::of_number(number, Some(0)))
            }
            // If no thermograph is found within its bounds, the heat is unknown.
            Value::Other(game) => heat_of(game, &self.arena).ok(),
        }
    }

    fn with_integer_apart(&self) -> Option<(i128, Option<ValuePart>)> {
        match self.value {
            Value::Number(number) if number.exponent() == 0 => Some((number.numerator(), None)),
            _ => None,
        }
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<ValuePart>) {
        let value = self.options(player)[index as usize];
        out.push(ValuePart {
            arena: self.arena.clone(),
            value,
        });
    }
}
