//! Runs of every engine that has `unsafe` blocks, small enough for Miri (`.ci/miri`): two threads, several blocks,
//! pieces on disk.

use std::path::Path;
use std::time::Duration;

use nimfield_core::budget::Budget;
use nimfield_core::families::ray::RayGame;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::sieve::OutcomeTable;
use nimfield_engines::taking::table::{BoardTable, Code, Job, Solver, TableKind};

fn threads(count: usize) -> Budget {
    Budget::unlimited().threads(count)
}

/// A row of cells of which one or two neighbours are taken, with its reflection.
fn row(cells: u32) -> Taking {
    let runs = [1, 0b11].into_iter();
    let masks = runs.flat_map(|run: u64| (0..cells).map(move |at| run << at));
    let masks = masks.filter(|mask| mask >> cells == 0).collect();
    let reflection = (0..cells as u8).rev().collect();
    Taking::new(cells, masks, vec![reflection]).expect("a board")
}

/// The values of all states by the definition.
fn plain(game: &Taking, play: Play) -> Vec<u8> {
    let mut values = vec![0u8; 1 << game.cells()];
    for state in 0..values.len() {
        let moves = game.moves(state as u64);
        let options: Vec<u8> = moves.map(|mask| values[state ^ mask as usize]).collect();
        values[state] = match (options.is_empty(), play) {
            (true, Play::Misere) => 1,
            _ => (0..).find(|value| !options.contains(value)).expect("one"),
        };
    }
    values
}

fn agrees(table: &BoardTable, values: &[u8]) {
    for (state, value) in (0..).zip(values) {
        assert_eq!(table.is_p(state).expect("read"), *value == 0, "{state}");
    }
}

#[test]
fn boards_in_memory() {
    let game = row(if cfg!(miri) { 12 } else { 16 });
    for play in [Play::Normal, Play::Misere] {
        let budget = threads(2);
        let solver = Solver::quick(&game, &budget).expect("small");
        let solver = solver.by(Code::Portable);
        let table = solver.table(play, &budget).expect("solved");
        agrees(&table, &plain(&game, play));
    }
}

#[test]
fn boards_on_disk() {
    let game = row(if cfg!(miri) { 13 } else { 16 });
    let values = plain(&game, Play::Misere);
    let folder = std::env::temp_dir().join(format!("nimfield-unsafe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let solved = |name: &str, budget: &Budget, scratch: bool| {
        let path = folder.join(name);
        let job = Job {
            path: &path,
            text: "a row",
            game: &game,
            play: Play::Misere,
            kind: TableKind::Outcomes,
            save_every: Duration::ZERO,
            recompute: false,
            folder: scratch.then_some(&*folder),
        };
        job.run(budget).expect("solved");
        agrees(&BoardTable::open(&path).expect("a table"), &values);
        std::fs::read(Path::new(&path)).expect("the file")
    };
    let on_disk = solved("disk", &threads(2).bytes(7 << 10), true);
    // The other test runs in memory.
    if !cfg!(miri) {
        assert!(on_disk == solved("memory", &threads(2), false));
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn boxes() {
    let nim = RayGame::nim(3).expect("a game");
    let bounds = [9, 9, 9];
    for budget in [threads(1), threads(2)] {
        let outcomes = OutcomeTable::sieve(&nim, Play::Normal, &bounds, &budget).expect("small");
        let count = OutcomeTable::count(&nim, Play::Normal, &bounds, &budget).expect("small");
        assert_eq!(count, outcomes.count_p());
        let values = GrundyTable::compute(&nim, Play::Normal, &bounds, &budget).expect("small");
        for number in 0..9 * 9 * 9 {
            let position = [number / 81, number / 9 % 9, number % 9];
            let sum = position.iter().fold(0, |sum, heap| sum ^ heap);
            assert_eq!(values.value(&position), Some(sum));
            assert_eq!(outcomes.is_p(&position), Some(sum == 0));
        }
        let wythoff = RayGame::wythoff();
        let lost = OutcomeTable::sieve(&wythoff, Play::Normal, &[70, 70], &budget).expect("small");
        let pairs = (0..70).flat_map(|a| (a..70).map(move |b| [a, b]));
        let pairs: Vec<[u32; 2]> = pairs.filter(|pair| lost.is_p(pair) == Some(true)).collect();
        assert!(pairs.len() > 20);
        for (apart, pair) in (0..).zip(&pairs) {
            assert_eq!(pair[1] - pair[0], apart);
        }
        let values = GrundyTable::compute(&wythoff, Play::Misere, &[12, 12], &budget);
        let values = values.expect("small");
        assert_eq!(values.value(&[2, 2]), Some(0));
    }
}
