//! Integers as components of sums, added up.

use nimfield_core::heat::{BigDyadic, Heat};
use nimfield_core::partizan::{AnyPartizanComponent, PartizanComponent};
use nimfield_core::words::Player;

/// Adds up the integers among some parts, which keeps their value in normal play.
pub fn with_integers_gathered(parts: Vec<AnyPartizanComponent>) -> Vec<AnyPartizanComponent> {
    let mut total = 0i128;
    let mut gathered = Vec::with_capacity(parts.len() + 1);
    for part in parts {
        let apart = part.with_integer_apart();
        match apart.and_then(|(integer, rest)| Some((total.checked_add(integer)?, rest))) {
            Some((sum, rest)) => {
                total = sum;
                gathered.extend(rest);
            }
            None => gathered.push(part),
        }
    }
    if total != 0 {
        gathered.push(AnyPartizanComponent::new(Integer(total)));
    }
    gathered
}

/// An integer as a position: only one player has moves, as many as its absolute value.
#[derive(Clone)]
struct Integer(i128);

impl PartizanComponent for Integer {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend(self.0.to_le_bytes());
    }

    fn option_count(&self, player: Player) -> u64 {
        u64::from(match player {
            Player::Left => self.0 > 0,
            Player::Right => self.0 < 0,
        })
    }

    fn option(&self, _: Player, _: u64, out: &mut Vec<Integer>) {
        out.extend((self.0.abs() > 1).then_some(Integer(self.0 - self.0.signum())));
    }

    fn heat(&self) -> Option<Heat> {
        Some(Heat::of_number(BigDyadic::new(self.0, 0)?, Some(0)))
    }

    fn with_integer_apart(&self) -> Option<(i128, Option<Integer>)> {
        Some((self.0, None))
    }
}
