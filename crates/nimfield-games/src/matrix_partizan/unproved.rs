//! What is observed of 2x2 matrices with positive entries, but not proved.

use short_game::Dyadic;

use crate::matrix::{Line, Matrix, normal_form, two_by_two};
use crate::matrix_partizan::theory::{least_first, simple_value};
use nimfield_core::partizan::Simple;
use nimfield_core::words::Figures;

/// Entries up to which the formulas were compared with canonical forms; a test repeats it.
pub const VERIFIED_2X2: u128 = 39;

/// Stops of a 2x2 matrix with positive entries; mean and temperature if it is hot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed2x2 {
    /// The larger right stop of Left's two greatest moves, each of which leaves a 0.
    pub left_stop: Dyadic,
    /// The smaller left stop of Right's two greatest moves.
    pub right_stop: Dyadic,
    /// x and a, if the value is x + H_a with H_a that of the matrix (a a; a a).
    pub constant: Option<(Dyadic, u128)>,
}

/// The observed formulas.
///
/// The stops are the best stops of the players' greatest moves, valued by Theorem 5, where a nimber
/// counts 0. With the least entry a first, b >= c and x = min(b-c, a+d-2c), the value is x + H_a if
/// a = c or d >= c + min(b-a, c+1).
///
/// **Not proved**; verified for entries up to [`VERIFIED_2X2`]. `None` if an entry is 0 (where
/// Theorem 5 is a proof) or a number is too large.
#[must_use]
pub fn observed_2x2(matrix: [[u128; 2]; 2]) -> Option<Observed2x2> {
    if matrix.as_flattened().contains(&0) {
        return None;
    }
    let after_greatest = |line: Line| {
        let [[a, b], [c, d]] = matrix;
        let amount = match line {
            Line::Row(0) => a.min(b),
            Line::Row(_) => c.min(d),
            Line::Column(0) => a.min(c),
            Line::Column(_) => b.min(d),
        };
        stop_with_zero(two_by_two::after(matrix, line, amount))
    };
    let left_stop = after_greatest(Line::Column(0))?.max(after_greatest(Line::Column(1))?);
    let right_stop = after_greatest(Line::Row(0))?.min(after_greatest(Line::Row(1))?);
    (left_stop >= right_stop).then(|| Observed2x2 {
        left_stop,
        right_stop,
        constant: constant_part(matrix),
    })
}

/// Both stops of a matrix with a zero, which has a number or a nimber for its value.
fn stop_with_zero(matrix: [[u128; 2]; 2]) -> Option<Dyadic> {
    let signed = |negative: bool, size: u128, exponent: u128| {
        let size = i128::try_from(size).ok()?;
        let size = if negative { -size } else { size };
        Dyadic::new(size, u32::try_from(exponent).ok()?).ok()
    };
    let mut sum = Dyadic::integer(0);
    for placed in normal_form(Matrix::of(matrix).grid()) {
        let stop = match simple_value(&placed.block)? {
            Simple::Nimber(_) => Dyadic::integer(0),
            Simple::Integer(negative, size) => signed(negative, size, 0)?,
            Simple::Fraction(negative, exponent) => signed(negative, 1, exponent?)?,
        };
        sum = sum.add(stop).ok()?;
    }
    Some(sum)
}

fn constant_part(matrix: [[u128; 2]; 2]) -> Option<(Dyadic, u128)> {
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
    Some((Dyadic::integer(if negative { -x } else { x }), a))
}

impl Observed2x2 {
    /// Stops, mean and temperature. The temperature is missing unless the stops differ.
    pub fn figures(&self) -> Figures {
        let (left, right) = (self.left_stop, self.right_stop);
        let half = |x: Result<Dyadic, short_game::Error>| x.and_then(Dyadic::half).ok();
        let temperature = half(left.sub(right)).filter(|&t| t > Dyadic::integer(0));
        Figures {
            left_stop: Some(left.to_string()),
            right_stop: Some(right.to_string()),
            mean: half(left.add(right)).map(|mean| mean.to_string()),
            temperature: temperature.map(|t| t.to_string()),
            ..Figures::default()
        }
    }

    /// What is claimed, and how far it was verified.
    pub fn text(&self) -> String {
        let value = match self.constant {
            Some((x, a)) => {
                format!(", and the value is {x} + H, H that of matrix-partizan[{a} {a}; {a} {a}]")
            }
            None => String::new(),
        };
        format!(
            "NOT PROVED, verified for entries up to {VERIFIED_2X2}: the stops are those of the greatest moves{value}"
        )
    }
}
