//! Tables of families: every engine gives the same rows, budgets end them, and sequences are correct.

use std::path::PathBuf;

use nimfield::budget::{Budget, Limit};
use nimfield::tables::{
    Engine, FamilyError, FamilyQuery, FamilyTable, GrowingBoxes, PartitionError, PartitionQuery,
    PartitionTable, Row, Shown, TableCell, antidiagonals,
};
use nimfield::template::{Letter, Template};
use nimfield::{Games, Outcome, Play};
use nimfield_games::partitions::pnim::census::{Grading, Which};

fn family(text: &str, ranges: &[&str]) -> Template {
    let letters = ranges.iter().map(|text| Letter::read(text).unwrap());
    Template::new(text, letters.collect()).unwrap()
}

fn table(text: &str, ranges: &[&str], shown: Shown, play: Option<Play>) -> FamilyTable {
    let query = FamilyQuery {
        play,
        ..FamilyQuery::new(shown)
    };
    FamilyTable::new(family(text, ranges), query, Budget::unlimited()).unwrap()
}

fn cells(table: &FamilyTable) -> Vec<TableCell> {
    table.rows().map(|row| row.unwrap().cell).collect()
}

/// Values of heaps of a code of two digits, by the definition.
fn brute_code(digits: [usize; 2], heaps: usize) -> Vec<u128> {
    let mut values: Vec<u128> = Vec::new();
    for heap in 0..heaps {
        let mut options = Vec::new();
        for (taken, digit) in (1..).zip(digits) {
            let Some(left) = heap.checked_sub(taken) else {
                continue;
            };
            if digit & 1 > 0 && left == 0 {
                options.push(0);
            }
            if digit & 2 > 0 && left > 0 {
                options.push(values[left]);
            }
            if digit & 4 > 0 {
                options.extend((1..left).map(|part| values[part] ^ values[left - part]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

#[test]
fn letters_of_options_give_the_tables_of_each_game() {
    let value = |value: u128| TableCell::Value(value.into());
    let ranges = ["k=0..6", "n=0..40"];
    let cells_of = |text, ranges: &[&str]| cells(&table(text, ranges, Shown::Values, None));
    let subtraction = cells_of("subtraction(k)[n]", &ranges);
    let laws = (0..=6u128).flat_map(|k| {
        // The game has no k = 0.
        (0..=40u128).map(move |n| match k {
            0 => TableCell::default(),
            k => value(n % (k + 1)),
        })
    });
    assert!(subtraction.into_iter().eq(laws));
    let codes = cells_of("code(0.xy)[n]", &["x=0..7", "y=0..7", "n=0..20"]);
    let brute = (0..8).flat_map(|x| (0..8).flat_map(move |y| brute_code([x, y], 21)));
    assert!(codes.into_iter().eq(brute.map(value)));
    // With a table for each part, with the letters in another order, and without a table.
    for (text, ranges) in [
        ("moore(k)[a b]", &["k=1..3", "a=0..7", "b=a..9"][..]),
        ("moore(k)[a b]", &["k=1..3", "a=0..7", "b=k..9"]),
        ("moore(k+1)[a b k]", &["k=0..2", "a=1..5", "b=0..4"]),
        ("slow(k)[n 2n 3]", &["k=1..2", "n=0..6"]),
    ] {
        let mut backwards = ranges.to_vec();
        backwards.rotate_left(1);
        let backwards =
            if ranges.iter().any(|range| range.contains("=a")) || ranges[2..] == ["b=k..9"] {
                ranges.to_vec()
            } else {
                backwards
            };
        for play in [Play::Normal, Play::Misere] {
            for shown in [Shown::Outcomes, Shown::Values] {
                let sorted = |text: &str, ranges: &[&str], turn: usize| {
                    let rows = table(text, ranges, shown, Some(play));
                    let mut rows: Vec<String> = rows
                        .rows()
                        .map(|row| {
                            let mut row = row.unwrap();
                            row.values.rotate_right(turn);
                            format!("{:?}", (row.values, row.cell))
                        })
                        .collect();
                    rows.sort();
                    rows
                };
                let single = sorted(&format!("{text} + nim[0]"), ranges, 0);
                assert_eq!(sorted(text, ranges, 0), single, "{text} {play}");
                let turn = usize::from(backwards != ranges);
                assert_eq!(sorted(text, &backwards, turn), single, "{text} {play}");
            }
        }
    }
}

#[test]
fn whole_boxes_and_single_positions_agree() {
    for (text, same, ranges) in [
        (
            "wythoff[a b]",
            "wythoff[a b] + nim[0]",
            &["a=0..9", "b=0..12"][..],
        ),
        ("nim[a b]", "nim[a] + nim[b]", &["a=0..7", "b=2..9"]),
        (
            "matrix[a b; c d]",
            "matrix[a b; c d] + nim[0]",
            &["a=0..3", "b=0..3", "c=0..3", "d=0..3"],
        ),
    ] {
        for play in [Play::Normal, Play::Misere] {
            for (shown, engine) in [
                (Shown::Outcomes, Engine::Sieve),
                (Shown::Values, Engine::GrundyTable),
            ] {
                let whole = table(text, ranges, shown, Some(play));
                let single = table(same, ranges, shown, Some(play));
                assert_eq!(whole.engine(), engine, "{text}");
                assert_eq!(single.engine(), Engine::Analysis, "{same}");
                assert_eq!(whole.play(), play);
                let cells = cells(&whole);
                assert_eq!(cells, self::cells(&single), "{text}, {play}");
                let (count, other) = (whole.count_p().unwrap(), single.count_p().unwrap());
                assert_eq!(count.count, other.count, "{text}, {play}");
                assert!(count.is_complete() && other.is_complete());
                let p = cells.iter().filter(|cell| cell.is_p()).count();
                assert_eq!(count.count, p as u128);
            }
        }
    }
}

/// Games on piles have a separate sieve, and tables of values.
#[test]
fn boxes_of_games_on_piles_and_single_positions_agree() {
    for (text, ranges) in [
        ("doubles[a b]", &["a=0..9", "b=3..12"][..]),
        ("doubles[n 2n+1]", &["n=0..9"]),
        ("doubles[n-3 m]", &["n=0..9", "m=n..12"]),
        ("fraenkel(2)[a b]", &["a=0..9", "b=a..12"]),
        ("rit[a b 5]", &["a=0..6", "b=0..6"]),
        ("ones[a b; 2 a]", &["a=0..3", "b=0..3"]),
        ("cyclic(2)[a b c 1]", &["a=0..2", "b=0..2", "c=0..2"]),
    ] {
        for play in [Play::Normal, Play::Misere] {
            for (shown, engine) in [
                (Shown::Outcomes, Engine::Sieve),
                (Shown::Values, Engine::GrundyTable),
            ] {
                let whole = table(text, ranges, shown, Some(play));
                let single = table(&format!("{text} + nim[0]"), ranges, shown, Some(play));
                assert_eq!(whole.engine(), engine, "{text}");
                assert_eq!(single.engine(), Engine::Analysis, "{text}");
                assert_eq!(cells(&whole), cells(&single), "{text}, {play}");
                let (count, other) = (whole.count_p().unwrap(), single.count_p().unwrap());
                assert_eq!(count.count, other.count, "{text}, {play}");
                assert_eq!(count.empty, other.empty, "{text}, {play}");
            }
        }
    }
    // A box with more than a thousand positions for each row is not computed for them.
    for (size, engine) in [
        (998, Engine::Sieve),
        (999, Engine::Sieve),
        (1000, Engine::Analysis),
    ] {
        let range = format!("n={size}..{size}");
        let found = table("doubles[0 n]", &[&range], Shown::Outcomes, None).engine();
        assert_eq!(found, engine, "{size}");
    }
    // Nor is one that does not fit into the budget.
    let query = FamilyQuery::new(Shown::Outcomes);
    let family = family("doubles[a b]", &["a=0..99", "b=0..99"]);
    for (bytes, engine) in [(1249, Engine::Analysis), (1 << 20, Engine::Sieve)] {
        let small = Budget::unlimited().bytes(bytes);
        let found = FamilyTable::new(family.clone(), query.clone(), small).unwrap();
        assert_eq!(found.engine(), engine, "{bytes} bytes");
    }
}

/// Large cubes of games with stored laws are counted by the laws, and small ones by the sieve.
#[test]
fn large_cubes_are_counted_by_laws() {
    let counted = |text: &str, most: u64, letters: &[&str], play: Play| {
        let ranges: Vec<String> = letters
            .iter()
            .map(|own| format!("{own}=0..{most}"))
            .collect();
        let ranges: Vec<&str> = ranges.iter().map(String::as_str).collect();
        let query = FamilyQuery {
            play: Some(play),
            ..FamilyQuery::new(Shown::Outcomes)
        };
        FamilyTable::count_p_of_box(&family(text, &ranges), &query, &Budget::unlimited())
            .unwrap()
            .map(|(engine, _, count)| (engine, count.count))
    };
    // No counters, and both orders of each pair floor(n x), floor(n x^2) with x = 1.618...
    let wythoff = |most: u64| {
        let golden = |n: u64| (n + (5 * n * n).isqrt()) / 2;
        1 + 2 * (1..).take_while(|&n| golden(n) + n <= most).count() as u128
    };
    for (most, engine) in [
        (4_094, Engine::Sieve),
        (4_095, Engine::Sieve),
        (4_096, Engine::Law),
    ] {
        let found = counted("wythoff[a b]", most, &["a", "b"], Play::Normal);
        assert_eq!(found, Some((engine, wythoff(most))), "{most}");
    }
    for most in [100_000, 1_000_000] {
        let found = counted("wythoff[a b]", most, &["a", "b"], Play::Normal);
        assert_eq!(found, Some((Engine::Law, wythoff(most))));
        // Misère play has (0,1), (1,0) and (2,2) instead of (0,0), (1,2) and (2,1).
        let found = counted("wythoff[a b]", most, &["a", "b"], Play::Misere);
        assert_eq!(found, Some((Engine::Law, wythoff(most))));
    }
    // Not a cube from 0 on, or numbers that are not letters. The law has been proved, so a sieve alone needs memory.
    for (text, ranges) in [
        ("wythoff[a b]", ["a=0..5999", "b=0..5998"]),
        ("wythoff[a b]", ["a=1..5999", "b=1..5999"]),
        ("wythoff[a b]", ["a=0..5999", "b=a..5999"]),
        ("wythoff[a b+1]", ["a=0..5999", "b=0..5999"]),
    ] {
        let query = FamilyQuery::new(Shown::Outcomes);
        let small = Budget::unlimited().bytes(1 << 10);
        let found = FamilyTable::count_p_of_box(&family(text, &ranges), &query, &small);
        let by_law = matches!(found, Ok(Some((Engine::Law, ..))));
        assert!(!by_law, "{text} {ranges:?}");
    }
}

#[test]
fn rows_report_letters_positions_and_effort() {
    let nim = table("nim[a b]", &["a=0..1", "b=1..2"], Shown::Values, None);
    let mut rows = nim.rows();
    let all: Vec<Row> = rows.by_ref().map(Result::unwrap).collect();
    let values: Vec<&[u64]> = all.iter().map(|row| &row.values[..]).collect();
    assert_eq!(values, [[0, 1], [0, 2], [1, 1], [1, 2]]);
    assert_eq!(nim.position(&all[3].values).unwrap(), "nim[1,2]");
    assert_eq!(rows.effort().positions, 6, "the box from 0 on");
    assert_eq!(nim.effort().positions, 6);
    assert_eq!(nim.count_p().unwrap().effort.positions, 6);
    assert!(rows.next().is_none());
    let names: Vec<&str> = nim.games().iter().map(|game| game.name).collect();
    assert_eq!(names, ["nim"]);
    // No letter alone, or few rows far out: no box.
    for (text, ranges, expected) in [
        ("nim[a a]", &["a=0..9"][..], Engine::ClosedForm),
        ("nim[a]", &["a=4000000..4000001"], Engine::ClosedForm),
        ("wythoff[a a]", &["a=0..9"], Engine::ClosedForm),
        ("schrage[n x n]", &["n=1..5"], Engine::Analysis),
    ] {
        let engine = table(text, ranges, Shown::Outcomes, None).engine();
        assert_eq!(engine, expected, "{text}");
    }
}

#[test]
fn partizan_families_have_four_outcomes_and_forms() {
    let ranges = ["a=1..2", "b=1..2"];
    let outcomes = table(
        "matrix-partizan[a 1; 1 b] - 1",
        &ranges,
        Shown::Outcomes,
        None,
    );
    assert_eq!(outcomes.engine(), Engine::Analysis);
    let outcomes = cells(&outcomes);
    let forms = cells(&table(
        "matrix-partizan[a 1; 1 b] - 1",
        &ranges,
        Shown::Values,
        None,
    ));
    assert_eq!(outcomes.len(), 4);
    for (outcome, form) in outcomes.iter().zip(&forms) {
        let TableCell::Form(_) = form else {
            panic!("{form:?} is no form")
        };
        assert_eq!(*outcome == TableCell::Outcome(Outcome::P), form.is_p());
        assert!(matches!(outcome, TableCell::Outcome(_)));
        assert_eq!(form.term(), None);
    }
}

#[test]
fn budgets_end_tables_and_say_where() {
    let none = Budget::unlimited().time(std::time::Duration::ZERO);
    let query = FamilyQuery::new(Shown::Outcomes);
    let single =
        FamilyTable::new(family("schrage[n x n]", &["n=1..9"]), query.clone(), none).unwrap();
    let mut rows = single.rows();
    let Some(Err(FamilyError::Unfinished(unfinished))) = rows.next() else {
        panic!("a row in no time")
    };
    assert_eq!((unfinished.done, unfinished.total), (0, Some(9)));
    assert!(rows.next().is_none(), "an error ends the rows");
    let count = single.count_p().unwrap();
    assert_eq!((count.count, count.is_complete()), (0, false));
    // A box is computed completely, or not at all.
    let small = Budget::unlimited().bytes(1);
    let Err(FamilyError::Unfinished(unfinished)) =
        FamilyTable::new(family("nim[a b]", &["a=0..99", "b=0..99"]), query, small)
    else {
        panic!("a table in one byte")
    };
    assert!(matches!(unfinished.limit, Limit::Bytes { .. }));
}

#[test]
fn what_a_condition_leaves_out_is_walked_within_the_budget() {
    let ranges = ["a=1..1000000", "b=1..1000000"];
    for shown in [Shown::Outcomes, Shown::Values] {
        let long = family("nim[a b 0]", &ranges)
            .with_condition("a = b")
            .unwrap();
        let (budget, _) = Budget::unlimited().cancel_after(50);
        let table = FamilyTable::new(long, FamilyQuery::new(shown), budget).unwrap();
        let count = table.count_p().unwrap();
        let stopped = count.stopped.unwrap();
        assert_eq!((stopped.limit, stopped.total), (Limit::Cancelled, None));
        assert_eq!((count.count, count.members), (1, 1), "{shown:?}");
        let cells = table.count_cells().unwrap();
        assert_eq!((cells.stopped.is_some(), cells.members), (true, 0));
    }
    let all = family("nim[a b]", &["a=1..60", "b=1..60"]);
    let all = all.with_condition("a = b or a = 7").unwrap();
    let table =
        FamilyTable::new(all, FamilyQuery::new(Shown::Outcomes), Budget::unlimited()).unwrap();
    let count = table.count_p().unwrap();
    assert_eq!(
        (count.count, count.members, count.is_complete()),
        (60, 119, true)
    );
}

#[test]
fn faulty_members_are_errors_and_not_rows() {
    let query = FamilyQuery::new(Shown::Outcomes);
    let fault = |text: &str, ranges: &[&str]| {
        let table = FamilyTable::new(family(text, ranges), query.clone(), Budget::unlimited());
        match table {
            Err(error) => error,
            Ok(table) => table.rows().find_map(Result::err).expect("a fault"),
        }
    };
    let ragged = fault("matrix[a b; a]", &["a=0..1", "b=0"]);
    assert!(matches!(ragged, FamilyError::Notation(_)), "{ragged}");
    let long = fault(
        &format!("matrix[{} a; b]", "1 ".repeat(5000)),
        &["a=0", "b=0"],
    );
    assert!(
        long.to_string().contains(" 1 1… with a=0 b=0: "),
        "{}",
        &long.to_string()[..200]
    );
    let term = fault("nim[n-5]", &["n=3..4"]);
    assert!(matches!(term, FamilyError::Term(_)), "{term}");
    assert!(std::error::Error::source(&term).is_some());
    // Next to other members they are empty cells, also at the end.
    let some = table("nim[n-5]", &["n=3..6"], Shown::Values, None);
    let texts = |table: &FamilyTable| cells(table).iter().map(TableCell::text).collect::<Vec<_>>();
    assert_eq!(texts(&some), ["", "", "0", "1"]);
    let coins = table("welter[a,b]", &["a=0..1", "b=0..1"], Shown::Values, None);
    assert_eq!(texts(&coins), ["", "0", "0", ""]);
    assert_eq!(coins.grid(cells(&coins)).cells.len(), 4);
    let count = coins.count_p().unwrap();
    assert_eq!((count.count, count.empty), (2, 2));
    // A budget that is used up leaves no cell empty.
    let budget = Budget::unlimited().bytes(1 << 10);
    let query = FamilyQuery::new(Shown::Outcomes);
    let long = family(&format!("nim[{} n]", "1 ".repeat(100_000)), &["n=0..3"]);
    assert!(FamilyTable::new(long, query, budget).is_err());
}

#[test]
fn missing_cells_of_a_grid_are_undecided() {
    let nim = table("nim[a b]", &["a=0..1", "b=0..2"], Shown::Outcomes, None);
    let first = cells(&nim)[..2].to_vec();
    let grid = nim.grid(first);
    assert_eq!(grid.cells.len(), 6);
    assert_eq!(grid.cells[5], TableCell::Undecided);
    assert_eq!(grid.title(), "Outcomes of nim[a b], normal play");
}

#[test]
fn sequences_follow_the_oeis() {
    let nim = table("nim[a b]", &["a=0..3", "b=0..3"], Shown::Values, None);
    let terms: Vec<u128> = cells(&nim).iter().filter_map(TableCell::term).collect();
    // A003987, the beginning.
    let sequence = antidiagonals(nim.family(), terms).unwrap();
    assert_eq!(sequence, [0, 1, 1, 2, 0, 2, 3, 3, 3, 3]);
    let oblong = family("nim[a b]", &["a=0..3", "b=0..4"]);
    assert!(antidiagonals(&oblong, vec![0; 20]).is_err());
    // One P-position for each heap size.
    let ranges = ["a=0..n", "b=0..n", "n=0..4"].map(String::from);
    let boxes = GrowingBoxes::new("nim[a b]", &ranges, &Games::builtin().reader()).unwrap();
    let counts = boxes.sizes().map(|n| {
        let query = FamilyQuery::new(Shown::Outcomes);
        let table = FamilyTable::new(boxes.family(n).unwrap(), query, Budget::unlimited());
        table.unwrap().count_p().unwrap().count
    });
    assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

fn partitions(query: PartitionQuery, state: Option<&PathBuf>) -> PartitionTable {
    let state = state.map(PathBuf::as_path);
    PartitionTable::new("pnim", None, query, state, &Budget::unlimited()).unwrap()
}

const ALL: PartitionQuery = PartitionQuery {
    grading: Grading::Size,
    up_to: 9,
    which: Which::All,
    up_to_conjugation: false,
};

#[test]
fn partitions_have_the_values_of_their_positions() {
    let table = partitions(ALL, None);
    assert_eq!(table.engine(), Engine::SparseCensus);
    // The numbers of partitions of 0, 1, 2, ...: A000041.
    let counts: Vec<u64> = table.grades().map(|n| table.count(n)).collect();
    assert_eq!(counts, [1, 1, 2, 3, 5, 7, 11, 15, 22, 30]);
    assert_eq!(table.most_rows(), 97);
    let mut rows = 0;
    table
        .try_for_each(|row| {
            rows += 1;
            assert_eq!(row.partition.size(), u128::from(row.grade));
            let sum = nimfield::read(&format!("pnim[{}]", row.partition)).unwrap();
            let query = nimfield::Query {
                value: true,
                ..Default::default()
            };
            let mut analyzer = nimfield::Analyzer::new(query, Budget::unlimited());
            let answer = sum.analyze(&mut analyzer);
            assert_eq!(answer.value, Some(u128::from(row.value).into()), "{sum}");
            Ok::<_, ()>(())
        })
        .unwrap();
    assert_eq!(rows, 97);
}

#[test]
fn counts_are_the_numbers_of_rows_whatever_is_shown() {
    for which in [Which::All, Which::Value(2), Which::Heavy, Which::Light] {
        for up_to_conjugation in [false, true] {
            for (grading, engine) in [
                (Grading::Size, Engine::SparseCensus),
                (Grading::Perimeter, Engine::WordCensus),
            ] {
                let table = partitions(
                    PartitionQuery {
                        grading,
                        which,
                        up_to_conjugation,
                        ..ALL
                    },
                    None,
                );
                assert_eq!(table.engine(), engine);
                for grade in table.grades() {
                    let mut by_value = vec![0; table.counts_by_value(grade).len()];
                    table
                        .try_for_each_in(grade, |row| {
                            assert_eq!(row.grade, grade);
                            by_value[row.value as usize] += 1;
                            Ok::<_, ()>(())
                        })
                        .unwrap();
                    assert_eq!(by_value, table.counts_by_value(grade));
                    assert_eq!(by_value.iter().sum::<u64>(), table.count(grade));
                }
            }
        }
    }
}

#[test]
fn tables_of_partitions_continue_from_a_state_and_stop_with_what_they_have() {
    let state = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("families.census");
    let _ = std::fs::remove_file(&state);
    let short = partitions(ALL, Some(&state));
    assert_eq!(short.stopped(), None);
    let query = PartitionQuery { up_to: 12, ..ALL };
    let none = Budget::unlimited().positions(0);
    let stopped = PartitionTable::new("pnim", None, query, Some(state.as_path()), &none).unwrap();
    assert!(stopped.stopped().is_some());
    assert_eq!(stopped.grades().count(), 10);
    let whole = partitions(query, Some(&state));
    assert_eq!(whole.grades().count(), 13);
    // Without a state there is nothing to show.
    let nothing = PartitionTable::new("pnim", None, query, None, &none);
    assert!(matches!(nothing, Err(PartitionError::Stop(_))));
    let other = PartitionTable::new("lctr", None, query, None, &none);
    assert!(matches!(other, Err(PartitionError::Game(_))));
    let misere = PartitionTable::exists("PNim", Some(Play::Misere));
    assert!(matches!(misere, Err(PartitionError::Misere)));
}

/// A family has a table if any of its members is a position, however many of the last ones are none.
#[test]
fn families_whose_last_members_are_no_positions_have_tables() {
    let table = table("nim[9-a 1]", &["a=0..20000"], Shown::Outcomes, None);
    let count = table.count_p().unwrap();
    assert_eq!((count.count, count.empty), (1, 20000 - 9));
}
