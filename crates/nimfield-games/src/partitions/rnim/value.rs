//! The value of a box.

/// The Grundy value of a box with these sides: 0 if one of them is 0, otherwise one more than the
/// nim-sum of the lengths less one.
///
/// **Source**: Gottlieb, Krnc and Muršič 2025, Theorem 3.
///
/// ```
/// use nimfield_games::partitions::rnim::value;
/// assert_eq!(value(&[1, 2, 3]), 4);
/// assert_eq!(value(&[1, 0, 2]), 0);
/// ```
#[must_use]
pub fn value(sides: &[u64]) -> u128 {
    let less = |side: &u64| side.checked_sub(1).map(u128::from);
    let sum = sides
        .iter()
        .try_fold(0, |sum, side| Some(sum ^ less(side)?));
    sum.map_or(0, |sum| sum + 1)
}
