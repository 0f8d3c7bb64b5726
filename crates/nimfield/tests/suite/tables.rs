//! The table engines compared with plain dynamic programming, and with theorems.

use nimfield::budget::{Budget, Limit, Progress, Unfinished};
use nimfield::families::ray::RayGame;
use nimfield::words::Play;
use nimfield_engines::TableError;
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::sieve::OutcomeTable;
use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Grundy values of the box in lexicographic order, option by option. Its zeros are the
/// P-positions, in misère play too.
fn twin(game: &RayGame, play: Play, bounds: &[u32]) -> Vec<(Vec<u32>, u32)> {
    let index = |position: &[u32]| {
        let step = |index, (&x, &bound): (&u32, &u32)| index * bound as usize + x as usize;
        position.iter().zip(bounds).fold(0, step)
    };
    let rays: Vec<Vec<usize>> = game.rays().map(Iterator::collect).collect();
    let mut table: Vec<(Vec<u32>, u32)> = Vec::new();
    let mut position = vec![0; bounds.len()];
    loop {
        let mut seen = Vec::new();
        for ray in &rays {
            let mut option = position.clone();
            while ray.iter().all(|&pile| option[pile] > 0) {
                ray.iter().for_each(|&pile| option[pile] -= 1);
                let value = table[index(&option)].1 as usize;
                seen.resize(seen.len().max(value + 1), false);
                seen[value] = true;
            }
        }
        let value = if seen.is_empty() {
            usize::from(play == Play::Misere)
        } else {
            seen.iter().position(|seen| !seen).unwrap_or(seen.len())
        };
        table.push((position.clone(), value as u32));
        let Some(pile) = (0..bounds.len()).rfind(|&pile| position[pile] + 1 < bounds[pile]) else {
            return table;
        };
        position[pile] += 1;
        position[pile + 1..].fill(0);
    }
}

fn sieve(game: &RayGame, play: Play, bounds: &[u32], threads: usize) -> OutcomeTable {
    OutcomeTable::sieve(game, play, bounds, &Budget::unlimited().threads(threads)).unwrap()
}

fn grundy(game: &RayGame, play: Play, bounds: &[u32], threads: usize) -> GrundyTable {
    GrundyTable::compute(game, play, bounds, &Budget::unlimited().threads(threads)).unwrap()
}

/// The positions of a box in lexicographic order.
fn positions(bounds: &[u32]) -> impl Iterator<Item = Vec<u32>> {
    let count: u64 = bounds.iter().map(|&bound| u64::from(bound)).product();
    (0..count).map(move |mut number| {
        let entries = bounds.iter().rev().map(|&bound| {
            let entry = number % u64::from(bound);
            number /= u64::from(bound);
            entry as u32
        });
        let mut position: Vec<u32> = entries.collect();
        position.reverse();
        position
    })
}

fn outcomes(table: &OutcomeTable, bounds: &[u32]) -> impl Iterator<Item = (Vec<u32>, bool)> {
    positions(bounds).map(|x| (x.clone(), table.is_p(&x).unwrap()))
}

fn p_positions(table: &OutcomeTable, bounds: &[u32]) -> impl Iterator<Item = Vec<u32>> {
    outcomes(table, bounds)
        .filter(|(_, is_p)| *is_p)
        .map(|(x, _)| x)
}

fn values(table: &GrundyTable, bounds: &[u32]) -> impl Iterator<Item = (Vec<u32>, u32)> {
    positions(bounds).map(|x| (x.clone(), table.value(&x).unwrap()))
}

/// Both engines, both plays, with the given numbers of threads.
fn check(game: &RayGame, bounds: &[u32], threads: impl IntoIterator<Item = usize> + Clone) {
    for play in [Play::Normal, Play::Misere] {
        let expected = twin(game, play, bounds);
        let p: Vec<_> = expected.iter().filter(|(_, value)| *value == 0).collect();
        for threads in threads.clone() {
            let table = sieve(game, play, bounds, threads);
            let context = format!("{game:?} {play} {bounds:?}, {threads} threads");
            assert!(
                outcomes(&table, bounds)
                    .eq(expected.iter().map(|(x, value)| (x.clone(), *value == 0))),
                "outcomes of {context}"
            );
            assert_eq!(table.count_p(), p.len() as u64, "count of {context}");
            let budget = Budget::unlimited().threads(threads);
            let count = OutcomeTable::count(game, play, bounds, &budget);
            assert_eq!(count, Ok(p.len() as u64), "streamed count of {context}");
            assert_eq!(table.positions(), expected.len() as u64);

            let table = grundy(game, play, bounds, threads);
            assert!(
                values(&table, bounds).eq(expected.iter().cloned()),
                "values of {context}"
            );
            assert_eq!(table.positions(), expected.len() as u64);
        }
    }
}

fn nim(piles: usize) -> RayGame {
    RayGame::nim(piles).unwrap()
}

fn matrix(rows: usize, columns: usize) -> RayGame {
    RayGame::matrix(rows, columns).unwrap()
}

#[test]
fn small_boxes_of_nim_agree_with_the_twin() {
    check(&nim(0), &[], [1, 3]);
    for bounds in [&[1][..], &[2], &[63], &[64], &[65], &[300]] {
        check(&nim(1), bounds, [1, 2]);
    }
    for bounds in [[1, 1], [1, 9], [9, 1], [8, 8], [7, 13], [64, 3], [5, 130]] {
        check(&nim(2), &bounds, 1..=2);
    }
    for bounds in [[1, 1, 1], [4, 1, 5], [8, 8, 8], [3, 11, 6], [17, 2, 9]] {
        check(&nim(3), &bounds, 1..=2);
    }
    for bounds in [[4, 4, 4, 4], [3, 1, 5, 7], [2, 6, 5, 5], [1, 1, 1, 65]] {
        check(&nim(4), &bounds, 1..=2);
    }
    check(&nim(7), &[2; 7], [1]);
    check(&nim(12), &[2; 12], [1]);
}

#[test]
fn small_boxes_of_wythoff_agree_with_the_twin() {
    let game = RayGame::wythoff();
    for bounds in [
        [1, 1],
        [1, 20],
        [20, 1],
        [31, 31],
        [64, 65],
        [5, 140],
        [140, 5],
    ] {
        check(&game, &bounds, 1..=2);
    }
}

#[test]
fn small_boxes_of_one_row_agree_with_the_twin() {
    for bounds in [[1, 1, 1], [7, 7, 7], [5, 9, 14], [14, 1, 9], [3, 4, 70]] {
        check(&matrix(1, 3), &bounds, 1..=2);
        check(&matrix(3, 1), &bounds, 1..=2);
    }
    for bounds in [[5, 5, 5, 5], [2, 3, 4, 5], [7, 1, 6, 3], [2, 2, 3, 66]] {
        check(&matrix(1, 4), &bounds, 1..=2);
    }
    check(&matrix(1, 5), &[4; 5], [1]);
    check(&matrix(1, 6), &[3; 6], [1]);
    check(&matrix(1, 9), &[2, 1, 2, 2, 3, 2, 2, 1, 2], [1]);
}

#[test]
fn small_boxes_of_matrices_agree_with_the_twin() {
    for n in 1..=11 {
        check(&matrix(2, 2), &[n; 4], 1..=2);
    }
    for bounds in [
        [3, 8, 5, 2],
        [1, 9, 9, 9],
        [9, 9, 9, 1],
        [2, 1, 1, 40],
        [4, 70, 3, 5],
    ] {
        check(&matrix(2, 2), &bounds, 1..=2);
    }
    for n in 1..=4 {
        check(&matrix(2, 3), &[n; 6], 1..=2);
        check(&matrix(3, 2), &[n; 6], 1..=2);
    }
    for bounds in [[5, 2, 3, 1, 6, 4], [2, 3, 9, 4, 1, 7], [2, 2, 2, 2, 2, 67]] {
        check(&matrix(2, 3), &bounds, 1..=2);
        check(&matrix(3, 2), &bounds, 1..=2);
    }
    for n in 1..=3 {
        check(&matrix(3, 3), &[n; 9], 1..=2);
    }
    check(&matrix(3, 3), &[2, 5, 1, 3, 2, 4, 3, 1, 3], 1..=2);
    check(&matrix(2, 4), &[2, 3, 4, 3, 2, 5, 1, 4], 1..=2);
    check(&matrix(3, 4), &[2; 12], 1..=2);
}

/// Boxes of which every part is large enough to be shared among threads.
#[test]
fn threads_agree_with_the_twin() {
    check(&matrix(2, 2), &[3, 140, 121, 2], [2, 3]);
    check(&matrix(2, 3), &[28, 2, 3, 2, 29, 31], [2]);
    check(&matrix(1, 4), &[9, 8, 7, 40], [2, 4]);
    check(&nim(4), &[9, 10, 7, 40], [2, 4]);
    check(&nim(3), &[5, 4, 300], [4]);
}

#[test]
fn threads_change_nothing() {
    for (game, bounds) in [
        (matrix(2, 2), &[9, 130, 150, 11][..]),
        (matrix(2, 3), &[7, 13, 4, 14, 4, 67]),
        (matrix(3, 3), &[5, 4, 5, 4, 5, 4, 5, 4, 5]),
        (matrix(1, 4), &[11, 17, 12, 300]),
        (matrix(1, 5), &[7, 8, 9, 8, 100]),
        (nim(5), &[7, 8, 9, 8, 100]),
        (RayGame::wythoff(), &[300, 900]),
    ] {
        for play in [Play::Normal, Play::Misere] {
            let expected: Vec<_> = p_positions(&sieve(&game, play, bounds, 1), bounds).collect();
            for threads in 2..=4 {
                let table = sieve(&game, play, bounds, threads);
                assert_eq!(table.count_p(), expected.len() as u64);
                assert!(
                    expected.iter().all(|p| table.is_p(p) == Some(true)),
                    "{game:?} {play} {bounds:?}, {threads} threads"
                );
            }
        }
    }
}

/// Up to six piles, any rays, bounds that fill at most a few thousand positions.
fn any_game() -> impl Strategy<Value = (RayGame, Vec<u32>)> {
    (1usize..=6).prop_flat_map(|piles| {
        let rays = prop::collection::btree_set(1u8..1 << piles, 0..=6);
        let longest = [700u32, 60, 16, 9, 6, 4][piles - 1];
        let bounds = prop::collection::vec(1..=longest, piles);
        (rays, bounds).prop_map(move |(rays, bounds)| {
            let members = |ray: u8| (0..piles).filter(move |&pile| ray >> pile & 1 == 1);
            (
                RayGame::new(piles, rays.into_iter().map(members)).unwrap(),
                bounds,
            )
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_ray_game_agrees_with_the_twin((game, bounds) in any_game()) {
        check(&game, &bounds, [1, 2]);
    }
}

#[test]
fn nim_is_the_nim_sum() {
    let bounds = [100, 40, 70];
    let table = grundy(&nim(3), Play::Normal, &bounds, 2);
    assert!(values(&table, &bounds).all(|(x, value)| value == x[0] ^ x[1] ^ x[2]));
    // Misère nim: as normal nim if some heap has at least 2, otherwise inverted (Bouton 1902).
    let bounds = [16, 16, 16, 33];
    let table = sieve(&nim(4), Play::Misere, &bounds, 2);
    for (x, is_p) in outcomes(&table, &bounds) {
        let sum = x.iter().fold(0, |sum, heap| sum ^ heap);
        let expected = if x.iter().any(|&heap| heap > 1) {
            sum == 0
        } else {
            sum == 1
        };
        assert_eq!(is_p, expected, "{x:?}");
    }
}

#[test]
fn wythoff_pairs() {
    // The n-th pair is (a, a + n), a the least number in no pair before (Wythoff 1907).
    let bound = 3000;
    let mut used = vec![false; 2 * bound];
    let mut pairs = Vec::new();
    for n in 0.. {
        let a = used.iter().position(|used| !used).unwrap();
        if a >= bound {
            break;
        }
        used[a] = true;
        used[a + n] = true;
        if a + n < bound {
            pairs.push(vec![a as u32, (a + n) as u32]);
            if n > 0 {
                pairs.push(vec![(a + n) as u32, a as u32]);
            }
        }
    }
    pairs.sort();
    let bounds = [bound as u32; 2];
    let table = sieve(&RayGame::wythoff(), Play::Normal, &bounds, 1);
    assert!(p_positions(&table, &bounds).eq(pairs));
}

#[test]
fn one_row_of_odd_length_is_the_nim_sum() {
    let bounds = [40, 50, 33];
    let table = grundy(&matrix(1, 3), Play::Normal, &bounds, 1);
    assert!(values(&table, &bounds).all(|(x, value)| value == x[0] ^ x[1] ^ x[2]));
    let table = grundy(&matrix(1, 5), Play::Normal, &[9; 5], 2);
    assert!(
        values(&table, &[9; 5]).all(|(x, value)| value == x.iter().fold(0, |sum, pile| sum ^ pile))
    );
}

#[test]
fn four_in_a_row_has_one_partner_for_every_three() {
    // For all (a, b, c) exactly one d makes (a, b, c, d) P: two of them would be joined by a move,
    // and of the others only finitely many have a P-option that differs in a, b or c.
    let bounds = [12, 12, 12, 80];
    let table = sieve(&matrix(1, 4), Play::Normal, &bounds, 1);
    let mut seen = std::collections::HashSet::new();
    for p in p_positions(&table, &bounds) {
        assert!(seen.insert([p[0], p[1], p[2]]), "{p:?}");
    }
    assert_eq!(seen.len(), 12 * 12 * 12);
}

#[test]
fn two_by_two_is_theorem_3_of_ferguson() {
    // M is P if and only if a rotation puts it into the form (a b; b d) with min(a, d) >= b, or
    // with a < b < d and a mod (d - a) < d - b.
    let form = |[a, b, c, d]: [u32; 4]| {
        b == c && (a.min(d) >= b || (a < b && b < d && a % (d - a) < d - b))
    };
    let bounds = [28, 90, 80, 29];
    let table = sieve(&matrix(2, 2), Play::Normal, &bounds, 2);
    for a in 0..bounds[0] {
        for b in 0..bounds[1] {
            for c in 0..bounds[2] {
                for d in 0..bounds[3] {
                    let rotations = [[a, b, c, d], [c, a, d, b], [d, c, b, a], [b, d, a, c]];
                    let expected = rotations.into_iter().any(form);
                    assert_eq!(table.is_p(&[a, b, c, d]), Some(expected), "{a} {b} {c} {d}");
                }
            }
        }
    }
    // The example after the theorem.
    assert_eq!(table.is_p(&[20, 24, 24, 27]), Some(false));
    assert_eq!(table.is_p(&[17, 20, 20, 24]), Some(true));
}

#[test]
fn symmetries_of_the_matrix_keep_the_value() {
    let bounds = [5; 6];
    let table = grundy(&matrix(2, 3), Play::Normal, &bounds, 1);
    let transposed = grundy(&matrix(3, 2), Play::Normal, &bounds, 1);
    for (x, value) in values(&table, &bounds) {
        let swapped_rows = [x[3], x[4], x[5], x[0], x[1], x[2]];
        let rotated_columns = [x[1], x[2], x[0], x[4], x[5], x[3]];
        assert_eq!(table.value(&swapped_rows), Some(value));
        assert_eq!(table.value(&rotated_columns), Some(value));
        let columns = [x[0], x[3], x[1], x[4], x[2], x[5]];
        assert_eq!(transposed.value(&columns), Some(value));
    }
}

#[test]
fn outside_the_box_there_is_no_answer() {
    let outcomes = sieve(&matrix(2, 2), Play::Normal, &[3, 4, 5, 6], 1);
    let values = grundy(&matrix(2, 2), Play::Normal, &[3, 4, 5, 6], 1);
    for outside in [
        &[3, 0, 0, 0][..],
        &[0, 0, 0, 6],
        &[0, 0, 0],
        &[0; 5],
        &[u32::MAX; 4],
    ] {
        assert_eq!(outcomes.is_p(outside), None);
        assert_eq!(values.value(outside), None);
    }
}

#[test]
fn invalid_boxes_are_refused() {
    let refuse = |game: &RayGame, bounds: &[u32]| {
        let budget = Budget::unlimited();
        let outcome = OutcomeTable::sieve(game, Play::Normal, bounds, &budget).unwrap_err();
        let value = GrundyTable::compute(game, Play::Normal, bounds, &budget).unwrap_err();
        let memory = |error: &TableError| matches!(error, TableError::OutOfMemory { .. });
        assert!(outcome == value || memory(&outcome) && memory(&value));
        outcome
    };
    assert_eq!(
        refuse(&nim(3), &[5, 5]),
        TableError::Dimension {
            piles: 3,
            bounds: 2
        }
    );
    assert_eq!(
        refuse(&nim(3), &[5, 5, 0]),
        TableError::EmptyBox { pile: 2 }
    );
    assert_eq!(
        refuse(&nim(3), &[u32::MAX; 3]),
        TableError::TooManyPositions
    );
    assert_eq!(refuse(&nim(64), &[2; 64]), TableError::TooManyPositions);
    assert_eq!(refuse(&nim(58), &[2; 58]), TableError::TooManyPositions);
    // 2^55 positions can be numbered; no machine has enough memory.
    assert!(matches!(
        refuse(&nim(55), &[2; 55]),
        TableError::OutOfMemory { .. }
    ));
}

fn unfinished<T: std::fmt::Debug>(result: Result<T, TableError>) -> Unfinished {
    match result.unwrap_err() {
        TableError::Unfinished(unfinished) => unfinished,
        other => panic!("{other}"),
    }
}

#[test]
fn too_many_positions_or_bytes_are_refused_beforehand() {
    let game = matrix(2, 3);
    // 2^48 positions: using the memory would fail.
    let bounds = [256; 6];
    let total = Some(1 << 48);
    let reports = Arc::new(AtomicU64::new(0));
    let counted = reports.clone();
    let budget = Budget::unlimited().progress(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let allowed = 1 << 20;
    for budget in [budget.clone().positions(allowed), budget.bytes(allowed)] {
        for threads in [1, 2] {
            let budget = budget.clone().threads(threads);
            let sieved = OutcomeTable::sieve(&game, Play::Normal, &bounds, &budget);
            let computed = GrundyTable::compute(&game, Play::Misere, &bounds, &budget);
            for stopped in [unfinished(sieved), unfinished(computed)] {
                assert_eq!((stopped.done, stopped.total), (0, total));
                match stopped.limit {
                    Limit::Positions { allowed: limit } => assert_eq!(limit, allowed),
                    Limit::Bytes {
                        allowed: limit,
                        needed,
                    } => {
                        assert_eq!(limit, allowed);
                        assert!(needed > 1 << 45);
                    }
                    other => panic!("{other}"),
                }
            }
        }
    }
    assert_eq!(reports.load(Ordering::Relaxed), 0);
}

fn needed_of(stopped: Unfinished) -> u64 {
    match stopped.limit {
        Limit::Bytes { needed, .. } => needed,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_announced_memory_suffices_exactly() {
    let game = matrix(2, 2);
    let bounds = [32; 4];
    for threads in [1, 2] {
        let budget = Budget::unlimited().threads(threads);
        let sieve =
            |bytes| OutcomeTable::sieve(&game, Play::Normal, &bounds, &budget.clone().bytes(bytes));
        let needed = needed_of(unfinished(sieve(0)));
        assert!(sieve(needed).is_ok());
        // A bit for each position, and the marks of the sweep.
        let table = 32u64.pow(4) / 8;
        assert!(table < needed && needed < 2 * table);
        assert_eq!(
            unfinished(sieve(needed - 1)).limit,
            Limit::Bytes {
                allowed: needed - 1,
                needed
            }
        );
    }
    // A count stores no table; without memory for two threads it uses one.
    let counted = |threads, bytes| {
        let budget = Budget::unlimited().threads(threads).bytes(bytes);
        OutcomeTable::count(&game, Play::Normal, &bounds, &budget)
    };
    let needed = needed_of(unfinished(counted(1, 0)));
    assert!(needed < 32u64.pow(4) / 80);
    for threads in [1, 2] {
        assert_eq!(counted(threads, needed), counted(1, u64::MAX));
        let stopped = unfinished(counted(threads, needed - 1));
        let allowed = needed - 1;
        assert_eq!(stopped.limit, Limit::Bytes { allowed, needed });
    }
    // The planes of a Grundy table count as memory while they grow.
    let budget = |bytes| Budget::unlimited().bytes(bytes);
    let compute = |bytes| GrundyTable::compute(&game, Play::Normal, &bounds, &budget(bytes));
    let table = compute(4 << 20).unwrap();
    assert_eq!(table.bytes(), 32u64.pow(4));
    let stopped = unfinished(compute(table.bytes() + 50_000));
    assert!(matches!(stopped.limit, Limit::Bytes { .. }));
}

#[test]
fn cancelled_midway() {
    let (game, bounds) = (matrix(2, 2), [64; 4]);
    for threads in [1, 2, 3] {
        let flag = Arc::new(AtomicBool::new(false));
        let raise = flag.clone();
        let total = 64u64.pow(4);
        let budget = Budget::unlimited()
            .threads(threads)
            .cancel(flag.clone())
            .progress(move |progress| {
                if progress.done >= total / 4 {
                    raise.store(true, Ordering::Relaxed);
                }
            });
        let sieved = OutcomeTable::sieve(&game, Play::Normal, &bounds, &budget);
        flag.store(false, Ordering::Relaxed);
        let computed = GrundyTable::compute(&game, Play::Normal, &bounds, &budget);
        for stopped in [unfinished(sieved), unfinished(computed)] {
            assert_eq!(stopped.limit, Limit::Cancelled);
            assert_eq!(stopped.total, Some(total));
            assert!(
                stopped.done >= total / 4 && stopped.done < total,
                "{stopped}"
            );
        }
    }
}

#[test]
fn out_of_time() {
    let budget = Budget::unlimited().time(Duration::ZERO);
    let sieved = OutcomeTable::sieve(&matrix(2, 2), Play::Normal, &[64; 4], &budget);
    let stopped = unfinished(sieved);
    assert_eq!(
        stopped.limit,
        Limit::Time {
            allowed: Duration::ZERO
        }
    );
    assert!(stopped.to_string().contains("time limit"), "{stopped}");
}

#[test]
fn progress_is_reported_up_to_the_end() {
    for threads in [1, 2] {
        let reports = Arc::new(Mutex::new(Vec::<Progress>::new()));
        let log = reports.clone();
        let budget = Budget::unlimited()
            .threads(threads)
            .progress(move |progress| log.lock().unwrap().push(progress));
        OutcomeTable::sieve(&matrix(2, 2), Play::Normal, &[50; 4], &budget).unwrap();
        let reports = reports.lock().unwrap();
        let total = 50u64.pow(4);
        assert!((2..=256).contains(&reports.len()));
        assert!(
            reports
                .iter()
                .all(|p| p.total == Some(total) && p.phase == "sieve")
        );
        assert!(reports.iter().any(|p| p.done == total));
    }
}
