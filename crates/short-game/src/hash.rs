//! The hash of two words for tables that take place and shard from its low bits.

/// Spreads the pair over all 64 bits, so that each bit of the result depends on all bits of both
/// words. A single product does not do that: its low bits know nothing of the high word, and equal
/// steps in a word remain equal steps. This is the finaliser of Steele, Lea and Flood's SplitMix
/// with Stafford's constants, a bijection.
#[inline]
pub(crate) fn pair(high: u32, low: u32) -> u64 {
    let mut key = u64::from(high) << 32 | u64::from(low);
    key = (key ^ key >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    key = (key ^ key >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ key >> 31
}

#[cfg(test)]
mod tests {
    use super::pair;
    use std::collections::HashSet;

    /// How many of the pairs share the `bits` bits of their hash from `shift` on with one before
    /// them.
    fn collisions(pairs: impl Iterator<Item = (u32, u32)>, shift: u32, bits: u32) -> usize {
        let mut seen = HashSet::new();
        pairs
            .filter(|&(g, h)| !seen.insert(pair(g, h) >> shift & ((1 << bits) - 1)))
            .count()
    }

    #[test]
    fn pairs_with_a_word_in_common_are_spread_like_others() {
        // 4096 keys in 16,384 slots: thrown at random about 470 meet another.
        for shift in [0, 4, 13, 32, 50] {
            for base in [0, 1, 1000, 123_456_789] {
                for step in [1, 2, 16, 1024] {
                    let at = |i: u32| base + i * step;
                    let equal_low = collisions((0..4096).map(|i| (at(i), base)), shift, 14);
                    let equal_high = collisions((0..4096).map(|i| (base, at(i))), shift, 14);
                    let grid = collisions((0..4096).map(|i| (at(i / 64), at(i % 64))), shift, 14);
                    for found in [equal_low, equal_high, grid] {
                        assert!(found < 900, "{found} at {shift} {base} {step}");
                    }
                }
            }
        }
    }
}
