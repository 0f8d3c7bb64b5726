//! How a box is cut up for several processes, and that they find together what one sweep finds.
#![cfg(feature = "cluster")]

use nimfield_core::budget::Budget;
use nimfield_core::families::ray::RayGame;
use nimfield_core::words::Play;
use nimfield_engines::internals::{CutUp, counted_in_slabs};
use nimfield_engines::sieve::OutcomeTable;

#[test]
fn slabs_find_what_one_sweep_finds() {
    let games = [
        RayGame::nim(3).expect("a game"),
        RayGame::nim(4).expect("a game"),
        RayGame::matrix(2, 2).expect("a game"),
        RayGame::matrix(1, 4).expect("a game"),
        RayGame::new(
            3,
            [vec![0], vec![0, 1], vec![0, 1, 2], vec![1, 2], vec![0, 2]],
        )
        .expect("a game"),
        RayGame::new(4, [vec![0, 1], vec![0, 1, 2], vec![0, 2, 3], vec![1, 2, 3]]).expect("a game"),
    ];
    for game in &games {
        for bounds in [
            [40, 31, 33, 5],
            [17, 33, 34, 20],
            [3, 70, 2, 66],
            [1, 9, 35, 40],
        ] {
            let bounds = &bounds[..game.piles()];
            for play in [Play::Normal, Play::Misere] {
                let table = OutcomeTable::sieve(game, play, bounds, &Budget::unlimited());
                let expected = table.expect("a table").count_p();
                for slabs in [1, 2, 3, 5, 50] {
                    for late in [false, true] {
                        let count = counted_in_slabs(game, play, bounds, slabs, late);
                        assert_eq!(count, expected, "{game:?} {bounds:?} {play} {slabs}");
                    }
                }
            }
        }
    }
}

#[test]
fn slabs_and_tiles_make_up_the_box() {
    let matrix = RayGame::matrix(2, 2).expect("a game");
    let nim = RayGame::nim(3).expect("a game");
    for (game, bounds) in [
        (&matrix, &[70, 90, 40, 300][..]),
        (&nim, &[1, 1, 1]),
        (&nim, &[65, 2, 100]),
        (&RayGame::wythoff(), &[90, 130]),
    ] {
        for processes in [1, 2, 3, 7, 200] {
            let CutUp {
                slabs,
                positions,
                blocks,
                ..
            } = CutUp::new(game, bounds, processes);
            let last = slabs[slabs.len() - 1].len();
            assert!(
                slabs
                    .iter()
                    .all(|slab| !slab.is_empty() && slab.len() <= last)
            );
            assert!(slabs.windows(2).all(|two| two[0].end == two[1].start));
            assert_eq!(positions[0], positions[1]);
            assert_eq!(blocks[0], blocks[1]);
        }
    }
}

#[test]
fn the_memory_is_shared_out() {
    let matrix = RayGame::matrix(2, 2).expect("a game");
    let memory = |processes| CutUp::new(&matrix, &[1024; 4], processes).memory;
    let one = memory(1);
    for processes in 2..=8 {
        let share = memory(processes);
        let even = one / processes as u64;
        assert!(share > even / 2, "{processes}");
        assert!(share < even * 11 / 10 + (16 << 20), "{processes}");
    }
}
