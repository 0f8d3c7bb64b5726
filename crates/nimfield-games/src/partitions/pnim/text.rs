//! PNim in notation.

use crate::partitions::pnim::rules::{FORMS, Pnim};
use nimfield_core::info::{Law, MapExample, Said};
use nimfield_core::prelude::*;
use nimfield_core::shape::young::BODY;

/// The value of a rectangle.
pub(super) const THEOREM_1: Fact = Fact {
    statement: "a rectangle of r rows and c columns has the value ((r-1) xor (c-1)) + 1",
    source: "Gottlieb, Krnc and Muršič 2025, Theorem 1",
    checked: Checked::By(&["pnim-theorem-1"]),
};

/// The diagrams of value 1.
pub(super) const THEOREM_2: Fact = Fact {
    statement: "the value is 1 exactly for [1] and between [r,r,r-1,...,2] and [r^r] in \
                Young's order, r >= 2",
    source: "Gottlieb, Krnc and Muršič 2025, Theorem 2",
    checked: Checked::By(&["pnim-theorem-2"]),
};

/// Two parts.
pub(super) const PROPOSITION_5: Fact = Fact {
    statement: "two parts c >= d: c-1 if c = d is even, else c+1",
    source: "Gottlieb, Krnc and Muršič 2025, Proposition 5",
    checked: Checked::By(&["pnim-proposition-5"]),
};

/// Heavy diagrams.
pub(super) const DISTINCT_PARTS: Fact = Fact {
    statement: "distinct parts, and their conjugates, are heavy; hooks and staircases \
                are among them",
    source: "proved in the documentation; Gottlieb, Krnc and Muršič 2025, \
             Propositions 3 and 4",
    checked: Checked::By(&[
        "pnim-distinct-parts",
        "pnim-proposition-3",
        "pnim-proposition-4",
    ]),
};

/// Misère play.
pub(super) const PET: Fact = Fact {
    statement: "1-PNim is pet: the misère value is the value with 0 and 1 exchanged, and \
                in misère sums of PNim, RNim and nim a diagram is worth the nim heap of \
                its value",
    source: "Gottlieb, Krnc and Muršič 2025, Proposition 6, and Theorem 14 as corrected \
             (Conway 1976; Gurvich and Ho 2018)",
    checked: Checked::By(&[
        "pnim-proposition-6-pet",
        "pnim-theorem-14",
        "pnim-misere-sums",
    ]),
};

/// The diagrams of three rows.
pub(super) const THREE_ROWS: Fact = Fact {
    statement: "with three rows diagrams that are not rectangles are heavy, except [c,c,c-1] with c = 3 mod 4 \
                and [c,c-1,c-1] with c = 0 mod 4, of value c-2",
    source: "the light partitions with three rows, after Gottlieb, Krnc and Muršič 2025, Question 4",
    checked: Checked::By(&["pnim-three-rows"]),
};

/// The diagrams of four rows.
pub(super) const FOUR_ROWS: Fact = Fact {
    statement: "with four rows diagrams that are not rectangles and not of value 1 are heavy, except [c^3,1] \
                with c = 3 mod 4, of value c-1",
    source: "the light partitions with four rows, after Gottlieb, Krnc and Muršič 2025, Question 4",
    checked: Checked::By(&["pnim-four-rows"]),
};

/// The diagrams with few rows and few columns lower than the highest.
pub(super) const REPETITION: Fact = Fact {
    statement: "with r rows and at most d columns of fewer squares than r, p more columns of r squares \
                raise the value by p, from some number of them on, where p is the least power of two >= r",
    source: "the repetition of near rectangles, after Gottlieb, Krnc and Muršič 2025, Theorem 1",
    checked: Checked::BY_TESTS_OF_ENGINES,
};

/// The description of PNim.
pub(super) const INFO: GameInfo = GameInfo {
    title: "PNim: remove rows, or remove columns, of a Young diagram",
    plain_rules: "Rows of squares stand one below the other, none longer than the one above it. \
                  On your turn take away some whole rows, or some whole columns, and push \
                  together what is left.",
    rules: "A position is a partition. A move removes any positive number of rows of its Young \
            diagram, or any positive number of columns, and pushes together what is left. The \
            empty partition ends the play. Several diagrams are a sum: pnim[4,2,1] + pnim[3^2].",
    body: BODY,
    forms: FORMS,
    moves: "`rows SIZES` or `columns SIZES`: the sizes of what is removed, written as a partition",
    move_example: "rows 4,2",
    play: Play::Normal,
    theory: &[
        Fact {
            statement: "the value of a partition with largest part c and r parts is at most \
                        c+r-1; heavy ones attain it",
            source: "Gottlieb, Krnc and Muršič 2025, Proposition 1",
            checked: Checked::By(&["pnim-proposition-1", "pnim-proposition-1-tight"]),
        },
        THEOREM_1,
        THEOREM_2,
        PROPOSITION_5,
        DISTINCT_PARTS,
        Fact {
            statement: "conjugates have equal values",
            source: "Gottlieb, Krnc and Muršič 2025, Observation 4",
            checked: Checked::By(&["pnim-observation-4"]),
        },
        PET,
        THREE_ROWS,
        FOUR_ROWS,
        REPETITION,
        Fact {
            statement: "everything else from the values of all sub-diagrams, up to 2048 lines, or with few lines \
                besides a run of equal ones",
            source: "one look-up for each corner of a diagram",
            checked: Checked::BY_TESTS_OF_ENGINES,
        },
    ],
    source: "E. Gottlieb, M. Krnc and P. Muršič, Nim on integer partitions and hyperrectangles, \
             arXiv:2506.04991 (2025)",
    chapter: "partitions",
    group: Group::Diagrams,
    constructor: Some("PNim"),
    setup: Setup::Partition { several: false },
    puzzles: &[Puzzle::of(&[4, 5], 1)],
    maps: &[MapExample {
        title: "Rectangles of PNim",
        family: Family::new("pnim[a^b]", "a=1..24 b=1..24"),
        show: "value",
        statement: "@pnim-theorem-1",
        source: "values of rectangles",
    }],
    laws: &[
        Law {
            claim: "pnim-theorem-1",
            family: Family::new("pnim[a^b]", "a=1..16 b=1..16"),
            says: |position| {
                let Pnim(diagram) = position.downcast_ref()?;
                let (rows, columns) = diagram.as_rectangle()?;
                Some(Said::Value(
                    (u128::from((rows - 1) ^ (columns - 1)) + 1).into(),
                ))
            },
        },
        Law {
            claim: "pnim-proposition-5",
            family: Family::new("pnim[a,b]", "a=0..12 b=0..12"),
            says: |position| {
                let Pnim(diagram) = position.downcast_ref()?;
                let parts: Vec<u64> = diagram.parts().take(3).collect();
                let [a, b] = parts[..] else { return None };
                let value = match a == b && a % 2 == 0 {
                    true => u128::from(a) - 1,
                    false => u128::from(a) + 1,
                };
                Some(Said::Value(value.into()))
            },
        },
    ],
    starts: &[
        "pnim[4,1] + pnim[2,1]",
        "pnim[4,2,1] + pnim[3,1]",
        "pnim[4,2] + pnim[4,2,1]",
    ],
    ..GameInfo::named("pnim", "pnim[4,2,1]")
};
