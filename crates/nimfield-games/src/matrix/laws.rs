//! The laws of the claims about matrix nim, including false ones.

use std::any::Any;

use nimfield_core::info::{Law, Said};
use nimfield_core::prelude::*;

use crate::matrix::grid::Pile;
use crate::matrix::rules::Matrix;
use crate::matrix::two_by_two::is_p;
use crate::wythoff_pairs::is_pair;
use crate::{nim, wythoff_pairs};

/// The laws, each with a family that shows it.
pub(super) const LAWS: &[Law] = &[
    Law {
        claim: "ferguson-theorem-3",
        family: Family::new("matrix[a 10; 10 b]", "a=0..24 b=0..24"),
        says: |position| Some(Said::lost(is_p(square(position)?))),
    },
    Law {
        claim: "ferguson-theorem-3-not-strict",
        family: Family::new("matrix[a 10; 10 b]", "a=0..24 b=0..24"),
        says: |position| {
            let matrix = square(position)?;
            let not_strict = |a: u128, b: u128, d: u128| a < b && b < d && a % (d - a) <= d - b;
            let holds = |a, b, d| dominates(a, b, d) || not_strict(a, b, d);
            Some(Said::lost(rotated(matrix, holds)))
        },
    },
    Law {
        claim: "ferguson-lemma-1",
        family: Family::new("matrix[a 5; 5 b]", "a=0..20 b=0..20"),
        says: |position| {
            let matrix = square(position)?;
            rotated(matrix, dominates).then(|| Said::lost(true))
        },
    },
    Law {
        claim: "ferguson-constant-diagonal",
        family: Family::new("matrix[a 6; b 9]", "a=0..20 b=0..20"),
        says: |position| {
            let [[a, b], [c, d]] = square(position)?;
            (a != d && b != c).then(|| Said::lost(false))
        },
    },
    Law {
        claim: "ferguson-wythoff",
        family: Family::new("matrix[a b]", "a=0..24 b=0..24"),
        says: |position| match piles(position)? {
            (1, row) if row.len() == 2 => {
                Some(Said::lost(is_pair(row[0].min(row[1]), row[0].max(row[1]))))
            }
            _ => None,
        },
    },
    Law {
        claim: "ferguson-odd-rows",
        family: Family::new("matrix[a b 5]", "a=0..16 b=0..16"),
        says: |position| nim_row(position, 1),
    },
    Law {
        claim: "ferguson-even-rows-are-not-nim",
        family: Family::new("matrix[a b]", "a=0..16 b=0..16"),
        says: |position| nim_row(position, 0),
    },
];

/// Returns the closed form of matrices of finite piles of this shape, with empty piles or without.
///
/// An empty pile blocks its line. Then two piles in a row leave a nim heap, and an odd number of piles leaves nim heaps
/// whose sum agrees with the formula for the whole row; Theorem 3 holds with empty piles.
pub(super) fn number_formula(rows: usize, columns: usize, play: Play) -> Option<NumberFormula> {
    match (rows.min(columns), rows.max(columns), play) {
        (1, 2, _) => Some(wythoff_pairs::number_formula(play)),
        // In misère play, the theorem gives only outcomes.
        (1, n, _) if n % 2 == 1 => Some(NumberFormula {
            finds_values: play == Play::Normal,
            ..nim::number_formula(play)
        }),
        (2, 2, Play::Normal) => Some(NumberFormula::of_outcomes(
            |piles| matches!(*piles, [a, b, c, d] if is_p([[a, b], [c, d]])),
        )),
        _ => None,
    }
}

/// Returns the number of rows of a matrix without infinite piles, and the piles.
fn piles(position: &dyn Any) -> Option<(usize, Vec<u128>)> {
    let grid = position.downcast_ref::<Matrix>()?.grid();
    let piles = grid.cells().iter().map(|pile| pile.finite());
    Some((grid.rows(), piles.collect::<Option<_>>()?))
}

fn square(position: &dyn Any) -> Option<[[u128; 2]; 2]> {
    let (rows, piles) = piles(position)?;
    match piles[..] {
        [a, b, c, d] if rows == 2 => Some([[a, b], [c, d]]),
        _ => None,
    }
}

/// Returns whether some rotation of the matrix is (a b; b d) with this property.
fn rotated([[p, q], [r, s]]: [[u128; 2]; 2], has: impl Fn(u128, u128, u128) -> bool) -> bool {
    (q == r && (has(p, q, s) || has(s, q, p))) || (p == s && (has(q, p, r) || has(r, p, q)))
}

fn dominates(a: u128, b: u128, d: u128) -> bool {
    a >= b && d >= b
}

/// Returns the statement of nim about a row whose length has this remainder modulo 2.
fn nim_row(position: &dyn Any, rest: usize) -> Option<Said> {
    let (rows, row) = piles(position)?;
    let fits = rows == 1 && row.len() % 2 == rest;
    fits.then(|| Said::lost(row.iter().fold(0, |sum, pile| sum ^ pile) == 0))
}
