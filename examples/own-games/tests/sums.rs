//! Sums of these games with each other and with those of Nimfield, against plain recursion.

use std::collections::HashMap;

use nimfield::{Grundy, Sum};
use own_games::euclid::{self, Euclid};

/// The formula against plain recursion over the rules.
#[test]
fn values_of_euclid_match_the_rules() {
    use nimfield::game::Rules;
    const N: u64 = 60;
    let mut twin = HashMap::new();
    for b in 1..N {
        for a in 1..=b {
            let position = Euclid([a, b]);
            let after = position
                .moves()
                .map(|mv| position.play(&mv).expect("a listed move"));
            let values: Vec<u64> = after
                .map(|Euclid([x, y])| twin[&(x.min(y), x.max(y))])
                .collect();
            let mex = (0..).find(|value| !values.contains(value)).expect("a mex");
            twin.insert((a, b), mex);
            assert_eq!(euclid::value(a, b), mex, "({a}, {b})");
        }
    }
}

fn grundy(sum: &Sum, known: &mut HashMap<String, u128>) -> u128 {
    let text = sum.to_string();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let options: Vec<u128> = sum
        .moves()
        .map(|mv| grundy(&sum.after(&mv).expect("a listed move"), known))
        .collect();
    let value = (0..).find(|value| !options.contains(value)).expect("a mex");
    known.insert(text, value);
    value
}

#[test]
fn values_of_sums_are_those_of_the_rules() {
    let games = own_games::games();
    let mut known = HashMap::new();
    for text in [
        "kayles[5]",
        "euclid[3,8]",
        "kayles[4] + euclid[2,5]",
        "euclid[2,5] + kayles[4] + nim[2]",
        "kayles[3] + wythoff[2,3]",
        "euclid[3,5] + matrix[1 2; 2 1]",
    ] {
        let sum = games.read(text).expect(text);
        let query = nimfield::Query {
            value: true,
            ..Default::default()
        };
        let budget = nimfield::budget::Budget::unlimited();
        let answer = nimfield::Analyzer::new(query, budget).analyze(&sum);
        assert_eq!(
            answer.value,
            Some(Grundy::from(grundy(&sum, &mut known))),
            "{text}"
        );
    }
}

#[test]
fn faults_have_their_place() {
    let error = own_games::games()
        .read("nim[3] + euclid[5,0]")
        .expect_err("an empty heap");
    assert!(
        error.to_string().contains("0 is not between 1 and"),
        "{error}"
    );
}
