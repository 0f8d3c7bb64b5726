//! Rule files: examples, mistakes, and an independent interpreter for each family.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use nimfield::{Analyzer, Answer, Budget, Games, Play, Query, Sum, check_examples};

mod boards;
mod coins;
mod diagrams;
mod domineering;
mod endings;
mod exchanges;
mod for_one;
mod limits;
mod mistakes;
mod negatives;
mod piles;
mod placing;
mod posets;
mod rectangles;
mod words;

/// Reads a position of the game of a text.
fn read(text: &str, body: &str) -> Sum {
    let load = |name: &str| match name {
        "random.game" => Ok(text.to_string()),
        _ => Err(format!("there is no file {name}")),
    };
    let games = Games::builtin();
    let read = games
        .reader()
        .files(load)
        .read(&format!("@random.game{body}"));
    read.unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Analyses a position in a play, with its value in normal play.
fn analyzed(sum: &Sum, play: Play) -> Answer {
    let query = Query {
        value: play == Play::Normal,
        ..Query::play(play)
    };
    Analyzer::new(query, Budget::unlimited()).analyze(sum)
}

/// The value of a position from those of all its options, each found once; in misère play the misère Grundy number.
fn value_by<P: Clone + Ord + Hash>(
    position: &P,
    options: &dyn Fn(&P) -> BTreeSet<P>,
    play: Play,
    known: &mut HashMap<P, u64>,
) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values: BTreeSet<u64> = (options(position).iter())
        .map(|after| value_by(after, options, play, known))
        .collect();
    let found = match (play, values.is_empty()) {
        (Play::Misere, true) => 1,
        _ => (0..).find(|value| !values.contains(value)).unwrap(),
    };
    known.insert(position.clone(), found);
    found
}

#[test]
fn examples_of_the_shelf_hold() {
    for file in nimfield_rules::shelf::games() {
        assert!(
            !file.examples().is_empty(),
            "{} has no example",
            file.name()
        );
        assert!(!file.source().is_empty(), "{} has no source", file.name());
        let lines = file.text().lines().count();
        assert!(lines <= 10, "{} has {lines} lines", file.name());
        let budget = Budget::unlimited().positions(10_000_000);
        let checked = check_examples(file, &budget).unwrap_or_else(|error| panic!("{error}"));
        for example in checked {
            assert_eq!(example.fault, None, "{}", example.position);
        }
    }
}

/// Numbers of moves are those of the list, also where a game knows only a bound.
#[test]
fn moves_are_counted_as_they_are_listed() {
    let counted = |text: &str| {
        let sum = nimfield::read(text).unwrap_or_else(|error| panic!("{error}"));
        let moves: Vec<String> = sum.moves().take(20_001).map(|mv| mv.to_string()).collect();
        let different: HashSet<&String> = moves.iter().collect();
        assert_eq!(different.len(), moves.len(), "{text}");
        if moves.len() <= 20_000 {
            assert_eq!(sum.count_moves(20_000), Some(moves.len() as u128), "{text}");
        }
    };
    for file in nimfield_rules::shelf::games() {
        for example in file.examples() {
            counted(&format!("{}{}", file.name(), example.position));
        }
    }
    for game in Games::builtin().iter() {
        for text in game.info.starts.iter().chain([&game.info.example]) {
            counted(text);
        }
    }
    for (text, count) in [
        ("yama[0,1]", 0),
        ("yama[1,2]", 1),
        ("fibonacci[6; at most 1]", 1),
        ("moore(2)[1,2]", 5),
        ("fraenkel(2)[1,2]", 5),
        ("delete[2,3]", 3),
        ("holladay[2 1; 1 1]", 11),
        ("moore(2)[2,2] + kayles[3]", 11),
    ] {
        counted(text);
        assert_eq!(
            nimfield::read(text).unwrap().count_moves(100),
            Some(count),
            "{text}"
        );
    }
}

/// The games of the second edition say what is known of them, where they start, and how their positions are written.
#[test]
fn games_of_the_second_edition_have_facts_and_starts() {
    let games = Games::builtin();
    for (name, body) in [
        ("fibonacci", "the limit of the next move"),
        ("yama", "the sizes of the piles"),
        ("delete", "the sizes of the piles"),
        ("corner", "the rows of a Young diagram"),
        ("col", "a picture of the cells"),
        ("snort", "a picture of the cells"),
        ("arc-kayles", "the edges of a graph"),
        ("maundy", "rectangles"),
    ] {
        let info = games.find(name).expect(name).info;
        assert_eq!(info.theory.len(), 2, "{name}");
        assert!(!info.starts.is_empty(), "{name}");
        assert!(info.body.contains(body), "{name}: {}", info.body);
    }
}

#[test]
fn errors_in_positions_of_a_file_show_its_example() {
    let text = "piles 2\nmove same any from each\nexample [1,2] N\n";
    let games = Games::builtin();
    let load = |_: &str| Ok(text.to_string());
    let error = games.reader().files(load).read("@a.game[1,x]");
    assert_eq!(error.expect_err("no number").example, "@a.game[1,2]");
}

#[test]
fn a_false_example_is_found() {
    let file = nimfield_rules::RuleFile::read(
        "@odd.game",
        "piles 1\nmove same odd from each\nexample [3] P, [3] N *2, [3] N *1\n",
    )
    .unwrap();
    let checked = check_examples(&file, &Budget::unlimited()).unwrap();
    let faults: Vec<Option<&str>> = checked.iter().map(|own| own.fault.as_deref()).collect();
    let expected = [
        Some("the outcome is N, not P"),
        Some("the value is *, not *2"),
        None,
    ];
    assert_eq!(faults, expected);
}

#[test]
fn an_example_that_is_not_a_position_is_an_error_in_its_file() {
    let text = "piles 2\nmove same any from each\nexample [1,2] N, [3,5,6] P\n";
    let file = nimfield_rules::RuleFile::read("@near.game", text).unwrap();
    let error = check_examples(&file, &Budget::unlimited()).unwrap_err();
    let message = error.to_string();
    let expected =
        "near.game, line 3, column 19: expected 2 piles, found 3\n  example [1,2] N, [3,5,6] P\n";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn a_code_in_a_file_is_the_same_game() {
    for code in ["0.77", "0.137", "4!.0", "0.30[3]", "C.00C!"] {
        let text = format!("code {code}\n");
        for body in ["[0]", "[6,1]", "[7,3]", "[8]"] {
            let own = read(&text, body);
            let built_in = Games::builtin()
                .reader()
                .read(&format!("code({code}){body}"));
            let built_in = built_in.unwrap_or_else(|error| panic!("{error}"));
            let texts = |sum: &Sum| sum.moves().map(|mv| mv.to_string()).collect::<Vec<_>>();
            assert_eq!(texts(&own), texts(&built_in), "{code}{body}");
            for play in [Play::Normal, Play::Misere] {
                let (own, built_in) = (analyzed(&own, play), analyzed(&built_in, play));
                assert_eq!(own.outcome, built_in.outcome, "{code}{body}");
                assert_eq!(own.value, built_in.value, "{code}{body}");
            }
        }
    }
}
