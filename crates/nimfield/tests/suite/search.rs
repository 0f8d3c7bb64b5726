//! The searches: with the rules only and with theory, with one and two threads, and with budgets.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::brute::{Part, Twin, boxes};
use nimfield::budget::{Budget, Limit};
use nimfield::certify::StateFile;
use nimfield::component::Component;
use nimfield::words::ReasonKind;
use nimfield::{Analyzer, Play, Query, read};
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::search::{Knowledge, Search};
use nimfield_games::holladay::{Holladay, HolladayComponent};
use nimfield_games::matrix::block::Block;
use nimfield_games::matrix::{Matrix, normal_form};
use nimfield_games::nim::NimHeap;
use nimfield_games::schrage::Sides;

/// The components of a matrix of finite entries.
fn blocks(columns: usize, cells: &[u32]) -> Vec<Block<u32>> {
    let rows: Vec<Vec<u128>> = cells
        .chunks(columns)
        .map(|row| row.iter().map(|&x| x.into()).collect())
        .collect();
    let placed = normal_form(Matrix::of(&rows).grid());
    placed
        .iter()
        .map(|placed| placed.block.small().unwrap())
        .collect()
}

/// Value and misère value of a sum by search.
fn searched<C: Component>(
    parts: &[C],
    searches: &(Search<C>, Search<DisjunctiveSum<C>>),
    budget: &Budget,
) -> [u128; 2] {
    let normal = parts
        .iter()
        .map(|part| searches.0.value(part, budget).unwrap());
    let normal = normal.fold(0, |sum, value| sum ^ value);
    let sum = DisjunctiveSum::new(parts.to_vec());
    [normal, searches.1.value(&sum, budget).unwrap()]
}

fn both<C: Component>(knowledge: Knowledge) -> (Search<C>, Search<DisjunctiveSum<C>>) {
    (
        Search::new(Play::Normal, knowledge),
        Search::new(Play::Misere, knowledge),
    )
}

const KINDS: [Knowledge; 2] = [Knowledge::RulesOnly, Knowledge::Theory];

#[test]
fn values_of_matrices_are_the_twins_with_and_without_theory() {
    let mut twin = Twin::default();
    let budget = Budget::unlimited();
    for knowledge in KINDS {
        let searches = both(knowledge);
        for (columns, count, most) in [(2, 4, 4), (4, 4, 3), (3, 6, 2), (3, 3, 5), (2, 2, 9)] {
            for cells in boxes(count, most) {
                let values = searched(&blocks(columns, &cells), &searches, &budget);
                let expected = twin.values(&[Part::Matrix(columns, cells.clone())]);
                assert_eq!(values, expected.map(u128::from), "{knowledge:?} {cells:?}");
            }
        }
    }
}

#[test]
fn values_of_other_games_are_the_twins_with_and_without_theory() {
    let mut twin = Twin::default();
    let budget = Budget::unlimited();
    for knowledge in KINDS {
        let searches = both(knowledge);
        for (columns, count, most) in [(2, 4, 2), (1, 3, 3), (3, 3, 2), (3, 6, 1)] {
            for cells in boxes(count, most) {
                let piles = cells.iter().map(|&x| x.into()).collect();
                let position = Holladay::new(columns, piles).unwrap();
                let parts = [HolladayComponent::new(&position).unwrap()];
                let expected = twin.values(&[Part::Holladay(columns, cells.clone())]);
                let values = searched(&parts, &searches, &budget);
                assert_eq!(values, expected.map(u128::from), "{knowledge:?} {cells:?}");
            }
        }
        let searches = both(knowledge);
        for m in 1..=6 {
            for n in 1..=4 {
                let expected = twin.values(&[Part::Schrage(vec![(m, n)])]);
                let values = searched(&[Sides::new(m, n)], &searches, &budget);
                assert_eq!(values, expected.map(u128::from), "{knowledge:?} {m}x{n}");
            }
        }
        let searches = both(knowledge);
        for heaps in boxes(3, 3) {
            let expected = twin.values(&[Part::Nim(heaps.clone())]);
            let parts: Vec<NimHeap> = heaps.iter().map(|&x| NimHeap(x.into())).collect();
            let values = searched(&parts, &searches, &budget);
            assert_eq!(values, expected.map(u128::from), "{knowledge:?} {heaps:?}");
        }
    }
}

/// Searches whether the value is n, for each n, in any order, and after a search for the value.
#[test]
fn tests_for_a_value_agree_with_the_value() {
    let mut twin = Twin::default();
    let budget = Budget::unlimited();
    for knowledge in KINDS {
        for ask_down in [false, true] {
            let search = Search::new(Play::Normal, knowledge);
            for cells in boxes(4, 4) {
                let expected = twin.values(&[Part::Matrix(4, cells.clone())])[0];
                if let [block] = &blocks(4, &cells)[..] {
                    for n in 0..8u32 {
                        let n = if ask_down { 7 - n } else { n };
                        let has = search.has_value(block, n.into(), &budget).unwrap();
                        assert_eq!(has, n == expected, "{cells:?} is *{expected}, not *{n}");
                    }
                }
            }
        }
    }
}

#[test]
fn two_threads_find_what_one_finds() {
    let [one, two] = [1, 2].map(|threads| Budget::unlimited().threads(threads));
    let large: [(usize, &[u32], u128); 4] = [
        (4, &[13, 15, 18, 19], 0),
        (4, &[13, 15, 18, 19], 5),
        (3, &[6, 8, 9, 9, 7, 5], 5),
        (3, &[3, 5, 4, 5, 6, 4, 5, 6, 6], 0),
    ];
    let mut most = 0;
    for (columns, cells, value) in large {
        let component = &blocks(columns, cells)[0];
        let sum = DisjunctiveSum::new([component.clone()]);
        let ask = |budget| {
            let normal = Search::new(Play::Normal, Knowledge::Theory);
            let misere = Search::new(Play::Misere, Knowledge::Theory);
            let answers = [
                normal.has_value(component, value, budget).unwrap(),
                misere.has_value(&sum, value, budget).unwrap(),
            ];
            (answers, normal.positions().max(misere.positions()))
        };
        let ((alone, positions), (shared, _)) = (ask(&one), ask(&two));
        assert_eq!(alone, shared, "{cells:?} *{value}");
        most = most.max(positions);
    }
    assert!(
        most > 20_000,
        "too easy: the second thread never came to help"
    );
}

/// Positions that no search finishes at once, and whose games are thousands of moves long.
const FAR: [&str; 6] = [
    "matrix[10000 10001 10003 10007]",
    "matrix[7000 10001; 10003 7007] + nim[3]",
    "matrix[2300 2000 1800; 2100 2200 2150; 1850 2500 2300]",
    "wythoff[7000,17000] + nim[5] + schrage[75x125]",
    "schrage[75x125]",
    "holladay[12 15 20; 20 24 8; 12 12 13]",
];

fn far(budget: &Budget) {
    for text in FAR {
        for value in [false, true] {
            let query = Query {
                play: Play::Misere,
                value,
                ..Query::default()
            };
            let mut analyzer = Analyzer::new(query, budget.clone());
            let answer = read(text).unwrap().analyze(&mut analyzer);
            assert_eq!(answer.outcome, None, "{answer:?}");
            assert_eq!(answer.reason.kind, ReasonKind::Budget);
            assert!(
                answer
                    .reason
                    .text
                    .starts_with("not decided within the budget"),
                "{answer:?}"
            );
            assert!(!answer.complete && answer.winning_moves.is_empty());
        }
    }
}

#[test]
fn a_budget_of_positions_ends_a_search() {
    far(&Budget::unlimited().positions(100));
    far(&Budget::unlimited().positions(100).threads(2));
}

#[test]
fn a_budget_of_time_ends_a_search() {
    far(&Budget::unlimited().time(Duration::from_millis(40)));
    far(&Budget::unlimited().time(Duration::ZERO));
}

#[test]
fn a_budget_of_bytes_ends_a_search() {
    far(&Budget::unlimited().bytes(0));
    far(&Budget::unlimited().bytes(40_000));
    far(&Budget::unlimited()
        .bytes(1 << 20)
        .time(Duration::from_millis(40)));
}

#[test]
fn a_request_to_cancel_ends_a_search() {
    far(&Budget::unlimited().cancel(Arc::new(AtomicBool::new(true))));
    // Also a cancellation during the search, from its own progress reports.
    let flag = Arc::new(AtomicBool::new(false));
    let reports = Arc::new(AtomicU64::new(0));
    let (raise, count) = (flag.clone(), reports.clone());
    let budget = Budget::unlimited().cancel(flag).progress(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        raise.store(true, Ordering::Relaxed);
    });
    let component = &blocks(4, &[40_000, 40_001, 40_003, 40_007])[0];
    let search = Search::new(Play::Normal, Knowledge::Theory);
    let unfinished = search.has_value(component, 0, &budget).unwrap_err();
    assert_eq!(unfinished.limit, Limit::Cancelled);
    assert_eq!(reports.load(Ordering::Relaxed), 1);
}

/// The longest play has as many moves as there are counters; without theory the search follows it.
#[test]
fn deep_games_do_not_overflow_the_stack() {
    let budget = Budget::unlimited()
        .positions(60_000)
        .time(Duration::from_millis(500));
    for heap in [50_000, 4_000_000_000] {
        let search = Search::new(Play::Normal, Knowledge::RulesOnly);
        let value = search.value(&NimHeap(heap), &budget);
        assert!(value.is_err(), "out of reach without theory");
    }
    for cells in [[50_000, 70_000, 1, 2], [30_000, 30_001, 30_002, 30_004]] {
        for knowledge in KINDS {
            let component = &blocks(4, &cells)[0];
            let search = Search::new(Play::Normal, knowledge);
            let _ = search.value(component, &budget);
            let _ = search.has_value(component, 1, &budget);
        }
    }
    // In a thread with a small stack.
    let small = std::thread::Builder::new().stack_size(128 << 10);
    let run = small.spawn(|| {
        let search = Search::new(Play::Normal, Knowledge::RulesOnly);
        search.value(&NimHeap(1500), &Budget::unlimited())
    });
    assert_eq!(run.unwrap().join().unwrap(), Ok(1500));
}

#[test]
fn an_unfinished_search_continues_where_it_stopped() {
    let component = &blocks(4, &[7, 9, 11, 12])[0];
    let expected = Search::new(Play::Normal, Knowledge::Theory);
    let expected = expected.value(component, &Budget::unlimited()).unwrap();
    let search = Search::new(Play::Normal, Knowledge::Theory);
    let mut rounds = 0;
    let value = loop {
        rounds += 1;
        assert!(rounds < 10_000, "no progress");
        match search.value(component, &Budget::unlimited().positions(100)) {
            Ok(value) => break value,
            Err(unfinished) => assert_eq!(unfinished.limit, Limit::Positions { allowed: 100 }),
        }
    };
    assert!(rounds > 1 && value == expected, "{rounds} rounds");
}

/// Keys of wide positions are longer than the pieces in which memory is taken.
#[test]
fn a_position_of_many_columns_is_searched() {
    let ones = vec!["1"; 18_000].join(" ");
    let query = Query {
        moves: false,
        ..Query::default()
    };
    let mut analyzer = Analyzer::new(query, Budget::unlimited());
    let answer = read(&format!("matrix[{ones}]"))
        .unwrap()
        .analyze(&mut analyzer);
    assert_eq!(answer.outcome, Some(nimfield::Outcome::N));
}

/// A file holds the search of one position: what an analyser finds about others is not written into it.
#[test]
fn a_file_holds_the_search_of_its_position_only() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("one-position.state");
    let file = || StateFile::new(path.clone(), Duration::ZERO);
    let other = |play| match play {
        Play::Normal => ["node-kayles[5x5]", "lines(max=3)[4x5]"],
        Play::Misere => ["lines(max=2)[4x5]", "cram[4x5]"],
    };
    for (play, position) in [
        (Play::Normal, "cram[4x5]"),
        (Play::Misere, "lines(max=3)[4x5]"),
    ] {
        // A file of an earlier run is not continued.
        if path.exists() {
            std::fs::remove_file(&path).unwrap();
        }
        let position = read(position).unwrap();
        let analyzer = || Analyzer::new(Query::play(play), Budget::unlimited());
        let mut kept = analyzer();
        assert_eq!(kept.keep_in(&position, file()), Ok(0));
        let found = kept.analyze(&position).outcome;
        let decided = kept.save_search().unwrap().unwrap();
        assert!(decided > 0, "{position}");
        let bytes = std::fs::read(&path).unwrap();
        for text in other(play) {
            kept.analyze(&read(text).unwrap());
            assert!(std::fs::read(&path).unwrap() == bytes, "{text}");
        }
        // The play convention belongs to the search.
        kept.set_query(Query::play(match play {
            Play::Normal => Play::Misere,
            Play::Misere => Play::Normal,
        }));
        kept.analyze(&position);
        assert!(std::fs::read(&path).unwrap() == bytes, "{position}");
        let mut next = analyzer();
        assert!(next.keep_in(&position, file()).unwrap() >= decided);
        assert_eq!(next.analyze(&position).outcome, found);
    }
}
