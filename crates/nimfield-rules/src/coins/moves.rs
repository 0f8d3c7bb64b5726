//! Moves on coins, and how they are written.

use nimfield_core::prelude::*;

/// The place of a coin: a number for each factor.
pub(crate) type Place = Vec<u64>;

/// A move: for each factor the coins that it turns, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoinMove(pub(crate) Vec<Box<[u64]>>);

/// Returns numbers with commas between them.
pub(crate) fn joined(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(",")
}

/// The form of moves.
pub(crate) const FORM: &str = "turn {coins}";

impl GameMove for CoinMove {
    fn to_move(&self) -> Move {
        let set = |set: &[u64]| set.iter().map(|&coin| coin.into()).collect();
        Move::new(
            FORM,
            [Arg::Sets(self.0.iter().map(|own| set(own)).collect())],
        )
    }

    fn of_move(mv: &Move) -> Option<CoinMove> {
        let (FORM, [Arg::Sets(sets)]) = (mv.form(), mv.args()) else {
            return None;
        };
        let set = |set: &[u128]| set.iter().map(|&coin| u64::try_from(coin).ok()).collect();
        sets.iter()
            .map(|own| set(own))
            .collect::<Option<_>>()
            .map(CoinMove)
    }
}

displays_as_move!(CoinMove);
