//! Young diagrams with a poisoned corner: the interface to the analyser.

use crate::boards::cell::FORM;
use crate::boards::cells::read_cells;
use crate::partitions::sentences;
use crate::posets::diagram::{BODY, Bite, Bitten};
use nimfield_core::component::write_number;
use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::handles::{Grip, Handle};
use nimfield_core::prelude::*;
use nimfield_core::theory::{Followers, ValuedBelow};
use nimfield_engines::ideals::BiteValues;

/// The description of bites out of a diagram.
pub const BITES: GameInfo = GameInfo {
    title: "bites out of a diagram with a poisoned corner",
    rules: "A move bites off a square with all squares below it and to its right. The square in the corner is \
            poisoned and is never bitten.",
    body: BODY,
    forms: &[FORM],
    moves: "the square `b2` at the corner of the bite: column b, row 2 from the top",
    move_example: "b2",
    theory: &[HOOK, TWO_ROWS, RECTANGLE],
    source: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974), 876-879",
    group: Group::Stones,
    ..GameInfo::named("@file", "@bites.txt")
};

const HOOK: Fact = Fact {
    statement: "normal play: a row of a squares and b squares below its first one have the value (a - 1) xor b",
    source: "the rules: two nim heaps",
    checked: Checked::BY_TESTS_OF_THE_GAME,
};

const TWO_ROWS: Fact = Fact {
    statement: "normal play: two rows of a >= b squares are P exactly if a = b + 1",
    source: "Gale 1974",
    checked: Checked::BY_TESTS_OF_THE_GAME,
};

const RECTANGLE: Fact = Fact {
    statement: "normal play: every rectangle but the single square is N",
    source: "Gale 1974, by strategy stealing",
    checked: Checked::BY_TESTS_OF_THE_GAME,
};

impl Rules for Bitten {
    type Move = Bite;

    const INFO: GameInfo = BITES;

    fn moves(&self) -> Moves<'_, Bite> {
        Box::new(self.bites())
    }

    fn play(&self, mv: &Bite) -> Result<Bitten, String> {
        self.after(*mv)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Bitten, NotationError> {
        Err(cursor.expected("the name of a file", BODY))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<Bite, NotationError> {
        cursor.blanks();
        let start = cursor.at();
        match read_cells(cursor, BITES.moves)?[..] {
            [cell] => Ok(Bite(cell)),
            _ => Err(cursor.fault(start..cursor.at(), "a bite is one square", BITES.moves)),
        }
    }

    fn info(&self) -> &'static GameInfo {
        self.name().info
    }

    fn default_play(&self) -> Play {
        self.name().play
    }

    fn shape(&self) -> Shape {
        Shape::Diagrams {
            pieces: vec![self.partition()],
            corner: Some('x'),
            at: Vec::new(),
        }
    }
}

impl Shown for Bitten {
    fn handles(&self) -> Vec<Handle> {
        // The squares of the diagram are numbered row by row, the corner first.
        let squares = self.bites().zip(1..);
        let handle = |(bite, square): (Bite, usize)| {
            let text = bite.to_string();
            Handle::new(text.clone(), vec![square], Grip::Move { text })
        };
        squares.map(handle).collect()
    }
}

impl Search for Bitten {
    fn move_count(&self) -> u128 {
        self.rows().iter().map(|&row| u128::from(row)).sum::<u128>() - 1
    }

    fn key(&self, out: &mut Vec<u8>) {
        let columns = self.columns();
        let rows = self.rows().min(&columns);
        out.extend_from_slice(self.name().text.as_bytes());
        out.push(0);
        for &row in rows {
            write_number(out, row.into());
        }
    }

    fn measure(&self) -> Option<u128> {
        Some(self.move_count())
    }
}

impl Theory for Bitten {
    fn value(&self) -> Option<Finding<Grundy>> {
        let value = hook_value(self.rows())?;
        let (right, below) = (self.rows()[0] - 1, self.rows().len() - 1);
        let text = format!(
            "the {right} squares to the right of the corner and the {below} below it are nim heaps: \
             {right} xor {below} = {value}"
        );
        let reason = Reason::theorem(HOOK.source, text);
        Some(Finding::new(u128::from(value).into(), reason))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Misere {
            return None;
        }
        if let Some(found) = self.value() {
            return Some(found.is_p());
        }
        let (fact, is_p) = match two_rows_is_p(self.rows()) {
            Some(is_p) => (TWO_ROWS, is_p),
            None if self.is_rectangle() => (RECTANGLE, false),
            None => return None,
        };
        Some(Finding::new(
            is_p,
            Reason::theorem(fact.source, fact.statement.to_string()),
        ))
    }

    fn known(&self, play: Play) -> Known {
        match (play, hook_value(self.rows())) {
            (Play::Normal, Some(value)) => Known::Value(value.into()),
            (Play::Normal, None) => {
                two_rows_is_p(self.rows()).map_or(Known::Nothing, Known::outcome)
            }
            (Play::Misere, _) => Known::Nothing,
        }
    }
}

impl Engines for Bitten {
    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        Some(sentences::bites(self.rows().iter().map(|&row| row.into())))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<Bite>> {
        let table = BiteValues::new(self.rows(), play, budget).map(|values| {
            Box::new(Below {
                rows: self.rows().to_vec(),
                values,
            }) as Box<dyn Followers<Bite>>
        });
        Some(table.map_err(Undecided::from))
    }
}

/// The values of all diagrams inside a diagram.
struct Below {
    rows: Vec<u16>,
    values: BiteValues,
}

impl Followers<Bite> for Below {
    fn value(&self) -> u128 {
        let value = self.values.value(&self.rows);
        value.expect("a diagram is one of those inside it").into()
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<Bite>, bool) {
        let Ok(target) = u16::try_from(target) else {
            return (Vec::new(), true);
        };
        let bites = self.values.bites_to(&self.rows, target);
        let complete = bites.len() <= most;
        let cell = |(row, column)| crate::boards::Cell::new(column as u8, row as u8);
        let moves = bites.into_iter().take(most).map(|bite| Bite(cell(bite)));
        (moves.collect(), complete)
    }

    fn positions(&self) -> u64 {
        self.values.positions()
    }

    fn bytes(&self) -> u64 {
        self.values.bytes()
    }
}

/// Returns the value of a hook: the squares to the right of the corner and those below it are two nim heaps.
fn hook_value(rows: &[u16]) -> Option<u16> {
    let (&first, others) = rows.split_first()?;
    let is_hook = others.iter().all(|&row| row == 1);
    is_hook.then_some((first - 1) ^ others.len() as u16)
}

/// Returns whether the second player wins a diagram of two rows: that is, whether the lower row is shorter by one.
fn two_rows_is_p(rows: &[u16]) -> Option<bool> {
    match *rows {
        [upper, lower] => Some(upper == lower + 1),
        _ => None,
    }
}
