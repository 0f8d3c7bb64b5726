//! How large a group's order is, and how often a long computation asks whether to stop.

use num_bigint::BigUint;
use num_traits::One;

/// Returns how many products in `K_level` are computed between two checks whether to stop: many of short words, one
/// of 2^16 bits and more.
pub(crate) fn small_steps(level: u32) -> u64 {
    1 << 16_u32.saturating_sub(level)
}

/// Returns the number of nonzero elements of `K_n`: `2^(2^n) - 1`.
pub(crate) fn group_order(level: u32) -> BigUint {
    (BigUint::one() << (1_usize << level)) - 1_u32
}
