//! Poset games compared with plain recursion over sets, and with values from the literature.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_core::component::Known;
use nimfield_core::game::{Engines, Rules, Search, Shown, Theory};
use nimfield_core::notation::Cursor;
use nimfield_core::words::{Grundy, Play};
use nimfield_engines::ideals::BiteValues;
use nimfield_engines::placing::PlacingValues;
use nimfield_games::placing::Name;
use nimfield_games::posets::{BITES, Bitten, Poset};

fn name() -> Name {
    Name {
        text: "bites".to_string(),
        info: &BITES,
        play: Play::Normal,
        fixed_board: false,
    }
}

/// The value of the rest of a poset, by the rules alone: `options` lists what a bite leaves.
fn plain_value<S: Clone + Eq + std::hash::Hash>(
    state: &S,
    options: &dyn Fn(&S) -> Vec<S>,
    play: Play,
    known: &mut HashMap<S, u16>,
) -> u16 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let after = options(state);
    let values: BTreeSet<u16> = after
        .iter()
        .map(|option| plain_value(option, options, play, known))
        .collect();
    let value = match (play, after.is_empty()) {
        (Play::Misere, true) => 1,
        _ => (0..)
            .find(|value| !values.contains(value))
            .expect("a value"),
    };
    known.insert(state.clone(), value);
    value
}

/// Squares as (row, column).
type Squares = BTreeSet<(u16, u16)>;

fn squares(rows: &[u16]) -> Squares {
    let rows = (0u16..).zip(rows);
    rows.flat_map(|(row, &length)| (0..length).map(move |column| (row, column)))
        .collect()
}

fn bites(squares: &Squares) -> Vec<Squares> {
    let safe = squares.iter().filter(|&&square| square != (0, 0));
    let left = |&(row, column): &(u16, u16)| {
        let stays = |&&(r, c): &&(u16, u16)| r < row || c < column;
        squares.iter().filter(stays).copied().collect()
    };
    safe.map(left).collect()
}

/// All diagrams with at most this many rows and columns, including the empty one.
fn diagrams(rows: usize, columns: u16) -> Vec<Vec<u16>> {
    let mut all = vec![vec![]];
    for row in 0..rows {
        let longer = all
            .iter()
            .filter(|diagram: &&Vec<u16>| diagram.len() == row);
        let longer = longer.flat_map(|diagram| {
            let most = diagram.last().copied().unwrap_or(columns);
            (1..=most).map(|length| [&diagram[..], &[length]].concat())
        });
        let longer: Vec<_> = longer.collect();
        all.extend(longer);
    }
    all
}

#[test]
fn every_diagram_inside_5x6_has_the_value_of_the_recursion() {
    for play in [Play::Normal, Play::Misere] {
        let table =
            BiteValues::new(&[6; 5], play, &Budget::unlimited()).expect("there is no limit");
        assert_eq!(table.positions(), 462);
        let mut known = HashMap::new();
        let mut count = 0;
        for rows in diagrams(5, 6) {
            let expected = plain_value(&squares(&rows), &bites, play, &mut known);
            assert_eq!(table.value(&rows), Some(expected), "{rows:?}");
            count += 1;
            let after = bites(&squares(&rows));
            let safe: Vec<_> = squares(&rows)
                .into_iter()
                .filter(|&at| at != (0, 0))
                .collect();
            let to_zero: Vec<(usize, usize)> = safe
                .iter()
                .zip(&after)
                .filter(|(_, left)| plain_value(*left, &bites, play, &mut known) == 0)
                .map(|(&(row, column), _)| (row.into(), column.into()))
                .collect();
            assert_eq!(table.bites_to(&rows, 0), to_zero, "{rows:?}");
        }
        assert_eq!(count, 462);
        assert_eq!(table.value(&[7]), None);
        assert_eq!(table.value(&[2, 3]), None);
        assert_eq!(table.value(&[1; 6]), None);
    }
}

#[test]
fn diagrams_that_are_not_rectangles_have_their_own_tables() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut known = HashMap::new();
    for _ in 0..40 {
        let mut rows: Vec<u16> = (0..random.usize(1..5)).map(|_| random.u16(1..6)).collect();
        rows.sort_unstable_by_key(|&row| std::cmp::Reverse(row));
        let table = BiteValues::new(&rows, Play::Normal, &Budget::unlimited()).expect("no limit");
        let inside = diagrams(rows.len(), rows[0]).into_iter().filter(|diagram| {
            diagram.len() <= rows.len()
                && diagram.iter().zip(&rows).all(|(one, whole)| one <= whole)
        });
        let mut count = 0;
        for diagram in inside {
            let expected = plain_value(&squares(&diagram), &bites, Play::Normal, &mut known);
            assert_eq!(
                table.value(&diagram),
                Some(expected),
                "{diagram:?} in {rows:?}"
            );
            count += 1;
        }
        assert_eq!(table.positions(), count);
    }
}

/// Gale 1974: every rectangle but the single square is won by the first player, a square by the bite diagonal to the
/// corner, and 3 x n has one winning bite for small n.
#[test]
fn rectangles_are_won() {
    let table = BiteValues::new(&[100; 3], Play::Normal, &Budget::unlimited()).expect("no limit");
    assert_eq!(table.positions(), 176_851);
    for columns in 1..=100u16 {
        let winning = table.bites_to(&[columns; 3], 0);
        assert!(!winning.is_empty(), "{columns}");
        if columns == 3 {
            assert_eq!(winning, [(1, 1)]);
        }
    }
    let table = BiteValues::new(&[8; 8], Play::Normal, &Budget::unlimited()).expect("no limit");
    for side in 2..=8u16 {
        assert!(
            table
                .bites_to(&vec![side; side.into()], 0)
                .contains(&(1, 1)),
            "{side}"
        );
    }
}

#[test]
fn what_is_known_at_once_agrees_with_the_table() {
    let table = BiteValues::new(&[7; 4], Play::Normal, &Budget::unlimited()).expect("no limit");
    let name = Arc::new(name());
    for rows in diagrams(4, 7).into_iter().filter(|rows| !rows.is_empty()) {
        let position = Bitten::new(name.clone(), &rows).expect("a diagram");
        let value = u128::from(table.value(&rows).expect("inside"));
        if let Some(found) = position.value() {
            assert_eq!(found.value, Grundy::from(value), "{position}");
        }
        if let Some(found) = position.outcome(Play::Normal, false) {
            assert_eq!(found.value, value == 0, "{position}");
        }
        match position.known(Play::Normal) {
            Known::Value(known) => assert_eq!(known, value, "{position}"),
            Known::Positive => assert_ne!(value, 0, "{position}"),
            Known::Nothing => {}
        }
        let below = position
            .followers(Play::Normal, &Budget::unlimited())
            .expect("a table");
        let below = below.expect("there is no limit");
        assert_eq!(below.value(), value);
        for mv in below.moves_to(0, 99).0 {
            let after = position.play(&mv).expect("a legal move");
            assert_eq!(table.value(after.rows()), Some(0), "{position} {mv}");
        }
    }
}

#[test]
fn diagrams_read_and_play() {
    let name = Arc::new(name());
    let read = |text: &str| {
        let mut cursor = Cursor::new(text);
        let found = Bitten::read(&name, &mut cursor);
        found.and_then(|found| cursor.need_end("").map(|()| found))
    };
    for (text, printed) in [
        ("4x5", "4x5"),
        ("4,4,3", "4^2,3"),
        ("5", "1x5"),
        ("3 2 1", "3,2,1"),
    ] {
        let position = read(text).expect("a diagram");
        assert_eq!(position.to_string(), format!("bites[{printed}]"));
        assert_eq!(read(printed).as_ref(), Ok(&position));
        for mv in position.moves() {
            assert_eq!(
                position.read_move(&mut Cursor::new(&mv.to_string())),
                Ok(mv)
            );
            let after = position.play(&mv).expect("a legal move");
            assert!(after.measure() < position.measure());
            assert!(after.play(&mv).is_err());
        }
        assert_eq!(position.moves().count() as u128, position.move_count());
        assert_eq!(position.handles().len() as u128, position.move_count());
    }
    for bad in ["", "0", "0x3", "4x", "256x2", "1x300", "x", "3,y"] {
        assert!(read(bad).is_err(), "{bad}");
    }
    let position = read("3x3").expect("a diagram");
    let mv = |text: &str| {
        position
            .read_move(&mut Cursor::new(text))
            .expect("a square")
    };
    assert_eq!(
        position.play(&mv("a1")).expect_err("poison"),
        "a1 is poisoned"
    );
    assert_eq!(
        position.play(&mv("d1")).expect_err("outside"),
        "unknown square d1"
    );
}

#[test]
fn boxes_have_the_values_of_the_recursion() {
    for sides in [&[2, 2, 2][..], &[2, 2, 3], &[3, 4], &[5], &[2, 2, 2, 2]] {
        let whole = Poset::product(sides).expect("a box");
        for poison in [
            None,
            Some(0),
            Some(whole.size() / 2),
            Some(whole.size() - 1),
        ] {
            let poset = match poison {
                Some(element) => whole.clone().poisoned(element).expect("an element"),
                None => whole.clone(),
            };
            let rules = poset.rules(name()).expect("a game");
            let places = |cell: usize| {
                let mut rest = cell;
                let mut places = Vec::new();
                for side in sides.iter().rev() {
                    places.push(rest % side);
                    rest /= side;
                }
                places
            };
            let options = |free: &u128| {
                let cells: Vec<usize> = (0..poset.size())
                    .filter(|cell| free >> cell & 1 == 1)
                    .collect();
                let bite = |&bitten: &usize| {
                    let from = places(bitten);
                    let goes = |cell: usize| places(cell).iter().zip(&from).all(|(a, b)| a >= b);
                    let gone = cells.iter().filter(|&&cell| goes(cell));
                    let gone = gone.fold(0u128, |gone, cell| gone | 1 << cell);
                    let safe = poison.is_none_or(|poison| gone >> poison & 1 == 0);
                    safe.then_some(free & !gone)
                };
                cells.iter().filter_map(bite).collect()
            };
            let full = rules.placing().full();
            let expected = plain_value(&full, &options, Play::Normal, &mut HashMap::new());
            let mut values = PlacingValues::new(rules.placing().clone());
            assert_eq!(
                values.value(full, &Budget::unlimited()),
                Ok(expected),
                "{sides:?} {poison:?}"
            );
        }
    }
}

#[test]
fn three_dimensions_agree_with_two() {
    let table = BiteValues::new(&[5; 4], Play::Normal, &Budget::unlimited()).expect("no limit");
    for (rows, columns) in [(2, 3), (3, 4), (4, 5)] {
        for sides in [vec![rows, columns], vec![1, rows, columns]] {
            let poset = Poset::product(&sides)
                .expect("a box")
                .poisoned(0)
                .expect("the corner");
            let rules = poset.rules(name()).expect("a game");
            let full = rules.placing().full();
            let value =
                PlacingValues::new(rules.placing().clone()).value(full, &Budget::unlimited());
            assert_eq!(
                value.ok(),
                table.value(&vec![columns as u16; rows]),
                "{sides:?}"
            );
        }
    }
}

#[test]
fn listed_posets_are_closed_and_checked() {
    let names = |count: usize| {
        (0..count)
            .map(|name| format!("e{name}"))
            .collect::<Vec<_>>()
    };
    // A chain is a nim heap.
    let chain = Poset::listed(names(5), &[(3, 4), (0, 1), (2, 3), (1, 2)]).expect("a chain");
    let rules = chain.rules(name()).expect("a game");
    let full = rules.placing().full();
    let mut values = PlacingValues::new(rules.placing().clone());
    assert_eq!(values.value(full, &Budget::unlimited()), Ok(5));
    let position = nimfield_games::placing::Field::full(rules);
    let mv = position
        .read_move(&mut Cursor::new("e2"))
        .expect("an element");
    assert_eq!(
        position.play(&mv).expect("a move").to_string(),
        "bites[oo...]"
    );
    assert!(Poset::listed(names(3), &[(0, 1), (1, 2), (2, 0)]).is_err());
    assert!(Poset::listed(names(3), &[(0, 0)]).is_err());
    assert!(Poset::listed(names(3), &[(0, 3)]).is_err());
    assert!(Poset::listed(names(129), &[]).is_err());
    assert!(Poset::product(&[]).is_err());
    assert!(Poset::product(&[3, 0]).is_err());
    assert!(Poset::product(&[20, 20]).is_err());
    assert!(chain.clone().poisoned(5).is_err());
    assert_eq!(
        Poset::product(&[2, 3]).expect("a box").element("c2"),
        Some(5)
    );
    assert_eq!(
        Poset::product(&[2, 3, 2]).expect("a box").element("1.3.2"),
        Some(5)
    );
}

#[test]
fn tables_keep_to_their_limits() {
    let limited = |budget: Budget| BiteValues::new(&[20; 20], Play::Normal, &budget).err();
    assert!(limited(Budget::unlimited().bytes(1 << 20)).is_some());
    assert!(limited(Budget::unlimited().positions(1000)).is_some());
    assert!(BiteValues::new(&[255; 255], Play::Normal, &Budget::unlimited()).is_err());
    let (budget, _) = Budget::unlimited().cancel_after(3);
    assert!(BiteValues::new(&[8; 8], Play::Normal, &budget).is_err());
}
