//! Kayles: a row is a position of its own, and rows of one length are alike.

use std::fmt;

use nimfield::game::{Game, Moves, Part};
use nimfield::info::GameInfo;
use nimfield::notation::{Cursor, NotationError, read_list};

/// Rows of pins. A move takes one pin or two neighbours, which may split a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kayles(pub Vec<u32>);

/// Takes `taken` pins, 1 or 2, of row `row` (printed from 1) and leaves `left` of it before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bowl {
    pub row: usize,
    pub taken: u32,
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

impl Game for Kayles {
    type Move = Bowl;
    const INFO: GameInfo = GameInfo::named("kayles", "kayles[9]");

    fn moves(&self) -> Moves<'_, Bowl> {
        Box::new(self.0.iter().enumerate().flat_map(|(row, &pins)| {
            (1..=pins.min(2)).flat_map(move |taken| {
                (0..=pins - taken).map(move |left| Bowl { row, taken, left })
            })
        }))
    }

    fn play(&self, bowl: &Bowl) -> Result<Kayles, String> {
        let pins = *self.0.get(bowl.row).ok_or("the position has fewer rows")?;
        let right = pins.checked_sub(bowl.taken.saturating_add(bowl.left));
        let right = right.filter(|_| matches!(bowl.taken, 1 | 2));
        let right = right.ok_or("a move takes one or two pins of a row")?;
        let mut rows = self.0.clone();
        rows.splice(bowl.row..=bowl.row, [bowl.left, right]);
        rows.retain(|&pins| pins > 0);
        Ok(Kayles(rows))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Kayles, NotationError> {
        read_list(cursor, |cursor| cursor.need_between("a row", 1, 1000)).map(Kayles)
    }

    fn parts(&self) -> Vec<Part<Kayles>> {
        let part = |(row, &pins)| Part::new(Kayles(vec![pins]), move |mv| Bowl { row, ..mv });
        self.0.iter().enumerate().map(part).collect()
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend(self.0.iter().flat_map(|pins| pins.to_le_bytes()));
    }
}
