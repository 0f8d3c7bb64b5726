//! Lattice nim: the interface to the analyser.

use crate::lattice::rules::FORM;
use crate::lattice::rules::{
    CounterMove, Lattice, LatticePoint, counter_move_count, counter_moves,
};
use crate::lattice::theory::{SOURCE, number_formula, place, size};
use crate::nim::{self, NimHeap};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Law, MapExample, Said};
use nimfield_core::notation::{at_body_end, read_list};
use nimfield_core::pieces::PieceKind;
use nimfield_core::prelude::*;

/// Normal play.
const NIM_SUM: Fact = Fact {
    statement: "a counter in column x of row y is the nim heap w*y + x, so columns and \
                rows add up by nim-sum separately; P exactly if both sums are 0",
    source: "Winning Ways, vol. 1",
    checked: Checked::By(&["lattice-nim"]),
};

impl Rules for Lattice {
    type Move = CounterMove;

    const INFO: GameInfo = GameInfo {
        title: "the two-dimensional nim of Winning Ways: counters move left, or to lower rows",
        plain_rules: "Counters stand on a board. On your turn move one counter to the left in \
                      its row, or to any place of a lower row.",
        rules: "Counters stand on the quarter plane, columns and rows numbered from 0. A move \
                takes one counter to the left in its row, or to any place, however far right, of a \
                lower row. Several counters may share a place.",
        body: "counters (column,row): a column from 0 to 2^128-1, a row that is a whole number or an \
               ordinal such as w+1",
        forms: &[FORM],
        moves: "`(C,R) to (C,R)`: where the counter stands and where it goes",
        move_example: "(3,2) to (7,0)",
        play: Play::Normal,
        theory: &[
            NIM_SUM,
            Fact {
                statement: "misère: as nim with heaps w*y + x",
                source: "Bouton 1901, whose argument holds for transfinite heaps",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
        ],
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for Your Mathematical \
                 Plays, vol. 1 (1982), p. 313",
        chapter: "lattice",
        group: Group::Plane,
        setup: Setup::Points { ordinals: true },
        maps: &[MapExample {
            title: "Lattice nim",
            family: Family::new("lattice[(a,b) (3,2)]", "a=0..12 b=0..12"),
            show: "outcome",
            statement: "a = 3 and b = 2",
            source: "Winning Ways",
        }],
        laws: &[Law {
            claim: "lattice-nim",
            family: Family::new("lattice[(a,b) (3,2)]", "a=0..12 b=0..12"),
            says: |position| {
                let counters = position.downcast_ref::<Lattice>()?.counters();
                let column = counters.iter().fold(0, |sum, counter| sum ^ counter.column);
                let rows = counters
                    .iter()
                    .map(|counter| Grundy::from(counter.row.clone()));
                let row = rows.fold(Grundy::from(0), |sum, row| sum ^ row);
                Some(Said::lost(column == 0 && row == Grundy::from(0)))
            },
        }],
        starts: &[
            "lattice[(1,1) (2,2)]",
            "lattice[(1,1) (2,1) (4,0)]",
            "lattice[(1,2) (2,1) (4,0)]",
        ],
        ..GameInfo::named("lattice", "lattice[(3,2) (0,5)]")
    };

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, CounterMove> {
        Box::new(
            self.distinct()
                .into_iter()
                .flat_map(|counter| counter_moves(&counter)),
        )
    }

    fn play(&self, mv: &CounterMove) -> Result<Lattice, String> {
        let mut counters = self.counters().to_vec();
        match counters.iter_mut().find(|counter| **counter == mv.from) {
            None => return Err(format!("no counter stands at {}", mv.from)),
            // Points are ordered by rows, then columns, which is the order of moves.
            Some(_) if mv.to >= mv.from => {
                let reason = "a counter moves to the left in its row or to a lower row";
                return Err(reason.to_string());
            }
            Some(counter) => *counter = mv.to.clone(),
        }
        Ok(Lattice::new(counters))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Lattice, NotationError> {
        if at_body_end(cursor) {
            return Ok(Lattice::new(Vec::new()));
        }
        let counters = read_list(cursor, read_point)?;
        Ok(Lattice::new(counters))
    }

    fn shape(&self) -> Shape {
        let point = |counter: &LatticePoint| vec![counter.column.into(), counter.row.clone()];
        Shape::Points {
            kind: PieceKind::Counter,
            points: self.counters().iter().map(point).collect(),
            origins: vec![0, 0],
        }
    }
}

impl Shown for Lattice {
    fn part_text(&self) -> String {
        self.heap()
            .map_or_else(|| self.to_string(), |heap| heap.to_string())
    }

    /// Returns the handles. A counter moves to the left in its row or anywhere in a lower one: the first moves of each
    /// are listed, and others can be typed.
    fn handles(&self) -> Vec<Handle> {
        let counters = self.counters().iter().enumerate();
        let handle = |(i, counter): (usize, &LatticePoint)| {
            let before = format!("{counter} to ");
            Handle::new(counter.to_string(), vec![i], Grip::Listed { before })
        };
        counters.map(handle).collect()
    }
}

impl Search for Lattice {
    fn move_count(&self) -> u128 {
        let places = self.distinct();
        let counts = places.iter().map(counter_move_count);
        counts.fold(0, u128::saturating_add)
    }

    fn parts(&self) -> Vec<Part<Lattice>> {
        let alone = |counter: &LatticePoint| Part::whole(Lattice::new(vec![counter.clone()]));
        self.counters().iter().map(alone).collect()
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let [counter] = self.counters() else {
            return None;
        };
        Some(match size(counter).finite() {
            Some(size) => Ok(AnyComponent::new(NimHeap(size))),
            None => Err(format!(
                "the counter at {counter} has infinitely many options, too many for a search"
            )),
        })
    }
}

impl Theory for Lattice {
    fn number_formula(&self, play: Play, _count: usize) -> Option<NumberFormula> {
        Some(number_formula(play))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let [LatticePoint { row, column }] = self.counters() else {
            return None;
        };
        let heap = self.heap()?;
        let text = format!(
            "the counter in column {column} of row {row} can move to just the places of smaller w*row + column, so it is the nim heap {heap}"
        );
        Some(Finding::new(
            heap,
            Reason::theorem(SOURCE, text).checked_by(NIM_SUM.claims()),
        ))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        match play {
            Play::Normal => self.value().map(Finding::is_p),
            Play::Misere => Some(nim::misere_outcome(&[self.heap()?])),
        }
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<CounterMove>> {
        let from = self.counters().first()?;
        let sizes = nim::candidates(&self.heap()?, target, play);
        let moves = sizes.iter().map(|left| {
            Some(CounterMove {
                from: from.clone(),
                // A move to a column of 2^128 or more cannot be written, so no list is complete then.
                to: place(&left.to_ordinal())?,
            })
        });
        moves.collect()
    }

    fn heap(&self) -> Option<Grundy> {
        match self.counters() {
            [counter] => Some(size(counter)),
            _ => None,
        }
    }
}

by_default!(Lattice: Engines);

fn read_point(cursor: &mut Cursor<'_>) -> Result<LatticePoint, NotationError> {
    let help = Lattice::INFO.body;
    cursor.need("(", help)?;
    let column = cursor.need_power("the column")?;
    cursor.need(",", help)?;
    cursor.blanks();
    let start = cursor.at();
    let row = cursor.need_ordinal("the row")?;
    if !LatticePoint::is_row(&row) {
        let span = start..cursor.at();
        return Err(cursor.fault(
            span,
            "the row is too high",
            "exponents have at most 4,095 bits",
        ));
    }
    cursor.need(")", help)?;
    Ok(LatticePoint { row, column })
}
