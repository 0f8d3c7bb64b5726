//! The notation: printed texts read back, loosely written texts are understood, and invalid ones are refused with an
//! error at the right place. And moves: those listed are legal and read back, others are refused with the position
//! unchanged.

use std::collections::HashSet;

use nimfield::Games;
use nimfield::game::{Game, Rules};
use nimfield::notation::Cursor;
use nimfield::{NotationError, Sum, read};
use nimfield_games::holladay::{Holladay, HolladayMove};
use nimfield_games::lattice::{CounterMove, Lattice, LatticePoint};
use nimfield_games::matrix::{Entry, Grid, Line, LineMove, Matrix};
use nimfield_games::nim::{HeapMove, Nim};
use nimfield_games::partitions::coins::{Sato, Welter};
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::removal::{Crim, Cris};
use nimfield_games::partitions::rnim::Rnim;
use nimfield_games::partitions::walking::{
    BISHOP, DOWNRIGHT, KING, KNIGHT, LCTR, PAWN, QUEEN, ROOK, Walker, Walking,
};
use nimfield_games::partitions::{Partition, Run};
use nimfield_games::schrage::{Rectangle, RectangleCut, Schrage};
use nimfield_games::wythoff::{Wythoff, take};
use proptest::prelude::*;

/// Numbers of all sizes.
fn number() -> impl Strategy<Value = u128> {
    prop_oneof![
        0..10u128,
        (any::<u128>(), 0..128u32).prop_map(|(n, shift)| n >> shift)
    ]
}

fn nims() -> impl Strategy<Value = Nim> {
    prop::collection::vec(number(), 1..6).prop_map(Nim::new)
}

fn wythoffs() -> impl Strategy<Value = Wythoff> {
    [number(), number()].prop_map(Wythoff)
}

fn matrices() -> impl Strategy<Value = Matrix> {
    let entry = prop_oneof![6 => number().prop_map(Entry::Finite), 1 => Just(Entry::Infinite)];
    (1..5usize, 1..5usize)
        .prop_flat_map(move |(rows, columns)| {
            (
                Just(columns),
                prop::collection::vec(entry.clone(), rows * columns),
            )
        })
        .prop_filter_map("an endless line", |(columns, cells)| {
            Matrix::new(Grid::from_cells(columns, cells)).ok()
        })
}

fn holladays() -> impl Strategy<Value = Holladay> {
    (1..4usize, 1..4usize)
        .prop_flat_map(|(rows, columns)| {
            let pile = prop_oneof![0..4u128, 0..u128::MAX / 16];
            (Just(columns), prop::collection::vec(pile, rows * columns))
        })
        .prop_map(|(columns, piles)| Holladay::new(columns, piles).unwrap())
}

fn points() -> impl Strategy<Value = LatticePoint> {
    [number(), number()].prop_map(|[column, row]| LatticePoint::new(column, row))
}

fn lattices() -> impl Strategy<Value = Lattice> {
    prop::collection::vec(points(), 1..5).prop_map(Lattice::new)
}

fn rectangles() -> impl Strategy<Value = Rectangle> {
    let side = || number().prop_map(|side| side.max(1));
    (side(), side()).prop_map(|(width, height)| Rectangle { width, height })
}

fn schrages() -> impl Strategy<Value = Schrage> {
    prop::collection::vec(rectangles(), 1..5).prop_map(Schrage::new)
}

/// Partitions with parts and exponents of all sizes.
fn partitions() -> impl Strategy<Value = Partition> {
    let run = (number(), number()).prop_map(|(part, count)| Run {
        part: part as u64,
        count: count as u64,
    });
    prop::collection::vec(run, 0..5).prop_filter_map("too many parts", Partition::from_runs)
}

/// A walking piece on a diagram of any size and on a small one.
fn walking_reads_back(
    walker: &'static Walker,
    large: &Partition,
    small: &Partition,
) -> Result<(), TestCaseError> {
    let large = Walking::new(walker, large.clone()).to_string();
    prop_assert_eq!(read(&large).expect("strict text").to_string(), large);
    listed_moves_are_legal(&Walking::new(walker, small.clone()))
}

/// Reads a position of one game.
fn read_as<G: Game>(text: &str) -> Result<G, NotationError> {
    let body = text
        .strip_prefix(G::INFO.name)
        .and_then(|rest| rest.strip_prefix('['))
        .expect("the game's name and a bracket come first");
    let mut cursor = Cursor::new(body);
    let position = G::read(&mut cursor)?;
    cursor.need("]", "")?;
    cursor.need_end("")?;
    Ok(position)
}

/// The position reads back to an equal value, by itself and by name.
fn reads_back<G: Game>(position: &G) -> Result<(), TestCaseError> {
    let text = position.to_string();
    // A type that represents several games is read by the name of each.
    if text.starts_with(&format!("{}[", G::INFO.name)) {
        prop_assert_eq!(&read_as::<G>(&text).expect("strict text"), position);
    }
    prop_assert_eq!(read(&text).expect("strict text").to_string(), text.clone());
    prop_assert_eq!(read(&text).expect("strict text").to_string(), text);
    prop_assert!(!position.draw().is_empty());
    Ok(())
}

/// The move reads back to an equal value; the rules decide whether it is legal.
fn move_reads_back<G: Game>(position: &G, mv: &G::Move) -> Result<(), TestCaseError> {
    let text = mv.to_string();
    let mut cursor = Cursor::new(&text);
    let again = position.read_move(&mut cursor).expect("strict text");
    prop_assert!(cursor.at_end());
    prop_assert_eq!(&again, mv);
    Ok(())
}

/// Listed moves are legal, lead elsewhere, read back, and none occurs twice. The same through the sum.
fn listed_moves_are_legal<G: Game>(position: &G) -> Result<(), TestCaseError> {
    let moves: Vec<G::Move> = position.moves().take(300).collect();
    let texts: HashSet<String> = moves.iter().map(ToString::to_string).collect();
    prop_assert_eq!(texts.len(), moves.len());
    prop_assert!(position.move_count() >= moves.len() as u128);
    let sum = read(&format!("nim[1] + {position}")).unwrap();
    for mv in &moves {
        move_reads_back(position, mv)?;
        let after = position.clone().play(mv).expect("a listed move");
        prop_assert_ne!(&after, position);
        reads_back(&after)?;
        let in_sum = sum.read_move(&format!("2: {mv}")).expect("strict text");
        prop_assert_eq!(in_sum.to_string(), format!("2: {mv}"));
        let sum_after = sum.clone().play(&in_sum).expect("a listed move");
        prop_assert_eq!(sum_after.to_string(), format!("nim[1] + {after}"));
    }
    Ok(())
}

/// A heap or row of the strategies, which are all finite.
fn finite(ordinal: &nimbers::Ordinal) -> u128 {
    nimfield::Grundy::from(ordinal.clone()).finite().unwrap()
}

/// A move that is not legal is refused with a reason.
fn refused<G: Game>(position: &G, mv: &G::Move) -> Result<(), TestCaseError> {
    let reason = position.play(mv).expect_err("not legal");
    prop_assert!(!reason.is_empty());
    Ok(())
}

proptest! {
    #[test]
    fn nim_reads_back(position in nims(), heap in 0..6usize, amount in number()) {
        reads_back(&position)?;
        let mv = HeapMove::by(heap, amount);
        let sizes: Vec<u128> = position.heaps().iter().map(finite).collect();
        match sizes.get(heap) {
            Some(&size) if (1..=size).contains(&amount) => {
                let after = position.clone().play(&mv).unwrap();
                prop_assert_eq!(finite(&after.heaps()[heap]), size - amount);
                move_reads_back(&position, &mv)?;
            }
            _ => refused(&position, &mv)?,
        }
        let small = Nim::new(sizes.iter().map(|size| size % 9).collect());
        listed_moves_are_legal(&small)?;
    }

    #[test]
    fn partitions_read_back(
        large in partitions(),
        other in partitions(),
        parts in prop::collection::vec(0..6u64, 0..5),
        pieces in prop::collection::vec(prop::collection::vec(0..4u64, 0..4), 0..4),
        sides in prop::collection::vec(number(), 1..5),
        coins in prop::collection::hash_set(number(), 0..5),
    ) {
        let small = Partition::new(parts);
        reads_back(&Pnim(large.clone()))?;
        listed_moves_are_legal(&Pnim(small.clone()))?;
        reads_back(&Crim(large.clone()))?;
        listed_moves_are_legal(&Crim(small.clone()))?;
        reads_back(&Sato(large.clone()))?;
        listed_moves_are_legal(&Sato(small.clone()))?;
        reads_back(&Cris::new([large.clone(), other]))?;
        listed_moves_are_legal(&Cris::new(pieces.into_iter().map(Partition::new)))?;
        walking_reads_back(&LCTR, &large, &small)?;
        walking_reads_back(&DOWNRIGHT, &large, &small)?;
        walking_reads_back(&ROOK, &large, &small)?;
        walking_reads_back(&QUEEN, &large, &small)?;
        walking_reads_back(&KING, &large, &small)?;
        walking_reads_back(&BISHOP, &large, &small)?;
        walking_reads_back(&KNIGHT, &large, &small)?;
        walking_reads_back(&PAWN, &large, &small)?;
        let sides: Vec<u64> = sides.into_iter().map(|side| side as u64).collect();
        reads_back(&Rnim::new(sides.clone()).unwrap())?;
        listed_moves_are_legal(&Rnim::new(sides.iter().map(|side| side % 7).collect()).unwrap())?;
        reads_back(&Welter::new(coins.iter().copied().collect()).unwrap())?;
        let low: HashSet<u128> = coins.iter().map(|coin| coin % 12).collect();
        listed_moves_are_legal(&Welter::new(low.into_iter().collect()).unwrap())?;
    }

    #[test]
    fn wythoff_reads_back(position in wythoffs(), kind in 0..4usize, amount in number()) {
        reads_back(&position)?;
        let mv = take((kind < 3).then_some(kind), amount);
        let [a, b] = position.0;
        let limit = [a, b, 0, a.min(b)][kind];
        if (1..=limit).contains(&amount) {
            let after = position.play(&mv).unwrap().0;
            let taken = [[amount, 0], [0, amount], [0, 0], [amount, amount]][kind];
            prop_assert_eq!(after, [a - taken[0], b - taken[1]]);
            move_reads_back(&position, &mv)?;
        } else {
            refused(&position, &mv)?;
        }
        listed_moves_are_legal(&Wythoff([a % 12, b % 12]))?;
    }

    #[test]
    fn matrix_reads_back(position in matrices(), row: bool, index in 0..6usize, amount in number()) {
        reads_back(&position)?;
        let grid = position.grid();
        let line = if row { Line::Row(index) } else { Line::Column(index) };
        let mv = LineMove { line, amount };
        let inside = index < if row { grid.rows() } else { grid.columns() };
        let on_line = |i: usize, j: usize| index == if row { i } else { j };
        let cells: Vec<(bool, Entry)> = (0..grid.rows())
            .flat_map(|i| (0..grid.columns()).map(move |j| (i, j)))
            .map(|(i, j)| (on_line(i, j), grid.at(i, j)))
            .collect();
        let fits = cells.iter().all(|&(on, cell)| match cell {
            Entry::Finite(size) => !on || size >= amount,
            Entry::Infinite => true,
        });
        if inside && amount > 0 && fits {
            let after = position.clone().play(&mv).unwrap();
            for (&(on, before), &after) in cells.iter().zip(after.grid().cells()) {
                let expected = match before {
                    Entry::Finite(size) if on => Entry::Finite(size - amount),
                    other => other,
                };
                prop_assert_eq!(after, expected);
            }
            move_reads_back(&position, &mv)?;
        } else {
            refused(&position, &mv)?;
        }
        let small = Matrix::new(Grid::from_cells(grid.columns(), grid.cells().iter().map(|cell| match cell {
            Entry::Finite(size) => Entry::Finite(size % 7),
            Entry::Infinite => Entry::Infinite,
        }))).unwrap();
        listed_moves_are_legal(&small)?;
    }

    #[test]
    fn holladay_reads_back(
        position in holladays(),
        amounts in prop::collection::vec(0..5u128, 9),
    ) {
        reads_back(&position)?;
        let (rows, columns) = (position.rows(), position.columns());
        let amounts = amounts[..rows * columns].to_vec();
        let mv = HolladayMove::new(columns, amounts.clone());
        let fits = position.piles().iter().zip(&amounts).all(|(pile, amount)| pile >= amount);
        let touched: Vec<usize> = (0..amounts.len()).filter(|&at| amounts[at] > 0).collect();
        let in_rows: HashSet<usize> = touched.iter().map(|at| at / columns).collect();
        let in_columns: HashSet<usize> = touched.iter().map(|at| at % columns).collect();
        let legal = fits && !touched.is_empty() && (in_rows.len() == 1 || in_columns.len() < columns);
        if legal {
            let after = position.clone().play(&mv).unwrap();
            let expected: Vec<u128> =
                position.piles().iter().zip(&amounts).map(|(pile, amount)| pile - amount).collect();
            prop_assert_eq!(after.piles(), &expected[..]);
            move_reads_back(&position, &mv)?;
        } else {
            refused(&position, &mv)?;
        }
        let small = Holladay::new(columns, position.piles().iter().map(|pile| pile % 3).collect());
        listed_moves_are_legal(&small.unwrap())?;
    }

    #[test]
    fn lattice_reads_back(position in lattices(), which in 0..5usize, to in points()) {
        reads_back(&position)?;
        let from = position.counters().get(which).unwrap_or(&to).clone();
        let level = LatticePoint { row: from.row.clone(), column: to.column };
        for to in [to, level] {
            let mv = CounterMove { from: from.clone(), to: to.clone() };
            let there = position.counters().contains(&from);
            let lower = to.row < from.row || (to.row == from.row && to.column < from.column);
            if there && lower {
                let after = position.clone().play(&mv).unwrap();
                let first = position.counters().iter().position(|counter| *counter == from).unwrap();
                prop_assert_eq!(&after.counters()[first], &to);
                move_reads_back(&position, &mv)?;
            } else {
                refused(&position, &mv)?;
            }
        }
        let small = position.counters().iter().map(|counter| {
            LatticePoint::new(counter.column % 6, finite(&counter.row) % 3)
        });
        listed_moves_are_legal(&Lattice::new(small.collect()))?;
    }

    #[test]
    fn schrage_reads_back(position in schrages(), which in 0..5usize, k in number(), across: bool) {
        reads_back(&position)?;
        let whole = position.rectangles().get(which).copied()
            .unwrap_or(Rectangle { width: 1, height: 1 });
        let piece = |side: u128| {
            if across { Rectangle { width: side, ..whole } } else { Rectangle { height: side, ..whole } }
        };
        let side = if across { whole.width } else { whole.height };
        let k = k % side.max(2);
        let rest = side.saturating_sub(k);
        let mv = RectangleCut { whole, pieces: [piece(k), piece(rest)] };
        if k > 0 && rest > 0 && k != rest && position.rectangles().contains(&whole) {
            let after = position.clone().play(&mv).unwrap();
            prop_assert_eq!(after.rectangles().len(), position.rectangles().len() + 1);
            move_reads_back(&position, &mv)?;
        } else if k == rest || !position.rectangles().contains(&whole) {
            refused(&position, &mv)?;
        }
        // Pieces that do not form the rectangle.
        refused(&position, &RectangleCut { whole, pieces: [whole, piece(1)] })?;
        let small = position.rectangles().iter().map(|rectangle| Rectangle {
            width: rectangle.width % 9 + 1,
            height: rectangle.height % 9 + 1,
        });
        listed_moves_are_legal(&Schrage::new(small.collect()))?;
    }

    #[test]
    fn sums_read_back(
        nim in nims(), wythoff in wythoffs(), matrix in matrices(), holladay in holladays(),
        lattice in lattices(), schrage in schrages(), order in any::<[u8; 6]>(),
    ) {
        let mut parts = [
            (order[0], nim.to_string()),
            (order[1], wythoff.to_string()),
            (order[2], matrix.to_string()),
            (order[3], holladay.to_string()),
            (order[4], lattice.to_string()),
            (order[5], schrage.to_string()),
        ];
        parts.sort();
        let parts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
        let sum = read(&parts.join("+")).unwrap();
        prop_assert_eq!(sum.to_string(), parts.join(" + "));
        prop_assert_eq!(&read(&sum.to_string()).unwrap(), &sum);
        prop_assert_eq!(sum.components().len(), 6);
    }

    /// Readers ignore case, blanks, line ends and commas, and accept other brackets.
    #[test]
    fn readers_are_relaxed(
        matrix in matrices(), nim in nims(), wythoff in wythoffs(), lattice in lattices(),
        schrage in schrages(), holladay in holladays(), style in 0..6usize,
    ) {
        let positions = [
            matrix.to_string(), holladay.to_string(), nim.to_string(), wythoff.to_string(),
            lattice.to_string(), schrage.to_string(),
        ];
        for strict in positions {
            let grid = strict.starts_with("matrix") || strict.starts_with("holladay");
            let loose = match style {
                0 => strict.to_uppercase(),
                1 => strict.replace('[', " ⟦ ").replace(']', " ⟧ ").replace("inf", "∞"),
                2 => strict.replace('[', "⟨").replace(']', "⟩").replace("inf", "Infinity"),
                3 if grid => strict.replace("; ", "\n").replace('[', "[\n").replace(']', ";\n\n]"),
                3 => strict.replace(' ', "\n").replace('(', "(\n"),
                4 if grid => strict.replace("; ", " ;\r\n ").replace("inf", "INF"),
                4 => strict.replace(',', "\t,\u{a0}"),
                5 if grid => strict.replace("; ", ";").replace(' ', ",").replace(']', " ] "),
                _ if strict.starts_with("nim") => strict.replace(',', "   "),
                _ => format!("\n\t {strict}\r\n"),
            };
            let read = read(&loose);
            prop_assert!(read.is_ok(), "{}\n{}", loose, read.unwrap_err());
            prop_assert_eq!(read.unwrap().to_string(), strict);
        }
    }

    /// For any text: no panic, and an error that points into it and can be printed.
    #[test]
    fn any_text_is_read_or_refused(text in ".*", game in 0..6usize) {
        let info = Games::builtin().iter().nth(game).unwrap().info;
        well_behaved(&text)?;
        well_behaved(&format!("{}[{text}]", info.name))?;
        well_behaved(&format!("{}[{text}", info.name))?;
        well_behaved(&format!("{} + {text}", info.example))?;
        let sum = read(info.example).unwrap();
        check_error(&text, sum.read_move(&text).err())?;
        let two = read(&format!("{} + nim[3]", info.example)).unwrap();
        check_error(&text, two.read_move(&text).err())?;
    }

    /// The same for texts made of the notation's own pieces, which get further.
    #[test]
    fn almost_right_text_is_read_or_refused(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "matrix", "nim", "wythoff", "holladay", "lattice", "schrage", "[", "]", "⟦", "⟧", "⟨",
            "⟩", "(", ")", ";", ",", " ", "\n", "\r\n", "+", "-", "−", "*", "/", "0", "1", "2",
            "17", "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456", "x", "×", "inf", "∞", "ω", "w", "-3", "−3",
            "row 1 by 1", "row", "column", "by", "heap", "both", "to", "into", "take", "1:", "2: ",
            "\u{301}", "é", "\t", "\0",
        ]), 0..14),
        game in 0..6usize,
    ) {
        let text = pieces.concat();
        well_behaved(&text)?;
        let info = Games::builtin().iter().nth(game).unwrap().info;
        well_behaved(&format!("{}[{text}", info.name))?;
        for start in [info.example.to_string(), format!("{} + nim[3]", info.example)] {
            let sum = read(&start).unwrap();
            match sum.read_move(&text) {
                Ok(mv) => {
                    let again = sum.read_move(&mv.to_string()).expect("strict text");
                    prop_assert_eq!(&again, &mv);
                    let played = sum.clone().play(&mv);
                    if let Err(illegal) = played {
                        prop_assert_eq!(illegal.position.to_string(), sum.to_string());
                    }
                }
                Err(error) => check_error(&text, Some(error))?,
            }
        }
    }
}

/// If it is read, it prints to a text that reads back as the same; if it is refused, the error is valid.
fn well_behaved(text: &str) -> Result<(), TestCaseError> {
    match read(text) {
        Ok(sum) => {
            let strict = sum.to_string();
            prop_assert_eq!(read(&strict).expect("strict text").to_string(), strict);
            Ok(())
        }
        Err(error) => check_error(text, Some(error)),
    }
}

fn check_error(text: &str, error: Option<NotationError>) -> Result<(), TestCaseError> {
    if let Some(error) = error {
        prop_assert_eq!(&error.text, text);
        prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len());
        prop_assert!(
            text.get(error.span.clone()).is_some(),
            "not between characters"
        );
        let shown = error.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        prop_assert!(lines.len() >= 3 && lines[0] == error.message, "{}", shown);
        let caret = lines[2].chars().filter(|&c| c == '^').count();
        prop_assert!(caret >= 1 && lines[2].trim().len() == caret, "{}", shown);
    }
    Ok(())
}

#[test]
fn bad_moves_are_refused_at_the_right_place() {
    let cases = [
        ("matrix[1 2; 3 4]", "row 3 by 1", "3", "numbered 1 to 2"),
        ("matrix[1 2; 3 4]", "row 0 by 1", "0", "numbered 1 to 2"),
        (
            "matrix[1 2; 3 4]",
            "line 1 by 1",
            "l",
            "expected `row` or `column`",
        ),
        ("matrix[1 2; 3 4]", "row 1", "", "expected `by`"),
        ("matrix[1 2; 3 4]", "row 1 by", "", "expected the amount"),
        (
            "matrix[1 2; 3 4]",
            "row 1 by -1",
            "-1",
            "cannot be negative",
        ),
        (
            "matrix[1 2; 3 4]",
            "row 1 by 1 or so",
            "o",
            "expected the end",
        ),
        ("matrix[1 2; 3 4]", "", "", "expected"),
        (
            "matrix[1 2; 3 4]",
            "2: row 1 by 1",
            "2",
            "unknown component 2",
        ),
        (
            "matrix[1 2; 3 4] + nim[1]",
            "row 1 by 1",
            "r",
            "number of a component",
        ),
        (
            "matrix[1 2; 3 4] + nim[1]",
            "3: heap 1 by 1",
            "3",
            "unknown component 3",
        ),
        (
            "matrix[1 2; 3 4] + nim[1]",
            "0: heap 1 by 1",
            "0",
            "unknown component 0",
        ),
        (
            "matrix[1 2; 3 4] + nim[1]",
            "2: row 1 by 1",
            "r",
            "expected `heap`",
        ),
        ("nim[3]", "heap 2 by 1", "2", "numbered 1 to 1"),
        ("wythoff[3,4]", "heap 3 by 1", "3", "numbered 1 to 2"),
        (
            "holladay[1 2; 3 4]",
            "row 1 by 1",
            "1",
            "expected 1 by 2 amounts",
        ),
        (
            "holladay[1 2; 3 4]",
            "take 1 0",
            "1 0",
            "expected 2 by 2 amounts",
        ),
        ("lattice[(3,2)]", "(3,2) to 3", "3", "expected `(`"),
        ("schrage[5x8]", "5x8 into 5x3", "", "expected `+`"),
    ];
    for (position, text, fault, message) in cases {
        let sum = read(position).unwrap();
        let error = sum.read_move(text).expect_err(text);
        let expected = if fault.is_empty() {
            text.len()
        } else {
            text.rfind(fault).unwrap()
        };
        let expected = if message.contains("end") {
            text.find(fault).unwrap().max(text.len() - 5)
        } else {
            expected
        };
        assert_eq!(error.span.start, expected, "{text:?}: {error}");
        assert!(error.message.contains(message), "{text:?}: {error}");
        check_error(text, Some(error)).unwrap();
    }
}

/// The erased positions refuse what the typed ones refuse, texts that are no moves included.
#[test]
fn erased_positions_refuse_too() {
    let cases = [
        ("matrix[1 2; 3 4]", "row 1 by 2"),
        ("matrix[0 2; 3 4]", "row 1 by 1"),
        ("matrix[1 2; 3 4]", "row 1 by 1 and more"),
        ("matrix[1 2; 3 4]", "row 1 by 0"),
        ("nim[3]", "heap 1 by 4"),
        ("wythoff[3,4]", "both by 4"),
        ("holladay[1 2; 3 4]", "take 1 1; 1 1"),
        ("holladay[1 2; 3 4]", "row 1 by 0 0"),
        ("lattice[(3,2)]", "(3,2) to (4,2)"),
        ("lattice[(3,2)]", "(3,2) to (3,2)"),
        ("lattice[(3,2)]", "(2,2) to (1,2)"),
        ("schrage[4x1]", "4x1 into 2x1+2x1"),
        ("schrage[4x3]", "4x3 into 1x3+2x3"),
        ("schrage[4x3]", "4x3 into 1x2+3x1"),
    ];
    for (position, mv) in cases {
        let sum = read(position).unwrap();
        let component = &sum.components()[0];
        let read = sum.read_move(mv).map_err(|error| error.to_string());
        let reason = read.and_then(|mv| sum.after(&mv)).expect_err(mv);
        assert!(!reason.is_empty());
        assert_eq!(component.to_string(), position);
        if let Ok(mv) = sum.read_move(mv) {
            let illegal = sum.clone().play(&mv).expect_err("not legal");
            assert_eq!(illegal.position, sum);
        }
    }
}

#[test]
fn the_examples_of_every_game_are_right() {
    for game in Games::builtin().iter() {
        let sum = read(game.info.example).unwrap();
        assert_eq!(sum.to_string(), game.info.example);
        let position = &sum.components()[0];
        assert_eq!(position.info().unwrap().name, game.info.name);
        let mv = sum.read_move(game.info.move_example);
        assert_eq!(mv.unwrap().to_string(), game.info.move_example);
        assert!(!game.info.theory.is_empty() && !game.info.rules.is_empty());
        assert!(!position.draw().is_empty());
    }
}

#[test]
fn stars_are_nim_heaps() {
    let text = |text: &str| read(text).unwrap().to_string();
    assert_eq!(text("*"), "nim[1]");
    assert_eq!(text("*5"), "nim[5]");
    assert_eq!(text("0"), "nim[0]");
    assert_eq!(text("* + *2 + 0"), "nim[1] + nim[2] + nim[0]");
    assert_eq!(text("Matrix[1,2] + *3"), "matrix[1 2] + nim[3]");
}

/// The largest numbers are read, printed and played with.
#[test]
fn the_largest_numbers() {
    let max = u128::MAX;
    for text in [
        format!("nim[{max},{max}]"),
        format!("wythoff[{max},{max}]"),
        format!("matrix[{max} {max}; {max} {max}]"),
        format!("holladay[{max}]"),
        format!("lattice[({max},{max})]"),
        format!("schrage[{max}x{max}]"),
    ] {
        let sum: Sum = read(&text).unwrap();
        assert_eq!(sum.to_string(), text);
        assert!(sum.move_count() > 1 << 100);
        for mv in sum.moves().take(3) {
            let after = sum.clone().play(&mv).unwrap();
            assert_eq!(read(&after.to_string()).unwrap(), after);
        }
        assert!(!sum.components()[0].draw().is_empty());
    }
}

#[test]
fn errors_are_at_the_right_place() {
    let cases = [
        // Matrices.
        (
            "matrix[1 2; 3]",
            "3",
            "the first row has 2 entries, but this one has 1",
        ),
        (
            "matrix[1 2; 3 4 5]",
            "3 4 5",
            "the first row has 2 entries, but this one has 3",
        ),
        (
            "matrix[1 2\n3 4\n5]",
            "5",
            "the first row has 2 entries, but this one has 1",
        ),
        ("matrix[1 -2; 3 4]", "-2", "an entry cannot be negative"),
        ("matrix[1 −2; 3 4]", "−2", "an entry cannot be negative"),
        ("matrix[1 x; 3 4]", "x", "expected an entry, found `x`"),
        ("matrix[1 2.5; 3 4]", ".", "expected an entry"),
        ("matrix[1 1/2; 3 4]", "/", "expected an entry"),
        ("matrix[1,,2]", ",2]", "expected an entry"),
        ("matrix[]", "]", "expected a position between the brackets"),
        (
            "matrix[ \n ]",
            "]",
            "expected a position between the brackets",
        ),
        ("matrix[;]", "]", "expected an entry"),
        ("matrix[1 2; 3 4", "", "expected `]`, the text ends here"),
        (
            "matrix[inf inf; 1 2]",
            "inf inf; 1 2",
            "row 1 has no finite entry",
        ),
        (
            "matrix[1 inf; 1 inf]",
            "1 inf; 1 inf",
            "column 2 has no finite entry",
        ),
        (
            "matrix(1 2; 3 4)",
            "(",
            "write a position of matrix in square brackets: matrix[...]",
        ),
        ("matrix(max=3)[1 2]", "(", "matrix takes no options"),
        ("matrix 1 2", "1", "expected `[`"),
        ("matrix{1 2}", "{", "expected `[`"),
        (
            "matrix[1 340282366920938463463374607431768211456]",
            "340282366920938463463374607431768211456",
            "an entry is too large",
        ),
        // The others.
        ("matrix[]", "]", "expected a position"),
        ("nim[3,-1]", "-1", "a heap cannot be negative"),
        ("nim[2^64-1]", "-1", "a heap cannot be a difference"),
        ("nim[3;1]", ";", "expected a heap"),
        ("nim[3,]", "]", "expected a heap"),
        ("wythoff[3]", "3", "expected 2 heaps, found 1"),
        ("wythoff[3,4,5]", "5", "expected 2 heaps, found 3"),
        ("holladay[1 inf; 2 3]", "1 inf; 2 3", "finite"),
        (
            "holladay[1 2; 3]",
            "3",
            "the first row has 2 entries, but this one has 1",
        ),
        (
            "holladay[340282366920938463463374607431768211455 1]",
            "340282366920938463463374607431768211455 1",
            "less than 2^128",
        ),
        ("lattice[3,2]", "3", "expected `(`"),
        ("lattice[(3 2)]", "2", "expected `,`"),
        ("lattice[(3,2]", "]", "expected `)`"),
        ("lattice[(3,-2)]", "-2", "cannot be negative"),
        ("schrage[5]", "]", "expected `x`"),
        ("schrage[0x5]", "0", "a side is at least 1"),
        ("schrage[5x]", "]", "expected a side"),
        // Sums.
        ("", "", "expected a game, the text ends here"),
        ("   ", "", "expected a game"),
        ("chess[1]", "chess", "unknown game `chess`"),
        ("matrixx[1]", "matrixx", "unknown game `matrixx`"),
        ("[1 2]", "[", "expected a game"),
        ("nim[1] +", "", "expected a game"),
        ("nim[1] nim[2]", "nim", "expected `+`"),
        ("nim[1]]", "]", "expected `+`"),
        ("1/3", "3", ""),
        ("*x", "x", ""),
        ("nim[1] + *-", "", ""),
    ];
    let mut wrong = Vec::new();
    for (text, fault, message) in cases {
        let error = match read(text) {
            Ok(sum) => panic!("{text:?} was read as {sum}"),
            Err(error) => error,
        };
        // The place is that of the last occurrence of the fault.
        let expected = if fault.is_empty() {
            text.len()
        } else {
            text.rfind(fault).unwrap()
        };
        let marked = &text[error.span.clone()];
        if error.span.start != expected
            || marked.len() > fault.len()
            || !error.message.contains(message)
        {
            wrong.push(format!(
                "{text:?} marks {marked:?} at {}: {}",
                error.span.start, error.message
            ));
        }
        check_error(text, Some(error.clone())).unwrap();
        // The help or the example shows a correct text.
        assert!(
            !error.help.is_empty() || !error.example.is_empty(),
            "{text:?}"
        );
        if !error.example.is_empty() {
            assert!(read(&error.example).is_ok(), "{text:?}: {}", error.example);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn huge_texts_are_refused() {
    let row = "1 ".repeat(10_000);
    let matrix = format!("matrix[{}]", vec![row.as_str(); 200].join(";"));
    let error = read(&matrix).unwrap_err();
    assert!(
        error.message.contains("more than 1000000 entries"),
        "{}",
        error.message
    );
    assert!(error.to_string().len() < 2000);
    let nested = "[".repeat(100_000);
    for start in ["", "matrix", "lattice", "nim[", "matrix[1 2; "] {
        for open in ["[", "(", "{", "⟦", "matrix[", "*", "+", "-", "nim[1] + "] {
            let text = format!("{start}{}{nested}", open.repeat(100_000));
            let error = read(&text).unwrap_err();
            check_error(&text, Some(error)).unwrap();
        }
    }
    // A long sum is not nested.
    let long = vec!["nim[1]"; 20_000].join(" + ");
    assert_eq!(read(&long).unwrap().components().len(), 20_000);
    let digits = format!("nim[{}]", "9".repeat(1_000_000));
    assert!(read(&digits).unwrap_err().message.contains("too long"));
    let blanks = format!("nim[{}1]", " ".repeat(5_000_000));
    assert_eq!(read(&blanks).unwrap().to_string(), "nim[1]");
}

#[test]
fn an_impartial_game_is_its_own_negative() {
    for (difference, sum) in [
        ("nim[3] - nim[3]", "nim[3] + nim[3]"),
        ("-nim[1] − wythoff[1,2]", "nim[1] + wythoff[1,2]"),
        ("crpm[4,3,1] - nim[2]", "crpm[4,3,1] + nim[2]"),
        ("nim[3] - *3", "nim[3] + *3"),
    ] {
        assert_eq!(
            read(difference).unwrap(),
            read(sum).unwrap(),
            "{difference}"
        );
    }
    let zero = nimfield::analyze(&read("nim[3] - nim[3]").unwrap());
    assert_eq!(zero.outcome, Some(nimfield::Outcome::P));
}

#[test]
fn every_star_of_a_nimber_is_read() {
    for star in ["*", "⋆", "∗", "★"] {
        assert_eq!(
            read(&format!("{star}3")).unwrap(),
            read("*3").unwrap(),
            "{star}"
        );
        let sum = format!("nim[3] + {star}17");
        assert_eq!(read(&sum).unwrap(), read("nim[3] + *17").unwrap(), "{star}");
    }
}

/// A parenthesis or bracket after the name of any game, at the end or before a letter beyond ASCII, is an error whose caret
/// stands in the text.
#[test]
fn names_of_all_games_may_be_followed_by_anything() {
    let games = Games::builtin();
    fn file(_: &str) -> Result<String, String> {
        Ok("piles 1\nmove same any from each".to_string())
    }
    let names = games.iter().map(|game| game.info.name.to_string());
    for name in names.chain(["@one-pile.game".to_string(), "code(0.77)".to_string()]) {
        for open in [
            "(", "[", "([", "((", "(1", "(n", "(n=", "(1,", "[1", "{", "⟦", "(1)[", "()",
        ] {
            for more in [
                "", "é", "Ω", "🂡", "é)", "é]", "é)[1]", "\u{301}", "٣", " é", "\né", "\0",
            ] {
                let text = format!("{name}{open}{more}");
                let reader = games.reader().files(file);
                for text in [
                    text.clone(),
                    format!("nim[1] + {text}"),
                    format!("-{text} - é"),
                ] {
                    if let Err(error) = reader.read(&text) {
                        assert!(error.span.end <= error.text.len(), "{text:?}");
                        assert!(error.text.is_char_boundary(error.span.start), "{text:?}");
                        assert!(!error.to_string().is_empty(), "{text:?}");
                    }
                }
            }
        }
    }
}

/// Numbers may be powers in every game, except for parts of a partition, which have exponents.
#[test]
fn numbers_of_all_games_are_read_as_powers() {
    for (text, printed) in [
        (
            "nim[10^20,2^64]",
            "nim[100000000000000000000,18446744073709551616]",
        ),
        ("wythoff[2^3,10^2]", "wythoff[8,100]"),
        ("matrix[2^2 1; 1 2^3]", "matrix[4 1; 1 8]"),
        ("lattice[(2^2,3^1)]", "lattice[(4,3)]"),
        ("schrage[2^3x10^1]", "schrage[8x10]"),
        ("nimbers[(2^3,2)]", "nimbers[(8,2)]"),
        (
            "turning(turtles,ruler)[(2^2,3^1)]",
            "turning(turtles,ruler)[(4,3)]",
        ),
        ("welter[2^4,5]", "welter[5,16]"),
        ("kayles[10^2,3]", "kayles[100,3]"),
        ("fraenkel(2^1)[3^2,1]", "fraenkel(2)[9,1]"),
        ("sym[2^3,1]", "sym[1,8]"),
        ("cram[2^1x3]", "cram[2x3]"),
        ("domineering[2^2x1]", "domineering[4x1]"),
        ("queens[2^1x2^1]", "queens[2x2]"),
        ("lines(max=3)[2^1x3]", "lines(max=3)[2x3]"),
        ("triangle[2^1]", "triangle[2]"),
    ] {
        let [found, expected] =
            [text, printed].map(|text| nimfield::read(text).unwrap().to_string());
        assert_eq!(found, expected, "{text}");
    }
    let partition = nimfield::read("pnim[2^3]").unwrap();
    assert_eq!(
        partition.to_string(),
        nimfield::read("pnim[2,2,2]").unwrap().to_string()
    );
}
