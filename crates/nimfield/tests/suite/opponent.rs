//! The machine against brute force that only knows the rules: it never loses a won game, and resists as long as it
//! says.

use std::collections::HashMap;

use crate::asked::best_move;
use nimfield::opponent::{self, Aim, random_move};
use nimfield::{Analyzer, Budget, Games, Play, Player, Query, Sum, SumMove};

/// Whether the player to move wins, and in how many moves if the winner hurries and the loser
/// resists.
#[derive(Clone, Copy)]
struct Fate {
    won: bool,
    moves: u32,
}

fn after(sum: &Sum, mv: &SumMove) -> Sum {
    match sum.clone().play(mv) {
        Ok(after) => after,
        Err(illegal) => panic!("{sum}: {mv} is not legal: {}", illegal.reason),
    }
}

fn fate(sum: &Sum, play: Play, known: &mut HashMap<(String, Play), Fate>) -> Fate {
    let key = (sum.to_string(), play);
    if let Some(&fate) = known.get(&key) {
        return fate;
    }
    let followers: Vec<Fate> = sum
        .moves()
        .map(|mv| fate(&after(sum, &mv), play, known))
        .collect();
    let quickest = followers
        .iter()
        .filter(|follower| !follower.won)
        .map(|follower| follower.moves)
        .min();
    let slowest = followers.iter().map(|follower| follower.moves).max();
    let found = match (quickest, slowest) {
        (Some(moves), _) => Fate {
            won: true,
            moves: moves + 1,
        },
        (None, Some(moves)) => Fate {
            won: false,
            moves: moves + 1,
        },
        (None, None) => Fate {
            won: play == Play::Misere,
            moves: 0,
        },
    };
    known.insert(key, found);
    found
}

fn small_positions() -> Vec<String> {
    let mut texts = Vec::new();
    for a in 0..4 {
        for b in 0..4 {
            texts.push(format!("wythoff[{a},{b}]"));
            texts.push(format!("lattice[({a},0) ({b},0)]"));
            texts.push(format!("schrage[{}x{}]", a + 1, b + 2));
            for c in 0..3 {
                texts.push(format!("nim[{a},{b},{c}]"));
                texts.push(format!("matrix[{a} {b}; {c} 2]"));
                texts.push(format!("matrix[{a} {b} {c}]"));
                texts.push(format!("matrix[{a} 1 {b}; 1 {c} 1]"));
                texts.push(format!("holladay[{} {}; 1 {c}]", a % 3, b % 2));
                texts.push(format!("wythoff[{a},{b}] + nim[{c}]"));
            }
        }
    }
    texts.push("matrix[2 1; 1 2] + wythoff[1,2] + schrage[3x2]".to_string());
    texts
}

fn budget() -> Budget {
    Budget::unlimited().positions(100_000).bytes(64 << 20)
}

/// The machine begins, if that is won, or answers a first random move; it must win whatever the
/// random player does.
fn wins(start: &Sum, play: Play, rng: &mut impl FnMut(usize) -> usize) {
    let mut sum = start.clone();
    let mut machine = true;
    for moves in 0.. {
        assert!(moves < 1_000, "{start} does not end");
        if sum.moves().next().is_none() {
            // The player to move cannot move, and in misère play wins.
            assert_eq!(
                machine,
                play == Play::Misere,
                "{start}: the machine lost ({play} play)"
            );
            return;
        }
        let choice = match machine {
            true => best_move(&sum, play, budget()),
            false => random_move(&sum, Player::Left, &mut *rng),
        };
        let choice = choice.expect("there is a move");
        assert!(
            !machine || choice.aim == Aim::Win,
            "{start}: {:?} in {sum}",
            choice.aim
        );
        sum = after(&sum, &choice.mv);
        machine = !machine;
    }
}

#[test]
fn the_machine_never_loses_a_won_game_and_resists_longest_in_a_lost_one() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut random = |below: usize| rng.usize(..below);
    let mut known = HashMap::new();
    let (mut won, mut lost) = (0, 0);
    for text in small_positions() {
        let sum = nimfield::read(&text).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let true_fate = fate(&sum, play, &mut known);
            if sum.moves().next().is_none() {
                assert!(best_move(&sum, play, budget()).is_none());
                continue;
            }
            if true_fate.won {
                won += 1;
                for _ in 0..3 {
                    wins(&sum, play, &mut random);
                }
                continue;
            }
            lost += 1;
            let choice = best_move(&sum, play, budget()).unwrap();
            assert_eq!(
                choice.aim,
                Aim::Resist(true_fate.moves),
                "{text}, {play} play"
            );
            let left = fate(&after(&sum, &choice.mv), play, &mut known);
            assert_eq!(left.moves + 1, true_fate.moves, "{text}, {play} play");
        }
    }
    assert!(
        won > 300 && lost > 100,
        "{won} won and {lost} lost positions were tried"
    );
}

#[test]
fn large_won_games_are_won() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut random = |below: usize| {
        // Small steps, so that the game goes through many positions.
        rng.usize(..below.min(20))
    };
    for text in [
        "nim[1000,2000,3001]",
        "wythoff[1000,5000]",
        "matrix[200 240; 240 270]",
        "matrix[17 15; 16 18] + nim[17]",
        "lattice[(3,2) (0,5)]",
        "matrix[100 200 300]",
    ] {
        let sum = nimfield::read(text).unwrap();
        let choice = best_move(&sum, Play::Normal, budget()).unwrap();
        assert_eq!(choice.aim, Aim::Win, "{text}");
        wins(&sum, Play::Normal, &mut random);
    }
}

#[test]
fn a_lost_game_too_large_to_search_is_not_searched_for_long() {
    for text in [
        "nim[900,900]",
        "nim[240,240]",
        "schrage[53x50]",
        "schrage[270x282]",
        "wythoff[377,610]",
    ] {
        let sum = nimfield::read(text).unwrap();
        // Without a bound the first alone takes minutes.
        let limited = budget().positions(2_000);
        let choice = best_move(&sum, Play::Normal, limited).unwrap();
        assert!(
            matches!(choice.aim, Aim::Win | Aim::Linger | Aim::Resist(_)),
            "{text}"
        );
    }
}

#[test]
fn an_undecided_position_is_played_on() {
    let sum = nimfield::read("matrix[90 91 92; 93 94 95; 96 97 98]").unwrap();
    let choice = best_move(&sum, Play::Normal, budget().positions(1_000)).unwrap();
    assert_eq!(choice.aim, Aim::Guess);
    assert!(choice.answer.is_some_and(|answer| answer.outcome.is_none()));
}

/// Plays a game to its end by the machine alone: the number of moves, and whether the first player won.
fn whole_game(start: &str) -> (u32, bool) {
    let mut sum = nimfield::read(start).unwrap_or_else(|error| panic!("{error}"));
    let play = sum.default_play();
    let budget = budget();
    let mut player = Player::Left;
    for moves in 0..100 {
        let mut analyzer = Analyzer::new(Query::play(play), budget.clone());
        let Some(choice) = opponent::best_move(&sum, player, &mut analyzer, budget.clone()) else {
            return (moves, (moves % 2 == 1) == (play == Play::Normal));
        };
        let expected = choice.aim == Aim::Win;
        assert_eq!(
            expected,
            moves % 2 == 0,
            "{start}: {sum} is played by {:?}",
            choice.aim
        );
        sum = after(&sum, &choice.mv);
        player = player.opponent();
    }
    panic!("{start} goes on for more than 100 moves, to {sum}")
}

#[test]
fn every_game_has_three_starts_that_the_first_player_wins_in_5_to_15_moves() {
    let mut faults = Vec::new();
    for game in Games::builtin().iter() {
        let starts = game.info.starts;
        let games: Vec<(u32, bool)> = starts.iter().map(|start| whole_game(start)).collect();
        let friendly = |&(moves, first_wins): &(u32, bool)| first_wins && (5..=15).contains(&moves);
        if starts.len() != 3 || !games.iter().all(friendly) || !games.is_sorted() {
            faults.push((game.info.name, games));
        }
    }
    assert!(
        faults.is_empty(),
        "moves of a perfect game, and whether the first player wins: {faults:?}"
    );
}

/// The largest number in a text.
fn largest(text: &str) -> Option<u64> {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    numbers.filter_map(|digits| digits.parse().ok()).max()
}

#[test]
fn a_machine_that_loses_keeps_endless_boards_small() {
    for start in ["lattice[(3,2) (3,2)]", "nimbers[(2,2) (4,w) (w+2,w+3)]"] {
        let mut sum = nimfield::read(start).unwrap_or_else(|error| panic!("{error}"));
        let mut lost = 0;
        for _ in 0..20 {
            let Some(choice) = best_move(&sum, Play::Normal, budget()) else {
                break;
            };
            let before = largest(&sum.to_string());
            sum = after(&sum, &choice.mv);
            if choice.aim != Aim::Win {
                lost += 1;
                let now = largest(&sum.to_string());
                assert!(now <= before, "{start}: {} leads to {sum}", choice.mv);
            }
        }
        assert!(lost > 0, "{start} is never lost");
    }
}
