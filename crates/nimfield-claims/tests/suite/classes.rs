//! The classes of Conway, Gurvich and Ho: against their definitions, and for the games of the literature.

use std::collections::HashMap;

use nimfield::by_size::PositionsBySize;
use nimfield::{Budget, Games, Sum};
use nimfield_claims::classify::{
    ClassifyError, FIGURE_GAMES, Report, Scope, classify, figure, positions,
};
use nimfield_engines::classes::{ByNumber, ByPosition, Class, GrundyPair, Scan, ScanError};
use nimfield_games::partitions::pnim::census::Grading;
use proptest::prelude::*;

/// The definitions, taken literally; positions are numbers, and options are smaller ones.
struct Plain {
    options: Vec<Vec<u64>>,
    pairs: Vec<(u32, u32)>,
}

impl Plain {
    fn new(options: Vec<Vec<u64>>) -> Plain {
        let mut plain = Plain {
            options: Vec::new(),
            pairs: Vec::new(),
        };
        for of in options {
            plain.add(of);
        }
        plain
    }

    /// Adds a position with these options, which were added before.
    fn add(&mut self, of: Vec<u64>) {
        let mex = |value: fn(&(u32, u32)) -> u32| {
            (0..).find(|n| {
                of.iter()
                    .all(|&option| value(&self.pairs[option as usize]) != *n)
            })
        };
        let pair = match of.is_empty() {
            true => (0, 1),
            false => (mex(|pair| pair.0).unwrap(), mex(|pair| pair.1).unwrap()),
        };
        self.pairs.push(pair);
        self.options.push(of);
    }

    fn pair(&self, position: u64) -> (u32, u32) {
        self.pairs[position as usize]
    }

    fn leads_to(&self, position: u64, pair: (u32, u32)) -> bool {
        let options = &self.options[position as usize];
        options.iter().any(|&option| self.pair(option) == pair)
    }

    /// Whether a position violates the definition of a class.
    fn is_against(&self, position: u64, class: Class) -> bool {
        let pair = self.pair(position);
        let options = &self.options[position as usize];
        let swaps = [(0, 1), (1, 0)];
        match class {
            Class::Returnable => {
                let terminal = |option: u64| self.options[option as usize].is_empty();
                swaps.contains(&pair)
                    && options
                        .iter()
                        .any(|&option| !terminal(option) && !self.leads_to(option, pair))
            }
            Class::Forced => {
                let other = (pair.1, pair.0);
                swaps.contains(&pair) && options.iter().any(|&option| self.pair(option) != other)
            }
            Class::Miserable => {
                let [zero, one] = swaps.map(|swap| self.leads_to(position, swap));
                !swaps.contains(&pair) && zero != one
            }
            Class::Pet => !swaps.contains(&pair) && (pair.0 != pair.1 || pair.0 < 2),
            Class::Tame => !swaps.contains(&pair) && pair.0 != pair.1,
            Class::Domestic => (pair.0 == 0 && pair.1 >= 2) || (pair.1 == 0 && pair.0 >= 2),
        }
    }

    fn first_against(&self, class: Class) -> Option<u64> {
        (0..self.options.len() as u64).find(|&position| self.is_against(position, class))
    }
}

fn random_game() -> impl Strategy<Value = Vec<Vec<u64>>> {
    prop::collection::vec(
        prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        1..14,
    )
    .prop_map(|game| {
        let numbered = game.iter().enumerate();
        numbered
            .map(|(position, options)| match position {
                0 => Vec::new(),
                _ => options
                    .iter()
                    .map(|option| option.index(position) as u64)
                    .collect(),
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn verdicts_are_those_of_the_definitions(options in random_game()) {
        let plain = Plain::new(options.clone());
        let budget = Budget::unlimited();
        let of = |position: &u64, out: &mut Vec<u64>| {
            out.extend(&options[*position as usize]);
            Ok(())
        };
        let mut scan = Scan::new(ByPosition::default(), of, &budget);
        let mut dense = Scan::new(ByNumber::new(options.len(), &budget).unwrap(), of, &budget);
        for position in 0..options.len() as u64 {
            scan.look(position as u32, position).unwrap();
            dense.look(position as u32, position).unwrap();
            let (normal, misere) = plain.pair(position);
            let pair = GrundyPair { normal, misere };
            prop_assert_eq!(scan.note(&position).unwrap().pair(), pair);
            prop_assert_eq!(dense.note(&position), scan.note(&position));
        }
        prop_assert_eq!(scan.witnesses(), dense.witnesses());
        for (class, witness) in Class::ALL.into_iter().zip(scan.witnesses()) {
            let found = witness.as_ref().map(|witness| witness.position);
            prop_assert_eq!(found, plain.first_against(class), "{}", class);
            let Some(witness) = witness else { continue };
            prop_assert_eq!(u64::from(witness.grade), witness.position);
            let speaks_of_options = matches!(class, Class::Returnable | Class::Forced);
            prop_assert_eq!(witness.option.is_some(), speaks_of_options);
            if let Some((option, pair)) = &witness.option {
                prop_assert!(options[witness.position as usize].contains(option));
                prop_assert_eq!((pair.normal, pair.misere), plain.pair(*option));
            }
        }
        // Gurvich and Ho: Proposition 1 and the inclusions; pet means that there is no (0,0).
        let is = |class: Class| plain.first_against(class).is_none();
        for (narrow, wide) in Class::IMPLICATIONS {
            prop_assert!(!is(narrow) || is(wide), "{} but not {}", narrow, wide);
        }
        let zero = plain.pairs.contains(&(0, 0));
        prop_assert_eq!(is(Class::Pet), !zero);
    }

    #[test]
    fn order_does_not_matter_for_verdicts(options in random_game()) {
        // The last position first: all positions before it are examined with it.
        let budget = Budget::unlimited();
        let of = |position: &u64, out: &mut Vec<u64>| {
            out.extend(&options[*position as usize]);
            Ok(())
        };
        let mut up = Scan::new(ByPosition::default(), of, &budget);
        let mut down = Scan::new(ByPosition::default(), of, &budget);
        for position in 0..options.len() as u64 {
            up.look(0, position).unwrap();
            down.look(0, options.len() as u64 - 1 - position).unwrap();
        }
        prop_assert_eq!(up.positions(), options.len() as u64);
        prop_assert_eq!(down.positions(), options.len() as u64);
        for (one, other) in up.witnesses().iter().zip(down.witnesses()) {
            prop_assert_eq!(one.is_some(), other.is_some());
        }
    }
}

/// The games on partitions.
const ON_PARTITIONS: [&str; 12] = [
    "pnim",
    "lctr",
    "downright",
    "rook",
    "queen",
    "king",
    "bishop",
    "knight",
    "pawn",
    "crim",
    "cris",
    "sato",
];

fn classified(game: &str, scope: Scope, budget: &Budget) -> Result<Report, ClassifyError> {
    classify(&positions(game, &Games::builtin().reader())?, scope, budget)
}

fn report(game: &str, sums: bool, grading: Grading, up_to: u32) -> Report {
    let scope = Scope {
        grading,
        up_to,
        sums,
    };
    classified(game, scope, &Budget::unlimited()).unwrap()
}

fn classes(report: &Report) -> Vec<Class> {
    let all = Class::ALL.into_iter();
    all.filter(|&class| report.may_be(class)).collect()
}

use Class::{Domestic, Forced, Miserable, Pet, Returnable, Tame};

#[test]
fn proposition_6_single_pnim_and_rnim_are_pet_and_returnable_but_not_forced() {
    for (game, row) in [("pnim", "pnim[2]"), ("rnim", "rnim[2,1]")] {
        let found = report(game, false, Grading::Size, 12);
        assert_eq!(
            classes(&found),
            [Returnable, Miserable, Pet, Tame, Domestic]
        );
        let against = found.against(Forced).unwrap();
        // [2,2] is a (1,0) with a move to [2], a (2,2).
        assert_eq!(against.pair, "(1,0)");
        let option = against.option.as_ref().unwrap();
        assert_eq!(against.option_pair.as_deref(), Some("(2,2)"));
        if game == "pnim" {
            assert_eq!(against.position, "pnim[2^2]");
            assert!(option == row || option == "pnim[1^2]", "{option}");
        }
    }
}

#[test]
fn corollary_13_sums_are_miserable_and_returnable_but_neither_pet_nor_forced() {
    for game in ["pnim", "rnim"] {
        let found = report(game, true, Grading::Size, 8);
        assert_eq!(
            classes(&found),
            [Returnable, Miserable, Tame, Domestic],
            "{game}"
        );
    }
    // In nim the swap positions are heaps of one, which take turns.
    let found = report("nim", true, Grading::Size, 8);
    assert_eq!(
        classes(&found),
        [Returnable, Forced, Miserable, Tame, Domestic]
    );
    let found = report("pnim", true, Grading::Size, 8);
    let against = found.against(Pet).unwrap();
    assert_eq!((against.grade, against.pair.as_str()), (4, "(0,0)"));
    assert_eq!(against.position, "pnim[1^2] + pnim[1^2]");
}

#[test]
fn perimeter_and_size_agree_as_far_as_they_reach() {
    for game in ON_PARTITIONS {
        let by_size = report(game, false, Grading::Size, 9);
        let by_perimeter = report(game, false, Grading::Perimeter, 10);
        for class in Class::ALL {
            // Every partition of n <= 9 has at most 10 columns and rows.
            assert!(
                by_size.may_be(class) || !by_perimeter.may_be(class),
                "{game} {class}"
            );
        }
        for (narrow, wide) in Class::IMPLICATIONS {
            assert!(
                !by_perimeter.may_be(narrow) || by_perimeter.may_be(wide),
                "{game}"
            );
        }
    }
    let found = report("rook", false, Grading::Perimeter, 12);
    assert_eq!(found.positions, 1 << 11);
}

#[test]
fn one_heap_is_forced_and_pet() {
    let found = report("nim", false, Grading::Size, 40);
    assert_eq!(classes(&found), Class::ALL);
    // Larger swap positions than 1 have moves to other positions.
    let found = report("subtraction(1,2)", false, Grading::Size, 40);
    assert_eq!(
        classes(&found),
        [Returnable, Miserable, Pet, Tame, Domestic]
    );
}

/// Welter's game is Sato's on other positions.
#[test]
fn welter_and_sato_agree() {
    let [welter, sato] =
        ["welter", "sato"].map(|game| classes(&report(game, false, Grading::Size, 12)));
    assert_eq!(welter, sato);
}

#[test]
fn what_cannot_be_classified_is_refused() {
    let budget = Budget::unlimited();
    let scope = Scope {
        grading: Grading::Perimeter,
        up_to: 5,
        sums: false,
    };
    let fault = |game: &str, scope: Scope| classified(game, scope, &budget).unwrap_err();
    for game in ["chess", "subtraction(0)", "subtraction(1,x)"] {
        assert!(
            matches!(fault(game, scope), ClassifyError::Notation(_)),
            "{game}"
        );
    }
    assert!(matches!(
        fault("domineering", scope),
        ClassifyError::Partizan(_)
    ));
    for game in ["rnim", "nim", "wythoff", "welter", "subtraction(1)"] {
        assert!(
            matches!(fault(game, scope), ClassifyError::NoPerimeter(_)),
            "{game}"
        );
    }
    for game in ["rnim", "nim", "wythoff", "welter", "subtraction(1)"]
        .iter()
        .chain(&ON_PARTITIONS)
    {
        let grading = Grading::Size;
        let scope = Scope {
            grading,
            up_to: u32::MAX,
            sums: false,
        };
        assert!(
            matches!(fault(game, scope), ClassifyError::OutOfRange { .. }),
            "{game}"
        );
    }
    let small = Budget::unlimited().bytes(1 << 20);
    let scope = Scope { up_to: 30, ..scope };
    let error = classified("rook", scope, &small).unwrap_err();
    assert!(error.to_string().contains("2.0 GiB needed"), "{error}");
    let few = Budget::unlimited().positions(2000);
    let error = classified("rook", Scope { up_to: 20, ..scope }, &few).unwrap_err();
    assert!(
        error.to_string().contains("the limit of 2,000 positions"),
        "{error}"
    );
}

/// Figure 1, as far as small bounds can confirm it.
#[test]
fn figure_1() {
    assert_eq!(FIGURE_GAMES, 11);
    for at in 0..FIGURE_GAMES {
        let report = figure(at, 8, &Budget::unlimited()).unwrap();
        for (narrow, wide) in Class::IMPLICATIONS {
            assert!(
                !report.may_be(narrow) || report.may_be(wide),
                "{:?}",
                report.title
            );
        }
    }
}

/// The positions of a size and their followers, as texts, by an independent brute force.
fn plain_by_texts(game: &str, up_to: u64) -> (u64, [Option<u64>; 6]) {
    let positions = PositionsBySize::of(game, &Games::builtin().reader()).unwrap();
    let budget = Budget::unlimited();
    let mut numbers: HashMap<String, u64> = HashMap::new();
    let mut plain = Plain::new(Vec::new());
    let mut first = [None; 6];
    for size in 0..=up_to {
        for position in positions.read_of_size(size, &budget) {
            number(&position.unwrap(), &mut numbers, &mut plain);
        }
        for class in Class::ALL {
            let found = plain.first_against(class).map(|_| size);
            first[class as usize] = first[class as usize].or(found);
        }
    }
    (plain.options.len() as u64, first)
}

/// The number of a position, after those of its options.
fn number(sum: &Sum, numbers: &mut HashMap<String, u64>, plain: &mut Plain) -> u64 {
    if let Some(&known) = numbers.get(&sum.to_string()) {
        return known;
    }
    let after = sum.moves().map(|mv| sum.after(&mv).unwrap());
    let options = after
        .map(|after| number(&after, numbers, plain))
        .collect::<Vec<_>>();
    plain.add(options);
    let number = numbers.len() as u64;
    numbers.insert(sum.to_string(), number);
    number
}

#[test]
fn any_game_is_in_the_classes_of_its_definitions() {
    for (game, up_to) in [
        ("pnim", 8),
        ("lctr", 8),
        ("rook", 8),
        ("knight", 8),
        ("crim", 8),
        ("sato", 8),
        ("cram", 8),
        ("kayles", 8),
        ("chomp", 12),
        ("turning(turtles)", 6),
        ("tactix", 6),
    ] {
        let found = report(game, false, Grading::Size, up_to as u32);
        let (positions, first) = plain_by_texts(game, up_to);
        assert_eq!(found.positions, positions, "{game}");
        for class in Class::ALL {
            let grade = found.against(class).map(|against| against.grade.into());
            assert_eq!(grade, first[class as usize], "{game} {class}");
        }
    }
    let scope = Scope {
        grading: Grading::Size,
        up_to: 12,
        sums: false,
    };
    let stopped = classified("cram", scope, &Budget::unlimited().bytes(20_000));
    assert!(matches!(
        stopped,
        Err(ClassifyError::Scan(ScanError::Unfinished(_)))
    ));
    let sums = Scope {
        sums: true,
        ..scope
    };
    let refused = classified("cram", sums, &Budget::unlimited());
    assert!(matches!(refused, Err(ClassifyError::NoSums(_))));
}

/// Games of rule files keep empty piles, and some have no position of one pile.
#[test]
fn single_piles_of_rule_files_are_heaps() {
    for (game, same) in [
        ("subtraction(3)", "subtraction(1,2,3)"),
        ("slow(1)", "code(take 1)"),
    ] {
        for sums in [false, true] {
            let up_to = if sums { 8 } else { 20 };
            let found = report(game, sums, Grading::Size, up_to);
            let expected = report(same, sums, Grading::Size, up_to);
            assert_eq!(classes(&found), classes(&expected), "{game}, sums {sums}");
            assert_eq!(found.positions, expected.positions, "{game}, sums {sums}");
        }
    }
    let reader = Games::builtin();
    let reader = reader.reader().files(|name| match name {
        "one.game" => Ok("piles 1\nmove same 1..2 from each\n".to_string()),
        "two.game" => Ok("piles 2\nmove same 1..2 from each\n".to_string()),
        _ => Err(format!("there is no file {name}")),
    });
    let scope = Scope {
        grading: Grading::Size,
        up_to: 9,
        sums: false,
    };
    // With two piles, all positions of a size are examined, in every order of the piles.
    for (game, count) in [("@one.game", 10), ("@two.game", 55)] {
        let positions = positions(game, &reader).unwrap();
        let report = classify(&positions, scope, &Budget::unlimited()).unwrap();
        assert_eq!(report.positions, count, "{game}");
    }
}

#[test]
fn a_failed_list_of_options_and_a_value_without_a_note_are_errors() {
    let budget = Budget::unlimited();
    let broken = |_: &u64, _: &mut Vec<u64>| Err("no list".to_string());
    let mut scan = Scan::new(ByPosition::default(), broken, &budget);
    assert_eq!(
        scan.look(0, 1),
        Err(ScanError::Options("no list".to_string()))
    );
    // Every smaller number is an option, as of a heap.
    let heap = |&size: &u64, out: &mut Vec<u64>| {
        out.extend(0..size);
        Ok(())
    };
    let notes = ByNumber::new((1 << 14) + 1, &budget).unwrap();
    let mut scan = Scan::new(notes, heap, &budget);
    for size in 0..1 << 14 {
        scan.look(0, size).unwrap();
    }
    assert_eq!(scan.look(0, 1 << 14), Err(ScanError::Value(1 << 14)));
}
