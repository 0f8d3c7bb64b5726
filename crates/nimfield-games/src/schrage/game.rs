//! Schrage's rectangles: the interface to the analyser.

use crate::schrage::rules::{Rectangle, RectangleCut, Schrage, cut_count, cuts};
use crate::schrage::sides::Sides;
use crate::schrage::values::{self, Cuts};
use nimfield_core::budget::Budget;
use nimfield_core::component::AnyComponent;
use nimfield_core::diagram::{Diagram, Panel};
use nimfield_core::game::{Game, Moves, Part};
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::info::{Family, GameInfo, Group, Law, MapExample, Said, Setup};
use nimfield_core::notation::{Cursor, NotationError, read_list};
use nimfield_core::pieces::{Piece, PieceKind, Pieces};
use nimfield_core::theory::{Finding, Undecided, ValuedBelow};
use nimfield_core::words::{Grundy, Play};

impl Game for Schrage {
    type Move = RectangleCut;

    const INFO: GameInfo = GameInfo {
        title: "Schrage's rectangles: cut one into two of unequal size",
        plain_rules: "Sheets of paper are ruled into squares. On your turn cut one sheet along a \
                      line into two pieces that are not equally large.",
        rules: "A position is some rectangles with integer sides. A move cuts one of them, \
                parallel to a side, into two rectangles with integer sides and of unequal size.",
        body: "rectangles `MxN` with sides from 1 to 2^128-1, separated by blanks or commas",
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
            says: |position| match *position.downcast_ref::<Schrage>()?.rectangles() {
                [rectangle] => Some(Said::Value(values::known_value(rectangle)?.into())),
                _ => None,
            },
        }],
        starts: &["schrage[3x4]", "schrage[3x6]", "schrage[4x5]"],
        ..GameInfo::named("schrage", "schrage[5x8]")
    };

    fn moves(&self) -> Moves<'_, RectangleCut> {
        Box::new(self.distinct().into_iter().flat_map(cuts))
    }

    fn move_count(&self) -> u128 {
        let counts = self.distinct().into_iter().map(cut_count);
        counts.fold(0, u128::saturating_add)
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

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<RectangleCut, NotationError> {
        let whole = read_rectangle(cursor)?;
        cursor.need("into", Self::INFO.moves)?;
        let first = read_rectangle(cursor)?;
        cursor.need("+", Self::INFO.moves)?;
        let second = read_rectangle(cursor)?;
        Ok(RectangleCut {
            whole,
            pieces: [first, second],
        })
    }

    fn parts(&self) -> Vec<Part<Schrage>> {
        let alone = |&rectangle| Part::whole(Schrage::new(vec![rectangle]));
        self.rectangles().iter().map(alone).collect()
    }

    fn diagram(&self) -> Diagram {
        let panels = self.rectangles().iter().map(|rectangle| Panel {
            caption: rectangle.to_string(),
            diagram: Diagram::Cuboid(vec![rectangle.width, rectangle.height]),
        });
        Diagram::Panels(panels.collect())
    }

    fn pieces(&self) -> Option<Pieces> {
        let piece = |rectangle: &Rectangle| Piece {
            label: rectangle.to_string(),
            numbers: vec![rectangle.width.to_string(), rectangle.height.to_string()],
        };
        Some(Pieces {
            what: PieceKind::Rectangle,
            pieces: self.rectangles().iter().map(piece).collect(),
        })
    }

    fn handles(&self) -> Vec<Handle> {
        let rectangles = self.rectangles().iter().enumerate();
        let handle = |(i, rectangle): (usize, &Rectangle)| {
            let before = format!("{rectangle} into ");
            Handle::new(rectangle.to_string(), vec![i], Grip::Listed { before })
        };
        rectangles.map(handle).collect()
    }

    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        for rectangle in self.rectangles() {
            Cuts::find(*rectangle, budget)?;
        }
        Ok(())
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let [rectangle] = *self.rectangles() else {
            return None;
        };
        let value = values::known_value(rectangle)?;
        Some(Finding::new(value.into(), values::reason(rectangle)?))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<RectangleCut>> {
        let ([rectangle], Play::Normal) = (self.rectangles(), play) else {
            return None;
        };
        let found = Cuts::find(*rectangle, budget).map_err(Undecided::from);
        Some(found.map(|found| Box::new(found) as _))
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let [Rectangle { width, height }] = *self.rectangles() else {
            return None;
        };
        Some(match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) => Ok(AnyComponent::new(Sides::new(width, height))),
            _ => Err(format!(
                "{self} has a side past 2^32, which no search reaches"
            )),
        })
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
    match cursor.need_number("a side")? {
        0 => Err(cursor.fault(
            start..cursor.at(),
            "a side is at least 1",
            Schrage::INFO.body,
        )),
        side => Ok(side),
    }
}
