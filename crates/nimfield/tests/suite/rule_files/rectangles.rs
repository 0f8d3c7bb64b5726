//! Games on rectangles compared with an interpreter that assigns each cell to a part.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use nimfield::{Games, Play, Sum};

use super::{analyzed, read};

/// Rows, columns and the poisoned cell.
type Piece = (i32, i32, Option<(i32, i32)>);

type Position = Vec<Piece>;

#[derive(Clone, Copy)]
enum Parting {
    CutRows,
    CutColumns,
    Row,
    Column,
    Cross,
    /// Into parts of as many lines as the place says.
    EqualRows,
    EqualColumns,
    /// Rows and columns change places in all parts.
    Turned,
}

/// Says for a cell on which side of the line or the cross through a place it lies; `None` if it is removed.
fn side(parting: Parting, (row, column): (i32, i32), place: (i32, i32)) -> Option<(i32, i32)> {
    let (below, right) = (i32::from(row > place.0), i32::from(column > place.1));
    match parting {
        Parting::CutRows => Some((below, 0)),
        Parting::CutColumns => Some((0, right)),
        Parting::Row => (row != place.0).then_some((below, 0)),
        Parting::Column => (column != place.1).then_some((0, right)),
        Parting::EqualRows => Some((row / (place.0 + 1), 0)),
        Parting::EqualColumns => Some((0, column / (place.1 + 1))),
        Parting::Turned => None,
        Parting::Cross => (row != place.0 && column != place.1).then_some((below, right)),
    }
}

fn options(position: &Position, partings: &[Parting]) -> BTreeSet<Position> {
    let mut found = BTreeSet::new();
    for (at, &(rows, columns, poison)) in position.iter().enumerate() {
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let turned = partings.iter().any(|own| matches!(own, Parting::Turned));
        for &parting in partings
            .iter()
            .filter(|own| !matches!(own, Parting::Turned))
        {
            for place in cells() {
                let mut parts: BTreeMap<(i32, i32), BTreeSet<(i32, i32)>> = BTreeMap::new();
                for cell in cells() {
                    if let Some(side) = side(parting, cell, place) {
                        parts.entry(side).or_default().insert(cell);
                    }
                }
                // A cut has cells on both sides, and equal parts have the same number of cells.
                let sizes: BTreeSet<usize> = parts.values().map(BTreeSet::len).collect();
                let allowed = match parting {
                    Parting::CutRows | Parting::CutColumns => parts.len() > 1,
                    Parting::EqualRows | Parting::EqualColumns => {
                        parts.len() > 1 && sizes.len() == 1
                    }
                    _ => true,
                };
                if !allowed {
                    continue;
                }
                let mut next = position.clone();
                next.remove(at);
                for part in parts.values() {
                    let distinct =
                        |of: fn(&(i32, i32)) -> i32| part.iter().map(of).collect::<BTreeSet<_>>();
                    let (own_rows, own_columns) =
                        (distinct(|cell| cell.0), distinct(|cell| cell.1));
                    let before = |all: &BTreeSet<i32>, at: i32| all.range(..at).count() as i32;
                    let poison = poison.filter(|cell| part.contains(cell));
                    let inside = poison.map(|(row, column)| {
                        (before(&own_rows, row), before(&own_columns, column))
                    });
                    if position[at].2.is_none() || inside.is_some() {
                        let (rows, columns) = (own_rows.len() as i32, own_columns.len() as i32);
                        next.push(match turned {
                            true => (columns, rows, inside.map(|(row, column)| (column, row))),
                            false => (rows, columns, inside),
                        });
                    }
                }
                next.sort_unstable();
                found.insert(next);
            }
        }
    }
    found
}

fn value(
    position: &Position,
    partings: &[Parting],
    play: Play,
    known: &mut HashMap<Position, u64>,
) -> u64 {
    let options = |position: &Position| options(position, partings);
    super::value_by(position, &options, play, known)
}

fn body(position: &Position) -> String {
    let pieces = position.iter().map(|&(rows, columns, poison)| {
        let size = format!("{rows}x{columns}");
        match poison {
            Some((row, column)) => format!(
                "{size} at {}{}",
                ["a", "b", "c", "d"][column as usize],
                row + 1
            ),
            None => size,
        }
    });
    format!("[{}]", pieces.collect::<Vec<_>>().join("; "))
}

/// The values of a position and the sorted values of its options, in a play.
fn profile(
    position: &Position,
    partings: &[Parting],
    play: Play,
    known: &mut HashMap<Position, u64>,
) -> (u64, Vec<u64>) {
    let options = options(position, partings);
    let values = options
        .iter()
        .map(|after| value(after, partings, play, known));
    let values: BTreeSet<u64> = values.collect();
    (
        value(position, partings, play, known),
        values.into_iter().collect(),
    )
}

fn check(lines: &str, partings: &[Parting], positions: &[Position]) {
    let text = format!("rectangle\n{lines}\n");
    let mut known = [HashMap::new(), HashMap::new()];
    // The reader reads the file once, so that later positions use the memory of the game for earlier ones.
    let load = |_: &str| Ok(text.clone());
    let games = Games::builtin();
    let reader = games.reader().files(load);
    let read = |body: &str| -> Sum { reader.read(&format!("@random.game{body}")).unwrap() };
    for position in positions {
        let sum = read(&body(position));
        let place = || format!("{lines}: {sum}");
        for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
            let (expected, options) = profile(position, partings, play, known);
            let answer = analyzed(&sum, play);
            let outcome = answer.outcome.map(|outcome| outcome.to_string());
            let p_or_n = if expected == 0 { "P" } else { "N" };
            assert_eq!(outcome.as_deref(), Some(p_or_n), "{play} {}", place());
            // A player who cannot move in misère play has won.
            let moveless = expected == 0 || options.is_empty();
            assert_eq!(
                answer.winning_moves.is_empty(),
                moveless,
                "{play} {}",
                place()
            );
            if play == Play::Misere {
                continue;
            }
            let found = answer.value.and_then(|value| value.finite());
            assert_eq!(found, Some(expected.into()), "{}", place());
            let after = sum.moves().map(|mv| {
                let again = sum.read_move(&mv.to_string()).unwrap();
                let after = sum.clone().play(&again).unwrap();
                let printed = after.to_string();
                assert_eq!(read(printed.strip_prefix("@random.game").unwrap()), after);
                analyzed(&after, play)
                    .value
                    .and_then(|value| value.finite())
                    .unwrap() as u64
            });
            let after: BTreeSet<u64> = after.collect();
            assert_eq!(
                after.into_iter().collect::<Vec<_>>(),
                options,
                "{}",
                place()
            );
        }
    }
}

#[test]
fn games_on_rectangles_are_what_their_files_say() {
    use Parting::{Column, Cross, CutColumns, CutRows, EqualColumns, EqualRows, Row, Turned};
    let mut sizes: Vec<Position> = Vec::new();
    for rows in 1..=3 {
        sizes.extend((1..=4).map(|columns| vec![(rows, columns, None)]));
    }
    sizes.push(vec![(2, 3, None), (1, 4, None)]);
    sizes.push(vec![(1, 1, None), (2, 2, None)]);
    check("remove cross", &[Cross], &sizes);
    check("cut lines", &[CutRows, CutColumns], &sizes);
    check("cut rows\nremove column", &[CutRows, Column], &sizes);
    check("remove row and column\nremove row", &[Row, Column], &sizes);
    check("cut lines equal", &[EqualRows, EqualColumns], &sizes);
    check(
        "cut rows equal\nremove column",
        &[EqualRows, Column],
        &sizes,
    );
    check("rectangle turned\ncut rows", &[CutRows, Turned], &sizes);
    check(
        "rectangle turned\nremove row\ncut columns equal",
        &[Row, EqualColumns, Turned],
        &sizes,
    );
    let poisoned = |rows: i32, columns: i32| {
        let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        cells.map(move |cell| vec![(rows, columns, Some(cell))])
    };
    let mut sizes: Vec<Position> = poisoned(3, 3).chain(poisoned(2, 4)).collect();
    sizes.push(vec![(2, 3, Some((0, 1))), (1, 4, Some((0, 0)))]);
    check("poison\ncut lines", &[CutRows, CutColumns], &sizes);
    check("poison\ncut columns", &[CutColumns], &sizes);
    check(
        "rectangle turned\npoison\ncut columns",
        &[CutColumns, Turned],
        &sizes,
    );
}

/// Whether a player who begins wins: `ways` are those of the player and of the other.
fn wins(
    position: &Position,
    ways: [&[Parting]; 2],
    play: Play,
    known: &mut HashMap<(Position, bool), bool>,
    left: bool,
) -> bool {
    if let Some(&wins) = known.get(&(position.clone(), left)) {
        return wins;
    }
    let own = options(position, ways[usize::from(!left)]);
    let won = match own.is_empty() {
        true => play == Play::Misere,
        false => own
            .iter()
            .any(|after| !wins(after, ways, play, known, !left)),
    };
    known.insert((position.clone(), left), won);
    won
}

#[test]
fn partizan_games_on_rectangles_are_what_their_files_say() {
    use Parting::{CutColumns, CutRows, EqualColumns, EqualRows, Row, Turned};
    let games: [(&str, [&[Parting]; 2]); 5] = [
        (
            "left cut columns\nright cut rows",
            [&[CutColumns], &[CutRows]],
        ),
        (
            "right cut columns\nleft remove row",
            [&[Row], &[CutColumns]],
        ),
        (
            "left cut columns equal\nright cut rows equal",
            [&[EqualColumns], &[EqualRows]],
        ),
        (
            "rectangle turned\nleft cut rows\nright cut columns",
            [&[CutRows, Turned], &[CutColumns, Turned]],
        ),
        (
            "rectangle turned\nleft remove row\nright cut columns equal",
            [&[Row, Turned], &[EqualColumns, Turned]],
        ),
    ];
    for (lines, ways) in games {
        for play in [Play::Normal, Play::Misere] {
            let mut known = HashMap::new();
            for position in
                [(1, 3), (2, 2), (2, 4), (3, 3), (4, 3)].map(|(r, c)| vec![(r, c, None)])
            {
                let sum = read(&format!("rectangle\n{lines}\n"), &body(&position));
                let [left, right] =
                    [true, false].map(|left| wins(&position, ways, play, &mut known, left));
                let expected = match (left, right) {
                    (true, true) => "N",
                    (true, false) => "L",
                    (false, true) => "R",
                    (false, false) => "P",
                };
                let found = analyzed(&sum, play)
                    .outcome
                    .map(|outcome| outcome.to_string());
                assert_eq!(found.as_deref(), Some(expected), "{play} {lines} {sum}");
            }
        }
    }
}

/// Winning Ways, ch. 2: the value of a board depends only on the powers of 2 up to its sides.
#[test]
fn cutcake_is_worth_what_winning_ways_says() {
    for rows in 1..=8i64 {
        for columns in 1..=8i64 {
            let power = |side: i64| 1 << side.ilog2();
            let expected = match power(rows).cmp(&power(columns)) {
                std::cmp::Ordering::Less => columns / power(rows) - 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => 1 - rows / power(columns),
            };
            let sum = nimfield::read(&format!("cutcake[{rows}x{columns}]")).unwrap();
            let answer = analyzed(&sum, Play::Normal);
            assert_eq!(answer.value_text(), Some(expected.to_string()), "{sum}");
        }
    }
}

/// CGSuite's row of Maundy cake for 8 rows and 1 to 8 columns.
#[test]
fn maundy_cake_is_worth_what_cgsuite_says() {
    let expected = [-7, -3, -3, -1, -3, -1, -3, 0];
    for (columns, expected) in (1..).zip(expected) {
        let text = "rectangle\nleft cut columns equal\nright cut rows equal\n";
        let answer = analyzed(&read(text, &format!("[8x{columns}]")), Play::Normal);
        assert_eq!(
            answer.value_text(),
            Some(expected.to_string()),
            "8x{columns}"
        );
    }
}

/// Winning Ways, ch. 2: every rectangle of Maundy cake is worth a whole number.
#[test]
fn maundy_cake_is_worth_whole_numbers() {
    for (rows, columns) in (1..=12).flat_map(|rows| (1..=12).map(move |columns| (rows, columns))) {
        let sum = nimfield::read(&format!("maundy[{rows}x{columns}]")).unwrap();
        let text = analyzed(&sum, Play::Normal).value_text().unwrap();
        assert!(text.parse::<i32>().is_ok(), "{sum} {text}");
    }
}

/// The boards with sides to 12 on which the second player removes the last cross.
#[test]
fn crosses_are_won_where_brute_force_says() {
    let mut lost = Vec::new();
    for rows in 1..=12 {
        for columns in rows..=12 {
            let sum = nimfield::read(&format!("cross[{rows}x{columns}]")).unwrap();
            if analyzed(&sum, Play::Normal).winning_moves.is_empty() {
                lost.push((rows, columns));
            }
        }
    }
    assert_eq!(lost, [(2, 2), (4, 4), (4, 6), (8, 12), (10, 10)]);
}
