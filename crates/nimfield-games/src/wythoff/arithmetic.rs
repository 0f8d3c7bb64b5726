//! Wythoff's pairs (⌊nφ⌋, ⌊nφ⌋ + n) with integers only.
//!
//! The n-th pair is the n-th P-position of Wythoff's game. Two exact methods, no floating point:
//! an inequality between squares decides whether a pair is Wythoff's, and Zeckendorf's
//! representation by Fibonacci numbers finds the partner of a number.

/// Returns whether (a, b) with `a <= b` is a pair (⌊nφ⌋, ⌊nφ⌋ + n), n = b-a.
///
/// a = ⌊nφ⌋ means a <= nφ < a+1, and x <= nφ holds for x >= n if and only if x(x-n) <= n².
pub fn is_pair(a: u128, b: u128) -> bool {
    let n = b - a;
    match (u64::try_from(a), u64::try_from(n)) {
        (Ok(a), Ok(n)) => is_pair_u64(a, n),
        _ => is_pair_wide(a, n),
    }
}

/// Decides [`is_pair`] for a and n = b-a below 2^64.
pub fn is_pair_u64(a: u64, n: u64) -> bool {
    let (a, n) = (u128::from(a), u128::from(n));
    // With a >= n the difference n² - a(a-n) has to lie in 0..=2a-n: below that a is too large,
    // above it too small.
    a >= n
        && (n * n)
            .checked_sub(a * (a - n))
            .is_some_and(|over| over <= 2 * a - n)
}

/// Decides [`is_pair`] for any a and n.
pub fn is_pair_wide(a: u128, n: u128) -> bool {
    if a < n {
        return false;
    }
    let square = wide_product(n, n);
    let product = wide_product(a, a - n);
    if product > square {
        return false;
    }
    let (low, borrow) = square.1.overflowing_sub(product.1);
    let over = (square.0 - product.0 - u128::from(borrow), low);
    let (bound, carry) = a.overflowing_add(a - n);
    over <= (u128::from(carry), bound)
}

/// Returns the product as (high, low) halves.
pub fn wide_product(x: u128, y: u128) -> (u128, u128) {
    const HALF: u32 = 64;
    let split = |number: u128| (number >> HALF, number & u128::from(u64::MAX));
    let ((x1, x0), (y1, y0)) = (split(x), split(y));
    let (low, mid, high) = (x0 * y0, x1 * y0, x1 * y1);
    // No overflow: (2^64-1)² + 2(2^64-1) < 2^128.
    let cross = x0 * y1 + (low >> HALF) + (mid & u128::from(u64::MAX));
    let low = (cross << HALF) | (low & u128::from(u64::MAX));
    (high + (mid >> HALF) + (cross >> HALF), low)
}

/// Returns the number that stands in one of Wythoff's pairs with `a`; every number stands in exactly one (0 with
/// itself). `None` if it is 2^128 or more.
pub fn partner(a: u128) -> Option<u128> {
    // Taking F(k-1) for every F(k) in Zeckendorf's representation of a gives ⌊(a+1)/φ⌋.
    let n = fibonacci_shift_down(a);
    match lower(n) {
        Some(low) if low == a => a.checked_add(n),
        // Not of the lower kind: a = ⌊mφ²⌋ with m = ⌊(a+1)/φ²⌋ = a - n.
        _ => Some(n),
    }
}

/// Returns the pair whose difference is `n`; `None` if its larger number is 2^128 or more.
pub fn pair(n: u128) -> Option<(u128, u128)> {
    let low = lower(n)?;
    Some((low, low.checked_add(n)?))
}

/// Returns ⌊nφ⌋; `None` if that is 2^128 or more.
fn lower(n: u128) -> Option<u128> {
    // Taking F(k+1) for every F(k) in Zeckendorf's representation of n-1 gives ⌊nφ⌋ - 1.
    let Some(mut rest) = n.checked_sub(1) else {
        return Some(0);
    };
    let mut shifted: u128 = 0;
    for k in (0..FIBONACCI.len()).rev() {
        if FIBONACCI[k] <= rest {
            rest -= FIBONACCI[k];
            shifted = shifted.checked_add(*FIBONACCI.get(k + 1)?)?;
        }
    }
    shifted.checked_add(1)
}

/// Returns the sum of F(k-1) over the F(k) in Zeckendorf's representation of `a`.
fn fibonacci_shift_down(mut a: u128) -> u128 {
    let mut shifted = 0;
    for k in (0..FIBONACCI.len()).rev() {
        if FIBONACCI[k] <= a {
            a -= FIBONACCI[k];
            shifted += if k == 0 { 1 } else { FIBONACCI[k - 1] };
        }
    }
    shifted
}

/// The Fibonacci numbers 1, 2, 3, 5, 8, … below 2^128.
pub static FIBONACCI: [u128; 185] = fibonacci();

const fn fibonacci() -> [u128; 185] {
    let mut numbers = [1; 185];
    numbers[1] = 2;
    let mut k = 2;
    while k < numbers.len() {
        numbers[k] = numbers[k - 1] + numbers[k - 2];
        k += 1;
    }
    numbers
}
