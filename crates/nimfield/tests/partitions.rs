//! The games on partitions against a twin that knows only their rules.

mod partition_twin;

use std::collections::HashMap;

use nimfield::analyze::{Analyzer, Wishes};
use nimfield::games::partitions::Partition;
use nimfield::games::partitions::pnim::{closed_form, has_value_one};
use nimfield::solve::budget::Budget;
use nimfield::{Answer, Outcome, Play};
use partition_twin::{Game, Parts, Twin, mex, text, up_to};

fn analyzed(position: &str, play: Play) -> Answer {
    let wishes = Wishes {
        play,
        value: true,
        ..Wishes::default()
    };
    let sum = nimfield::read(position).expect("a position");
    sum.analyze(&mut Analyzer::new(wishes, Budget::unlimited()))
}

/// The positions that the winning moves lead to, without repetitions.
fn targets(answer: &Answer) -> Vec<String> {
    assert!(answer.complete, "{}", answer.position);
    let moves: std::collections::BTreeSet<&str> = answer
        .winning_moves
        .iter()
        .map(|found| found.text.as_str())
        .collect();
    assert_eq!(
        moves.len(),
        answer.winning_moves.len(),
        "{} lists a move twice",
        answer.position
    );
    let mut targets: Vec<String> = answer
        .winning_moves
        .iter()
        .map(|found| found.to.clone().expect("a position"))
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn printed(parts: &Parts) -> String {
    Partition::new(parts.iter().copied()).to_string()
}

/// What the analyser says of a game's position alone is what the twin says, in both conventions.
fn agrees(game: Game, n: u64) {
    let mut twin = Twin::default();
    let name = game.name();
    for parts in up_to(n) {
        let position = format!("{name}[{}]", text(&parts));
        let options = game.options(&parts);
        for play in [Play::Normal, Play::Misere] {
            let mut value = |pieces: &[Parts]| match play {
                Play::Normal => pieces
                    .iter()
                    .fold(0, |sum, piece| sum ^ twin.value(game, piece)),
                Play::Misere => {
                    let sum: Vec<_> = pieces.iter().map(|piece| (game, piece.clone())).collect();
                    twin.misere(&sum)
                }
            };
            let expected = value(&[parts.clone()]);
            let answer = analyzed(&position, play);
            let found = match play {
                Play::Normal => answer.value.as_ref().and_then(|value| value.finite()),
                Play::Misere => answer.misere_value,
            };
            assert_eq!(found, Some(expected.into()), "{position} in {play} play");
            assert_eq!(
                answer.outcome,
                Some(Outcome::impartial(expected == 0)),
                "{position}"
            );
            let mut wins: Vec<String> = options
                .iter()
                .filter(|pieces| value(pieces) == 0)
                .map(|pieces| {
                    let pieces: Vec<String> = pieces
                        .iter()
                        .filter(|piece| !piece.is_empty())
                        .map(printed)
                        .collect();
                    format!("{name}[{}]", pieces.join("; "))
                })
                .collect();
            wins.sort_unstable();
            wins.dedup();
            assert_eq!(targets(&answer), wins, "{position} in {play} play");
        }
    }
}

#[test]
fn pnim_agrees_with_literal_subsets() {
    agrees(Game::Pnim, 14);
}

#[test]
fn closed_forms_of_pnim_agree_with_literal_subsets() {
    let mut twin = Twin::default();
    let mut known = 0;
    for parts in up_to(16) {
        let partition = Partition::new(parts.iter().copied());
        let value = twin.value(Game::Pnim, &parts);
        assert_eq!(has_value_one(&partition), value == 1, "[{partition}]");
        if let Some((closed, _)) = closed_form(&partition) {
            known += 1;
            assert_eq!(closed, u128::from(value), "[{partition}]");
        }
    }
    assert!(known > 300, "{known}");
}

#[test]
fn walking_pieces_agree_with_their_rules() {
    for game in [
        Game::Lctr,
        Game::Downright,
        Game::Rook,
        Game::Queen,
        Game::King,
        Game::Bishop,
        Game::Knight,
        Game::Pawn,
    ] {
        agrees(game, 12);
    }
}

#[test]
fn removal_games_agree_with_their_rules() {
    agrees(Game::Crim, 12);
    agrees(Game::Cris, 8);
}

#[test]
fn hooks_agree_with_their_rules() {
    agrees(Game::Sato, 10);
}

/// Boxes and coins by their rules alone.
fn listed(text: &str) -> Vec<String> {
    let sum = nimfield::read(text).expect("a position");
    let moves = sum.components()[0].moves();
    moves
        .map(|mv| sum.components()[0].play(&mv).expect("legal").to_string())
        .collect()
}

/// Values by the mex rule, from the listed moves of a single position.
fn by_moves(text: &str, end: u64, known: &mut HashMap<String, u64>) -> u64 {
    if let Some(&value) = known.get(text) {
        return value;
    }
    let options = listed(text);
    let values: Vec<u64> = options
        .iter()
        .map(|option| by_moves(option, end, known))
        .collect();
    let value = if options.is_empty() { end } else { mex(values) };
    known.insert(text.to_string(), value);
    value
}

/// The analyser agrees with the listed moves of these positions.
fn agrees_by_moves(positions: impl IntoIterator<Item = String>) {
    let mut known = [HashMap::new(), HashMap::new()];
    for position in positions {
        for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
            let end = u64::from(play == Play::Misere);
            let value = by_moves(&position, end, known);
            let answer = analyzed(&position, play);
            let found = match play {
                Play::Normal => answer.value.as_ref().and_then(|value| value.finite()),
                Play::Misere => answer.misere_value,
            };
            assert_eq!(found, Some(value.into()), "{position} in {play} play");
            let mut wins = listed(&position);
            wins.retain(|option| by_moves(option, end, known) == 0);
            wins.sort_unstable();
            wins.dedup();
            assert_eq!(targets(&answer), wins, "{position} in {play} play");
        }
    }
}

#[test]
fn theorem_3_boxes_agree_with_their_rules() {
    let boxes = (0..5u64)
        .flat_map(|a| (0..5).flat_map(move |b| (0..4).map(move |c| format!("rnim[{a},{b},{c}]"))));
    agrees_by_moves(boxes.chain((0..9).map(|a| format!("rnim[{a}]"))));
    agrees_by_moves((0..3).map(|a| format!("rnim[2,{a},2,3]")));
}

#[test]
fn welter_agrees_with_its_rules() {
    let three = (0..9u64).flat_map(|a| {
        (0..a).flat_map(move |b| (0..b).map(move |c| format!("welter[{c},{b},{a}]")))
    });
    agrees_by_moves(three);
    agrees_by_moves((0..12u64).flat_map(|a| (0..a).map(move |b| format!("welter[{b},{a}]"))));
    agrees_by_moves([
        "welter[]".to_string(),
        "welter[7]".to_string(),
        "welter[1,2,5,7,8]".to_string(),
    ]);
}

/// The printed parts of a partition as the literal coins of Welter's game.
#[test]
fn sato_is_welter() {
    for parts in up_to(12) {
        let coins: Vec<String> = parts
            .iter()
            .rev()
            .enumerate()
            .map(|(i, part)| (part + i as u64).to_string())
            .collect();
        let sato = analyzed(&format!("sato[{}]", text(&parts)), Play::Normal);
        let welter = analyzed(&format!("welter[{}]", coins.join(",")), Play::Normal);
        assert_eq!(sato.value, welter.value);
        assert_eq!(sato.winning_moves.len(), welter.winning_moves.len());
    }
}

/// Sums of pet games, of tame nim and of games that are neither, in misère play.
#[test]
fn theorem_14_corrected_on_sums() {
    let mut twin = Twin::default();
    let small = up_to(5);
    let mut decided = 0;
    for (i, a) in small.iter().enumerate() {
        for b in &small[i..] {
            for nim in [None, Some(1), Some(2), Some(3)] {
                // A single row is a nim heap.
                let heap = nim.map(|size| vec![size]).unwrap_or_default();
                let sum = [a, b, &heap].map(|parts| (Game::Pnim, parts.clone()));
                let value = twin.misere(&sum);
                let mut position = format!("pnim[{}] + pnim[{}]", text(a), text(b));
                if let Some(size) = nim {
                    position.push_str(&format!(" + nim[{size}]"));
                }
                let answer = analyzed(&position, Play::Misere);
                assert_eq!(answer.misere_value, Some(value.into()), "{position}");
                assert_eq!(
                    answer.outcome,
                    Some(Outcome::impartial(value == 0)),
                    "{position}"
                );
                assert!(answer.complete, "{position}");
                decided += 1;
                let mut wins = 0;
                for (k, (game, parts)) in sum.iter().enumerate() {
                    for pieces in game.options(parts) {
                        let mut after = sum.clone();
                        after[k].1 = pieces[0].clone();
                        wins += usize::from(twin.misere(&after) == 0);
                    }
                }
                let mut targets: Vec<(String, Option<&str>)> = answer
                    .winning_moves
                    .iter()
                    .map(|found| (found.to.clone().unwrap(), found.text.split(':').next()))
                    .collect();
                targets.sort();
                targets.dedup();
                assert_eq!(targets.len(), wins, "{position}");
            }
        }
    }
    assert!(decided > 500, "{decided}");
}

/// Winning moves to values other than 0: a single game beside a nim heap.
fn agrees_beside_heaps(game: Game, n: u64) {
    let mut twin = Twin::default();
    let name = game.name();
    for parts in up_to(n) {
        for heap in 0..8u64 {
            let position = format!("{name}[{}] + nim[{heap}]", text(&parts));
            let answer = analyzed(&position, Play::Normal);
            let value = twin.value(game, &parts);
            assert_eq!(
                answer.value,
                Some(u128::from(value ^ heap).into()),
                "{position}"
            );
            let mut wins: Vec<String> = Vec::new();
            for option in game.options(&parts) {
                if twin.value(game, &option[0]) == heap {
                    wins.push(format!("{name}[{}] + nim[{heap}]", printed(&option[0])));
                }
            }
            if value < heap {
                wins.push(format!("{name}[{}] + nim[{value}]", printed(&parts)));
            }
            wins.sort_unstable();
            assert_eq!(targets(&answer), wins, "{position}");
        }
    }
}

#[test]
fn moves_to_every_value_agree_with_the_rules() {
    agrees_beside_heaps(Game::Pnim, 10);
    for game in Game::ALL {
        if game != Game::Cris {
            agrees_beside_heaps(game, 8);
        }
    }
}

#[test]
fn misere_sums_with_other_games_agree_with_their_rules() {
    let mut twin = Twin::default();
    for (a, first) in [
        (vec![2, 2], "pnim"),
        (vec![3, 1], "pnim"),
        (vec![2, 1, 1], "pnim"),
    ] {
        for (game, b) in [
            (Game::Lctr, vec![3, 1]),
            (Game::Downright, vec![3, 2]),
            (Game::Rook, vec![3, 2, 1]),
            (Game::Queen, vec![3, 3]),
            (Game::Crim, vec![3, 1]),
            (Game::Cris, vec![3, 2]),
            (Game::Sato, vec![3, 1]),
        ] {
            let value = twin.misere(&[(Game::Pnim, a.clone()), (game, b.clone())]);
            let position = format!("{first}[{}] + {}[{}]", text(&a), game.name(), text(&b));
            let answer = analyzed(&position, Play::Misere);
            assert_eq!(answer.misere_value, Some(value.into()), "{position}");
        }
    }
}

#[test]
fn table_1() {
    for (position, value, misere) in [
        ("rnim[2,2] + rnim[4,3,2] + rnim[1,1]", 1, 0),
        ("rnim[1,0,2] + rnim[2,3,4] + rnim[4,4]", 0, 1),
        ("rnim[1,2,3] + rnim[2,2]", 5, 5),
        ("rnim[1,2,3] + rnim[3,2]", 0, 0),
    ] {
        assert_eq!(
            analyzed(position, Play::Normal).value,
            Some(u128::from(value as u32).into()),
            "{position}"
        );
        assert_eq!(
            analyzed(position, Play::Misere).misere_value,
            Some(misere),
            "{position}"
        );
    }
}
