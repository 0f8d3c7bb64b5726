//! Families of games whose closed form takes the numbers of a position, against play by the rules, and against the
//! same positions read one by one.

use std::collections::{BTreeSet, HashMap};

use nimfield::tables::{CountState, Engine, FamilyQuery, FamilyTable, Shown, TableCell};
use nimfield::{Budget, Outcome, Play};
use nimfield_core::sealed::SealedData;
use nimfield_core::shard::Shard;

use crate::brute::{Part, Twin, mex};
use crate::nim_families::{family, table};

/// The rules of a game, for the numbers of a position.
enum Rules {
    /// The rules of the common twin.
    Part(fn(&[u32]) -> Part),
    /// The options of a position.
    Options(fn(&[u32]) -> Vec<Vec<u32>>),
}

/// Values by the definition, remembered.
struct ByRules {
    rules: Rules,
    twin: Twin,
    known: HashMap<Vec<u32>, [u32; 2]>,
}

impl ByRules {
    /// Returns the Grundy value and the misère Grundy number.
    fn values(&mut self, numbers: &[u32]) -> [u32; 2] {
        let options = match self.rules {
            Rules::Part(part) => return self.twin.values(&[part(numbers)]),
            Rules::Options(options) => options,
        };
        if let Some(&values) = self.known.get(numbers) {
            return values;
        }
        let after = options(numbers);
        let after: Vec<[u32; 2]> = after.iter().map(|to| self.values(to)).collect();
        let misere = match after.is_empty() {
            true => 1,
            false => mex(after.iter().map(|values| values[1])),
        };
        let values = [mex(after.iter().map(|values| values[0])), misere];
        self.known.insert(numbers.to_vec(), values);
        values
    }
}

/// A box: one side is shortened, until one is 0.
fn shortened(sides: &[u32]) -> Vec<Vec<u32>> {
    let mut after = Vec::new();
    for i in (0..sides.len()).filter(|_| !sides.contains(&0)) {
        for shorter in 0..sides[i] {
            let mut sides = sides.to_vec();
            sides[i] = shorter;
            after.push(sides);
        }
    }
    after
}

/// Coins on a strip: one moves down to a free square.
fn coins_down(coins: &[u32]) -> Vec<Vec<u32>> {
    let mut after = Vec::new();
    for i in 0..coins.len() {
        for square in (0..coins[i]).filter(|square| !coins.contains(square)) {
            let mut coins = coins.to_vec();
            coins[i] = square;
            after.push(coins);
        }
    }
    after
}

/// A partition: one row or one column is removed.
fn line_removed(parts: &[u32]) -> Vec<Vec<u32>> {
    let mut after = Vec::new();
    for i in (0..parts.len()).filter(|&i| parts[i] > 0) {
        let mut rows = parts.to_vec();
        rows[i] = 0;
        after.push(rows);
    }
    for column in 0..parts.iter().copied().max().unwrap_or(0) {
        let shorter = |&part: &u32| part - u32::from(part > column);
        after.push(parts.iter().map(shorter).collect());
    }
    after
}

/// Stones in the plane: the corners of a box change.
fn corners_turned(numbers: &[u32]) -> Vec<Vec<u32>> {
    let mut stones: BTreeSet<(u32, u32)> = BTreeSet::new();
    let toggle = |stones: &mut BTreeSet<(u32, u32)>, stone: (u32, u32)| {
        if stone.0 > 0 && stone.1 > 0 && !stones.remove(&stone) {
            stones.insert(stone);
        }
    };
    for stone in numbers.chunks(2) {
        toggle(&mut stones, (stone[0], stone[1]));
    }
    let mut after = Vec::new();
    for &(x, y) in &stones {
        for (a, b) in (0..x).flat_map(|a| (0..y).map(move |b| (a, b))) {
            let mut stones = stones.clone();
            for corner in [(x, y), (a, y), (x, b), (a, b)] {
                toggle(&mut stones, corner);
            }
            after.push(stones.iter().flat_map(|&(x, y)| [x, y]).collect());
        }
    }
    after
}

const BOTH: &[Play] = &[Play::Normal, Play::Misere];
const NORMAL: &[Play] = &[Play::Normal];

/// A family, the plays that its closed form knows, whether it knows values, and the rules.
type Case = (
    &'static str,
    &'static [&'static str],
    &'static [Play],
    bool,
    fn(&[u64]) -> Vec<u32>,
    Rules,
);

fn small(numbers: &[u64]) -> Vec<u32> {
    numbers.iter().map(|&number| number as u32).collect()
}

#[rustfmt::skip]
fn cases() -> Vec<Case> {
    let wythoff = || Rules::Part(|v| Part::Wythoff(v[0], v[1]));
    let matrix = |columns| match columns {
        1 => Rules::Part(|v| Part::Matrix(1, v.to_vec())),
        2 => Rules::Part(|v| Part::Matrix(2, v.to_vec())),
        _ => Rules::Part(|v| Part::Matrix(3, v.to_vec())),
    };
    vec![
        ("wythoff[a 2b+1]", &["a=0..12", "b=0..6"], BOTH, false, |v| small(&[v[0], 2 * v[1] + 1]), wythoff()),
        ("wythoff[a, 2]", &["a=0..9"], BOTH, false, |v| small(&[v[0], 2]), wythoff()),
        ("matrix[a b-1]", &["a=0..8", "b=1..9"], BOTH, false, |v| small(&[v[0], v[1] - 1]), matrix(2)),
        ("matrix[a; 2b]", &["a=0..8", "b=0..4"], BOTH, false, |v| small(&[v[0], 2 * v[1]]), matrix(1)),
        ("matrix[a b 3]", &["a=0..4", "b=0..4"], NORMAL, true, |v| small(&[v[0], v[1], 3]), matrix(3)),
        ("matrix[a b 2]", &["a=0..4", "b=0..4"], BOTH, false, |v| small(&[v[0], v[1], 2]), matrix(3)),
        ("matrix[a 3; 3 b]", &["a=0..8", "b=0..8"], NORMAL, false, |v| small(&[v[0], 3, 3, v[1]]), matrix(2)),
        ("matrix[a b; b a+2]", &["a=0..6", "b=0..6"], NORMAL, false, |v| small(&[v[0], v[1], v[1], v[0] + 2]), matrix(2)),
        ("matrix[4, a; b, 6]", &["a=0..5", "b=0..5"], NORMAL, false, |v| small(&[4, v[0], v[1], 6]), matrix(2)),
        ("holladay[a 2; b 1]", &["a=0..3", "b=0..3"], NORMAL, false, |v| small(&[v[0], 2, v[1], 1]),
            Rules::Part(|v| Part::Holladay(2, v.to_vec()))),
        ("holladay[a; b; 2]", &["a=0..3", "b=0..3"], BOTH, true, |v| small(&[v[0], v[1], 2]),
            Rules::Part(|v| Part::Holladay(1, v.to_vec()))),
        // On four columns a counter is a heap of 4y + x, whose nim-sum is 0 just where both sums are.
        ("lattice[(a,b) (2,1)]", &["a=0..3", "b=0..2"], BOTH, false, |v| small(&[v[0], v[1], 2, 1]),
            Rules::Part(|v| Part::Lattice(4, v.chunks(2).map(|c| (c[0], c[1])).collect()))),
        ("rnim[a b+1 3]", &["a=0..4", "b=0..4"], BOTH, true, |v| small(&[v[0], v[1] + 1, 3]), Rules::Options(shortened)),
        ("welter[a b 3]", &["a=0..7", "b=0..7"], NORMAL, true, |v| small(&[v[0], v[1], 3]), Rules::Options(coins_down)),
        ("crim[a]", &["a=0..5"], NORMAL, false, small, Rules::Options(line_removed)),
        ("crim[a b]", &["a=0..7", "b=0..7"], NORMAL, false, small, Rules::Options(line_removed)),
        ("crim[a b c]", &["a=0..4", "b=0..4", "c=0..4"], NORMAL, false, small, Rules::Options(line_removed)),
        ("nimbers[(a,b) (1,2)]", &["a=0..3", "b=0..3"], NORMAL, true, |v| small(&[v[0], v[1], 1, 2]), Rules::Options(corners_turned)),
    ]
}

#[test]
fn closed_forms_of_numbers_agree_with_play_by_the_rules() {
    for (text, ranges, plays, has_values, numbers, rules) in cases() {
        let mut rules = ByRules {
            rules,
            twin: Twin::default(),
            known: HashMap::new(),
        };
        for &play in plays {
            let shown = match has_values {
                true => Shown::Values,
                false => Shown::Outcomes,
            };
            let table = table(family(text, ranges), shown, play);
            assert_eq!(table.engine(), Engine::ClosedForm, "{text} in {play} play");
            let (mut zeros, mut empty) = (0, 0);
            for row in table.rows().map(Result::unwrap) {
                let numbers = numbers(&row.values);
                let squares: BTreeSet<&u32> = numbers.iter().collect();
                let falls = numbers.is_sorted_by(|above, below| above >= below);
                let welter = text.starts_with("welter") && squares.len() < numbers.len();
                if welter || text.starts_with("crim") && !falls {
                    assert!(row.cell.is_empty(), "{text} {:?}", row.values);
                    empty += 1;
                    continue;
                }
                let value = rules.values(&numbers)[usize::from(play == Play::Misere)];
                let expected = match has_values {
                    true => TableCell::Value(u128::from(value).into()),
                    false => TableCell::Outcome(Outcome::impartial(value == 0)),
                };
                assert_eq!(row.cell, expected, "{text} {:?} in {play} play", row.values);
                zeros += u128::from(value == 0);
            }
            let count = table.count_p().unwrap();
            assert_eq!((count.count, count.empty), (zeros, empty), "{text}");
            assert!(count.is_complete());
        }
    }
}

/// Checks a family against the same positions beside an empty heap, which are read one by one.
fn checked_one_by_one(text: &str, ranges: &[&str], play: Play) -> FamilyTable {
    let quick = table(family(text, ranges), Shown::Outcomes, play);
    let slow = table(
        family(&format!("{text} + nim[0]"), ranges),
        Shown::Outcomes,
        play,
    );
    assert_eq!(slow.engine(), Engine::Analysis);
    let cells = |table: &FamilyTable| {
        table
            .rows()
            .map(|row| row.unwrap().cell)
            .collect::<Vec<_>>()
    };
    assert_eq!(cells(&quick), cells(&slow), "{text} in {play} play");
    assert_eq!(
        quick.count_p().unwrap().count,
        slow.count_p().unwrap().count,
        "{text}"
    );
    quick
}

#[test]
fn numbers_go_to_the_limits_of_closed_forms_and_no_further() {
    // 2^64-1 and its partner in Wythoff's pairs.
    let partner = &[
        "n=11400714819323198480..11400714819323198490",
        "m=18446744073709551615",
    ];
    let top = &["n=18446744073709551605..18446744073709551615"][..];
    let two = &[top[0], "m=18446744073709551610..18446744073709551611"];
    let half = &["n=9223372036854775797..9223372036854775805"];
    for (text, ranges, plays) in [
        ("wythoff[n m]", &partner[..], BOTH),
        ("wythoff[n n-7]", top, BOTH),
        ("matrix[n n-3 n-5]", top, BOTH),
        ("matrix[n n-2; n-2 n-1]", top, NORMAL),
        ("matrix[n-4 n-2; n-2 n]", top, NORMAL),
        ("matrix[m n; n 3]", two, NORMAL),
        ("holladay[n n-1; n-1 n]", top, NORMAL),
        ("holladay[n n; n n-1; n n]", top, NORMAL),
        ("lattice[(n,n-1) (n,m)]", two, BOTH),
        ("nimbers[(n,n-1) (n-1,n)]", top, NORMAL),
        ("welter[n n-1 m]", two, NORMAL),
        ("crim[n n-2 1]", top, NORMAL),
        ("rnim[n+2 9223372036854775807 n]", half, BOTH),
    ] {
        for &play in plays {
            let quick = checked_one_by_one(text, ranges, play);
            assert_eq!(quick.engine(), Engine::ClosedForm, "{text}");
        }
    }
    let pairs = table(
        family("wythoff[n m]", partner),
        Shown::Outcomes,
        Play::Normal,
    );
    assert_eq!(pairs.count_p().unwrap().count, 1, "its partner");
    for (text, range) in [
        (
            "wythoff[n+1 n]",
            "n=18446744073709551614..18446744073709551615",
        ),
        ("rnim[n 2]", "n=9223372036854775807..9223372036854775808"),
        ("wythoff[n-3 n]", "n=2..5"),
    ] {
        let other = table(family(text, &[range]), Shown::Outcomes, Play::Normal);
        assert_eq!(other.engine(), Engine::Analysis, "{text}");
    }
}

#[test]
fn other_families_are_analysed_one_by_one() {
    for (text, range, shown, play) in [
        ("wythoff[n 2n]", "n=0..3", Shown::Values, Play::Normal),
        ("wythoff[n n^2]", "n=0..3", Shown::Outcomes, Play::Normal),
        ("-wythoff[n 2n]", "n=0..3", Shown::Outcomes, Play::Normal),
        ("matrix[n 2; 2 n]", "n=0..3", Shown::Outcomes, Play::Misere),
        (
            "matrix[n 2; 2 inf]",
            "n=0..3",
            Shown::Outcomes,
            Play::Normal,
        ),
        ("matrix[n 2 3 4]", "n=0..3", Shown::Outcomes, Play::Normal),
        (
            "matrix[n 2 3; 2 3 n]",
            "n=0..3",
            Shown::Outcomes,
            Play::Normal,
        ),
        (
            "holladay[n 2; 2 n]",
            "n=0..2",
            Shown::Outcomes,
            Play::Misere,
        ),
        ("lattice[(n,w)]", "n=0..3", Shown::Outcomes, Play::Normal),
        ("nimbers[(n,w)]", "n=0..3", Shown::Outcomes, Play::Normal),
        ("nimbers[(n,2)]", "n=0..1", Shown::Outcomes, Play::Misere),
        ("crim[n 3 2 1]", "n=0..3", Shown::Outcomes, Play::Normal),
        ("crim[n^2 1]", "n=0..3", Shown::Outcomes, Play::Normal),
        (
            "rnim[n 2] + rnim[3]",
            "n=0..3",
            Shown::Outcomes,
            Play::Normal,
        ),
    ] {
        let other = table(family(text, &[range]), shown, play);
        assert_eq!(other.engine(), Engine::Analysis, "{text}");
    }
}

#[test]
fn points_of_three_dimensions_and_rows_on_lines_are_numbers() {
    for (text, ranges) in [
        ("nimbers[(a,2,b) (3,b,7)]", &["a=0..9", "b=0..9"]),
        (" matrix[\n  a 5\n  5 b\n]", &["a=0..9", "b=0..9"]),
        ("LATTICE⟦(a,b)(3,4)⟧", &["a=0..9", "b=0..9"]),
    ] {
        let quick = checked_one_by_one(text, ranges, Play::Normal);
        assert_eq!(quick.engine(), Engine::ClosedForm, "{text}");
    }
}

#[test]
fn letters_that_bound_others_and_conditions_hold_for_closed_forms() {
    let ranges = ["a=0..30", "b=a+1..40"];
    let pairs = family("wythoff[a b+1]", &ranges);
    let twice = pairs.clone().with_condition("even(a)").unwrap();
    for family in [pairs, twice] {
        let table = table(family, Shown::Outcomes, Play::Normal);
        assert_eq!(table.engine(), Engine::ClosedForm);
        let p = |row: &nimfield::tables::Row| row.cell.is_p();
        let rows: Vec<_> = table.rows().map(Result::unwrap).collect();
        let expected = rows.iter().filter(|row| p(row)).count() as u128;
        assert!(expected > 5 && table.count_p().unwrap().count == expected);
        // Each row is in exactly one shard.
        let mut parts: Vec<Vec<u64>> = Vec::new();
        for index in 0..3 {
            let shard = table.rows_of(Shard { index, of: 3 });
            parts.extend(shard.map(|row| row.unwrap().values));
        }
        parts.sort();
        let all: Vec<Vec<u64>> = rows.into_iter().map(|row| row.values).collect();
        assert_eq!(parts, all);
    }
}

#[test]
fn counts_of_closed_forms_stop_and_continue() {
    let path = std::env::temp_dir().join(format!("nimfield-forms-{}", std::process::id()));
    let ranges = ["a=2..6", "b=3..300000"];
    let whole = table(
        family("welter[a b 5]", &ranges),
        Shown::Outcomes,
        Play::Normal,
    );
    let whole = whole.count_p().unwrap();
    assert!(whole.count > 0 && whole.empty > 299_998, "{whole:?}");
    let mut runs = 0;
    loop {
        let (budget, _) = Budget::unlimited().cancel_after(3);
        let query = FamilyQuery::new(Shown::Outcomes);
        let table = FamilyTable::new(family("welter[a b 5]", &ranges), query, budget).unwrap();
        let state = CountState::load(&path, 1 << 20).unwrap();
        let mut state = state.unwrap_or_default();
        let before = state.next;
        let count = table.count_p_from(&mut state, &mut |_| {}).unwrap();
        state.save(&path).unwrap();
        runs += 1;
        if count.stopped.is_none() {
            assert_eq!((count.count, count.empty), (whole.count, whole.empty));
            break;
        }
        assert!(state.next > before, "nothing was done in run {runs}");
    }
    assert!(runs > 1);
    std::fs::remove_file(&path).unwrap();
    let none = Budget::unlimited().time(std::time::Duration::ZERO);
    let query = FamilyQuery::new(Shown::Outcomes);
    let endless = family("wythoff[n 2n]", &["n=0..9223372036854775807"]);
    let count = FamilyTable::new(endless, query, none).unwrap().count_p();
    assert!(count.is_ok_and(|count| count.stopped.is_some() && count.count == 0));
}
