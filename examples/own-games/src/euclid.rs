//! Euclid's game: take a multiple of the smaller number from the larger.

use nimfield::info::{Checked, Fact};
use nimfield::prelude::*;
use nimfield::words::Reason;

/// A position of Euclid's game: two heaps, neither empty. A move takes a positive multiple of the smaller from
/// the larger and leaves something of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Euclid(pub [u64; 2]);

displays_as_shape!(Euclid);
by_default!(Euclid: Shown, Search, Engines);

const TAKE: &str = "heap {place} by {amount}";

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

impl Rules for Euclid {
    type Move = Move;

    const INFO: GameInfo = GameInfo {
        title: "Euclid's game: take a multiple of the smaller heap from the larger",
        rules: "A position is two heaps, neither empty. A move takes a positive multiple of the \
                smaller heap from the larger and leaves something of it.",
        body: "two heap sizes, whole numbers from 1 to 2^64-1, separated by a comma or blanks",
        forms: &[TAKE],
        move_example: "heap 2 by 10",
        theory: &[VALUE],
        source: "J. W. Grossman, A nim-type game, Mathematics Magazine 70 (1997), 382",
        ..GameInfo::named("euclid", "euclid[5,13]")
    };

    fn moves(&self) -> Moves<'_, Move> {
        Box::new([0, 1].into_iter().flat_map(|heap| {
            let other = self.0[1 - heap];
            let times = 1..=(self.0[heap] - 1) / other;
            times.map(move |times| {
                let amount = Arg::Number((times * other).into());
                Move::new(TAKE, [Arg::Place(heap), amount])
            })
        }))
    }

    fn play(&self, mv: &Move) -> Result<Euclid, String> {
        let [Arg::Place(heap @ (0 | 1)), Arg::Number(amount)] = *mv.args() else {
            return Err("a move takes from heap 1 or 2".to_string());
        };
        if amount == 0 || amount % u128::from(self.0[1 - heap]) != 0 {
            return Err(format!(
                "{amount} is not a positive multiple of the other heap"
            ));
        }
        let heaps = self.shape().after(mv);
        let left = heaps.filter(|heaps| heaps[heap] > 0);
        Euclid::of_numbers(&left.ok_or("something of the heap must be left")?)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Euclid, NotationError> {
        let first = cursor.need_between("a heap", 1, u64::MAX)?;
        cursor.take(",");
        Ok(Euclid([first, cursor.need_between("a heap", 1, u64::MAX)?]))
    }

    fn of_numbers(heaps: &[u128]) -> Result<Euclid, String> {
        let heaps = heaps.iter().map(|&heap| u64::try_from(heap).unwrap_or(0));
        match heaps.collect::<Vec<_>>()[..] {
            [first, second] if first > 0 && second > 0 => Ok(Euclid([first, second])),
            _ => Err("expected two heaps from 1 to 2^64-1".to_string()),
        }
    }

    fn shape(&self) -> Shape {
        Shape::heaps("heap", self.0.map(u128::from))
    }
}

impl Theory for Euclid {
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
