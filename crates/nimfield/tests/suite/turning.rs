//! Products of coin-turning games against brute force that knows no nim arithmetic.

use std::collections::{BTreeSet, HashMap};

use nimfield::game::{Rules, Search};
use nimfield::{Analyzer, Answer, Budget, Outcome, Play, Query, read};
use nimfield_games::turning::{CoinGame, Turning, value};
use proptest::prelude::*;

/// Grundy values (misère: misère Grundy numbers) by the mex rule.
fn brute_force(position: &Turning, misere: bool, known: &mut HashMap<String, u128>) -> u128 {
    let text = position.to_string();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let options: BTreeSet<u128> = position
        .moves()
        .map(|mv| brute_force(&position.clone().play(&mv).unwrap(), misere, known))
        .collect();
    let value = match (options.is_empty(), misere) {
        (true, true) => 1,
        _ => (0..).find(|value| !options.contains(value)).unwrap(),
    };
    known.insert(text, value);
    value
}

fn board(factors: &[CoinGame], sides: &[u64], position: usize) -> Turning {
    let cells: u64 = sides.iter().product();
    let heads = (0..cells)
        .filter(|cell| position >> cell & 1 == 1)
        .map(|mut cell| {
            let digits = factors.iter().zip(sides).map(|(game, side)| {
                let digit = cell % side + game.first();
                cell /= side;
                digit
            });
            digits.collect()
        });
    Turning::new(factors.to_vec(), heads.collect()).unwrap()
}

fn wins(board: &Turning, is_p: &mut impl FnMut(&Turning) -> bool) -> BTreeSet<String> {
    let moves = board
        .moves()
        .filter(|mv| is_p(&board.clone().play(mv).unwrap()));
    moves.map(|mv| mv.to_string()).collect()
}

fn found(answer: &Answer) -> BTreeSet<String> {
    answer
        .winning_moves
        .iter()
        .map(|found| found.mv.to_string())
        .collect()
}

/// 2^53 sets in one factor, none in the other: there are no pairs to try.
#[test]
fn a_coin_without_a_set_in_one_factor_has_no_moves() {
    let text = "turning(twins,twins)[(7,6) (9007199254740992,0)]";
    let factors = vec![CoinGame::Twins; 2];
    let position = Turning::new(factors, vec![vec![7, 6], vec![1 << 53, 0]]).unwrap();
    assert_eq!(position.moves().count() as u128, position.move_count());
    assert_eq!(position.move_count(), 42);
    let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    let answer = read(text).unwrap().analyze(&mut analyzer);
    assert!(answer.complete, "{answer:?}");
}

#[test]
fn the_tartan_theorem_on_small_boards() {
    let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    for first in CoinGame::ALL {
        for second in CoinGame::ALL {
            let factors = [first, second];
            let mut known = HashMap::new();
            for position in (0..1 << 9).step_by(3) {
                let board = board(&factors, &[3, 3], position);
                let wanted = brute_force(&board, false, &mut known);
                assert_eq!(value(&board), wanted, "{board}");
                let answer = analyzer.analyze(&board);
                assert_eq!(answer.outcome, Some(Outcome::impartial(wanted == 0)));
                assert!(answer.complete);
                let wins = wins(&board, &mut |after| {
                    brute_force(after, false, &mut known) == 0
                });
                assert_eq!(found(&answer), wins, "{board}");
                assert_eq!(board.moves().count() as u128, board.move_count());
            }
        }
    }
}

#[test]
fn three_factors_and_one() {
    use CoinGame::{MockTurtles, Ruler, Triplets, Turtles, Twins};
    for (factors, sides) in [
        (vec![Turtles, Ruler, Twins], vec![2, 2, 2]),
        (vec![MockTurtles, Twins, Ruler], vec![2, 2, 2]),
        (vec![Triplets], vec![10]),
        (vec![MockTurtles], vec![9]),
    ] {
        let mut known = HashMap::new();
        for position in 0..1 << sides.iter().product::<u64>() {
            let board = board(&factors, &sides, position);
            assert_eq!(
                value(&board),
                brute_force(&board, false, &mut known),
                "{board}"
            );
        }
    }
}

#[test]
fn misere_play_is_searched() {
    use CoinGame::{MockTurtles, Ruler, Twins};
    let query = Query {
        play: Play::Misere,
        value: true,
        ..Query::default()
    };
    let mut analyzer = Analyzer::new(query, Budget::unlimited());
    for factors in [[Ruler, Ruler], [Twins, MockTurtles]] {
        let mut known = HashMap::new();
        for position in (0..1 << 9).step_by(11) {
            let board = board(&factors, &[3, 3], position);
            let wanted = brute_force(&board, true, &mut known);
            let answer = analyzer.analyze(&board);
            assert_eq!(
                answer.outcome,
                Some(Outcome::impartial(wanted == 0)),
                "{board}"
            );
            assert_eq!(answer.misere_value, Some(wanted), "{board}");
        }
    }
}

#[test]
fn turtles_are_nimbers() {
    let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    let turning = read("turning(turtles,turtles)[(1,3) (4,7) (6,4) (10,3) (14,8)]").unwrap();
    let answer = turning.analyze(&mut analyzer);
    assert_eq!(answer.value.as_ref().unwrap().to_string(), "*8");
    let nimbers = read("nimbers[(1,3) (4,7) (6,4) (10,3) (14,8)]").unwrap();
    let nimbers = nimbers.analyze(&mut analyzer);
    assert_eq!(nimbers.winning_moves.len(), answer.winning_moves.len());
}

#[test]
fn notation() {
    let print = |text: &str| read(text).unwrap().to_string();
    assert_eq!(
        print("Turning( Turtles , RULER )[ (3,4) (3,4),(1,1)]"),
        "turning(turtles,ruler)[(1,1)]"
    );
    assert_eq!(print("turning(mock-turtles)[]"), "turning(mock-turtles)[]");
    let sum = read("turning(turtles,ruler)[(3,4)]").unwrap();
    let mv = sum.read_move("turn {1,3} x {2..4}").unwrap();
    assert_eq!(mv.to_string(), "turn {1,3} x {2..4}");
    let after = sum.clone().play(&mv).unwrap();
    assert_eq!(
        after.to_string(),
        "turning(turtles,ruler)[(1,2) (1,3) (1,4) (3,2) (3,3)]"
    );
    let refused = |text: &str| {
        let mv = sum.read_move(text).unwrap();
        sum.clone().play(&mv).unwrap_err().reason
    };
    assert!(refused("turn {3} x {2,4}").contains("ruler"));
    assert!(refused("turn {2} x {4}").contains("(2,4)"));
    assert!(refused("turn {3}").contains("2 factors"));
    assert!(
        sum.read_move("turn {3} x {1..18446744073709551615}")
            .is_err()
    );
    for (text, at) in [
        ("turning[(1,1)]", 7),
        ("turning(chess)[(1)]", 8),
        ("turning(turtles)[(0)]", 17),
        ("turning(turtles)[(1,1)]", 17),
        ("turning(ruler,ruler)[(5000,5000)]", 21),
        ("nim(3)[4]", 3),
    ] {
        assert_eq!(read(text).unwrap_err().span.start, at, "{text}");
    }
    let too_large = Turning::new(vec![CoinGame::Ruler; 2], vec![vec![5000, 5000]]);
    let message = "a move with this coin could turn more than 1048576 coins";
    assert_eq!(too_large, Err(message.to_string()));
}

fn factor() -> impl Strategy<Value = (CoinGame, u64)> {
    (0..CoinGame::ALL.len(), any::<u64>()).prop_map(|(game, coin)| {
        let game = CoinGame::ALL[game];
        // A coin of the ruler game must not be too far away.
        let coin = if game == CoinGame::Ruler {
            coin % 64
        } else {
            coin
        };
        (game, coin.max(game.first()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// In every N-position a winning move is found, however far out the coins are.
    #[test]
    fn a_winning_move_is_found(factors in prop::collection::vec(factor(), 1..4), other: u64) {
        let (games, coins): (Vec<CoinGame>, Vec<u64>) = factors.into_iter().unzip();
        let lower: Vec<u64> = games.iter().zip(&coins).map(|(game, &coin)| (other % (coin + 1)).max(game.first())).collect();
        let position = Turning::new(games, vec![coins, lower]).unwrap();
        let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
        let answer = analyzer.analyze(&position);
        prop_assert_eq!(answer.outcome == Some(Outcome::P), value(&position) == 0);
        prop_assert_eq!(value(&position) == 0, answer.winning_moves.is_empty());
        let sum = read(&position.to_string()).unwrap();
        for found in &answer.winning_moves {
            let after = sum.clone().play(&sum.read_move(&found.mv.to_string()).unwrap()).unwrap();
            prop_assert_eq!(after.analyze(&mut analyzer).outcome, Some(Outcome::P));
        }
    }
}
