//! The two-dimensional nim of Winning Ways: the rules.

use nimfield_core::prelude::*;
use std::fmt;

use nimbers::Ordinal;
use nimbers::ordinal::MAX_EXPONENT_BITS;

use nimfield_core::words::ordinals_below;

/// The place of a counter: column and row, both from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LatticePoint {
    /// The row, any ordinal; higher rows come later in the order.
    pub row: Ordinal,
    /// The column, a number: rows are infinite, but no column comes after infinitely many.
    pub column: u128,
}

impl LatticePoint {
    /// Returns whether this is a valid row: its exponents must have at least one bit less than an
    /// [`Exponent`](nimbers::ordinal::Exponent) can hold.
    #[must_use]
    pub fn is_row(row: &Ordinal) -> bool {
        let numbers = row.terms().iter().flat_map(|(e, _)| e.coefficients());
        numbers
            .into_iter()
            .all(|(_, n)| n.bits() < MAX_EXPONENT_BITS)
    }

    /// Creates the place in a column of a finite row.
    #[must_use]
    pub fn new(column: u128, row: u128) -> LatticePoint {
        let row = row.into();
        LatticePoint { row, column }
    }
}

impl fmt::Display for LatticePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.column, self.row)
    }
}

/// A position of lattice nim: counters on the quarter plane. A move takes one counter to the left
/// in its row, or to any place, however far right, of a lower row. Several counters may share a
/// place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lattice(Vec<LatticePoint>);

impl Lattice {
    /// Creates the position with these counters.
    ///
    /// # Panics
    /// If some row is [invalid](LatticePoint::is_row).
    #[must_use]
    pub fn new(counters: Vec<LatticePoint>) -> Lattice {
        assert!(
            counters
                .iter()
                .all(|counter| LatticePoint::is_row(&counter.row))
        );
        Lattice(counters)
    }

    /// Returns the counters.
    #[must_use]
    pub fn counters(&self) -> &[LatticePoint] {
        &self.0
    }

    /// Returns the places of the counters without repetitions, since counters in one place have the same moves.
    pub(super) fn distinct(&self) -> Vec<LatticePoint> {
        let mut places = self.0.clone();
        places.sort_unstable();
        places.dedup();
        places
    }
}

displays_as_shape!(Lattice);

/// The move of a counter from one place to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CounterMove {
    /// The place of the counter.
    pub from: LatticePoint,
    /// The place after the move.
    pub to: LatticePoint,
}

/// The form of moves.
pub(super) const FORM: &str = "{point} to {point}";

impl GameMove for CounterMove {
    fn to_move(&self) -> Move {
        let place = |place: &LatticePoint| Arg::point([place.column.into(), place.row.clone()]);
        Move::new(FORM, [place(&self.from), place(&self.to)])
    }

    fn of_move(mv: &Move) -> Option<CounterMove> {
        let place = |arg: &Arg| match arg {
            Arg::Point(point) => match &point[..] {
                [column, row] if LatticePoint::is_row(row) => Some(LatticePoint {
                    column: Grundy::from(column.clone()).finite()?,
                    row: row.clone(),
                }),
                _ => None,
            },
            _ => None,
        };
        match (mv.form(), mv.args()) {
            (FORM, [from, to]) => Some(CounterMove {
                from: place(from)?,
                to: place(to)?,
            }),
            _ => None,
        }
    }
}

displays_as_move!(CounterMove);

/// Returns the moves of one counter; infinitely many from row 1 on.
pub(super) fn counter_moves(from: &LatticePoint) -> impl Iterator<Item = CounterMove> + use<> {
    let (from, row) = (from.clone(), from.row.clone());
    let left = (0..from.column).map(move |column| LatticePoint {
        column,
        row: row.clone(),
    });
    let down: Box<dyn Iterator<Item = LatticePoint>> = match Grundy::from(from.row.clone()).finite()
    {
        // There is no row below row 0; without this case, the columns would be visited without a result.
        Some(0) => Box::new(std::iter::empty()),
        Some(rows) => Box::new(
            (0..u128::MAX)
                .flat_map(move |column| (0..rows).map(move |row| LatticePoint::new(column, row))),
        ),
        // Going row by row, the first row would never end, so the n-th round goes one place further in each row.
        None => {
            let rows = from.row.clone();
            Box::new((1..u128::MAX).flat_map(move |round| {
                let rows = ordinals_below(rows.clone()).take(round as usize);
                rows.zip((0..round).rev())
                    .map(|(row, column)| LatticePoint { row, column })
            }))
        }
    };
    left.chain(down).map(move |to| CounterMove {
        from: from.clone(),
        to,
    })
}

/// Returns the number of moves of one counter.
pub(super) fn counter_move_count(from: &LatticePoint) -> u128 {
    match from.row.is_zero() {
        true => from.column,
        false => u128::MAX,
    }
}
