//! Games on Young diagrams against an interpreter that moves single cells.

use std::collections::{BTreeSet, HashMap};

use nimfield::{Play, Sum};

use super::{analyzed, read};

/// Cells as (row, column).
type Cells = BTreeSet<(i32, i32)>;

#[derive(Clone, Copy)]
enum Removal {
    Row,
    FirstRow,
    Column,
    FirstColumn,
    Hook(fn(usize) -> bool),
    Bite,
    Rim,
    /// Whether this set, with this number of corners, may be removed.
    Corners(fn(&[u32], u32) -> bool),
    Anticorner,
    RowEnd,
    ColumnEnd,
    /// This many cells to the right and down, or multiples of it.
    Step(i32, i32, bool),
}

fn follow(chosen: &[u32]) -> bool {
    chosen.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

/// The rest without these cells, if it is a diagram.
fn without(cells: &Cells, gone: &Cells) -> Option<Cells> {
    let left: Cells = cells.difference(gone).copied().collect();
    let supported = |&(row, column): &(i32, i32)| {
        (row == 0 || left.contains(&(row - 1, column)))
            && (column == 0 || left.contains(&(row, column - 1)))
    };
    left.iter().all(supported).then(|| left.clone())
}

/// The last cells of each line, for all numbers of cells that leave a diagram.
fn ends(cells: &Cells, line: fn(&(i32, i32)) -> i32) -> Vec<Vec<Cells>> {
    let mut found = Vec::new();
    for number in cells.iter().map(line).collect::<BTreeSet<_>>() {
        let own: Vec<(i32, i32)> = cells
            .iter()
            .copied()
            .filter(|cell| line(cell) == number)
            .collect();
        let gone = (0..own.len()).map(|from| own[from..].iter().copied().collect());
        found.extend(
            gone.filter_map(|gone| without(cells, &gone))
                .map(|left| vec![left]),
        );
    }
    found
}

/// The cells with nothing to the right and nothing below, from the top.
fn corners(cells: &Cells) -> Vec<(i32, i32)> {
    let is_corner = |&&(row, column): &&(i32, i32)| {
        !cells.contains(&(row + 1, column)) && !cells.contains(&(row, column + 1))
    };
    cells.iter().filter(is_corner).copied().collect()
}

fn cells(rows: &[u64]) -> Cells {
    let rows = rows.iter().enumerate();
    rows.flat_map(|(row, &length)| (0..length).map(move |column| (row as i32, column as i32)))
        .collect()
}

/// Whether removed lines and hooks leave two diagrams.
type Splits = (bool, bool);

/// The diagrams after a removal.
fn after(cells: &Cells, removal: Removal, (split, hooks_split): Splits) -> Vec<Vec<Cells>> {
    let rows: BTreeSet<i32> = cells.iter().map(|cell| cell.0).collect();
    let columns: BTreeSet<i32> = cells.iter().map(|cell| cell.1).collect();
    let parted = |line: i32, of: fn(&(i32, i32)) -> i32, step: (i32, i32)| {
        let before: Cells = cells
            .iter()
            .copied()
            .filter(|cell| of(cell) < line)
            .collect();
        let behind = cells.iter().filter(|cell| of(cell) > line);
        match split {
            true => {
                let lines = line + 1;
                let behind = behind.map(|cell| (cell.0 - lines * step.0, cell.1 - lines * step.1));
                vec![before, behind.collect()]
            }
            false => {
                let behind = behind.map(|cell| (cell.0 - step.0, cell.1 - step.1));
                vec![before.iter().copied().chain(behind).collect()]
            }
        }
    };
    match removal {
        Removal::Row => rows
            .iter()
            .map(|&row| parted(row, |cell| cell.0, (1, 0)))
            .collect(),
        Removal::FirstRow => (rows.iter().take(1))
            .map(|&row| parted(row, |cell| cell.0, (1, 0)))
            .collect(),
        Removal::Column => (columns.iter())
            .map(|&column| parted(column, |cell| cell.1, (0, 1)))
            .collect(),
        Removal::FirstColumn => (columns.iter().take(1))
            .map(|&column| parted(column, |cell| cell.1, (0, 1)))
            .collect(),
        Removal::Bite => (cells.iter())
            .map(|&(row, column)| {
                let kept = cells.iter().filter(|cell| cell.0 < row || cell.1 < column);
                vec![kept.copied().collect()]
            })
            .collect(),
        Removal::Corners(goes) => {
            let corners = corners(cells);
            let count = corners.len() as u32;
            let sets = (1..1u32 << count).filter(|set| {
                let chosen: Vec<u32> = (0..32).filter(|at| set >> at & 1 == 1).collect();
                goes(&chosen, count)
            });
            let left = |set: u32| {
                let kept = |cell: &&(i32, i32)| {
                    let corner = corners.iter().position(|own| own == *cell);
                    corner.is_none_or(|corner| set >> corner & 1 == 0)
                };
                vec![cells.iter().filter(kept).copied().collect()]
            };
            sets.map(left).collect()
        }
        Removal::Anticorner if cells.is_empty() => Vec::new(),
        Removal::Anticorner => {
            let (last_row, last_column) = (rows.last().unwrap(), columns.last().unwrap());
            let mut gone: Vec<Cells> = vec![
                cells
                    .iter()
                    .copied()
                    .filter(|cell| cell.0 == *last_row)
                    .collect(),
                cells
                    .iter()
                    .copied()
                    .filter(|cell| cell.1 == *last_column)
                    .collect(),
            ];
            for pair in corners(cells).windows(2) {
                let [(row, right), (down, column)] = [pair[0], pair[1]];
                let along = (column..=right).map(|at| (row, at));
                gone.push(along.chain((row..=down).map(|at| (at, column))).collect());
            }
            gone.iter()
                .map(|gone| vec![without(cells, gone).unwrap()])
                .collect()
        }
        Removal::RowEnd => ends(cells, |cell| cell.0),
        Removal::ColumnEnd => ends(cells, |cell| cell.1),
        Removal::Step(right, down, far) => {
            let times = 1..=if far { 9 } else { 1 };
            let ends = times.map(|times| (down * times, right * times));
            let ends = ends.filter(|end| cells.contains(end));
            let beyond = |(row, column): (i32, i32)| {
                let moved = cells.iter().map(|cell| (cell.0 - row, cell.1 - column));
                vec![moved.filter(|cell| cell.0 >= 0 && cell.1 >= 0).collect()]
            };
            ends.map(beyond).collect()
        }
        Removal::Rim if cells.is_empty() => Vec::new(),
        Removal::Rim => {
            let kept = cells
                .iter()
                .filter(|cell| cells.contains(&(cell.0 + 1, cell.1 + 1)));
            vec![vec![kept.copied().collect()]]
        }
        Removal::Hook(allowed) => (cells.iter())
            .filter_map(|&(row, column)| {
                let hook = |cell: &(i32, i32)| {
                    cell.0 == row && cell.1 >= column || cell.1 == column && cell.0 >= row
                };
                let length = cells.iter().filter(|cell| hook(cell)).count();
                let far = |cell: &(i32, i32)| cell.0 > row && cell.1 > column;
                let left = || cells.iter().copied().filter(|cell| !hook(cell));
                let left = match hooks_split {
                    true => vec![
                        left().filter(|cell| !far(cell)).collect(),
                        left()
                            .filter(far)
                            .map(|(r, c)| (r - row - 1, c - column - 1))
                            .collect(),
                    ],
                    false => {
                        let moved =
                            left().map(|(r, c)| if far(&(r, c)) { (r - 1, c - 1) } else { (r, c) });
                        vec![moved.collect()]
                    }
                };
                allowed(length).then_some(left)
            })
            .collect(),
    }
}

/// A position: diagrams with cells.
type Position = Vec<Cells>;

fn options(position: &Position, removals: &[Removal], splits: Splits) -> BTreeSet<Position> {
    let mut found = BTreeSet::new();
    for (piece, cells) in position.iter().enumerate() {
        for &removal in removals {
            for left in after(cells, removal, splits) {
                let mut next = position.clone();
                next.splice(
                    piece..=piece,
                    left.into_iter().filter(|cells| !cells.is_empty()),
                );
                found.insert(next);
            }
        }
    }
    found
}

fn value(
    position: &Position,
    (removals, splits): (&[Removal], Splits),
    play: Play,
    known: &mut HashMap<Position, u64>,
) -> u64 {
    let options = |position: &Position| options(position, removals, splits);
    super::value_by(position, &options, play, known)
}

fn text_of(position: &Position) -> String {
    let pieces = position.iter().map(|cells| {
        let rows = (0..).map(|row| cells.iter().filter(|cell| cell.0 == row).count());
        let rows: Vec<String> = rows
            .take_while(|&row| row > 0)
            .map(|row| row.to_string())
            .collect();
        rows.join(",")
    });
    format!("[{}]", pieces.collect::<Vec<_>>().join(";"))
}

fn partitions(size: u64, most: u64) -> Vec<Vec<u64>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    (1..=size.min(most))
        .flat_map(|first| {
            let rests = partitions(size - first, first);
            rests
                .into_iter()
                .map(move |rest| [&[first], &rest[..]].concat())
        })
        .collect()
}

fn check(lines: &str, removals: &[Removal], splits: Splits) {
    let text = format!("partition\n{lines}\n");
    let mut known = [HashMap::new(), HashMap::new()];
    let all = (1..=7).flat_map(|size| partitions(size, size));
    for rows in all {
        let position = vec![cells(&rows)];
        let sum: Sum = read(&text, &text_of(&position));
        let found: BTreeSet<String> = sum
            .moves()
            .map(|mv| {
                let again = sum.read_move(&mv.to_string()).unwrap();
                sum.clone().play(&again).unwrap().to_string()
            })
            .collect();
        let expected: BTreeSet<String> = options(&position, removals, splits)
            .iter()
            .map(|after| read(&text, &text_of(after)).to_string())
            .collect();
        assert_eq!(found, expected, "{lines}: {sum}");
        for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
            let value = value(&position, (removals, splits), play, known);
            let answer = analyzed(&sum, play);
            let outcome = answer.outcome.map(|outcome| outcome.to_string());
            assert_eq!(
                outcome.as_deref(),
                Some(if value == 0 { "P" } else { "N" }),
                "{play} {lines}: {sum}"
            );
            if play == Play::Normal {
                let found = answer.value.and_then(|value| value.finite());
                assert_eq!(found, Some(value.into()), "{lines}: {sum}");
            }
        }
    }
}

#[test]
fn games_on_partitions_are_what_their_files_say() {
    use Removal::{
        Anticorner, Bite, Column, ColumnEnd, Corners, FirstColumn, FirstRow, Hook, Rim, Row,
        RowEnd, Step,
    };
    const NEITHER: Splits = (false, false);
    const LINES: Splits = (true, false);
    check("remove row and column", &[Row, Column], NEITHER);
    check(
        "remove row and column\nclose split",
        &[Row, Column],
        (true, true),
    );
    check(
        "remove first row and first column",
        &[FirstRow, FirstColumn],
        NEITHER,
    );
    check("remove corner", &[Hook(|length| length == 1)], NEITHER);
    check("remove corners", &[Corners(|_, _| true)], NEITHER);
    check(
        "remove neighbouring corners and row",
        &[Corners(|chosen, _| follow(chosen)), Row],
        NEITHER,
    );
    check(
        "remove outer corners",
        &[Corners(|chosen, count| {
            follow(chosen) && (chosen[0] == 0 || chosen.last() == Some(&(count - 1)))
        })],
        NEITHER,
    );
    check("remove anticorner", &[Anticorner], NEITHER);
    check(
        "remove end of row and end of column",
        &[RowEnd, ColumnEnd],
        NEITHER,
    );
    check(
        "remove end of row\nremove anticorner",
        &[RowEnd, Anticorner],
        NEITHER,
    );
    check(
        "piece step 2,1 and slide 0,1",
        &[Step(2, 1, false), Step(0, 1, true)],
        NEITHER,
    );
    check(
        "piece bishop and slide 1,2\nremove end of column",
        &[Step(1, 1, true), Step(1, 2, true), ColumnEnd],
        NEITHER,
    );
    check("remove hook", &[Hook(|_| true)], NEITHER);
    check(
        "remove hook 3 and rim and first row and hook 1,4 and column and row",
        &[Hook(|length| [1, 3, 4].contains(&length)), Rim, Row, Column],
        NEITHER,
    );
    check(
        "remove hook 2,3 and row",
        &[Hook(|length| length == 2 || length == 3), Row],
        NEITHER,
    );
    check(
        "remove strip odd",
        &[Hook(|length| length % 2 == 1)],
        NEITHER,
    );
    check("remove bite", &[Bite], NEITHER);
    check(
        "remove rim and corner",
        &[Rim, Hook(|length| length == 1)],
        NEITHER,
    );
    check("remove column\nclose split", &[Column], (true, true));
    check("remove hook\nclose split", &[Hook(|_| true)], (true, true));
    check(
        "remove hook 2..4 and row\nclose split and shift",
        &[Hook(|length| (2..=4).contains(&length)), Row],
        LINES,
    );
    check(
        "remove hook 3,4 and column\nclose join and split",
        &[Hook(|length| length == 3 || length == 4), Column],
        (false, true),
    );
}

#[test]
fn built_in_games_on_partitions_are_rule_files() {
    let pairs = [
        ("crim", "remove row and column"),
        ("cris", "remove row and column\nclose split"),
        ("lctr", "remove first row and first column"),
        ("sato", "remove hook"),
        ("rook", "piece rook"),
        ("queen", "piece queen"),
        ("king", "piece king"),
        ("bishop", "piece bishop"),
        ("knight", "piece knight"),
        ("pawn", "piece step 1,0 and step 1,1"),
        ("rit", "remove end of row"),
    ];
    for (name, lines) in pairs {
        let text = format!("partition\n{lines}\n");
        for rows in (1..=9).flat_map(|size| partitions(size, size)) {
            let body = text_of(&vec![cells(&rows)]);
            // The shelf has the rows of this game from the shortest on.
            let own_body = match name {
                "rit" => format!("{:?}", rows.iter().rev().collect::<Vec<_>>()),
                _ => body.clone(),
            };
            let own = nimfield::read(&format!("{name}{own_body}")).unwrap();
            let file = read(&text, &body);
            for play in [Play::Normal, Play::Misere] {
                let (own, file) = (analyzed(&own, play), analyzed(&file, play));
                assert_eq!(own.outcome, file.outcome, "{name}{body} {play}");
                assert_eq!(
                    own.winning_moves.is_empty(),
                    file.winning_moves.is_empty(),
                    "{name}{body}"
                );
                if play == Play::Normal {
                    assert_eq!(own.value, file.value, "{name}{body}");
                }
            }
        }
    }
}

/// Steps of a piece, as (to the right, down), and whether any multiple is one move.
type Steps<'a> = &'a [((i32, i32), bool)];

/// Returns the value of a piece on a cell (row, column), by steps over cells.
fn on_cell(
    cells: &Cells,
    at: (i32, i32),
    steps: Steps<'_>,
    play: Play,
    known: &mut HashMap<(i32, i32), u64>,
) -> u64 {
    let options = |&(row, column): &(i32, i32)| {
        let mut found = BTreeSet::new();
        for &((right, down), far) in steps {
            let mut to = (row + down, column + right);
            while cells.contains(&to) {
                found.insert(to);
                to = (to.0 + down, to.1 + right);
                if !far {
                    break;
                }
            }
        }
        found
    };
    super::value_by(&at, &options, play, known)
}

#[test]
fn pieces_that_go_up_or_to_the_left_go_where_the_twin_goes() {
    let games: [(&str, Steps<'_>); 5] = [
        (
            "step -2,1 and step -2,-1 and step 1,-2 and step -1,-2",
            &[
                ((-2, 1), false),
                ((-2, -1), false),
                ((1, -2), false),
                ((-1, -2), false),
            ],
        ),
        (
            "slide 2,-1 and step -1,1",
            &[((2, -1), true), ((-1, 1), false)],
        ),
        (
            "slide -1,0 and slide 0,-1",
            &[((-1, 0), true), ((0, -1), true)],
        ),
        (
            "step 1,0 and slide 3,-1",
            &[((1, 0), false), ((3, -1), true)],
        ),
        ("step 0,-1 and rook", &[((0, -1), false)]),
    ];
    for (words, steps) in &games[..4] {
        let text = format!("partition\npiece {words}\n");
        for rows in (1..=7).flat_map(|size| partitions(size, size)) {
            let cells = cells(&rows);
            for play in [Play::Normal, Play::Misere] {
                let mut known = HashMap::new();
                for &(row, column) in &cells {
                    let rows = text_of(&vec![cells.clone()]);
                    let column_name = char::from(b'a' + column as u8);
                    let body = format!(
                        "{} at {column_name}{}]",
                        rows.trim_end_matches(']'),
                        row + 1
                    );
                    let sum = read(&text, &body);
                    let again = read(
                        &text,
                        &sum.to_string()[sum.to_string().find('[').unwrap()..],
                    );
                    assert_eq!(again, sum);
                    let expected = on_cell(&cells, (row, column), steps, play, &mut known);
                    let answer = analyzed(&sum, play);
                    let outcome = answer.outcome.map(|outcome| outcome.to_string());
                    let winner = if expected == 0 { "P" } else { "N" };
                    assert_eq!(outcome.as_deref(), Some(winner), "{play} {words}: {sum}");
                    if play == Play::Normal {
                        let found = answer.value.and_then(|value| value.finite());
                        assert_eq!(found, Some(expected.into()), "{words}: {sum}");
                    }
                }
            }
        }
    }
    // Steps that can return to a cell do not make a game, and a rook moves in two directions that the first step does
    // not have.
    let (words, _) = games[4];
    assert!(
        nimfield_rules::RuleFile::read("@my.game", &format!("partition\npiece {words}\n")).is_err()
    );
}

/// The figure of the White Knight in Winning Ways, ch. 3: the knight goes to the upper left corner of a large board.
#[test]
fn the_white_knight_is_worth_what_winning_ways_says() {
    let rules = "partition\npiece step -2,1 and step -2,-1 and step 1,-2 and step -1,-2\n";
    let figure = [
        "00110011", "00210011", "12223222", "11214323", "00340011", "00230021",
    ];
    for (row, values) in (1..).zip(figure) {
        for (column, expected) in ('a'..).zip(values.chars()) {
            let body = format!("[20^20 at {column}{row}]");
            let answer = analyzed(&read(rules, &body), Play::Normal);
            let found = answer.value.and_then(|value| value.finite());
            assert_eq!(found, expected.to_digit(10).map(u128::from), "{body}");
        }
    }
    // Several diagrams have a piece each.
    let sum = read(rules, "[8,8,8 at c3; 4,4 at a2]");
    assert_eq!(
        sum.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(),
        ["to b1", "to d1", "to a2"]
    );
    assert!(sum.draw().contains("8  □ □ P □ □ □ □ □"), "{}", sum.draw());
}

/// Values of the game in which a move removes any set of corners.
#[test]
fn sets_of_corners_are_worth_what_partition_games_say() {
    let mut positions = vec![("[3,2,1]".to_string(), 4), ("[2,2,1]".to_string(), 1)];
    for (rows, value) in (1..).zip([1, 2, 4, 6, 10, 16, 22, 30]) {
        let staircase: Vec<String> = (1..=rows).rev().map(|row: i32| row.to_string()).collect();
        positions.push((format!("[{}]", staircase.join(",")), value));
    }
    for (body, value) in positions {
        let answer = analyzed(
            &nimfield::read(&format!("corner{body}")).unwrap(),
            Play::Normal,
        );
        let found = answer.value.and_then(|value| value.finite());
        assert_eq!(found, Some(value), "{body}");
    }
}

/// Values that the program of Partition Games (2026) computes in its games Anticorner, SCC and CRIT.
#[test]
fn other_removals_are_worth_what_partition_games_compute() {
    for (lines, body, value) in [
        ("remove anticorner", "[2,1]", 1),
        ("remove anticorner", "[3,2,1]", 0),
        ("remove anticorner", "[4,3,1]", 4),
        ("remove anticorner", "[3,3,2]", 0),
        ("remove anticorner", "[4,2,2]", 2),
        ("remove outer corners", "[2,1]", 2),
        ("remove outer corners", "[3,2,1]", 0),
        ("remove outer corners", "[4,3,1]", 3),
        ("remove outer corners", "[3,3,2]", 1),
        ("remove outer corners", "[4,2,2]", 3),
        ("remove end of row and end of column", "[2,1]", 0),
        ("remove end of row and end of column", "[3,2,1]", 1),
        ("remove end of row and end of column", "[4,3,1]", 1),
        ("remove end of row and end of column", "[3,3,2]", 0),
        ("remove end of row and end of column", "[4,2,2]", 0),
    ] {
        let answer = analyzed(&read(&format!("partition\n{lines}\n"), body), Play::Normal);
        let found = answer.value.and_then(|value| value.finite());
        assert_eq!(found, Some(value), "{lines} {body}");
    }
}
