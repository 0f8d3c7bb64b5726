//! Pairs of heaps with a given sum, processed many at a time.
//!
//! The first few pairs have nearly all values. To see that one of the few other values is missing, all pairs must be
//! checked, but each takes only a comparison.

use super::marks::Marks;

/// The number of pairs compared between two checks of the result.
const BLOCK: u32 = 2048;

/// The pairs with a given sum that are not marked yet: the smaller heap has 1 to `left` counters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs {
    /// The counters of both heaps.
    pub(super) sum: u32,
    /// Whether the two heaps must differ.
    pub(super) unequal: bool,
    left: u32,
}

impl Pairs {
    /// Returns all pairs of a sum.
    pub(super) fn of(sum: u32, unequal: bool) -> Pairs {
        let left = if unequal { sum.saturating_sub(1) } else { sum } / 2;
        Pairs { sum, unequal, left }
    }
}

/// The values of all heaps, from the smallest to the largest and from the largest to the smallest.
#[derive(Clone, Debug, Default)]
pub(super) struct Mirror {
    forward: Vec<u16>,
    /// Filled from its end.
    backward: Vec<u16>,
}

impl Mirror {
    /// Copies values. `None` if one of them is too large.
    pub(super) fn of(values: &[u32]) -> Option<Mirror> {
        // If values do not fit, there is no mirror, and the definition is used.
        let forward: Option<Vec<u16>> = values.iter().map(|&value| value.try_into().ok()).collect();
        let forward = forward?;
        let backward = forward.iter().rev().copied().collect();
        Some(Mirror { forward, backward })
    }

    /// Returns the bytes held for a number of heaps while they are copied to larger memory.
    pub(super) fn bytes(heaps: usize) -> u64 {
        8 * heaps as u64
    }

    /// Makes room for this number of heaps.
    fn make_room(&mut self, heaps: usize) {
        let more = heaps - self.backward.len();
        self.forward.reserve_exact(more);
        let mut backward = vec![0; heaps];
        backward[more..].copy_from_slice(&self.backward);
        self.backward = backward;
    }

    /// Adds the value of the next heap. Returns whether it fits.
    pub(super) fn push(&mut self, value: u32) -> bool {
        let Ok(value) = u16::try_from(value) else {
            return false;
        };
        let heaps = self.forward.len();
        if heaps == self.backward.len() {
            self.make_room(heaps + heaps / 4 + 1024);
        }
        self.forward.push(value);
        let place = self.backward.len() - self.forward.len();
        self.backward[place] = value;
        true
    }

    /// Returns the values of the smaller heaps of the last `count` remaining pairs and those of their partners, in the
    /// same order.
    fn sides(&self, pairs: Pairs, count: u32) -> (&[u16], &[u16]) {
        let first = (pairs.left - count + 1) as usize;
        let partner = self.backward.len() - 1 - (pairs.sum as usize - first);
        let count = count as usize;
        (
            &self.forward[first..first + count],
            &self.backward[partner..partner + count],
        )
    }

    /// Marks the values of the `count` pairs nearest to the middle.
    pub(super) fn mark(&self, pairs: &mut Pairs, count: u32, heap: u32, marks: &mut Marks) {
        let count = count.min(pairs.left);
        let (small, large) = self.sides(*pairs, count);
        marks.mark_sums(heap, small, large);
        pairs.left -= count;
    }

    /// Returns the remaining pair nearest to the middle that has this value.
    pub(super) fn find(&self, mut pairs: Pairs, value: u32) -> Option<[u32; 2]> {
        // Values that fit have nim-sums that fit.
        let value = u16::try_from(value).ok()?;
        while pairs.left > 0 {
            let count = pairs.left.min(BLOCK);
            let (small, large) = self.sides(pairs, count);
            if has_sum(small, large, value) {
                let mut sums = small.iter().zip(large).rev();
                let before = sums.position(|(a, b)| a ^ b == value)? as u32;
                let heap = pairs.left - before;
                return Some([heap, pairs.sum - heap]);
            }
            pairs.left -= count;
        }
        None
    }
}

/// Returns whether two values at the same index have this nim-sum, with the widest vectors that the machine has.
fn has_sum(small: &[u16], large: &[u16], sum: u16) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        fn with_avx512(small: &[u16], large: &[u16], sum: u16) -> bool {
            has_sum_portable(small, large, sum)
        }
        #[target_feature(enable = "avx2")]
        fn with_avx2(small: &[u16], large: &[u16], sum: u16) -> bool {
            has_sum_portable(small, large, sum)
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the machine has these features.
            return unsafe { with_avx512(small, large, sum) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has AVX2.
            return unsafe { with_avx2(small, large, sum) };
        }
    }
    has_sum_portable(small, large, sum)
}

#[inline(always)]
fn has_sum_portable(small: &[u16], large: &[u16], sum: u16) -> bool {
    let pairs = small.iter().zip(large);
    // Without an early exit, this loop is vectorized.
    pairs.fold(0, |found, (a, b)| found | u16::from(a ^ b == sum)) != 0
}
