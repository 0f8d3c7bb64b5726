//! The games on partitions against a twin that knows only their rules.

mod partition_twin;

use nimfield::analyze::{Analyzer, Wishes};
use nimfield::games::partitions::Partition;
use nimfield::games::partitions::pnim::{closed_form, has_value_one};
use nimfield::solve::budget::Budget;
use nimfield::{Answer, Outcome, Play};
use partition_twin::{Game, Parts, Twin, conjugate, sorted, text, up_to};

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
    let _ = (conjugate, sorted);
}
