//! The hash of two words for tables that take place and shard from its high bits.

/// A hash whose high bits depend evenly on both words: each is multiplied by its own irrational
/// part of 2^64, those of the plane's most even sequence (M. Roberts, "The unreasonable
/// effectiveness of quasirandom sequences", 2018), so that neighbours in either word, or in both,
/// come to places far apart and seldom meet. Its low bits are of no use.
#[inline]
pub(crate) fn pair(g: u32, h: u32) -> u64 {
    let g = u64::from(g).wrapping_mul(0xC13F_A9A9_02A6_328F);
    let h = u64::from(h).wrapping_mul(0x91E1_0DA5_C79E_7B1D);
    g.wrapping_add(h)
}

#[cfg(test)]
mod tests {
    use super::pair;
    use std::collections::HashSet;

    /// How many of the pairs share 14 bits of their hash, after `skip` high ones, with one before
    /// them.
    fn collisions(pairs: impl Iterator<Item = (u32, u32)>, skip: u32) -> usize {
        let mut seen = HashSet::new();
        pairs
            .filter(|&(g, h)| !seen.insert(pair(g, h) << skip >> 50))
            .count()
    }

    #[test]
    fn pairs_with_a_word_in_common_are_spread_like_others() {
        // 4096 keys in 16,384 slots: thrown at random about 470 meet another, and with a hash that
        // does not know one of the words nearly all.
        // As the table of comparisons takes its place and the tables of sums, below the shard.
        for skip in [0, 4] {
            for base in [0, 1, 1000, 123_456_789] {
                for step in [1, 2, 16, 1024] {
                    let at = |i: u32| base + i * step;
                    let equal_low = collisions((0..4096).map(|i| (at(i), base)), skip);
                    let equal_high = collisions((0..4096).map(|i| (base, at(i))), skip);
                    let grid = collisions((0..4096).map(|i| (at(i / 64), at(i % 64))), skip);
                    for found in [equal_low, equal_high, grid] {
                        assert!(found < 1300, "{found} at {skip} {base} {step}");
                    }
                }
            }
        }
    }
}
