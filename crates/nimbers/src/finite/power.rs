//! The orders of groups, and the intervals at which long computations check whether to stop.

use num_bigint::BigUint;
use num_traits::One;

/// Returns the number of products in `K_level` between two checks whether to stop: many for short words, one for 2^16
/// bits and more.
pub(crate) fn small_steps(level: u32) -> u64 {
    1 << 16_u32.saturating_sub(level)
}

/// Returns the number of nonzero elements of `K_n`: `2^(2^n) - 1`.
pub(crate) fn group_order(level: u32) -> BigUint {
    (BigUint::one() << (1_usize << level)) - 1_u32
}
