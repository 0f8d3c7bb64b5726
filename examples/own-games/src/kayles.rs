//! Kayles from its rules alone.

use std::fmt;

use nimfield::by_rules::Rules;
use nimfield::info::GameInfo;

/// Rows of pins. A move takes one pin or two neighbours, which may split a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kayles(pub Vec<u32>);

/// Takes `taken` pins of a row and leaves `left` of it before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bowl {
    /// The row, from 0 (printed from 1).
    pub row: usize,
    /// The pins taken, 1 or 2.
    pub taken: u32,
    /// The pins of the row before them.
    pub left: u32,
}

impl fmt::Display for Kayles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.0.iter().map(u32::to_string).collect();
        write!(f, "kayles[{}]", rows.join(","))
    }
}

impl fmt::Display for Bowl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bowl { row, taken, left } = self;
        write!(f, "row {} take {taken} after {left}", row + 1)
    }
}

impl Rules for Kayles {
    type Move = Bowl;
    const INFO: GameInfo = GameInfo {
        title: "Kayles: bowl over one pin, or two neighbours",
        body: "the lengths of the rows, separated by commas",
        ..GameInfo::named("kayles", "kayles[9]")
    };

    fn moves(&self) -> Vec<Bowl> {
        let mut moves = Vec::new();
        for (row, &pins) in self.0.iter().enumerate() {
            for taken in 1..=pins.min(2) {
                moves.extend((0..=pins - taken).map(|left| Bowl { row, taken, left }));
            }
        }
        moves
    }

    fn play(&self, bowl: &Bowl) -> Result<Kayles, String> {
        let pins = *self.0.get(bowl.row).ok_or("there is no such row")?;
        let right = pins
            .checked_sub(bowl.taken + bowl.left)
            .ok_or("the row is not so long")?;
        let mut rows = self.0.clone();
        let left = [bowl.left, right].into_iter().filter(|&pins| pins > 0);
        rows.splice(bowl.row..=bowl.row, left);
        Ok(Kayles(rows))
    }

    fn read(body: &str) -> Result<Kayles, String> {
        let row = |word: &str| match word.trim().parse() {
            Ok(pins @ 1..=1000) => Ok(pins),
            _ => Err(format!("`{word}` is no length from 1 to 1000")),
        };
        body.split(',')
            .map(row)
            .collect::<Result<_, _>>()
            .map(Kayles)
    }
}
