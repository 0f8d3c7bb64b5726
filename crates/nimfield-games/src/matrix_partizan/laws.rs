//! The laws of the claims about partizan matrix nim.

use std::any::Any;

use nimfield_core::info::{Family, Law, Said};

use crate::matrix::grid::Pile;
use crate::matrix_partizan::rules::PartizanMatrix;
use crate::matrix_partizan::theory::outcome_2x2;

/// The laws, each with a family that shows it.
pub(super) const LAWS: &[Law] = &[
    Law {
        claim: "ferguson-theorem-4",
        family: Family::new("matrix-partizan[a 4; b 7]", "a=0..16 b=0..16"),
        says: |position| Some(Said::Outcome(outcome_2x2(square(position)?))),
    },
    Law {
        claim: "ferguson-lemma-1-partizan",
        family: Family::new("matrix-partizan[a 2; 2 b]", "a=0..9 b=0..9"),
        says: |position| {
            let [[a, b], [c, d]] = square(position)?;
            (b == c && a >= b && d >= b).then(|| Said::lost(true))
        },
    },
];

fn square(position: &dyn Any) -> Option<[[u128; 2]; 2]> {
    let grid = position.downcast_ref::<PartizanMatrix>()?.0.grid();
    match (grid.rows(), grid.cells()) {
        (2, &[a, b, c, d]) => Some([[a.finite()?, b.finite()?], [c.finite()?, d.finite()?]]),
        _ => None,
    }
}
