//! The game Nimbers: the examples of its document, and brute force without nim arithmetic.

use crate::asked::analyzed;
use std::collections::BTreeSet;

use nimbers::{Interrupt, Ordinal};
use nimfield::game::{Rules, Search};
use nimfield::{Analyzer, Answer, Budget, Outcome, Play, Query, read};
use nimfield_games::nimbers::{
    Nimbers, Stone, all_moves, diagonal_stone, one_move, stone_value, value,
};
use proptest::prelude::*;

fn moves_of(answer: &Answer) -> Vec<String> {
    let moves = answer.winning_moves.iter();
    moves.map(|found| found.mv.to_string()).collect()
}

fn ordinal(text: &str) -> Ordinal {
    text.parse().unwrap()
}

fn stone(coordinates: &[&str]) -> Stone {
    Stone::new(coordinates.iter().map(|text| ordinal(text)).collect())
}

/// All winning moves are verified by playing them.
fn check_moves(text: &str) -> Answer {
    let answer = analyzed(text, Play::Normal);
    let sum = read(text).unwrap();
    for found in &answer.winning_moves {
        let after = sum
            .clone()
            .play(&sum.read_move(&found.mv.to_string()).unwrap())
            .unwrap();
        assert_eq!(Some(&after), found.to().as_ref());
        assert_eq!(
            analyzed(&after.to_string(), Play::Normal).outcome,
            Some(Outcome::P)
        );
    }
    answer
}

// The worked examples of L. Le Bruyn's posts.

#[test]
fn the_typical_position_has_value_8() {
    let answer = check_moves("nimbers[(1,3) (4,7) (6,4) (10,3) (14,8)]");
    assert_eq!(answer.value.as_ref().unwrap().to_string(), "*8");
    assert!(answer.reason.text.contains("3, 10, 14, 5, 10"));
    assert!(answer.complete && !answer.winning_moves.is_empty());
}

#[test]
fn a_stone_on_the_diagonal_balances_the_typical_position() {
    let stones = [[1, 3], [4, 7], [6, 4], [10, 3], [14, 8]].map(Stone::from);
    let mut position = Nimbers::new(2, stones.to_vec()).unwrap();
    let place = diagonal_stone(&position, Interrupt::NEVER)
        .unwrap()
        .unwrap();
    assert_eq!(place, Stone::from([14, 14]));
    position.toggle(place);
    assert_eq!(diagonal_stone(&position, Interrupt::NEVER).unwrap(), None);
    assert_eq!(
        analyzed(&position.to_string(), Play::Normal).outcome,
        Some(Outcome::P)
    );
}

#[test]
fn balancing_may_remove_a_stone() {
    // "One can add one stone" is not quite right: here the place has a stone, which the move removes.
    let mut position = Nimbers::new(2, vec![Stone::from([14, 14])]).unwrap();
    position.toggle(
        diagonal_stone(&position, Interrupt::NEVER)
            .unwrap()
            .unwrap(),
    );
    assert_eq!(position.to_string(), "nimbers[(0,0)]");
}

#[test]
fn in_three_dimensions_the_diagonal_may_be_transfinite() {
    let position = Nimbers::new(3, vec![Stone::from([1, 1, 2])]).unwrap();
    assert_eq!(
        diagonal_stone(&position, Interrupt::NEVER).unwrap(),
        Some(stone(&["w", "w", "w"]))
    );
    let finite = Nimbers::new(3, vec![Stone::from([1, 1, 1])]).unwrap();
    assert_eq!(
        diagonal_stone(&finite, Interrupt::NEVER).unwrap(),
        Some(Stone::from([1, 1, 1]))
    );
}

#[test]
fn the_transfinite_position_has_a_unique_winning_move() {
    let text = "nimbers[(2,2) (4,w) (w+2,w+3) (w+4,w+1)]";
    let answer = check_moves(text);
    assert_eq!(answer.value.as_ref().unwrap().to_string(), "*6");
    // Not zero: the first player wins, not the second as the post has it.
    assert_eq!(answer.outcome, Some(Outcome::N));
    assert_eq!(moves_of(&answer), ["(w+4,w+1) to (w+2,w)"]);
    assert!(answer.complete);
    assert!(answer.reason.text.contains("3, w*4, w^2+w+1, w^2+w*5+4"));
}

#[test]
fn the_follow_up_has_six_winning_moves() {
    let sum = read("nimbers[(2,2) (4,w) (w+2,w+3) (w+4,w+1)]").unwrap();
    let play = |sum: nimfield::Sum, text: &str| {
        let mv = sum.read_move(text).unwrap();
        sum.play(&mv).unwrap()
    };
    let sum = play(sum, "(w+4,w+1) to (w+2,w)");
    let sum = play(sum, "(w+2,w+3) to (0,256)");
    let answer = check_moves(&sum.to_string());
    assert_eq!(
        answer.value.as_ref().unwrap().to_string(),
        "*(w^2+w*257+513)"
    );
    assert!(answer.complete);
    let found = moves_of(&answer);
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    let wanted = [
        "(w+2,w) to (257,2)",
        "(w+2,w) to (0,259)",
        "(w+2,w+1) to (0,258)",
        "(w+2,w+1) to (257,3)",
        "(w+4,w) to (6,259)",
        "(w+4,w) to (263,2)",
    ];
    assert_eq!(found, BTreeSet::from(wanted));
}

#[test]
fn a_stone_worth_less_than_the_rest_may_have_the_winning_move() {
    // The post concludes otherwise; here the stone (2,3), worth 1, wins in two ways.
    let answer = check_moves("nimbers[(1,3) (2,3)]");
    assert_eq!(answer.value.as_ref().unwrap().to_string(), "*2");
    let found = moves_of(&answer);
    assert!(
        ["(2,3) to (0,2)", "(2,3) to (1,0)"]
            .iter()
            .all(|mv| found.iter().any(|own| own == mv))
    );
}

#[test]
fn no_finite_nimber_is_a_cube_root_of_2() {
    assert_eq!(
        stone_value(&stone(&["w", "w", "w"]), Interrupt::NEVER).unwrap(),
        ordinal("2")
    );
    // Fermat powers from 4 on leave 4 or 7 modulo 9, as the post says; 2 itself does not.
    let residues: Vec<u32> = (0..8u32)
        .map(|n| (0..1u32 << n).fold(1, |x, _| x * 2 % 9))
        .collect();
    assert_eq!(residues[0], 2);
    assert!(residues[1..].iter().all(|x| [4, 7].contains(x)));
}

// The rules.

#[test]
fn stones_cancel_and_die() {
    let print = |text: &str| read(text).unwrap().to_string();
    assert_eq!(print("nimbers[(2,3)(2,3),(0,7) (1,1)]"), "nimbers[(1,1)]");
    assert_eq!(print("NIMBERS⟦(ω + 1, 2)⟧"), "nimbers[(w+1,2)]");
    let sum = read("nimbers[(1,2) (2,2)]").unwrap();
    let after = |text: &str| {
        let mv = sum.read_move(text).unwrap();
        sum.clone()
            .play(&mv)
            .map(|after| after.to_string())
            .map_err(|error| error.reason)
    };
    assert_eq!(after("(2,2) to (1,1)").unwrap(), "nimbers[(1,1) (2,1)]");
    assert_eq!(after("(2,2) to (1,0)").unwrap(), "nimbers[(0,0)]");
    assert!(after("(2,2) to (2,1)").unwrap_err().contains("less"));
    assert!(after("(3,3) to (1,1)").unwrap_err().contains("no stone"));
    assert!(
        after("(2,2) to (1,1,1)")
            .unwrap_err()
            .contains("3 coordinates")
    );
    for (text, at) in [
        ("nimbers[(1,2) (3)]", 14),
        ("nimbers[(1,2]", 12),
        ("nimbers[1,2]", 8),
        ("nimbers[(1,w^)]", 13),
        ("nimbers[(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)]", 41),
    ] {
        assert_eq!(read(text).unwrap_err().span.start, at, "{text}");
    }
}

/// Values of all positions on a board with these sides, by their definition: cell i of position m is
/// bit i. Every move takes a bit away and changes only lower ones.
fn brute_force(sides: &[u32], misere: bool) -> Vec<u32> {
    let cells: u32 = sides.iter().product();
    let place = |mut cell: u32| -> Vec<u32> {
        let digits = sides.iter().map(|side| {
            let digit = cell % side + 1;
            cell /= side;
            digit
        });
        digits.collect()
    };
    let number = |place: &[u32]| -> Option<u32> {
        let mut digits = place.iter().zip(sides).rev();
        digits.try_fold(0, |n, (&x, side)| Some(n * side + x.checked_sub(1)?))
    };
    let toggles: Vec<Vec<u32>> = (0..cells)
        .map(|cell| {
            let far = place(cell);
            let count: u32 = far.iter().product();
            let near = |mut index: u32| -> Vec<u32> {
                let digits = far.iter().map(|x| {
                    let digit = index % x;
                    index /= x;
                    digit
                });
                digits.collect()
            };
            let toggle = |index: u32| {
                let near = near(index);
                (0..1usize << far.len()).fold(0, |mask, choice| {
                    let corner = (0..far.len()).map(|k| {
                        if choice >> k & 1 == 1 {
                            near[k]
                        } else {
                            far[k]
                        }
                    });
                    mask ^ number(&corner.collect::<Vec<_>>()).map_or(0, |cell| 1 << cell)
                })
            };
            (0..count).map(toggle).collect()
        })
        .collect();
    let mut values = vec![0u32; 1 << cells];
    for position in 0..1usize << cells {
        let stones = (0..cells).filter(|cell| position >> cell & 1 == 1);
        let options: BTreeSet<u32> = stones
            .flat_map(|cell| &toggles[cell as usize])
            .map(|&toggle| values[position ^ toggle as usize])
            .collect();
        values[position] = match (options.is_empty(), misere) {
            (true, true) => 1,
            _ => (0..).find(|value| !options.contains(value)).unwrap(),
        };
    }
    values
}

fn board(sides: &[u32], position: usize) -> Nimbers {
    let cells: u32 = sides.iter().product();
    let stones = (0..cells)
        .filter(|cell| position >> cell & 1 == 1)
        .map(|mut cell| {
            let digits = sides.iter().map(|side| {
                let digit = cell % side + 1;
                cell /= side;
                Ordinal::from(digit)
            });
            Stone::new(digits.collect())
        });
    Nimbers::new(sides.len(), stones.collect()).unwrap()
}

const BOARDS: [&[u32]; 5] = [&[7], &[3, 3], &[5, 2], &[2, 2, 2], &[2, 1, 2, 2]];

#[test]
fn values_are_those_of_the_definition() {
    for sides in BOARDS.into_iter().chain([&[4, 4][..], &[5, 3], &[3, 2, 2]]) {
        for (position, &wanted) in brute_force(sides, false).iter().enumerate() {
            let found = value(&board(sides, position), Interrupt::NEVER).unwrap();
            assert_eq!(found, Ordinal::from(wanted), "{}", board(sides, position));
        }
    }
}

#[test]
fn winning_moves_on_small_boards_are_those_of_the_definition() {
    let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    for sides in BOARDS {
        let values = brute_force(sides, false);
        let boards: Vec<Nimbers> = (0..values.len())
            .map(|position| board(sides, position))
            .collect();
        let p: BTreeSet<String> = boards
            .iter()
            .zip(&values)
            .filter(|(_, value)| **value == 0)
            .map(|(board, _)| board.to_string())
            .collect();
        for board in &boards {
            let answer = analyzer.analyze(board);
            let wins = board.moves().filter(|mv| {
                let after = board.clone().play(mv).unwrap();
                p.contains(&after.to_string())
            });
            let wins: BTreeSet<String> = wins.map(|mv| mv.to_string()).collect();
            assert!(answer.complete);
            let found: BTreeSet<String> = moves_of(&answer).into_iter().collect();
            assert_eq!(found, wins, "{board}");
            assert_eq!(board.move_count(), board.moves().count() as u128);
        }
    }
}

#[test]
fn misere_play_is_searched() {
    let query = Query {
        play: Play::Misere,
        value: true,
        ..Query::default()
    };
    let mut analyzer = Analyzer::new(query, Budget::unlimited());
    for sides in [&[3, 3][..], &[2, 2, 2]] {
        let values = brute_force(sides, true);
        for (position, &wanted) in values.iter().enumerate().step_by(3) {
            let board = board(sides, position);
            let answer = analyzer.analyze(&board);
            assert_eq!(
                answer.outcome,
                Some(Outcome::impartial(wanted == 0)),
                "{board}"
            );
            assert_eq!(answer.misere_value, Some(wanted.into()), "{board}");
        }
    }
    let large = analyzed("nimbers[(w,w) (1,1)]", Play::Misere);
    assert_eq!(large.outcome, None);
    assert!(large.reason.text.contains("too many moves"));
}

#[test]
fn sums_with_other_games() {
    let answer = check_moves("nimbers[(14,8) (6,6)] + nim[3,w]");
    assert!(answer.complete);
    assert_eq!(moves_of(&answer), ["2: heap 2 to 12"]);
    let answer = check_moves("nimbers[(18446744073709551615,18446744073709551615)] + nim[7]");
    assert!(!answer.winning_moves.is_empty());
}

// Larger positions.

/// All moves by trying all corners.
fn tried(stone: &Stone, change: &Ordinal) -> Vec<String> {
    let position = Nimbers::new(stone.coordinates().len(), vec![stone.clone()]).unwrap();
    let target = stone_value(stone, Interrupt::NEVER).unwrap().plus(change);
    let moves = position.moves().filter(|mv| {
        let after = position.clone().play(mv).unwrap();
        value(&after, Interrupt::NEVER).unwrap() == target
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort();
    moves.iter().map(ToString::to_string).collect()
}

fn listed(stone: &Stone, change: &Ordinal) -> Vec<String> {
    let moves = all_moves(stone, change, Interrupt::NEVER).unwrap();
    moves.iter().map(ToString::to_string).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn complete_lists_in_the_plane(x in 1..150u128, y in 1..150u128, change in 1..300u128) {
        let stone = Stone::from([x, y]);
        prop_assert_eq!(listed(&stone, &change.into()), tried(&stone, &change.into()));
    }

    #[test]
    fn complete_lists_in_space(x in 1..24u128, y in 1..24u128, z in 1..24u128, change in 1..64u128) {
        let stone = Stone::from([x, y, z]);
        prop_assert_eq!(listed(&stone, &change.into()), tried(&stone, &change.into()));
    }

    /// The structural list against trying one coordinate: there the trials would be too many.
    #[test]
    fn complete_lists_of_wide_stones(x in 1u128 << 13..1 << 15, y in 1u128 << 20..1 << 24, change: u32) {
        prop_assume!(change > 0);
        let stone = Stone::from([x, y]);
        let change = Ordinal::from(change);
        let mut wanted = Vec::new();
        for u in 0..x {
            let side = nimbers::Nimber128(x ^ u);
            let v = y ^ u128::from(nimbers::FiniteNimber::inverse(&side).unwrap() * nimbers::Nimber128(u128::try_from(&change.to_finite().unwrap()).unwrap()));
            if v < y {
                wanted.push(format!("{stone} to ({u},{v})"));
            }
        }
        prop_assert_eq!(listed(&stone, &change), wanted);
    }

    /// In every position of value s some stone has a move that changes it by s.
    #[test]
    fn some_stone_wins(stones in prop::collection::vec((1u128.., 1u128..), 1..6), bits in 0..120u32) {
        let stones = stones.into_iter().map(|(x, y)| Stone::from([(x >> bits).max(1), (y >> bits).max(1)]));
        wins(Nimbers::new(2, stones.collect()).unwrap())?;
    }

    #[test]
    fn some_stone_wins_in_many_dimensions(stones in prop::collection::vec(prop::collection::vec(1u64.., 5), 1..5), dimension in 3..6usize) {
        let stones = stones.into_iter().map(|xs| Stone::new(xs[..dimension].iter().map(|&x| x.into()).collect()));
        wins(Nimbers::new(dimension, stones.collect()).unwrap())?;
    }

    /// On boards below ω² every list is complete: trying all corners finds no other moves.
    #[test]
    fn transfinite_boards(stones in prop::collection::vec((0..3u128, 0..20u128, 0..3u128, 0..20u128), 1..4)) {
        let x = |w: u128, n: u128| ordinal(&format!("w*{}+{}", w + 1, n + 1));
        let stones = stones.into_iter().map(|(a, b, c, d)| Stone::new(vec![
            if a == 0 { (b + 1).into() } else { x(a, b) },
            if c == 0 { (d + 1).into() } else { x(c, d) },
        ]));
        let position = Nimbers::new(2, stones.collect()).unwrap();
        let answer = check_moves(&position.to_string());
        prop_assert!(answer.complete);
        prop_assert_eq!(answer.outcome == Some(Outcome::P), answer.winning_moves.is_empty());
        let found: BTreeSet<String> = moves_of(&answer).into_iter().collect();
        let total = value(&position, Interrupt::NEVER).unwrap();
        for mv in position.moves().take(300).filter(|_| !total.is_zero()) {
            let after = value(&position.play(&mv).unwrap(), Interrupt::NEVER).unwrap();
            prop_assert_eq!(after.is_zero(), found.contains(&mv.to_string()), "{}", mv);
        }
    }
}

fn wins(position: Nimbers) -> Result<(), TestCaseError> {
    let total = value(&position, Interrupt::NEVER).unwrap();
    if total.is_zero() {
        return Ok(());
    }
    let found = position
        .stones()
        .iter()
        .find_map(|stone| one_move(stone, &total, Interrupt::NEVER).unwrap());
    let after = position.clone().play(&found.unwrap()).unwrap();
    prop_assert!(value(&after, Interrupt::NEVER).unwrap().is_zero());
    Ok(())
}

#[test]
fn transfinite_moves_are_constructed() {
    for stones in [
        &[["w^2", "w"]][..],
        &[["w^2+w+3", "w^2*5+7"], ["w", "9"]],
        &[["w^2*3+w*2+1", "w*6+5"], ["w^2", "w^2"]],
        &[["w^3+w", "w^3*2+w^2"], ["2", "w+1"]],
        &[["w^w+1", "w^w+w"], ["w", "w^2"]],
        &[["w^(w^2)+w", "w^w"], ["3", "5"]],
    ] {
        let stones = stones
            .iter()
            .map(|coordinates| stone(coordinates))
            .collect();
        let position = Nimbers::new(2, stones).unwrap();
        let answer = check_moves(&position.to_string());
        assert!(
            !answer.winning_moves.is_empty(),
            "{position}: {}",
            answer.reason.text
        );
    }
    let cubes = check_moves("nimbers[(w,w+1,w+2)]");
    assert!(!cubes.winning_moves.is_empty(), "{}", cubes.reason.text);
}

#[test]
fn moves_of_large_transfinite_boards_are_found() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut coordinate = || -> String {
        let exponents = ["w^(w+2)", "w^(w+1)", "w^w", "w^3", "w^2", "w"];
        let mut terms: Vec<String> = Vec::new();
        for power in exponents {
            if random.usize(..4) == 0 {
                terms.push(format!("{power}*{}", random.u32(1..6)));
            }
        }
        terms.push(random.u32(1..6).to_string());
        terms.join("+")
    };
    let mut boards = vec!["nimbers[(3,3) (w^2,w^2)]".to_string()];
    for number in 0..80 {
        let stones = (0..2 + number % 2).map(|_| format!("({},{})", coordinate(), coordinate()));
        let stones: Vec<String> = stones.collect();
        boards.push(format!("nimbers[{}]", stones.join(" ")));
    }
    for text in boards {
        let answer = check_moves(&text);
        let wins = answer.outcome == Some(Outcome::N);
        assert_eq!(wins, !answer.winning_moves.is_empty(), "{text}");
    }
}

#[test]
fn a_move_named_in_the_reason_is_listed() {
    let answer = analyzed("nimbers[(w^(w^126),w^(w^126*718))]", Play::Normal);
    assert_eq!(answer.outcome, Some(Outcome::N));
    assert!(answer.reason.text.contains("can be removed"));
    assert_eq!(moves_of(&answer), ["(w^(w^126),w^(w^126*718)) to (0,0)"]);
    let after = answer.winning_moves[0].to().map(|to| to.to_string());
    let after = after.as_deref();
    assert_eq!(after, Some("nimbers[(0,0)]"));
    assert!(!answer.complete);
}

#[test]
fn lists_of_many_stones_stay_within_the_budget() {
    let stones = (0..300u32).map(|i| format!("({},{})", 40_000 + 77 * i, 65_535 - 91 * i));
    let stones: Vec<String> = stones.collect();
    let sum = read(&format!("nimbers[{}]", stones.join(" "))).unwrap();
    let budget = Budget::unlimited().bytes(100 << 20);
    let answer = Analyzer::new(Query::play(Play::Normal), budget).analyze(&sum);
    assert_eq!(answer.outcome, Some(Outcome::N));
    assert!(!answer.complete && !answer.winning_moves.is_empty());
}
