//! How components lie in the plane, and which of them half a turn maps to themselves.

#![allow(missing_docs)]

use nimfield_core::families::taking::Taking;
use nimfield_engines::internals::Plane;

/// A full rectangle where a move takes up to three neighbours of a line.
fn rectangle(columns: i16, rows: i16) -> Taking {
    let places: Vec<(i16, i16)> = (0..rows)
        .flat_map(|y| (0..columns).map(move |x| (x, y)))
        .collect();
    let mut masks = Vec::new();
    for &(x, y) in &places {
        for (dx, dy) in [(1, 0), (0, 1)] {
            for length in 1..=3 {
                let line = (0..length).map(|i| (x + i * dx, y + i * dy));
                let line = line.map(|cell| places.iter().position(|&place| place == cell));
                let mask = line.map(|cell| Some(1u64 << cell?)).sum::<Option<u64>>();
                masks.extend(mask);
            }
        }
    }
    let game = Taking::new(places.len() as u32, masks, vec![]).unwrap();
    game.lying_at(&places)
}

#[test]
fn components_lie_alike_up_to_moves_of_the_plane() {
    // Three cells of a line anywhere, and the same with one of them missing.
    for (columns, rows) in [(4, 4), (5, 3), (19, 2), (40, 1), (60, 1)] {
        let plane = Plane::of(&rectangle(columns, rows)).unwrap();
        for start in 0..columns - 2 {
            assert_eq!(plane.lie(0b111 << start), plane.lie(0b111));
            assert_ne!(plane.lie(0b101 << start), plane.lie(0b111));
        }
        if rows > 2 {
            assert_eq!(
                plane.lie(1 | 1 << columns | 1 << (2 * columns)),
                plane.lie(0b111)
            );
        }
    }
    let plane = Plane::of(&rectangle(5, 3)).unwrap();
    // A horizontal L of four cells, and a vertical one; a T, and a row below.
    let lying = 0b10000_11100;
    let standing = 0b01000_01000_11000;
    let other = 0b00100_01110;
    assert_eq!(plane.lie(lying), plane.lie(standing));
    assert_ne!(plane.lie(lying), plane.lie(other));
    assert_eq!(plane.lie(other), plane.lie(other << 5));
}

#[test]
fn rules_that_differ_from_place_to_place_have_no_plane() {
    let places: Vec<(i16, i16)> = (0..4).map(|x| (x, 0)).collect();
    let game = Taking::new(4, vec![1, 2, 4, 8, 0b11], vec![]).unwrap();
    assert!(Plane::of(&game.lying_at(&places)).is_none());
    let game = Taking::new(4, vec![1, 2, 4, 8], vec![]).unwrap();
    assert!(Plane::of(&game).is_none());
}

#[test]
fn boards_with_even_sides_are_reflected() {
    let even = rectangle(4, 4);
    let plane = Plane::of(&even).unwrap();
    assert!(plane.is_reflected(even.full()));
    assert!(!plane.is_reflected(even.full() & !1));
    // The move across the middle is its own image.
    let odd = rectangle(5, 4);
    let plane = Plane::of(&odd).unwrap();
    assert!(!plane.is_reflected(odd.full()));
}
