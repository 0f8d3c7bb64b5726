//! Schrage's rectangles: positions, and the interface to the analyser.

use crate::schrage::rectangle::{FORM, Rectangle, RectangleCut, cut_count, cuts};
use crate::schrage::sides::Sides;
use crate::schrage::values::{self, Cuts, GrundysGame};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Law, MapExample, Said};
use nimfield_core::notation::read_list;
use nimfield_core::prelude::*;
use nimfield_core::theory::ValuedBelow;

/// A position of Schrage's game: rectangles; a move cuts one, parallel to a side, into two of unequal size with integer
/// sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Schrage {
    rectangles: Vec<Rectangle>,
    heaps: GrundysGame,
}

impl Schrage {
    /// Creates the position with these rectangles.
    #[must_use]
    pub fn new(rectangles: Vec<Rectangle>) -> Schrage {
        let heaps = GrundysGame::default();
        Schrage { rectangles, heaps }
    }

    /// Returns the rectangles.
    #[must_use]
    pub fn rectangles(&self) -> &[Rectangle] {
        &self.rectangles
    }

    /// Returns the values of Grundy's game, which its positions share.
    fn heaps(&self) -> &GrundysGame {
        &self.heaps
    }

    /// Returns the rectangles without repetitions, since equal ones have the same moves.
    fn distinct(&self) -> Vec<Rectangle> {
        let mut rectangles = self.rectangles.clone();
        rectangles.sort_unstable();
        rectangles.dedup();
        rectangles
    }
}

displays_as_shape!(Schrage);

impl Rules for Schrage {
    type Move = RectangleCut;

    const INFO: GameInfo = GameInfo {
        title: "Schrage's rectangles: cut one into two of unequal size",
        plain_rules: "Sheets of paper are ruled into squares. On your turn cut one sheet along a line into two \
            pieces of different size.",
        rules: "A position is some rectangles with integer sides. A move cuts one of them, \
                parallel to a side, into two rectangles with integer sides and of unequal size.",
        body: "rectangles `MxN` with sides from 1 to 2^128-1, separated by blanks or commas",
        forms: &[FORM],
        moves: "`5x8 into 5x3+5x5`: the rectangle and its pieces",
        move_example: "5x8 into 5x3+5x5",
        play: Play::Normal,
        theory: &[values::VALUE],
        source: "G. Schrage, A two-dimensional generalization of Grundy's game, Fibonacci \
                 Quarterly 23 (1985), 325-329",
        chapter: "schrage",
        group: Group::Plane,
        setup: Setup::Rectangles,
        maps: &[MapExample {
            title: "Schrage's rectangles",
            family: Family::new("schrage[axb]", "a=1..32 b=1..32"),
            show: "value",
            statement: "@schrage-rectangles",
            source: "Schrage 1985",
        }],
        laws: &[Law {
            claim: "schrage-rectangles",
            family: Family::new("schrage[axb]", "a=1..24 b=1..24"),
            says: |position| {
                let position = position.downcast_ref::<Schrage>()?;
                match *position.rectangles() {
                    [rectangle] => {
                        let value = position.heaps().known_rectangle(rectangle)?;
                        Some(Said::Value(value.into()))
                    }
                    _ => None,
                }
            },
        }],
        starts: &["schrage[3x4]", "schrage[3x6]", "schrage[4x5]"],
        ..GameInfo::named("schrage", "schrage[5x8]")
    };

    fn moves(&self) -> Moves<'_, RectangleCut> {
        Box::new(self.distinct().into_iter().flat_map(cuts))
    }

    fn play(&self, mv: &RectangleCut) -> Result<Schrage, String> {
        let mut rectangles = self.rectangles().to_vec();
        let place = rectangles
            .iter()
            .position(|&rectangle| rectangle == mv.whole);
        let place = place.ok_or_else(|| format!("unknown rectangle {}", mv.whole))?;
        if let Some(fault) = mv.fault() {
            return Err(fault.to_string());
        }
        rectangles.splice(place..=place, mv.pieces);
        Ok(Schrage::new(rectangles))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Schrage, NotationError> {
        let rectangles = read_list(cursor, read_rectangle)?;
        Ok(Schrage::new(rectangles))
    }

    fn shape(&self) -> Shape {
        let sides = |rectangle: &Rectangle| [rectangle.width, rectangle.height];
        Shape::Rectangles(self.rectangles().iter().map(sides).collect())
    }
}

impl Shown for Schrage {
    fn handles(&self) -> Vec<Handle> {
        let rectangles = self.rectangles().iter().enumerate();
        let handle = |(i, rectangle): (usize, &Rectangle)| {
            let before = format!("{rectangle} into ");
            Handle::new(rectangle.to_string(), vec![i], Grip::Listed { before })
        };
        rectangles.map(handle).collect()
    }
}

impl Search for Schrage {
    fn move_count(&self) -> u128 {
        let counts = self.distinct().into_iter().map(cut_count);
        counts.fold(0, u128::saturating_add)
    }

    fn parts(&self) -> Vec<Part<Schrage>> {
        let alone = |&rectangle| Part::whole(Schrage::new(vec![rectangle]));
        self.rectangles().iter().map(alone).collect()
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let [Rectangle { width, height }] = *self.rectangles() else {
            return None;
        };
        Some(match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) => Ok(AnyComponent::new(Sides::new(width, height))),
            _ => Err(format!(
                "{self} has a side of 2^32 or more, too large for a search"
            )),
        })
    }
}

impl Theory for Schrage {
    fn value(&self) -> Option<Finding<Grundy>> {
        let [rectangle] = *self.rectangles() else {
            return None;
        };
        let value = self.heaps().known_rectangle(rectangle)?;
        Some(Finding::new(value.into(), self.heaps().reason(rectangle)?))
    }
}

impl Engines for Schrage {
    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        for rectangle in self.rectangles() {
            Cuts::find(*rectangle, self.heaps(), budget)?;
        }
        Ok(())
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<RectangleCut>> {
        let ([rectangle], Play::Normal) = (self.rectangles(), play) else {
            return None;
        };
        let found = Cuts::find(*rectangle, self.heaps(), budget).map_err(Undecided::from);
        Some(found.map(|found| Box::new(found) as _))
    }
}

fn read_rectangle(cursor: &mut Cursor<'_>) -> Result<Rectangle, NotationError> {
    let width = read_side(cursor)?;
    if !cursor.take_any(&["x", "×"]) {
        return Err(cursor.expected("`x`", Schrage::INFO.body));
    }
    let height = read_side(cursor)?;
    Ok(Rectangle { width, height })
}

fn read_side(cursor: &mut Cursor<'_>) -> Result<u128, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    match cursor.need_power("a side")? {
        0 => Err(cursor.fault(
            start..cursor.at(),
            "a side is at least 1",
            Schrage::INFO.body,
        )),
        side => Ok(side),
    }
}
