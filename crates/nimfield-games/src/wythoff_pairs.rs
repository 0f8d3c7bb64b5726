//! Wythoff's pairs (⌊nφ⌋, ⌊nφ⌋ + n), using only integers: the theory of Wythoff's game, which matrix nim and the queen
//! on a diagram use as well.
//!
//! **Misère play** (Fraenkel 1984). The P-positions are (0,1), (2,2) and Wythoff's pairs for n >= 2. Like Wythoff's
//! pairs, these use every number once and every difference once: (0,1) and (2,2) take the numbers 0, 1, 2 and the
//! differences 1, 0 from (0,0) and (1,2). So no move leads from one of them to another, and from every other position
//! the usual move (to the partner of a number, or along the diagonal) reaches one; (0,0) is won by definition.

use nimfield_core::prelude::*;
use std::ops::Range;

/// Returns whether (a, b) with `a <= b` is a pair (⌊nφ⌋, ⌊nφ⌋ + n), n = b-a.
///
/// a = ⌊nφ⌋ means a <= nφ < a+1, and x <= nφ holds for x >= n if and only if x(x-n) <= n².
pub fn is_pair(a: u128, b: u128) -> bool {
    let n = b - a;
    if a.max(n) >> 64 > 0 {
        return lower(n) == Some(a);
    }
    // The difference n² - a(a-n) must be in 0..=2a-n: if it is smaller, a is too large, and if it is larger, a is too
    // small.
    a >= n
        && (n * n)
            .checked_sub(a * (a - n))
            .is_some_and(|over| over <= 2 * a - n)
}

/// Returns the partner of `a` in Wythoff's pairs; every number is in exactly one pair (0 with itself). `None` if it is
/// 2^128 or more.
pub fn partner(a: u128) -> Option<u128> {
    let n = shifted_down(a);
    match lower(n) {
        Some(low) if low == a => a.checked_add(n),
        // Not the lower number of a pair: a = ⌊mφ²⌋ with m = ⌊(a+1)/φ²⌋ = a - n.
        _ => Some(n),
    }
}

/// Returns the pair whose difference is `n`; `None` if its larger number is 2^128 or more.
pub fn pair(n: u128) -> Option<(u128, u128)> {
    let low = lower(n)?;
    Some((low, low.checked_add(n)?))
}

/// Returns ⌊nφ⌋ = n + ⌊n/φ⌋; `None` if that is 2^128 or more.
fn lower(n: u128) -> Option<u128> {
    n.checked_add(n.checked_sub(1).map_or(0, shifted_down))
}

/// Returns ⌊(a+1)/φ⌋: the sum of F(k-1) over the Fibonacci numbers F(k) in Zeckendorf's representation of `a`.
fn shifted_down(mut a: u128) -> u128 {
    let (mut before, mut number): (u128, u128) = (1, 1);
    while let Some(next) = before.checked_add(number).filter(|&next| next <= a) {
        (before, number) = (number, next);
    }
    let mut sum = 0;
    loop {
        if number <= a {
            a -= number;
            sum += before;
        }
        if before == number {
            return sum;
        }
        (before, number) = (number - before, before);
    }
}

/// Returns whether (a, b) is a P-position of Wythoff's game; takes a few multiplications and is exact for all integers.
///
/// ```
/// use nimfield_core::words::Play;
/// use nimfield_games::wythoff;
/// assert!(wythoff::is_p(3, 5, Play::Normal));
/// assert!(!wythoff::is_p(1, 2, Play::Misere));
/// ```
#[must_use]
pub fn is_p(a: u128, b: u128, play: Play) -> bool {
    match (play, a.min(b), a.max(b)) {
        (Play::Misere, 0, 1) | (Play::Misere, 2, 2) => true,
        (Play::Misere, 0..=2, _) => false,
        (_, a, b) => is_pair(a, b),
    }
}

/// Returns the closed form of two heaps.
pub(crate) fn number_formula(play: Play) -> NumberFormula {
    NumberFormula::of_outcomes(
        move |heaps| matches!(*heaps, [a, b] if is_p(a.into(), b.into(), play)),
    )
}

/// Returns the outcome with its reason.
pub fn outcome(a: u128, b: u128, play: Play) -> Finding<bool> {
    let (a, b) = (a.min(b), a.max(b));
    let n = b - a;
    let pair = match pair(n) {
        Some((low, high)) => format!("({low}, {high})"),
        None => "beyond 2^128".to_string(),
    };
    let text = match play {
        Play::Normal => format!(
            "the P-position of difference {n} is (floor({n} phi), floor({n} phi) + {n}) = {pair}"
        ),
        Play::Misere if a <= 2 || n <= 1 => {
            "in misère play (0, 1) and (2, 2) take the place of Wythoff's pairs (0, 0) and (1, 2)"
                .to_string()
        }
        Play::Misere => format!(
            "from difference 2 on the misère P-positions are Wythoff's pairs; that of difference {n} is {pair}"
        ),
    };
    let source = match play {
        Play::Normal => "Wythoff 1907",
        Play::Misere => "Fraenkel 1984 (misère Wythoff)",
    };
    let reason = Reason::theorem(source, format!("{text}; this is ({a}, {b})"));
    Finding::new(is_p(a, b, play), reason)
}

/// Returns the size to which lowering a heap next to `other` may win; `None` if it is 2^128 or more.
pub fn partner_to_win(other: u128, play: Play) -> Option<u128> {
    match (play, other) {
        (Play::Misere, 0 | 1) => Some(1 - other),
        (Play::Misere, 2) => Some(2),
        _ => partner(other),
    }
}

/// Returns the amount that may win when taken from both heaps, possibly 0; `None` if there is none.
pub fn common_to_win(a: u128, b: u128, play: Play) -> Option<u128> {
    let low = match (play, a.abs_diff(b)) {
        (Play::Misere, 0) => 2,
        (Play::Misere, 1) => 0,
        (_, n) => pair(n)?.0,
    };
    a.min(b).checked_sub(low)
}

/// Returns the sizes to which lowering a heap next to `other` may give the value `target` in normal play.
///
/// **Theorem.** A position (a, b) of value t has a <= t + 2b, and b <= t + 2a. Proof: no two positions of a row (b
/// fixed) have the same value. Suppose that none of the t + 2b + 1 positions with a <= t + 2b has the value t. Then at
/// most t of them have smaller values, so at least 2b + 1 have greater ones, and each of these has an option of value t
/// outside the row. But each of the b rows below has at most one position of value t, and that is an option of two
/// positions of this row. This is a contradiction, so the position of value t in the row has a <= t + 2b.
pub fn near(heap: u128, other: u128, target: u128) -> Range<u128> {
    let most = other.saturating_mul(2).saturating_add(target);
    other.saturating_sub(target).div_ceil(2)..heap.min(most.saturating_add(1))
}

/// Returns the amounts, from 1 on, whose removal from both heaps may give that value.
pub fn common_near(a: u128, b: u128, target: u128) -> Range<u128> {
    let low = a.min(b);
    let most = low.saturating_add(target).saturating_sub(a.abs_diff(b));
    1..low.min(most) + 1
}
