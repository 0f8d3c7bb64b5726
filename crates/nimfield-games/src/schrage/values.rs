//! The values of Grundy's game, and of rectangles by them.

use std::sync::Mutex;

use crate::schrage::rules::Rectangle;

/// Sides up to this are tabulated; the table costs a fraction of a second.
const LONGEST: u128 = 20_000;

/// The Grundy value of a heap of `n` in Grundy's game (a move splits a heap into two unequal ones);
/// `None` if `n` is past 20,000.
///
/// The values up to n are found by their definition in O(n²) and kept for later calls.
///
/// ```
/// use nimfield_games::schrage::grundys_game;
/// let values: Vec<_> = (1..=12).filter_map(grundys_game).collect();
/// assert_eq!(values, [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]);
/// ```
pub fn grundys_game(n: u128) -> Option<u128> {
    static VALUES: Mutex<Vec<u16>> = Mutex::new(Vec::new());
    let n = usize::try_from(n.clamp(0, LONGEST + 1)).ok()?;
    if n as u128 > LONGEST {
        return None;
    }
    let mut values = VALUES
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(&value) = values.get(n) {
        return Some(value.into());
    }
    // Nim-sums of two values have no more bits than the largest value so far.
    let largest = values.iter().copied().max().unwrap_or(0);
    let mut seen = vec![0; (usize::from(largest) + 1).next_power_of_two()];
    for whole in values.len()..=n {
        let half = whole.div_ceil(2);
        let small = values.iter().take(half).skip(1);
        let large = values.iter().rev();
        // As a slice, which is indexed without a call also where nothing is optimised.
        let marks = &mut seen[..];
        for (small, large) in small.zip(large) {
            marks[usize::from(small ^ large)] = whole;
        }
        // Nothing is seen at 0, where no heap has a move.
        let mex = seen.iter().position(|&last| whole == 0 || last != whole);
        let mex = mex.unwrap_or(seen.len());
        // A value is below the number of options, so below 2^15.
        values.push(mex as u16);
        if mex >= seen.len() {
            seen.resize(2 * seen.len(), 0);
        }
    }
    Some(values[n].into())
}

/// The Grundy value of a rectangle: with g for Grundy's game, g(n) if g(m) = 0, g(m) if g(n) = 0,
/// else 1. `None` if a side is past 20,000.
///
/// **Source**: Schrage 1985. Say f(a, b) is that function of a = g(m) and b = g(n). A cut of m turns
/// f(a, b) into f(a', b) xor f(a'', b), where the a' xor a'' are the options of Grundy's heap m,
/// whose mex is a. If b = 0 these are just a' xor a'', of mex a; cuts of n have b' != b'' and give
/// a xor 1 or 0 if a > 0, b' xor b'' > 0 if a = 0, never a. If a, b > 0 every option is 0, a xor 1
/// or b xor 1, never 1, and 0 is among them.
pub fn rectangle_value(rectangle: Rectangle) -> Option<u128> {
    let g = grundys_game(rectangle.width)?;
    let h = grundys_game(rectangle.height)?;
    Some(match (g, h) {
        (0, other) | (other, 0) => other,
        _ => 1,
    })
}
