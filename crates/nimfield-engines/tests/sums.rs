//! Sums of two forms that are searched for, against the table of all of them and against plain
//! recursion.

#![allow(missing_docs)]

use std::collections::BTreeSet;

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::component::write_number;
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileFault;
use nimfield_engines::misere::{
    BoardForms, Forms, MisereSearch, PairMatrix, PairSearch, Proof, Split,
};
use nimfield_engines::{ResumeError, SavedSearch};

/// A board of rows and columns, where a move takes up to this many neighbours in a line.
fn rectangle(rows: u32, columns: u32, most: u32) -> Taking {
    let mut masks = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for length in 1..=most {
                let across = (0..length).map(|i| (row, column + i));
                let down = (0..length).map(|i| (row + i, column));
                for line in [across.collect::<Vec<_>>(), down.collect()] {
                    if line
                        .iter()
                        .all(|&(row, column)| row < rows && column < columns)
                    {
                        let bits = line
                            .iter()
                            .map(|(row, column)| 1u64 << (row * columns + column));
                        masks.push(bits.sum());
                    }
                }
            }
        }
    }
    Taking::new(rows * columns, masks, vec![]).unwrap()
}

/// All states, by the definition: the player to move has won if nothing is left.
fn p_states(game: &Taking) -> Vec<bool> {
    let mut is_p: Vec<bool> = Vec::new();
    for state in 0..1u64 << game.cells() {
        let mut moves = game.moves(state).peekable();
        let any = moves.peek().is_some();
        is_p.push(any && !moves.any(|mask| is_p[(state & !mask) as usize]));
    }
    is_p
}

fn board(forms: &mut Forms, game: &Taking) -> BoardForms {
    BoardForms::new(forms, game, game.full(), &Budget::unlimited()).unwrap()
}

/// Every position that keeps the middle line of a board empty, by a search without a table.
#[test]
fn searched_splits_against_plain_recursion() {
    let mut searched = 0;
    let cases = [
        (5, 3, 5, 0b111 << 6),
        (5, 3, 2, 0b111 << 6),
        (3, 5, 3, 0b00100_00100_00100),
        (1, 15, 2, 1 << 7),
        (3, 4, 4, 0b1111 << 4),
    ];
    for (rows, columns, most, line) in cases {
        let game = rectangle(rows, columns, most);
        let is_p = p_states(&game);
        let budget = Budget::unlimited();
        let whole = game.full() & !line;
        let mut split = Split::searching(&game, whole, &budget).unwrap().unwrap();
        assert!(!split.is_listed());
        for state in (0..=whole).filter(|state| state & !whole == 0) {
            let expected = is_p[state as usize];
            assert_eq!(
                split.is_p(state, &budget),
                Ok(expected),
                "{rows}x{columns}, {state:#x}"
            );
        }
        searched += split.pairs();
    }
    assert!(searched > 0, "the nim rule decides not all of them");
}

/// What is left of a board when its middle line is taken, by a search instead of a table: the
/// certificates prove the same.
#[test]
fn certificates_of_searched_sums() {
    let budget = Budget::unlimited();
    let cases = [
        (5, 3, 5, 0b111 << 6),
        (5, 4, 4, 0b1111 << 8),
        (3, 7, 3, 0b1000 << 14 | 0b1000 << 7 | 0b1000),
        (4, 4, 4, 0),
    ];
    for (rows, columns, most, mv) in cases {
        let game = rectangle(rows, columns, most);
        let left = game.full() & !mv;
        let mut split = Split::searching(&game, left, &budget).unwrap().unwrap();
        let found = split.certificate(&game, String::new(), game.full(), mv, &budget);
        let checked = found.unwrap().expect("a P-position").check().unwrap();
        assert_eq!(checked.first_player_wins, mv != 0);
        let mut listed = Split::new(&game, left, &budget).unwrap().unwrap();
        let found = listed.certificate(&game, String::new(), game.full(), mv, &budget);
        let listed = found.unwrap().unwrap().check().unwrap();
        assert_eq!(
            (checked.positions, checked.classes),
            (listed.positions, listed.classes)
        );
    }
    // A position that is won has none.
    let game = rectangle(3, 4, 4);
    let mut split = Split::searching(&game, game.full(), &budget)
        .unwrap()
        .unwrap();
    let won = split.certificate(&game, String::new(), game.full(), 0, &budget);
    assert_eq!(won.unwrap(), None);
}

/// Stopped now and then and continued from its file, a proof ends with the same certificate.
#[test]
fn proofs_continue_from_their_files() {
    let game = rectangle(3, 9, 3);
    let middle = 0b000010000 * (1 | 1 << 9 | 1 << 18);
    let left = game.full() & !middle;
    let unlimited = Budget::unlimited();
    let certify = |split: &mut Split, budget: &Budget| {
        split.certificate(&game, String::new(), game.full(), middle, budget)
    };
    let mut split = Split::searching(&game, left, &unlimited).unwrap().unwrap();
    let whole = certify(&mut split, &unlimited).unwrap().unwrap();
    let saved = |proof: &Proof, split: Option<&Split>| {
        let mut bytes = Vec::new();
        let search = split.and_then(Split::search);
        proof.save("board", search, &mut bytes).unwrap();
        bytes
    };
    let mut bytes = saved(&Proof::new(&game), None);
    let (mut known, mut runs) = (0, 0);
    let found = loop {
        let mut proof = Proof::read(&game, "board", &mut &bytes[..], &unlimited).unwrap();
        assert_eq!(proof.pairs(), known);
        let mut split = Split::searching(&game, left, &unlimited).unwrap().unwrap();
        proof.begin(middle, &mut split, &unlimited);
        let found = certify(&mut split, &Budget::unlimited().positions(25));
        bytes = saved(&proof, Some(&split));
        runs += 1;
        let now = split.search().unwrap().found();
        assert!(now > known || found.is_ok(), "{now}");
        known = now;
        match found {
            Ok(found) => break found.unwrap(),
            Err(unfinished) => assert_eq!(unfinished.limit, Limit::Positions { allowed: 25 }),
        }
    };
    assert!(runs > 2, "{runs}");
    assert_eq!(found.to_bytes().unwrap(), whole.to_bytes().unwrap());
    // Results about another move are useless here.
    let mut proof = Proof::read(&game, "board", &mut &bytes[..], &unlimited).unwrap();
    let mut split = Split::searching(&game, left, &unlimited).unwrap().unwrap();
    proof.begin(1, &mut split, &unlimited);
    assert_eq!(split.search().unwrap().found(), 0);
    // Refuted sums are remembered.
    proof.refute();
    let bytes = saved(&proof, None);
    let read = Proof::read(&game, "board", &mut &bytes[..], &unlimited).unwrap();
    assert_eq!((read.refuted.len(), read.tried), (1, None));
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 4;
        assert!(Proof::read(&game, "board", &mut &altered[..], &unlimited).is_err());
    }
    assert!(Proof::read(&game, "other", &mut &bytes[..], &unlimited).is_err());
}

/// Every pair of forms of two boards, also if the memory has lost most of the results.
#[test]
fn searched_pairs_are_those_of_the_table() {
    let mut forms = Forms::new();
    let left = board(&mut forms, &rectangle(3, 4, 4));
    let right = board(&mut forms, &rectangle(2, 5, 5));
    let budget = Budget::unlimited();
    let matrix = PairMatrix::new(&forms, left.classes(), right.classes(), &budget).unwrap();
    let little = Budget::unlimited().bytes(forms.bytes() + (1 << 13));
    for budget in [budget, little] {
        let mut search = PairSearch::new();
        for (i, &a) in left.classes().iter().enumerate().rev() {
            for (j, &b) in right.classes().iter().enumerate() {
                let is_p = search.is_p(&forms, a, b, &budget);
                assert_eq!(is_p, Ok(matrix.is_p(i, j)));
                assert_eq!(search.is_p(&forms, b, a, &budget), is_p);
            }
        }
        assert!(search.searched() > 0);
    }
    // Above a table of the shorter forms, from none of them to all.
    let mut listed = BTreeSet::new();
    for kibibytes in [0, 3, 4, 5, 6, 8, 64] {
        let little = Budget::unlimited().bytes(forms.bytes() + (kibibytes << 10));
        let above = PairSearch::above(&forms, left.classes(), right.classes(), &little);
        let mut search = above.unwrap();
        listed.insert(search.listed());
        let budget = Budget::unlimited();
        for (i, &a) in left.classes().iter().enumerate().rev() {
            for (j, &b) in right.classes().iter().enumerate() {
                assert_eq!(search.is_p(&forms, a, b, &budget), Ok(matrix.is_p(i, j)));
            }
        }
    }
    let all = (left.classes().len() * right.classes().len()) as u64;
    assert!(listed.contains(&0) && listed.contains(&all) && listed.len() > 2);
    let few = Budget::unlimited().positions(3);
    let (a, b) = (left.whole(), right.whole());
    let stopped = PairSearch::new().is_p(&forms, a, b, &few).unwrap_err();
    assert_eq!(stopped.limit, Limit::Positions { allowed: 3 });
}

/// The board, with or without the places of its cells.
fn lying(rows: u32, columns: u32, most: u32, told: bool) -> Taking {
    let game = rectangle(rows, columns, most);
    let places = (0..rows as i16).flat_map(|y| (0..columns as i16).map(move |x| (x, y)));
    match told {
        true => game.lying_at(&places.collect::<Vec<_>>()),
        false => game,
    }
}

fn saved(search: &MisereSearch) -> Vec<u8> {
    let mut bytes = Vec::new();
    search.save("board", &mut bytes).unwrap();
    bytes
}

fn resumed(game: &Taking, bytes: &[u8], budget: &Budget) -> Result<MisereSearch, ResumeError> {
    let mut search = MisereSearch::new(game.clone());
    search
        .resume(("board", game.full().into()), &mut &*bytes, budget)
        .map(|()| search)
}

/// A search that is stopped every few sums, saved and resumed loses nothing and finds the same answer.
#[test]
fn searches_continue_from_their_files() {
    for (rows, columns, most, told) in [(4, 5, 2, true), (4, 4, 2, false), (2, 8, 8, true)] {
        let game = lying(rows, columns, most, told);
        let unlimited = Budget::unlimited();
        let mut whole = MisereSearch::new(game.clone());
        let expected = whole.is_p(game.full(), &unlimited).unwrap();
        let few = Budget::unlimited().positions(40);
        let mut bytes = saved(&MisereSearch::new(game.clone()));
        let (mut runs, mut decided) = (0, 0);
        let found = loop {
            let mut search = resumed(&game, &bytes, &unlimited).unwrap();
            assert_eq!(search.decided(), decided);
            let found = search.is_p(game.full(), &few);
            assert!(search.decided() > decided || found.is_ok());
            decided = search.decided();
            bytes = saved(&search);
            runs += 1;
            match found {
                Ok(found) => break (found, search.positions()),
                Err(unfinished) => assert_eq!(unfinished.limit, Limit::Positions { allowed: 40 }),
            }
        };
        assert_eq!(found.0, expected);
        assert!(runs > 1 && found.1 >= decided, "{runs} runs");
        // A second search of the same position has nothing left to do.
        let mut again = resumed(&game, &bytes, &unlimited).unwrap();
        assert_eq!(again.is_p(game.full(), &unlimited), Ok(expected));
        assert_eq!(again.positions(), found.1);
        // Every outcome that was saved is that of plain recursion.
        if game.cells() <= 18 {
            let is_p = p_states(&game);
            for state in (0..=game.full()).step_by(7) {
                let expected = is_p[state as usize];
                assert_eq!(again.is_p(state, &unlimited), Ok(expected), "{state:#x}");
            }
        }
    }
}

#[test]
fn damaged_and_foreign_states_of_searches_are_refused() {
    let game = lying(3, 4, 3, true);
    let unlimited = Budget::unlimited();
    let mut search = MisereSearch::new(game.clone());
    search.is_p(game.full(), &unlimited).unwrap();
    let bytes = saved(&search);
    assert!(resumed(&game, &bytes, &unlimited).is_ok());
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 4;
        assert!(resumed(&game, &altered, &unlimited).is_err(), "{at}");
        assert!(resumed(&game, &bytes[..at], &unlimited).is_err(), "{at}");
    }
    let mut other = MisereSearch::new(game.clone());
    let refused = other.resume(("another", game.full().into()), &mut &bytes[..], &unlimited);
    assert!(matches!(
        refused,
        Err(ResumeError::File(FileFault::Other { .. }))
    ));
    let refused = resumed(&lying(3, 4, 2, true), &bytes, &unlimited);
    let refused = refused.err();
    assert!(matches!(
        refused,
        Some(ResumeError::File(FileFault::OtherRules(_)))
    ));
    let refused = resumed(&game, &bytes, &Budget::unlimited().bytes(1000)).err();
    assert!(matches!(refused, Some(ResumeError::Unfinished(_))));
}

/// The file with other contents in the blocks of this name, and the right checksums.
fn altered(bytes: &[u8], name: &[u8; 4], change: impl Fn(&[u64]) -> Vec<u64>) -> Vec<u8> {
    let mut out = bytes[..12].to_vec();
    let mut at = 12;
    while at < bytes.len() - 32 {
        let of = |from: usize| bytes[from..from + 4].try_into().unwrap();
        let end = at + 12 + u32::from_le_bytes(of(at + 4)) as usize;
        let mut contents = bytes[at + 12..end].to_vec();
        if &bytes[at..at + 4] == name {
            let mut numbers = vec![(0u64, 0)];
            for &byte in &contents {
                let (number, shift) = numbers.last_mut().unwrap();
                *number |= u64::from(byte & 127) << *shift;
                *shift += 7;
                if byte < 128 {
                    numbers.push((0, 0));
                }
            }
            numbers.pop();
            let numbers: Vec<u64> = numbers.iter().map(|&(number, _)| number).collect();
            contents.clear();
            for number in change(&numbers) {
                write_number(&mut contents, number);
            }
        }
        out.extend(&bytes[at..at + 4]);
        out.extend((contents.len() as u32).to_le_bytes());
        out.extend(nimfield_core::checksum::crc32(&contents).to_le_bytes());
        out.extend(&contents);
        at = end;
    }
    out.extend(blake3::hash(&out).as_bytes());
    out
}

/// Inverts the outcomes whose number the rule chooses.
fn flipped(bytes: &[u8], chosen: impl Fn(usize) -> bool) -> Vec<u8> {
    altered(bytes, b"NEW ", |numbers| {
        let (mut out, mut at, mut record) = (numbers.to_vec(), 0, 0);
        while at < numbers.len() {
            out[at] ^= u64::from(chosen(record));
            at += 1 + (numbers[at] / 2) as usize;
            record += 1;
        }
        out
    })
}

/// The author of a file can give it valid checksums, so its contents are compared with the rules.
#[test]
fn forged_states_of_searches_are_refused() {
    let game = lying(4, 5, 2, true);
    let unlimited = Budget::unlimited();
    let mut search = MisereSearch::new(game.clone());
    let expected = search.is_p(game.full(), &unlimited).unwrap();
    let bytes = saved(&search);
    assert_eq!(flipped(&bytes, |_| false), bytes);
    let refused = |forged: &[u8], part| {
        let found = resumed(&game, forged, &unlimited).err();
        let expected = ResumeError::File(FileFault::Malformed(part));
        assert_eq!(found, Some(expected));
    };
    let outcomes = "the list of outcomes";
    refused(&flipped(&bytes, |_| true), outcomes);
    refused(
        &flipped(&bytes, |record| record.is_multiple_of(2)),
        outcomes,
    );
    let sums = altered(&bytes, b"ADDS", |numbers| {
        let same = |sum: &[u64]| [sum[0], sum[1], sum[0]];
        numbers.chunks(3).flat_map(same).collect()
    });
    refused(&sums, "the list of sums of forms");
    // A single outcome may escape the sample, but not that of the position in question.
    for record in (0..search.decided() as usize).step_by(search.decided() as usize / 16) {
        let forged = flipped(&bytes, |at| at == record);
        if let Ok(mut search) = resumed(&game, &forged, &unlimited) {
            assert_eq!(
                search.is_p(game.full(), &unlimited),
                Ok(expected),
                "{record}"
            );
        }
    }
}

#[path = "../examples/board.rs"]
mod board;

#[test]
fn the_example_runs() -> Result<(), Box<dyn std::error::Error>> {
    board::main()
}
