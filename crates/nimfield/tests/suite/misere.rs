//! Misère canonical forms, sums of two boards and certificates, against plain recursion.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::taking::{any_of_a_line, p_states, rectangle, side_by_side};
use nimfield::Play;
use nimfield::budget::{Budget, Limit};
use nimfield::families::taking::Taking;
use nimfield_core::files::FileFault;
use nimfield_engines::certificate::{Falsehood, OutcomeCertificate};
use nimfield_engines::misere::{
    BoardForms, BoardFormsError, Form, Forms, MisereSearch, PairMatrix, Split, Trial,
    tame_sum_is_p, winning_split,
};
use proptest::prelude::*;

fn board(forms: &mut Forms, game: &Taking) -> BoardForms {
    BoardForms::new(forms, game, game.full(), &Budget::unlimited()).unwrap()
}

/// Whether a sum of forms is a P-position, by the definition.
fn sum_is_p(forms: &Forms, sum: &[Form], known: &mut HashMap<Vec<Form>, bool>) -> bool {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    if let Some(&known) = known.get(&sum) {
        return known;
    }
    let mut any = false;
    let mut is_p = true;
    for i in 0..sum.len() {
        for &option in forms.options(sum[i]) {
            any = true;
            let mut after = sum.clone();
            after[i] = option;
            is_p &= !sum_is_p(forms, &after, known);
        }
    }
    is_p &= any;
    known.insert(sum, is_p);
    is_p
}

/// All forms born by this day.
fn born_by(forms: &mut Forms, day: u32) -> Vec<Form> {
    let mut born = BTreeSet::from([Form::ZERO]);
    for _ in 0..day {
        let before: Vec<Form> = born.iter().copied().collect();
        for subset in 0u64..1 << before.len() {
            let chosen = before
                .iter()
                .enumerate()
                .filter(|(i, _)| subset >> i & 1 != 0);
            let mut options: Vec<Form> = chosen.map(|(_, &form)| form).collect();
            born.insert(forms.of(&mut options));
        }
    }
    born.into_iter().collect()
}

/// 1, 2, 3, 5 and 22 forms are born by days 0 to 4: Conway, On Numbers and Games, chapter 12.
#[test]
fn forms_born_by_the_first_days() {
    let mut forms = Forms::new();
    let counts: Vec<usize> = (0..5).map(|day| born_by(&mut forms, day).len()).collect();
    assert_eq!(counts, [1, 2, 3, 5, 22]);
}

/// 4,171,780 by day 5.
#[test]
#[ignore = "seconds and 600 MB"]
fn forms_born_by_day_five() {
    assert_eq!(born_by(&mut Forms::new(), 5).len(), 4_171_780);
}

/// A sum with some form separates different forms: otherwise they would be equal.
#[test]
fn different_forms_behave_differently() {
    let mut forms = Forms::new();
    let born = born_by(&mut forms, 4);
    let mut known = HashMap::new();
    // Tests are the forms, their mates (the sum with the mate is a P-position), and random sets of
    // them.
    let mut random = fastrand::Rng::with_seed(4);
    let mut tests = born.clone();
    let mut mates: HashMap<Form, Form> = HashMap::new();
    for &form in &born {
        let mut options: Vec<Form> = forms.options(form).iter().map(|o| mates[o]).collect();
        let mate = match form {
            Form::ZERO => forms.heap(1),
            _ => forms.of(&mut options),
        };
        assert!(sum_is_p(&forms, &[form, mate], &mut known));
        mates.insert(form, mate);
        tests.push(mate);
    }
    for round in 0..10_000 {
        let size = random.usize(1..=8);
        let mut options = random.choose_multiple(tests.iter().copied(), size);
        let test = forms.of(&mut options);
        if round < 1_000 || forms.is_p(test) {
            tests.push(test);
        }
    }
    tests.sort_unstable();
    tests.dedup();
    let mut seen = BTreeMap::new();
    for &form in &born {
        let outcomes: Vec<bool> = tests
            .iter()
            .map(|&test| sum_is_p(&forms, &[form, test], &mut known))
            .collect();
        assert_eq!(
            seen.insert(outcomes, form),
            None,
            "{:?}",
            forms.text(form, 99)
        );
    }
}

#[test]
fn forms_in_writing() {
    let mut forms = Forms::new();
    let [one, two, three] = [1, 2, 3].map(|size| forms.heap(size));
    let just_two = forms.of(&mut vec![two]);
    let more = forms.of(&mut vec![three, just_two, Form::ZERO]);
    let text = |form| forms.text(form, 100).unwrap();
    assert_eq!(
        [Form::ZERO, one, two, just_two, more].map(text),
        ["0", "*", "*2", "{*2}", "{0,*3,{*2}}"]
    );
    assert_eq!(forms.text(more, 5), None);
    assert_eq!(forms.nodes(more), "n1 := {*2}\nn2 := {0,*3,n1}\nn2");
    assert_eq!(forms.as_heap(more), None);
    assert_eq!(forms.as_heap(three), Some(3));
    // * reverts to 0 since * is a P-position; *2 + *2 is not a heap.
    assert_eq!(forms.of(&mut vec![one]), Form::ZERO);
    assert_eq!(forms.of(&mut vec![three]), forms.of(&mut vec![three]));
    let budget = Budget::unlimited();
    assert_eq!(forms.sum(one, one, &budget), Ok(Form::ZERO));
    let twice = forms.sum(two, two, &budget).unwrap();
    assert_eq!(forms.genus(twice).to_string(), "0^02");
    assert_eq!(forms.genus(just_two).to_string(), "0^02");
    assert_ne!(twice, Form::ZERO);
    // Four nested sets with no more than 0, * and *2 as heaps: the options of the last are not
    // those of a heap although they are as many as its birthday.
    let odd = forms.of(&mut vec![Form::ZERO, one, two, just_two]);
    assert_eq!(forms.as_heap(odd), None);
}

/// Equal forms in all sums with the positions of another board, boards by their figures, and the
/// misère outcome and Grundy number of each position by plain recursion.
#[test]
fn forms_of_boards_are_sound() {
    let games = [
        rectangle(2, 3, 3),
        rectangle(3, 3, 2),
        rectangle(2, 4, 9),
        any_of_a_line(3, 3),
    ];
    for game in &games {
        let mut forms = Forms::new();
        let board = board(&mut forms, game);
        let test = rectangle(2, 2, 2);
        let sum = side_by_side(game, &test);
        let is_p = p_states(&sum, Play::Misere);
        let mut behaviour: HashMap<Form, Vec<bool>> = HashMap::new();
        for (state, &form) in board.forms().iter().enumerate() {
            let outcomes: Vec<bool> = (0..1usize << test.cells())
                .map(|other| is_p[state | other << game.cells()])
                .collect();
            assert_eq!(forms.is_p(form), outcomes[0], "{state:#x}");
            let first = behaviour.entry(form).or_insert_with(|| outcomes.clone());
            assert_eq!(*first, outcomes, "{state:#x} behaves like all of its form");
        }
        assert_eq!(behaviour.len(), board.classes().len());
    }
}

/// The numbers of different forms of the positions of a board.
#[test]
fn boards_have_few_forms() {
    let count = |game: &Taking| {
        let mut forms = Forms::new();
        board(&mut forms, game).classes().len()
    };
    assert_eq!(count(&rectangle(4, 4, 4)), 2_024);
    assert_eq!(count(&any_of_a_line(4, 4)), 162);
    assert_eq!(count(&rectangle(4, 5, 5)), 40_329);
    assert_eq!(count(&rectangle(3, 6, 6)), 9_393);
}

/// The 4x4 board, every position, any length and at most three.
#[test]
fn outcomes_of_the_board_of_the_document() {
    for (most, p_count) in [(4, 8_568), (3, 65_536 - 55_664)] {
        let game = rectangle(4, 4, most);
        let mut forms = Forms::new();
        let board = board(&mut forms, &game);
        let outcomes: Vec<bool> = board.forms().iter().map(|&form| forms.is_p(form)).collect();
        assert_eq!(outcomes, p_states(&game, Play::Misere));
        assert_eq!(outcomes.iter().filter(|&&is_p| is_p).count(), p_count);
    }
}

/// The connected sets of cells of a square grid with `size` cells, without regard to symmetry.
fn free_shapes(size: usize) -> Vec<Vec<(i32, i32)>> {
    let tidy = |cells: &[(i32, i32)]| {
        let turn = |&(x, y): &(i32, i32), i: i32| {
            let (x, y) = if i & 1 == 0 { (x, y) } else { (y, x) };
            let x = if i & 2 == 0 { x } else { -x };
            (x, if i & 4 == 0 { y } else { -y })
        };
        (0..8)
            .map(|i| {
                let image: Vec<(i32, i32)> = cells.iter().map(|cell| turn(cell, i)).collect();
                let left = image.iter().map(|cell| cell.0).min().unwrap();
                let top = image.iter().map(|cell| cell.1).min().unwrap();
                let mut image: Vec<_> = image.iter().map(|(x, y)| (x - left, y - top)).collect();
                image.sort_unstable();
                image
            })
            .min()
            .unwrap()
    };
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for &(x, y) in shape {
                for cell in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    if !shape.contains(&cell) {
                        let mut cells = shape.clone();
                        cells.push(cell);
                        larger.insert(tidy(&cells));
                    }
                }
            }
        }
        shapes = larger;
    }
    shapes.into_iter().collect()
}

/// The game of at most `most` in a row on some cells of a grid.
fn on_cells(cells: &[(i32, i32)], most: usize) -> Taking {
    let mut masks = Vec::new();
    for &(x, y) in cells {
        for (dx, dy) in [(1, 0), (0, 1)] {
            let mut mask = 0u64;
            for i in 0..most as i32 {
                let Some(at) = cells.iter().position(|&c| c == (x + i * dx, y + i * dy)) else {
                    break;
                };
                mask |= 1 << at;
                masks.push(mask);
            }
        }
    }
    Taking::new(cells.len() as u32, masks, vec![]).unwrap()
}

/// Up to four cells all are tame whatever the limit; with no limit, of five cells 7 of 12 and of
/// six 16 of 35 are hereditarily so.
#[test]
fn tame_components() {
    let tame = |cells: &Vec<(i32, i32)>, most| {
        let mut forms = Forms::new();
        let game = on_cells(cells, most);
        let whole = board(&mut forms, &game).whole();
        forms.tame(whole).is_some()
    };
    for size in 1..=4 {
        for most in 1..=4 {
            assert!(free_shapes(size).iter().all(|cells| tame(cells, most)));
        }
    }
    for (size, expected) in [(5, (7, 12)), (6, (16, 35))] {
        let shapes = free_shapes(size);
        let count = shapes.iter().filter(|cells| tame(cells, size)).count();
        assert_eq!((count, shapes.len()), expected);
    }
}

/// The nim rule holds for all sums of up to four tame forms of a board, by plain recursion.
#[test]
fn the_nim_rule_of_tame_forms() {
    let mut forms = Forms::new();
    let classes = board(&mut forms, &rectangle(3, 3, 3)).classes().to_vec();
    let tame: Vec<Form> = (classes.into_iter())
        .filter(|&form| forms.tame(form).is_some() && forms.birthday(form) <= 5)
        .collect();
    assert!(tame.iter().any(|&form| forms.as_heap(form).is_none()));
    let mut known = HashMap::new();
    for (i, &a) in tame.iter().enumerate() {
        for (j, &b) in tame[..=i].iter().enumerate() {
            for &c in &tame[..=j] {
                let sum = [a, b, c];
                let rule = tame_sum_is_p(sum.iter().filter_map(|&form| forms.tame(form)));
                assert_eq!(rule, sum_is_p(&forms, &sum, &mut known));
            }
        }
    }
}

#[test]
fn pairs_of_two_boards() {
    let games = [
        (rectangle(2, 3, 3), rectangle(3, 3, 3)),
        (rectangle(2, 4, 2), rectangle(2, 4, 2)),
        (any_of_a_line(2, 3), rectangle(2, 5, 4)),
    ];
    for (left, right) in games {
        let is_p = p_states(&side_by_side(&left, &right), Play::Misere);
        let mut forms = Forms::new();
        let boards = [board(&mut forms, &left), board(&mut forms, &right)];
        for threads in [1, 3] {
            let budget = Budget::unlimited().threads(threads);
            let [left, right] = [0, 1].map(|i: usize| boards[i].classes());
            let matrix = PairMatrix::new(&forms, left, right, &budget).unwrap();
            let place = |list: &[Form], form| list.iter().position(|&f| f == form).unwrap();
            let mut count = BTreeSet::new();
            for (state, &expected) in is_p.iter().enumerate() {
                let cells = boards[0].cells().len();
                let a = boards[0].forms()[state & ((1 << cells) - 1)];
                let b = boards[1].forms()[state >> cells];
                let (a, b) = (place(left, a), place(right, b));
                assert_eq!(matrix.is_p(a, b), expected, "{state:#x}");
                if expected {
                    count.insert((a, b));
                }
            }
            assert_eq!(matrix.p_count(), count.len() as u64);
        }
    }
}

/// 5x3, 3x5 and others: every position that keeps the middle row empty, and the winner.
#[test]
fn splits_against_the_whole_board() {
    for (rows, columns, most) in [(3, 5, 5), (5, 3, 5), (5, 4, 4), (4, 4, 4), (3, 6, 2)] {
        let game = rectangle(rows, columns, most);
        let is_p = p_states(&game, Play::Misere);
        let budget = Budget::unlimited();
        let listed = Split::new(&game, game.full(), &budget).unwrap().unwrap();
        let searched = Split::searching(&game, game.full(), &budget)
            .unwrap()
            .unwrap();
        assert!(listed.is_listed() && !searched.is_listed());
        for mut whole in [listed, searched] {
            for (state, &expected) in is_p.iter().enumerate() {
                assert_eq!(
                    whole.is_p(state as u64, &budget),
                    Ok(expected),
                    "{state:#x}"
                );
            }
        }
        let won = winning_split(&game, game.full(), Trial::All, &budget).unwrap();
        assert_eq!(won.is_some(), !is_p[game.full() as usize]);
        if let Some((mv, _)) = won {
            assert!(is_p[(game.full() & !mv) as usize]);
        }
    }
}

fn certificate(rows: u32, columns: u32) -> OutcomeCertificate {
    let game = rectangle(rows, columns, 9);
    let budget = Budget::unlimited();
    let won = winning_split(&game, game.full(), Trial::Promising, &budget);
    let (mv, mut split) = won.unwrap().unwrap();
    let name = format!("tactix[{rows}x{columns}]");
    let found = split.certificate(&game, name, game.full(), mv, &budget);
    found.unwrap().unwrap()
}

#[test]
fn certificates_are_checked() {
    for (rows, columns) in [(3, 3), (5, 3), (5, 5), (5, 7), (3, 8)] {
        let certificate = certificate(rows, columns);
        let checked = certificate.check().unwrap();
        assert!(checked.first_player_wins);
        assert!(checked.pairs > 0 && checked.classes == certificate.classes.len() as u64);
        let bytes = certificate.to_bytes().unwrap();
        assert_eq!(OutcomeCertificate::from_bytes(&bytes).unwrap(), certificate);
    }
    // The position is lost, so the strategy is that of the other player.
    let game = rectangle(4, 4, 4);
    let budget = Budget::unlimited();
    let mut split = Split::new(&game, game.full(), &budget).unwrap().unwrap();
    let lost = split.certificate(&game, "tactix[4x4]".into(), game.full(), 0, &budget);
    let checked = lost.unwrap().unwrap().check().unwrap();
    assert!(!checked.first_player_wins);
    // A won position has none.
    let game = rectangle(3, 4, 4);
    let mut split = Split::new(&game, game.full(), &budget).unwrap().unwrap();
    let won = split.certificate(&game, "tactix[3x4]".into(), game.full(), 0, &budget);
    assert_eq!(won.unwrap(), None);
}

/// False statements of each kind, in a file with valid checksums.
#[test]
fn false_certificates_are_refused() {
    let good = certificate(5, 5);
    let refused = |change: &dyn Fn(&mut OutcomeCertificate)| {
        let mut bad = good.clone();
        change(&mut bad);
        let bad = OutcomeCertificate::from_bytes(&bad.to_bytes().unwrap()).unwrap();
        bad.check().unwrap_err()
    };
    let position = |change: &dyn Fn(&mut OutcomeCertificate)| {
        assert!(matches!(refused(change), Falsehood::Position(_)));
    };
    position(&|c| c.winning_move = 1 << 3 | 1 << 5);
    position(&|c| c.winning_move = 1 << 40);
    position(&|c| c.winning_move = 0b11111);
    position(&|c| c.start = 1 << 30);
    position(&|c| c.masks[0] = 0);
    position(&|c| c.masks.swap(0, 1));
    position(&|c| c.masks.retain(|&mask| mask != 0b11));
    position(&|c| c.parts[0].cells.swap(0, 1));
    position(&|c| c.parts[0].cells[0] = c.parts[0].cells[1]);
    position(&|c| drop(c.parts.pop()));
    position(&|c| c.parts[1] = c.parts[0].clone());
    position(&|c| c.parts[1].shape = 7);
    position(&|c| c.shapes.push(vec![0]));
    position(&|c| _ = c.shapes[0].pop());
    position(&|c| {
        // A move that joins the halves.
        c.masks.push(1 << 9 | 1 << 15);
        c.masks.sort_unstable();
    });
    let form = |change: &dyn Fn(&mut OutcomeCertificate)| {
        assert!(matches!(refused(change), Falsehood::Form(_)));
    };
    form(&|c| c.classes[2].clear());
    form(&|c| c.classes[0].push(0));
    form(&|c| c.classes[3].reverse());
    form(&|c| *c.classes[3].last_mut().unwrap() = 1 << 20);
    form(&|c| c.shapes[0][5] = 1 << 20);
    form(&|c| c.pairs.reverse());
    form(&|c| c.pairs[0] = (0, 1));
    // A class that is too good, too bad, or just different.
    let last = good.classes.len() - 1;
    assert!(matches!(
        refused(&|c| c.classes[last].insert(0, 0)),
        Falsehood::MissingOption { .. } | Falsehood::Form(_)
    ));
    let (class, missing) = (0..good.classes.len())
        .find_map(|class| {
            let missing = (0..class as u32).find(|o| !good.classes[class].contains(o))?;
            (class > 3).then_some((class, missing))
        })
        .unwrap();
    assert!(matches!(
        refused(&|c| {
            c.classes[class].push(missing);
            c.classes[class].sort_unstable();
        }),
        Falsehood::MissingOption { .. }
    ));
    assert!(matches!(
        refused(&|c| _ = c.classes[last].pop()),
        Falsehood::UnexplainedOption { .. }
    ));
    assert!(matches!(
        refused(&|c| c.shapes[0][1] = 0),
        Falsehood::UnexplainedOption { .. } | Falsehood::NotZero { .. }
    ));
    // Two separate stones have the value 0 only because * is a P-position.
    assert!(matches!(
        refused(&|c| c.pairs.retain(|&pair| pair != (1, 0))),
        Falsehood::NotZero { .. } | Falsehood::Unanswered { .. }
    ));
    // Most pairs of the strategy are needed.
    let whole = *good.shapes[0].last().unwrap();
    assert_eq!(
        refused(&|c| c.pairs.retain(|&pair| pair != (whole, whole))),
        Falsehood::NotInStrategy {
            pair: (whole, whole)
        }
    );
    // (Some are not needed: an earlier pair was chosen before a later one answered the same move.)
    let needed = (0..good.pairs.len()).filter(|&at| {
        let mut less = good.clone();
        less.pairs.remove(at);
        less.check().is_err()
    });
    assert!(needed.count() > good.pairs.len() / 2);
    // An N-position in the strategy.
    for false_pair in [(1, 1), (2, 0), (whole, 0)] {
        if let Err(at) = good.pairs.binary_search(&false_pair) {
            assert!(matches!(
                refused(&|c| c.pairs.insert(at, false_pair)),
                Falsehood::Unanswered { .. }
            ));
        }
    }
    assert_eq!(refused(&|c| c.pairs.insert(0, (0, 0))), Falsehood::Ended);
}

/// A move to an N-position is never certified, with any strategy.
#[test]
fn a_wrong_winner_is_refused() {
    let good = certificate(5, 4);
    let game = rectangle(5, 4, 9);
    let is_p = p_states(&game, Play::Misere);
    // The same strategy from a position with one stone fewer, which is lost by that move.
    let start = good.start & !1;
    assert!(!is_p[(start & !good.winning_move) as usize]);
    let mut bad = good.clone();
    bad.start = start;
    bad.parts[0].cells.retain(|&cell| cell != 0);
    assert!(bad.check().is_err());
    // With its own shape it is well-formed, and false.
    bad.shapes
        .push(good.shapes[0].iter().copied().step_by(2).collect());
    bad.parts[0].shape = 1;
    assert!(matches!(bad.check(), Err(Falsehood::NotInStrategy { .. })));
    let mut pair = [
        bad.shapes[1].last().copied().unwrap(),
        *good.shapes[0].last().unwrap(),
    ];
    pair.sort_unstable();
    let pair = (pair[1], pair[0]);
    let at = bad.pairs.binary_search(&pair).unwrap_err();
    bad.pairs.insert(at, pair);
    assert!(matches!(bad.check(), Err(Falsehood::Unanswered { .. })));
}

#[test]
fn damaged_files_are_refused() {
    let bytes = certificate(5, 4).to_bytes().unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 500 + 1) {
        let mut altered = bytes.clone();
        altered[at] ^= 0x20;
        assert!(
            OutcomeCertificate::from_bytes(&altered).is_err(),
            "byte {at}"
        );
        assert!(
            OutcomeCertificate::from_bytes(&bytes[..at]).is_err(),
            "cut at {at}"
        );
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(OutcomeCertificate::from_bytes(&longer).is_err());
    assert!(matches!(
        OutcomeCertificate::from_bytes(b"NIM"),
        Err(FileFault::Foreign(_))
    ));
    let mut newer = bytes;
    newer[8] = 3;
    assert!(matches!(
        OutcomeCertificate::from_bytes(&newer),
        Err(FileFault::Version { found: 3, reads: 2 })
    ));
}

#[test]
fn budgets_are_kept() {
    let game = rectangle(4, 5, 5);
    let mut forms = Forms::new();
    let small = Budget::unlimited().bytes(1 << 20);
    let refused = BoardForms::new(&mut forms, &game, game.full(), &small);
    assert!(matches!(refused, Err(BoardFormsError::Unfinished(_))));
    let few = Budget::unlimited().positions(10_000);
    let refused = BoardForms::new(&mut forms, &game, game.full(), &few);
    assert!(matches!(refused, Err(BoardFormsError::Unfinished(_))));
    let large = rectangle(6, 6, 6);
    let refused = BoardForms::new(&mut forms, &large, large.full(), &Budget::unlimited());
    assert!(matches!(refused, Err(BoardFormsError::TooManyCells(36))));
    assert!(Split::new(&large, large.full(), &few).unwrap().is_none());
    let game = rectangle(3, 5, 5);
    let board = board(&mut forms, &game);
    let pairs = |budget: &Budget| {
        PairMatrix::new(&forms, board.classes(), board.classes(), budget).map(|_| ())
    };
    assert!(pairs(&Budget::unlimited().bytes(1 << 18)).is_err());
    assert!(pairs(&Budget::unlimited().positions(1 << 18)).is_err());
    assert_eq!(pairs(&Budget::unlimited()), Ok(()));
}

#[test]
fn search_against_plain_recursion() {
    let games = [
        rectangle(4, 4, 4),
        rectangle(4, 4, 3),
        rectangle(3, 5, 2),
        any_of_a_line(4, 4),
    ];
    for game in games {
        let is_p = p_states(&game, Play::Misere);
        let mut search = MisereSearch::new(game.clone());
        let budget = Budget::unlimited();
        // From the largest down, so that few results are known beforehand.
        for state in (0..is_p.len()).rev().step_by(7) {
            let found = search.is_p(state as u64, &budget).unwrap();
            assert_eq!(found, is_p[state], "{state:#x}");
        }
        assert!(search.bytes() > 0 && search.positions() > 0);
    }
}

/// Random positions of 5x5 with up to 17 stones, against the forms of their cells.
#[test]
fn search_on_a_larger_board() {
    let game = rectangle(5, 5, 5);
    let mut random = fastrand::Rng::with_seed(1);
    let mut search = MisereSearch::new(game.clone());
    let budget = Budget::unlimited();
    for _ in 0..20 {
        let mut state = random.u64(..) & game.full();
        while state.count_ones() > 17 {
            state &= state - 1;
        }
        let mut forms = Forms::new();
        let board = BoardForms::new(&mut forms, &game, state, &budget).unwrap();
        assert_eq!(
            search.is_p(state, &budget),
            Ok(forms.is_p(board.whole())),
            "{state:#x}"
        );
    }
}

/// Sums that an oracle knows are not searched, and it receives unchanged components.
#[test]
fn search_asks_the_oracle() {
    let game = rectangle(5, 5, 5);
    let budget = Budget::unlimited();
    // Knows connected positions of the upper four rows.
    let small = rectangle(4, 5, 5);
    let table = p_states(&small, Play::Misere);
    let oracle = move |parts: &[u64]| match parts {
        &[part] if part < 1 << 20 => Some(table[part as usize]),
        _ => None,
    };
    let mut plain = MisereSearch::new(game.clone());
    let mut helped = MisereSearch::new(game.clone()).with_oracle(Box::new(oracle));
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..100 {
        let state = random.u64(..) & (random.u64(..) | 0xFF_FFFF) & game.full();
        assert_eq!(
            plain.is_p(state, &budget),
            helped.is_p(state, &budget),
            "{state:#x}"
        );
    }
    assert!(helped.positions() < plain.positions());
}

#[test]
fn search_keeps_to_its_budget() {
    let game = rectangle(6, 6, 6);
    let mut search = MisereSearch::new(game.clone());
    let few = Budget::unlimited().positions(1_000);
    let stopped = search.is_p(game.full(), &few).unwrap_err();
    assert!(stopped.done <= 1_000 + 1);
    let small = Budget::unlimited().bytes(1 << 20).positions(1 << 20);
    assert!(search.is_p(game.full(), &small).is_err());
    // One position with thousands of options, each with a long list of moves.
    let masks = |row: u32| (1..1u64 << 14).map(move |set| set << (14 * row));
    let columns = (0..14).map(|column| 1 << column | 1 << (14 + column));
    let wide = Taking::new(28, (0..2).flat_map(masks).chain(columns).collect(), vec![]).unwrap();
    let mut search = MisereSearch::new(wide.clone());
    let stopped = search.is_p(wide.full(), &Budget::unlimited().bytes(16 << 20));
    assert!(matches!(stopped.unwrap_err().limit, Limit::Bytes { .. }));
    // With almost no memory for outcomes they are still found.
    let game = rectangle(4, 4, 4);
    let mut forgetful = MisereSearch::new(game.clone());
    assert_eq!(
        forgetful.is_p(game.full(), &Budget::unlimited().bytes(8 << 20)),
        Ok(true)
    );
}

/// A taking game with random moves: every cell alone, and a few larger masks.
fn any_game(cells: u32) -> impl Strategy<Value = Taking> {
    proptest::collection::vec(1u64..1 << cells, 0..6).prop_map(move |mut masks| {
        masks.extend(
            (0..cells)
                .filter(|cell| cell % 3 != 0)
                .map(|cell| 1 << cell),
        );
        Taking::new(cells, masks, vec![]).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any masks, also with holes in the components, and with cells that no move takes.
    #[test]
    fn splits_of_any_game(left in any_game(6), right in any_game(5), state in 0u64..1 << 11) {
        let game = side_by_side(&left, &right);
        let is_p = p_states(&game, Play::Misere);
        let budget = Budget::unlimited();
        let mut split = Split::new(&game, state, &budget).unwrap().unwrap();
        let mut searched = Split::searching(&game, state, &budget).unwrap().unwrap();
        let mut below = state;
        loop {
            prop_assert_eq!(split.is_p(below, &budget), Ok(is_p[below as usize]));
            prop_assert_eq!(searched.is_p(below, &budget), Ok(is_p[below as usize]));
            if below == 0 {
                break;
            }
            below = (below - 1) & state;
        }
        for mut split in [split, searched] {
            let certificate = split.certificate(&game, String::new(), state, 0, &budget).unwrap();
            prop_assert_eq!(certificate.is_some(), is_p[state as usize]);
            if let Some(certificate) = certificate {
                prop_assert!(!certificate.check().unwrap().first_player_wins);
            }
        }
        let mut search = MisereSearch::new(game.clone());
        prop_assert_eq!(search.is_p(state, &budget), Ok(is_p[state as usize]));
        let won = winning_split(&game, state, Trial::All, &budget).unwrap();
        prop_assert_eq!(won.is_some(), !is_p[state as usize] && game.moves(state).next().is_some());
    }

    /// Sums of canonical forms are the forms of sums.
    #[test]
    fn forms_of_sums(left in any_game(5), right in any_game(4)) {
        let mut forms = Forms::new();
        let sum = board(&mut forms, &side_by_side(&left, &right)).whole();
        let [left, right] = [&left, &right].map(|game| board(&mut forms, game).whole());
        prop_assert_eq!(forms.sum(left, right, &Budget::unlimited()), Ok(sum));
    }
}
