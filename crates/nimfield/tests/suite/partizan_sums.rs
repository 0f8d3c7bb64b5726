//! Partizan sums of large and small summands, compared with the rules alone.

use std::collections::HashMap;
use std::time::Duration;

use nimfield::answer::Answer;
use nimfield::opponent::{Aim, best_move};
use nimfield::{Analyzer, Budget, Grundy, Outcome, Play, Player, Query, Sum, partizan_parts};
use nimfield_engines::partizan::PartizanSearch;

/// A summand as written, without its value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Piece {
    Heap(u32),
    /// A heap as a value.
    Star(u32),
    Wythoff(u32, u32),
    Matrix(Vec<Vec<u32>>),
    Tree(Vec<Piece>, Vec<Piece>),
}

impl Piece {
    fn integer(size: u32) -> Piece {
        let left = (size > 0).then(|| Piece::integer(size - 1));
        Piece::Tree(left.into_iter().collect(), Vec::new())
    }

    fn text(&self) -> String {
        let side = |side: &[Piece]| {
            let side: Vec<String> = side.iter().map(Piece::text).collect();
            side.join(",")
        };
        match self {
            Piece::Heap(size) => format!("nim[{size}]"),
            Piece::Star(size) => format!("*{size}"),
            Piece::Wythoff(a, b) => format!("wythoff[{a},{b}]"),
            Piece::Matrix(rows) => {
                let row = |row: &Vec<u32>| {
                    let row: Vec<String> = row.iter().map(u32::to_string).collect();
                    row.join(" ")
                };
                let rows: Vec<String> = rows.iter().map(row).collect();
                format!("matrix-partizan[{}]", rows.join("; "))
            }
            Piece::Tree(left, right) => format!("{{{}|{}}}", side(left), side(right)),
        }
    }

    /// Left takes from columns, Right from rows.
    fn options(&self, left: bool) -> Vec<Piece> {
        match self {
            Piece::Heap(size) => (0..*size).map(Piece::Heap).collect(),
            Piece::Star(size) => (0..*size).map(Piece::Star).collect(),
            &Piece::Wythoff(a, b) => {
                let first = (0..a).map(|left| Piece::Wythoff(left, b));
                let second = (0..b).map(|left| Piece::Wythoff(a, left));
                let both = (1..=a.min(b)).map(|taken| Piece::Wythoff(a - taken, b - taken));
                first.chain(second).chain(both).collect()
            }
            Piece::Tree(options, _) if left => options.clone(),
            Piece::Tree(_, options) => options.clone(),
            Piece::Matrix(rows) => {
                let lines = if left { rows[0].len() } else { rows.len() };
                let cells = |line: usize| -> Vec<(usize, usize)> {
                    match left {
                        true => (0..rows.len()).map(|row| (row, line)).collect(),
                        false => (0..rows[0].len()).map(|column| (line, column)).collect(),
                    }
                };
                let after = |line: usize, amount: u32| {
                    let mut rows = rows.clone();
                    for (row, column) in cells(line) {
                        rows[row][column] = rows[row][column].checked_sub(amount)?;
                    }
                    Some(Piece::Matrix(rows))
                };
                let line = |line| (1..).map_while(move |amount| after(line, amount));
                (0..lines).flat_map(line).collect()
            }
        }
    }
}

#[derive(Default)]
struct Oracle(HashMap<(Vec<Piece>, bool), bool>);

impl Oracle {
    /// Whether the player to move wins.
    fn wins(&mut self, pieces: &[Piece], left: bool) -> bool {
        let mut pieces = pieces.to_vec();
        pieces.sort();
        if let Some(&wins) = self.0.get(&(pieces.clone(), left)) {
            return wins;
        }
        let wins = self.winning(&pieces, left) > 0;
        self.0.insert((pieces, left), wins);
        wins
    }

    /// How many moves win.
    fn winning(&mut self, pieces: &[Piece], left: bool) -> usize {
        let places = 0..pieces.len();
        places
            .map(|place| self.winning_in(pieces, place, left).len())
            .sum()
    }

    /// The rest of a piece after each winning move in it.
    fn winning_in(&mut self, pieces: &[Piece], place: usize, left: bool) -> Vec<Piece> {
        let mut options = pieces[place].options(left);
        let mut after = pieces.to_vec();
        options.retain(|option| {
            after[place] = option.clone();
            !self.wins(&after, !left)
        });
        options
    }

    fn outcome(&mut self, pieces: &[Piece]) -> Outcome {
        let (left, right) = (self.wins(pieces, true), self.wins(pieces, false));
        Outcome::partizan(left, right)
    }
}

fn read(text: &str) -> Sum {
    nimfield::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn analyze(text: &str) -> Answer {
    let budget = Budget::unlimited().time(Duration::from_secs(60));
    Analyzer::new(Query::default(), budget).analyze(&read(text))
}

/// Every order of some texts, as sums.
fn orders(texts: &[String]) -> Vec<String> {
    if texts.len() == 1 {
        return texts.to_vec();
    }
    let each = (0..texts.len()).flat_map(|first| {
        let mut rest = texts.to_vec();
        let first = rest.remove(first);
        let rest = orders(&rest).into_iter();
        rest.map(move |rest| format!("{first} + {rest}"))
    });
    each.collect()
}

/// Reads every printed move back and plays it, of a run the first, a middle and the last; each leaves a position that
/// the player who moved wins when the other one begins.
fn replayed(text: &str, answer: &Answer) {
    let sum = read(text);
    for won in &answer.winning_moves {
        let player = won.player().unwrap();
        let count = won.mv.count();
        for number in [0, count / 2, count - 1] {
            let printed = won.mv.nth(number).unwrap().to_string();
            let mv = sum.read_move_of(&printed, player).unwrap();
            let after = sum.after(&mv).unwrap();
            let no_moves = Query {
                moves: false,
                ..Query::default()
            };
            let found = Analyzer::new(no_moves, Budget::unlimited()).analyze(&after);
            let good = match player {
                Player::Left => [Outcome::L, Outcome::P],
                Player::Right => [Outcome::R, Outcome::P],
            };
            let outcome = found.outcome.unwrap();
            assert!(
                good.contains(&outcome),
                "{text}: {printed} leaves {outcome}"
            );
        }
    }
}

fn pieces() -> Vec<Piece> {
    let int = Piece::integer;
    let minus_one = Piece::Tree(Vec::new(), vec![int(0)]);
    let star = Piece::Tree(vec![int(0)], vec![int(0)]);
    vec![
        Piece::Heap(1),
        Piece::Heap(3),
        Piece::Heap(4),
        Piece::Matrix(vec![vec![5, 2], vec![2, 5]]),
        Piece::Matrix(vec![vec![2, 3], vec![4, 1]]),
        Piece::Matrix(vec![vec![0, 3], vec![2, 3]]),
        Piece::Matrix(vec![vec![3, 2]]),
        Piece::Matrix(vec![vec![2], vec![3]]),
        Piece::Tree(vec![int(3)], vec![minus_one]),
        Piece::Tree(vec![int(0)], vec![star]),
        int(1),
    ]
}

/// Outcomes and numbers of winning moves of all small sums of two and some of three, in every order.
#[test]
fn small_sums_in_every_order() {
    let all = pieces();
    let mut oracle = Oracle::default();
    let mut sums = Vec::new();
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate().skip(i) {
            sums.push(vec![one.clone(), other.clone()]);
            if (i + j) % 4 == 1 {
                sums.push(vec![
                    one.clone(),
                    other.clone(),
                    all[(3 * i + j) % all.len()].clone(),
                ]);
            }
        }
    }
    for sum in &sums {
        let outcome = oracle.outcome(sum);
        let texts: Vec<String> = sum.iter().map(Piece::text).collect();
        for text in orders(&texts) {
            let position = read(&text);
            if position.is_impartial() {
                continue;
            }
            let answer = analyze(&text);
            assert_eq!(
                answer.outcome,
                Some(outcome),
                "{text}: {}",
                answer.reason.text
            );
            assert!(answer.complete, "{text}");
            for (player, left) in [(Player::Left, true), (Player::Right, false)] {
                let won = answer.winning_moves.iter();
                let won = won.filter(|won| won.player() == Some(player));
                let listed: u128 = won.map(|won| won.mv.count()).sum();
                let expected = oracle.winning(sum, left) as u128;
                assert_eq!(listed, expected, "{text}, {player}");
            }
            let parts = partizan_parts(&position).unwrap();
            let mut search = PartizanSearch::new(Play::Normal);
            let searched = search.outcome(&parts, &Budget::unlimited());
            assert_eq!(searched, Ok(outcome), "{text}");
        }
    }
}

/// Mean, temperature and stops in a sum with a heap are those of the exact form, although the heap is replaced by
/// another one.
#[test]
fn temperatures_beside_remote_stars() {
    let figures = |text: &str| {
        let figures = analyze(text).figures.unwrap();
        let numbers = [
            figures.mean,
            figures.temperature,
            figures.left_stop,
            figures.right_stop,
        ];
        numbers.map(|number| number.unwrap().to_string())
    };
    for (text, temperature) in [
        ("nim[1] + matrix-partizan[3 1; 3 0]", "0"),
        ("nim[1000000] + 1", "0"),
        ("-2 + crpm[1] + nim[1]", "-1"),
        ("nim[1] + -3/4 + crpm[1]", "-1/4"),
        ("nim[w] + {3|-1}", "2"),
    ] {
        assert_eq!(figures(text)[1], temperature, "{text}");
    }
    let rests = [
        "1",
        "-3/4",
        "^",
        "^*",
        "1*",
        "1*3",
        "-1/2*2",
        "{1|-1}",
        "{3|-1}",
        "{2|1/2}",
        "matrix-partizan[5 3; 2 4]",
        "matrix-partizan[2 3; 4 1]",
        "crpm[3,1]",
        "-2 + crpm[1]",
    ];
    for rest in rests {
        for size in 0..7 {
            let exact = figures(&format!("{rest} + *{size}"));
            for text in [
                format!("{rest} + nim[{size}]"),
                format!("nim[{size}] + {rest}"),
            ] {
                assert_eq!(figures(&text), exact, "{text}");
            }
        }
    }
}

/// Heaps with too many moves to try: the moves are found from the nimbers that they leave.
#[test]
fn winning_moves_beside_large_heaps() {
    for (parts, listed) in [
        (
            ["nim[1000000]", "matrix-partizan[5 2; 2 5]"].as_slice(),
            "heap 1 by 1000000",
        ),
        (
            &["nim[w+5]", "matrix-partizan[5 2; 2 5]", "nim[w]"],
            "heap 1 to w",
        ),
        (&["rnim[1000000,3]", "matrix-partizan[2 3; 4 1]"], "side"),
        (&["nimbers[(w,w)]", "{3|-1}"], "to 3"),
        (&["nim[w]", "^"], "heap 1 to 0"),
        (&["lattice[(5,w)]", "^"], "(5,w)"),
        (&["pnim[300000]", "^*"], ""),
        (
            &["nim[1000000]", "matrix-partizan[5 3; 2 4]"],
            "column 2 by 3",
        ),
        (&["nim[1000000]", "matrix-partizan[14 9; 6 11]"], "column"),
    ] {
        let texts: Vec<String> = parts.iter().map(|part| part.to_string()).collect();
        for text in orders(&texts) {
            let answer = analyze(&text);
            let won: Vec<String> = answer
                .winning_moves
                .iter()
                .map(|won| won.mv.to_string())
                .collect();
            assert!(!won.is_empty(), "{text}: {}", answer.reason.text);
            assert!(won.iter().any(|mv| mv.contains(listed)), "{text}: {won:?}");
            replayed(&text, &answer);
            if texts.len() > 2 {
                continue;
            }
            // The machine wins a won position.
            for player in [Player::Left, Player::Right] {
                let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
                let choice = best_move(&read(&text), player, &mut analyzer, Budget::unlimited());
                let wins = nimfield::opponent::wins(answer.outcome.unwrap(), player);
                if wins {
                    assert_eq!(choice.unwrap().aim, Aim::Win, "{text}, {player}");
                }
            }
        }
    }
}

/// All moves of a large heap except one win; they are listed as runs.
#[test]
fn nearly_all_moves_of_a_large_heap() {
    for size in [150_000u128, 1_000_000] {
        let answer = analyze(&format!("nim[{size}] + ^"));
        assert!(answer.complete, "{}", answer.reason.text);
        let mut left = answer
            .winning_moves
            .iter()
            .filter(|won| won.player() == Some(Player::Left));
        let count: u128 = left.by_ref().map(|won| won.mv.count()).sum();
        // By every amount except size - 1, which leaves ^*; and the move from ^ to 0 leaves a heap that Right takes.
        assert_eq!(count, size - 1);
        assert_eq!(
            answer.winning_moves[0].mv.to_string(),
            format!("1: heap 1 by 1..{}", size - 2)
        );
        assert!(
            answer
                .winning_moves
                .iter()
                .all(|won| won.player() == Some(Player::Left))
        );
    }
    let answer = analyze("nim[w] + ^");
    assert!(!answer.complete);
    let why = "Left also wins by every other move in component 1 that does not leave it worth *";
    assert!(answer.reason.text.contains(why), "{}", answer.reason.text);
}

/// Numbers of Theorem 5 with any exponent, alone and in a sum with a value equal to 0.
#[test]
fn tiny_numbers_decide_sums() {
    for (text, outcome) in [
        (
            "matrix-partizan[0 500; 400 500] + matrix-partizan[0 500; 400 501]",
            Outcome::L,
        ),
        (
            "matrix-partizan[0 500; 400 500] + matrix-partizan[0 400; 500 501]",
            Outcome::R,
        ),
        (
            "matrix-partizan[0 500; 400 501] + matrix-partizan[0 400; 500 500]",
            Outcome::L,
        ),
        (
            "matrix-partizan[0 500; 400 500] + matrix-partizan[0 400; 501 500]",
            Outcome::P,
        ),
        (
            "matrix-partizan[0 500; 400 500] + matrix-partizan[0 400; 501 500] + nim[3]",
            Outcome::N,
        ),
        (
            "matrix-partizan[0 1000000; 900000 1000000] + matrix-partizan[1 1; 1 1]",
            Outcome::N,
        ),
        (
            "matrix-partizan[0 1000000; 900000 1000000] + nim[7] + nim[1000000]",
            Outcome::L,
        ),
    ] {
        let parts: Vec<String> = text.split(" + ").map(str::to_string).collect();
        for text in orders(&parts) {
            let answer = analyze(&text);
            assert_eq!(
                answer.outcome,
                Some(outcome),
                "{text}: {}",
                answer.reason.text
            );
            replayed(&text, &answer);
        }
    }
    // The same with small exponents, by the rules alone.
    let mut oracle = Oracle::default();
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..60 {
        let mut matrix = || {
            let mut entry = || random.u32(1..5);
            Piece::Matrix(vec![vec![0, entry()], vec![entry(), entry()]])
        };
        let sum = vec![matrix(), matrix()];
        let text = format!("{} + {}", sum[0].text(), sum[1].text());
        assert_eq!(analyze(&text).outcome, Some(oracle.outcome(&sum)), "{text}");
    }
}

/// Pairs cancel at any places in a sum, and bounds end searches of large sums.
#[test]
fn large_sums_in_any_order_are_decided() {
    let bracket = |body: &&str| format!("matrix-partizan[{body}]");
    for (bodies, outcome) in [
        (
            ["27 24", "10 30", "19 4", "27; 24"].as_slice(),
            Some(Outcome::L),
        ),
        (&["47 88; 35 55", "153 58; 158 170"], None),
        (&["40 39", "35; 36"], None),
        (&["100 139", "135; 136"], None),
    ] {
        let texts: Vec<String> = bodies.iter().map(bracket).collect();
        let mut found = None;
        for text in orders(&texts) {
            let no_moves = Query {
                moves: false,
                ..Query::default()
            };
            let budget = Budget::unlimited().time(Duration::from_secs(60));
            let answer = Analyzer::new(no_moves, budget).analyze(&read(&text));
            assert!(answer.outcome.is_some(), "{text}: {}", answer.reason.text);
            assert_eq!(
                answer.outcome,
                *found.get_or_insert(outcome.or(answer.outcome)),
                "{text}"
            );
        }
    }
}

/// Winning moves that are found before the budget ends are listed.
#[test]
fn moves_found_in_time_are_listed() {
    let text = "matrix-partizan[47 88; 35 55] + matrix-partizan[153 58; 158 170]";
    let budget = Budget::unlimited().positions(400);
    let answer = Analyzer::new(Query::default(), budget).analyze(&read(text));
    assert_eq!(answer.outcome, Some(Outcome::L));
    assert!(!answer.complete);
    assert!(!answer.winning_moves.is_empty(), "{}", answer.reason.text);
    assert!(answer.reason.text.contains("not all moves are tried"));
}

/// The search with bounds agrees with the rules alone.
#[test]
fn searches_with_bounds_agree_with_the_rules() {
    let mut oracle = Oracle::default();
    let mut random = fastrand::Rng::with_seed(9);
    for round in 0..60 {
        let mut matrix = |rows: usize, columns: usize| {
            let mut row = || (0..columns).map(|_| random.u32(1..5)).collect();
            Piece::Matrix((0..rows).map(|_| row()).collect())
        };
        let sum = match round % 3 {
            0 => vec![matrix(1, 2), matrix(2, 1), matrix(1, 2)],
            1 => vec![matrix(2, 2), matrix(2, 1)],
            _ => vec![matrix(1, 3), matrix(2, 1), Piece::Heap(2)],
        };
        let texts: Vec<String> = sum.iter().map(Piece::text).collect();
        let parts = partizan_parts(&read(&texts.join(" + "))).unwrap();
        let outcome = PartizanSearch::new(Play::Normal).outcome(&parts, &Budget::unlimited());
        assert_eq!(outcome, Ok(oracle.outcome(&sum)), "{texts:?}");
    }
}

/// The position after each move reads back as the same one, to the end of the game.
#[test]
fn sums_read_back_after_every_move() {
    const SUMMANDS: [&str; 9] = [
        "schrage[2x3]",
        "nim[2]",
        "matrix-partizan[2 1]",
        "^*",
        "*2",
        "{2|*}",
        "{^|{*|-1}}",
        "(v+*2)",
        "matrix[1 2]",
    ];
    let mut random = fastrand::Rng::with_seed(33);
    let mut turned = 0;
    for _ in 0..200 {
        let summands: Vec<&str> = (0..random.usize(1..4))
            .map(|_| SUMMANDS[random.usize(..SUMMANDS.len())])
            .collect();
        let mut sum = read(&summands.join(" + "));
        let partizan = !sum.is_impartial();
        let mut player = Player::Left;
        loop {
            let moves: Vec<_> = sum.moves_by(player).collect();
            if moves.is_empty() {
                break;
            }
            let mv = &moves[random.usize(..moves.len())];
            let printed = sum.read_move_of(&mv.to_string(), player).unwrap();
            let after = sum.after(&printed).unwrap();
            let again = read(&after.to_string());
            assert_eq!(after.to_string(), again.to_string(), "{sum}: {mv}");
            let kinds = (after.is_impartial(), again.is_impartial());
            assert_eq!(kinds.0, kinds.1, "{sum}: {mv} leaves {after}");
            turned += usize::from(after.is_impartial() && !sum.is_impartial());
            sum = after;
            player = player.opponent();
        }
        assert!(partizan || sum.is_impartial());
    }
    assert!(turned > 20, "only {turned} sums became impartial");
}

/// A tree with few options, among them stars and integers.
fn random_tree(random: &mut fastrand::Rng, depth: u32) -> Piece {
    let mut side = || -> Vec<Piece> {
        let options = 0..random.usize(0..3);
        let option = |_| match random.u32(0..4) {
            0 => Piece::Star(random.u32(0..4)),
            1 => Piece::integer(random.u32(0..3)),
            _ if depth > 0 => random_tree(random, depth - 1),
            _ => Piece::Star(0),
        };
        options.map(option).collect()
    };
    let left = side();
    Piece::Tree(left, side())
}

/// A summand whose moves can be counted by hand, or a large one.
fn random_piece(random: &mut fastrand::Rng, large: bool) -> Piece {
    let most = if large { 7 } else { 3 };
    match random.u32(0..5) {
        0 => Piece::Heap(random.u32(1..=most * most)),
        1 => Piece::Wythoff(random.u32(0..=most), random.u32(1..=most)),
        2 => {
            let rows = random.usize(1..3);
            let columns = random.usize(1..3);
            let mut row = || (0..columns).map(|_| random.u32(0..=most)).collect();
            Piece::Matrix((0..rows).map(|_| row()).collect())
        }
        3 => Piece::Star(random.u32(1..=most * most)),
        _ => random_tree(random, 1 + u32::from(large)),
    }
}

/// Random sums of games and literal trees, small ones beside a large one, in every order: the analyser agrees with the
/// rules on the outcome, on who has a winning move and on each move in a summand that is not a value.
#[test]
fn random_mixed_sums_in_every_order() {
    let mut oracle = Oracle::default();
    let mut random = fastrand::Rng::with_seed(33);
    let mut listed = 0;
    for round in 0..160 {
        let count = random.usize(1..4);
        let sum: Vec<Piece> = (0..count)
            .map(|i| random_piece(&mut random, i == 0))
            .collect();
        let outcome = oracle.outcome(&sum);
        let indices: Vec<String> = (0..count).map(|i| i.to_string()).collect();
        for order in orders(&indices) {
            let sum: Vec<Piece> = order
                .split(" + ")
                .map(|index| sum[index.parse::<usize>().unwrap()].clone())
                .collect();
            let texts: Vec<String> = sum.iter().map(Piece::text).collect();
            let text = texts.join(" + ");
            let position = read(&text);
            let answer = analyze(&text);
            assert_eq!(answer.outcome, Some(outcome), "{round}: {text}");
            assert!(answer.complete, "{round}: {text}");
            if position.is_impartial() {
                continue;
            }
            for (player, left) in [(Player::Left, true), (Player::Right, false)] {
                let won = answer.winning_moves.iter();
                let won: Vec<_> = won.filter(|won| won.player() == Some(player)).collect();
                assert_eq!(!won.is_empty(), oracle.wins(&sum, left), "{text}, {player}");
                for place in 0..sum.len() {
                    if matches!(sum[place], Piece::Star(_) | Piece::Tree(..)) {
                        continue;
                    }
                    let expected = oracle.winning_in(&sum, place, left);
                    let mut expected: Vec<String> = expected.iter().map(Piece::text).collect();
                    let here = won.iter().filter(|won| won.mv.component() == place);
                    let played = here.flat_map(|won| won.mv.moves()).map(|mv| {
                        let mv = position.read_move_of(&mv.to_string(), player).unwrap();
                        let after = position.after(&mv).unwrap();
                        after.components()[place].to_string()
                    });
                    let mut played: Vec<String> = played.collect();
                    listed += played.len();
                    expected.sort();
                    played.sort();
                    assert_eq!(played, expected, "{text}, {player}: {place}");
                }
            }
            replayed(&text, &answer);
        }
    }
    assert!(listed > 200, "only {listed} moves");
}

/// Values that an engine keeps in a table are known in sums with partizan games as well.
#[test]
fn tabulated_heaps_beside_values() {
    for position in ["schrage[2345x3]", "grundy[2500]", "schrage[2345x4]"] {
        let budget = Budget::unlimited;
        let alone = Analyzer::new(Query::default(), budget()).value(&read(position));
        let value = alone.unwrap().value;
        let sum = read(&format!("{position} + ^"));
        let answer = Analyzer::new(Query::default(), budget()).analyze(&sum);
        // Up is greater than all nimbers but *, with which it is confused.
        let expected = match value == Grundy::from(1) {
            true => Outcome::N,
            false => Outcome::L,
        };
        assert_eq!(answer.outcome, Some(expected), "{sum}: {value}");
        let few = budget().positions(500);
        let stopped = Analyzer::new(Query::default(), few).analyze(&sum);
        assert!(
            stopped.outcome.is_none_or(|found| found == expected),
            "{sum}"
        );
    }
}

/// A minus sign directly before a number belongs to it, as in the calculator; between summands it is a minus.
#[test]
fn signs_of_values_mean_the_same_everywhere() {
    for (text, printed) in [
        ("-1^^ + nim[3]", "-1^^ + nim[3]"),
        ("nim[3] + -1^^", "nim[3] + -1^^"),
        ("nim[3] - 1^^", "nim[3] + -1vv"),
        ("- 1^^ + nim[3]", "-1vv + nim[3]"),
        ("nim[3] + -(1^^)", "nim[3] + -1vv"),
    ] {
        let sum = nimfield::read(text).unwrap();
        assert_eq!(sum.to_string(), printed, "{text}");
    }
}
