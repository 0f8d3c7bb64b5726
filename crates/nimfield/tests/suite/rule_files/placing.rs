//! Games of placing by rule files, in both plays, compared with a recursion over sets of cells that uses no engine.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fastrand::Rng;
use nimfield::{Games, Outcome, Play, Player};

use super::analyzed;

/// A cell as (row, column).
type Cell = (i32, i32);

/// A line of a rule file as this test understands it.
struct Line {
    player: Option<Player>,
    cells: &'static [Cell],
    turned: bool,
    /// Whether a cell on the board forbids another one.
    forbids: fn(i32, i32) -> bool,
}

/// What a line places as text, its cells, whether it is turned, and what it forbids.
type Pattern = (&'static str, &'static [Cell], bool, fn(i32, i32) -> bool);

const PATTERNS: [Pattern; 8] = [
    ("1x2", &[(0, 0), (0, 1)], true, |_, _| false),
    ("2x1 fixed", &[(0, 0), (1, 0)], false, |_, _| false),
    ("1x3", &[(0, 0), (0, 1), (0, 2)], true, |_, _| false),
    ("a1,b1,b2", &[(0, 0), (0, 1), (1, 1)], true, |_, _| false),
    ("cell", &[(0, 0)], false, |_, _| false),
    (
        "cell forbids neighbours",
        &[(0, 0)],
        false,
        |down, right| down.abs() + right.abs() == 1,
    ),
    ("cell forbids knight", &[(0, 0)], false, |down, right| {
        (down * right).abs() == 2
    }),
    ("cell forbids rook", &[(0, 0)], false, |down, right| {
        down == 0 || right == 0
    }),
];

/// A game on a board of this many rows and columns.
struct Model {
    rows: i32,
    columns: i32,
    lines: Vec<Line>,
}

impl Model {
    fn board(&self) -> BTreeSet<Cell> {
        let rows = 0..self.rows;
        rows.flat_map(|row| (0..self.columns).map(move |column| (row, column)))
            .collect()
    }

    /// The moves of a player, or of both: the cells that each occupies, and the cells that stay free.
    fn moves(
        &self,
        free: &BTreeSet<Cell>,
        player: Option<Player>,
    ) -> BTreeMap<BTreeSet<Cell>, BTreeSet<Cell>> {
        let mut found = BTreeMap::new();
        for line in &self.lines {
            if player.is_some() && line.player.is_some() && line.player != player {
                continue;
            }
            let ways = if line.turned { 8 } else { 1 };
            for way in 0..ways {
                let turned = |&(row, column): &Cell| {
                    let row = if way & 1 == 0 { row } else { -row };
                    let column = if way & 2 == 0 { column } else { -column };
                    if way & 4 == 0 {
                        (row, column)
                    } else {
                        (column, row)
                    }
                };
                for (row, column) in self.board() {
                    let cells = line.cells.iter().map(turned);
                    let cells: BTreeSet<Cell> =
                        cells.map(|cell| (row + cell.0, column + cell.1)).collect();
                    if !cells.is_subset(free) {
                        continue;
                    }
                    let left = free.iter().filter(|cell| {
                        let forbids = |own: &Cell| (line.forbids)(cell.0 - own.0, cell.1 - own.1);
                        !cells.contains(cell) && !cells.iter().any(forbids)
                    });
                    let left = left.copied().collect();
                    found.insert(cells, left);
                }
            }
        }
        found
    }

    /// Whether a player, or in an impartial game the player to move, wins by moving first.
    fn wins(
        &self,
        free: &BTreeSet<Cell>,
        player: Option<Player>,
        play: Play,
        known: &mut HashMap<(BTreeSet<Cell>, Option<Player>), bool>,
    ) -> bool {
        let asked = (free.clone(), player);
        if let Some(&wins) = known.get(&asked) {
            return wins;
        }
        let moves = self.moves(free, player);
        let other = player.map(Player::opponent);
        let wins = match moves.is_empty() {
            true => play == Play::Misere,
            false => (moves.values()).any(|after| !self.wins(after, other, play, known)),
        };
        known.insert(asked, wins);
        wins
    }
}

/// A random game, its text and whether it is partizan.
fn random_game(rng: &mut Rng) -> (String, Model, bool) {
    let (rows, columns) = *rng.choice(&[(1, 6), (2, 3), (2, 4), (3, 3)]).unwrap();
    let mut text = "board any\n".to_string();
    let mut lines = Vec::new();
    let mut piece_placed = false;
    for _ in 0..rng.usize(1..4) {
        let (words, cells, turned, forbids) = *rng.choice(&PATTERNS).unwrap();
        // Two pieces on one cell would be two moves with the same name.
        if cells.len() == 1 && std::mem::replace(&mut piece_placed, true) {
            continue;
        }
        let player = *rng
            .choice(&[None, None, Some(Player::Left), Some(Player::Right)])
            .unwrap();
        let who = match player {
            None => "",
            Some(Player::Left) => "left ",
            Some(Player::Right) => "right ",
        };
        text += &format!("{who}place {words}\n");
        lines.push(Line {
            player,
            cells,
            turned,
            forbids,
        });
    }
    let model = Model {
        rows,
        columns,
        lines,
    };
    // Where a player's tile does not fit on the board, the game may be impartial.
    let of = |player| model.moves(&model.board(), Some(player));
    let partizan = of(Player::Left) != of(Player::Right);
    (text, model, partizan)
}

fn check(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let (text, model, partizan) = random_game(&mut rng);
    let load = |_: &str| Ok(text.clone());
    let games = Games::builtin();
    let reader = games.reader().files(load);
    let mut known = [HashMap::new(), HashMap::new()];
    for _ in 0..3 {
        let free: BTreeSet<Cell> = model
            .board()
            .into_iter()
            .filter(|_| rng.u8(..5) > 0)
            .collect();
        let row = |row: i32| -> String {
            let sign = |column| {
                if free.contains(&(row, column)) {
                    'o'
                } else if free.is_empty() {
                    // Points alone are ambiguous.
                    '-'
                } else {
                    '.'
                }
            };
            (0..model.columns).map(sign).collect()
        };
        let rows: Vec<String> = (0..model.rows).map(row).collect();
        let position = format!("@random.game[{}]", rows.join("/"));
        let sum = reader
            .read(&position)
            .unwrap_or_else(|error| panic!("seed {seed}\n{text}\n{error}"));
        for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
            let answer = analyzed(&sum, play);
            let place = || format!("seed {seed}, {play}\n{text}{position}");
            let players: &[Option<Player>] = match partizan {
                true => &[Some(Player::Left), Some(Player::Right)],
                false => &[None, None],
            };
            let wins =
                [players[0], players[1]].map(|player| model.wins(&free, player, play, known));
            let expected = match wins {
                [true, true] => Outcome::N,
                [true, false] => Outcome::L,
                [false, true] => Outcome::R,
                [false, false] => Outcome::P,
            };
            assert_eq!(answer.outcome, Some(expected), "{}", place());
            assert!(answer.complete, "{}", place());
            let players = &players[..if partizan { 2 } else { 1 }];
            let winning = players.iter().map(|&player| {
                let other = player.map(Player::opponent);
                let moves = model.moves(&free, player);
                (moves.values())
                    .filter(|after| !model.wins(after, other, play, known))
                    .count() as u128
            });
            let winning: u128 = winning.sum();
            let found: u128 = answer.winning_moves.iter().map(|mv| mv.mv.count()).sum();
            assert_eq!(found, winning, "{}", place());
        }
    }
}

#[test]
fn random_games_of_placing_are_what_their_files_say() {
    (0..60).for_each(check);
}

/// Takes some minutes.
#[test]
#[ignore = "10,000 games"]
fn many_random_games_of_placing_are_what_their_files_say() {
    (0..10_000).for_each(check);
}
