//! Samples for comparing two implementations of nimbers.

/// Returns a fixed sequence of words that look random (Steele, Lea and Flood's SplitMix64).
pub fn words(seed: u64) -> impl Iterator<Item = u64> {
    (1_u64..).map(move |i| {
        let mut z = seed.wrapping_add(i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::words;
    use nimber::FiniteNimber as Published;
    use nimbers::{FiniteNimber, Nimber};

    /// Checks that two implementations that share nothing agree.
    #[test]
    fn both_agree() {
        for (a_len, b_len) in [
            (1, 1),
            (2, 1),
            (2, 2),
            (3, 4),
            (5, 2),
            (8, 8),
            (9, 1),
            (16, 13),
        ] {
            let a: Vec<u64> = words(1).take(a_len).collect();
            let b: Vec<u64> = words(2).take(b_len).collect();
            let ours = |words: &[u64]| Nimber::from_words(words.to_vec());
            let theirs = |words: &[u64]| Published::from(words);
            let same = |x: Nimber, y: Published| assert_eq!(x.to_words(), y.as_slice());
            same(ours(&a) * ours(&b), theirs(&a) * theirs(&b));
            same(ours(&a) / ours(&b), theirs(&a) / theirs(&b));
            same(ours(&a).square(), theirs(&a).square());
            same(ours(&a).sqrt(), theirs(&a).sqrt());
            let published = theirs(&a).quadratic1();
            let x = ours(&a)
                .artin_schreier()
                .expect("Nimber has all quadratic roots");
            assert!(
                [published.0, published.1]
                    .iter()
                    .any(|y| y.as_slice() == x.to_words())
            );
        }
    }
}
