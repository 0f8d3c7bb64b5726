//! Answers that laws, sieves and tables give where a search would not end.

use nimbers::Nimber64;
use nimfield::{Analyzer, Answer, Budget, Grundy, Outcome, Query, read};
use nimfield_core::words::Play;

/// Analyses a position with at most two million positions.
fn answer(text: &str, query: Query) -> Answer {
    let budget = Budget::unlimited().positions(2_000_000);
    Analyzer::new(query, budget).analyze(&read(text).unwrap())
}

fn value(text: &str) -> Grundy {
    let found = answer(text, Query::value(Play::Normal, 100));
    found
        .value
        .unwrap_or_else(|| panic!("{text}: {}", found.reason.text))
}

#[test]
fn heaps_of_any_size_follow_the_law_of_their_game() {
    let large = [
        1_000_000_000,
        100_000_000_000,
        1_000_000_000_000,
        u128::from(u64::MAX),
        1 << 64,
        (1 << 64) + 1,
        (1 << 126) + 3,
        u128::MAX - 1,
        u128::MAX,
    ];
    // Winning Ways, ch. 4: the values of Kayles for n = 72 to 83, which repeat.
    let kayles = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    for n in large {
        for (text, expected) in [
            (format!("subtraction(3)[{n}]"), n % 4),
            (format!("code(take 1,2,3)[{n}]"), n % 4),
            // Taking L to R: (n mod (L + R)) div L.
            (format!("code(take 3,4,5)[{n}]"), n % 8 / 3),
            (format!("code(take 5,6,7,8,9)[{n}]"), n % 14 / 5),
            (format!("kayles[{n}]"), kayles[(n % 12) as usize]),
            (format!("code(0.77)[{n},{n},5]"), 4),
        ] {
            assert_eq!(value(&text), expected.into(), "{text}");
        }
    }
}

/// The values of a box by the rules: any from one pile, or k and l from both if |k - l| < 2.
fn fraenkel(most: [usize; 2]) -> usize {
    let mut values = vec![vec![0; most[1] + 1]; most[0] + 1];
    for a in 0..=most[0] {
        for b in 0..=most[1] {
            let mut seen = vec![false; a + b + 2 + a.min(b) * 3];
            let mut see = |a: usize, b: usize| {
                if let Some(seen) = seen.get_mut(values[a][b]) {
                    *seen = true;
                }
            };
            (0..a).for_each(|less| see(less, b));
            (0..b).for_each(|less| see(a, less));
            for k in 1..=a {
                (k.max(2) - 1..=(k + 1).min(b)).for_each(|l| see(a - k, b - l));
            }
            values[a][b] = seen
                .iter()
                .position(|seen| !seen)
                .expect("more than options");
        }
    }
    values[most[0]][most[1]]
}

#[test]
fn two_piles_of_hundreds_have_values() {
    let expected = fraenkel([300, 301]) as u128;
    assert_eq!(value("fraenkel(2)[300,301]"), expected.into());
    for text in [
        "doubles[1000,1001]",
        "doubles[999,731]",
        "fraenkel(3)[900,950]",
    ] {
        let found = answer(text, Query::play(Play::Normal));
        assert_eq!(found.outcome, Some(Outcome::N), "{text}");
        assert!(found.complete && !found.winning_moves.is_empty(), "{text}");
        for won in &found.winning_moves {
            let after = won.to().expect("a move to one position").to_string();
            let after = answer(&after, Query::play(Play::Normal));
            assert_eq!(after.outcome, Some(Outcome::P), "{text}: {won}");
        }
    }
}

/// All 10,000 coins of a square lie heads up, so a move turns any one or two rows, and any one or two columns. Its change is
/// the product of those in both, each a number or the nim-sum of two.
#[test]
fn winning_moves_of_many_coins_are_all_listed() {
    const SIDE: u64 = 100;
    let coins = (1..=SIDE).flat_map(|x| (1..=SIDE).map(move |y| format!("({x},{y})")));
    let text = format!(
        "turning(turtles,turtles)[{}]",
        coins.collect::<Vec<_>>().join(" ")
    );
    let found = answer(&text, Query::play(Play::Normal));
    let mut turned = [0_u64; 128];
    for x in 1..=SIDE {
        turned[x as usize] += 1;
        (1..x).for_each(|less| turned[(x ^ less) as usize] += 1);
    }
    let all = (1..=SIDE).fold(Nimber64(0), |sum, x| sum + Nimber64(x));
    let mut expected = 0;
    for a in 1..128 {
        for b in 1..128 {
            let is_winning = Nimber64(a) * Nimber64(b) == all * all;
            expected += u64::from(is_winning) * turned[a as usize] * turned[b as usize];
        }
    }
    assert_eq!(found.winning_moves.len() as u64, expected);
    assert!(found.complete);
}

#[test]
fn reasons_of_placing_games_name_a_symmetry_of_order_two() {
    for (text, symmetry) in [
        ("cram[4x4]", "a half-turn"),
        ("cram[2x4]", "a half-turn"),
        ("node-kayles[4x4]", "a half-turn"),
        ("knights[4x4]", "reflection from left to right"),
    ] {
        let found = answer(text, Query::play(Play::Normal));
        assert_eq!(found.outcome, Some(Outcome::P), "{text}");
        let why = found.reason.text;
        assert!(
            why.contains(&format!("{symmetry}, a symmetry of order two")),
            "{why}"
        );
    }
}
