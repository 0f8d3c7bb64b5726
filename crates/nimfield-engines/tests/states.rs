//! Certificates: those that their checker refuses, files of older versions, and other files.

use nimfield_core::files::FileFault;
use nimfield_engines::certificate::{CertificatePart, Falsehood, OutcomeCertificate};

#[test]
fn certificates_in_files_are_read_and_written_alike() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let path = samples.join("board.certificate");
    let certificate = OutcomeCertificate::read(&path).unwrap();
    assert!(certificate.check().unwrap().first_player_wins);
    let mut bytes = std::fs::read(&path).unwrap();
    assert_eq!(certificate.to_bytes().unwrap(), bytes);
    bytes[8] = 1;
    let refused = OutcomeCertificate::from_bytes(&bytes).unwrap_err();
    assert_eq!(refused, FileFault::Version { found: 1, reads: 2 });
}

/// Endless input is not read, because it is not a regular file.
#[cfg(unix)]
#[test]
fn a_device_is_not_read_as_a_certificate() {
    let refused = OutcomeCertificate::read(std::path::Path::new("/dev/zero")).unwrap_err();
    assert!(refused.to_string().contains("a device"), "{refused}");
}

/// Two heaps of two, of which any of both or both are taken at a time, beside a cell that the winning move takes:
/// a win in misère play.
fn two_heaps() -> OutcomeCertificate {
    let part = |cells: [u8; 2]| CertificatePart {
        shape: 0,
        cells: cells.into(),
    };
    OutcomeCertificate {
        position: "two heaps".to_string(),
        cells: 5,
        masks: vec![1, 2, 3, 4, 8, 12, 16],
        start: 31,
        winning_move: 16,
        shapes: vec![vec![0, 1, 1, 2]],
        parts: vec![part([0, 1]), part([2, 3])],
        classes: vec![vec![], vec![0], vec![0, 1]],
        pairs: vec![(1, 0), (2, 2)],
    }
}

type Alteration = fn(&mut OutcomeCertificate);

#[test]
fn the_checker_applies_each_of_its_rules() {
    assert!(two_heaps().check().unwrap().first_player_wins);
    let widest = OutcomeCertificate {
        cells: 64,
        ..two_heaps()
    };
    assert!(widest.check().is_ok());
    let alterations: &[(Alteration, &str)] = &[
        (|it| it.cells = 65, "more than 64 cells"),
        (|it| it.masks.swap(0, 1), "not ascending sets of cells"),
        (|it| it.masks.insert(0, 0), "not ascending sets of cells"),
        (|it| it.masks.push(32), "not ascending sets of cells"),
        (|it| it.start = 63, "cells that the game lacks"),
        (|it| it.start = 15, "the winning move is not legal"),
        (|it| it.winning_move = 20, "the winning move is not legal"),
        (|it| it.parts.clear(), "the number of parts is not 1 or 2"),
        (
            |it| it.parts.push(it.parts[0].clone()),
            "the number of parts is not 1 or 2",
        ),
        (|it| it.parts[0].cells = vec![0, 0], "names a cell twice"),
        (
            |it| it.parts[0].cells = vec![0, 5],
            "a cell that does not exist",
        ),
        (
            |it| it.parts[1].cells = vec![1, 2],
            "the parts share a cell",
        ),
        (|it| it.parts[0].shape = 1, "a shape that does not exist"),
        (|it| it.shapes[0].truncate(3), "one class for each position"),
        (|it| it.masks.insert(4, 5), "a move joins the parts"),
        (|it| it.masks.retain(|&mask| mask != 12), "different moves"),
        (|it| it.winning_move = 0, "not what the winning move leaves"),
        (|it| it.shapes.push(vec![0]), "a shape belongs to no part"),
        (|it| it.classes.push(vec![]), "class 0, and no other"),
        (|it| it.classes[0].push(0), "class 0, and no other"),
        (|it| it.classes[2].reverse(), "not ascending classes"),
        (|it| it.classes[1].push(0), "not ascending classes"),
        (|it| it.classes[1][0] = 3, "not ascending classes"),
        (|it| it.shapes[0][3] = 3, "a class that does not exist"),
        (|it| it.classes.push(vec![0, 1, 2]), "no position has one"),
        (|it| it.pairs[0] = (0, 1), "ascending pairs of classes"),
        (|it| it.pairs.reverse(), "ascending pairs of classes"),
        (|it| it.pairs.push((2, 2)), "ascending pairs of classes"),
        (|it| it.pairs.push((3, 3)), "ascending pairs of classes"),
    ];
    for (number, (alter, expected)) in alterations.iter().enumerate() {
        let mut altered = two_heaps();
        alter(&mut altered);
        let found = altered.check().unwrap_err();
        let in_words = matches!(found, Falsehood::Position(_) | Falsehood::Form(_));
        assert!(
            in_words && found.to_string().contains(expected),
            "{number}: {found}"
        );
    }
}

#[test]
fn the_checker_finds_what_is_false() {
    let false_ones: &[(Alteration, Falsehood)] = &[
        (
            |it| it.shapes[0][2] = 2,
            Falsehood::MissingOption {
                shape: 0,
                position: 2,
                option: 1,
            },
        ),
        (
            |it| {
                it.shapes[0][3] = 1;
                it.classes.truncate(2);
                it.pairs = vec![(1, 0)];
            },
            Falsehood::UnexplainedOption {
                shape: 0,
                position: 3,
                option: 1,
            },
        ),
        (
            |it| it.pairs.truncate(1),
            Falsehood::NotInStrategy { pair: (2, 2) },
        ),
        (|it| it.pairs.insert(0, (0, 0)), Falsehood::Ended),
        (
            |it| it.pairs = vec![(2, 2)],
            Falsehood::Unanswered { pair: (2, 0) },
        ),
    ];
    for (alter, expected) in false_ones {
        let mut altered = two_heaps();
        alter(&mut altered);
        assert_eq!(altered.check().as_ref(), Err(expected));
    }
}

/// One heap is named as both parts, and everything about classes and pairs is correct.
#[test]
fn a_part_does_not_count_twice() {
    let heap = OutcomeCertificate {
        masks: vec![1, 2, 3],
        start: 3,
        winning_move: 0,
        parts: vec![two_heaps().parts[0].clone(), two_heaps().parts[0].clone()],
        ..two_heaps()
    };
    let shared = Falsehood::Position("the parts share a cell".to_string());
    assert_eq!(heap.check(), Err(shared));
}

/// Two heaps of two as one part, with the claimed value 0 as in normal play. With only one more cell they would then be
/// lost, but in fact they are won.
#[test]
fn a_position_worth_nothing_has_a_move_that_wins_alone() {
    let heap = |bits: u32| [0, 1, 1, 2][bits as usize];
    let sums = (0..16).map(|both| heap(both & 3) ^ heap(both >> 2));
    let part = |shape, cells: &[u8]| CertificatePart {
        shape,
        cells: cells.into(),
    };
    let forged = OutcomeCertificate {
        winning_move: 0,
        shapes: vec![sums.collect(), vec![0, 1]],
        parts: vec![part(0, &[0, 1, 2, 3]), part(1, &[4])],
        classes: vec![vec![], vec![0], vec![0, 1], vec![0, 1, 2]],
        pairs: vec![(1, 0)],
        ..two_heaps()
    };
    let not_zero = Falsehood::NotZero {
        shape: 0,
        position: 15,
    };
    assert_eq!(forged.check(), Err(not_zero));
}
