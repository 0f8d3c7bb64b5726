//! How the parts work together: one reader for all games, sums of any kinds, one analyser with a memory, and games from
//! outside the workspace.

use std::fmt;

use nimfield::by_default;
use nimfield::displays_as_move;
use nimfield::game::{Moves, Rules};
use nimfield::info::GameInfo;
use nimfield::moves::{Arg, GameMove, Move};
use nimfield::notation::{Cursor, NotationError, at_body_end, read_list};
use nimfield::partizan::{PartizanRules, PartizanTheory, moves_of_both, owner};
use nimfield::{Analyzer, Answer, Budget, Games, Outcome, Play, Player, Query, Sum};

/// Kayles: from rows of pins, one or two neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kayles(Vec<u32>);

/// Heaps from which one to three counters are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Subtraction(Vec<u32>);

fn listed(f: &mut fmt::Formatter<'_>, name: &str, sizes: &[u32]) -> fmt::Result {
    let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
    write!(f, "{name}[{}]", sizes.join(","))
}

fn sizes(cursor: &mut Cursor<'_>) -> Result<Vec<u32>, NotationError> {
    if at_body_end(cursor) {
        return Ok(Vec::new());
    }
    read_list(cursor, |cursor| cursor.need_between("a size", 0, 1000))
}

impl fmt::Display for Kayles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        listed(f, "kayles", &self.0)
    }
}

impl fmt::Display for Subtraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        listed(f, "sub", &self.0)
    }
}

/// Takes this many pins from a row, and leaves this many on the left.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Knock {
    row: usize,
    taken: u32,
    left: u32,
}

const KNOCK: &str = "row {place} take {amount} after {number}";

impl GameMove for Knock {
    fn to_move(&self) -> Move {
        let Knock { row, taken, left } = *self;
        let numbers = [taken, left].map(|number| Arg::Number(number.into()));
        Move::new(KNOCK, [Arg::Place(row)].into_iter().chain(numbers))
    }

    fn of_move(mv: &Move) -> Option<Knock> {
        match (mv.form(), mv.args()) {
            (KNOCK, [Arg::Place(row), Arg::Number(taken), Arg::Number(left)]) => Some(Knock {
                row: *row,
                taken: *taken as u32,
                left: *left as u32,
            }),
            _ => None,
        }
    }
}

displays_as_move!(Knock);

impl Rules for Kayles {
    type Move = Knock;

    const INFO: GameInfo = GameInfo::named("kayles", "kayles[9]");

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, Knock> {
        let rows = self.0.iter().enumerate();
        let moves = rows.flat_map(|(row, &pins)| {
            (1..=2.min(pins)).flat_map(move |taken| {
                (0..=pins - taken).map(move |left| Knock { row, taken, left })
            })
        });
        Box::new(moves)
    }

    fn play(&self, mv: &Knock) -> Result<Kayles, String> {
        let pins = *self.0.get(mv.row).ok_or("unknown row")?;
        let right = pins.checked_sub(mv.taken + mv.left);
        let right = right.ok_or("there are not so many pins")?;
        let mut rows = self.0.clone();
        rows.splice(
            mv.row..=mv.row,
            [mv.left, right].into_iter().filter(|&pins| pins > 0),
        );
        Ok(Kayles(rows))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Kayles, NotationError> {
        sizes(cursor).map(Kayles)
    }
}

by_default!(Kayles: Shown, Search, Theory, Engines);

impl Rules for Subtraction {
    type Move = String;

    const INFO: GameInfo = GameInfo::named("sub", "sub[10]");

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, String> {
        let heaps = self.0.iter().enumerate();
        let moves = heaps.flat_map(|(heap, &size)| {
            (1..=size.min(3)).map(move |taken| format!("{} less {taken}", heap + 1))
        });
        Box::new(moves)
    }

    fn play(&self, mv: &String) -> Result<Subtraction, String> {
        let (heap, taken) = mv.split_once(" less ").ok_or("no such move")?;
        let [heap, taken] = [heap, taken].map(|number| number.parse::<u32>());
        let (Ok(heap), Ok(taken)) = (heap, taken) else {
            return Err("no such move".to_string());
        };
        let mut heaps = self.0.clone();
        let size = heaps
            .get_mut(heap as usize - 1)
            .ok_or("there is no such heap")?;
        *size = size.checked_sub(taken).ok_or("there are not so many")?;
        Ok(Subtraction(heaps))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Subtraction, NotationError> {
        sizes(cursor).map(Subtraction)
    }
}

by_default!(Subtraction: Shown, Search, Theory, Engines);

/// Domineering: Left places a vertical domino, Right a horizontal one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Domineering {
    columns: usize,
    free: Vec<bool>,
}

impl fmt::Display for Domineering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row: &[bool]| -> String {
            row.iter()
                .map(|&free| if free { '.' } else { '#' })
                .collect()
        };
        let rows: Vec<String> = self.free.chunks(self.columns).map(row).collect();
        write!(f, "domineering[{}]", rows.join("/"))
    }
}

impl PartizanRules for Domineering {
    fn moves_of(&self, player: Player) -> Moves<'_, String> {
        let step = match player {
            Player::Left => self.columns,
            Player::Right => 1,
        };
        let word = match player {
            Player::Left => "upright",
            Player::Right => "flat",
        };
        let fits = move |&at: &usize| {
            let same_row = at / self.columns == (at + 1) / self.columns;
            let other = self.free.get(at + step).copied().unwrap_or(false);
            self.free[at] && other && (player == Player::Left || same_row)
        };
        let places = (0..self.free.len()).filter(fits);
        Box::new(places.map(move |at| format!("{word} at {at}")))
    }
}

impl PartizanTheory for Domineering {}

by_default!(Domineering: Shown);

impl Rules for Domineering {
    type Move = String;
    const INFO: GameInfo = GameInfo::named("domineering", "domineering[../..]");

    fn moves(&self) -> Moves<'_, String> {
        moves_of_both(self)
    }

    fn owner(&self, mv: &String) -> Option<Player> {
        owner(self, mv)
    }

    fn play(&self, mv: &String) -> Result<Domineering, String> {
        let (word, at) = mv.split_once(" at ").ok_or("no such move")?;
        let at: usize = at.parse().map_err(|_| "no such move")?;
        let step = if word == "upright" { self.columns } else { 1 };
        let mut free = self.free.clone();
        for cell in [at, at + step] {
            *free
                .get_mut(cell)
                .filter(|free| **free)
                .ok_or("that cell is not free")? = false;
        }
        Ok(Domineering { free, ..*self })
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Domineering, NotationError> {
        let rows: Vec<&str> = cursor.take_body().trim().split('/').collect();
        let columns = rows[0].len();
        if columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return Err(cursor.expected("rows of one length, joined by /", "like ../.."));
        }
        Ok(Domineering {
            columns,
            free: rows.concat().chars().map(|c| c == '.').collect(),
        })
    }
}

fn games() -> Games {
    Games::builtin()
        .with_game::<Kayles>()
        .with_game::<Subtraction>()
        .with_partizan_game::<Domineering>()
}

fn value(text: &str) -> Option<String> {
    let query = Query {
        value: true,
        ..Query::default()
    };
    let sum = games().read(text).unwrap_or_else(|error| panic!("{error}"));
    let answer = Analyzer::new(query, Budget::unlimited()).analyze(&sum);
    match answer.figures {
        Some(figures) => figures.value_text(),
        None => answer.value.map(|value| value.to_string()),
    }
}

/// Grundy values of Kayles: OEIS A002186.
const KAYLES: [u32; 20] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2];

fn star(size: u32) -> String {
    match size {
        0 => "0".to_string(),
        1 => "*".to_string(),
        _ => format!("*{size}"),
    }
}

#[test]
fn a_game_from_its_rules_alone() {
    for (pins, &expected) in KAYLES.iter().enumerate().take(13).skip(1) {
        assert_eq!(value(&format!("kayles[{pins}]")), Some(star(expected)));
    }
    let sum = games().read("kayles[4,4]").unwrap();
    let answer = nimfield::analyze(&sum);
    assert_eq!(answer.outcome, Some(Outcome::P));
    let mv = sum
        .read_move("Row 1  take 2 after 1")
        .expect("as it is printed, whatever the blanks");
    assert_eq!(sum.after(&mv).unwrap().to_string(), "kayles[1,1,4]");
    let error = sum
        .read_move("row 7 take 1 after 0")
        .expect_err("not legal");
    assert!(error.to_string().contains("is not a legal move"), "{error}");
    let error = games().read("kayles[3,x]").expect_err("no size");
    assert!(
        error.to_string().contains("expected a size, found `x`"),
        "{error}"
    );
    assert!(nimfield::read("sub[4]").is_err(), "only where it is added");
}

/// Two games from outside, with the same keys, in sums with each other and with ours.
#[test]
fn games_from_outside_are_distinguished_in_sums() {
    for (pins, known) in KAYLES.iter().enumerate().take(13).skip(1) {
        for size in 0..=8u32 {
            let expected = known ^ (size % 4);
            let text = format!("kayles[{pins}] + sub[{size}]");
            assert_eq!(value(&text), Some(star(expected)), "{text}");
            let text = format!("{text} + nim[5] + wythoff[1,2]");
            assert_eq!(value(&text), Some(star(expected ^ 5)), "{text}");
        }
    }
}

#[test]
fn misere_sums_of_games_from_outside() {
    // By plain recursion over the moves of the sum.
    fn is_p(sum: &Sum) -> bool {
        let mut moves = sum.moves().peekable();
        moves.peek().is_some() && moves.all(|mv| !is_p(&sum.after(&mv).unwrap()))
    }
    for text in [
        "kayles[3] + sub[4]",
        "kayles[2,2] + nim[1]",
        "kayles[5] + sub[3] + nim[1]",
    ] {
        let sum = games().read(text).unwrap();
        let answer = Analyzer::new(Query::play(Play::Misere), Budget::unlimited()).analyze(&sum);
        assert_eq!(
            answer.outcome,
            Some(Outcome::impartial(is_p(&sum))),
            "{text}"
        );
        for mv in &answer.winning_moves {
            assert!(is_p(&sum.after(&mv.mv).unwrap()), "{text}: {mv}");
        }
    }
}

#[test]
fn a_partizan_game_from_its_rules_alone() {
    // Winning Ways, chapter 5.
    for (text, expected) in [
        ("domineering[./.]", "1"),
        ("domineering[..]", "-1"),
        ("domineering[../..]", "+-1"),
        ("domineering[../.#]", "*"),
        ("domineering[.../...]", "{2|-1/2}"),
        ("domineering[../..] - 1", "{0|-2}"),
        (
            "domineering[./.] + matrix-partizan[1 2; 2 2]",
            "{1,+-{2,1+-1|1,1*}|1,1*}",
        ),
    ] {
        let found = value(text).expect("a value");
        match text.contains("matrix") {
            // The same as the value of the matrix, plus 1.
            true => assert_eq!(
                value(&format!("{text} - 1 - matrix-partizan[1 2; 2 2]")).unwrap(),
                "0"
            ),
            false => assert_eq!(found, expected, "{text}"),
        }
    }
}

/// Impartial positions in partizan sums are worth the nimbers of their Grundy values.
#[test]
fn mixed_sums_are_as_their_values() {
    let positions = ["pnim[4,2]", "matrix[1 2; 2 3]", "kayles[5]", "tactix[2x2]"];
    for position in positions {
        let grundy = value(position).unwrap();
        for other in [
            "matrix-partizan[1 2; 2 2]",
            "crpm[3,2]",
            "{2|-1}",
            "1/2",
            "^",
        ] {
            let mixed = value(&format!("{position} + {other}"));
            let plain = value(&format!("{grundy} + {other} + 0"));
            assert_eq!(mixed, plain, "{position} + {other}");
        }
    }
    // Moves in the impartial part belong to both, and lead where they should.
    let sum = nimfield::read("nim[3] + {2|-1}").unwrap();
    let answer = nimfield::analyze(&sum);
    assert_eq!(answer.outcome, Some(Outcome::N));
    for found in &answer.winning_moves {
        let player = found.player().unwrap();
        let after = nimfield::analyze(&sum.after(&found.mv).unwrap());
        let lost = match player {
            Player::Left => [Outcome::L, Outcome::P],
            Player::Right => [Outcome::R, Outcome::P],
        };
        assert!(lost.contains(&after.outcome.unwrap()), "{found}");
    }
    assert_eq!(sum.moves_by(Player::Left).count(), 4);
}

#[test]
fn sums_that_do_not_exist_are_refused_with_the_reason() {
    for (text, why) in [
        ("pnim[3] + nonsense[2]", "unknown game `nonsense`"),
        ("nim[3] + ", "expected a game"),
        ("5 +* {1|", "expected"),
    ] {
        let error = nimfield::read(text).expect_err(text).to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    let misere = Query::play(Play::Misere);
    let sum = nimfield::read("nim[3] + {2|-1}").unwrap();
    let answer = Analyzer::new(misere, Budget::unlimited()).analyze(&sum);
    assert_eq!(answer.outcome, None);
    assert!(
        answer
            .reason
            .text
            .contains("values are equal in normal play only")
    );
}

#[test]
fn moves_are_values_and_stay_with_their_position() {
    let [first, second] = ["matrix[2 3; 4 5] + nim[2]", "nim[2] + matrix[2 3; 4 5]"]
        .map(|text| nimfield::read(text).unwrap());
    for mv in first.moves() {
        assert_eq!(first.read_move(&mv.to_string()), Ok(mv.clone()));
        let refused = second.after(&mv);
        assert!(refused.is_err() || mv.component() > 0, "{mv}");
    }
}

/// The contents of an answer, without its cost.
fn said(answer: &Answer) -> String {
    let moves: Vec<String> = answer
        .winning_moves
        .iter()
        .map(ToString::to_string)
        .collect();
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {} {moves:?}",
        answer.position,
        answer.outcome,
        answer.value,
        answer.misere_value,
        answer.genus,
        answer.figures,
        answer.complete,
    )
}

/// A position of one of many games, the same for the same number.
fn position(number: u64) -> String {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678;
    let mut below = |end: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % end
    };
    let mut one = || {
        let [a, b, c, d] = [below(4), below(4), below(4), below(4)];
        match below(16) {
            0 | 1 => format!("matrix[{a} {b}; {c} {d}]"),
            2 => format!("matrix[{a} {b} {c}]"),
            3 => format!("nim[{a},{b}]"),
            4 => format!("wythoff[{a},{b}]"),
            5 => format!("holladay[{} {}; {} {}]", a % 3, b % 3, c % 3, d % 3),
            6 => format!("lattice[({a},{b}) ({c},{d})]"),
            7 => format!("schrage[{}x{}]", a + 1, b + 1),
            8 => format!("pnim[{},{}]", a + b + 1, b + 1),
            9 => format!("rnim[{},{}]", a + 1, b + 1),
            10 => format!(
                "nimbers[({},{}) ({},{})]",
                a % 2 + 1,
                b % 2 + 1,
                c % 2 + 1,
                d % 3 + 1
            ),
            11 => format!("tactix[{}{}/{}{}]", a % 2, b % 2, c % 2, d % 2),
            12 => format!("lctr[{},{}]", a + b + 1, b + 1),
            13 => format!("crim[{},{}]", a + b + 1, a + 1),
            14 => format!("welter[{a},{},{}]", a + b + 1, a + b + c + 2),
            _ => format!("cris[{},{}]", a + b + 1, b + 1),
        }
    };
    let first = one();
    match number % 3 {
        0 => first,
        1 => format!("{first} + {}", one()),
        _ => format!("{first} + *{}", number % 7),
    }
}

#[test]
fn one_analyser_answers_ten_thousand_positions_as_fresh_ones_do() {
    let mut kept = [Play::Normal, Play::Misere].map(|play| {
        let query = Query {
            value: true,
            ..Query::play(play)
        };
        Analyzer::new(query, Budget::unlimited())
    });
    for number in 0..10_000 {
        let text = match number % 50 {
            0 => format!("matrix-partizan[{} 2; 1 2] + *{}", number % 4, number % 3),
            25 => format!("crpm[3,{}] + {{2|-1}}", 1 + number % 3),
            _ => position(number),
        };
        let analyzer = &mut kept[(number % 14 == 0) as usize];
        let sum = nimfield::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let fresh = Analyzer::new(analyzer.query().clone(), Budget::unlimited()).analyze(&sum);
        assert_eq!(said(&analyzer.analyze(&sum)), said(&fresh));
    }
}

#[test]
fn every_game_has_a_start_with_moves() {
    for game in Games::builtin().iter() {
        let start = nimfield::usual_start(game.info.name).unwrap();
        assert!(start.starts_with(game.info.name), "{start}");
        let sum = nimfield::read(start).unwrap();
        assert!(sum.moves().next().is_some(), "{start}");
    }
}

/// The values of the heaps of a code are found once for all positions, and dropped with the analyser.
#[test]
fn values_of_heaps_are_forgotten_with_the_analyser() {
    let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    // Its values need more heaps than are computed for a single position.
    let text = "code(0.21337)[4000]";
    let is_known = || {
        let sum = nimfield::read(text).unwrap();
        let few = Budget::unlimited().positions(1);
        Analyzer::new(Query::default(), few).value(&sum).is_ok()
    };
    assert!(!is_known());
    analyzer.value(&nimfield::read(text).unwrap()).unwrap();
    assert!(is_known());
    drop(analyzer);
    assert!(!is_known());
}

/// The table would take 4 GiB, and the answer says this at once.
#[test]
fn one_question_has_a_budget() {
    let budget = Budget::default();
    assert_eq!(budget.most_bytes(), 1 << 30);
    assert!(budget.deadline().is_some());
    let answer = nimfield::analyze(&nimfield::read("schrage[1x2147483647]").unwrap());
    assert_eq!(answer.outcome, None);
    let why = &answer.reason.text;
    assert!(
        why.contains("the memory limit (4.0 GiB needed, 1.0 GiB allowed)"),
        "{why}"
    );
}
