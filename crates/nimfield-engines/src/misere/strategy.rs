//! A winning strategy for the second player of a sum of two: far fewer pairs than all P-positions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::misere::pairs::{Options, places};
use crate::misere::{Form, Forms, PairMatrix};
use nimfield_core::budget::{Budget, Meter, Unfinished};

/// The number of pairs between two checks of the budget.
const POLL: u64 = 1 << 10;

/// A pair by its row and column.
type Pair = (u32, u32);

/// Computes a strategy that contains `wanted`, which must be P-positions of `matrix`: P-positions such that every move
/// from one of them can be answered by a move to one of them. Pairs ascend, each with its greater form first.
///
/// Pairs are processed by descending length of their longest game. The answer to a move is a pair that is needed
/// already, if there is one, otherwise the shortest, and among these one with the fewest moves.
///
/// # Complexity
/// Two bits for each bit of the matrix; for each pair of the strategy its moves and their answers.
///
/// # Source
/// That such a set proves its pairs to be P-positions is shown in [`certificate`](crate::certificate); the choice of
/// answers is original.
///
/// # Errors
/// If the budget runs out.
///
/// # Panics
/// If a wanted pair is not in the matrix, or is not a P-position.
pub(super) fn strategy(
    forms: &Forms,
    matrix: &PairMatrix,
    wanted: &[(Form, Form)],
    budget: &Budget,
) -> Result<Vec<(Form, Form)>, Unfinished> {
    let mut meter = Meter::new(budget, "strategy").every(POLL);
    meter.hold(3 * matrix.bytes())?;
    let (rows, columns) = (
        Side::new(forms, matrix.left()),
        Side::new(forms, matrix.right()),
    );
    // Where both sides have the same forms, a pair and its mirror image are one.
    let twins = matrix.left() == matrix.right();
    let tidy = |(a, b): Pair| if twins && a < b { (b, a) } else { (a, b) };
    let size = |(a, b): Pair| rows.birthdays[a as usize] + columns.birthdays[b as usize];
    let moves =
        |(a, b): Pair| rows.options.of(a as usize).len() + columns.options.of(b as usize).len();
    let is_p = |(a, b): Pair| matrix.is_p(a as usize, b as usize);
    // One row serves all moves in the left form, too.
    let is_p_after_left = |(a, b): Pair| if twins { is_p((b, a)) } else { is_p((a, b)) };
    let mut needed = Bits::new(matrix);
    // Pairs with a move to a needed one.
    let mut answered = Bits::new(matrix);
    let mut open: BinaryHeap<(u16, Reverse<Pair>)> = BinaryHeap::new();
    let mut need = |pair: Pair, answered: &mut Bits, open: &mut BinaryHeap<_>| {
        if needed.set(pair) {
            open.push((size(pair), Reverse(pair)));
            for before in rows.before(pair).chain(columns.before_right(pair)) {
                answered.set(tidy(before));
            }
        }
    };
    for (a, b) in wanted {
        let pair = (rows.place(*a), columns.place(*b));
        assert!(is_p(pair), "a strategy begins with P-positions");
        need(tidy(pair), &mut answered, &mut open);
    }
    let mut pairs = Vec::new();
    while let Some((_, Reverse(pair))) = open.pop() {
        let (a, b) = pair;
        let (a, b) = (matrix.left()[a as usize], matrix.right()[b as usize]);
        pairs.push((a.max(b), a.min(b)));
        let lists = (pairs.capacity() + 2 * open.capacity()) * size_of::<(Form, Form)>();
        meter.bytes = 3 * matrix.bytes() + lists as u64;
        meter.count()?;
        for moved in rows.after(pair).chain(columns.after_right(pair)) {
            if answered.has(tidy(moved)) {
                continue;
            }
            let lefts = rows.after(moved).filter(|&reply| is_p_after_left(reply));
            let rights = columns.after_right(moved).filter(|&reply| is_p(reply));
            let replies = lefts.chain(rights).map(tidy);
            // Without a reply no move is left, so the player to move has won.
            if let Some(reply) = replies.min_by_key(|&reply| (size(reply), moves(reply), reply)) {
                need(reply, &mut answered, &mut open);
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Ok(pairs)
}

/// The forms of one side, by place in the matrix.
struct Side {
    options: Options,
    /// For each form, the forms that it is an option of.
    parents: Vec<Vec<u32>>,
    birthdays: Vec<u16>,
    places: Vec<u32>,
}

impl Side {
    fn new(forms: &Forms, list: &[Form]) -> Side {
        let options = Options::new(forms, list);
        let mut parents = vec![Vec::new(); list.len()];
        for place in 0..list.len() as u32 {
            for &option in options.of(place as usize) {
                parents[option as usize].push(place);
            }
        }
        Side {
            options,
            parents,
            birthdays: list.iter().map(|&form| forms.birthday(form)).collect(),
            places: places(forms, list),
        }
    }

    fn place(&self, form: Form) -> u32 {
        self.places[form.index()]
    }

    /// Returns the pairs after a move in the left form.
    fn after(&self, (a, b): Pair) -> impl Iterator<Item = Pair> + '_ {
        let options = self.options.of(a as usize).iter();
        options.map(move |&option| (option, b))
    }

    /// Returns the pairs after a move in the right form.
    fn after_right(&self, (a, b): Pair) -> impl Iterator<Item = Pair> + '_ {
        let options = self.options.of(b as usize).iter();
        options.map(move |&option| (a, option))
    }

    /// Returns the pairs with a move in the left form to this one.
    fn before(&self, (a, b): Pair) -> impl Iterator<Item = Pair> + '_ {
        let parents = self.parents[a as usize].iter();
        parents.map(move |&parent| (parent, b))
    }

    /// Returns the pairs with a move in the right form to this one.
    fn before_right(&self, (a, b): Pair) -> impl Iterator<Item = Pair> + '_ {
        let parents = self.parents[b as usize].iter();
        parents.map(move |&parent| (a, parent))
    }
}

/// A bit for each pair.
struct Bits {
    columns: usize,
    bits: Vec<u64>,
}

impl Bits {
    fn new(matrix: &PairMatrix) -> Bits {
        let columns = matrix.right().len();
        Bits {
            columns,
            bits: vec![0; (matrix.left().len() * columns).div_ceil(64)],
        }
    }

    fn has(&self, (a, b): Pair) -> bool {
        let at = a as usize * self.columns + b as usize;
        self.bits[at / 64] >> (at % 64) & 1 != 0
    }

    /// Sets a bit; returns whether it was not set before.
    fn set(&mut self, (a, b): Pair) -> bool {
        let at = a as usize * self.columns + b as usize;
        let word = &mut self.bits[at / 64];
        let new = *word >> (at % 64) & 1 == 0;
        *word |= 1 << (at % 64);
        new
    }
}
