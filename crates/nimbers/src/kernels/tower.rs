//! The nim product from its recursive definition.
//!
//! Conway, *On Numbers and Games*, chapter 6: a Fermat power `F = 2^(2^n)` times a smaller number is the ordinary
//! product, and `F` times itself is `F + F/2`. Everything else follows by distributivity. This module does just that,
//! bit by bit. The tables are computed with it at compile time, tests compare against it, and benches use it as the
//! textbook method.

/// Returns the nim product of two numbers below `2^(2^level)`, by the recursive definition.
///
/// Takes microseconds: use [`Nimber64`](crate::Nimber64) and its siblings for real work.
///
/// # Panics
/// If `level` is above 7, or `a` or `b` is not below `2^(2^level)`.
///
/// ```
/// assert_eq!(nimbers::tower::product(14, 8, 2), 10);
/// ```
#[must_use]
pub const fn product(a: u128, b: u128, level: u32) -> u128 {
    assert!(level <= 7, "numbers of 128 bits are of level 7 at most");
    if level < 7 {
        assert!(
            (a | b) >> (1_u32 << level) == 0,
            "a factor is not below 2^(2^level)"
        );
    }
    unchecked_product(a, b, level)
}

/// Returns the product of two numbers known to be below `2^(2^level)`, `level <= 7`.
pub(crate) const fn unchecked_product(a: u128, b: u128, level: u32) -> u128 {
    if a == 0 || b == 0 {
        return 0;
    }
    if a == 1 {
        return b;
    }
    if b == 1 {
        return a;
    }
    // With F = 2^half: (a1 F + a0)(b1 F + b0) = (a1 b0 + a0 b1 + a1 b1) F + a0 b0 + a1 b1 (F/2).
    let half = 1 << (level - 1);
    let low = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    let low_product = unchecked_product(a0, b0, level - 1);
    let high_product = unchecked_product(a1, b1, level - 1);
    let cross = unchecked_product(a1 ^ a0, b1 ^ b0, level - 1) ^ low_product;
    (cross << half) | (low_product ^ unchecked_product(high_product, 1 << (half - 1), level - 1))
}
