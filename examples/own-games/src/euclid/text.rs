//! Euclid's game in notation, and as a picture.

use crate::euclid::rules::{Euclid, EuclidMove};
use nimfield::Play;
use nimfield::info::{Checked, Fact, GameInfo};
use nimfield::notation::{Cursor, Notation, NotationError};

impl Notation for Euclid {
    const INFO: GameInfo = GameInfo {
        name: "euclid",
        title: "Euclid's game: take a multiple of the smaller heap from the larger",
        rules: "A position is two heaps, neither empty. A move takes a positive multiple of the \
                smaller heap from the larger and leaves something of it.",
        body: "two heap sizes, whole numbers from 1 to 2^64-1, separated by a comma or blanks",
        example: "euclid[5,13]",
        moves: "`heap I by K`",
        move_example: "heap 2 by 10",
        play: Play::Normal,
        theory: &[Fact {
            statement: "the Grundy value of (a, b) with a <= b is floor(b/a - a/b)",
            source: "Nivasch 2006",
            checked: Checked::BY_TESTS_OF_THE_GAME,
        }],
        source: "J. W. Grossman, A nim-type game, Mathematics Magazine 70 (1997), 382",
    };

    fn read(cursor: &mut Cursor<'_>) -> Result<Euclid, NotationError> {
        let first = read_number(cursor)?;
        cursor.take(",");
        let second = read_number(cursor)?;
        Ok(Euclid([first, second]))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<EuclidMove, NotationError> {
        cursor.need("heap", Self::INFO.moves)?;
        let start = cursor.at();
        let heap = match read_number(cursor)? {
            heap @ 1..=2 => heap as usize - 1,
            heap => {
                let message = format!("there is no heap {heap}");
                return Err(cursor.fault(start..cursor.at(), message, "the heaps are 1 and 2"));
            }
        };
        cursor.need("by", Self::INFO.moves)?;
        let amount = read_number(cursor)?;
        Ok(EuclidMove { heap, amount })
    }

    fn draw(&self) -> String {
        let counters = |size: u64| "o".repeat(size.min(40) as usize);
        let heaps = self.0.map(|size| format!("{} ({size})", counters(size)));
        heaps.join("\n")
    }
}

fn read_number(cursor: &mut Cursor<'_>) -> Result<u64, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let number = cursor.need_number("a number")?;
    match u64::try_from(number) {
        Ok(number) if number > 0 => Ok(number),
        _ => {
            let message = "this number is not between 1 and 2^64-1";
            Err(cursor.fault(start..cursor.at(), message, Euclid::INFO.body))
        }
    }
}
