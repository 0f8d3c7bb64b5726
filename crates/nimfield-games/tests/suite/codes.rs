//! Taking-and-breaking games against lists of options made from the words of the rules.

use std::collections::BTreeSet;

use nimfield_core::budget::Budget;
use nimfield_core::families::heaps::{HeapRules, HeapSplit};
use nimfield_core::game::{Engines, Rules, Search, Theory};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::words::{Grundy, Play};
use nimfield_games::codes::CodeGame;

fn rules(code: &str) -> HeapRules {
    HeapRules::read(&mut Cursor::new(code)).unwrap_or_else(|error| panic!("{error}"))
}

fn position(text: &str) -> Result<CodeGame, NotationError> {
    CodeGame::read_component(&mut Cursor::new(text))
}

/// The options of a heap as sorted lists of heaps: `digit(k)` is the sum of 1, 2, 4 and 8 of the digit number k,
/// and whether the heaps must differ.
fn options(size: u32, digit: impl Fn(u32) -> (u32, bool)) -> BTreeSet<(u128, Vec<u128>)> {
    let mut found = BTreeSet::new();
    for taken in 0..=size {
        let (digit, unequal) = digit(taken);
        for a in 0..=size {
            for b in a..=size {
                for c in b..=size {
                    let heaps: Vec<u32> = [a, b, c].into_iter().filter(|&heap| heap > 0).collect();
                    let same = heaps.windows(2).any(|pair| pair[0] == pair[1]);
                    if taken + a + b + c == size
                        && digit >> heaps.len() & 1 == 1
                        && !(unequal && same)
                    {
                        let heaps = heaps.into_iter().map(u128::from).collect();
                        found.insert((taken.into(), heaps));
                    }
                }
            }
        }
    }
    found
}

type Digit = fn(u32) -> (u32, bool);

const CODES: [(&str, Digit); 9] = [
    ("0.77", |k| (if k == 1 || k == 2 { 7 } else { 0 }, false)),
    ("0.137", |k| {
        (*[0, 1, 3, 7].get(k as usize).unwrap_or(&0), false)
    }),
    ("4.0", |k| (if k == 0 { 4 } else { 0 }, false)),
    ("4!.0", |k| (if k == 0 { 4 } else { 0 }, true)),
    ("8!.2F", |k| {
        (*[8, 2, 15].get(k as usize).unwrap_or(&0), k == 0)
    }),
    ("0.[3]", |k| (if k == 0 { 0 } else { 3 }, false)),
    ("0.[37]", |k| {
        (
            if k == 0 {
                0
            } else {
                3 + 4 * u32::from(k % 2 == 0)
            },
            false,
        )
    }),
    ("0.30[3]", |k| (if k == 0 || k == 2 { 0 } else { 3 }, false)),
    ("C.00C!", |k| {
        (if k == 0 || k == 3 { 12 } else { 0 }, k == 3)
    }),
];

#[test]
fn moves_are_those_of_the_digits() {
    for (code, digit) in CODES {
        let rules = rules(code);
        assert_eq!(rules.to_string(), code);
        for size in 0..=14 {
            let listed: Vec<(u128, Vec<u128>)> = rules
                .splits(size)
                .map(|split| (split.taken, split.pieces().to_vec()))
                .collect();
            let expected = options(size as u32, digit);
            assert_eq!(listed.len(), expected.len(), "{code} {size}");
            assert_eq!(
                listed.into_iter().collect::<BTreeSet<_>>(),
                expected,
                "{code} {size}"
            );
            assert_eq!(
                rules.split_count(size),
                expected.len() as u128,
                "{code} {size}"
            );
            assert_eq!(rules.can_move(size), !expected.is_empty());
        }
    }
}

/// Lists of heaps that CGSuite 2 gives for digits with signs, and for many heaps, in its order.
#[test]
fn digits_mean_what_they_mean_in_cgsuite() {
    for (code, size, expected) in [
        ("0.3", 9, "8"),
        ("0.7", 9, "8  1,7  2,6  3,5  4,4"),
        ("0.77", 9, "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4"),
        ("4.0", 8, "1,7  2,6  3,5  4,4"),
        ("4!.0", 8, "1,7  2,6  3,5"),
        ("0.3F", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3"),
        (
            "0.3F?",
            9,
            "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3",
        ),
        ("0.3F!", 9, "8  7  1,6  2,5  3,4  1,2,4"),
        (
            "0.3f",
            11,
            "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4  3,3,3",
        ),
        (
            "0.3f?",
            11,
            "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4",
        ),
        (
            "0.3f!",
            11,
            "10  9  1,8  2,7  3,6  4,5  1,2,6  1,3,5  2,3,4",
        ),
        (
            "0.*3",
            7,
            "6  1,5  2,4  3,3  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1  5",
        ),
        (
            "0.*?3",
            7,
            "6  1,5  2,4  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2  5",
        ),
        ("0.*!3", 7, "6  1,5  2,4  1,2,3  5"),
        ("0.[3]", 7, "6  5  4  3  2  1  -"),
        ("0.[2]", 7, "6  5  4  3  2  1"),
        ("0.3[1]", 7, "6  -"),
        ("0.7[03]", 7, "6  1,5  2,4  3,3  4  2  -"),
        ("0.*=", 11, "10  5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1"),
        ("{2+}=.0", 10, "5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1"),
        ("0.{0,1,3+}", 1, "-"),
        ("0.{0,1,3+}", 2, "1"),
        (
            "0.{0,1,3+}",
            7,
            "6  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1",
        ),
        ("0.{1,3+}", 1, ""),
        (
            "0.{2,3?+}",
            7,
            "1,5  2,4  3,3  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2",
        ),
    ] {
        let rules = rules(code);
        let listed = rules.splits(size).map(|split| {
            let pieces: Vec<String> = split.pieces().iter().map(u128::to_string).collect();
            match pieces.is_empty() {
                true => "-".to_string(),
                false => pieces.join(","),
            }
        });
        let listed: Vec<String> = listed.collect();
        assert_eq!(listed.join("  "), expected, "{code} {size}");
        assert_eq!(
            rules.split_count(size),
            listed.len() as u128,
            "{code} {size}"
        );
    }
}

/// All ways to write a number as a sum, each in ascending order.
fn sums(rest: u128, least: u128) -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    if rest == 0 {
        all.push(Vec::new());
    }
    for first in least..=rest {
        for mut sum in sums(rest - first, first) {
            sum.insert(0, first);
            all.push(sum);
        }
    }
    all
}

#[test]
fn moves_into_many_heaps_are_all_sums() {
    type Wanted = fn(&[u128]) -> bool;
    let any: Wanted = |_| true;
    let unequal: Wanted = |sum| sum.windows(2).all(|pair| pair[0] < pair[1]);
    let not_all: Wanted = |sum| sum.len() < 2 || sum.first() != sum.last();
    let equal: Wanted = |sum| sum.first() == sum.last();
    for (sign, wanted) in [("", any), ("!", unequal), ("?", not_all), ("=", equal)] {
        for (counts, from, to) in [
            ("{4}", 4, 4),
            ("{2+}", 2, 99),
            ("{5,6}", 5, 6),
            ("{3+}", 3, 99),
        ] {
            let code = format!("{counts}{sign}.0{counts}{sign}");
            let rules = rules(&code);
            assert_eq!(self::rules(&rules.to_string()), rules, "{code}");
            for size in 0..=17 {
                let listed: BTreeSet<(u128, Vec<u128>)> = rules
                    .splits(size)
                    .map(|split| (split.taken, split.pieces().to_vec()))
                    .collect();
                let mut expected = BTreeSet::new();
                for taken in [0, 2] {
                    let sums = size
                        .checked_sub(taken)
                        .map_or(Vec::new(), |rest| sums(rest, 1));
                    let sums = sums
                        .into_iter()
                        .filter(|sum| (from..=to).contains(&sum.len()));
                    expected.extend(sums.filter(|sum| wanted(sum)).map(|sum| (taken, sum)));
                }
                assert_eq!(listed, expected, "{code} {size}");
                assert_eq!(
                    rules.split_count(size),
                    expected.len() as u128,
                    "{code} {size}"
                );
            }
            let position = position(&format!("({code})[12,9]")).unwrap();
            for mv in position.moves() {
                let text = mv.to_string();
                assert_eq!(
                    position.read_move(&mut Cursor::new(&text)).unwrap(),
                    mv,
                    "{text}"
                );
                assert!(position.play(&mv).unwrap().measure() < position.measure());
            }
        }
    }
    let position = position("(0.*=)[4096]").unwrap();
    let refused = ["heap 1 by 1 into 1+4094", "heap 1 by 1", "heap 1 by 4096"];
    for (text, is_legal) in refused.into_iter().zip([false, true, false]) {
        let played = position.play(&position.read_move(&mut Cursor::new(text)).unwrap());
        assert_eq!(played.is_ok(), is_legal, "{text}");
    }
}

#[test]
fn codes_have_one_spelling() {
    for (text, code) in [
        ("0.770", "0.77"),
        ("0.{0,1,2}7", "0.77"),
        ("0.c", "0.C"),
        ("0.{2,3}", "0.C"),
        ("0.3[33]", "0.[3]"),
        ("0.737[37]", "0.[73]"),
        ("0.77[0]", "0.77"),
        ("4.000", "4.0"),
        ("grundy", "4!.0"),
        ("take 2,3", "0.033"),
        ("take {5, 2}", "0.03003"),
        ("take 1,3..5", "0.30333"),
        ("all but 2,3", "0.300[3]"),
        ("all but {1}", "0.0[3]"),
        ("0.{4}", "0.G"),
        ("0.v", "0.V"),
        ("0.{0,5}", "0.{0,5}"),
        ("0.{0+}", "0.*"),
        ("0.{1,2+}!", "0.{1+}!"),
        // This is how CGSuite 2 writes them.
        ("0.{1,2!}", "0.6!"),
        ("0.{0!,2!,3!}", "0.D!"),
        ("0.{0!,2!,3}", "0.{0,2!,3}"),
        ("0.{0!,2!,3!+}", "0.{0,2+}!"),
        ("0.{0!,2,3!+}", "0.{0,2,3!+}"),
        ("0.{0!,3+}", "0.{0,3+}"),
        ("0.{0,2!,4!+}", "0.{0,2,4+}!"),
        ("0.{0!,2!,4+}", "0.{0,2!,4+}"),
        ("0.{0!,2=,4?+}", "0.{0,2=,4?+}"),
        ("0.{0!,2=,3?,4?+}", "0.{0,2=,3?+}"),
        ("0.{0,1!,2,3,4+}", "0.*"),
        ("0.{0,1,2!,3!,4!+}", "0.*!"),
        // Two heaps that are not all equal are unequal.
        ("4?.0", "4!.0"),
        ("0.{0!,2?,4?+}", "0.{0,2!,4?+}"),
    ] {
        let read = rules(text);
        assert_eq!(read.to_string(), code, "{text}");
        assert_eq!(rules(code), read, "{text}");
    }
}

#[test]
fn positions_and_moves_read_as_they_print() {
    for (code, _) in CODES {
        let position = position(&format!("({code})[9,0,5]")).unwrap();
        for mv in position.moves() {
            let text = mv.to_string();
            assert_eq!(
                position.read_move(&mut Cursor::new(&text)).unwrap(),
                mv,
                "{text}"
            );
            let after = position.play(&mv).unwrap();
            assert!(after.measure() < position.measure(), "{position} {text}");
        }
    }
    let kayles = position("(0.77)[9,5]").unwrap();
    for mv in [
        "heap 3 by 1",
        "heap 1 by 3",
        "heap 1 by 1 into 4+5",
        "heap 1 by 1 into 2+3+3",
        "heap 2 into 2+3",
    ] {
        let refused = match kayles.read_move(&mut Cursor::new(mv)) {
            Ok(mv) => kayles.play(&mv).is_err(),
            Err(_) => true,
        };
        assert!(refused, "{mv}");
    }
}

#[test]
fn faults_are_reported_where_they_stand() {
    for (text, at) in [
        ("(77)[3]", 1),
        ("(1.7)[3]", 1),
        ("(0.)[3]", 3),
        ("(0.7[])[3]", 4),
        ("(0.7[7)[3]", 6),
        ("(0.{63})[3]", 4),
        ("(0.{2=,3}!)[3]", 3),
        ("(0.{2=,2+})[3]", 3),
        ("(0.3=)[3]", 3),
        ("(*.7)[3]", 1),
        ("(0.*)[4097]", 6),
        ("(0.{2)[3]", 5),
        ("(0.3!)[3]", 3),
        ("(0.7W)[3]", 4),
        ("(take 0)[3]", 6),
        ("(all but)[3]", 8),
        ("(20.017)[3]", 1),
        ("(0.77)[2^128]", 7),
        ("(0.77)[-1]", 7),
        ("[3]", 0),
    ] {
        assert_eq!(position(text).unwrap_err().span.start, at, "{text}");
    }
    assert!(position(&format!("(0.{})[3]", "7".repeat(2000))).is_err());
    assert!(position("(0.[3])[2147483648]").unwrap().move_count() >= 1 << 31);
}

/// The heaps that a move leaves are added up exactly, and none of them is 0.
#[test]
fn moves_of_the_largest_heap_are_checked() {
    let most = position("(8.0)[340282366920938463463374607431768211455]").unwrap();
    let read = |text: &str| most.read_move(&mut Cursor::new(text));
    let half = 1_u128 << 127;
    let legal = read(&format!("heap 1 into 2+{}+{half}", half - 3)).unwrap();
    assert!(most.play(&legal).is_ok());
    for pieces in [
        format!("5+{half}+{half}"),
        format!("1+{}+{half}", half - 3),
        format!("{half}+{half}"),
    ] {
        let illegal = read(&format!("heap 1 into {pieces}")).unwrap();
        assert!(most.play(&illegal).is_err(), "{pieces}");
    }
    for text in [
        "heap 1 by 0",
        "heap 1 into 0",
        "heap 1 into 3+0",
        "heap 1 by 2^128",
    ] {
        let refused = read(text).map_or(true, |mv| most.play(&mv).is_err());
        assert!(refused, "{text}");
    }
}

/// The values of 0.8 grow by one every three counters. A move of a large heap to a small value leaves two heaps of almost
/// the same size, beyond all moves that can be listed.
#[test]
fn moves_of_heaps_whose_values_grow_are_found() {
    // By the definition, from the lists of options above.
    let digit = |taken| if taken == 1 { (8, false) } else { (0, false) };
    let mut least: Vec<u128> = Vec::new();
    for heap in 0..40 {
        let options = options(heap, digit).into_iter();
        let sums = options.map(|(_, heaps)| {
            heaps
                .iter()
                .fold(0, |sum, &left| sum ^ least[left as usize])
        });
        let sums: BTreeSet<u128> = sums.collect();
        least.push((0..).find(|value| !sums.contains(value)).unwrap());
    }
    let value = |heap: u128| match heap {
        0..10 => least[heap as usize],
        _ => least[7 + (heap as usize - 7) % 3] + (heap - 7) / 3,
    };
    for heap in 10..40 {
        assert_eq!(value(heap), least[heap as usize], "{heap}");
    }
    for size in [
        10u128.pow(15),
        10u128.pow(15) + 1,
        10u128.pow(30) + 2,
        u128::MAX,
    ] {
        let heap = position(&format!("(0.8)[{size}]")).unwrap();
        heap.tabulate(&Budget::unlimited()).unwrap();
        for target in (0..30).chain([10u128.pow(14), size / 7]) {
            let mv = heap.move_to_value(Play::Normal, &Grundy::from(target), &Budget::unlimited());
            let mv = mv
                .unwrap()
                .unwrap_or_else(|error| panic!("{size} to {target}: {error}"));
            let left = heap.play(&mv).unwrap();
            let sum = left.heaps().iter().fold(0, |sum, &heap| sum ^ value(heap));
            assert_eq!((left.heaps().len(), sum), (3, target), "{size}");
        }
    }
}

/// Where any amount may be taken and no heap is split, the moves to a value are all known, however large the heap is.
#[test]
fn moves_of_large_heaps_to_a_value_are_all_found() {
    for code in [
        "(all but 2,5)",
        "(all but 1)",
        "(0.30[3])",
        "(0.[2])",
        "(0.120[3])",
        "(0.00[3])",
    ] {
        let value = |size: u128| {
            let heap = position(&format!("{code}[{size}]")).unwrap();
            let found = heap
                .followers(Play::Normal, &Budget::unlimited())
                .unwrap()
                .unwrap();
            found.value()
        };
        let rules = rules(code.trim_matches(['(', ')']));
        let values: Vec<u128> = (0..200).map(value).collect();
        for size in [0, 1, 5, 6, 40, 199] {
            let heap = position(&format!("{code}[{size}]")).unwrap();
            let found = heap
                .followers(Play::Normal, &Budget::unlimited())
                .unwrap()
                .unwrap();
            for target in 0..60 {
                let leads = |&left: &u128| {
                    let split = HeapSplit::new(size - left, &[left]);
                    rules.fault(size, &split).is_none() && values[left as usize] == target
                };
                let expected: Vec<u128> = (0..size).rev().filter(leads).collect();
                let (moves, complete) = found.moves_to(target, 1_000);
                let left = moves.iter().map(|mv| mv.split.pieces().iter().sum());
                assert_eq!(
                    (left.collect(), complete),
                    (expected.clone(), true),
                    "{code} {size}"
                );
                if expected.len() > 1 {
                    let (first, complete) = found.moves_to(target, 1);
                    assert_eq!((&first[..], complete), (&moves[..1], false));
                }
            }
        }
    }
    // The law of the first code: g(n + 4) = g(n) + 2.
    let size = 100_000_000_000_000_000_000;
    let heap = position(&format!("(all but 2,5)[{size}]")).unwrap();
    let found = heap
        .followers(Play::Normal, &Budget::unlimited())
        .unwrap()
        .unwrap();
    assert_eq!(found.value(), size / 2);
    let (moves, complete) = found.moves_to(0, 10);
    assert!(complete && !moves.is_empty(), "{moves:?}");
    for target in [1, 7, size / 2 - 1] {
        assert!(!found.moves_to(target, 10).0.is_empty(), "{target}");
    }
    assert!(found.moves_to(size / 2, 10).0.is_empty());
}
