//! The least number that is missing.

/// The least number, from 0, that is not among these.
pub(crate) fn mex<N: Copy + Ord + From<u8> + std::ops::Add<Output = N>>(
    numbers: impl IntoIterator<Item = N>,
) -> N {
    let mut numbers: Vec<N> = numbers.into_iter().collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut least = N::from(0);
    for number in numbers {
        if number != least {
            break;
        }
        least = least + N::from(1);
    }
    least
}

#[cfg(test)]
mod tests {
    use super::mex;

    #[test]
    fn the_least_missing_number() {
        assert_eq!(mex::<u32>([]), 0);
        assert_eq!(mex([1u64, 0, 4, 1, 2]), 3);
        assert_eq!(mex([1u128]), 0);
    }
}
