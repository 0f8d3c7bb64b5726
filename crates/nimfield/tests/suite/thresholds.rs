//! Positions on both sides of every number at which the route to an answer changes: a table of such
//! numbers with the positions just below, at and just above each, and one check for all of them.
//!
//! The check has no list of answers. It compares each answer with others from other routes: the positions that its
//! moves leave, its images under symmetries, and itself as read from print.

use std::collections::BTreeSet;

use nimfield::words::ReasonKind;
use nimfield::{Analyzer, Answer, Budget, Outcome, Play, Player, Query, Sum, is_p_by_rules, read};

/// The most moves for which a list is compared with all of them.
const MOST_MOVES: usize = 2_000;

/// The most positions for a query, unless a table of a board should be made.
const POSITIONS: u64 = 60_000;

/// The queries for the positions of a row of the table.
struct Asked {
    /// The plays.
    plays: &'static [Play],
    /// The most positions for each query.
    positions: u64,
    /// The most bytes for each query.
    bytes: u64,
    /// The most moves to compare with the list.
    moves: usize,
    /// Whether a query may stay undecided within the budget.
    open: bool,
    /// Find the value too.
    value: bool,
    /// List the winning moves.
    list: bool,
}

const BOTH: [Play; 2] = [Play::Normal, Play::Misere];

const ALL: Asked = Asked {
    plays: &BOTH,
    positions: POSITIONS,
    bytes: 1 << 28,
    moves: MOST_MOVES,
    open: false,
    value: false,
    list: true,
};

const NORMAL: Asked = Asked {
    plays: &[Play::Normal],
    ..ALL
};

/// Positions whose moves take longer to list than a test may.
const OUTCOMES: Asked = Asked {
    list: false,
    ..NORMAL
};

/// Positions beyond what a search can decide in a moment.
const OPEN: Asked = Asked {
    moves: 200,
    positions: 2_000,
    open: true,
    ..ALL
};

fn position(text: &str) -> Sum {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks the positions that `text` makes of each number and its two neighbours.
fn around(asked: &Asked, numbers: &[u128], text: &dyn Fn(u128) -> String) {
    for &number in numbers {
        for near in [number - 1, number, number + 1] {
            check(asked, &text(near));
        }
    }
}

fn check(asked: &Asked, text: &str) {
    for &play in asked.plays {
        Checked { asked, text, play }.check();
    }
}

/// A position in one play.
struct Checked<'a> {
    asked: &'a Asked,
    text: &'a str,
    play: Play,
}

impl Checked<'_> {
    fn analyzer(&self, moves: bool) -> Analyzer {
        let query = Query {
            moves,
            value: self.asked.value,
            ..Query::play(self.play)
        };
        let budget = Budget::unlimited().positions(self.asked.positions);
        Analyzer::new(query, budget.bytes(self.asked.bytes))
    }

    fn check(&self) {
        let sum = position(self.text);
        let answer = self.analyzer(self.asked.list).analyze(&sum);
        let place = format!("{} ({}): {answer:?}", self.text, self.play);
        let Some(outcome) = answer.outcome else {
            assert_eq!(answer.reason.kind, ReasonKind::Budget, "{place}");
            assert!(!answer.reason.text.is_empty(), "{place}");
            assert!(answer.winning_moves.is_empty(), "{place}");
            assert!(self.asked.open, "{place}");
            return;
        };
        self.check_print(&sum, &answer, &place);
        self.check_images(outcome, &answer, &place);
        if !self.asked.list {
            return;
        }
        let listed = self.listed(&sum, &answer, &place);
        for player in [Player::Left, Player::Right] {
            let winning: Vec<&(Player, String)> = listed
                .iter()
                .filter(|(owner, _)| *owner == player)
                .collect();
            match has_winning_move(outcome, player) {
                false => assert!(winning.is_empty(), "{place}"),
                true if winning.is_empty() && answer.complete => {
                    // In misère play a player without a move has won.
                    assert_eq!(self.play, Play::Misere, "{place}");
                    assert!(sum.moves_by(player).next().is_none(), "{place}");
                }
                true if winning.is_empty() => {
                    let told = ["no winning move was", "are not listed"];
                    let told = told.iter().any(|words| answer.reason.text.contains(words));
                    assert!(told, "no reason: {place}");
                }
                true => {}
            }
            // The first, the last and some between.
            let step = winning.len().div_ceil(4).max(1);
            let some = winning.iter().step_by(step).chain(winning.last());
            for (_, mv) in some {
                self.check_move(&sum, player, mv, &place);
            }
        }
        if answer.complete {
            self.check_list(&sum, &listed, &place);
        }
    }

    /// The position in print is the same position, with the same answer.
    fn check_print(&self, sum: &Sum, answer: &Answer, place: &str) {
        let printed = sum.to_string();
        assert_eq!(answer.position.to_string(), printed, "{place}");
        let back = position(&printed);
        assert_eq!(back.to_string(), printed, "{place}");
        if printed == self.text {
            return;
        }
        let again = self.analyzer(self.asked.list).analyze(&back);
        let told = |answer: &Answer| {
            let moves = answer.winning_moves.iter().map(ToString::to_string);
            let moves: Vec<String> = moves.collect();
            (answer.outcome, answer.complete, moves)
        };
        assert_eq!(told(answer), told(&again), "{place}");
    }

    /// Images under symmetries have the same outcome, or that of the negative, and the same value.
    fn check_images(&self, outcome: Outcome, answer: &Answer, place: &str) {
        for (image, negative) in images(self.text) {
            let other = self.analyzer(false).analyze(&position(&image));
            let expected = match (negative, outcome) {
                (true, Outcome::L) => Outcome::R,
                (true, Outcome::R) => Outcome::L,
                _ => outcome,
            };
            match other.outcome {
                Some(found) => assert_eq!(found, expected, "{image} {place}"),
                None => assert!(self.asked.open, "{image} {place}"),
            }
            if let (Some(value), Some(other)) = (&answer.value, &other.value) {
                assert_eq!(value, other, "{image} {place}");
            }
            if let (Some(value), Some(other)) = (answer.misere_value, other.misere_value) {
                assert_eq!(value, other, "{image} {place}");
            }
        }
    }

    /// The moves of the answer with their players, runs of amounts move by move if they are short. The
    /// moves of an impartial game are Left's and Right's.
    fn listed(&self, sum: &Sum, answer: &Answer, place: &str) -> BTreeSet<(Player, String)> {
        let mut listed = BTreeSet::new();
        let mut add = |player: Option<Player>, text: String| match player {
            Some(player) => assert!(listed.insert((player, text)), "twice: {place}"),
            None => {
                assert!(
                    listed.insert((Player::Left, text.clone())),
                    "twice: {place}"
                );
                listed.insert((Player::Right, text));
            }
        };
        for mv in &answer.winning_moves {
            let read = sum.read_move_of(&mv.mv.to_string(), mv.player().unwrap_or(Player::Left));
            let read = read.unwrap_or_else(|error| panic!("{error} {place}"));
            assert_eq!(read, mv.mv, "{place}");
            let after = sum.after(&read).expect("a legal move");
            let Some(amounts) = mv.mv.amounts() else {
                assert_eq!(Some(after), mv.to(), "{place}");
                add(mv.player(), mv.mv.to_string());
                continue;
            };
            assert!(amounts.start() < amounts.end(), "{place}");
            let count = mv.mv.count();
            let numbers: Vec<u128> = match count <= MOST_MOVES as u128 {
                true => (0..count).collect(),
                false => vec![0, 1, count - 2, count - 1],
            };
            for number in numbers {
                add(
                    mv.player(),
                    mv.mv.nth(number).expect("one of the run").to_string(),
                );
            }
        }
        listed
    }

    /// A listed winning move of `player` leaves a position that the player wins when the opponent begins, by any route.
    fn check_move(&self, sum: &Sum, player: Player, mv: &str, place: &str) {
        let mv = sum.read_move_of(mv, player).expect("a move of the answer");
        let after = sum.after(&mv).expect("a legal move");
        let alone = self.analyzer(false).analyze(&after).outcome;
        // Two heaps of one have no effect in either play in a sum with an impartial position. They turn a single
        // position into a sum, with routes of its own.
        let beside = match sum.is_impartial() || self.play == Play::Normal {
            true => "nim[1] + nim[1]",
            false => "nim[0]",
        };
        let beside = position(&format!("{after} + {beside}"));
        let beside = self.analyzer(false).analyze(&beside).outcome;
        let mut known = false;
        for found in [alone, beside].into_iter().flatten() {
            assert!(
                leaves_a_win(found, player),
                "{mv} leaves {found:?}: {place}"
            );
            known = true;
        }
        if let Some(is_p) = self.by_rules_alone(&after) {
            assert!(is_p, "by the rules {mv} leaves an N-position: {place}");
            known = true;
        }
        assert!(known, "{mv} leaves nobody knows what: {place}");
    }

    /// Whether an impartial position is a P-position, by a search that uses no theorem, if it is
    /// small enough for one.
    fn by_rules_alone(&self, sum: &Sum) -> Option<bool> {
        let budget = Budget::unlimited().positions(1_000);
        is_p_by_rules(sum, self.play, &budget).ok().flatten()
    }

    /// A list that is marked as complete contains all winning moves, if all moves can be tried.
    fn check_list(&self, sum: &Sum, listed: &BTreeSet<(Player, String)>, place: &str) {
        let mut analyzer = self.analyzer(false);
        for player in [Player::Left, Player::Right] {
            let all: Vec<_> = sum.moves_by(player).take(self.asked.moves + 1).collect();
            if all.len() > self.asked.moves {
                return;
            }
            let mut winning = BTreeSet::new();
            for mv in all {
                let after = sum.after(&mv).expect("a legal move");
                match analyzer.analyze(&after).outcome {
                    Some(found) if leaves_a_win(found, player) => {
                        winning.insert((player, mv.to_string()));
                    }
                    Some(_) => {}
                    None => return assert!(self.asked.open, "{after}: {place}"),
                }
            }
            let own = listed.iter().filter(|(owner, _)| *owner == player);
            let own: BTreeSet<_> = own.cloned().collect();
            assert_eq!(own, winning, "{place}");
            if sum.is_impartial() {
                return;
            }
        }
    }
}

fn has_winning_move(outcome: Outcome, player: Player) -> bool {
    match outcome {
        Outcome::N => true,
        Outcome::P => false,
        Outcome::L => player == Player::Left,
        Outcome::R => player == Player::Right,
    }
}

/// Whether `player` wins a position of this outcome when the opponent begins.
fn leaves_a_win(outcome: Outcome, player: Player) -> bool {
    !has_winning_move(
        outcome,
        match player {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        },
    )
}

/// Images of a single position under symmetries of its game, and whether they are its negative.
fn images(text: &str) -> Vec<(String, bool)> {
    let Some((name, body)) = text.split_once('[') else {
        return Vec::new();
    };
    let body = body.trim_end_matches(']');
    if text.contains(" + ") {
        return Vec::new();
    }
    let reversed = |body: &str, between: &str| -> String {
        let mut parts: Vec<&str> = body.split(between).map(str::trim).collect();
        parts.reverse();
        format!("{name}[{}]", parts.join(between))
    };
    let grid = || -> Vec<Vec<&str>> {
        let rows = body.split(';');
        rows.map(|row| row.split_whitespace().collect()).collect()
    };
    let with_rows = |rows: Vec<Vec<&str>>| -> String {
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        format!("{name}[{}]", rows.join("; "))
    };
    let transposed = |rows: Vec<Vec<&str>>| -> String {
        let column = |j: usize| rows.iter().map(|row| row[j]).collect();
        with_rows((0..rows[0].len()).map(column).collect())
    };
    match name {
        "matrix" => vec![(transposed(grid()), false), (reversed(body, ";"), false)],
        "matrix-partizan" => vec![(transposed(grid()), true), (reversed(body, ";"), false)],
        "holladay" => vec![(reversed(body, ";"), false)],
        "nim" | "wythoff" | "rnim" => vec![(reversed(body, ","), false)],
        "pnim" | "crim" | "cris" | "sato" | "lctr" | "downright" | "rook" | "queen" | "king"
        | "bishop" | "knight" => vec![(format!("{name}[{}]", conjugates(body)), false)],
        "crpm" | "crps" => vec![(format!("{name}[{}]", conjugates(body)), true)],
        "schrage" => vec![(reversed(body, "x"), false)],
        _ if body.chars().all(|c| c == 'x' || c.is_ascii_digit()) && body.contains('x') => {
            vec![(reversed(body, "x"), false)]
        }
        _ => Vec::new(),
    }
}

/// The conjugates of partitions separated by semicolons.
fn conjugates(body: &str) -> String {
    let conjugate = |body: &str| -> String {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for run in body.split(',').filter(|run| !run.trim().is_empty()) {
            let (part, count) = run.split_once('^').unwrap_or((run, "1"));
            runs.push((part.trim().parse().unwrap(), count.trim().parse().unwrap()));
        }
        runs.sort_unstable();
        let mut height: u64 = runs.iter().map(|(_, count)| count).sum();
        let mut below = 0;
        let mut columns = Vec::new();
        for (part, count) in runs {
            if part > below {
                columns.push(format!("{height}^{}", part - below));
            }
            (below, height) = (part, height - count);
        }
        columns.join(",")
    };
    let pieces: Vec<String> = body.split(';').map(conjugate).collect();
    pieces.join("; ")
}

// The analyser's own limits.

#[test]
fn moves_that_are_tried_one_by_one() {
    // normal.rs, MOST_MOVES: a million.
    around(&ALL, &[1_000_000], &|n| format!("rnim[{n}]"));
    around(&ALL, &[1_000_000], &|n| format!("rnim[{n},3]"));
    around(&ALL, &[1_000_000], &|n| format!("pnim[{n}]"));
    around(&ALL, &[1_000_000], &|n| format!("pnim[{n}] + nim[2]"));
    around(&ALL, &[1_000_000], &|n| format!("pnim[{n}^2] + nim[2]"));
    around(&ALL, &[1_000_000], &|n| format!("rook[{n}] + rnim[3,5]"));
    around(&ALL, &[1_000_000], &|n| format!("holladay[{n}]"));
    around(&ALL, &[1_000_000], &|n| format!("holladay[{n}; 3; 2]"));
    around(&ALL, &[1_000_000], &|n| {
        format!("holladay[{n}; 2] + nim[5]")
    });
    around(&ALL, &[1_000_000], &|n| format!("matrix[{n}; 1]"));
    around(&ALL, &[1_000_000], &|n| format!("queen[{n}] + nim[7]"));
    around(&NORMAL, &[1_000_000], &|n| format!("welter[1,{n}]"));
    around(&NORMAL, &[1_000_000], &|n| format!("sato[{n}]"));
}

#[test]
fn moves_of_sums_with_partizan_components() {
    around(&NORMAL, &[60, 4_098], &|n| format!("matrix-partizan[{n}]"));
    around(&NORMAL, &[60, 4_096, 10_000], &|n| {
        format!("nim[{n}] + crpm[2,1]")
    });
    around(&NORMAL, &[4_096], &|n| format!("nim[{n}] + crpm[1]"));
    around(&NORMAL, &[4_096], &|n| {
        format!("nim[{n},2] + matrix-partizan[5 3; 2 4]")
    });
    around(&NORMAL, &[60], &|n| format!("matrix-partizan[{n} 0; 0 3]"));
}

#[test]
#[ignore = "forms of thousands of options, and hundreds of thousands of moves: a minute"]
fn many_moves_of_nimbers() {
    // The arena's forms end at a depth of 4096; partizan.rs, MOST_MOVES: 100,000.
    around(&NORMAL, &[4_096, 100_000], &|n| {
        format!("matrix-partizan[{n}]")
    });
}

// Partitions.

#[test]
fn words_of_sub_diagrams() {
    // pnim/theory.rs and removal/crim.rs: words of 64, 128, 256, 512 and 2,048 lines.
    let lines = [64, 128, 256, 512];
    let asked = Asked { moves: 250, ..ALL };
    // Rows of two sizes keep the number of sub-diagrams small.
    around(&asked, &lines, &|n| format!("pnim[{}^2,3]", n - 3));
    around(&asked, &lines, &|n| format!("pnim[{}^3,2]", n - 4));
    around(&OPEN, &lines, &|n| format!("pnim[{}^2,3] + nim[2]", n - 3));
    around(&OPEN, &lines, &|n| format!("crim[{}^2,3]", n - 3));
    around(&OPEN, &lines, &|n| format!("crim[{}^3,2,1]", n - 5));
    // A long first row has few sub-diagrams.
    around(&OPEN, &[512, 2048], &|n| format!("pnim[{},2^2]", n - 3));
    around(&OPEN, &[512, 2048], &|n| format!("crim[{},2^2]", n - 3));
}

#[test]
fn sides_of_diagrams_with_closed_forms() {
    // Rectangles, two lines, distinct lines, lines of one square; small sides of LCTR and CRIM.
    for rows in 1..=4 {
        around(&ALL, &[2, 3, 8], &|n| format!("pnim[{n}^{rows}]"));
        around(&ALL, &[3], &|n| format!("pnim[{n}^{rows},2,1]"));
        around(&ALL, &[2, 3], &|n| format!("crim[{n}^{rows}]"));
        around(&ALL, &[2, 3], &|n| format!("lctr[{n}^{rows}]"));
        around(&ALL, &[2, 3], &|n| format!("king[{n}^{rows}]"));
        around(&ALL, &[2, 3], &|n| format!("pawn[{n}^{rows}]"));
        around(&ALL, &[2, 3], &|n| format!("queen[{n}^{rows}]"));
        around(&ALL, &[2, 3], &|n| format!("rook[{n}^{rows}]"));
        around(&ALL, &[3], &|n| format!("crim[{n}^{rows},1]"));
        around(&ALL, &[3], &|n| format!("sato[{n}^{rows},1]"));
    }
    // LCTR is reduced from a Durfee square of side 4 on.
    around(&ALL, &[4, 5], &|n| format!("lctr[{}^{n},2]", n + 2));
    around(&ALL, &[2, 3], &|n| format!("downright[{}^{n},1]", n + 2));
    // Theory tries up to eight moves one by one.
    around(&ALL, &[8, 9], &|n| format!("bishop[{n}^{n}]"));
    around(&ALL, &[8, 9], &|n| format!("rook[{n}] + king[2^2]"));
}

#[test]
fn squares_of_diagrams() {
    // walking/pieces.rs, MOST_SQUARES: 2^20 in what is left of a diagram of LCTR.
    let asked = Asked {
        positions: 1 << 22,
        moves: 0,
        ..NORMAL
    };
    around(&asked, &[1 << 20], &|n| format!("lctr[{0}^2,4^2]", n - 5));
    // walking/theory.rs, MOST_SQUARES: beyond 2^32 nothing is valued, here because the budget is too small.
    let rows = |n: u128| format!("queen[65537^65535,{}]", n - 65_537 * 65_535);
    around(&OPEN, &[(1 << 32) + 1], &rows);
}

#[test]
fn coins_and_hooks() {
    // coins/sato.rs, MOST_ROWS: 200 where searches look.
    around(&NORMAL, &[200], &|n| format!("sato[{n}^{n}]"));
    // Numbers past 64 bits have no searches.
    around(&NORMAL, &[1 << 64, 1 << 127], &|n| format!("welter[3,{n}]"));
    around(&OPEN, &[1 << 64], &|n| format!("welter[3,{n}]"));
}

#[test]
fn lists_of_moves_of_pnim_to_value_one() {
    // pnim/ones.rs, MOST_ENTRIES: three for each of n + 1 rows.
    let asked = Asked {
        plays: &[Play::Misere],
        ..ALL
    };
    around(&asked, &[1_333_333], &|n| {
        format!("pnim[{n}^2,{}^{}]", n - 1, n + 5)
    });
    around(&asked, &[100], &with_so_many_moves_to_one);
}

/// A diagram of PNim with so many moves to value one.
fn with_so_many_moves_to_one(n: u128) -> String {
    format!("pnim[{n}^{0},{1}^{0}]", 2 * n, n - 1)
}

// Rectangles, coins and stones.

#[test]
fn sides_of_rectangles() {
    // schrage/values.rs, QUICK: longer sides are valued by an engine that asks the budget.
    around(&OUTCOMES, &[2_000], &|n| format!("schrage[3x{n}]"));
    around(&NORMAL, &[20], &|n| format!("schrage[3x{n}]"));
}

#[test]
#[ignore = "lists of ten thousand and more moves, and a table of 2^30 states: minutes"]
fn long_lists_of_moves() {
    around(&NORMAL, &[100_000], &|n| format!("schrage[3x{n}]"));
    around(&NORMAL, &[1 << 17], &|n| {
        format!("nimbers[({n},{})]", (1u64 << 32) - 2)
    });
    around(&NORMAL, &[64, 256], &|n| format!("nimbers[({n},{n},{n})]"));
    around(&NORMAL, &[1 << 64, 1 << 127], &|n| {
        format!("nimbers[({n},7) (3,5)]")
    });
    // Searches in misère play take coordinates up to 2^32.
    around(&OPEN, &[1 << 32], &|n| format!("nimbers[(1,{n})]"));
    // Past 10,000 lines a search is asked, which takes milliseconds for each position.
    let asked = Asked {
        open: true,
        positions: 500,
        ..NORMAL
    };
    around(&asked, &[10_000], &|n| format!("sato[{n}^{n}]"));
    around(&NORMAL, &[513], &|n| {
        format!("turning(mock-turtles)[({n})]")
    });
    // pnim/ones.rs, MOST_LISTED.
    let asked = Asked {
        plays: &[Play::Misere],
        ..ALL
    };
    around(&asked, &[100_000], &with_so_many_moves_to_one);
    around(&OPEN, &[400], &|n| format!("crps[{}]", n - 1));
    // board_table.rs, MANY_MOVES, with leave to make a table.
    let asked = Asked {
        positions: 1 << 30,
        moves: 0,
        ..ALL
    };
    around(&asked, &[512], &two_rows_of_eight);
}

#[test]
fn legal_sets_of_coins() {
    // turning/theory.rs, MOST_LISTED: 2^17 sets; turning/small.rs, MOST_OPTIONS: 2^20 moves.
    around(&NORMAL, &[1 << 17], &|n| format!("turning(turtles)[({n})]"));
    around(&OUTCOMES, &[1 << 20], &|n| {
        format!("turning(turtles)[({n})]")
    });
    around(&NORMAL, &[362], &|n| {
        format!("turning(turtles,twins)[({n},{n})]")
    });
    let long = |n: u128| format!("turning(turtles,turtles)[({n},{n})]");
    around(&NORMAL, &[1 << 17, 1 << 32], &long);
}

#[test]
fn coordinates_of_stones() {
    // nimbers/finite.rs: coordinates of 12 bits are tried out, some of 17 bits.
    around(&NORMAL, &[1 << 8], &|n| format!("nimbers[({n},{n})]"));
    around(&NORMAL, &[1 << 12], &|n| {
        format!("nimbers[({n},{})]", (1u64 << 32) - 2)
    });
    around(&NORMAL, &[1 << 16, 1 << 32, 1 << 64], &|n| {
        format!("nimbers[({n},{})]", n + 3)
    });
    around(&NORMAL, &[6, 64, 256], &|n| {
        format!("nimbers[({n},{n},{n})]")
    });
    around(&ALL, &[3, 5], &|n| format!("nimbers[({n},2)]"));
}

// Matrix nim and its kin.

#[test]
fn lines_of_a_matrix() {
    // matrix/theory.rs: one line of 1, 2, 4 and an odd number of piles; block.rs, EXACT_SIDE: 4 lines.
    around(&ALL, &[2, 4, 6], &|n| {
        let piles: Vec<String> = (0..n).map(|i| (1 + i % 3).to_string()).collect();
        format!("matrix[{}]", piles.join(" "))
    });
    around(&ALL, &[2, 3], &|n| {
        let row = |i: u128| (0..3).map(|j| (1 + (i * j + i) % 2).to_string()).collect();
        let rows: Vec<Vec<String>> = (0..n).map(row).collect();
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        format!("matrix[{}]", rows.join("; "))
    });
    let many_alike = |n: u128| {
        let row = |i: u128| {
            (0..n)
                .map(|j| u8::from(i == j || i + j == n).to_string())
                .collect()
        };
        let rows: Vec<Vec<String>> = (0..n).map(row).collect();
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        format!("matrix[{}]", rows.join("; "))
    };
    around(&ALL, &[4], &many_alike);
    let heavy = |n: u128| {
        let row = |i: u128| (0..n).map(|j| if i == j { "2" } else { "1" }).collect();
        let rows: Vec<Vec<&str>> = (0..n).map(row).collect();
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        format!("matrix[{}]", rows.join("; "))
    };
    around(&NORMAL, &[4, 8], &heavy);
}

#[test]
fn piles_of_a_matrix() {
    // Searches and tables take piles below 2^32, closed forms those below 2^64 faster, and all of
    // them below 2^128.
    let large = [1 << 32, 1 << 64, 1 << 127];
    around(&ALL, &large, &|n| format!("matrix[{n} 5 9]"));
    around(&ALL, &large, &|n| format!("matrix[{n} {}]", n + 4));
    around(&NORMAL, &large, &|n| format!("matrix[{n} 7; 7 9]"));
    around(&NORMAL, &large, &|n| {
        format!("matrix[{n} {0}; {0} {1}]", n + 1, n + 7)
    });
    around(&NORMAL, &large, &|n| format!("matrix[3 inf; {n} 3]"));
    around(&NORMAL, &large, &|n| format!("matrix[2 3 4 {n}]"));
    around(&ALL, &large, &|n| {
        format!("wythoff[{n},{}]", 2 * (n / 2) - 3)
    });
    around(&ALL, &large, &|n| format!("wythoff[5,{n}]"));
    around(&ALL, &large, &|n| format!("nim[{n},3] + matrix[4; 2]"));
    around(&OPEN, &[1 << 32], &|n| format!("matrix[2 1 {n}; 1 2 1]"));
    // The least of four piles past 2^32 has no table.
    around(&OPEN, &[1 << 32], &|n| format!("matrix[{n} {n} {n} {n}]"));
    around(&ALL, &[1, 2, 3], &|n| format!("wythoff[{n},{n}]"));
    around(&ALL, &[1, 2, 3], &|n| format!("wythoff[{n},{}]", n + 1));
    around(&ALL, &[1, 2, 3], &|n| format!("wythoff[{n},2]"));
}

#[test]
fn values_that_no_memory_holds() {
    // memo.rs, TOO_LARGE: values from 2^31 on.
    around(&NORMAL, &[1 << 31, 1 << 32, 1 << 64], &|n| {
        format!("matrix[1 2 1; 2 1 2] + nim[{n}]")
    });
    around(&OPEN, &[1 << 31], &|n| {
        format!("matrix[2 3; 3 4] + nim[{n}]")
    });
    around(&NORMAL, &[1 << 31], &|n| format!("wythoff[4,9] + nim[{n}]"));
}

#[test]
fn values_from_a_table_of_a_box() {
    // search.rs, SMALL_BOX: 1023 x 1025, 1024 x 1024 and 1024 x 1025 cells.
    let asked = Asked {
        positions: 1 << 21,
        moves: 0,
        value: true,
        ..NORMAL
    };
    for heaps in ["1022,1024", "1023,1023", "1023,1024"] {
        check(&asked, &format!("wythoff[{heaps}] + nim[3]"));
    }
    // Without the positions for a table there is a search.
    let asked = Asked {
        value: true,
        ..OPEN
    };
    check(&asked, "wythoff[1023,1024] + nim[3]");
}

#[test]
fn partizan_matrices() {
    // component.rs, CHEAP_TOTAL; theory.rs, DIGITS and LARGEST; unproved.rs.
    let asked = Asked { moves: 0, ..NORMAL };
    around(&asked, &[60], &|n| {
        format!("matrix-partizan[{} 1 2]", n - 3)
    });
    around(&asked, &[60], &|n| {
        format!("matrix-partizan[{}; 3; 2]", n - 5)
    });
    around(&asked, &[60], &|n| {
        format!("matrix-partizan[1 0 1; 0 1 1; {} 1 0]", n - 5)
    });
    around(&NORMAL, &[126], &|n| {
        format!("matrix-partizan[0 400; {n} {}]", n + 1)
    });
    around(&NORMAL, &[39], &|n| {
        format!("matrix-partizan[{n} 3; 5 {n}]")
    });
    around(&NORMAL, &[39], &|n| format!("matrix-partizan[{n} 3; 5 7]"));
    let large = [1 << 32, 1 << 64, 1 << 126, 1 << 127];
    around(&NORMAL, &large, &|n| {
        format!("matrix-partizan[{n} 5; 6 {n}]")
    });
    around(&NORMAL, &large, &|n| {
        format!("matrix-partizan[0 {n}; {n} {n}]")
    });
    around(&OPEN, &large, &|n| format!("matrix-partizan[{n} 5 6]"));
    around(&OPEN, &large, &|n| {
        format!("matrix-partizan[{n} 0 0; 0 3 0; 0 0 2]")
    });
    around(&OPEN, &large, &|n| format!("matrix-partizan[{n} 0; 0 3]"));
}

#[test]
fn partizan_diagrams() {
    // removal/partizan.rs, CHEAP_LINES, MOST_VALUED and MOST_SEARCHED.
    for game in ["crpm", "crps"] {
        around(&NORMAL, &[12], &|n| format!("{game}[{},1]", n - 2));
        around(&NORMAL, &[12], &|n| format!("{game}[{},2,1]", n - 3));
    }
    let asked = Asked {
        moves: 20,
        positions: 5_000,
        open: true,
        ..NORMAL
    };
    around(&asked, &[10_000], &|n| format!("crpm[{}]", n - 1));
}

// Boards.

#[test]
fn stones_of_a_board() {
    // board_table.rs, FEWEST_STONES: positions of 16 stones are worth a table of their board.
    let asked = Asked {
        positions: 1 << 18,
        moves: 0,
        ..NORMAL
    };
    let rows = |stones: u128| {
        let cells: String = (0..18)
            .map(|i| if i < stones { '1' } else { '0' })
            .collect();
        format!("tactix[{}/{}/{}]", &cells[..6], &cells[6..12], &cells[12..])
    };
    around(&asked, &[16], &rows);
}

/// Two rows of eight stones with one to three columns in common, which have 511 to 513 moves.
fn two_rows_of_eight(moves: u128) -> String {
    let alone = "0".repeat((518 - moves) as usize);
    let row = "1".repeat(8);
    format!("efr[{row}{alone}/{alone}{row}]")
}

#[test]
fn components_of_a_board_in_misere_play() {
    // misere/search.rs, FORM_CELLS and SUM_BIRTHDAY: ten cells, and ten moves together.
    let asked = Asked {
        plays: &[Play::Misere],
        moves: 100,
        ..ALL
    };
    around(&asked, &[10], &|n| format!("lines(max=2)[1x{n}]"));
    around(&asked, &[10], &|n| format!("tactix[1x{n}]"));
    around(&asked, &[10], &|n| {
        format!("tactix[11111/111{}1/00000]", if n > 9 { 1 } else { 0 })
    });
    around(&asked, &[5], &|n| {
        let row = "1".repeat(n as usize);
        format!("lines(max=2)[{row}/00000000/{row}]").replace("00000000", &"0".repeat(n as usize))
    });
    around(&asked, &[5], &|n| {
        format!("lines(max=2)[1x{n}] + lines(max=2)[1x{n}]")
    });
    around(&asked, &[3, 4], &|n| format!("lines(any)[2x{n}]"));
}

#[test]
#[ignore = "tables of 2^31 and 2^32 states, in both plays: minutes"]
fn cells_of_a_board_that_is_solved_for_one_position() {
    // board_table.rs, MOST_SOLVED: 32 cells. The stones lie so that no search ends soon, and the cells that are taken
    // already make the board larger.
    for (cells, positions) in [(31, 1 << 32), (32, 1 << 32), (33, 1 << 16)] {
        let asked = Asked {
            positions,
            bytes: 1 << 30,
            moves: 0,
            open: cells > 32,
            ..ALL
        };
        let (stones, gaps) = ("1".repeat(9), "0".repeat(cells - 27));
        let text = format!("lines(max=3)[{stones}/{stones}/{stones}/{gaps:_<9}]");
        check(&asked, &text);
    }
}

#[test]
fn halves_of_a_board_in_misere_play() {
    // misere/split.rs, CHEAP_CELLS and MOST_CELLS: 21 and 24 cells in a half.
    let asked = Asked {
        plays: &[Play::Misere],
        positions: 1 << 26,
        moves: 3,
        open: true,
        list: false,
        ..ALL
    };
    around(&asked, &[21, 24], &|cells| {
        let long = "1".repeat(cells as usize);
        format!("lines(max=2)[{long}0111111111]")
    });
}

#[test]
fn trials_of_a_reflection() {
    // matrix/reflection.rs, MOST_TRIALS: 50,000 pairings of lines of equal piles. With so many equal lines
    // some are found in time and some are not; both must agree with their images and with each other.
    let asked = Asked { moves: 12, ..OPEN };
    for side in [4, 6, 8, 10] {
        let row = |i: usize| -> String {
            let entries = (0..side).map(|j| match (i + side - j) % side {
                1 => "2",
                2 if i > j => "3",
                _ => "1",
            });
            entries.collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<String> = (0..side).map(row).collect();
        check(&asked, &format!("matrix[{}]", rows.join("; ")));
    }
}

// The limits of reading.

/// The text for a number is read up to the limit; above it, an error names the limit and shows the place.
fn read_up_to(limit: usize, text: impl Fn(usize) -> String) {
    for within in [limit - 1, limit] {
        let text = text(within);
        assert!(
            read(&text).is_ok(),
            "{within}: {}",
            read(&text).unwrap_err()
        );
    }
    let text = text(limit + 1);
    let error = read(&text).expect_err("past the limit");
    let (shown, plain) = (error.to_string(), limit.to_string());
    assert!(shown.contains(&plain), "{shown}");
    assert!(shown.contains('^'), "{shown}");
}

fn counted(numbers: impl Iterator<Item = usize>) -> String {
    let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
    numbers.join(",")
}

#[test]
fn sizes_of_what_is_read() {
    // families/taking.rs, MAX_CELLS.
    read_up_to(64, |cells| format!("tactix[1x{cells}]"));
    read_up_to(64, |cells| format!("lines(max=2)[{cells}x1]"));
    // boards/game.rs, MOST_MOVES: the sets of stones of one line.
    assert!(read("efr[16x1]").is_ok() && read("efr[17x1]").is_ok());
    let error = read("efr[18x1]").expect_err("2^18 - 1 sets in the column, and 18 in the rows");
    assert!(error.to_string().contains("262144"), "{error}");
    // nimbers/rules.rs, MAX_DIMENSION.
    read_up_to(16, |n| format!("nimbers[({})]", counted((0..n).map(|_| 2))));
    // coins/welter.rs, MOST_COINS.
    read_up_to(10_000, |coins| format!("welter[{}]", counted(0..coins)));
}

#[test]
fn depths_of_what_is_calculated() {
    // print.rs, MAX_NESTING; parse.rs, MAX_BARS; game.rs, MAX_DEPTH.
    let value = |text: &str| {
        let arena = short_game::Arena::new();
        arena
            .evaluate(text)
            .map(|value| value.to_text(&arena, 100_000))
    };
    let up_to = |limit: usize, text: &dyn Fn(usize) -> String| {
        for within in [limit - 1, limit] {
            let found = value(&text(within));
            assert!(found.is_ok(), "{within}: {}", found.unwrap_err().message);
        }
        let error = value(&text(limit + 1)).expect_err("past the limit");
        assert!(
            error.message.contains(&limit.to_string()),
            "{}",
            error.message
        );
    };
    up_to(1_000, &|n| format!("{}1{}", "(".repeat(n), ")".repeat(n)));
    up_to(64, &|n| format!("{{2{}1}}", "|".repeat(n)));
    up_to(4_096, &|n| format!("*{n}"));
    // calc.rs, MAX_DEPTH.
    let nested = |n: usize| format!("{}1{}", "(".repeat(n), ")".repeat(n));
    let evaluate = |n| nimbers::calc::evaluate(&nested(n), nimbers::Interrupt::NEVER);
    assert!(evaluate(99).is_ok());
    assert!(evaluate(100).is_ok());
    let error = evaluate(101).expect_err("past the limit");
    assert!(error.to_string().contains("100"), "{error}");
}
