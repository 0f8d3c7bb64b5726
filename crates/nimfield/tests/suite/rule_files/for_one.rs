//! Cells that are forbidden to only one player, and edges of graphs, compared with twins that paint vertices.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fastrand::Rng;
use nimfield::{Analyzer, Budget, Outcome, Play, Player, Query, Sum};

use super::{analyzed, read};

/// A game of painting vertices.
struct Painting {
    lines: String,
    body: String,
    names: Vec<String>,
    near: Vec<Vec<usize>>,
    /// Whether a neighbour of this player forbids a vertex to that one.
    forbids: fn(Player, Player) -> bool,
}

type Painted = Vec<Option<Player>>;

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

impl Painting {
    fn moves(&self, painted: &Painted, player: Player) -> Vec<usize> {
        let free = |&cell: &usize| {
            let mut near = self.near[cell].iter().filter_map(|&other| painted[other]);
            painted[cell].is_none() && !near.any(|own| (self.forbids)(own, player))
        };
        (0..painted.len()).filter(free).collect()
    }

    fn wins(
        &self,
        painted: &Painted,
        player: Player,
        known: &mut HashMap<(Painted, Player), bool>,
    ) -> bool {
        let key = (painted.clone(), player);
        if let Some(&wins) = known.get(&key) {
            return wins;
        }
        let wins = self.moves(painted, player).into_iter().any(|cell| {
            let after = painting(painted, cell, player);
            !self.wins(&after, player.opponent(), known)
        });
        known.insert(key, wins);
        wins
    }
}

fn painting(painted: &Painted, cell: usize, player: Player) -> Painted {
    let mut after = painted.clone();
    after[cell] = Some(player);
    after
}

fn same(own: Player, other: Player) -> bool {
    own == other
}

fn different(own: Player, other: Player) -> bool {
    own != other
}

/// A board of rows and columns.
fn board(
    lines: &str,
    (rows, columns): (usize, usize),
    forbids: fn(Player, Player) -> bool,
) -> Painting {
    let cell = |at: usize| (at / columns, at % columns);
    let near = |at: usize| {
        let (row, column) = cell(at);
        let others = (0..rows * columns).filter(move |&other| {
            let (r, c) = (other / columns, other % columns);
            r.abs_diff(row) + c.abs_diff(column) == 1
        });
        others.collect()
    };
    let name = |at: usize| {
        let (row, column) = cell(at);
        format!("{}{}", (b'a' + column as u8) as char, row + 1)
    };
    Painting {
        lines: format!("board any\n{lines}"),
        body: format!("[{rows}x{columns}]"),
        names: (0..rows * columns).map(name).collect(),
        near: (0..rows * columns).map(near).collect(),
        forbids,
    }
}

/// A graph, in the file or in the position.
fn graph(lines: &str, (edges, any): (&str, bool), forbids: fn(Player, Player) -> bool) -> Painting {
    let mut names: Vec<String> = Vec::new();
    for name in edges.split([' ', '-']) {
        if !names.iter().any(|own| own == name) {
            names.push(name.to_string());
        }
    }
    let mut near = vec![Vec::new(); names.len()];
    for edge in edges.split(' ').filter_map(|edge| edge.split_once('-')) {
        let [one, other] =
            [edge.0, edge.1].map(|end| names.iter().position(|own| own == end).unwrap());
        near[one].push(other);
        near[other].push(one);
    }
    let (line, body) = match any {
        true => ("graph any".to_string(), format!("[{edges}]")),
        false => (format!("graph {edges}"), String::new()),
    };
    Painting {
        lines: format!("{line}\n{lines}"),
        body,
        names,
        near,
        forbids,
    }
}

const COL: &str =
    "left place cell forbids neighbours to left\nright place cell forbids neighbours to right\n";
const SNORT: &str =
    "left place cell forbids neighbours to right\nright place cell forbids neighbours to left\n";

fn outcome(sum: &Sum) -> Option<Outcome> {
    Analyzer::new(Query::play(Play::Normal), Budget::unlimited())
        .analyze(sum)
        .outcome
}

#[test]
fn col_and_snort_are_the_games_of_the_twin() {
    const EDGES: &str = "a-b b-c c-a c-d d-R e";
    let mut games = Vec::new();
    for (lines, forbids) in [
        (COL, same as fn(Player, Player) -> bool),
        (SNORT, different),
    ] {
        for size in [(1, 6), (2, 3), (3, 3), (2, 4)] {
            games.push(board(lines, size, forbids));
        }
        games.push(graph(lines, (EDGES, false), forbids));
        games.push(graph(lines, (EDGES, true), forbids));
    }
    for game in &games {
        let mut known = HashMap::new();
        for seed in 0..12 {
            let mut rng = Rng::with_seed(seed);
            let mut painted: Painted = vec![None; game.names.len()];
            let mut sum = read(&game.lines, &game.body);
            loop {
                let place = format!("{}{sum}", game.lines);
                let wins = PLAYERS.map(|player| game.wins(&painted, player, &mut known));
                assert_eq!(
                    outcome(&sum),
                    Some(Outcome::partizan(wins[0], wins[1])),
                    "{place}"
                );
                // The printed position reads back as the same one.
                let body = sum.to_string().replace("@random.game", "");
                assert_eq!(
                    read(&game.lines, &body).to_string(),
                    sum.to_string(),
                    "{place}"
                );
                let mut all = Vec::new();
                for (player, letter) in PLAYERS.into_iter().zip(["L", "R"]) {
                    let moves = game.moves(&painted, player);
                    let named = |&cell: &usize| format!("{letter} {}", game.names[cell]);
                    let expected: BTreeSet<String> = moves.iter().map(named).collect();
                    let found: BTreeSet<String> =
                        sum.moves_by(player).map(|mv| mv.to_string()).collect();
                    assert_eq!(found, expected, "{place}");
                    all.extend(moves.into_iter().map(|cell| (cell, player, letter)));
                }
                if all.is_empty() {
                    break;
                }
                let (cell, player, letter) = all[rng.usize(..all.len())];
                let text = format!("{letter} {}", game.names[cell]);
                let mv = sum.read_move_of(&text, player).expect("a legal move");
                sum = sum.after(&mv).expect("a legal move");
                painted = painting(&painted, cell, player);
            }
        }
    }
}

/// Values that CGSuite names: 7/8 occurs in Col; rows of Snort in Winning Ways, ch. 5.
#[test]
fn values_of_col_and_snort_are_those_of_the_literature() {
    for (lines, body, value) in [
        (COL, "[1x1]", "*"),
        (COL, "[1x2]", "0"),
        (COL, "[LLRo/_Lo_/oRoo]", "7/8"),
        (COL, "[LR__/_Lo_/LoLo]", "7/8"),
        (COL, "[oRRo/oooo/Ro_o]", "-7/8"),
        (SNORT, "[1x1]", "*"),
        (SNORT, "[1x2]", "+-1"),
        (SNORT, "[1x3]", "+-2"),
        (SNORT, "[1x4]", "+-{2|1}"),
        (SNORT, "[1x6]", "*"),
        // The tests of CGSuite write the first two as graphs, `L-.-.-.-L` and `R-.-R-.-L-.-R-.-R-.`, in which a letter
        // is the colour of a neighbour: of Snort that of the player who may still move there, of Col the other one.
        (SNORT, "[LoooL]", "{4|0,+-1}"),
        (COL, "[LoLoRoLoLo]", "7/8"),
    ] {
        let sum = read(&format!("board any\n{lines}"), body);
        let answer = analyzed(&sum, Play::Normal);
        assert_eq!(answer.value_text().as_deref(), Some(value), "{body}");
    }
}

/// The test of CGSuite on a tree, `.-.-.(-.;-.)`.
#[test]
fn snort_on_a_tree_is_worth_what_cgsuite_says() {
    let sum = read(&format!("graph any\n{SNORT}"), "[a-b b-c c-d c-e]");
    let answer = analyzed(&sum, Play::Normal);
    assert_eq!(answer.value_text().as_deref(), Some("+-{3|2}"));
}

/// A position and the one with Left and Right exchanged add up to 0.
#[test]
fn exchanged_positions_are_negatives() {
    for lines in [COL, SNORT] {
        for [body, exchanged] in [["[oLo/ooR]", "[oRo/ooL]"], ["[L.o/o_R]", "[R.o/o_L]"]] {
            let text = format!("board any\n{lines}");
            let games = nimfield::Games::builtin();
            let load = |_: &str| Ok(text.clone());
            let sum = format!("@a.game{body} + @a.game{exchanged}");
            let sum = games.reader().files(load).read(&sum).unwrap();
            assert_eq!(outcome(&sum), Some(Outcome::P), "{lines}{body}");
        }
    }
}

#[test]
fn arc_kayles_takes_edges_of_any_graph() {
    for edges in [
        "a-b",
        "a-b b-c c-d d-a a-c",
        "a-b a-c a-d d-e e-f f-g",
        "1-2 2-3 3-4 4-5 5-6 6-1 1-4 7",
    ] {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for name in edges.split([' ', '-']) {
            let next = names.len();
            names.entry(name).or_insert(next);
        }
        let pairs: Vec<u32> = edges
            .split(' ')
            .filter_map(|edge| edge.split_once('-'))
            .map(|(one, other)| 1 << names[one] | 1 << names[other])
            .collect();
        let options = |free: &u32| {
            let legal = pairs.iter().filter(|&&pair| pair & !free == 0);
            legal.map(|pair| free & !pair).collect::<BTreeSet<u32>>()
        };
        for play in [Play::Normal, Play::Misere] {
            let value = super::value_by(
                &((1 << names.len()) - 1),
                &options,
                play,
                &mut HashMap::new(),
            );
            for text in [
                "graph any\nplace edge\n".to_string(),
                format!("graph {edges}\nplace edge\n"),
            ] {
                let body = if text.contains("any") {
                    format!("[{edges}]")
                } else {
                    String::new()
                };
                let answer = analyzed(&read(&text, &body), play);
                let expected = if value == 0 { Outcome::P } else { Outcome::N };
                assert_eq!(answer.outcome, Some(expected), "{text}{body} {play}");
                if play == Play::Normal {
                    let found = answer.value.and_then(|value| value.finite());
                    assert_eq!(found, Some(value.into()), "{text}{body}");
                }
            }
        }
    }
}

/// Winning Ways, ch. 2: every position of Col is worth a number, or a number and *.
#[test]
fn col_is_worth_numbers_with_or_without_a_star() {
    for body in [
        "[1x1]",
        "[1x5]",
        "[2x3]",
        "[3x3]",
        "[LoR/oRo]",
        "[Loo/_oR/ooo]",
        "[LL/RR/oo]",
        "[oRRo/oooo/Ro_o]",
    ] {
        let answer = analyzed(
            &nimfield::read(&format!("col{body}")).unwrap(),
            Play::Normal,
        );
        let text = answer.value_text().unwrap();
        let number = text.strip_suffix('*').unwrap_or(&text);
        let digits = |c: char| c.is_ascii_digit() || "-/".contains(c);
        assert!(number.chars().all(digits), "{body} {text}");
    }
}

/// Each edge of a path is two vertices next to each other, so that a path is a heap of Dawson's Kayles.
#[test]
fn paths_of_arc_kayles_are_heaps_of_dawsons_kayles() {
    for vertices in 2..=24usize {
        let edges: Vec<String> = (1..vertices)
            .map(|one| format!("v{one}-v{}", one + 1))
            .collect();
        let value = |text: String| analyzed(&nimfield::read(&text).unwrap(), Play::Normal).value;
        let path = value(format!("arc-kayles[{}]", edges.join(" ")));
        assert!(path.is_some());
        assert_eq!(path, value(format!("code(0.07)[{vertices}]")), "{vertices}");
    }
}
