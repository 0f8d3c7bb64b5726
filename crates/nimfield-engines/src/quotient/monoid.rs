//! A finite commutative monoid with a P-portion, and the classes of positions in it.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use nimfield_core::budget::{Budget, Unfinished};

use super::closed_set::{ClosedSet, Word, joined};
use super::first_sums::FirstSums;

/// The quotient of a closed set of positions. Class 0 is that of the empty sum.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// The positions whose classes generate all others.
    generators: Vec<u32>,
    /// For each class, a shortest sum of generators in it.
    words: Vec<Word>,
    /// The products, row by row.
    products: Vec<u32>,
    p_portion: Vec<bool>,
    /// The class of each position.
    classes: Vec<u32>,
}

/// Two sums of generators of the same class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The longer sum.
    pub left: Word,
    /// The shortest sum in the class.
    pub right: Word,
}

impl Quotient {
    /// Returns the quotient of no positions: the empty sum is an N-position.
    #[must_use]
    pub fn trivial() -> Quotient {
        Quotient {
            generators: Vec::new(),
            words: vec![Word::new()],
            products: vec![0],
            p_portion: vec![false],
            classes: Vec::new(),
        }
    }

    /// Creates the monoid whose class `x` times the generator number `i` is `steps[x][i]`, if these steps commute. The words
    /// are those of the classes, the shorter ones first.
    ///
    /// # Errors
    /// If the table of products does not fit into the budget.
    pub(super) fn from_steps(
        generators: Vec<u32>,
        words: Vec<Word>,
        steps: &[Vec<usize>],
        p_portion: Vec<bool>,
        budget: &Budget,
    ) -> Result<Option<Quotient>, Unfinished> {
        let order = words.len();
        let bytes = 4 * (order as u64).pow(2);
        budget.fits(bytes).map_err(|limit| limit.after(0))?;
        let place: BTreeMap<u32, usize> = generators.iter().copied().zip(0..).collect();
        // Each word except the first, as a class and the generator that leads from it to the class of the word.
        let mut last = Vec::with_capacity(order);
        for word in &words[1..] {
            let Some((generator, rest)) = word.split_last() else {
                return Ok(None);
            };
            let class = rest.iter().fold(0, |x, part| steps[x][place[part]]);
            last.push((class, place[generator]));
        }
        let mut products = Vec::with_capacity(order * order);
        for (x, row) in steps.iter().enumerate() {
            budget.check(0).map_err(|limit| limit.after(x as u64))?;
            let commute = |a: usize, b: usize| steps[row[a]][b] == steps[row[b]][a];
            if !(0..generators.len()).all(|a| (0..a).all(|b| commute(a, b))) {
                return Ok(None);
            }
            let start = products.len();
            products.push(x as u32);
            for &(class, generator) in &last {
                let before: u32 = products[start + class];
                products.push(steps[before as usize][generator] as u32);
            }
        }
        Ok(Some(Quotient {
            generators,
            words,
            products,
            p_portion,
            classes: Vec::new(),
        }))
    }

    /// Assigns the next position to this class.
    pub(super) fn push(&mut self, class: u32) {
        self.classes.push(class);
    }

    /// Removes positions until `count` are left.
    pub(super) fn truncate(&mut self, count: usize) {
        self.classes.truncate(count);
    }

    /// Returns the number of classes.
    #[must_use]
    pub fn order(&self) -> usize {
        self.words.len()
    }

    /// Returns the number of positions whose classes are known.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.classes.len()
    }

    /// Returns the class of each position.
    #[must_use]
    pub fn classes(&self) -> &[u32] {
        &self.classes
    }

    /// Returns the positions whose classes generate all others.
    #[must_use]
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// Returns a shortest sum of generators in a class.
    #[must_use]
    pub fn word(&self, class: u32) -> &Word {
        &self.words[class as usize]
    }

    /// Returns whether a class is one of P-positions.
    #[must_use]
    pub fn is_p(&self, class: u32) -> bool {
        self.p_portion[class as usize]
    }

    /// Returns the classes of P-positions.
    #[must_use]
    pub fn p_portion(&self) -> Vec<u32> {
        (0..self.order() as u32)
            .filter(|&class| self.is_p(class))
            .collect()
    }

    /// Returns the class of a sum of two classes.
    #[must_use]
    pub fn product(&self, x: u32, y: u32) -> u32 {
        self.products[x as usize * self.order() + y as usize]
    }

    /// Returns the class of a sum of positions.
    ///
    /// # Panics
    /// If the class of one of them is not known.
    #[must_use]
    pub fn class(&self, word: &[u32]) -> u32 {
        let classes = word.iter().map(|&position| self.classes[position as usize]);
        classes.fold(0, |x, class| self.product(x, class))
    }

    /// Returns the first sum of each class.
    pub(super) fn first_sums(&self) -> Vec<Word> {
        let mut places: Vec<Option<usize>> = vec![None; self.order()];
        places[0] = Some(0);
        let mut sums = FirstSums::new(0);
        let mut count = 1;
        for (position, &own) in (0..).zip(&self.classes) {
            let Ok(()) = sums.add_position(position, |sums, place| -> Result<_, Infallible> {
                let class = self.product(sums.states()[place], own);
                if places[class as usize].is_some() {
                    return Ok(None);
                }
                places[class as usize] = Some(count);
                count += 1;
                Ok(Some(class))
            });
        }
        let word = |place: Option<usize>| sums.word(place.expect("each class is that of a sum"));
        places.into_iter().map(word).collect()
    }

    /// Returns whether every two classes are separated by some class.
    pub(super) fn is_reduced(&self) -> bool {
        let classes = 0..self.order() as u32;
        let row = |x| -> Vec<bool> {
            let products = classes.clone().map(|y| self.product(x, y));
            products.map(|product| self.is_p(product)).collect()
        };
        let rows: BTreeSet<Vec<bool>> = classes.clone().map(row).collect();
        rows.len() == self.order()
    }

    /// Returns the idempotent classes.
    #[must_use]
    pub fn idempotents(&self) -> Vec<u32> {
        (0..self.order() as u32)
            .filter(|&x| self.product(x, x) == x)
            .collect()
    }

    /// Returns the kernel: the least ideal, which is a group.
    #[must_use]
    pub fn kernel(&self) -> Vec<u32> {
        let classes = 0..self.order() as u32;
        let all = classes
            .clone()
            .fold(0, |all, class| self.product(all, class));
        let kernel: BTreeSet<u32> = classes.map(|class| self.product(all, class)).collect();
        kernel.into_iter().collect()
    }

    /// Returns whether the quotient is that of nim heaps: all positions are tame.
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let kernel = self.kernel();
        let outside: Vec<u32> = (0..self.order() as u32)
            .filter(|x| kernel.binary_search(x).is_err())
            .collect();
        match (self.order(), &outside[..]) {
            (1 | 2, _) => true,
            (order, &[zero, star]) => {
                let square = |x: u32| self.product(x, x);
                let unit = square(kernel[0]);
                (order - 2).is_power_of_two()
                    && square(star) == zero
                    && self.product(star, unit) != unit
                    && kernel.iter().all(|&x| square(x) == unit)
                    && self.p_portion()
                        == BTreeSet::from([star, unit]).into_iter().collect::<Vec<_>>()
            }
            _ => false,
        }
    }

    /// Returns relations between sums of generators that imply all others. Each equates a minimal sum that does not
    /// represent its class with the sum that does.
    #[must_use]
    pub fn relations(&self) -> Vec<Relation> {
        let chosen: BTreeSet<&Word> = self.words.iter().collect();
        let mut left = BTreeSet::new();
        for word in &self.words {
            for &generator in &self.generators {
                let longer = joined(word, &[generator]);
                let minimal = (0..longer.len()).all(|at| {
                    let mut shorter = longer.clone();
                    shorter.remove(at);
                    chosen.contains(&shorter)
                });
                if minimal && !chosen.contains(&longer) {
                    left.insert((longer.len(), longer));
                }
            }
        }
        let relation = |(_, left): (usize, Word)| {
            let right = self.word(self.class(&left)).clone();
            Relation { left, right }
        };
        left.into_iter().map(relation).collect()
    }

    /// Returns a class as a product of generators, named a, b, c, …: `a^2b`; `1` for the empty sum.
    #[must_use]
    pub fn class_text(&self, word: &[u32]) -> String {
        let mut text = String::new();
        for (&generator, number) in self.generators.iter().zip(0..) {
            let count = word
                .iter()
                .filter(|&&position| position == generator)
                .count();
            let letter = letter(number);
            match count {
                0 => {}
                1 => text.push_str(&letter),
                count => text.push_str(&format!("{letter}^{count}")),
            }
        }
        if text.is_empty() {
            "1".to_string()
        } else {
            text
        }
    }

    /// Returns the letters of the generators with their positions.
    #[must_use]
    pub fn legend(&self, set: &ClosedSet) -> Vec<(String, String)> {
        let generators = self.generators.iter().zip(0..);
        generators
            .map(|(&position, number)| (letter(number), set.name(position).to_string()))
            .collect()
    }
}

/// Returns `a` to `z`, then `a1`, `b1`, …
fn letter(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
