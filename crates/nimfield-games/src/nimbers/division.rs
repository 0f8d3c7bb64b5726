//! Finds moves of a transfinite stone by trial: all coordinates of the new corner except one are guessed, and one
//! division gives the last.

use nimbers::{Interrupt, Ordinal};

use super::rules::{BoxMove, Stone};
use super::winning::box_move;

/// The most divisions to try for one stone.
const MOST_TRIALS: u32 = 1 << 12;

/// Returns a move of `stone` that changes its value by `change`, with all coordinates of the corner except one among
/// `guesses`. `None` proves nothing: there may be other moves.
///
/// A move to the corner v changes the value of the stone x by the product of the x_k + v_k, so
/// v_k = x_k + change / (product of the other x_j + v_j), and the move is legal if that is below x_k.
pub(super) fn by_division(
    stone: &Stone,
    change: &Ordinal,
    guesses: &[Ordinal],
    interrupt: Interrupt<'_>,
) -> Option<BoxMove> {
    let coordinates = stone.coordinates();
    let mut trials = 0;
    for (last, x) in coordinates.iter().enumerate() {
        // The guesses below each other coordinate, as changes of that coordinate.
        let changes: Vec<Vec<Ordinal>> = (coordinates.iter().enumerate())
            .filter(|&(k, _)| k != last)
            .map(|(_, x)| (guesses.iter().filter(|v| *v < x).map(|v| x.plus(v))).collect())
            .collect();
        let mut chosen = vec![0; changes.len()];
        'guess: loop {
            trials += 1;
            if trials > MOST_TRIALS || interrupt.check().is_err() {
                return None;
            }
            let factors = changes.iter().zip(&chosen).map(|(list, &i)| list.get(i));
            let factors: Option<Vec<&Ordinal>> = factors.collect();
            let Some(factors) = factors else {
                break;
            };
            if let Some(rest) = quotient(change, &factors, interrupt)
                && x.plus(&rest) < *x
            {
                let mut all: Vec<Ordinal> = factors.into_iter().cloned().collect();
                all.insert(last, rest);
                return Some(box_move(stone, all.into_iter()));
            }
            for (place, list) in chosen.iter_mut().zip(&changes) {
                *place += 1;
                if *place < list.len() {
                    continue 'guess;
                }
                *place = 0;
            }
            break;
        }
    }
    None
}

/// Returns `change` divided by factors that are not 0, if that can be computed.
fn quotient(change: &Ordinal, factors: &[&Ordinal], interrupt: Interrupt<'_>) -> Option<Ordinal> {
    let mut product = Ordinal::one();
    for factor in factors {
        // The next guess may be within reach.
        product = product.times(factor, interrupt).ok()?;
    }
    // See above.
    change.divide(&product, interrupt).ok()
}

/// Returns the candidates for coordinates of winning moves: 0, the coordinates of all stones, small numbers, and the
/// coordinates without their leading terms.
pub(super) fn guesses(stones: &[Stone]) -> Vec<Ordinal> {
    const SMALL: u32 = 8;
    let mut guesses = vec![Ordinal::ZERO];
    let coordinates = || stones.iter().flat_map(Stone::coordinates);
    guesses.extend(coordinates().cloned());
    guesses.extend((1..SMALL).map(Ordinal::from));
    guesses.push(Ordinal::omega());
    for x in coordinates() {
        let terms = x.terms();
        guesses.extend((1..terms.len()).map(|from| Ordinal::from_terms(terms[from..].to_vec())));
    }
    let mut seen = std::collections::BTreeSet::new();
    guesses.retain(|guess| seen.insert(guess.clone()));
    guesses
}
