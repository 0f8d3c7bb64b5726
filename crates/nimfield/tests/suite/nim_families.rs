//! Counts and rows of families of nim sums, against play by the rules.

use std::collections::HashMap;

use nimfield::tables::{CountState, FamilyQuery, FamilyTable, Shown, TableCell};
use nimfield::template::{Letter, Template};
use nimfield::{Budget, Play};
use nimfield_core::sealed::SealedData;

/// Grundy values by the definition, remembered.
#[derive(Default)]
struct ByRules(HashMap<(Vec<u64>, Play), u64>);

impl ByRules {
    fn value(&mut self, heaps: &[u64], play: Play) -> u64 {
        let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        if heaps.is_empty() {
            return u64::from(play == Play::Misere);
        }
        let key = (heaps, play);
        if let Some(&value) = self.0.get(&key) {
            return value;
        }
        let mut below = Vec::new();
        for i in 0..key.0.len() {
            for smaller in 0..key.0[i] {
                let mut after = key.0.clone();
                after[i] = smaller;
                below.push(self.value(&after, play));
            }
        }
        let value = (0..).find(|value| !below.contains(value)).unwrap();
        self.0.insert(key, value);
        value
    }
}

pub fn family(text: &str, ranges: &[&str]) -> Template {
    let letters = ranges.iter().map(|range| Letter::read(range).unwrap());
    Template::new(text, letters.collect()).unwrap()
}

pub fn table(family: Template, shown: Shown, play: Play) -> FamilyTable {
    let query = FamilyQuery {
        play: Some(play),
        ..FamilyQuery::new(shown)
    };
    FamilyTable::new(family, query, Budget::unlimited()).unwrap()
}

type Heaps = fn(&[u64]) -> Vec<u64>;

/// Checks the values of a family that is computed by nim-sums, and the count of its P-positions, which is returned.
fn values_of_nim_sums(
    (text, ranges): (&str, &[&str]),
    play: Play,
    mut value: impl FnMut(&[u64]) -> u64,
) -> u128 {
    let values = table(family(text, ranges), Shown::Values, play);
    let expected = match text.starts_with("nim[") {
        true => "closed form of linear numbers",
        false => "nim-sums of linear heaps",
    };
    assert_eq!(values.engine().to_string(), expected, "{text}");
    let mut zeros = 0;
    for row in values.rows().map(Result::unwrap) {
        let expected = value(&row.values);
        let cell = TableCell::Value(u128::from(expected).into());
        assert_eq!(row.cell, cell, "{text} {:?} in {play} play", row.values);
        zeros += u128::from(expected == 0);
    }
    assert_eq!(values.count_p().unwrap().count, zeros, "{text}");
    zeros
}

#[test]
fn nim_sums_of_letters_agree_with_play_by_the_rules() {
    let families: [(&str, &[&str], Heaps); 6] = [
        ("nim[1 2 3]", &[], |_| vec![1, 2, 3]),
        ("nim[1 1]", &[], |_| vec![1, 1]),
        ("nim[n 2n 3n]", &["n=1..6"], |v| {
            vec![v[0], 2 * v[0], 3 * v[0]]
        }),
        ("nim[ a, b+1 , 3 ]", &["a=2..6", "b=0..5"], |v| {
            vec![v[0], v[1] + 1, 3]
        }),
        ("nim[b-1 a 2a-1]", &["a=1..4", "b=1..7"], |v| {
            vec![v[1] - 1, v[0], 2 * v[0] - 1]
        }),
        ("nim[1 a b 0]", &["a=0..1", "b=0..2"], |v| {
            vec![1, v[0], v[1]]
        }),
    ];
    let mut rules = ByRules::default();
    for (text, ranges, heaps) in families {
        for play in [Play::Normal, Play::Misere] {
            let value = |letters: &[u64]| rules.value(&heaps(letters), play);
            let zeros = values_of_nim_sums((text, ranges), play, value);
            let outcomes = table(family(text, ranges), Shown::Outcomes, play);
            assert_eq!(
                outcomes
                    .rows()
                    .filter(|row| row.as_ref().unwrap().cell.is_p())
                    .count() as u128,
                zeros
            );
            assert_eq!(outcomes.count_p().unwrap().count, zeros, "{text}");
        }
    }
}

#[test]
fn long_ranges_are_counted_lane_by_lane() {
    // No two neighbouring binary digits of n are both 1: a Fibonacci number of n below a power of 2.
    let expected = (0u64..50_000).filter(|n| n & (n >> 1) == 0).count() as u128;
    let normal = table(
        family("nim[n 2n 3n]", &["n=0..49999"]),
        Shown::Outcomes,
        Play::Normal,
    );
    assert_eq!(normal.count_p().unwrap().count, expected);
    // Two letters, with a range that is no multiple of the lanes.
    let square = family("nim[a b b+a 5]", &["a=0..9", "b=3..2500"]);
    assert_eq!(
        FamilyTable::new(
            square,
            FamilyQuery::new(Shown::Outcomes),
            Budget::unlimited()
        )
        .unwrap()
        .engine()
        .to_string(),
        "analysis, position by position",
        "b+a is not linear in one letter"
    );
    let two = table(
        family("nim[a b 5]", &["a=2..9", "b=3..2500"]),
        Shown::Outcomes,
        Play::Normal,
    );
    let brute = (2u64..=9)
        .flat_map(|a| (3..=2500u64).map(move |b| a ^ b ^ 5))
        .filter(|sum| *sum == 0);
    assert_eq!(two.count_p().unwrap().count, brute.count() as u128);
}

/// Heaps of codes: Kayles has the period 12 from 71 on, which this test does not use.
#[test]
fn heaps_of_codes_are_counted_by_their_period() {
    let mut kayles: Vec<u64> = Vec::new();
    for n in 0..3000usize {
        let taken =
            (1..=n.min(2)).flat_map(|taken| (0..=(n - taken) / 2).map(move |a| (a, n - taken - a)));
        let options: Vec<u64> = taken.map(|(a, b)| kayles[a] ^ kayles[b]).collect();
        kayles.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let value = |heap: u64| kayles[heap as usize];
    for (text, ranges, heaps) in [
        ("kayles[n]", &["n=0..2999"][..], (|v| vec![v[0]]) as Heaps),
        ("code(0.77)[n 2n 3n+7]", &["n=0..990"], |v| {
            vec![v[0], 2 * v[0], 3 * v[0] + 7]
        }),
        ("kayles[a, 5, b+1]", &["a=3..40", "b=0..200"], |v| {
            vec![v[0], 5, v[1] + 1]
        }),
    ] {
        values_of_nim_sums((text, ranges), Play::Normal, |letters| {
            let values = heaps(letters).into_iter().map(value);
            values.fold(0, |sum, value| sum ^ value)
        });
    }
    // Misère play has no values that add up, and sizes must be linear.
    for (text, range, play) in [
        ("kayles[n]", "n=0..20", Play::Misere),
        ("code(0.77)[n^2]", "n=0..20", Play::Normal),
    ] {
        let other = table(family(text, &[range]), Shown::Outcomes, play);
        assert_eq!(
            other.engine().to_string(),
            "analysis, position by position",
            "{text}"
        );
    }
}

#[test]
fn heaps_that_may_leave_their_range_are_analysed_one_by_one() {
    for (text, range) in [
        ("nim[n-3 n]", "n=0..9"),
        ("nim[n^2 n]", "n=0..9"),
        ("nim[9223372036854775807n n]", "n=0..3"),
        ("nim[n w]", "n=0..3"),
        ("nim[n] + nim[n]", "n=0..3"),
    ] {
        let table = table(family(text, &[range]), Shown::Outcomes, Play::Normal);
        assert_eq!(
            table.engine().to_string(),
            "analysis, position by position",
            "{text}"
        );
    }
}

#[test]
fn a_count_of_nim_sums_ends_with_its_budget() {
    let family = family("nim[n 2n 3n]", &["n=0..18446744073709551"]);
    let budget = Budget::unlimited().time(std::time::Duration::ZERO);
    let table = FamilyTable::new(family, FamilyQuery::new(Shown::Outcomes), budget);
    let count = table.unwrap().count_p().unwrap();
    assert!(count.stopped.is_some() && count.count == 0);
}

/// A count that is repeatedly stopped and continued from its state is the count of a single run.
#[test]
fn counts_continue_where_they_stopped() {
    let path = std::env::temp_dir().join(format!("nimfield-count-{}", std::process::id()));
    for (text, ranges, expected) in [
        ("nim[a b 5]", &["a=2..9", "b=3..400000"][..], 5),
        ("wythoff[n n+2] + nim[0]", &["n=0..60"], 1),
    ] {
        let mut runs = 0;
        loop {
            let (budget, _) = Budget::unlimited().cancel_after(3);
            let query = FamilyQuery::new(Shown::Outcomes);
            let table = FamilyTable::new(family(text, ranges), query, budget).unwrap();
            let mut state = CountState::load(&path, 1 << 20)
                .unwrap()
                .unwrap_or_default();
            let before = state.next;
            let count = table.count_p_from(&mut state, &mut |_| {}).unwrap();
            state.save(&path).unwrap();
            runs += 1;
            if count.stopped.is_none() {
                assert_eq!((count.count, count.undecided), (expected, 0), "{text}");
                break;
            }
            assert!(
                state.next > before,
                "{text}: nothing was done in run {runs}"
            );
        }
        assert!(runs > 1, "{text}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
#[ignore = "a quarter of a minute"]
fn there_are_2_178_309_zeros_of_n_2n_3n_to_2_to_the_30() {
    // F(32): the numbers of at most 30 binary digits without two neighbouring ones, and 2^30 for 0.
    let table = table(
        family("nim[n 2n 3n]", &["n=1..1073741824"]),
        Shown::Outcomes,
        Play::Normal,
    );
    assert_eq!(table.count_p().unwrap().count, 2_178_309);
}
