//! Observations about 2x2 matrices with positive entries that are not proved.

use crate::matrix_partizan::theory::least_first;

/// The largest entries for which the formula was compared with canonical forms; a test repeats this.
pub const VERIFIED_2X2: u128 = 39;

/// Returns x and a, if the value of a 2x2 matrix is observed to be x + H_a, where H_a is the value of (a a; a a).
///
/// With the least entry a first, b >= c and x = min(b-c, a+d-2c), this is the case if a = c or d >= c + min(b-a, c+1).
///
/// **Not proved**; verified for entries up to [`VERIFIED_2X2`]. `None` if an entry is 0 (where Theorem 5 is a proof), a
/// number is too large, or the formula does not apply.
#[must_use]
pub fn constant_part(matrix: [[u128; 2]; 2]) -> Option<(i128, u128)> {
    if matrix.as_flattened().contains(&0) {
        return None;
    }
    let [[a, b], [c, d]] = least_first(matrix);
    let (negative, b, c) = if b >= c { (false, b, c) } else { (true, c, b) };
    if a != c && d < c.checked_add((b - a).min(c.checked_add(1)?))? {
        return None;
    }
    let signed = |x: u128| i128::try_from(x).ok();
    let gain = signed(a)?
        .checked_add(signed(d)?)?
        .checked_sub(signed(c)?.checked_mul(2)?)?;
    let x = signed(b - c)?.min(gain);
    Some((if negative { -x } else { x }, a))
}

/// Describes the formula, and how far it was verified.
pub fn constant_part_text((x, a): (i128, u128)) -> String {
    format!(
        "NOT PROVED, verified for entries up to {VERIFIED_2X2}: the value is {x} + H, H that of matrix-partizan[{a} {a}; {a} {a}]"
    )
}
