//! Values of Cram and of other placing games, and the winners of Domineering, each by a new search.
//! `cargo bench -p nimfield-engines --bench placing`

use divan::Bencher;
use nimfield_core::budget::Budget;
use nimfield_core::families::placing::{LinearMap, Placement, Placing};
use nimfield_core::words::Player;
use nimfield_engines::placing::{PlacingRace, PlacingValues};

fn main() {
    divan::main();
}

/// Rows and columns of boards of Cram, each with its value.
const CRAM: [(i16, i16, u16); 4] = [(5, 6, 2), (5, 7, 1), (4, 9, 1), (5, 8, 1)];

/// The maps that keep squares.
const MAPS: [LinearMap; 8] = [
    [(1, 0), (0, 1)],
    [(-1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(-1, 0), (0, -1)],
    [(0, 1), (1, 0)],
    [(0, -1), (1, 0)],
    [(0, 1), (-1, 0)],
    [(0, -1), (-1, 0)],
];

/// Returns the game on a rectangle in which a move takes a cell with the one to the right or below, or, in Node Kayles, one
/// cell and forbids its neighbours.
fn game(rows: i16, columns: i16, is_cram: bool) -> Placing {
    let cell = |x: i16, y: i16| match (0..columns).contains(&x) && (0..rows).contains(&y) {
        true => 1u128 << (y * columns + x),
        false => 0,
    };
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let places: Vec<(i16, i16)> = places.collect();
    let sets = places.iter().flat_map(|&(x, y)| {
        let own = cell(x, y);
        let (right, below) = (cell(x + 1, y), cell(x, y + 1));
        match is_cram {
            true => [(own | right, own | right), (own | below, own | below)],
            false => [(own, own | right | below | cell(x - 1, y) | cell(x, y - 1)); 2],
        }
    });
    let least = if is_cram { 2 } else { 1 };
    let moves = sets.filter(|(needs, _)| needs.count_ones() == least);
    let moves = moves.map(|(needs, removes)| Placement {
        needs,
        removes,
        player: None,
    });
    Placing::on_plane(&places, moves.collect(), &MAPS).expect("a game")
}

fn value(placing: &Placing) -> u16 {
    let value = PlacingValues::new(placing.clone()).value(placing.full(), &Budget::unlimited());
    value.expect("nothing limits it")
}

#[divan::bench(args = CRAM, sample_count = 3, sample_size = 1)]
fn cram(bencher: Bencher, (rows, columns, known): (i16, i16, u16)) {
    let placing = game(rows, columns, true);
    bencher.bench(|| assert_eq!(value(&placing), known));
}

#[divan::bench(args = [6, 7], sample_count = 3, sample_size = 1)]
fn node_kayles(bencher: Bencher, side: i16) {
    let placing = game(side, side, false);
    bencher.bench(|| value(&placing));
}

/// Returns Domineering: Left's dominoes are upright.
fn domineering(rows: i16, columns: i16) -> Placing {
    let cell = |x: i16, y: i16| 1u128 << (y * columns + x);
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let places: Vec<(i16, i16)> = places.collect();
    let moves = places.iter().flat_map(|&(x, y)| {
        let down = (y + 1 < rows).then(|| (cell(x, y + 1), Player::Left));
        let across = (x + 1 < columns).then(|| (cell(x + 1, y), Player::Right));
        let both = down.into_iter().chain(across);
        both.map(move |(other, player)| Placement {
            needs: cell(x, y) | other,
            removes: cell(x, y) | other,
            player: Some(player),
        })
    });
    Placing::on_plane(&places, moves.collect(), &MAPS[..4]).expect("a game")
}

/// Returns whether Left and Right win who begin.
fn winners(rows: i16, columns: i16) -> [bool; 2] {
    let placing = domineering(rows, columns);
    let mut race = PlacingRace::new(placing.clone());
    [Player::Left, Player::Right].map(|player| {
        let wins = race.wins(placing.full(), player, &Budget::unlimited());
        wins.expect("nothing limits it")
    })
}

#[divan::bench(args = [(7, 7), (6, 8), (8, 8)], sample_count = 3, sample_size = 1)]
fn domineering_outcome((rows, columns): (i16, i16)) -> [bool; 2] {
    winners(rows, columns)
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn domineering_up_to_8x8() -> usize {
    let boards = (1..=8).flat_map(|rows| (1..=8).map(move |columns| (rows, columns)));
    let won = boards.map(|(rows, columns)| winners(rows, columns));
    won.filter(|won| won[0]).count()
}
