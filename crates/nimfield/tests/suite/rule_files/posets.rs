//! Poset games against an interpreter over sets of elements, which compares places one by one.

use std::collections::{BTreeSet, HashMap};

use nimfield::{Play, Sum};

use super::{analyzed, read};

/// Elements as places along some sides, and which of them is poisoned.
struct Model {
    places: Vec<Vec<usize>>,
    poison: Option<usize>,
}

impl Model {
    fn of_box(sides: &[usize], poison: Option<usize>) -> Model {
        let mut places = vec![Vec::new()];
        for &side in sides {
            places = (places.iter())
                .flat_map(|before: &Vec<usize>| {
                    (0..side).map(move |at| [&before[..], &[at]].concat())
                })
                .collect();
        }
        Model { places, poison }
    }

    fn options(&self, left: u32) -> BTreeSet<u32> {
        let is_left = |&element: &usize| left >> element & 1 == 1;
        let elements = || (0..self.places.len()).filter(is_left);
        let after = |bitten: usize| {
            let above = |&high: &usize| {
                let mut pairs = self.places[bitten].iter().zip(&self.places[high]);
                pairs.all(|(low, high)| low <= high)
            };
            elements()
                .filter(above)
                .fold(left, |left, element| left & !(1 << element))
        };
        elements()
            .map(after)
            .filter(|after| self.poison.is_none_or(|poison| after >> poison & 1 == 1))
            .collect()
    }

    fn value(&self, left: u32, play: Play, known: &mut HashMap<u32, u64>) -> u64 {
        super::value_by(&left, &|&left| self.options(left), play, known)
    }

    /// Checks a position and up to three of its followers.
    fn check(&self, (text, body): (&str, &str)) {
        let mut known = [HashMap::new(), HashMap::new()];
        let sum = read(text, body);
        let mut left = vec![((1u64 << self.places.len()) - 1) as u32];
        left.extend(self.options(left[0]).into_iter().step_by(3).take(3));
        for left in left {
            // Only the number of cells and the next moves show which move leads there.
            let sums = match left.count_ones() as usize == self.places.len() {
                true => vec![sum.clone()],
                false => after(&sum),
            };
            let expected = self.profile(left, &mut known);
            let fits = sums.iter().filter(|sum| profile_of(sum) == expected);
            assert!(fits.count() > 0, "{text}{sum}: {left:b} {expected:?}");
        }
    }

    /// The number of moves, the values in normal and misère play, and how many moves win in each.
    fn profile(&self, left: u32, known: &mut [HashMap<u32, u64>; 2]) -> Profile {
        let options = self.options(left);
        let [normal, misere] = known;
        let zero = |play, known: &mut HashMap<u32, u64>| {
            let won = options
                .iter()
                .filter(|&&after| self.value(after, play, known) == 0);
            won.count() as u128
        };
        (
            options.len(),
            u128::from(self.value(left, Play::Normal, normal)),
            self.value(left, Play::Misere, misere) == 0,
            [zero(Play::Normal, normal), zero(Play::Misere, misere)],
        )
    }
}

type Profile = (usize, u128, bool, [u128; 2]);

/// The positions after each move, read back from their printed text.
fn after(sum: &Sum) -> Vec<Sum> {
    let play = |text: String| sum.clone().play(&sum.read_move(&text).unwrap()).unwrap();
    sum.moves().map(|mv| play(mv.to_string())).collect()
}

fn profile_of(sum: &Sum) -> Profile {
    let [normal, misere] = [Play::Normal, Play::Misere].map(|play| analyzed(sum, play));
    let wins =
        |answer: &nimfield::Answer| answer.winning_moves.iter().map(|mv| mv.mv.count()).sum();
    (
        sum.moves().count(),
        normal
            .value
            .as_ref()
            .and_then(|value| value.finite())
            .unwrap(),
        misere.outcome.map(|outcome| outcome.to_string()).as_deref() == Some("P"),
        [wins(&normal), wins(&misere)],
    )
}

#[test]
fn poset_games_are_what_their_files_say() {
    const FIRST: &str = "poset any\npoison first\n";
    for sides in [[1, 5], [2, 4], [3, 3], [3, 4]] {
        let body = format!("[{}x{}]", sides[0], sides[1]);
        Model::of_box(&sides, Some(0)).check((FIRST, &body));
        Model::of_box(&sides, None).check(("poset any\n", &body));
    }
    // Row 2, column 2.
    Model::of_box(&[3, 3], Some(4)).check(("poset any\npoison b2\n", "[3x3]"));
    Model::of_box(&[2, 2, 3], Some(0)).check((FIRST, "[2x2x3]"));
    Model::of_box(&[2, 3, 2], None).check(("poset any\n", "[2x3x2]"));
    Model::of_box(&[2, 2, 2, 2], Some(5)).check(("poset any\npoison 1.2.1.2\n", "[2x2x2x2]"));
    // Rows of 4, 3 and 1 cells.
    let rows = |poison| Model {
        places: [(0, 4), (1, 3), (2, 1)]
            .iter()
            .flat_map(|&(row, length)| (0..length).map(move |column| vec![row, column]))
            .collect(),
        poison,
    };
    rows(Some(0)).check((FIRST, "[4,3,1]"));
    rows(Some(5)).check(("poset any\npoison b2\n", "[4,3,1]"));
    // The letter N and an element above one of its tops, as places in the plane.
    let listed = |poison| Model {
        places: vec![vec![0, 1], vec![1, 1], vec![1, 0], vec![2, 0], vec![3, 1]],
        poison,
    };
    listed(None).check(("poset a<b c<b\nposet c<d b<e d<e\n", ""));
    listed(Some(2)).check(("poset a<b<e c<b\nposet c<d<e\npoison c\n", "[full]"));
}

#[test]
fn positions_of_posets_are_read_as_they_print() {
    for (text, body) in [
        ("poset any\npoison first\n", "[4,3,1]"),
        ("poset any\npoison b1\n", "[4,3,1]"),
        ("poset any\npoison 1.1.1\n", "[2x2x2]"),
        ("poset a<b c<b\n", ""),
    ] {
        let sum = read(text, body);
        for sum in after(&sum).into_iter().chain([sum]) {
            let printed = sum.to_string();
            let body = printed.strip_prefix("@random.game").unwrap();
            assert_eq!(read(text, body).to_string(), printed);
        }
    }
}

/// Gale 1974: square boards are won at the cell diagonal to the poison, two rows at the last cell of the second.
#[test]
fn chomp_of_large_boards_is_won_where_theory_says() {
    for (body, bite) in [("[2x40]", "an2"), ("[9x9]", "b2")] {
        let sum = nimfield::read(&format!("chomp{body}")).unwrap();
        let answer = analyzed(&sum, Play::Normal);
        let moves = answer.winning_moves.iter().map(|mv| mv.mv.to_string());
        assert_eq!(moves.collect::<Vec<_>>(), [bite], "{sum}");
    }
}
