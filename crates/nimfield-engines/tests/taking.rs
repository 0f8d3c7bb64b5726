//! Tables against plain dynamic programming, which uses only the definition.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::families::taking::{MAX_CELLS, Taking, permute};
use nimfield_core::files::FileFault;
use nimfield_core::words::Play;
use nimfield_engines::taking::table::{
    BoardTable, Code, EXTENSION, Job, JobError, SolveError, Solver, Survey, TableKind, TableSet,
    memory_needed,
};
use proptest::prelude::*;

/// All lost states by the definition.
fn plain(game: &Taking, play: Play) -> Vec<bool> {
    let mut p = vec![false; 1 << game.cells()];
    for state in 0..p.len() {
        let mut moves = game.moves(state as u64).peekable();
        p[state] = match (moves.peek(), play) {
            (None, Play::Misere) => false,
            _ => moves.all(|mask| !p[state ^ mask as usize]),
        };
    }
    p
}

/// All values by the definition.
fn plain_values(game: &Taking, play: Play) -> Vec<u8> {
    let mut values = vec![0u8; 1 << game.cells()];
    for state in 0..values.len() {
        let options: Vec<u8> = (game.moves(state as u64))
            .map(|mask| values[state ^ mask as usize])
            .collect();
        values[state] = match (options.is_empty(), play) {
            (true, Play::Misere) => 1,
            _ => (0..).find(|value| !options.contains(value)).unwrap(),
        };
    }
    values
}

/// The stones that a move may take from a line.
#[derive(Clone, Copy, Debug)]
enum Take {
    Runs(usize),
    Subsets,
}

/// A board of rows and columns, with its symmetries.
fn board(rows: usize, columns: usize, take: Take) -> Taking {
    let cell = |r: usize, c: usize| r * columns + c;
    let mut masks = Vec::new();
    let row_lines = (0..rows).map(|r| (0..columns).map(|c| cell(r, c)).collect::<Vec<_>>());
    let column_lines = (0..columns).map(|c| (0..rows).map(|r| cell(r, c)).collect());
    for line in row_lines.chain(column_lines) {
        for set in 1u64..1 << line.len() {
            let run = (set >> set.trailing_zeros()).trailing_ones() == set.count_ones();
            let fits = match take {
                Take::Runs(most) => run && set.count_ones() as usize <= most,
                Take::Subsets => true,
            };
            if fits {
                let cells = (0..line.len()).filter(|i| set >> i & 1 == 1);
                masks.push(cells.fold(0u64, |mask, i| mask | 1 << line[i]));
            }
        }
    }
    let all = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    let (down, right) = (rows - 1, columns - 1);
    let mut symmetries: Vec<Vec<u8>> = vec![
        all().map(|(r, c)| cell(r, right - c) as u8).collect(),
        all().map(|(r, c)| cell(down - r, c) as u8).collect(),
        all()
            .map(|(r, c)| cell(down - r, right - c) as u8)
            .collect(),
    ];
    if rows == columns {
        symmetries.push(all().map(|(r, c)| cell(c, r) as u8).collect());
    }
    Taking::new((rows * columns) as u32, masks, symmetries).unwrap()
}

fn two_threads() -> Budget {
    Budget::unlimited().threads(2)
}

fn outcomes(game: &Taking, play: Play) -> BoardTable {
    BoardTable::solve(game, play, TableKind::Outcomes, &two_threads()).unwrap()
}

fn agrees(game: &Taking, play: Play) {
    let expected = plain(game, play);
    let best = || Solver::new(game, &two_threads()).unwrap();
    let quick = (
        "quick".to_string(),
        Solver::quick(game, &two_threads()).unwrap(),
    );
    let by_code = Code::available()
        .into_iter()
        .map(|code| (format!("{code:?}"), best().by(code)));
    for (code, solver) in by_code.chain([quick]) {
        let table = solver.table(play, &two_threads()).unwrap();
        for (state, &p) in expected.iter().enumerate() {
            assert_eq!(table.is_p(state as u64), Ok(p), "{code} {play} {state:#b}");
        }
        let summary = table.summary();
        let mut counts = vec![0; game.cells() as usize + 1];
        for (state, _) in expected.iter().enumerate().filter(|(_, p)| **p) {
            counts[state.count_ones() as usize] += 1;
        }
        assert_eq!(summary.p_by_stones, counts);
        let full = game.full();
        assert_eq!(summary.full_is_p, expected[full as usize]);
        let winning = game
            .moves(full)
            .filter(|mask| expected[(full ^ mask) as usize]);
        assert_eq!(summary.winning_moves, winning.collect::<Vec<_>>());
    }
}

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

const TAKES: [Take; 5] = [
    Take::Runs(1),
    Take::Runs(2),
    Take::Runs(3),
    Take::Runs(99),
    Take::Subsets,
];

fn line_boards_agree(sizes: &[(usize, usize)], takes: &[Take]) {
    for &(rows, columns) in sizes {
        for &take in takes {
            for play in PLAYS {
                agrees(&board(rows, columns, take), play);
            }
        }
    }
}

#[test]
fn line_boards_agree_with_the_definition() {
    const SIZES: [(usize, usize); 14] = [
        (1, 1),
        (1, 2),
        (2, 2),
        (1, 5),
        (2, 3),
        (1, 7),
        (3, 3),
        (2, 5),
        (1, 11),
        (3, 4),
        (1, 13),
        (2, 7),
        (3, 5),
        (4, 4),
    ];
    line_boards_agree(&SIZES, &TAKES);
    line_boards_agree(&[(3, 6), (4, 5)], &[Take::Runs(3)]);
}

#[test]
#[ignore = "half a minute"]
fn larger_line_boards_agree_with_the_definition() {
    line_boards_agree(&[(2, 9), (4, 5), (3, 7)], &TAKES);
}

#[test]
fn published_counts() {
    let count = |game: &Taking, play| outcomes(game, play).summary().p_positions();
    let three = board(3, 3, Take::Runs(3));
    assert_eq!(
        (count(&three, Play::Normal), count(&three, Play::Misere)),
        (88, 89)
    );
    let four = board(4, 4, Take::Runs(4));
    assert_eq!(
        (count(&four, Play::Normal), count(&four, Play::Misere)),
        (8_380, 8_568)
    );
    // 2D Nim stores 55,664 winning states, the empty board counted as won.
    let limited = board(4, 4, Take::Runs(3));
    assert_eq!((1 << 16) - count(&limited, Play::Misere), 55_664);
}

#[test]
fn a_board_without_cells_or_without_moves() {
    for cells in [0, 1, 3, 14] {
        let stuck = Taking::new(cells, vec![], vec![]).unwrap();
        for play in PLAYS {
            agrees(&stuck, play);
            assert_eq!(outcomes(&stuck, play).is_p(0), Ok(play == Play::Normal));
        }
    }
}

/// A game of random masks; with the given transpositions of cells as its symmetry, if any.
fn random_game() -> impl Strategy<Value = Taking> {
    let masks = |cells: u32| {
        let mask = proptest::collection::vec(0..cells, 1..5);
        let mask = mask.prop_map(|cells| cells.iter().fold(0u64, |mask, cell| mask | 1 << cell));
        (
            Just(cells),
            proptest::collection::vec(mask, 1..40),
            0..=cells / 2,
            any::<bool>(),
        )
    };
    (1u32..=16)
        .prop_flat_map(masks)
        .prop_map(|(cells, mut masks, pairs, singles)| {
            // Cells are exchanged from both ends.
            let image = |cell: u32| {
                if cell.min(cells - 1 - cell) < pairs {
                    cells - 1 - cell
                } else {
                    cell
                }
            };
            let mirror: Vec<u8> = (0..cells).map(|cell| image(cell) as u8).collect();
            if pairs > 0 {
                masks.extend(masks.clone().iter().map(|mask| permute(*mask, &mirror)));
            }
            if singles {
                masks.extend((0..cells).map(|cell| 1 << cell));
            }
            let symmetries = if pairs > 0 { vec![mirror] } else { vec![] };
            Taking::new(cells, masks, symmetries).unwrap()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_list_of_masks_agrees_with_the_definition(game in random_game(), misere: bool) {
        agrees(&game, if misere { Play::Misere } else { Play::Normal });
    }

    #[test]
    fn values_are_the_mex_of_the_options(game in random_game(), misere: bool) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let table = BoardTable::solve(&game, play, TableKind::Values, &two_threads()).unwrap();
        let expected = plain_values(&game, play);
        for (state, &value) in expected.iter().enumerate() {
            prop_assert_eq!(table.value(state as u64), Ok(Some(value)));
            prop_assert_eq!(table.is_p(state as u64), Ok(value == 0));
        }
        let summary = table.summary();
        let largest = *expected.iter().max().unwrap();
        let count = |value| expected.iter().filter(|v| **v == value).count() as u64;
        prop_assert_eq!(&summary.by_value, &(0..=largest).map(count).collect::<Vec<_>>());
        prop_assert_eq!(summary.full_value, expected.last().copied());
        prop_assert_eq!(summary.p_positions(), count(0));
    }
}

proptest! {
    #[test]
    fn symmetric_states_have_the_same_verdict(state: u64) {
        static TABLES: std::sync::OnceLock<Vec<(Taking, BoardTable)>> = std::sync::OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            let games = [(5, 5, Take::Runs(5)), (4, 6, Take::Runs(3)), (5, 5, Take::Subsets)];
            let games = games.map(|(rows, columns, take)| board(rows, columns, take));
            games.map(|game| (game.clone(), outcomes(&game, Play::Misere))).into()
        });
        for (game, table) in tables {
            let state = state & game.full();
            for symmetry in game.symmetries() {
                prop_assert_eq!(table.is_p(permute(state, symmetry)), table.is_p(state));
            }
        }
    }
}

/// All results that must not depend on instructions, threads and symmetry.
#[test]
fn portable_and_wide_tables_are_the_same_bit_for_bit() {
    for (rows, columns, take) in [
        (5, 5, Take::Runs(5)),
        (4, 5, Take::Runs(3)),
        (4, 5, Take::Subsets),
        (4, 6, Take::Runs(2)),
        (3, 7, Take::Runs(7)),
        (1, 20, Take::Runs(4)),
    ] {
        let game = board(rows, columns, take);
        let solve = |code, threads| {
            let budget = Budget::unlimited().threads(threads);
            let solver = Solver::new(&game, &budget).unwrap().by(code);
            solver.table(Play::Misere, &budget).unwrap()
        };
        let portable = solve(Code::Portable, 1);
        for code in Code::available() {
            let table = solve(code, 3);
            assert_eq!(table.summary(), portable.summary());
            assert!(
                table.planes().unwrap() == portable.planes().unwrap(),
                "{code:?} {rows}x{columns}"
            );
        }
        let alone = Taking::new(game.cells(), game.masks().to_vec(), vec![]).unwrap();
        let (with, without) = (
            outcomes(&game, Play::Misere),
            outcomes(&alone, Play::Misere),
        );
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..20_000 {
            let state = random.u64(..) & game.full();
            assert_eq!(with.is_p(state), without.is_p(state));
        }
    }
}

#[test]
fn a_table_of_values_has_the_p_positions_of_one_of_outcomes() {
    for play in PLAYS {
        let game = board(4, 5, Take::Runs(5));
        let values = BoardTable::solve(&game, play, TableKind::Values, &two_threads()).unwrap();
        let table = outcomes(&game, play);
        for state in 0..=game.full() {
            assert_eq!(table.is_p(state), values.is_p(state));
        }
        assert_eq!(table.summary().p_by_stones, values.summary().p_by_stones);
        assert_eq!(
            table.summary().winning_moves,
            values.summary().winning_moves
        );
    }
}

#[test]
fn tables_that_are_too_large_are_refused_before_memory_is_taken() {
    let large = Taking::new(41, vec![1], vec![]).unwrap();
    let refused = BoardTable::solve(&large, Play::Normal, TableKind::Outcomes, &two_threads());
    assert_eq!(refused.unwrap_err(), SolveError::TooManyCells(41));
    assert!(
        SolveError::TooManyCells(41)
            .to_string()
            .contains("41 cells")
    );
    let largest = Taking::new(MAX_CELLS, vec![1], vec![]).unwrap();
    let refused = BoardTable::solve(&largest, Play::Normal, TableKind::Values, &two_threads());
    assert_eq!(refused.unwrap_err(), SolveError::TooManyCells(64));
    let budget = two_threads().bytes(1 << 30);
    let six = board(6, 6, Take::Runs(6));
    let refused = BoardTable::solve(&six, Play::Normal, TableKind::Outcomes, &budget);
    let limit = Limit::Bytes {
        allowed: 1 << 30,
        needed: 1 << 33,
    };
    let expected = Unfinished {
        limit,
        done: 0,
        total: Some(1 << 36),
    };
    assert_eq!(refused.unwrap_err(), SolveError::Unfinished(expected));
    assert_eq!(memory_needed(36, TableKind::Outcomes), 1 << 33);
    assert_eq!(memory_needed(25, TableKind::Values), 7 << 22);
    assert_eq!(memory_needed(40, TableKind::Outcomes), 1 << 37);
}

// Files

/// A folder for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("nimfield-tables-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn job<'a>(path: &'a Path, game: &'a Taking, kind: TableKind) -> Job<'a> {
    Job {
        path,
        text: "a test",
        game,
        play: Play::Misere,
        kind,
        save_every: Duration::ZERO,
        recompute: false,
        folder: None,
    }
}

#[test]
fn tables_in_files_and_in_memory_agree() {
    let folder = Folder::new("roundtrip");
    for (number, (rows, columns)) in [(1, 1), (1, 3), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5)]
        .into_iter()
        .enumerate()
    {
        for kind in [TableKind::Outcomes, TableKind::Values] {
            let game = board(rows, columns, Take::Runs(3));
            let path = folder.at(&format!("{number}{kind}.{EXTENSION}"));
            let solved = job(&path, &game, kind).run(&two_threads()).unwrap();
            assert!(!solved.was_there && solved.resumed == 0);
            let expected = BoardTable::solve(&game, Play::Misere, kind, &two_threads()).unwrap();
            let table = BoardTable::open(&path).unwrap();
            table.verify().unwrap();
            assert_eq!(table.summary(), expected.summary());
            assert_eq!(table.rules().text, "a test");
            for state in 0..=game.full() {
                assert_eq!(table.is_p(state), expected.is_p(state));
                assert_eq!(table.value(state), expected.value(state));
            }
            // The folder contains nothing else, and a second run finds the table.
            assert!(
                job(&path, &game, kind)
                    .run(&two_threads())
                    .unwrap()
                    .was_there
            );
            assert!(
                !folder
                    .at(&format!("{number}{kind}.{EXTENSION}.part"))
                    .exists()
            );
            assert!(
                !folder
                    .at(&format!("{number}{kind}.{EXTENSION}.state"))
                    .exists()
            );
            let tables = TableSet::new(Vec::new(), Some(folder.0.clone()));
            let found = tables.table(&game, Play::Misere).unwrap();
            assert!(found.is_for(&game, Play::Misere));
            assert!(tables.table(&game, Play::Normal).is_none());
        }
    }
}

#[test]
fn stopped_anywhere_it_ends_with_the_same_file() {
    let folder = Folder::new("resume");
    let game = board(4, 6, Take::Runs(6));
    let whole = folder.at("whole");
    job(&whole, &game, TableKind::Outcomes)
        .run(&two_threads())
        .unwrap();
    let expected = std::fs::read(&whole).unwrap();
    let path = folder.at("stopped");
    let mut random = fastrand::Rng::with_seed(11);
    let mut resumed = 0;
    for _ in 0..10 {
        // Each run gets a little further than the previous one.
        let mut limit = 0;
        loop {
            limit += random.u64(1..1 << 22);
            let budget = Budget::unlimited()
                .threads(random.usize(1..4))
                .positions(limit);
            match job(&path, &game, TableKind::Outcomes).run(&budget) {
                Ok(solved) => {
                    resumed += solved.resumed;
                    break;
                }
                Err(JobError::Stopped { unfinished, saved }) => {
                    assert_eq!(unfinished.total, Some(1 << 24));
                    assert_eq!(saved, unfinished.done);
                    // Up to three threads are each at work on a slice and its image.
                    assert!(saved <= limit + (6 << 20), "{saved} of {limit}");
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert!(std::fs::read(&path).unwrap() == expected);
        std::fs::remove_file(&path).unwrap();
    }
    assert!(resumed > 0);
}

#[test]
fn a_run_cancelled_while_it_saves_can_be_continued() {
    let folder = Folder::new("cancel");
    let game = board(4, 6, Take::Runs(2));
    let path = folder.at("table");
    let cancel = Arc::new(AtomicBool::new(false));
    let raise = cancel.clone();
    let budget = two_threads()
        .cancel(cancel)
        .progress(move |progress: Progress| {
            if progress.phase == "saving" {
                raise.store(true, Ordering::Relaxed);
            }
        });
    let stopped = job(&path, &game, TableKind::Outcomes)
        .run(&budget)
        .unwrap_err();
    assert!(
        matches!(stopped, JobError::Stopped { saved: 1.., .. }),
        "{stopped:?}"
    );
    assert!(stopped.to_string().contains("the same command continues"));
    let solved = job(&path, &game, TableKind::Outcomes)
        .run(&two_threads())
        .unwrap();
    assert!(solved.resumed > 0 && solved.table.verify().is_ok());
}

fn fault(path: &Path) -> Option<FileFault> {
    let table = match BoardTable::open(path) {
        Ok(table) => table,
        Err(error) => return Some(error.fault),
    };
    table.verify().err().map(|error| error.fault)
}

#[test]
fn cut_altered_and_foreign_files_are_refused() {
    let folder = Folder::new("damage");
    let game = board(3, 4, Take::Runs(3));
    let path = folder.at("table");
    for kind in [TableKind::Outcomes, TableKind::Values] {
        let _ = std::fs::remove_file(&path);
        job(&path, &game, kind).run(&two_threads()).unwrap();
        let good = std::fs::read(&path).unwrap();
        let mut expected = good.clone();
        assert_eq!(fault(&path), None);
        for len in (0..good.len()).step_by(37).chain([8, 155, good.len() - 1]) {
            std::fs::write(&path, &good[..len]).unwrap();
            match fault(&path) {
                Some(FileFault::Foreign(_)) => assert!(len < 8),
                Some(FileFault::Length { found, expected }) => assert!(found < expected),
                other => panic!("{len}: {other:?}"),
            }
        }
        std::fs::write(&path, [&good[..], &[0]].concat()).unwrap();
        assert!(matches!(fault(&path), Some(FileFault::Length { .. })));
        for at in (0..good.len()).step_by(13) {
            expected[at] ^= 1 << (at % 8);
            std::fs::write(&path, &expected).unwrap();
            assert!(fault(&path).is_some(), "byte {at}");
            if at % 8 == 0 {
                assert!(job(&path, &game, kind).run(&two_threads()).is_err());
            }
            expected[at] = good[at];
        }
        // In the data it is noticed when the place is probed.
        expected[4096] ^= 1;
        std::fs::write(&path, &expected).unwrap();
        let table = BoardTable::open(&path).unwrap();
        assert_eq!(
            table.is_p(0).unwrap_err().fault,
            FileFault::Altered("a part of the data")
        );
    }
    std::fs::write(&path, "something else").unwrap();
    assert!(matches!(fault(&path), Some(FileFault::Foreign(_))));
    assert_eq!(fault(&folder.0), Some(FileFault::NoFile));
    assert!(matches!(
        fault(&folder.at("missing")),
        Some(FileFault::Io(_))
    ));
}

#[test]
fn files_of_other_boards_are_left_alone() {
    let folder = Folder::new("foreign");
    let (game, other) = (board(4, 6, Take::Runs(3)), board(4, 6, Take::Runs(2)));
    let path = folder.at("table");
    let small = Budget::unlimited().positions(1 << 23);
    let stopped = job(&path, &other, TableKind::Outcomes)
        .run(&small)
        .unwrap_err();
    assert!(matches!(stopped, JobError::Stopped { saved: 1.., .. }));
    let refused = |job: Job<'_>| match job.run(&two_threads()).unwrap_err() {
        JobError::File(error) => error.fault,
        error => panic!("{error}"),
    };
    // The state of another job.
    assert!(matches!(
        refused(job(&path, &game, TableKind::Outcomes)),
        FileFault::OtherRules(_)
    ));
    let normal = Job {
        play: Play::Normal,
        ..job(&path, &other, TableKind::Outcomes)
    };
    assert!(matches!(refused(normal), FileFault::OtherRules(_)));
    // An altered state, and altered saved data.
    let state_path = folder.at("table.state");
    let state = std::fs::read(&state_path).unwrap();
    for at in [0, 9, 100, state.len() - 20, state.len() - 1] {
        let mut altered = state.clone();
        altered[at] ^= 4;
        std::fs::write(&state_path, altered).unwrap();
        assert!(matches!(
            refused(job(&path, &other, TableKind::Outcomes)),
            FileFault::Altered(_)
        ));
    }
    std::fs::write(&state_path, &state).unwrap();
    let part_path = folder.at("table.part");
    let part = std::fs::read(&part_path).unwrap();
    let mut altered = part.clone();
    altered[4096 + 77] ^= 1;
    std::fs::write(&part_path, &altered).unwrap();
    let is_first = |fault| matches!(fault, FileFault::AlteredPiece { piece: 0, .. });
    assert!(is_first(refused(job(&path, &other, TableKind::Outcomes))));
    std::fs::write(&part_path, &part[..5000]).unwrap();
    assert!(is_first(refused(job(&path, &other, TableKind::Outcomes))));
    let again = Job {
        recompute: true,
        ..job(&path, &other, TableKind::Outcomes)
    };
    let solved = again.run(&two_threads()).unwrap();
    assert!(solved.recomputed > 0);
    let whole = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    // A record that is incomplete because writing stopped is ignored.
    std::fs::write(&part_path, &part).unwrap();
    std::fs::write(&state_path, &state[..state.len() - 5]).unwrap();
    let solved = job(&path, &other, TableKind::Outcomes)
        .run(&two_threads())
        .unwrap();
    assert!(solved.table.verify().is_ok());
    // The table of another board under this name.
    let before = std::fs::read(&path).unwrap();
    assert!(before == whole);
    assert!(matches!(
        refused(job(&path, &game, TableKind::Outcomes)),
        FileFault::OtherRules(_)
    ));
    assert!(std::fs::read(&path).unwrap() == before);
}

#[test]
fn stopped_with_nothing_to_save_it_leaves_nothing() {
    let folder = Folder::new("nothing");
    let game = board(3, 4, Take::Runs(3));
    let path = folder.at("table");
    for kind in [TableKind::Outcomes, TableKind::Values] {
        let cancelled = two_threads().cancel(Arc::new(AtomicBool::new(true)));
        let large = board(4, 6, Take::Runs(3));
        for game in [&game, &large] {
            match job(&path, game, kind).run(&cancelled) {
                Ok(_) => std::fs::remove_file(&path).unwrap(),
                Err(error) => assert!(error.to_string().contains("nothing is saved"), "{error}"),
            }
        }
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    }
}

#[test]
fn one_run_at_a_time() {
    let folder = Folder::new("lock");
    let game = board(4, 6, Take::Runs(3));
    let path = folder.at("table");
    let inner = (path.clone(), game.clone());
    let seen = Arc::new(AtomicBool::new(false));
    let noted = seen.clone();
    let budget = two_threads().progress(move |progress: Progress| {
        let (path, game) = &inner;
        if progress.phase == "saving" && !noted.swap(true, Ordering::Relaxed) {
            let second = job(path, game, TableKind::Outcomes).run(&Budget::unlimited());
            let Err(JobError::File(error)) = second else {
                panic!("two runs at a time: {second:?}");
            };
            assert_eq!(error.fault, FileFault::InUse);
        }
    });
    job(&path, &game, TableKind::Outcomes).run(&budget).unwrap();
    assert!(seen.load(Ordering::Relaxed));
}

// Tables larger than the memory, piece by piece on disk

fn on_disk<'a>(job: Job<'a>, folder: &'a Folder) -> Job<'a> {
    Job {
        folder: Some(&folder.0),
        ..job
    }
}

fn surveyed(scratch: &Job<'_>, budget: &Budget) -> Result<Survey, JobError> {
    scratch.prepare(budget)?.survey()
}

/// The bytes of the file that is made in memory.
fn made_in_memory(folder: &Folder, game: &Taking, play: Play, kind: TableKind) -> Vec<u8> {
    let path = folder.at("memory");
    let job = Job {
        play,
        ..job(&path, game, kind)
    };
    job.run(&two_threads()).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    bytes
}

/// Compares the file that is made on disk, within a memory that is a fraction of the table, with the one that is made
/// in memory. Returns the number of pieces; `None` if the memory is too small for the pieces that are needed at the
/// same time.
fn same_on_disk(
    folder: &Folder,
    game: &Taking,
    play: Play,
    kind: TableKind,
    fraction: u64,
) -> Option<u64> {
    let path = folder.at("disk");
    let job = Job {
        play,
        save_every: Duration::from_secs(3600),
        ..job(&path, game, kind)
    };
    let scratch = on_disk(job, folder);
    let memory = memory_needed(game.cells(), kind) / fraction;
    let budget = two_threads().bytes(memory);
    let survey = match surveyed(&scratch, &budget) {
        Ok(survey) => survey,
        Err(JobError::Solve(SolveError::Unfinished(unfinished))) => {
            let Limit::Bytes { needed, allowed } = unfinished.limit else {
                panic!("{unfinished}");
            };
            assert_eq!(allowed, memory);
            // The amount of memory that the error names is enough.
            surveyed(&scratch, &two_threads().bytes(needed)).unwrap();
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    assert!(survey.memory <= memory);
    let planes = match kind {
        TableKind::Outcomes => 1,
        // As many digits as the number of cells has: no value is larger.
        TableKind::Values => u64::from(u32::BITS - game.cells().leading_zeros()),
    };
    let plane = memory_needed(game.cells(), TableKind::Outcomes);
    assert_eq!(survey.pieces * survey.piece_bytes, planes * plane);
    let expected = made_in_memory(folder, game, play, kind);
    for threads in [1, 3] {
        let solved = scratch.run(&budget.clone().threads(threads)).unwrap();
        assert_eq!((solved.resumed, solved.was_there), (0, false));
        assert!(std::fs::read(&path).unwrap() == expected, "{survey:?}");
        solved.table.verify().unwrap();
        std::fs::remove_file(&path).unwrap();
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    Some(survey.pieces)
}

#[test]
fn runs_on_disk_make_the_same_file() {
    let folder = Folder::new("pieces");
    let mut most = 0;
    for (rows, columns) in [(2, 7), (3, 5), (4, 4), (3, 6), (4, 5), (3, 7)] {
        for take in TAKES {
            let game = board(rows, columns, take);
            for play in PLAYS {
                for fraction in [2, 8] {
                    let kind = TableKind::Outcomes;
                    let pieces = same_on_disk(&folder, &game, play, kind, fraction);
                    most = most.max(pieces.unwrap_or(0));
                }
            }
        }
    }
    assert!(most >= 64, "{most}");
}

#[test]
#[ignore = "some minutes"]
fn on_disk_all_boards_up_to_five_by_six_make_the_same_file() {
    let folder = Folder::new("pieces-large");
    let mut boards = 0;
    for (rows, columns) in (1..=5).flat_map(|rows| (rows..=6).map(move |columns| (rows, columns))) {
        for take in (1..=columns).map(Take::Runs) {
            let game = board(rows, columns, take);
            for play in PLAYS {
                if game.cells() > 12 {
                    // In the least memory that suffices.
                    let mut fractions = [8, 4, 2].into_iter();
                    let kind = TableKind::Outcomes;
                    let pieces =
                        fractions.find_map(|part| same_on_disk(&folder, &game, play, kind, part));
                    boards += usize::from(pieces.is_some());
                }
                if (13..=20).contains(&game.cells()) {
                    same_on_disk(&folder, &game, play, TableKind::Values, 2);
                }
            }
        }
    }
    assert!(boards >= 46, "{boards}");
}

#[test]
fn on_disk_values_make_the_same_file() {
    let folder = Folder::new("pieces-values");
    let mut most = 0;
    for (rows, columns) in [(2, 7), (3, 5), (4, 4), (3, 6)] {
        for take in TAKES {
            let game = board(rows, columns, take);
            for play in PLAYS {
                for fraction in [1, 3] {
                    let kind = TableKind::Values;
                    let pieces = same_on_disk(&folder, &game, play, kind, fraction);
                    most = most.max(pieces.unwrap_or(0));
                }
            }
        }
    }
    assert!(most >= 16, "{most}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn on_disk_any_list_of_masks_makes_the_same_file(game in random_game(), misere: bool) {
        static NUMBER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = Folder::new(&format!("pieces-{number}"));
        let play = if misere { Play::Misere } else { Play::Normal };
        if game.cells() > 12 {
            for fraction in [1, 2, 4] {
                same_on_disk(&folder, &game, play, TableKind::Outcomes, fraction);
            }
            same_on_disk(&folder, &game, play, TableKind::Values, 1);
        }
    }
}

/// A board of 64 pieces and more, its file, and the memory that leads to this many.
fn in_many_pieces(folder: &Folder) -> (Taking, Vec<u8>, u64) {
    let game = board(4, 5, Take::Runs(3));
    let expected = made_in_memory(folder, &game, Play::Misere, TableKind::Outcomes);
    (game, expected, (1 << 17) / 4)
}

#[test]
fn stopped_at_any_piece_it_ends_with_the_same_file() {
    let folder = Folder::new("pieces-resume");
    let (game, expected, memory) = in_many_pieces(&folder);
    stopped_at_any_piece(&folder, &game, TableKind::Outcomes, &expected, memory, 20);
}

#[test]
fn stopped_at_any_piece_of_values_it_ends_with_the_same_file() {
    let folder = Folder::new("pieces-resume-values");
    let game = board(3, 6, Take::Runs(3));
    let expected = made_in_memory(&folder, &game, Play::Misere, TableKind::Values);
    let memory = memory_needed(18, TableKind::Values) / 2;
    stopped_at_any_piece(&folder, &game, TableKind::Values, &expected, memory, 6);
}

fn stopped_at_any_piece(
    folder: &Folder,
    game: &Taking,
    kind: TableKind,
    expected: &[u8],
    memory: u64,
    rounds: u32,
) {
    let path = folder.at("table");
    let scratch = on_disk(job(&path, game, kind), folder);
    let mut random = fastrand::Rng::with_seed(5);
    let mut resumed = 0;
    for round in 0..rounds {
        loop {
            let cancel = Arc::new(AtomicBool::new(false));
            let (raise, left) = (cancel.clone(), AtomicI64::new(random.i64(0..40)));
            let budget = Budget::unlimited()
                .threads(random.usize(1..4))
                // Another memory does not change the pieces of a run that was begun.
                .bytes(memory * random.u64(1..4))
                .cancel(cancel)
                .progress(move |_| {
                    if left.fetch_sub(1, Ordering::Relaxed) <= 0 {
                        raise.store(true, Ordering::Relaxed);
                    }
                });
            match scratch.run(&budget) {
                Ok(solved) => {
                    resumed += solved.resumed;
                    break;
                }
                Err(JobError::Stopped { unfinished, saved }) => {
                    assert_eq!(unfinished.limit, Limit::Cancelled);
                    let begun = scratch.is_begun();
                    assert_eq!(begun, saved > 0, "{round}");
                    if begun {
                        let survey = surveyed(&scratch, &two_threads().bytes(4 * memory)).unwrap();
                        let finished = (survey.finished << game.cells()) / survey.pieces;
                        assert_eq!(finished, saved);
                    }
                }
                // The first run had more memory, so its pieces are larger.
                Err(JobError::Solve(SolveError::Unfinished(_))) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert!(std::fs::read(&path).unwrap() == expected);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    }
    assert!(resumed > 0);
}

#[test]
fn a_flipped_bit_in_any_digit_of_values_is_found_and_mended() {
    let folder = Folder::new("pieces-flipped-values");
    let game = board(3, 6, Take::Runs(3));
    let expected = made_in_memory(&folder, &game, Play::Misere, TableKind::Values);
    let memory = memory_needed(18, TableKind::Values) / 2;
    let path = folder.at("table");
    let scratch = on_disk(job(&path, &game, TableKind::Values), &folder);
    let budget = two_threads().bytes(memory);
    let pieces = surveyed(&scratch, &budget).unwrap().pieces;
    let part = folder.at("table.part");
    for plane in 0..4 {
        stopped_after(&scratch, pieces / 2, memory);
        let mut bytes = std::fs::read(&part).unwrap();
        // The first piece, which needs no other piece.
        bytes[4096 + (plane << 15)] ^= 1;
        std::fs::write(&part, &bytes).unwrap();
        match scratch.run(&budget) {
            Err(JobError::File(error)) => {
                assert_eq!(
                    error.fault,
                    FileFault::AlteredPiece {
                        piece: 0,
                        of: pieces
                    }
                );
            }
            other => panic!("{other:?}"),
        }
        let again = made_again(scratch);
        assert_eq!(again.run(&budget).unwrap().recomputed, 1);
        assert!(std::fs::read(&path).unwrap() == expected);
        std::fs::remove_file(&path).unwrap();
    }
}

/// The same work, in which damaged pieces are computed again.
fn made_again(scratch: Job<'_>) -> Job<'_> {
    Job {
        recompute: true,
        ..scratch
    }
}

/// Runs until so many pieces are finished.
fn stopped_after(scratch: &Job<'_>, pieces: u64, memory: u64) {
    let survey = surveyed(scratch, &two_threads().bytes(memory)).unwrap();
    let limit = (pieces << scratch.game.cells()) / survey.pieces;
    let stopped = scratch.run(&two_threads().bytes(memory).positions(limit));
    assert!(
        matches!(stopped, Err(JobError::Stopped { saved: 1.., .. })),
        "{stopped:?}"
    );
}

#[test]
fn a_flipped_bit_is_found_in_any_piece_and_rebuilt_on_request() {
    let folder = Folder::new("pieces-flipped");
    let (game, expected, memory) = in_many_pieces(&folder);
    let path = folder.at("table");
    let job = job(&path, &game, TableKind::Outcomes);
    let budget = two_threads().bytes(memory);
    let scratch = on_disk(job, &folder);
    let piece_bytes = surveyed(&scratch, &budget).unwrap().piece_bytes;
    // The estimate is a number of seconds, and the trial leaves no files.
    let estimate = scratch.prepare(&budget).unwrap().estimate(&budget).unwrap();
    assert!(estimate.settling > 0.0 && estimate.seconds > estimate.settling);
    assert!(estimate.seconds < 1e6, "{estimate:?}");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    let mut random = fastrand::Rng::with_seed(6);
    let part = folder.at("table.part");
    for _ in 0..20 {
        stopped_after(&scratch, 40, memory);
        let mut bytes = std::fs::read(&part).unwrap();
        // Any piece up to the last finished one; the others are computed anyway.
        let piece = random.u64(..8);
        let at = 4096 + (piece * piece_bytes + random.u64(..piece_bytes)) as usize;
        bytes[at] ^= 1 << random.u8(..8);
        std::fs::write(&part, &bytes).unwrap();
        match scratch.run(&budget) {
            Err(JobError::File(error)) => {
                let FileFault::AlteredPiece { piece: named, .. } = error.fault else {
                    panic!("{error}");
                };
                assert_eq!((named, &error.path), (piece, &part));
            }
            other => panic!("{other:?}"),
        }
        assert!(!path.exists());
        let again = made_again(scratch);
        let solved = again.run(&budget).unwrap();
        assert_eq!(solved.recomputed, 1);
        assert!(solved.resumed > 0);
        assert!(std::fs::read(&path).unwrap() == expected);
        std::fs::remove_file(&path).unwrap();
    }
    // Cut off.
    stopped_after(&scratch, 40, memory);
    let file = std::fs::OpenOptions::new().write(true).open(&part).unwrap();
    file.set_len(4096 + piece_bytes / 2).unwrap();
    assert!(matches!(scratch.run(&budget), Err(JobError::File(_))));
    let again = made_again(scratch);
    assert!(again.run(&budget).unwrap().recomputed > 1);
    assert!(std::fs::read(&path).unwrap() == expected);
}

#[test]
fn states_of_runs_on_disk_are_distinguished() {
    let folder = Folder::new("pieces-states");
    let (game, expected, memory) = in_many_pieces(&folder);
    let path = folder.at("table");
    let scratch = on_disk(job(&path, &game, TableKind::Outcomes), &folder);
    stopped_after(&scratch, 40, memory);
    let state = folder.at("table.state");
    let good = std::fs::read(&state).unwrap();
    let refused = |scratch: Job<'_>| match scratch.run(&two_threads().bytes(memory)) {
        Err(JobError::File(error)) => error.fault,
        other => panic!("{other:?}"),
    };
    // Another board, and the same one in the other play.
    let other = board(4, 5, Take::Runs(2));
    let fault = refused(on_disk(job(&path, &other, TableKind::Outcomes), &folder));
    assert!(matches!(fault, FileFault::OtherRules(_)), "{fault}");
    let normal = Job {
        play: Play::Normal,
        ..job(&path, &game, TableKind::Outcomes)
    };
    assert!(matches!(
        refused(on_disk(normal, &folder)),
        FileFault::OtherRules(_)
    ));
    // An altered record is refused; an incomplete last record is ignored.
    let mut altered = good.clone();
    let last = altered.len() - 3;
    altered[last] ^= 1;
    std::fs::write(&state, &altered).unwrap();
    assert_eq!(refused(scratch), FileFault::Altered("a record"));
    let again = made_again(scratch);
    assert!(
        surveyed(&again, &two_threads().bytes(memory))
            .unwrap()
            .pieces
            >= 64
    );
    // An incomplete header counts as no state.
    for length in [1, 4000, 4110] {
        std::fs::write(&state, &good[..length]).unwrap();
        assert_eq!(
            surveyed(&scratch, &two_threads().bytes(memory))
                .unwrap()
                .finished,
            0
        );
    }
    std::fs::write(&state, &good[..good.len() - 5]).unwrap();
    let solved = scratch.run(&two_threads().bytes(memory)).unwrap();
    assert!(solved.resumed > 0 && std::fs::read(&path).unwrap() == expected);
    // A run in memory of the same board, in the same place, goes on from it, too.
    std::fs::remove_file(&path).unwrap();
    stopped_after(&scratch, 40, memory);
    let in_memory = job(&path, &game, TableKind::Outcomes).run(&two_threads());
    assert!(in_memory.unwrap().resumed > 0);
    assert!(std::fs::read(&path).unwrap() == expected);
    // Then the table exists; and a table of another board is not overwritten.
    let there = scratch.run(&two_threads().bytes(memory)).unwrap();
    assert!(there.was_there);
    let fault = refused(on_disk(job(&path, &other, TableKind::Outcomes), &folder));
    assert!(matches!(fault, FileFault::OtherRules(_)), "{fault}");
    assert!(std::fs::read(&path).unwrap() == expected);
}

#[test]
fn tables_without_room_on_disk_or_in_memory_are_refused() {
    let folder = Folder::new("pieces-room");
    let path = folder.at("table");
    let game = board(5, 8, Take::Runs(8));
    let scratch = on_disk(job(&path, &game, TableKind::Outcomes), &folder);
    let budget = two_threads().bytes(1 << 30);
    // 128 GiB: the system decides whether it has this much.
    let survey = surveyed(&scratch, &budget).unwrap();
    assert!(survey.disk > 1 << 37 && survey.memory <= 1 << 30);
    if !survey.has_room() {
        match scratch.run(&budget) {
            Err(JobError::NoRoom(room)) => {
                assert_eq!(room.needed, survey.disk);
                assert!(room.needed > room.free);
            }
            other => panic!("{other:?}"),
        }
    }
    let little = surveyed(&scratch, &two_threads().bytes(1 << 20)).unwrap_err();
    let JobError::Solve(SolveError::Unfinished(unfinished)) = little else {
        panic!("{little}");
    };
    assert!(matches!(unfinished.limit, Limit::Bytes { .. }));
    // Values have six binary digits at the most.
    let values = on_disk(job(&path, &game, TableKind::Values), &folder);
    let values = surveyed(&values, &two_threads().bytes(1 << 31)).unwrap();
    assert_eq!(values.writes, 6 << 37);
    assert!(values.disk > 6 << 37 && values.memory <= 1 << 31);
    // Nothing was written.
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    let nowhere = Folder(folder.at("nowhere"));
    let scratch = on_disk(job(&path, &game, TableKind::Outcomes), &nowhere);
    assert!(surveyed(&scratch, &budget).is_err());
}

/// A board whose table has 32 blocks of data, in a file.
fn large_file(folder: &Folder) -> (Taking, PathBuf, BoardTable) {
    let game = board(4, 6, Take::Runs(2));
    let path = folder.at(&format!("large.{EXTENSION}"));
    let table = job(&path, &game, TableKind::Outcomes).run(&two_threads());
    (game, path, table.unwrap().table)
}

#[test]
fn a_file_is_read_correctly_with_any_size_of_cache() {
    let folder = Folder::new("kept");
    let (game, path, _) = large_file(&folder);
    let expected = outcomes(&game, Play::Misere);
    for keep in [0, 1 << 16, 5 << 16, (1 << 21) - 1, 1 << 21] {
        let table = BoardTable::open_within(&path, keep).unwrap();
        assert_eq!(table.bytes(), 0);
        std::thread::scope(|scope| {
            for seed in 0..3 {
                let (table, expected, game) = (&table, &expected, &game);
                scope.spawn(move || {
                    let mut random = fastrand::Rng::with_seed(seed);
                    for _ in 0..3_000 {
                        let state = random.u64(..) & game.full();
                        assert_eq!(table.is_p(state), expected.is_p(state));
                    }
                });
            }
        });
        assert!(table.bytes() > 0 && table.bytes() <= keep.max(1 << 16));
        table.verify().unwrap();
        assert_eq!(table.fault(), None);
    }
}

#[test]
fn a_file_that_is_cut_while_it_is_open_is_an_error() {
    let folder = Folder::new("cut");
    let (game, path, table) = large_file(&folder);
    let whole = std::fs::metadata(&path).unwrap().len();
    // Results in memory stay correct, and a shortened file is reported.
    let first = table.is_p(0).unwrap();
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(5000).unwrap();
    assert_eq!(table.is_p(0), Ok(first));
    let cut = FileFault::Length {
        found: 5000,
        expected: whole,
    };
    let gone = (0..=game.full()).find_map(|state| table.is_p(state).err());
    let gone = gone.unwrap();
    assert_eq!(gone.fault, cut);
    assert_eq!(table.fault(), Some(&gone));
    assert_eq!(table.verify().unwrap_err().fault, cut);
}

#[test]
fn a_set_of_tables_says_which_files_are_damaged() {
    let folder = Folder::new("faults");
    let (game, path, table) = large_file(&folder);
    let set = || TableSet::open(&[], Some(folder.0.clone()), 1 << 19).unwrap();
    let sound = set();
    assert!(sound.has(Play::Misere) && sound.faults().is_empty());
    assert_eq!(sound.bytes(), 0);
    // One byte of the data: noticed when it is probed.
    let good = std::fs::read(&path).unwrap();
    let mut altered = good.clone();
    altered[4096 + 17] ^= 1;
    std::fs::write(&path, &altered).unwrap();
    drop(table);
    let damaged = set();
    let found = damaged.table(&game, Play::Misere).unwrap();
    assert!(damaged.faults().is_empty());
    let error = (0..=game.full()).find_map(|state| found.is_p(state).err());
    assert_eq!(damaged.faults(), [error.unwrap()]);
    // Another table of the board is preferred from now on.
    let other = folder.at(&format!("second.{EXTENSION}"));
    std::fs::write(&other, &good).unwrap();
    let both = set();
    let first = both.table(&game, Play::Misere).unwrap();
    let _ = (0..=game.full()).find_map(|state| first.is_p(state).err());
    let second = both.table(&game, Play::Misere).unwrap();
    assert!(second.fault().is_none() && second.verify().is_ok());
    // A damaged header, and something that is not a file.
    altered[60] ^= 1;
    std::fs::write(&path, &altered).unwrap();
    #[cfg(unix)]
    {
        let pipe = folder.at(&format!("pipe.{EXTENSION}"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
    }
    let set = set();
    assert!(set.table(&game, Play::Misere).is_some());
    let faults: Vec<FileFault> = set.faults().into_iter().map(|error| error.fault).collect();
    let header = FileFault::Altered("the header");
    match cfg!(unix) {
        true => assert_eq!(faults, [header, FileFault::NoFile]),
        false => assert_eq!(faults, [header]),
    }
    // A folder that does not exist is not an error.
    let nowhere = TableSet::new(Vec::new(), Some(folder.at("nowhere")));
    assert!(!nowhere.has(Play::Normal) && nowhere.faults().is_empty());
}

// Files that version 0.1.0 wrote

/// A file in `tests/samples`.
fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/samples")
        .join(name)
}

#[test]
fn tables_of_version_0_1_0_are_read_and_written_alike() {
    let folder = Folder::new("samples");
    let game = board(3, 3, Take::Runs(3));
    for (name, kind) in [
        ("outcomes.nimtable", TableKind::Outcomes),
        ("values.nimtable", TableKind::Values),
    ] {
        let old = BoardTable::open(&sample(name)).unwrap();
        old.verify().unwrap();
        assert!(old.is_for(&game, Play::Misere));
        let expected = BoardTable::solve(&game, Play::Misere, kind, &two_threads()).unwrap();
        assert_eq!(old.summary(), expected.summary());
        for state in 0..=game.full() {
            assert_eq!(old.is_p(state), expected.is_p(state));
            assert_eq!(old.value(state), expected.value(state));
        }
        let path = folder.at(name);
        let job = Job {
            text: "tactix[3x3]",
            ..job(&path, &game, kind)
        };
        job.run(&two_threads()).unwrap();
        assert!(std::fs::read(&path).unwrap() == std::fs::read(sample(name)).unwrap());
    }
}

#[test]
fn work_that_version_0_1_0_left_unfinished_is_refused() {
    let folder = Folder::new("unfinished");
    let game = board(4, 6, Take::Runs(6));
    let path = folder.at("table");
    let job = Job {
        text: "tactix[4x6]",
        ..job(&path, &game, TableKind::Outcomes)
    };
    let state = folder.at("table.state");
    std::fs::copy(sample("interrupted.state"), &state).unwrap();
    let refused = job.run(&two_threads()).unwrap_err().to_string();
    assert!(refused.contains("format version 1"), "{refused}");
    assert!(state.exists());
    std::fs::remove_file(&state).unwrap();
    assert_eq!(job.run(&two_threads()).unwrap().resumed, 0);
}

/// The data that the state describes are those of the table, as its checksums confirm.
#[test]
fn work_is_continued_from_the_state_of_this_format() {
    let folder = Folder::new("unfinished-now");
    let game = board(4, 6, Take::Runs(6));
    let path = folder.at("table");
    let job = Job {
        text: "tactix[4x6]",
        ..job(&path, &game, TableKind::Outcomes)
    };
    assert_eq!(job.run(&two_threads()).unwrap().resumed, 0);
    let expected = std::fs::read(&path).unwrap();
    std::fs::rename(&path, folder.at("table.part")).unwrap();
    std::fs::copy(sample("pieces.state"), folder.at("table.state")).unwrap();
    let solved = job.run(&two_threads()).unwrap();
    assert!(solved.resumed > 0 && !solved.was_there);
    assert!(std::fs::read(&path).unwrap() == expected);
}

/// The file with a summary that `change` altered, and with right checksums.
fn with_summary(good: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let number = |at: usize| u64::from_le_bytes(good[at..at + 8].try_into().unwrap()) as usize;
    let planes = u32::from_le_bytes(good[40..44].try_into().unwrap()) as usize;
    let data = planes * number(32);
    let trailer = number(24) + data;
    let end = good.len() - 36;
    let mut bytes = good[..end].to_vec();
    change(&mut bytes[trailer + 4 * data.div_ceil(1 << 16)..]);
    let sum = nimfield_core::checksum::crc32(&bytes[trailer..]);
    bytes.extend(sum.to_le_bytes());
    bytes.extend(blake3::hash(&bytes).as_bytes());
    bytes
}

/// The author of a file can give it valid checksums, so its counts are compared with its data.
#[test]
fn summaries_that_contradict_the_data_are_refused() {
    let folder = Folder::new("forged");
    let path = folder.at("table");
    for (rows, columns) in [(1, 1), (1, 5), (2, 3), (3, 3)] {
        let game = board(rows, columns, Take::Runs(2));
        for kind in [TableKind::Outcomes, TableKind::Values] {
            // The file of the last round is deleted.
            let _ = std::fs::remove_file(&path);
            let job = job(&path, &game, kind);
            let expected = job.run(&two_threads()).unwrap().table.summary().clone();
            let good = std::fs::read(&path).unwrap();
            let mut length = 0;
            assert_eq!(with_summary(&good, |summary| length = summary.len()), good);
            for (at, bit) in (0..length).flat_map(|at| [(at, 1), (at, 0x80)]) {
                let forged = with_summary(&good, |summary| summary[at] ^= bit);
                std::fs::write(&path, &forged).unwrap();
                let accepted = BoardTable::open(&path).and_then(|table| {
                    table.check_summary(&game)?;
                    table.verify()?;
                    Ok(table)
                });
                match accepted {
                    Ok(table) => assert_eq!(*table.summary(), expected, "byte {at}"),
                    Err(error) => assert!(
                        matches!(error.fault, FileFault::Damaged(_) | FileFault::Altered(_)),
                        "{error}"
                    ),
                }
            }
        }
    }
}

/// The file with one inverted bit of the data, and valid checksums.
fn with_bit(good: &[u8], byte: usize, bit: u8) -> Vec<u8> {
    let number = |at: usize| u64::from_le_bytes(good[at..at + 8].try_into().unwrap()) as usize;
    let planes = u32::from_le_bytes(good[40..44].try_into().unwrap()) as usize;
    let (start, length) = (number(24), planes * number(32));
    let mut bytes = good.to_vec();
    bytes[start + byte] ^= bit;
    let sums: Vec<u8> = (bytes[start..start + length].chunks(1 << 16))
        .flat_map(|block| nimfield_core::checksum::crc32(block).to_le_bytes())
        .collect();
    bytes[start + length..][..sums.len()].copy_from_slice(&sums);
    with_summary(&bytes, |_| {})
}

/// A table whose entries contradict each other is not used by any kind of query.
#[test]
fn states_that_contradict_their_options_are_refused() {
    let folder = Folder::new("forged-states");
    for (rows, columns) in [(1, 5), (2, 3), (3, 3), (3, 4)] {
        let game = board(rows, columns, Take::Runs(2));
        for kind in [TableKind::Outcomes, TableKind::Values] {
            let path = folder.at("table");
            // The file of the last round is deleted.
            let _ = std::fs::remove_file(&path);
            job(&path, &game, kind).run(&two_threads()).unwrap();
            let good = std::fs::read(&path).unwrap();
            let table = BoardTable::open(&path).unwrap();
            assert!(table.check_once(&game).is_ok());
            for state in 0..=game.full() {
                assert!(table.check_state(&game, state).is_ok(), "{state:b}");
            }
            let bytes = (1usize << game.cells()) / 8;
            for byte in (0..bytes).step_by(bytes.div_ceil(16)) {
                std::fs::write(&path, with_bit(&good, byte, 1 << (byte % 8))).unwrap();
                let forged = BoardTable::open(&path).unwrap();
                let wrong = (0..=game.full())
                    .filter(|&state| forged.check_state(&game, state).is_err())
                    .count();
                assert!(wrong > 0, "byte {byte}");
                assert!(forged.fault().is_some());
                let again = BoardTable::open(&path).unwrap();
                assert!(again.check_once(&game).is_err(), "byte {byte}");
                assert_eq!(again.check_once(&game).err().as_ref(), again.fault());
            }
        }
    }
}

/// Counts are compared at once up to 1 MiB of data, and always when the whole file is verified.
#[test]
fn counts_of_large_tables_are_compared_when_they_are_verified() {
    let folder = Folder::new("forged-counts");
    for (rows, columns, at_once) in [(2, 11, true), (1, 23, true), (4, 6, false)] {
        let game = board(rows, columns, Take::Runs(2));
        let path = folder.at("table");
        // The file of the last round is deleted.
        let _ = std::fs::remove_file(&path);
        job(&path, &game, TableKind::Outcomes)
            .run(&two_threads())
            .unwrap();
        let good = std::fs::read(&path).unwrap();
        let cells = rows * columns;
        // The second-last count of P-positions is increased, and the one before it is decreased.
        let forged = with_summary(&good, |summary| {
            let at = summary.len() - 8 * 2;
            let change = |place: &mut [u8], by: u64| {
                let number = u64::from_le_bytes(place.try_into().unwrap());
                place.copy_from_slice(&number.wrapping_add(by).to_le_bytes());
            };
            change(&mut summary[at..at + 8], 1);
            change(&mut summary[at - 8 * 10..at - 8 * 9], u64::MAX);
        });
        std::fs::write(&path, &forged).unwrap();
        let table = BoardTable::open(&path).unwrap();
        assert_eq!(
            table.check_summary(&game).is_err(),
            at_once,
            "{cells} cells"
        );
        let fault = table.verify().unwrap_err().fault;
        assert_eq!(
            fault,
            FileFault::Damaged("the summary contradicts the data")
        );
    }
}
