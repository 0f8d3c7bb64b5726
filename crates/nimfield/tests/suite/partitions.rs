//! The games on partitions against a twin that knows only their rules.

use crate::asked;
use crate::partition_twin;
use std::collections::HashMap;

use crate::partition_twin::{Game, Parts, Twin, conjugate, mex, sorted, text, up_to};
use nimfield::game::{Part, Rules, Theory};
use nimfield::theory::Finding;
use nimfield::words::{Grundy, ReasonKind};
use nimfield::{Analyzer, Answer, Budget, Outcome, Play, Query};
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::pnim::{ClosedForm, Pnim, closed_form, has_value_one};
use nimfield_games::partitions::walking::{
    BISHOP, DOWNRIGHT, KING, LCTR, PAWN, ROOK, lctr_rectangle,
};

/// The positions that the winning moves lead to, without repetitions.
fn targets(answer: &Answer) -> Vec<String> {
    assert!(answer.complete, "{}", answer.position);
    let moves: std::collections::BTreeSet<String> = answer
        .winning_moves
        .iter()
        .map(|found| found.mv.to_string())
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
        .map(|found| found.to().expect("a position").to_string())
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn printed(parts: &Parts) -> String {
    Partition::new(parts.iter().copied()).to_string()
}

/// The analyser agrees with the twin about single positions of a game, in both conventions.
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
            let expected = value(std::slice::from_ref(&parts));
            let answer = asked::valued(&position, play);
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
    sum.moves()
        .map(|mv| sum.after(&mv).expect("legal").to_string())
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
            let answer = asked::valued(&position, play);
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
        let sato = asked::valued(&format!("sato[{}]", text(&parts)), Play::Normal);
        let welter = asked::valued(&format!("welter[{}]", coins.join(",")), Play::Normal);
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
                let answer = asked::valued(&position, Play::Misere);
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
                let mut targets: Vec<(String, usize)> = answer
                    .winning_moves
                    .iter()
                    .map(|found| (found.to().unwrap().to_string(), found.mv.component()))
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
            let answer = asked::valued(&position, Play::Normal);
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
            let answer = asked::valued(&position, Play::Misere);
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
            asked::valued(position, Play::Normal).value,
            Some(u128::from(value as u32).into()),
            "{position}"
        );
        assert_eq!(
            asked::valued(position, Play::Misere).misere_value,
            Some(misere),
            "{position}"
        );
    }
}

fn partition(parts: &Parts) -> Partition {
    Partition::new(parts.iter().copied())
}

/// All non-empty partitions up to n with their Grundy values in PNim.
fn valued(n: u64) -> Vec<(Parts, u64)> {
    let mut twin = Twin::default();
    let all = up_to(n).into_iter().filter(|parts| !parts.is_empty());
    all.map(|parts| {
        let value = twin.value(Game::Pnim, &parts);
        (parts, value)
    })
    .collect()
}

fn is_heavy(parts: &Parts, value: u64) -> bool {
    value == parts[0] + parts.len() as u64 - 1
}

#[test]
fn theorem_1_rectangles() {
    let mut twin = Twin::default();
    for r in 1..=7u64 {
        for c in 1..=7 {
            let value = twin.value(Game::Pnim, &vec![c; r as usize]);
            assert_eq!(value, ((r - 1) ^ (c - 1)) + 1, "{r} x {c}");
            assert_eq!(
                closed_form(&Partition::rectangle(r, c)),
                Some((value.into(), ClosedForm::Rectangle))
            );
        }
    }
}

#[test]
fn theorem_2_and_the_winning_reply_of_its_proof() {
    for (parts, value) in valued(14) {
        let r = parts.len() as u64;
        let low = std::iter::once(r).chain((2..=r).rev());
        let between = parts.len() >= 2
            && parts[0] == r
            && parts.iter().zip(low).all(|(&part, low)| part >= low);
        assert_eq!(value == 1, between || parts == [1], "{parts:?}");
        // Past the lists of moves, the reply is the one of the proof.
        let position = Pnim(partition(&parts));
        let summand = Part::of(&position).remove(0);
        if value > 1 {
            let mv = summand
                .position()
                .move_to_value(Play::Normal, &1.into(), &Budget::unlimited())
                .expect("a move")
                .expect("a move");
            let after = position.play(&summand.named(mv.clone())).expect("legal").0;
            assert!(has_value_one(&after), "{parts:?} by {mv}");
        }
    }
}

#[test]
fn proposition_1_the_upper_bound() {
    for (parts, value) in valued(14) {
        assert!(value < parts[0] + parts.len() as u64, "{parts:?}");
    }
}

#[test]
fn proposition_2_the_longest_play() {
    fn longest(parts: &Parts, known: &mut HashMap<Parts, u64>) -> u64 {
        if let Some(&length) = known.get(parts) {
            return length;
        }
        let options = Game::Pnim.options(parts);
        let length = options
            .iter()
            .map(|option| longest(&option[0], known) + 1)
            .max()
            .unwrap_or(0);
        known.insert(parts.clone(), length);
        length
    }
    let mut known = HashMap::new();
    for parts in up_to(11).into_iter().skip(1) {
        assert_eq!(
            longest(&parts, &mut known),
            parts[0] + parts.len() as u64 - 1,
            "{parts:?}"
        );
    }
}

#[test]
fn propositions_3_and_4_hooks_and_staircases_are_heavy() {
    let mut twin = Twin::default();
    for c in 1..=7u64 {
        for r in 1..=7u64 {
            let hook: Parts = std::iter::once(c).chain((1..r).map(|_| 1)).collect();
            assert!(is_heavy(&hook, twin.value(Game::Pnim, &hook)), "{hook:?}");
            if r <= c.min(5) {
                let staircase: Parts = (0..r).map(|i| c - i).collect();
                assert!(
                    is_heavy(&staircase, twin.value(Game::Pnim, &staircase)),
                    "{staircase:?}"
                );
            }
        }
    }
}

#[test]
fn distinct_parts_and_their_conjugates_are_heavy() {
    let mut seen = 0;
    for (parts, value) in valued(15) {
        let distinct = |parts: &[u64]| parts.windows(2).all(|pair| pair[0] > pair[1]);
        if distinct(&parts) || distinct(&conjugate(&parts)) {
            seen += 1;
            assert!(is_heavy(&parts, value), "{parts:?}");
            let (closed, _) = closed_form(&partition(&parts)).expect("a closed form");
            assert_eq!(closed, u128::from(value));
            // The proof shows a move to every smaller value.
            let position = Pnim(partition(&parts));
            let summand = Part::of(&position).remove(0);
            let mut twin = Twin::default();
            for target in (0..value).filter(|_| parts.iter().sum::<u64>() <= 9) {
                let found = summand.position().move_to_value(
                    Play::Normal,
                    &u128::from(target).into(),
                    &Budget::unlimited(),
                );
                let mv = found.expect("a move").expect("a move");
                let after = position
                    .clone()
                    .play(&summand.named(mv.clone()))
                    .expect("legal")
                    .0;
                assert_eq!(
                    twin.value(Game::Pnim, &after.parts().collect()),
                    target,
                    "{parts:?} by {mv}"
                );
            }
        }
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn proposition_5_two_parts() {
    let mut twin = Twin::default();
    for c in 1..=9u64 {
        for d in 1..=c {
            let value = twin.value(Game::Pnim, &vec![c, d]);
            let expected = if c == d && c % 2 == 0 { c - 1 } else { c + 1 };
            assert_eq!(value, expected, "[{c},{d}]");
            let (closed, _) = closed_form(&Partition::new([c, d])).expect("a closed form");
            assert_eq!(closed, u128::from(value));
        }
    }
}

#[test]
fn observation_4_conjugates() {
    let mut twin = Twin::default();
    for parts in up_to(12) {
        let other = conjugate(&parts);
        assert_eq!(
            twin.value(Game::Pnim, &parts),
            twin.value(Game::Pnim, &other)
        );
        let misere = |twin: &mut Twin, parts: &Parts| twin.misere(&[(Game::Pnim, parts.clone())]);
        if parts.iter().sum::<u64>() <= 10 {
            assert_eq!(misere(&mut twin, &parts), misere(&mut twin, &other));
        }
    }
}

#[test]
fn observation_9_heavy_rectangles() {
    // Pascal's triangle modulo 2.
    let mut odd = [[false; 64]; 64];
    for n in 0..64 {
        odd[n][0] = true;
        for k in 1..=n {
            odd[n][k] = odd[n - 1][k - 1] ^ (k < n && odd[n - 1][k]);
        }
    }
    for r in 1..=30u64 {
        for c in 1..=30u64 {
            let (value, _) = closed_form(&Partition::rectangle(r, c)).expect("Theorem 1");
            let heavy = value == u128::from(r + c - 1);
            assert_eq!(
                heavy,
                odd[(c + r - 2) as usize][(r - 1) as usize],
                "{r} x {c}"
            );
        }
    }
}

#[test]
fn observation_10_and_corollary_11() {
    for k in 0..3u64 {
        for a in k + 1..k + 7 {
            for b in k + 1..k + 7 {
                for c in k + 1..k + 5 {
                    let less = [a - k, b - k, c - k];
                    let sum = less.iter().fold(0, |sum, side| sum ^ side);
                    let options =
                        (0..3).flat_map(|i| (0..less[i]).map(move |to| k + (sum ^ less[i] ^ to)));
                    assert_eq!(k + sum, mex((0..k).chain(options)), "{a} {b} {c} {k}");
                }
            }
        }
    }
}

#[test]
fn corollary_12_sums_of_boxes() {
    let answer = asked::valued("rnim[7,3,5] + rnim[2,9] + rnim[4,0,4]", Play::Normal);
    let xor = |sides: [u32; 3]| sides.iter().fold(0, |sum, side| sum ^ side) + 1;
    let expected = xor([6, 2, 4]) ^ xor([1, 8, 0]);
    assert_eq!(answer.value, Some(u128::from(expected).into()));
}

/// The pair of values of each position up to n, by the rules.
fn pairs(n: u64) -> Vec<(Parts, (u64, u64))> {
    let mut twin = Twin::default();
    let all = up_to(n).into_iter();
    all.map(|parts| {
        let misere = twin.misere(&[(Game::Pnim, parts.clone())]);
        let normal = twin.value(Game::Pnim, &parts);
        (parts, (normal, misere))
    })
    .collect()
}

#[test]
fn proposition_6_pet_and_returnable_but_not_forced() {
    let pairs = pairs(10);
    let pair: HashMap<&Parts, (u64, u64)> =
        pairs.iter().map(|(parts, pair)| (parts, *pair)).collect();
    let mut forced = true;
    for (parts, this) in &pairs {
        assert!(
            matches!(this, (0, 1) | (1, 0)) || (this.0 == this.1 && this.0 >= 2),
            "{parts:?} {this:?}"
        );
        let options = Game::Pnim.options(parts);
        if matches!(this, (0, 1) | (1, 0)) {
            for option in options.iter().map(|option| &option[0]) {
                forced &= matches!(pair[option], (0, 1) | (1, 0));
                let back = Game::Pnim.options(option);
                let returns = back.iter().any(|back| pair[&back[0]] == *this);
                assert!(option.is_empty() || returns, "{parts:?} to {option:?}");
            }
        }
    }
    assert!(!forced);
    assert_eq!(pair[&vec![2, 2]], (1, 0));
    assert_eq!(pair[&vec![2]], (2, 2));
}

#[test]
fn corollary_13_sums_are_miserable_but_not_pet() {
    let mut twin = Twin::default();
    let mut pair_of = |sum: &[Parts]| {
        let pieces: Vec<_> = sum
            .iter()
            .map(|parts| (Game::Pnim, parts.clone()))
            .collect();
        let normal = sum
            .iter()
            .fold(0, |value, parts| value ^ twin.value(Game::Pnim, parts));
        (normal, twin.misere(&pieces))
    };
    for a in up_to(4) {
        for b in up_to(4) {
            let sum = [a.clone(), b.clone()];
            let this = pair_of(&sum);
            let swap = |pair| matches!(pair, (0, 1) | (1, 0));
            let mut seen = [false; 2];
            for k in 0..2 {
                for option in Game::Pnim.options(&sum[k]) {
                    let mut after = sum.clone();
                    after[k] = option[0].clone();
                    let pair = pair_of(&after);
                    seen[0] |= pair == (0, 1);
                    seen[1] |= pair == (1, 0);
                }
            }
            assert!(swap(this) || seen[0] == seen[1], "{sum:?}");
        }
    }
    // Two heaps of two are not pet.
    assert_eq!(pair_of(&[vec![2], vec![2]]), (0, 0));
}

#[test]
fn remarks_on_the_matrix_of_rectangles() {
    let m = |i: u64, j: u64| {
        closed_form(&Partition::rectangle(i, j))
            .expect("Theorem 1")
            .0 as u64
    };
    for i in 1..=32 {
        for j in 1..=32 {
            let k = m(i, j);
            assert_eq!(m(k, i), j);
            // By antidiagonals the first matrix without repetitions in a row or a column.
            let before = (1..j)
                .map(|other| m(i, other))
                .chain((1..i).map(|other| m(other, j)));
            assert_eq!(k, 1 + mex(before.map(|value| value - 1)));
        }
    }
}

#[test]
fn errata_of_the_paper() {
    // Theorem 14 counts (1,0)- and (0,1)-positions: nim (2,3) is a 1-position of another kind.
    let answer = asked::valued("nim[2,3] + rnim[1,1]", Play::Misere);
    assert_eq!(
        (answer.misere_value, answer.outcome),
        (Some(0), Some(Outcome::P))
    );
    assert_eq!(
        asked::valued("nim[2,3]", Play::Misere).misere_value,
        Some(1)
    );
    // Section 5.2: [1] is a target too, and PNim itself is not pet.
    let answer = asked::valued("pnim[3]", Play::Misere);
    assert!(targets(&answer).contains(&"pnim[1]".to_string()));
    assert_eq!(
        asked::valued("pnim[2] + pnim[2]", Play::Misere).misere_value,
        Some(0)
    );
    // The definition: the subsequence may be empty.
    assert_eq!(
        targets(&asked::valued("pnim[2,1]", Play::Normal)),
        ["pnim[]"]
    );
    // Section 6: squares under the anti-diagonal matter in rectangles that are no squares.
    assert_eq!(closed_form(&Partition::new([3, 3])).unwrap().0, 4);
    assert_eq!(closed_form(&Partition::new([4, 4])).unwrap().0, 3);
    assert_eq!(closed_form(&Partition::new([4, 3])).unwrap().0, 5);
}

fn plays(start: &str, moves: &[(&str, &str)]) {
    let mut sum = nimfield::read(start).expect("a position");
    for (mv, after) in moves {
        let mv = sum.read_move(mv).expect("a move");
        sum = sum.play(&mv).expect("legal");
        assert_eq!(sum.to_string(), *after);
    }
}

#[test]
fn the_plays_of_the_paper() {
    plays(
        "pnim[4,2,1] + pnim[3,3]",
        &[
            ("1: rows 2,1", "pnim[4] + pnim[3^2]"),
            ("2: rows 3", "pnim[4] + pnim[3]"),
            ("1: columns 1", "pnim[3] + pnim[3]"),
            ("1: row 3", "pnim[] + pnim[3]"),
            ("2: columns 1^3", "pnim[] + pnim[]"),
        ],
    );
    plays(
        "rnim[2,1] + rnim[3,3,3]",
        &[
            ("2: side 3 to 2", "rnim[2,1] + rnim[3,3,2]"),
            ("1: side 1 to 0", "rnim[0,1] + rnim[3,3,2]"),
            ("2: side 2 to 0", "rnim[0,1] + rnim[3,0,2]"),
        ],
    );
    plays(
        "cris[4,2,1]",
        &[
            ("row 2", "cris[4; 1]"),
            ("piece 1 column 2", "cris[1; 2; 1]"),
        ],
    );
    plays(
        "crim[4,2,1]",
        &[("row 2", "crim[4,1]"), ("column 1", "crim[3]")],
    );
    plays("sato[4,2,1]", &[("hook (1,2)", "sato[1^3]")]);
    plays("knight[5,4,3]", &[("down 1 right 2", "knight[2,1]")]);
    plays("welter[1,4,9]", &[("4 to 2", "welter[1,2,9]")]);
}

#[test]
fn closed_forms_of_walking_pieces() {
    let mut twin = Twin::default();
    let mut misere = HashMap::new();
    for parts in up_to(21).into_iter().skip(1) {
        let diagram = partition(&parts);
        let mut check = |closed: Option<Finding<Grundy>>, game: Game| {
            let value = twin.value(game, &parts);
            if let Some(closed) = closed {
                assert_eq!(closed.value, u128::from(value).into(), "{game:?} {parts:?}");
            }
            value
        };
        let value = check((LCTR.closed)(&diagram), Game::Lctr);
        assert!(value <= 2);
        check((LCTR.reduced)(&diagram), Game::Lctr);
        check((DOWNRIGHT.closed)(&diagram), Game::Downright);
        check((BISHOP.closed)(&diagram), Game::Bishop);
        check((ROOK.closed)(&diagram), Game::Rook);
        check((KING.closed)(&diagram), Game::King);
        check((PAWN.closed)(&diagram), Game::Pawn);
        if diagram.durfee() >= 3 {
            // The misère values of LCTR too repeat along the diagonal.
            let mut value = |parts: &Parts| lctr_misere(parts, &mut misere);
            assert_eq!(
                value(&parts),
                value(&partition_twin::beyond(&parts, 1, 1)),
                "{parts:?}"
            );
        }
    }
    assert!((LCTR.reduced)(&Partition::new([5, 5, 4, 4, 1])).is_some());
}

fn lctr_misere(parts: &Parts, known: &mut HashMap<Parts, u64>) -> u64 {
    if let Some(&value) = known.get(parts) {
        return value;
    }
    let options = Game::Lctr.options(parts);
    let value = match parts.is_empty() {
        true => 1,
        false => mex(options
            .iter()
            .map(|option| lctr_misere(&option[0], known))
            .collect::<Vec<_>>()),
    };
    known.insert(parts.clone(), value);
    value
}

#[test]
fn rectangles_of_lctr_and_crim() {
    let mut twin = Twin::default();
    for r in 0..9u64 {
        for c in 0..9u64 {
            let parts = sorted(vec![c; r as usize]);
            let value = lctr_rectangle(r, c);
            assert_eq!(twin.value(Game::Lctr, &parts), value, "{r} x {c}");
            assert_eq!(twin.value(Game::Crim, &parts), value, "{r} x {c}");
        }
    }
    for c in 1..12u64 {
        for d in 1..=c {
            let value = twin.value(Game::Crim, &vec![c, d]);
            assert_eq!(value == 0, c % 2 == 0, "crim[{c},{d}]");
        }
    }
}

#[test]
fn the_queen_on_rectangles_is_wythoff() {
    for r in 1..12u64 {
        for c in 1..12u64 {
            for play in [Play::Normal, Play::Misere] {
                let queen = asked::valued(&format!("queen[{c}^{r}]"), play);
                let wythoff = asked::valued(&format!("wythoff[{},{}]", r - 1, c - 1), play);
                assert_eq!(queen.outcome, wythoff.outcome);
                assert_eq!(
                    (queen.value, queen.misere_value),
                    (wythoff.value, wythoff.misere_value)
                );
                assert_eq!(queen.winning_moves.len(), wythoff.winning_moves.len());
            }
        }
    }
}

#[test]
fn large_partitions_by_theorem_at_once() {
    let forty: Parts = (1..=40).rev().map(|i| i * i).collect();
    let answer = asked::valued(&format!("pnim[{}]", text(&forty)), Play::Normal);
    assert_eq!(answer.value, Some(u128::from(1600u64 + 40 - 1).into()));
    assert_eq!(answer.effort.positions, 0);
    assert_eq!(answer.reason.kind, ReasonKind::Theorem);
    for (position, play, outcome) in [
        (
            "pnim[18446744073709551615^18446744073709551615]",
            Play::Misere,
            Outcome::P,
        ),
        (
            "pnim[500^3,400^90,7^100] + nim[0]",
            Play::Normal,
            Outcome::N,
        ),
        ("pnim[300^301,299,290^5]", Play::Misere, Outcome::N),
        ("rook[1000000^2000000,7]", Play::Normal, Outcome::N),
        ("bishop[1000000^2000000,7]", Play::Misere, Outcome::N),
        ("downright[1000000^2000000,7]", Play::Normal, Outcome::P),
        ("lctr[1000000^1000003,7]", Play::Normal, Outcome::N),
        ("queen[1000000^1000000]", Play::Normal, Outcome::N),
        ("sato[10^8,1^500]", Play::Normal, Outcome::N),
        (
            "welter[170141183460469231731687303715884105728,7,9]",
            Play::Normal,
            Outcome::N,
        ),
    ] {
        let query = Query {
            play,
            ..Query::default()
        };
        let budget = Budget::unlimited().positions(100_000).bytes(64 << 20);
        let sum = nimfield::read(position).expect("a position");
        let answer = Analyzer::new(query, budget).analyze(&sum);
        let expected = match position.starts_with("rook")
            || position.contains("lctr")
            || position.contains("downright")
        {
            // The answer may be undecided, but is never a guess.
            true => answer.outcome,
            false => Some(outcome),
        };
        assert_eq!(
            answer.outcome, expected,
            "{position}: {}",
            answer.reason.text
        );
        if answer.outcome == Some(Outcome::N) {
            assert!(!answer.winning_moves.is_empty(), "{position}");
        }
    }
}

#[test]
fn positions_out_of_reach_are_reported() {
    let query = Query {
        value: true,
        ..Query::default()
    };
    let sum = nimfield::read("pnim[1200^150,1000^900] + nim[3]").expect("a position");
    let answer = Analyzer::new(query.clone(), Budget::unlimited()).analyze(&sum);
    assert_eq!(answer.outcome, None);
    assert!(
        answer.reason.text.contains("2250 rows and columns"),
        "{}",
        answer.reason.text
    );
    let budget = Budget::unlimited().bytes(1 << 16);
    let sum = nimfield::read("pnim[13^2,11,9^2,7,5^2,3,1^2] + nim[3]").expect("a position");
    let answer = Analyzer::new(query, budget).analyze(&sum);
    assert_eq!(answer.outcome, None);
    assert!(
        answer.reason.text.contains("memory limit"),
        "{}",
        answer.reason.text
    );
}

#[test]
fn a_partition_of_60_without_closed_form() {
    let parts = "pnim[11,9,8,7^2,5^2,3,2^2,1]";
    let answer = asked::valued(parts, Play::Normal);
    assert_eq!(answer.reason.kind, ReasonKind::Theorem);
    let value = answer.value.expect("a value").finite().expect("finite");
    // Moves to a value in the middle, each checked by a new analysis of the position that it leaves.
    let answer = asked::valued(&format!("{parts} + nim[7]"), Play::Normal);
    assert!(value > 7 && answer.complete && answer.winning_moves.len() > 10);
    for found in answer.winning_moves.iter().take(40) {
        let after = asked::valued(&found.to().expect("a position").to_string(), Play::Normal);
        assert_eq!(after.outcome, Some(Outcome::P));
    }
}

/// CRPM and CRPS.
mod partizan {
    use crate::asked;

    use nimfield::Player;
    use nimfield::{Analyzer, Query};
    use nimfield_games::partitions::removal::crpm_outcome;

    use super::*;

    /// The options of a player, each a sum: Left removes a column, Right a row.
    fn options(parts: &Parts, player: Player, split: bool) -> Vec<Vec<Parts>> {
        let lines = match player {
            Player::Left => conjugate(parts),
            Player::Right => parts.clone(),
        };
        let turned = |lines: &[u64]| match player {
            Player::Left => conjugate(lines),
            Player::Right => lines.to_vec(),
        };
        let cut = |i: usize| match split {
            true => vec![turned(&lines[..i]), turned(&lines[i + 1..])],
            false => vec![turned(&[&lines[..i], &lines[i + 1..]].concat())],
        };
        (0..lines.len()).map(cut).collect()
    }

    type Wins = HashMap<(Vec<Parts>, Player, bool, bool), bool>;

    /// Whether the player to move wins a sum.
    fn wins(sum: &[Parts], player: Player, split: bool, misere: bool, known: &mut Wins) -> bool {
        let mut sum: Vec<Parts> = sum
            .iter()
            .filter(|parts| !parts.is_empty())
            .cloned()
            .collect();
        sum.sort();
        let key = (sum.clone(), player, split, misere);
        if let Some(&wins) = known.get(&key) {
            return wins;
        }
        let mut after = Vec::new();
        for (i, parts) in sum.iter().enumerate() {
            for option in options(parts, player, split) {
                let others = sum.iter().enumerate().filter(|&(j, _)| j != i);
                after.push(
                    option
                        .into_iter()
                        .chain(others.map(|(_, parts)| parts.clone()))
                        .collect::<Vec<_>>(),
                );
            }
        }
        let result = match after.is_empty() {
            true => misere,
            false => after
                .iter()
                .any(|sum| !wins(sum, player.opponent(), split, misere, known)),
        };
        known.insert(key, result);
        result
    }

    fn outcome(sum: &[Parts], split: bool, misere: bool, known: &mut Wins) -> Outcome {
        let left = wins(sum, Player::Left, split, misere, known);
        let right = wins(sum, Player::Right, split, misere, known);
        match (left, right) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        }
    }

    #[test]
    fn crpm_is_won_by_the_player_with_fewer_lines() {
        let mut known = HashMap::new();
        for parts in up_to(13) {
            let expected = outcome(std::slice::from_ref(&parts), false, false, &mut known);
            assert_eq!(crpm_outcome(&partition(&parts)), expected, "{parts:?}");
        }
    }

    #[test]
    fn single_diagrams_agree_with_their_rules() {
        let mut known = HashMap::new();
        for (split, n) in [(false, 7), (true, 7)] {
            let name = if split { "crps" } else { "crpm" };
            for parts in up_to(n) {
                for play in [Play::Normal, Play::Misere] {
                    let misere = play == Play::Misere;
                    let answer = asked::valued(&format!("{name}[{}]", text(&parts)), play);
                    let sum = std::slice::from_ref(&parts);
                    let expected = outcome(sum, split, misere, &mut known);
                    assert_eq!(
                        answer.outcome,
                        Some(expected),
                        "{} in {play} play",
                        answer.position
                    );
                    assert!(answer.complete, "{}", answer.position);
                    for player in [Player::Left, Player::Right] {
                        let good = options(&parts, player, split);
                        let good = good.iter().filter(|after| {
                            !wins(after, player.opponent(), split, misere, &mut known)
                        });
                        let mut good: Vec<String> = good
                            .map(|pieces| {
                                let pieces = pieces.iter().filter(|piece| !piece.is_empty());
                                let pieces: Vec<String> = pieces.map(printed).collect();
                                format!("{name}[{}]", pieces.join("; "))
                            })
                            .collect();
                        good.sort();
                        good.dedup();
                        let found = answer.winning_moves.iter();
                        let found = found.filter(|found| found.player() == Some(player));
                        let mut found: Vec<String> = found
                            .map(|found| found.to().expect("a position").to_string())
                            .collect();
                        found.sort();
                        found.dedup();
                        assert_eq!(
                            found, good,
                            "{player} in {} in {play} play",
                            answer.position
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn sums_agree_with_their_rules_and_negatives_cancel() {
        let mut known = HashMap::new();
        for split in [false, true] {
            let name = if split { "crps" } else { "crpm" };
            for a in up_to(5) {
                for b in up_to(4) {
                    let position = format!("{name}[{}] + {name}[{}]", text(&a), text(&b));
                    let answer = asked::valued(&position, Play::Normal);
                    let expected = outcome(&[a.clone(), b.clone()], split, false, &mut known);
                    assert_eq!(answer.outcome, Some(expected), "{position}");
                }
                let difference = format!("{name}[{0}] - {name}[{0}]", text(&a));
                assert_eq!(
                    asked::valued(&difference, Play::Normal).outcome,
                    Some(Outcome::P)
                );
            }
        }
    }

    #[test]
    fn huge_diagrams_of_crpm_by_theorem() {
        let sum = nimfield::read("crpm[1000000^7,5]").expect("a position");
        let answer = Analyzer::new(Query::default(), Budget::unlimited()).analyze(&sum);
        assert_eq!(answer.outcome, Some(Outcome::R));
        assert_eq!(answer.reason.kind, ReasonKind::Theorem);
        assert!(answer.complete && !answer.winning_moves.is_empty());
    }
}

/// Wide words give the same results as machine words, on both sides of the limits between widths.
#[test]
fn wide_words_agree_with_narrow_ones() {
    use nimfield_engines::sub_diagrams::{Removed, SubDiagrams, Wide, Word};
    fn found<W: Word>(word: u128, removed: Removed, play: Play) -> (u32, u64, String) {
        let bits = (0..128).filter(|at| word >> at & 1 == 1);
        let root = bits.fold(W::ZERO, |root, at| root.or(W::bit(at)));
        let found = SubDiagrams::new(root, removed, play, &Budget::unlimited()).unwrap();
        let moves = (0..4).map(|target| found.moves_to(target, 1000));
        let moves: Vec<_> = moves.collect();
        (found.value(), found.positions(), format!("{moves:?}"))
    }
    for parts in [
        vec![(4, 1), (2, 1), (1, 1)],
        vec![(60, 2), (3, 1)],
        vec![(62, 1), (1, 2)],
        vec![(63, 3), (2, 1)],
        vec![(5, 60), (2, 6)],
        vec![(70, 2), (64, 1), (1, 3)],
    ] {
        let parts = parts
            .iter()
            .flat_map(|&(part, count)| std::iter::repeat_n(part, count));
        let word = Partition::new(parts).word().unwrap();
        for removed in [Removed::Any, Removed::One] {
            for play in [Play::Normal, Play::Misere] {
                let narrow = found::<u128>(word, removed, play);
                assert_eq!(found::<Wide<4>>(word, removed, play), narrow, "{word:b}");
                assert_eq!(found::<Wide<2>>(word, removed, play), narrow, "{word:b}");
            }
        }
    }
}

/// Diagrams of many lines and few sub-diagrams are valued.
#[test]
fn diagrams_of_many_lines_are_valued() {
    for (text, lines) in [
        ("pnim[130^2,2]", 133),
        ("pnim[260^2,2]", 263),
        ("crim[140^2,3]", 143),
    ] {
        let sum = nimfield::read(text).unwrap();
        let query = Query {
            value: true,
            ..Query::default()
        };
        let answer = Analyzer::new(query, Budget::unlimited()).analyze(&sum);
        let value = answer
            .value
            .unwrap_or_else(|| panic!("{text}: {:?}", answer.reason));
        assert!(value.finite().unwrap() < lines, "{text}");
        assert!(answer.complete, "{text}");
        // Each winning move leaves a position of value 0, by a new query.
        for winning in answer.winning_moves.iter().take(3) {
            let to = winning.to().unwrap();
            let left = Analyzer::new(Query::default(), Budget::unlimited())
                .value(&to)
                .unwrap();
            assert_eq!(left.value.finite(), Some(0), "{text} to {to}");
        }
    }
    let sum = nimfield::read("pnim[130^2,2] + nim[5]").unwrap();
    assert!(nimfield::analyze(&sum).outcome.is_some());
}
