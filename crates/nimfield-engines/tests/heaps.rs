//! Values of heaps and their periods: the quick methods against the definition, and against published periods.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::Instant;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::write_number;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::ray::RayGame;
use nimfield_core::files::FileFault;
use nimfield_core::notation::Cursor;
use nimfield_core::sealed::Format;
use nimfield_core::words::Play;
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::heaps::{
    HeapPeriod, HeapValues, PeriodStatus, PeriodTheorem, find_period, search_period, seen_period,
};
use nimfield_engines::rows::GrowingRow;

fn rules(code: &str) -> HeapRules {
    HeapRules::read(&mut Cursor::new(code)).unwrap_or_else(|error| panic!("{error}"))
}

fn values(mut heaps: HeapValues, len: usize) -> Vec<u32> {
    heaps.extend(len, &Budget::unlimited()).unwrap();
    heaps.values().to_vec()
}

/// The values from the lists of moves, by the definition.
fn by_definition(rules: &HeapRules, len: u32) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..len {
        let sums = rules.splits(heap.into()).map(|split| {
            let pieces = split.pieces().iter();
            pieces.fold(0, |sum, &piece| sum ^ values[piece as usize])
        });
        let sums: BTreeSet<u32> = sums.collect();
        values.push((0..).find(|value| !sums.contains(value)).unwrap());
    }
    values
}

fn found(code: &str, len: usize) -> Option<(HeapPeriod, PeriodStatus)> {
    let mut heaps = HeapValues::new(rules(code));
    search_period(&mut heaps, len, &Budget::unlimited(), |_| {
        Ok::<(), Unfinished>(())
    })
    .unwrap()
}

/// Terms that repeat from a place on, and are all different before.
fn late(preperiod: u32, period: u32, len: u32) -> Vec<u32> {
    let term = |at: u32| match at.checked_sub(preperiod) {
        None => 1000 + at * at,
        Some(after) => after % period,
    };
    (0..len).map(term).collect()
}

/// A repetition that begins late is seen over a hundred periods and an eighth of all terms.
#[test]
fn late_repetitions_are_seen_after_many_periods() {
    let law = |preperiod, period, len| {
        let found = seen_period(&late(preperiod, period, len));
        found.map(|law| (law.preperiod, law.period))
    };
    for (preperiod, period, len, seen) in [
        // Half of all terms and three periods.
        (12, 4, 23, false),
        (12, 4, 24, true),
        (12, 4, 25, true),
        (8, 4, 19, false),
        (8, 4, 20, true),
        // A hundred periods.
        (900, 2, 1099, false),
        (900, 2, 1100, true),
        (900, 2, 1101, true),
        // An eighth of all terms.
        (7000, 5, 7999, false),
        (7000, 5, 8000, true),
        (7000, 5, 8001, true),
        // A single term.
        (900, 1, 1799, false),
        (900, 1, 1800, true),
    ] {
        let expected = seen.then_some((preperiod.into(), period.into()));
        assert_eq!(
            law(preperiod, period, len),
            expected,
            "{preperiod} {period} {len}"
        );
    }
}

#[test]
fn values_are_those_of_the_definition() {
    let random = fastrand::Rng::with_seed(35);
    let digit = |random: &mut fastrand::Rng| char::from_digit(random.u32(0..8), 8).unwrap();
    let mut random = random;
    for _ in 0..60 {
        let before = *random.choice(&["0", "4", "4!"]).unwrap();
        let digits: String = (0..random.usize(1..5))
            .map(|_| digit(&mut random))
            .collect();
        let rules = rules(&format!("{before}.{digits}"));
        let expected = by_definition(&rules, 300);
        assert_eq!(
            values(HeapValues::plain(rules.clone()), 300),
            expected,
            "{rules}"
        );
        assert_eq!(
            values(HeapValues::new(rules.clone()), 300),
            expected,
            "{rules}"
        );
    }
    for code in [
        "0.F",
        "0.8",
        "8!.31",
        "0.[37]",
        "0.[3]",
        "all but 2,5",
        "take 2,5,6",
        "C.0[4!]",
        "4=.3",
        "0.[7=]",
        "0.7{1,2=}",
        "C?.F",
        "0.[37C?]",
    ] {
        let rules = rules(code);
        let expected = by_definition(&rules, 90);
        assert_eq!(
            values(HeapValues::new(rules.clone()), 90),
            expected,
            "{rules}"
        );
    }
}

/// Moves that leave many heaps, with sets that grow and with sets of all heaps at once.
#[test]
fn sums_of_many_heaps_agree_with_the_definition() {
    for code in [
        "{2+}.0",
        "{2+}!.0",
        "{2+}?.0",
        "{2+}=.0",
        "0.*",
        "0.*!3",
        "0.*?",
        "0.*=",
        "0.[{0+}=]",
        "G.0",
        "0.V",
        "0.{0,1,3+}",
        "0.{2,3?+}",
        "0.{0,2=,4?+}7",
        "0.{1,5,6}!3",
        "0.{2=,3!,4?,5+}",
        "0.0[0G?]",
        "{3?,5!}.3{4=}",
        "0.{0,2!,3}[3]",
    ] {
        let rules = rules(code);
        let expected = by_definition(&rules, 44);
        let mut heaps = HeapValues::new(rules.clone());
        for len in [1, 17, 44] {
            heaps.extend(len, &Budget::unlimited()).unwrap();
        }
        assert_eq!(heaps.values(), expected, "{code}");
        assert_eq!(heaps.check_sample(&Budget::unlimited()).unwrap(), Ok(44));
        // Beyond the first power of two.
        let all = values(HeapValues::new(rules.clone()), 150);
        let mut half = HeapValues::new(rules);
        half.extend(65, &Budget::unlimited()).unwrap();
        half.extend(150, &Budget::unlimited()).unwrap();
        assert_eq!(half.values(), all, "{code}");
    }
    // Four heaps and more are in the octal period theorem.
    let mut proved = 0;
    for digit in "GHIJKLMNOPQRSTUV".chars() {
        let code = format!("0.{digit}");
        let Some((law, PeriodStatus::Proved(theorem))) = found(&code, 400) else {
            continue;
        };
        assert_eq!(theorem, PeriodTheorem::Splitting, "{code}");
        let longer = values(HeapValues::new(rules(&code)), 600);
        let law = |heap: usize| law.value(&longer[..400], heap as u128);
        assert!(
            (0..600).all(|heap| law(heap) == Some(longer[heap].into())),
            "{code}"
        );
        proved += 1;
    }
    assert!(proved >= 4, "{proved}");
    for code in ["0.*", "{2+}=.0", "0.G!"] {
        assert!(
            !matches!(found(code, 300), Some((_, PeriodStatus::Proved(_)))),
            "{code}"
        );
    }
    let little = Budget::unlimited().bytes(1 << 16);
    assert!(
        HeapValues::new(rules("0.{62}"))
            .extend(2000, &little)
            .is_err()
    );
}

/// Codes of taking games with repeating digits: laws are those of the definition, and are proved from the least number of
/// heaps on.
#[test]
fn repeating_digits_are_proved_by_a_returning_state() {
    let mut random = fastrand::Rng::with_seed(30);
    let mut codes: Vec<String> = ["0.[30]", "0.[03]", "0.3[003]", "0.[10]", "0.0[20]"]
        .map(String::from)
        .to_vec();
    for _ in 0..60 {
        let mut digits = |least: usize| -> String {
            let count = random.usize(least..5);
            (0..count)
                .map(|_| char::from_digit(random.u32(0..4), 10).unwrap())
                .collect()
        };
        codes.push(format!("0.{}[{}]", digits(0), digits(1)));
    }
    let mut proved = 0;
    for code in codes {
        let rules = rules(&code);
        let Some((law, PeriodStatus::Proved(theorem @ PeriodTheorem::Repeating))) =
            found(&code, 400)
        else {
            continue;
        };
        let expected = by_definition(&rules, 800);
        let values: Vec<u32> = expected[..theorem.heaps_needed(&rules, &law) as usize].to_vec();
        for (heap, value) in expected.iter().enumerate() {
            assert_eq!(
                law.value(&values, heap as u128),
                Some((*value).into()),
                "{code} {heap}"
            );
        }
        assert!(theorem.proves(&rules, &values, &law), "{code}");
        assert!(!theorem.proves(&rules, &values[1..], &law), "{code}");
        let needed = values.len();
        assert!(
            !theorem.proves(&rules, &values[..needed - 1], &law),
            "{code}"
        );
        proved += 1;
    }
    assert!(proved >= 20, "{proved}");
    let (law, _) = found("0.[30]", 100).unwrap();
    assert_eq!((law.preperiod, law.period, law.saltus), (0, 2, 0));
}

/// Rows of games whose moves are vectors, against the definition.
#[test]
fn rows_of_vector_games_are_those_of_the_definition() {
    use nimfield_core::families::vectors::VectorMove;
    let games: [&[([i64; 2], bool)]; 7] = [
        // Wythoff's game, and (2,2)-Wythoff.
        &[([1, 0], true), ([0, 1], true), ([1, 1], true)],
        &[([1, 0], true), ([0, 1], true), ([2, 2], true)],
        // Bounded games.
        &[
            ([1, 0], false),
            ([2, 0], false),
            ([0, 1], false),
            ([1, 1], false),
            ([2, 2], false),
        ],
        &[([3, 1], false), ([1, 2], false), ([0, 2], false)],
        &[([1, 0], true), ([1, 2], true), ([0, 1], false)],
        &[([5, 0], false), ([0, 1], true), ([3, 2], true)],
        &[([0, 3], false)],
    ];
    for moves in games {
        let moves: Vec<VectorMove> = moves
            .iter()
            .map(|&(amounts, any_multiple)| VectorMove {
                amounts: amounts.to_vec(),
                any_multiple,
            })
            .collect();
        let mut known: Vec<Vec<u32>> = Vec::new();
        for column in 0..400i64 {
            known.push(Vec::new());
            for row in 0..7i64 {
                let mut options = BTreeSet::new();
                for mv in &moves {
                    for times in 1..=if mv.any_multiple { 400 } else { 1 } {
                        let (a, b) = (column - times * mv.amounts[0], row - times * mv.amounts[1]);
                        if a >= 0 && b >= 0 {
                            options.insert(known[a as usize][b as usize]);
                        }
                    }
                }
                let value = (0..).find(|value| !options.contains(value)).unwrap();
                known[column as usize].push(value);
            }
        }
        for fixed in 0..7u32 {
            let swapped: Vec<VectorMove> = moves
                .iter()
                .map(|mv| VectorMove {
                    amounts: mv.amounts.iter().rev().copied().collect(),
                    ..mv.clone()
                })
                .collect();
            for (moves, growing) in [(&moves, 0), (&swapped, 1)] {
                let mut row = GrowingRow::of_vectors(moves, growing, fixed).unwrap();
                let returned = row.search(400, &Budget::unlimited()).unwrap();
                let column = known.iter().map(|column| column[fixed as usize]);
                assert!(
                    column.clone().zip(row.values()).all(|(a, b)| a == *b),
                    "{moves:?} {fixed}"
                );
                let returned = returned.unwrap_or_else(|| panic!("{moves:?} {fixed}"));
                let law = row.law(&returned);
                for (number, value) in column.enumerate() {
                    assert_eq!(
                        law.value(row.values(), number as u128),
                        Some(value.into()),
                        "{moves:?} {fixed}"
                    );
                }
            }
        }
    }
    // Games that put counters down, or take multiples of two along the row, have no such state.
    for amounts in [[-1, 1], [1, -1], [2, 0]] {
        let mv = VectorMove {
            amounts: amounts.to_vec(),
            any_multiple: true,
        };
        assert!(GrowingRow::of_vectors(&[mv], 0, 3).is_none(), "{amounts:?}");
    }
}

/// Sparse spaces begin at sizes for which the definition already takes long.
#[test]
fn sparse_spaces_agree_with_the_definition() {
    let mut used = 0;
    for code in [
        "0.77", "0.07", "0.16", "0.56", "0.127", "0.165", "0.644", "0.376", "0.354", "0.6", "0.04",
        "0.06", "4!.0", "0.106", "0.054", "4.07", "0.7!3",
    ] {
        let rules = rules(code);
        let mut heaps = HeapValues::new(rules.clone());
        // In several calls, with the same result.
        for len in [100, 1500, 4095, 4096, 6000] {
            heaps.extend(len, &Budget::unlimited()).unwrap();
        }
        used += usize::from(heaps.rare().is_some());
        assert_eq!(
            heaps.values(),
            values(HeapValues::plain(rules), 6000),
            "{code}"
        );
    }
    assert!(used >= 8, "only {used} games used a sparse space");
}

struct Published {
    code: String,
    period: u64,
    preperiod: u64,
    most: Option<u32>,
}

/// Periods of octal games from several sources, which the file names.
fn published() -> Vec<Published> {
    let text = include_str!("samples/octal_periods.tsv");
    let rows = text
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let rows = rows.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        Published {
            code: fields[0].to_string(),
            period: fields[1].parse().unwrap(),
            preperiod: fields[2].parse().unwrap(),
            most: fields[4].parse().ok(),
        }
    });
    rows.collect()
}

fn check(rows: impl Iterator<Item = Published>) {
    for row in rows {
        let begun = Instant::now();
        let mut heaps = HeapValues::new(rules(&row.code));
        let pause = |_: &HeapValues| Ok::<(), Unfinished>(());
        let found = search_period(&mut heaps, 1 << 27, &Budget::unlimited(), pause).unwrap();
        let (law, status) = found.unwrap_or_else(|| panic!("{}", row.code));
        let theorem = PeriodTheorem::of(heaps.rules(), 0).unwrap();
        assert_eq!(status, PeriodStatus::Proved(theorem), "{}", row.code);
        assert_eq!(
            (law.period, law.preperiod, law.saltus),
            (row.period, row.preperiod, 0),
            "{}",
            row.code
        );
        if let Some(most) = row.most {
            assert_eq!(heaps.values().iter().max(), Some(&most), "{}", row.code);
        }
        let rare = heaps.rare().unwrap_or(0);
        println!(
            "{} {:.1} s, {rare} rare heaps of {}",
            row.code,
            begun.elapsed().as_secs_f64(),
            heaps.values().len()
        );
    }
}

/// The rows with a preperiod and a period below 10,000: 94 of 105.
#[test]
fn published_periods() {
    let rows = published()
        .into_iter()
        .filter(|row| row.period + row.preperiod < 10_000);
    check(rows);
}

/// The other rows below 10^6 heaps.
#[test]
#[ignore = "half a minute"]
fn published_periods_below_a_million() {
    let rows = published().into_iter();
    let rows = rows.filter(|row| (10_000..1_000_000).contains(&(row.period + row.preperiod)));
    check(rows);
}

#[test]
#[ignore = "minutes"]
fn published_periods_of_millions() {
    let rows = published().into_iter();
    check(rows.filter(|row| ["0.376", "0.354"].contains(&row.code.as_str())));
}

/// A071436 says 326,637.
#[test]
#[ignore = "a quarter of a minute"]
fn the_last_exception_of_0_56() {
    let (law, status) = found("0.56", 1 << 21).unwrap();
    assert_eq!(law.last_exception(), Some(326_639));
    assert_eq!(
        (law.period, status),
        (144, PeriodStatus::Proved(PeriodTheorem::Splitting))
    );
}

#[test]
fn subtraction_and_all_but_games() {
    // By the words of the laws: nim grows by 1, `take 1..m` has the period m + 1.
    for (code, preperiod, period, saltus, theorem) in [
        ("0.3", 0, 2, 0, PeriodTheorem::Subtraction),
        ("take 1,2,3", 0, 4, 0, PeriodTheorem::Subtraction),
        ("take 2,3", 0, 5, 0, PeriodTheorem::Subtraction),
        ("take 2,5,6", 0, 11, 0, PeriodTheorem::Subtraction),
        ("0.[3]", 0, 1, 1, PeriodTheorem::AllBut),
        ("all but 1", 0, 2, 1, PeriodTheorem::AllBut),
        ("all but 1,2,3", 0, 4, 1, PeriodTheorem::AllBut),
    ] {
        let (law, status) = found(code, 10_000).unwrap();
        assert_eq!(
            (law.preperiod, law.period, law.saltus),
            (preperiod, period, saltus),
            "{code}"
        );
        assert_eq!(status, PeriodStatus::Proved(theorem), "{code}");
    }
    // For every set, a law proved from a few values holds for many more.
    let mut random = fastrand::Rng::with_seed(7);
    for words in ["take", "all but"] {
        for _ in 0..60 {
            let set: BTreeSet<u32> = (0..random.usize(1..6)).map(|_| random.u32(1..15)).collect();
            let set: Vec<String> = set.iter().map(u32::to_string).collect();
            let code = format!("{words} {}", set.join(","));
            let mut heaps = HeapValues::new(rules(&code));
            let pause = |_: &HeapValues| Ok::<(), Unfinished>(());
            let found = search_period(&mut heaps, 3000, &Budget::unlimited(), pause).unwrap();
            let Some((law, PeriodStatus::Proved(_))) = found else {
                panic!("{code}: {found:?}");
            };
            let known = heaps.values().to_vec();
            let more = by_definition(heaps.rules(), 4 * known.len() as u32);
            for (heap, &value) in more.iter().enumerate() {
                assert_eq!(
                    law.value(&known, heap as u128),
                    Some(value.into()),
                    "{code} {heap}"
                );
            }
        }
    }
}

#[test]
fn hexadecimal_games_repeat() {
    let (law, status) = found("0.F", 600).unwrap();
    assert_eq!((law.preperiod, law.period, law.saltus), (0, 2, 0));
    assert_eq!(status, PeriodStatus::Proved(PeriodTheorem::Splitting));
}

/// The values that a law gives to the heaps below `len`, if those of the first ones are these.
fn continued(values: &[u32], law: &HeapPeriod, len: u64) -> Vec<u32> {
    (0..len)
        .map(|heap| u32::try_from(law.value(values, heap.into()).unwrap()).unwrap())
        .collect()
}

#[test]
fn growing_values_are_those_of_the_definition() {
    check_growth(1..=30);
}

#[test]
#[ignore = "a quarter of a minute"]
fn growing_values_with_long_periods_are_those_of_the_definition() {
    check_growth(31..=60);
}

/// Checks the laws of growing values whose periods are of these lengths.
fn check_growth(periods: RangeInclusive<u64>) {
    let text = include_str!("samples/growing_values.tsv");
    for line in text.lines().filter(|line| line.starts_with("0.")) {
        let (code, numbers) = line.split_once('\t').unwrap();
        let mut numbers = numbers
            .split('\t')
            .map(|number| number.parse::<u32>().unwrap());
        let mut next = || numbers.next().unwrap();
        let (preperiod, period) = (u64::from(next()), u64::from(next()));
        let saltus = i64::from(next());
        if !periods.contains(&period) {
            continue;
        }
        let (law, status) = found(code, 400).unwrap();
        assert_eq!(
            (law.preperiod, law.period, law.saltus),
            (preperiod, period, saltus),
            "{code}"
        );
        let theorem = PeriodTheorem::Growth;
        assert_eq!(status, PeriodStatus::Proved(theorem), "{code}");
        let rules = rules(code);
        let needed = theorem.heaps_needed(&rules, &law);
        let defined = by_definition(&rules, needed as u32 + 60);
        let values = &defined[..needed as usize];
        assert!(theorem.proves(&rules, values, &law), "{code}");
        assert_eq!(
            continued(values, &law, defined.len() as u64),
            defined,
            "{code}"
        );
        // One value less than the theorem needs, an altered value, and other laws.
        let last = values.len() - 1;
        assert!(!theorem.proves(&rules, &values[..last], &law), "{code}");
        for at in preperiod..needed {
            let mut altered = values.to_vec();
            altered[at as usize] ^= 1;
            assert!(!theorem.proves(&rules, &altered, &law), "{code} at {at}");
        }
        for wrong in [
            HeapPeriod { saltus: 0, ..law },
            HeapPeriod {
                saltus: saltus + 1,
                ..law
            },
            HeapPeriod {
                period: period + 1,
                ..law
            },
            HeapPeriod {
                period: 2 * period,
                ..law
            },
        ] {
            assert!(
                !theorem.proves(&rules, &defined, &wrong),
                "{code}: {wrong:?}"
            );
        }
        if let Some(preperiod) = preperiod.checked_sub(1).filter(|&earlier| earlier > 0) {
            let wrong = HeapPeriod { preperiod, ..law };
            assert!(
                !theorem.proves(&rules, &defined, &wrong),
                "{code}: {wrong:?}"
            );
        }
    }
}

/// For any first values, the automaton finds that the law holds beyond them exactly if options have these values.
#[test]
fn growth_is_proved_where_options_have_the_values_of_the_law() {
    let mut random = fastrand::Rng::with_seed(1976);
    let mut found_so = [0; 2];
    for code in [
        "0.8", "0.C", "0.08", "0.0B", "0.1A", "0.3F", "0.89", "0.8B", "0.BA", "0.FB", "0.FF",
    ] {
        let rules = rules(code);
        let (law, _) = found(code, 400).unwrap();
        let theorem = PeriodTheorem::Growth;
        for _ in 0..12 {
            // Some heaps more count as exceptions, and one or two of them have another value.
            let law = HeapPeriod {
                preperiod: law.preperiod + random.u64(1..4),
                ..law
            };
            let needed = theorem.heaps_needed(&rules, &law);
            let mut values = by_definition(&rules, (law.preperiod + law.period) as u32);
            for _ in 0..random.usize(1..3) {
                let at = random.u64(1..law.preperiod.max(2));
                values[at as usize] = random.u32(0..8);
            }
            let far = continued(&values, &law, needed + 120);
            let expected = (needed..far.len() as u64).all(|heap| {
                let sums = rules.splits(heap as u128).map(|split| {
                    let pieces = split.pieces().iter();
                    pieces.fold(0, |sum, &piece| sum ^ far[piece as usize])
                });
                let sums: BTreeSet<u32> = sums.collect();
                (0..).find(|value| !sums.contains(value)).unwrap() == far[heap as usize]
            });
            let proved = theorem.proves(&rules, &far[..needed as usize], &law);
            assert_eq!(proved, expected, "{code} {law:?} {values:?}");
            found_so[usize::from(proved)] += 1;
        }
    }
    assert!(found_so.iter().all(|&count| count > 10), "{found_so:?}");
}

/// A saved computation continues as if it had never stopped, and no other file is read.
#[test]
fn saved_values_can_be_continued() {
    let rules = rules("0.07");
    let mut heaps = HeapValues::new(rules.clone());
    heaps.extend(3000, &Budget::unlimited()).unwrap();
    let bytes = heaps.to_bytes().unwrap();
    let mut read = HeapValues::from_bytes(&bytes, &rules).unwrap();
    read.extend(5000, &Budget::unlimited()).unwrap();
    assert_eq!(
        read.values(),
        values(HeapValues::plain(rules.clone()), 5000)
    );
    for cut in (0..bytes.len()).step_by(37) {
        assert!(
            HeapValues::from_bytes(&bytes[..cut], &rules).is_err(),
            "cut at {cut}"
        );
    }
    for at in (0..bytes.len()).step_by(101) {
        let mut altered = bytes.clone();
        altered[at] ^= 4;
        assert!(
            HeapValues::from_bytes(&altered, &rules).is_err(),
            "altered at {at}"
        );
    }
    assert!(HeapValues::from_bytes(&bytes, &self::rules("0.77")).is_err());
}

#[test]
fn false_laws_are_not_proved() {
    let rules = rules("0.77");
    let values = values(HeapValues::new(rules.clone()), 400);
    let theorem = PeriodTheorem::Splitting;
    let law = HeapPeriod {
        preperiod: 71,
        period: 12,
        saltus: 0,
    };
    assert!(theorem.proves(&rules, &values, &law));
    for wrong in [
        HeapPeriod {
            preperiod: 70,
            ..law
        },
        HeapPeriod { period: 11, ..law },
        HeapPeriod { period: 0, ..law },
        HeapPeriod { saltus: 1, ..law },
        HeapPeriod {
            preperiod: 190,
            ..law
        },
    ] {
        assert!(!theorem.proves(&rules, &values, &wrong), "{wrong:?}");
    }
    // One value less than the theorem needs.
    let needed = theorem.heaps_needed(&rules, &law) as usize;
    assert_eq!(needed, 2 * (71 + 12) + 2);
    assert!(theorem.proves(&rules, &values[..needed], &law));
    assert!(!theorem.proves(&rules, &values[..needed - 1], &law));
    let early = find_period(&rules, &values[..needed - 1]);
    assert!(!matches!(early, Some((_, PeriodStatus::Proved(_)))));
    // An altered value.
    let mut altered = values.clone();
    altered[160] += 1;
    assert!(!theorem.proves(&rules, &altered, &law));
}

#[test]
fn budgets_stop_at_a_heap() {
    let mut heaps = HeapValues::new(rules("0.77"));
    let stopped = heaps
        .extend(100_000, &Budget::unlimited().positions(5000))
        .unwrap_err();
    assert!((5000..5100).contains(&stopped.done), "{stopped}");
    let bytes = heaps
        .extend(100_000, &Budget::unlimited().bytes(30_000))
        .unwrap_err();
    assert!(bytes.done < 8000, "{bytes}");
    let (budget, _) = Budget::unlimited().cancel_after(20);
    assert!(heaps.extend(100_000, &budget).is_err());
    let len = heaps.values().len();
    heaps.extend(len + 500, &Budget::unlimited()).unwrap();
    assert_eq!(
        heaps.values(),
        values(HeapValues::plain(rules("0.77")), len + 500)
    );
}

/// Rows of games of two piles: a law proved from a few values holds for many more.
#[test]
fn rows_of_two_piles() {
    let games = [
        RayGame::wythoff(),
        RayGame::nim(2).unwrap(),
        RayGame::new(2, [vec![0, 1]]).unwrap(),
        RayGame::new(2, [vec![0], vec![0, 1]]).unwrap(),
        RayGame::new(2, [vec![1], vec![0, 1]]).unwrap(),
    ];
    for game in &games {
        for fixed in 0..6u32 {
            for growing in 0..2 {
                let mut row = GrowingRow::new(game, growing, fixed).unwrap();
                let state = row.search(5000, &Budget::unlimited()).unwrap();
                let law = row.law(&state.unwrap_or_else(|| panic!("{game:?} {fixed}")));
                let bounds = if growing == 0 {
                    [400, fixed + 1]
                } else {
                    [fixed + 1, 400]
                };
                let table = GrundyTable::compute(game, Play::Normal, &bounds, &Budget::unlimited())
                    .unwrap();
                for n in 0..400u32 {
                    let place = if growing == 0 { [n, fixed] } else { [fixed, n] };
                    let value = law.value(row.values(), n.into());
                    assert_eq!(
                        value,
                        table.value(&place).map(u128::from),
                        "{game:?} {fixed} {n}"
                    );
                }
                if law.preperiod > 0 {
                    let value = |n: u64| i64::from(row.values()[n as usize]);
                    let before = law.preperiod - 1;
                    assert_ne!(value(before + law.period) - value(before), law.saltus);
                }
            }
        }
    }
}

#[test]
fn laws_give_the_values_of_all_heaps_as_far_as_they_are_numbers() {
    let law = |saltus| HeapPeriod {
        preperiod: 1,
        period: 2,
        saltus,
    };
    let values = [9, 5, 7];
    assert_eq!(law(0).value(&values, u128::MAX), Some(5));
    assert_eq!(law(1).value(&values, 8), Some(10));
    assert_eq!(
        law(3).value(&values, 1 << 127),
        Some(7 + 3 * ((1 << 126) - 1))
    );
    assert_eq!(law(3).value(&values, u128::MAX), None);
    // A law that falls ends where a value would be negative.
    assert_eq!(law(-2).value(&values, 5), Some(1));
    assert_eq!(law(-2).value(&values, 7), None);
    assert_eq!(law(0).value(&[], 3), None);
}

/// The file of these values of a code.
fn file_of(code: &HeapRules, values: &[u64]) -> Vec<u8> {
    let format = Format {
        magic: *b"NIMFHEAP",
        version: 2,
        foreign: "",
    };
    let mut file = format.writer(Vec::new()).unwrap();
    file.record(*b"CODE", |out| out.extend(code.to_string().bytes()))
        .unwrap();
    for &value in values {
        file.record(*b"VALS", |out| write_number(out, value))
            .unwrap();
    }
    file.seal().unwrap()
}

/// There is one mark for each possible value, so a forged value must not determine how much memory they take.
#[test]
fn values_that_no_game_has_are_refused_before_memory_is_taken() {
    let kayles = rules("0.77");
    let read = |values: &[u64]| HeapValues::from_bytes(&file_of(&kayles, values), &kayles);
    let refused = FileFault::Malformed("the section VALS");
    for last in [7, 8, 1 << 28, u64::from(u32::MAX), u64::MAX] {
        let found = read(&[0, 1, 2, last]);
        assert_eq!(found.unwrap_err(), refused, "{last}");
    }
    assert_eq!(read(&[1]).unwrap_err(), refused);
    for last in [3, 5, 6] {
        let heaps = read(&[0, 1, 2, last]).unwrap();
        let checked = heaps.check_sample(&Budget::unlimited()).unwrap();
        assert_eq!(checked.is_ok(), last == 3, "{last}");
    }
}

/// The bound on values holds where moves may split a heap without taking from it.
#[test]
fn values_are_at_most_twice_the_heap() {
    for code in [
        "0.77",
        "4.7",
        "8.F",
        "4.0",
        "0.*!3",
        "G.0",
        "{2+}!.0",
        "0.{2,3?+}",
    ] {
        let found = values(HeapValues::new(rules(code)), 60);
        for (heap, value) in found.iter().enumerate() {
            assert!(*value as usize <= 2 * heap, "{code} {heap}");
        }
    }
}

/// The author of a file can alter a single value anywhere, such as the last exception of a law, which then seems to begin
/// earlier.
#[test]
fn a_single_false_value_is_found() {
    let code = rules("0.16");
    let good: Vec<u64> = values(HeapValues::new(code.clone()), 12_000)
        .into_iter()
        .map(u64::from)
        .collect();
    for heap in [3, 4_095, 4_096, 4_097, 7_777, 9_999, 11_998, 11_999] {
        let mut forged = good.clone();
        forged[heap] = u64::from(forged[heap] == 0);
        let heaps = HeapValues::from_bytes(&file_of(&code, &forged), &code).unwrap();
        let checked = heaps.check_sample(&Budget::unlimited()).unwrap();
        assert_eq!(checked, Err((heap as u32, good[heap] as u32)));
    }
}
