//! The least number that does not occur.

use smallvec::SmallVec;

/// Returns the minimal excludant of some numbers: the least one from 0 on that is not among them, in any order and
/// with repetitions. Values of 2^64 and above are ignored.
///
/// **Complexity**: linear in the number of values, regardless of their size.
///
/// **Source**: R. Sprague 1935, P. M. Grundy 1939; the name is Conway's.
///
/// ```
/// use nimfield_core::mex::mex;
/// assert_eq!(mex([0u32, 5, 1, 1, 3]), 2);
/// assert_eq!(mex([1u64, u64::MAX]), 0);
/// assert_eq!(mex([0u128, u128::MAX]), 1);
/// assert_eq!(mex::<u16>([]), 0);
/// ```
pub fn mex<T: TryInto<u64>>(numbers: impl IntoIterator<Item = T>) -> u64 {
    let numbers: SmallVec<[u64; 64]> = numbers
        .into_iter()
        .filter_map(|number| number.try_into().ok())
        .collect();
    mex_of_list(&numbers)
}

fn mex_of_list(numbers: &[u64]) -> u64 {
    // Among n numbers, one of 0 … n is missing, so larger ones do not matter.
    let mut set: SmallVec<[u64; 8]> = SmallVec::from_elem(0, numbers.len().div_ceil(64));
    for &number in numbers {
        if let Some(word) = usize::try_from(number / 64)
            .ok()
            .and_then(|word| set.get_mut(word))
        {
            *word |= 1 << (number % 64);
        }
    }
    mex_of_set(&set)
}

/// Returns the minimal excludant of the numbers in a set: number n is in it if bit n mod 64 of word n / 64 is 1.
///
/// **Complexity**: linear in the words before the answer.
///
/// ```
/// use nimfield_core::mex::mex_of_set;
/// assert_eq!(mex_of_set(&[0b1011]), 2);
/// assert_eq!(mex_of_set(&[u64::MAX, 1]), 65);
/// assert_eq!(mex_of_set(&[]), 0);
/// ```
#[must_use]
pub fn mex_of_set(set: &[u64]) -> u64 {
    let full = set.iter().take_while(|&&word| word == u64::MAX).count();
    let rest = set.get(full).map_or(0, |word| word.trailing_ones());
    full as u64 * 64 + u64::from(rest)
}
