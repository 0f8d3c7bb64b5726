//! Coin-turning games against an interpreter over all subsets of the coins.

use std::collections::HashMap;

use nimfield::{Play, Sum};

use super::{analyzed, read};

/// Coins per row.
const COINS: u32 = 7;

fn set(bits: u32) -> Vec<i64> {
    (0..COINS)
        .filter(|coin| bits >> coin & 1 == 1)
        .map(i64::from)
        .collect()
}

/// The value of a row of coins, by bits.
fn value(heads: u32, sets: &[u32], play: Play, known: &mut HashMap<u32, u64>) -> u64 {
    let options = |&heads: &u32| {
        let legal = sets.iter().filter(|&&set| heads >> set.ilog2() & 1 == 1);
        legal.map(|set| heads ^ set).collect()
    };
    super::value_by(&heads, &options, play, known)
}

/// Checks who wins, and in normal play the value.
fn check_answer(sum: &Sum, play: Play, expected: u64, file: &str) {
    let answer = analyzed(sum, play);
    let outcome = answer.outcome.map(|outcome| outcome.to_string());
    let p_or_n = if expected == 0 { "P" } else { "N" };
    assert_eq!(outcome.as_deref(), Some(p_or_n), "{play} {file}: {sum}");
    if play == Play::Normal {
        let found = answer.value.and_then(|value| value.finite());
        assert_eq!(found, Some(expected.into()), "{file}: {sum}");
    }
}

/// Checks all rows of a game; `legal` decides about sets of coins, counted from 0.
fn check(from: i64, lines: &str, legal: impl Fn(&[i64]) -> bool) {
    let text = format!("coins from {from}\n{lines}\n");
    let all = 1..1u32 << COINS;
    let sets: Vec<u32> = all.clone().filter(|&bits| legal(&set(bits))).collect();
    let mut known = [HashMap::new(), HashMap::new()];
    for heads in all.step_by(3) {
        let coins: Vec<String> = set(heads)
            .iter()
            .map(|coin| (coin + from).to_string())
            .collect();
        let sum = read(&text, &format!("[{}]", coins.join(",")));
        for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
            check_answer(&sum, play, value(heads, &sets, play, known), lines);
        }
        let legal = sets.iter().filter(|&&set| heads >> set.ilog2() & 1 == 1);
        let replayed = sum.moves().filter(|mv| {
            let again = sum.read_move(&mv.to_string()).unwrap();
            sum.clone().play(&again).is_ok()
        });
        assert_eq!(replayed.count(), legal.count(), "{lines}: {sum}");
    }
}

/// Checks all positions of a product on a small board; `legal` decides about the sets of each factor by their coins,
/// counted from 0.
fn check_product(
    (rows, columns): (i64, i64),
    [first, second]: [(i64, &str); 2],
    legal: [fn(&[i64]) -> bool; 2],
) {
    let text = format!(
        "coins from {}\n{}\nproduct\ncoins from {}\n{}\n",
        first.0, first.1, second.0, second.1
    );
    let sets = |side: i64, legal: fn(&[i64]) -> bool| {
        let all = (1..1u32 << side).map(set);
        all.filter(|set| legal(set)).collect::<Vec<Vec<i64>>>()
    };
    // The set of all combinations, and its last cell.
    let mut moves: Vec<(u32, u32)> = Vec::new();
    for own in sets(rows, legal[0]) {
        for other in sets(columns, legal[1]) {
            let cell = |row: &i64, column: &i64| 1u32 << (row * columns + column);
            let cells = own
                .iter()
                .flat_map(|row| other.iter().map(|column| cell(row, column)));
            let last = cell(own.last().unwrap(), other.last().unwrap());
            moves.push((cells.fold(0, |cells, cell| cells | cell), last));
        }
    }
    let options = |&heads: &u32| {
        let legal = moves.iter().filter(|(_, last)| heads & last != 0);
        legal.map(|(cells, _)| heads ^ cells).collect()
    };
    let mut known = [HashMap::new(), HashMap::new()];
    for heads in (1..1u32 << (rows * columns)).step_by(11) {
        let places = (0..rows * columns)
            .filter(|at| heads >> at & 1 == 1)
            .map(|at| {
                let (row, column) = (at / columns + first.0, at % columns + second.0);
                format!("({row},{column})")
            });
        let sum = read(
            &text,
            &format!("[{}]", places.collect::<Vec<_>>().join(" ")),
        );
        for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
            let expected = super::value_by(&heads, &options, play, known);
            check_answer(&sum, play, expected, &text);
        }
        let replayed = sum.moves().map(|mv| {
            let again = sum.read_move(&mv.to_string()).unwrap();
            sum.clone().play(&again).unwrap().to_string()
        });
        let legal = moves.iter().filter(|(_, last)| heads & last != 0);
        assert_eq!(replayed.count(), legal.count(), "{text}{sum}");
    }
}

#[test]
fn products_of_coin_games_are_what_their_files_say() {
    check_product(
        (3, 3),
        [(1, "turn 1..2"), (0, "turn any symmetric")],
        [|coins| coins.len() <= 2, symmetric],
    );
    check_product(
        (2, 5),
        [
            (0, "turn 1..2 where last - first < 2"),
            (1, "turn 2..3 neighbours"),
        ],
        [
            |coins| coins.len() <= 2,
            |coins| {
                [2, 3].contains(&coins.len()) && coins.windows(2).all(|own| own[1] == own[0] + 1)
            },
        ],
    );
}

/// Strip and Streak, and other games in which a move turns a set along a row or a column, against an interpreter over all
/// subsets of a board.
#[test]
fn acrostic_products_are_what_their_files_say() {
    let strip: fn(&[i64]) -> bool = |coins| coins.windows(2).all(|own| own[1] == own[0] + 1);
    let twins: fn(&[i64]) -> bool = |coins| coins.len() == 2;
    for ((rows, columns), [(from, first), (to, second)], [legal, other]) in [
        (
            (3, 3),
            [(1, "turn any neighbours"), (1, "turn any neighbours")],
            [strip, strip],
        ),
        (
            (2, 5),
            [(0, "turn 2"), (1, "turn any neighbours")],
            [twins, strip],
        ),
        (
            (3, 3),
            [(0, "turn 2"), (0, "turn 1..2")],
            [twins, |coins| coins.len() <= 2],
        ),
    ] {
        let text =
            format!("coins from {from}\n{first}\nproduct acrostic\ncoins from {to}\n{second}\n");
        let cell = |row: i64, column: i64| 1u32 << (row * columns + column);
        let mut moves: Vec<(u32, u32)> = Vec::new();
        for own in (1..1u32 << rows).map(set).filter(|own| legal(own)) {
            for column in 0..columns {
                let cells = own.iter().map(|&row| cell(row, column)).sum();
                moves.push((cells, cell(*own.last().unwrap(), column)));
            }
        }
        for own in (1..1u32 << columns).map(set).filter(|own| other(own)) {
            for row in 0..rows {
                let cells = own.iter().map(|&column| cell(row, column)).sum();
                moves.push((cells, cell(row, *own.last().unwrap())));
            }
        }
        moves.sort_unstable();
        moves.dedup();
        let options = |&heads: &u32| {
            let legal = moves.iter().filter(|(_, last)| heads & last != 0);
            legal.map(|(cells, _)| heads ^ cells).collect()
        };
        let mut known = [HashMap::new(), HashMap::new()];
        for heads in (1..1u32 << (rows * columns)).step_by(11) {
            let places = (0..rows * columns).filter(|at| heads >> at & 1 == 1);
            let places =
                places.map(|at| format!("({},{})", at / columns + from, at % columns + to));
            let sum = read(
                &text,
                &format!("[{}]", places.collect::<Vec<_>>().join(" ")),
            );
            for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
                check_answer(
                    &sum,
                    play,
                    super::value_by(&heads, &options, play, known),
                    &text,
                );
            }
            let replayed = sum.moves().map(|mv| {
                let again = sum.read_move(&mv.to_string()).unwrap();
                sum.clone().play(&again).unwrap().to_string()
            });
            let legal = moves.iter().filter(|(_, last)| heads & last != 0).count();
            assert_eq!(
                (replayed.count(), sum.move_count()),
                (legal, legal as u128),
                "{text}{sum}"
            );
        }
    }
}

/// Acrostic Twins is nim addition, on boards of any size within the budget; a mixed product and a set on both axes are
/// refused.
#[test]
fn acrostic_twins_is_nim_addition() {
    let text = "coins from 0\nturn 2\nproduct acrostic\ncoins from 0\nturn 2\n";
    for (a, b) in [(0, 0), (5, 3), (17, 17), (200, 100)] {
        let sum = read(text, &format!("[({a},{b})]"));
        let answer = analyzed(&sum, Play::Normal);
        assert_eq!(
            answer.value.and_then(|value| value.finite()),
            Some(a ^ b),
            "{a} {b}"
        );
    }
    let sum = read(text, "[(5,3)]");
    for (mv, legal) in [
        ("turn {2,5} x {3}", true),
        ("turn {5} x {3}", false),
        ("turn {2,5} x {1,3}", false),
    ] {
        let played = sum.read_move(mv).map(|mv| sum.clone().play(&mv).is_ok());
        assert_eq!(played.unwrap_or(false), legal, "{mv}");
    }
    let mixed = "coins from 0\nturn 2\nproduct\ncoins from 0\nturn 2\nproduct acrostic\ncoins from 0\nturn 1\n";
    let error = nimfield::Games::builtin()
        .with_rules_text("mixed", mixed)
        .map(|_| ())
        .unwrap_err();
    assert!(error.to_string().contains("acrostic, or none"), "{error}");
}

/// Of three factors the value is that of the built-in product.
#[test]
fn products_in_files_have_the_values_of_built_in_products() {
    let text = "coins from 1\nturn 1..2\nproduct\ncoins from 1\nturn any neighbours\nproduct\n\
                coins from 0\nturn 1..3\n";
    for body in [
        "[(3,4,5)]",
        "[(2,8,1) (5,6,7)]",
        "[(1,1,0) (9,2,3) (7,7,7)]",
    ] {
        let own = read(text, body);
        let built_in =
            nimfield::read(&format!("turning(turtles,ruler,mock-turtles){body}")).unwrap();
        let value = |sum| analyzed(sum, Play::Normal).value;
        assert_eq!(value(&own), value(&built_in), "{body}");
        assert_eq!(own.moves().count(), built_in.moves().count(), "{body}");
    }
}

fn spaced(coins: &[i64]) -> bool {
    coins
        .windows(3)
        .all(|own| own[1] - own[0] == own[2] - own[1])
}

fn symmetric(coins: &[i64]) -> bool {
    let ends = coins[0] + coins[coins.len() - 1];
    coins.iter().all(|coin| coins.contains(&(ends - coin)))
}

#[test]
fn games_on_coins_are_what_their_files_say() {
    check(1, "turn 1..2", |coins| coins.len() <= 2);
    check(0, "turn 1..3", |coins| coins.len() <= 3);
    check(0, "turn 2", |coins| coins.len() == 2);
    check(1, "turn any neighbours", |coins| {
        coins.windows(2).all(|own| own[1] == own[0] + 1)
    });
    check(0, "turn 3 spaced", |coins| {
        coins.len() == 3 && spaced(coins)
    });
    check(0, "turn any symmetric", symmetric);
    check(0, "turn 4 symmetric where first = 0", |coins| {
        coins.len() == 4 && symmetric(coins) && coins[0] == 0
    });
    let small = |coins: &[i64]| coins.len() <= 3 || symmetric(coins);
    check(0, "turn any symmetric\nturn 1..3", small);
    check(0, "turn 1..3\nturn any symmetric", small);
    check(
        1,
        "turn 2..3 spaced\nturn 2..3 neighbours\nturn 3 symmetric where first = 0",
        |coins| [2, 3].contains(&coins.len()) && spaced(coins),
    );
    check(
        0,
        "turn any where last - first < 4 and count > 1\nturn 2 where first = 0",
        |coins| {
            let (first, last) = (coins[0], coins[coins.len() - 1]);
            coins.len() > 1 && last - first < 4 || coins.len() == 2 && first == 0
        },
    );
    check(0, "turn 1\nturn 3..4 where last - first < 5", |coins| {
        coins.len() == 1 || [3, 4].contains(&coins.len()) && coins[coins.len() - 1] - coins[0] < 5
    });
}

#[test]
fn built_in_games_on_coins_are_rule_files() {
    let pairs = [
        ("turtles", 1, "turn 1..2"),
        ("mock-turtles", 0, "turn 1..3"),
        ("ruler", 1, "turn any neighbours"),
        ("twins", 0, "turn 2"),
        ("triplets", 0, "turn 3"),
    ];
    for (name, from, lines) in pairs {
        let text = format!("coins from {from}\n{lines}\n");
        // The last one exceeds the limit for values without a budget.
        for coin in (from..40).chain([200]) {
            let own = nimfield::read(&format!("turning({name})[({coin})]")).unwrap();
            let file = read(&text, &format!("[{coin}]"));
            let value = |sum| analyzed(sum, Play::Normal).value;
            assert_eq!(value(&own), value(&file), "{name} {coin}");
        }
    }
}
