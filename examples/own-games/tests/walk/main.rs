//! The walk of CONTRIBUTING.md, "your first closed form": its blocks make the file beside this one, its outputs are
//! those of the game without and with the formula, and the formula is right.

use nimfield::{Games, Grundy};
use own_games::report;

mod taker;

const WALK: &str = include_str!("../../../../CONTRIBUTING.md");
const BY_RULES: &str = include_str!("../../src/taker.rs");
const WITH_VALUE: &str = include_str!("taker.rs");

/// The blocks of a language in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    let begun = WALK.split(opening.as_str()).skip(1);
    begun
        .map(|block| block.split("```").next().unwrap())
        .collect()
}

#[test]
fn the_blocks_make_the_game_with_its_formula() {
    let [imports, method] = blocks("rust")[..] else {
        panic!("two blocks are added to the game");
    };
    let rules = BY_RULES.trim_end().strip_suffix('}').unwrap();
    let made = format!("{}\n{method}}}\n", rules.trim_end());
    // The order of imports is left to `cargo fmt`.
    let (own, other): (Vec<&str>, Vec<&str>) = (
        made.lines()
            .filter(|line| !line.starts_with("use "))
            .collect(),
        WITH_VALUE
            .lines()
            .filter(|line| !line.starts_with("use "))
            .collect(),
    );
    assert_eq!(own, other);
    let used = |text: &'static str| text.lines().filter(|line| line.starts_with("use "));
    let mut all: Vec<&str> = used(BY_RULES).chain(imports.lines()).collect();
    let mut with_value: Vec<&str> = used(WITH_VALUE).collect();
    all.sort_unstable();
    with_value.sort_unstable();
    assert_eq!(all, with_value);
}

#[test]
fn the_outputs_are_those_of_the_commands() {
    let with_value = Games::builtin().with_game::<taker::Taker>();
    let games = [own_games::games(), with_value];
    let walks = blocks("console");
    assert_eq!(walks.len(), games.len());
    for (walk, games) in walks.into_iter().zip(games) {
        let mut expected = String::new();
        for command in walk.lines().filter(|line| line.starts_with("$ ")) {
            let position = command.split('\'').nth(1).unwrap();
            let report = report(&games, position).unwrap();
            expected += &format!("{command}\n{report}");
        }
        assert_eq!(walk, expected);
    }
}

/// The value of a heap by its options.
#[test]
fn the_formula_is_what_the_rules_say() {
    let games = Games::builtin().with_game::<taker::Taker>();
    let mut values: Vec<u128> = Vec::new();
    for heap in 0..40 {
        let options = &values[values.len().saturating_sub(3)..];
        values.push((0..).find(|value| !options.contains(value)).unwrap());
        let position = games.read(&format!("taker[{heap}]")).unwrap();
        let query = nimfield::Query {
            value: true,
            ..nimfield::Query::default()
        };
        let mut analyzer = nimfield::Analyzer::new(query, nimfield::Budget::unlimited());
        let found = analyzer.analyze(&position).value;
        assert_eq!(found, Some(Grundy::from(values[heap])), "{heap}");
    }
}
