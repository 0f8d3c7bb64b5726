//! Euclid's game: take a multiple of the smaller number from the larger.

use std::fmt;

use nimfield::Grundy;
use nimfield::game::{Game, Moves};
use nimfield::info::{Checked, Fact, GameInfo};
use nimfield::notation::{Cursor, NotationError};
use nimfield::theory::Finding;
use nimfield::words::Reason;

/// A position of Euclid's game: two heaps, neither empty. A move takes a positive multiple of the smaller from
/// the larger and leaves something of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Euclid(pub [u64; 2]);

/// The move that takes `amount`, a positive multiple of the other heap, from heap 0 or 1 (printed from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EuclidMove {
    pub heap: usize,
    pub amount: u64,
}

impl fmt::Display for Euclid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "euclid[{},{}]", self.0[0], self.0[1])
    }
}

impl fmt::Display for EuclidMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heap {} by {}", self.heap + 1, self.amount)
    }
}

/// Returns the Grundy value floor(b/a - a/b), a <= b, of two heaps that are not empty.
///
/// **Source**: Nivasch 2006. Exact: with b = qa + r the value is q if rb >= a², else q-1.
#[must_use]
pub fn value(a: u64, b: u64) -> u64 {
    let (a, b) = (a.min(b), a.max(b));
    let q = b / a;
    let [a, b, r] = [a, b, b % a].map(u128::from);
    if r * b >= a * a { q } else { q - 1 }
}

const VALUE: Fact = Fact {
    statement: "the Grundy value of (a, b) with a <= b is floor(b/a - a/b)",
    source: "Nivasch 2006",
    checked: Checked::BY_TESTS_OF_THE_GAME,
};

impl Game for Euclid {
    type Move = EuclidMove;
    const INFO: GameInfo = GameInfo {
        title: "Euclid's game: take a multiple of the smaller heap from the larger",
        rules: "A position is two heaps, neither empty. A move takes a positive multiple of the \
                smaller heap from the larger and leaves something of it.",
        body: "two heap sizes, whole numbers from 1 to 2^64-1, separated by a comma or blanks",
        moves: "`heap I by K`",
        move_example: "heap 2 by 10",
        theory: &[VALUE],
        source: "J. W. Grossman, A nim-type game, Mathematics Magazine 70 (1997), 382",
        ..GameInfo::named("euclid", "euclid[5,13]")
    };

    fn moves(&self) -> Moves<'_, EuclidMove> {
        Box::new([0, 1].into_iter().flat_map(|heap| {
            let other = self.0[1 - heap];
            let times = 1..=(self.0[heap] - 1) / other;
            times.map(move |times| EuclidMove {
                heap,
                amount: times * other,
            })
        }))
    }

    fn play(&self, mv: &EuclidMove) -> Result<Euclid, String> {
        let mut heaps = self.0;
        let heap = heaps.get_mut(mv.heap).ok_or("there are two heaps")?;
        if mv.amount == 0 || mv.amount % self.0[1 - mv.heap] != 0 {
            let amount = mv.amount;
            return Err(format!(
                "{amount} is not a positive multiple of the other heap"
            ));
        }
        let left = heap.checked_sub(mv.amount).filter(|&left| left > 0);
        *heap = left.ok_or("something of the heap must be left")?;
        Ok(Euclid(heaps))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Euclid, NotationError> {
        let first = cursor.need_between("a heap", 1, u64::MAX)?;
        cursor.take(",");
        Ok(Euclid([first, cursor.need_between("a heap", 1, u64::MAX)?]))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let (a, b) = (self.0[0].min(self.0[1]), self.0[0].max(self.0[1]));
        let value = value(a, b);
        let text = format!("the value of {self} is floor({b}/{a} - {a}/{b}) = {value}");
        Some(Finding::new(
            u128::from(value).into(),
            Reason::theorem(VALUE.source, text),
        ))
    }
}
