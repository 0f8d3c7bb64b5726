//! Placing games compared with plain recursion over sets of free cells, and with values from the literature.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::placing::{Layout, Placement, Placing};
use nimfield_core::game::{Engines, Part, Rules as _};
use nimfield_core::notation::Cursor;
use nimfield_core::words::{Play, Player};
use nimfield_engines::placing::{PlacingRace, PlacingValues, answered_by_reflection};
use nimfield_games::boards::{Cell, CellLattice};
use nimfield_games::placing::{Field, Name, Pattern, Pieces, Reach, Rules, read_sized};

fn name(text: &str) -> Name {
    Name {
        text: text.to_string(),
        info: &Field::INFO,
        play: Play::Normal,
        fixed_board: false,
    }
}

/// A game in the form for its engine, and in that for the recursion.
struct Kind {
    patterns: Vec<Pattern>,
    plain: fn(&Cells) -> Vec<Cells>,
}

/// Free cells as (column, row).
type Cells = BTreeSet<(i32, i32)>;

/// Removes every set of cells that `covers` accepts, one by one.
fn tiles(free: &Cells, tiles: &[&[(i32, i32)]]) -> Vec<Cells> {
    let mut options = Vec::new();
    for &(x, y) in free {
        for tile in tiles {
            let covered: Cells = tile.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            if covered.is_subset(free) {
                options.push(free - &covered);
            }
        }
    }
    options
}

fn pieces(free: &Cells, attacks: fn(i32, i32) -> bool) -> Vec<Cells> {
    let left = |&(x, y): &(i32, i32)| {
        let others = free.iter().filter(|&&(a, b)| (a, b) != (x, y));
        others
            .copied()
            .filter(|(a, b)| !attacks(a - x, b - y))
            .collect()
    };
    free.iter().map(left).collect()
}

fn cram() -> Kind {
    Kind {
        patterns: vec![Pattern::tile([(0, 0), (1, 0)])],
        plain: |free| tiles(free, &[&[(0, 0), (1, 0)], &[(0, 0), (0, 1)]]),
    }
}

fn trominoes() -> Kind {
    Kind {
        patterns: vec![Pattern::tile([(0, 0), (1, 0), (0, 1)])],
        plain: |free| {
            let square = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let without = |gap: usize| {
                let cells = square.iter().enumerate().filter(move |&(i, _)| i != gap);
                cells.map(|(_, &cell)| cell).collect::<Vec<_>>()
            };
            // The cells are counted from the corner of the square, which need not be free.
            let mut options = Vec::new();
            for (x, y) in (-1..8).flat_map(|x| (-1..8).map(move |y| (x, y))) {
                for gap in 0..4 {
                    let at = without(gap).into_iter().map(|(dx, dy)| (x + dx, y + dy));
                    let covered: Cells = at.collect();
                    if covered.is_subset(free) {
                        options.push(free - &covered);
                    }
                }
            }
            options
        },
    }
}

fn queens() -> Kind {
    Kind {
        patterns: vec![Pattern::piece([Reach::ROOK, Reach::BISHOP].concat())],
        plain: |free| pieces(free, |x, y| x == 0 || y == 0 || x.abs() == y.abs()),
    }
}

fn knights() -> Kind {
    Kind {
        patterns: vec![Pattern::piece(Reach::KNIGHT)],
        plain: |free| pieces(free, |x, y| x.abs() * y.abs() == 2),
    }
}

fn neighbours() -> Kind {
    Kind {
        patterns: vec![Pattern::piece(Reach::NEIGHBOURS)],
        plain: |free| pieces(free, |x, y| x.abs() + y.abs() == 1),
    }
}

/// Dominoes beside which nothing may be placed to the right, of one orientation: only some maps keep them.
fn lopsided() -> Kind {
    let right = Reach {
        step: (1, 0),
        far: false,
        to: None,
    };
    Kind {
        patterns: vec![Pattern {
            forbids: vec![right],
            turned: false,
            ..Pattern::tile([(0, 0), (0, 1)])
        }],
        plain: |free| {
            let mut options = Vec::new();
            for &(x, y) in free {
                if free.contains(&(x, y + 1)) {
                    let gone: Cells = [(x, y), (x, y + 1), (x + 1, y), (x + 1, y + 1)].into();
                    options.push(free - &gone);
                }
            }
            options
        },
    }
}

fn kinds() -> [Kind; 6] {
    [
        cram(),
        trominoes(),
        queens(),
        knights(),
        neighbours(),
        lopsided(),
    ]
}

/// The Grundy value, or the misère Grundy number, by the rules alone.
fn plain_value(
    free: &Cells,
    options: fn(&Cells) -> Vec<Cells>,
    play: Play,
    known: &mut HashMap<Cells, u16>,
) -> u16 {
    if let Some(&value) = known.get(free) {
        return value;
    }
    let options_of = options(free);
    let values: BTreeSet<u16> = options_of
        .iter()
        .map(|option| plain_value(option, options, play, known))
        .collect();
    let value = match (play, options_of.is_empty()) {
        (Play::Misere, true) => 1,
        _ => (0..)
            .find(|value| !values.contains(value))
            .expect("a value"),
    };
    known.insert(free.clone(), value);
    value
}

fn on(rows: usize, columns: usize, patterns: &[Pattern]) -> Arc<Rules> {
    let shape = Rules::rectangle(rows, columns).expect("a board");
    Rules::new(name("game"), shape, patterns).expect("a game")
}

fn value(rules: &Rules, free: u128) -> u16 {
    let mut values = PlacingValues::new(rules.placing().clone());
    let value = values.value(free, &Budget::unlimited());
    value.expect("there is no limit")
}

fn full_value(rows: usize, columns: usize, kind: &Kind) -> u16 {
    let rules = on(rows, columns, &kind.patterns);
    value(&rules, rules.placing().full())
}

/// The free cells of a state of a rectangle.
fn cells(free: u128, columns: usize) -> Cells {
    let free = (0..128usize).filter(|cell| free >> cell & 1 == 1);
    free.map(|cell| ((cell % columns) as i32, (cell / columns) as i32))
        .collect()
}

#[test]
fn every_state_of_small_boards_has_the_value_of_the_recursion() {
    for kind in kinds() {
        for (rows, columns) in [(1, 11), (2, 4), (2, 5), (3, 3)] {
            let rules = on(rows, columns, &kind.patterns);
            let mut values = PlacingValues::new(rules.placing().clone());
            let mut known = HashMap::new();
            for free in 0..1u128 << (rows * columns) {
                let expected =
                    plain_value(&cells(free, columns), kind.plain, Play::Normal, &mut known);
                let found = values
                    .value(free, &Budget::unlimited())
                    .expect("there is no limit");
                assert_eq!(found, expected, "{rows}x{columns} {free:b}");
                let reflected = answered_by_reflection(rules.placing(), free);
                assert!(
                    reflected.is_none() || expected == 0,
                    "{rows}x{columns} {free:b}"
                );
            }
        }
    }
}

#[test]
fn random_states_of_larger_boards_have_the_value_of_the_recursion() {
    let mut random = fastrand::Rng::with_seed(34);
    for kind in kinds() {
        let rules = on(5, 5, &kind.patterns);
        let mut known = HashMap::new();
        for _ in 0..40 {
            // Sets of about 12 cells.
            let free = random.u128(..) & random.u128(..) & rules.placing().full();
            let expected = plain_value(&cells(free, 5), kind.plain, Play::Normal, &mut known);
            assert_eq!(value(&rules, free), expected, "{free:b}");
            for target in 0..4 {
                let mut values = PlacingValues::new(rules.placing().clone());
                let has = values.has_value(free, target, &Budget::unlimited());
                assert_eq!(has, Ok(target == expected), "{free:b}");
            }
        }
    }
}

/// Boards with holes, some of them so large that a state takes more than 64 bits.
#[test]
fn cram_with_holes_has_the_value_of_the_recursion() {
    let mut random = fastrand::Rng::with_seed(53);
    let mut known = HashMap::new();
    for round in 0..1_000 {
        let (columns, rows) = [(4, 4), (5, 4), (3, 7), (9, 8)][round % 4];
        let count = random.usize(1..=15);
        // Grown from a cell, so that most shapes are connected.
        let mut cells: Vec<Cell> = vec![Cell {
            column: columns / 2,
            row: rows / 2,
        }];
        while cells.len() < count {
            let Cell { column, row } = cells[random.usize(..cells.len())];
            let (column, row) = match random.u8(..4) {
                0 => (column.saturating_sub(1), row),
                1 => ((column + 1).min(columns - 1), row),
                2 => (column, row.saturating_sub(1)),
                _ => (column, (row + 1).min(rows - 1)),
            };
            if !cells
                .iter()
                .any(|cell| (cell.column, cell.row) == (column, row))
            {
                cells.push(Cell { column, row });
            }
        }
        let shape = Rules::shape(
            CellLattice::Square,
            columns.into(),
            rows.into(),
            cells.clone(),
        );
        let rules = Rules::new(name("cram"), shape.expect("a board"), &cram().patterns);
        let rules = rules.expect("a game");
        let at = |cell: &Cell| (i32::from(cell.column), i32::from(cell.row));
        let plain: Cells = cells.iter().map(at).collect();
        let expected = plain_value(&plain, cram().plain, Play::Normal, &mut known);
        assert_eq!(value(&rules, rules.placing().full()), expected, "{cells:?}");
    }
}

/// Dominoes on triangles, whose symmetries do not keep squares.
#[test]
fn dominoes_on_triangles_have_the_value_of_the_recursion() {
    let plain: fn(&Cells) -> Vec<Cells> = |free| {
        tiles(
            free,
            &[&[(0, 0), (1, 0)], &[(0, 0), (0, 1)], &[(0, 0), (1, 1)]],
        )
    };
    let cells = (0..12).map(|cell| Cell {
        column: cell % 4,
        row: cell / 4,
    });
    let shape = Rules::shape(CellLattice::Triangular, 4, 3, cells.collect());
    let rules = Rules::new(name("game"), shape.expect("a board"), &cram().patterns);
    let rules = rules.expect("a game");
    let mut values = PlacingValues::new(rules.placing().clone());
    let mut known = HashMap::new();
    for free in 0..1u128 << 12 {
        let expected = plain_value(&self::cells(free, 4), plain, Play::Normal, &mut known);
        let found = values.value(free, &Budget::unlimited());
        assert_eq!(found, Ok(expected), "{free:b}");
    }
}

/// Moves of two joined cells of a graph, which no plane holds.
#[test]
fn arc_kayles_has_the_value_of_the_recursion() {
    fn plain(free: u128, edges: &[u128], memo: &mut HashMap<u128, u16>) -> u16 {
        if let Some(&value) = memo.get(&free) {
            return value;
        }
        let legal = edges.iter().filter(|&&edge| edge & !free == 0);
        let values: BTreeSet<u16> = legal.map(|edge| plain(free & !edge, edges, memo)).collect();
        let value = (0..)
            .find(|value| !values.contains(value))
            .expect("a value");
        memo.insert(free, value);
        value
    }
    let mut random = fastrand::Rng::with_seed(5);
    for round in 0..300 {
        let count = random.usize(2..=10);
        // Cells of a row of 100 need more than 64 bits.
        let apart = if round % 3 == 0 { 10 } else { 1 };
        let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
        let edges: Vec<u128> = (pairs.filter(|_| random.u8(..3) == 0))
            .map(|(one, other)| 1 << (apart * one) | 1 << (apart * other))
            .collect();
        let moves = edges.iter().map(|&needs| Placement {
            needs,
            removes: needs,
            player: None,
        });
        let placing = Placing::new(apart * count, moves.collect()).expect("the moves fit");
        let full = placing.full();
        let found = PlacingValues::new(placing).value(full, &Budget::unlimited());
        let expected = plain(full, &edges, &mut HashMap::new());
        assert_eq!(found, Ok(expected), "{edges:?}");
    }
}

#[test]
fn graphs_have_the_values_of_the_recursion() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let count = random.usize(1..10);
        let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
        let edges: Vec<(usize, usize)> = pairs.filter(|_| random.u8(..3) == 0).collect();
        let vertices = (0..count).map(|vertex| format!("v{vertex}")).collect();
        let rules =
            Rules::graph(name("graph"), String::new(), (vertices, &edges), &[]).expect("a graph");
        let mut memo: HashMap<u128, u16> = HashMap::new();
        fn recurse(free: u128, edges: &[(usize, usize)], memo: &mut HashMap<u128, u16>) -> u16 {
            if let Some(&value) = memo.get(&free) {
                return value;
            }
            let mut values = BTreeSet::new();
            for vertex in (0..128).filter(|vertex| free >> vertex & 1 == 1) {
                let mut left = free & !(1 << vertex);
                for &(one, other) in edges {
                    if one == vertex {
                        left &= !(1 << other);
                    }
                    if other == vertex {
                        left &= !(1 << one);
                    }
                }
                values.insert(recurse(left, edges, memo));
            }
            let value = (0..)
                .find(|value| !values.contains(value))
                .expect("a value");
            memo.insert(free, value);
            value
        }
        let full = rules.placing().full();
        assert_eq!(
            value(&rules, full),
            recurse(full, &edges, &mut memo),
            "{edges:?}"
        );
    }
}

#[test]
fn the_symmetries_of_a_graph_are_found() {
    let symmetries = |count: usize, edges: &[(usize, usize)]| {
        let vertices = (0..count).map(|vertex| vertex.to_string()).collect();
        let rules =
            Rules::graph(name("graph"), String::new(), (vertices, edges), &[]).expect("a graph");
        match rules.placing().layout() {
            Layout::Symmetries(symmetries) => symmetries.len(),
            Layout::Plane { .. } => panic!("a graph lies nowhere"),
        }
    };
    let ring: Vec<(usize, usize)> = (0..7).map(|i| (i, (i + 1) % 7)).collect();
    assert_eq!(symmetries(7, &ring), 14);
    assert_eq!(symmetries(3, &[(0, 1), (1, 2)]), 2);
    // The least tree without symmetries.
    assert_eq!(
        symmetries(7, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)]),
        1
    );
    let cube: Vec<(usize, usize)> = (0..8)
        .flat_map(|v| [1, 2, 4].map(|bit| (v, v ^ bit)))
        .filter(|(one, other)| one < other)
        .collect();
    assert_eq!(symmetries(8, &cube), 48);
}

/// J. W. H. M. Uiterwijk, Solving Cram using combinatorial game theory (2019), and P. S. Lemoine and S. Viennot
/// (2012).
#[test]
fn cram_has_its_known_values() {
    for (rows, columns, known) in [
        (1, 5, 0),
        (2, 3, 1),
        (3, 3, 0),
        (3, 4, 1),
        (3, 5, 1),
        (4, 4, 0),
        (4, 5, 2),
        (4, 6, 0),
        (4, 7, 3),
        (4, 8, 0),
        (4, 9, 1),
        (4, 10, 0),
        (5, 5, 0),
        (5, 6, 2),
        (5, 7, 1),
        (6, 6, 0),
        (6, 8, 0),
        (6, 10, 0),
    ] {
        assert_eq!(
            full_value(rows, columns, &cram()),
            known,
            "{rows}x{columns}"
        );
    }
}

/// Values that `igs` of P. Beling has published, too.
#[test]
#[ignore = "minutes"]
fn large_boards_of_cram_have_their_known_values() {
    for (rows, columns, known) in [(5, 8, 1), (4, 11, 1), (5, 9, 1)] {
        let found = full_value(rows, columns, &cram());
        assert_eq!(found, known, "{rows}x{columns}");
    }
}

/// The largest of these values; the search for it takes more than 123 million positions.
#[test]
#[ignore = "more than eight minutes"]
fn cram_of_six_by_seven_has_its_known_value() {
    assert_eq!(full_value(6, 7, &cram()), 5);
}

/// Sequence A344227 of the On-Line Encyclopedia of Integer Sequences.
#[test]
fn queens_have_their_known_values() {
    let known = [1, 1, 2, 1, 3, 1, 2, 3];
    for (side, known) in (1..).zip(known) {
        assert_eq!(full_value(side, side, &queens()), known, "{side}");
    }
}

/// Dawson's Kayles is Node Kayles on a path; its values have the period 34.
#[test]
fn rows_of_node_kayles_are_dawsons_kayles() {
    let mut values = vec![0u16];
    for size in 1..=100usize {
        let options: BTreeSet<u16> = (0..size)
            .map(|cell| {
                let (left, right) = (cell.saturating_sub(1), (size - 1 - cell).saturating_sub(1));
                values[left] ^ values[right]
            })
            .collect();
        values.push(
            (0..)
                .find(|value| !options.contains(value))
                .expect("a value"),
        );
    }
    let row: Vec<u16> = (0..=100)
        .map(|size| match size {
            0 => 0,
            _ => full_value(1, size, &neighbours()),
        })
        .collect();
    assert_eq!(row, values);
}

#[test]
fn positions_play_and_read_back() {
    let read = |text: &str| {
        let mut cursor = Cursor::new(text);
        let field = read_sized(Pieces::Placed, &mut cursor, |shape| {
            Rules::new(name("dominoes"), shape, &cram().patterns)
        });
        field.and_then(|field| cursor.need_end("").map(|()| field))
    };
    let position = read("3x4").expect("a board");
    assert_eq!(position.to_string(), "dominoes[3x4]");
    let moves: Vec<_> = position.moves().collect();
    assert_eq!(moves.len(), 17);
    for mv in &moves {
        let text = mv.to_string();
        assert_eq!(position.read_move(&mut Cursor::new(&text)).as_ref(), Ok(mv));
        let after = position.play(mv).expect("a legal move");
        let body = after.to_string();
        let body = body.trim_start_matches("dominoes[").trim_end_matches(']');
        let again = read(body).expect("what was printed");
        assert_eq!(again, after);
        assert!(after.play(mv).expect_err("taken").ends_with("is not free"));
    }
    let mv = position
        .read_move(&mut Cursor::new("b2-b3"))
        .expect("a move");
    let after = position.play(&mv).expect("a legal move");
    assert_eq!(after.to_string(), "dominoes[oooo/o.oo/o.oo]");
    let corner = position
        .read_move(&mut Cursor::new("a1,b2"))
        .expect("cells");
    let refused = position.play(&corner).expect_err("no domino");
    assert_eq!(refused, "no move of this game occupies exactly a1-b2");
    for bad in [
        "",
        "0x3",
        "12x12",
        "oo/o",
        "3x",
        "z",
        "3x4x5",
        "99999999999999999999x2",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
    let holes = read("oo_/.oo").expect("a board with a hole");
    assert_eq!(holes.to_string(), "dominoes[oo_/.oo]");
}

#[test]
fn settled_and_followers_agree_with_the_recursion() {
    let mut known = HashMap::new();
    for free in (0..1u128 << 12).step_by(37) {
        let rules = on(3, 4, &cram().patterns);
        let position = Field::new(rules, free);
        let budget = Budget::unlimited();
        let mut plain = |position: &Field| {
            plain_value(
                &cells(position.free(), 4),
                cram().plain,
                Play::Normal,
                &mut known,
            )
        };
        let settled = position
            .outcome_by_engine(Play::Normal, true, &budget)
            .expect("an engine");
        let settled = settled.expect("there is no limit");
        let valued = position
            .followers(Play::Normal, &budget)
            .expect("an engine");
        let valued = valued.expect("there is no limit");
        assert_eq!(valued.value(), u128::from(plain(&position)));
        assert_eq!(settled.is_p.value, plain(&position) == 0);
        let plainly = position.outcome_by_engine(Play::Normal, false, &budget);
        assert!(plainly.expect("an engine").unwrap().moves.is_empty());
        for target in 0..3 {
            let expected: Vec<_> = position
                .moves()
                .filter(|mv| plain(&position.play(mv).expect("a legal move")) == target)
                .collect();
            assert_eq!(valued.moves_to(target.into(), 99), (expected.clone(), true));
            if target == 0 {
                assert_eq!(settled.moves, expected);
            }
        }
        let parts = Part::of(&position).into_iter();
        let nim_sum = parts.fold(0, |sum, part| sum ^ plain(part.position()));
        assert_eq!(nim_sum, plain(&position));
    }
}

/// The search of a game serves all questions about it, but a reason gives the positions of its own question.
#[test]
fn reasons_count_the_positions_of_one_question() {
    let budget = Budget::unlimited();
    let position = Field::full(on(4, 5, &cram().patterns));
    let settle = || {
        let settled = position.outcome_by_engine(Play::Normal, true, &budget);
        let settled = settled.expect("an engine").expect("there is no limit");
        (settled.is_p.reason.text, settled.positions)
    };
    let reason = |how: &str| format!("{position} was decided by {how}");
    let (text, positions) = settle();
    assert!(positions > 1);
    let searched = format!("a search of {positions} parts, up to symmetry");
    assert_eq!(text, reason(&searched));
    assert_eq!(settle(), (reason("parts that were searched before"), 0));

    let domino = |cells: [(i16, i16); 2], player| Pattern {
        turned: false,
        player: Some(player),
        ..Pattern::tile(cells)
    };
    let upright = domino([(0, 0), (0, 1)], Player::Left);
    let across = domino([(0, 0), (1, 0)], Player::Right);
    let position = Field::full(on(6, 6, &[upright, across]));
    let settle = || {
        let settled =
            nimfield_core::partizan::PartizanTheory::outcome_by_engine(&position, true, &budget);
        let settled = settled.expect("an engine").expect("there is no limit");
        (settled.decided.reason.text, settled.positions)
    };
    let reason = |how: &str| format!("{position} was decided by {how}");
    let (text, positions) = settle();
    assert!(positions > 1);
    let searched = format!("bounds and a search of {positions} positions, up to symmetry");
    assert_eq!(text, reason(&searched));
    assert_eq!(settle(), (reason("positions that were searched before"), 0));
}

#[test]
fn a_limit_stops_the_search_and_nothing_is_lost() {
    let rules = on(4, 5, &cram().patterns);
    let mut values = PlacingValues::new(rules.placing().clone());
    let full = rules.placing().full();
    let stopped = values.value(full, &Budget::unlimited().positions(300));
    assert!(stopped.is_err());
    assert!(values.positions() >= 300);
    assert!(
        values
            .value(full, &Budget::unlimited().bytes(1 << 12))
            .is_err()
    );
    assert_eq!(values.value(full, &Budget::unlimited()), Ok(2));
}

/// Whether the player to move makes the last move, by all moves.
fn wins_plainly(
    moves: &[Placement],
    free: u128,
    player: Player,
    known: &mut HashMap<(u128, Player), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(free, player)) {
        return wins;
    }
    let own = moves.iter().filter(|p| p.is_of(player) && p.is_legal(free));
    let mut own = own.map(|p| free & !p.removes);
    let wins = own.any(|after| !wins_plainly(moves, after, player.opponent(), known));
    known.insert((free, player), wins);
    wins
}

/// Moves of random cells for random players, some for both, on random sets of free cells.
#[test]
fn races_are_won_as_the_recursion_says() {
    let mut random = fastrand::Rng::with_seed(65);
    for _ in 0..1_500 {
        let cells = random.usize(1..=12);
        let full = (1u128 << cells) - 1;
        let mut moves: Vec<Placement> = Vec::new();
        for _ in 0..random.usize(1..=14) {
            let mut needs = 0;
            for _ in 0..random.usize(1..=3) {
                needs |= 1 << random.usize(..cells);
            }
            let others = random.u128(..) & random.u128(..) & random.u128(..) & full;
            let removes = if random.bool() { needs } else { needs | others };
            let player = [Some(Player::Left), Some(Player::Right), None][random.usize(..3)];
            if moves.iter().all(|other| other.needs != needs) {
                moves.push(Placement {
                    needs,
                    removes,
                    player,
                });
            }
        }
        let placing = Placing::new(cells, moves.clone()).expect("the moves fit");
        let mut race = PlacingRace::new(placing);
        let mut known = HashMap::new();
        for _ in 0..8 {
            let free = (random.u128(..) | random.u128(..)) & full;
            for player in [Player::Left, Player::Right] {
                let expected = wins_plainly(&moves, free, player, &mut known);
                let found = race.wins(free, player, &Budget::unlimited());
                assert_eq!(found, Ok(expected), "{moves:?} {free:b} {player:?}");
            }
        }
    }
}

/// Who wins Domineering on boards of one to eight rows with one to nine columns, as Breuker, Uiterwijk and van den Herik
/// found it; the search is for boards of at most 64 cells.
const DOMINEERING: [&str; 8] = [
    "PRRRRRRRR",
    "LNNRLNNRL",
    "LNNRRRRRR",
    "LLLNLNLRL",
    "LRLRPRRRR",
    "LNLNLNLRL",
    "LNLRLRNRR",
    "LLLLLLLN",
];

/// Those that take more than 50,000 positions: rows and columns.
const LONG: [(usize, usize); 4] = [(6, 8), (8, 6), (7, 9), (8, 8)];

fn assert_domineering(is_asked: impl Fn((usize, usize)) -> bool) {
    for (rows, outcomes) in (1..).zip(DOMINEERING) {
        for (columns, outcome) in (1..).zip(outcomes.chars()) {
            if is_asked((rows, columns)) {
                assert_eq!(domino_outcome(rows, columns), outcome, "{rows}x{columns}");
            }
        }
    }
}

/// Domineering up to 17 cells by the recursion, and larger boards as they were found.
#[test]
fn domineering_is_won_as_the_recursion_says() {
    for (rows, columns) in (1..=16).flat_map(|rows| (1..=16).map(move |columns| (rows, columns))) {
        if rows * columns <= 17 {
            let placing = domineering(rows, columns);
            assert_dominoes(&placing, placing.full());
        }
    }
    let placing = domineering(5, 5);
    assert_dominoes(&placing, placing.full());
    assert_domineering(|board| !LONG.contains(&board));
    assert_eq!(domino_outcome(4, 12), 'R');
}

/// Random sets of free cells, in boards of all shapes.
#[test]
fn dominoes_on_any_board_are_won_as_the_recursion_says() {
    random_dominoes(300, 15);
}

/// The same with many more cells: two minutes.
#[test]
#[ignore = "two minutes"]
fn dominoes_on_large_boards_are_won_as_the_recursion_says() {
    random_dominoes(6_000, 25);
    assert_domineering(|board| LONG.contains(&board));
}

fn random_dominoes(boards: usize, most: u32) {
    let mut random = fastrand::Rng::with_seed(53);
    for _ in 0..boards {
        let rows = random.usize(1..=16);
        let placing = domineering(rows, random.usize(1..=16.min(64 / rows)));
        let mut free = placing.full();
        let cells = random.u32(most / 2..=most);
        while free.count_ones() > cells {
            free &= !(1 << random.u32(..64));
        }
        assert_dominoes(&placing, free);
    }
}

fn assert_dominoes(placing: &Placing, free: u128) {
    let mut plain = HashMap::new();
    let mut race = PlacingRace::new(placing.clone());
    for player in [Player::Left, Player::Right] {
        let expected = wins_plainly(placing.placements(), free, player, &mut plain);
        let found = race.wins(free, player, &Budget::unlimited());
        assert_eq!(found, Ok(expected), "{placing:?} {free:b} {player:?}");
    }
}

fn domino_outcome(rows: usize, columns: usize) -> char {
    let placing = domineering(rows, columns);
    let mut race = PlacingRace::new(placing.clone());
    let mut wins = |player| {
        let found = race.wins(placing.full(), player, &Budget::unlimited());
        found.expect("there is no limit")
    };
    match (wins(Player::Left), wins(Player::Right)) {
        (true, true) => 'N',
        (true, false) => 'L',
        (false, true) => 'R',
        (false, false) => 'P',
    }
}

/// The search keeps within its budget, and answers in little memory.
#[test]
fn dominoes_keep_to_the_budget() {
    let placing = domineering(8, 8);
    let wins = |budget: &Budget| {
        PlacingRace::new(placing.clone()).wins(placing.full(), Player::Left, budget)
    };
    let few = wins(&Budget::unlimited().positions(1_000)).expect_err("it takes more");
    assert_eq!(few.limit, Limit::Positions { allowed: 1_000 });
    assert!(few.done < 2_000, "{few:?}");
    let little = wins(&Budget::unlimited().bytes(1 << 20)).expect_err("the strips take 2 MiB");
    assert!(matches!(little.limit, Limit::Bytes { .. }), "{little:?}");
    let (cancelled, _) = Budget::unlimited().cancel_after(40);
    let stopped = wins(&cancelled).expect_err("it takes longer");
    assert_eq!(stopped.limit, Limit::Cancelled);
    let placing = domineering(7, 7);
    let mut race = PlacingRace::new(placing.clone());
    let little = Budget::unlimited().bytes(600 << 10);
    assert_eq!(race.wins(placing.full(), Player::Left, &little), Ok(true));
}

/// Dominoes of Left upright, of Right across.
fn domineering(rows: usize, columns: usize) -> Placing {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let places: Vec<(i16, i16)> = cells.clone().map(|(x, y)| (x as i16, y as i16)).collect();
    let mut moves = Vec::new();
    for (x, y) in cells {
        let cell = 1u128 << (y * columns + x);
        let down = (y + 1 < rows).then_some((cell << columns, Player::Left));
        let across = (x + 1 < columns).then_some((cell << 1, Player::Right));
        for (other, player) in down.into_iter().chain(across) {
            moves.push(Placement {
                needs: cell | other,
                removes: cell | other,
                player: Some(player),
            });
        }
    }
    let maps = [[(-1, 0), (0, 1)], [(1, 0), (0, -1)], [(-1, 0), (0, -1)]];
    Placing::on_plane(&places, moves, &maps).expect("the moves fit")
}

/// Counts that a reader can follow by hand.
#[test]
fn searches_count_what_they_skip() {
    let budget = Budget::unlimited().counting();
    let rules = on(1, 3, &cram().patterns);
    let mut values = PlacingValues::new(rules.placing().clone());
    let full = rules.placing().full();
    // The value is not 0, as an option has no moves; then no option is left to search.
    assert_eq!(values.value(full, &budget), Ok(1));
    let known_option = ("questions answered by an option of known value", 1);
    assert_eq!(budget.take_counts(), [known_option]);
    assert_eq!(values.value(full, &budget), Ok(1));
    assert_eq!(budget.take_counts(), [("parts of known value", 1)]);

    // Only Right can move here, once.
    let placing = domineering(1, 3);
    let mut race = PlacingRace::new(placing.clone());
    assert_eq!(race.wins(placing.full(), Player::Left, &budget), Ok(false));
    let lost = [
        ("positions lost by bounds", 1),
        ("parts that are numbers, removed from boards", 1),
    ];
    assert_eq!(budget.take_counts(), lost);
    // What is found before a limit stops the search counts as well.
    let placing = domineering(8, 8);
    let few = budget.clone().positions(1_000);
    let mut race = PlacingRace::new(placing.clone());
    assert!(race.wins(placing.full(), Player::Left, &few).is_err());
    let counts = budget.take_counts();
    for name in ["positions won by bounds", "positions of known outcome"] {
        let number = counts.iter().find(|count| count.0 == name);
        assert!(number.is_some_and(|count| count.1 > 100), "{counts:?}");
    }
}
