//! What each game states about its positions, compared with a search that only knows its rules.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::Duration;

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::component::{Component, Known};
use nimfield_core::game::searched::component;
use nimfield_core::game::{Engines, Game, Part, Rules, Theory};
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::theory::Undecided;
use nimfield_core::words::{Grundy, Play};
use nimfield_games::boards::{Name, read_board, row_value};
use nimfield_games::codes::CodeGame;
use nimfield_games::holladay::Holladay;
use nimfield_games::matrix::Matrix;
use nimfield_games::nim::Nim;
use nimfield_games::nimbers::Nimbers;
use nimfield_games::partitions::coins::{Sato, Welter};
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::removal::{Crim, Cris};
use nimfield_games::partitions::rnim::Rnim;
use nimfield_games::partitions::walking::{
    BISHOP, DOWNRIGHT, KING, KNIGHT, LCTR, PAWN, QUEEN, ROOK, Walking,
};
use nimfield_games::schrage::{GrundysGame, Rectangle, RectangleCut, Schrage};
use nimfield_games::turning::Turning;
use nimfield_games::wythoff::Wythoff;

/// Results of the rules alone: nothing here uses theory.
struct Twin<G> {
    /// Positions by their texts, with their Grundy values in normal and in misère play.
    known: HashMap<String, (G, [u128; 2])>,
    /// Whether a position beside a nim heap is a P-position in misère play.
    beside: HashMap<(String, u128), bool>,
}

fn mex(values: impl Iterator<Item = u128>) -> u128 {
    let values: HashSet<u128> = values.collect();
    (0..).find(|value| !values.contains(value)).unwrap()
}

fn after<G: Game>(position: &G, mv: &G::Move) -> G {
    position
        .play(mv)
        .unwrap_or_else(|why| panic!("{position}, {mv}: {why}"))
}

impl<G: Game> Twin<G> {
    fn values(&mut self, position: &G) -> [u128; 2] {
        let text = position.to_string();
        if let Some((_, values)) = self.known.get(&text) {
            return *values;
        }
        let options: Vec<G> = position.moves().map(|mv| after(position, &mv)).collect();
        let options: Vec<[u128; 2]> = options.iter().map(|to| self.values(to)).collect();
        let misere = match options.is_empty() {
            true => 1,
            false => mex(options.iter().map(|values| values[1])),
        };
        let values = [mex(options.iter().map(|values| values[0])), misere];
        self.known.insert(text, (position.clone(), values));
        values
    }

    fn is_p_beside(&mut self, position: &G, heap: u128) -> bool {
        let key = (position.to_string(), heap);
        if let Some(&is_p) = self.beside.get(&key) {
            return is_p;
        }
        let options: Vec<G> = position.moves().map(|mv| after(position, &mv)).collect();
        let ended = options.is_empty() && heap == 0;
        let wins = (0..heap).any(|less| self.is_p_beside(position, less))
            || options.iter().any(|to| self.is_p_beside(to, heap));
        let is_p = !ended && !wins;
        self.beside.insert(key, is_p);
        is_p
    }

    /// Everything that the game states about an irreducible position.
    fn check_part(&mut self, part: &G) {
        let [normal, misere] = self.values(part);
        let finite = |value: Option<Grundy>| value.map(|value| value.finite().expect("finite"));
        if let Some(found) = part.value() {
            assert_eq!(finite(Some(found.value)), Some(normal), "{part}");
        }
        for (play, value) in [(Play::Normal, normal), (Play::Misere, misere)] {
            for unproved in [false, true] {
                if let Some(found) = part.outcome(play, unproved) {
                    assert_eq!(found.value, value == 0, "{part} {play}");
                }
            }
            let in_searches = component(part).map(|component| Component::known(&component, play));
            for known in [Some(part.known(play)), in_searches.ok()]
                .into_iter()
                .flatten()
            {
                match known {
                    Known::Value(known) => assert_eq!(known, value, "{part} {play}"),
                    Known::Positive => assert_ne!(value, 0, "{part} {play}"),
                    Known::Nothing => {}
                }
            }
        }
        // Nim heaps, and positions with the same value as one in sums, have misère values like these.
        let tame = if normal < 2 { 1 - normal } else { normal };
        if part.heap().is_some() {
            assert_eq!(finite(part.heap()), Some(normal), "{part}");
            assert_eq!(misere, tame, "{part}");
        }
        if part.pet_fact().is_some() {
            assert_eq!(misere, tame, "{part}");
        }
        self.check_candidates(part);
    }

    fn check_candidates(&mut self, part: &G) {
        let budget = Budget::unlimited();
        let moves: Vec<(String, G)> = part
            .moves()
            .map(|mv| (mv.to_string(), after(part, &mv)))
            .collect();
        for target in 0..4 {
            for play in [Play::Normal, Play::Misere] {
                let expected: Vec<&str> = (moves.iter())
                    .filter(|(_, to)| match play {
                        Play::Normal => self.values(to)[0] == target,
                        Play::Misere => self.is_p_beside(to, target),
                    })
                    .map(|(mv, _)| mv.as_str())
                    .collect();
                let candidates = part.candidates(play, Grundy::from(target), &budget);
                if let Some(candidates) = candidates {
                    let listed: HashSet<String> = candidates
                        .iter()
                        .map(|mv| {
                            after(part, mv);
                            mv.to_string()
                        })
                        .collect();
                    let missing = expected.iter().find(|&&mv| !listed.contains(mv));
                    assert_eq!(missing, None, "{part} {play} to {target}");
                }
                if let Some(Ok(mv)) = part.move_to_value(play, &Grundy::from(target), &budget) {
                    let mv = mv.to_string();
                    assert!(
                        expected.contains(&mv.as_str()),
                        "{part} {play}: {mv} to {target}"
                    );
                }
            }
        }
        for play in [Play::Normal, Play::Misere] {
            if let Some(mv) = part.built_winning_move(play, &budget) {
                let values = self.values(&after(part, &mv));
                assert_eq!(
                    values[usize::from(play == Play::Misere)],
                    0,
                    "{part} {play}: {mv}"
                );
            }
        }
    }

    fn check(&mut self, position: &G) {
        let moves: Vec<String> = position.moves().map(|mv| mv.to_string()).collect();
        let different: HashSet<&String> = moves.iter().collect();
        assert_eq!(different.len(), moves.len(), "{position}");
        match position.counts_exactly() {
            true => assert_eq!(position.move_count(), moves.len() as u128, "{position}"),
            false => assert!(position.move_count() >= moves.len() as u128, "{position}"),
        }
        assert_eq!(position.has_moves(), !moves.is_empty(), "{position}");
        for mv in position.moves() {
            let to = after(position, &mv);
            if let (Some(now), Some(then)) = (position.measure(), to.measure()) {
                assert!(then < now, "{position}, {mv}");
            }
        }
        let parts = Part::of(position);
        let sum = parts
            .iter()
            .fold(0, |sum, part| sum ^ self.values(part.position())[0]);
        assert_eq!(sum, self.values(position)[0], "{position}");
        // Each move of a part corresponds to the move with the same name.
        let of_parts = parts.iter().flat_map(|part| {
            let moves: Vec<String> = part
                .position()
                .moves()
                .map(|mv| part.named(mv).to_string())
                .collect();
            moves
        });
        let of_parts: HashSet<String> = of_parts.collect();
        if position.reduced().is_none() {
            let others = of_parts.iter().find(|mv| !different.contains(mv));
            assert_eq!(others, None, "{position}");
        }
        for part in &parts {
            self.check_part(part.position());
        }
    }
}

/// Checks these positions, given without the name of the game, and all their followers.
fn check_read<G: Game>(
    bodies: &[&str],
    read: impl Fn(&mut Cursor<'_>) -> Result<G, NotationError>,
) {
    let mut twin = Twin {
        known: HashMap::new(),
        beside: HashMap::new(),
    };
    for body in bodies {
        let position = read(&mut Cursor::new(body)).unwrap_or_else(|error| panic!("{error}"));
        twin.values(&position);
    }
    let all: Vec<G> = twin
        .known
        .values()
        .map(|(position, _)| position.clone())
        .collect();
    assert!(all.len() > 10, "{} positions", all.len());
    for position in &all {
        twin.check(position);
    }
}

fn check<G: Game>(bodies: &[&str]) {
    check_read(bodies, G::read_component);
}

#[test]
fn heaps_and_rectangles() {
    check::<Nim>(&["[4,5,6]", "[1,1,2,3]", "[17]"]);
    check::<Schrage>(&["[3x4]", "[7x2]", "[4x3]", "[5x5]"]);
    check::<Wythoff>(&["[17,21]"]);
    check::<CodeGame>(&[
        "(0.77)[9,4]",
        "(0.137)[11,3]",
        "(4!.0)[12]",
        "(0.[37])[7]",
        "(0.F8!)[9]",
        "(all but 2)[8,3]",
    ]);
}

#[test]
fn matrices() {
    check::<Matrix>(&[
        "[4 5; 6 5]",
        "[7 9; 8 8]",
        "[2 1 2; 1 2 1]",
        "[1 1 1; 1 1 2; 2 1 0]",
        "[3 4 5 3]",
        "[1 2 1 2 1]",
        "[1 0 2; 0 3 0; 2 0 1]",
        "[3 4 1; 2 2 0]",
        "[1 1 2 1 1 2]",
        "[2 2; 2 2]",
        "[3 3]",
        "[2 2 1]",
        "[2 1; 2 9]",
        "[3 3 2; 2 2 0]",
    ]);
    check::<Holladay>(&["[3 4; 2 3]", "[2 2 1; 1 2 2]", "[5 6]"]);
}

#[test]
fn stones_and_coins() {
    check::<Nimbers>(&["[(3,4) (2,5)]", "[(2,3) (1,1) (3,2)]", "[(1,2,3)]", "[(5)]"]);
    check::<Turning>(&[
        "(turtles,ruler)[(3,4)]",
        "(turtles,turtles)[(3,3)]",
        "(ruler,ruler)[(3,2)]",
        "(twins,turtles)[(4,3)]",
    ]);
    check::<Sato>(&["[4,3,2]", "[3,3,3]"]);
    check::<Welter>(&["[1,4,6]", "[0,2,5,7]"]);
}

#[test]
fn partitions() {
    let bodies = ["[4,3,3,1]", "[5,5,2]", "[6,1,1,1]", "[3^4]", "[7,2^2]"];
    check::<Pnim>(&bodies);
    check::<Rnim>(&["[4,3,3]", "[5,2,2]"]);
    check::<Crim>(&bodies);
    check::<Cris>(&bodies);
    for walker in [
        &LCTR, &DOWNRIGHT, &ROOK, &QUEEN, &KING, &BISHOP, &KNIGHT, &PAWN,
    ] {
        check_read(&["[7,6,4,4,2]", "[9^3,4^2]", "[8^8]"], |cursor| {
            Walking::read_of(walker, cursor)
        });
    }
}

#[test]
fn boards() {
    for (name, bodies) in [
        (Name::Tactix, &["[3x3]", "[2x5]", "[1x7]"][..]),
        (Name::Efr, &["[3x3]", "[2x4]"]),
        (Name::Triangle, &["[4]"]),
    ] {
        check_read(bodies, |cursor| read_board(&name, cursor));
    }
}

/// Rows from which runs of any length are taken are heaps; others are not.
#[test]
fn rows_are_heaps() {
    let rows = |body: &str| {
        let board = read_board(&Name::Tactix, &mut Cursor::new(body)).unwrap();
        (0..1u64 << 5)
            .filter_map(|stones| Some((stones, row_value(board.game(), stones)?)))
            .collect::<Vec<_>>()
    };
    let runs =
        (1..=5).flat_map(|size| (0..=5 - size).map(move |at| (((1u64 << size) - 1) << at, size)));
    let mut runs: Vec<(u64, u32)> = runs.collect();
    runs.sort_unstable();
    assert_eq!(rows("[1x5]"), runs);
    assert_eq!(rows("[5x1]"), runs);
}

/// By the definition, in O(n²); rare values, which the table keeps apart, are among them.
#[test]
fn grundys_game_has_few_rare_values() {
    let mut values = vec![0u16];
    let mut seen = vec![0; 256];
    let heaps = GrundysGame::default();
    for whole in 1..=6_000_usize {
        for small in 1..whole.div_ceil(2) {
            seen[usize::from(values[small] ^ values[whole - small])] = whole;
        }
        let least = seen.iter().position(|&last| last != whole);
        values.push(least.unwrap() as u16);
        let found = heaps.value(whole as u128, &Budget::unlimited());
        assert_eq!(found, Ok(values[whole].into()), "{whole}");
    }
}

/// Larger heaps than in other tests, because tests that run at the same time share the values.
#[test]
fn grundys_game_asks_the_budget() {
    let whole = 1_000_000;
    let heaps = GrundysGame::default();
    let refused = |budget: Budget| heaps.value(whole, &budget).unwrap_err();
    let few = refused(Budget::unlimited().positions(1_000_000));
    assert_eq!(few.limit, Limit::Positions { allowed: 1_000_000 });
    assert_eq!((few.done, few.total), (0, Some(1_000_001)));
    let small = refused(Budget::unlimited().bytes(2_000_001));
    let (allowed, needed) = (2_000_001, 2_000_002);
    assert_eq!(small.limit, Limit::Bytes { allowed, needed });
    let late = refused(Budget::unlimited().time(Duration::ZERO));
    assert!(matches!(late.limit, Limit::Time { .. }), "{late}");
    let (cancelled, left) = Budget::unlimited().cancel_after(3);
    assert_eq!(refused(cancelled).limit, Limit::Cancelled);
    assert_eq!(left.load(Ordering::Relaxed), 0);
    let endless = heaps.value(u128::MAX, &Budget::unlimited()).unwrap_err();
    assert!(matches!(endless.limit, Limit::Bytes { .. }), "{endless}");
    // A rectangle needs values up to its longer side.
    let [width, height] = [3, whole];
    let budget = Budget::unlimited().positions(whole as u64);
    let rectangle = heaps.rectangle(Rectangle { width, height }, &budget);
    assert_eq!(rectangle.unwrap_err().done, 0);
    // Values that take long are found by an engine, which has a budget.
    let rectangle = Schrage::new(vec![Rectangle { width, height }]);
    assert!(rectangle.value().is_none());
    let found = rectangle.followers(Play::Normal, &budget).unwrap();
    assert!(matches!(found.err(), Some(Undecided::Unfinished(_))));
}

/// The engine lists the same cuts as playing and valuing each.
#[test]
fn cuts_to_a_value_are_those_that_leave_it() {
    let heaps = GrundysGame::default();
    let after = |cut: &RectangleCut| {
        let pieces = cut
            .pieces
            .map(|piece| heaps.rectangle(piece, &Budget::unlimited()).unwrap());
        pieces[0] ^ pieces[1]
    };
    let mut values = HashSet::new();
    for (width, height) in [(37, 2_100), (5, 2_101), (10, 2_103), (2_102, 13)] {
        let position = Schrage::new(vec![Rectangle { width, height }]);
        let found = position.followers(Play::Normal, &Budget::unlimited());
        let found = found.unwrap().unwrap();
        for target in 0..16 {
            let cuts = position.moves().filter(|cut| after(cut) == target);
            let expected: Vec<_> = cuts.collect();
            let listed = found.moves_to(target, 5_000);
            assert_eq!(listed, (expected.clone(), true), "{position}: {target}");
            if expected.len() > 1 {
                let first = found.moves_to(target, 1);
                assert_eq!(first, (expected[..1].to_vec(), false), "{position}");
            }
        }
        let missing = (0..).find(|&value| found.moves_to(value, 1).0.is_empty());
        assert_eq!(Some(found.value()), missing, "{position}");
        values.insert(found.value());
    }
    assert!(values.len() > 1, "{values:?}");
}
