//! Stops, mean and temperature of partizan 2x2 matrices: determined by the greatest moves.

use crate::matrix::{Line, two_by_two};
use crate::matrix_partizan::theory::{least_first, theorem_5};
use nimfield_core::heat::BigDyadic;
use nimfield_core::partizan::{ClosedFigures, Simple, Stops};
use nimfield_engines::partizan::number_of;

/// Returns both stops of a 2x2 matrix.
///
/// **Theorem** (proved in the book, page "Partizan matrix nim"). If all entries are positive, the left
/// stop is the larger right stop of Left's two greatest moves, each of which leaves a zero, and the
/// right stop the smaller left stop of Right's two. If they differ, the thermograph is that of the
/// switch between them. With a zero, the value is a number or a nimber by Theorem 5, and a nimber's
/// stops are 0.
///
/// `None` if a stop exceeds the range of [`BigDyadic`]. Takes a fixed number of comparisons.
#[must_use]
pub fn stops_2x2(matrix: [[u128; 2]; 2]) -> Option<Stops> {
    if matrix.as_flattened().contains(&0) {
        return Some(Stops::of(with_zero(matrix)));
    }
    let [[a, b], [c, d]] = matrix;
    let after = |line, x: u128, y: u128| {
        let stop = Stops::of(with_zero(two_by_two::after(matrix, line, x.min(y)))).left;
        Some((BigDyadic::of(stop)?, stop))
    };
    let columns = [after(Line::Column(0), a, c)?, after(Line::Column(1), b, d)?];
    let rows = [after(Line::Row(0), a, b)?, after(Line::Row(1), c, d)?];
    let by_size = |stop: &(BigDyadic, Simple)| stop.0.clone();
    Some(Stops {
        left: columns.into_iter().max_by_key(by_size)?.1,
        right: rows.into_iter().min_by_key(by_size)?.1,
    })
}

/// Returns the value of a matrix with a zero: a number or a nimber.
fn with_zero(matrix: [[u128; 2]; 2]) -> Simple {
    let [[_, b], [c, d]] = least_first(matrix);
    theorem_5(Some(b), Some(c), d)
}

/// Returns the stops, for an answer. `None` if one of them exceeds the range of [`Dyadic`](short_game::Dyadic).
pub fn stops_figures(stops: Stops) -> Option<ClosedFigures> {
    let known = number_of(stops.left).is_some() && number_of(stops.right).is_some();
    known.then_some(ClosedFigures::Stops {
        stops,
        switch: None,
    })
}
