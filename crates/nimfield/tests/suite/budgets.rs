//! Reading, listing and printing use the same budget as searching.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::asked::best_move;
use nimfield::budget::{Budget, Limit};
use nimfield::families::ray::RayGame;
use nimfield::partizan::{AnyPartizanComponent, PartizanComponent};
use nimfield::periods::{self, PeriodError, PeriodQuery, PeriodReport};
use nimfield::quotients::{self, QuotientQuery};
use nimfield::statement::{StatementTrial, TrialPositions};
use nimfield::tables::{FamilyQuery, Shown};
use nimfield::template::{Letter, Template};
use nimfield::{Analyzer, Answer, Games, NotationError, Outcome, Play, Player, Query, Sum, read};
use nimfield_claims::guess::{GuessError, find_values};
use nimfield_engines::classes::{ByPosition, Scan, ScanError};
use nimfield_engines::partizan::{NoValue, PartizanSearch, Values};
use nimfield_engines::rows::GrowingRow;
use short_game::Arena;

/// A game of one long play: each player can only go on to the next smaller number.
#[derive(Clone)]
struct Line(u32);

impl PartizanComponent for Line {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend(self.0.to_le_bytes());
    }

    fn option_count(&self, _: Player) -> u64 {
        u64::from(self.0 > 0)
    }

    fn option(&self, _: Player, _: u64, out: &mut Vec<Line>) {
        out.push(Line(self.0 - 1));
    }
}

/// A long game is deep before a position is finished: those that were begun count.
#[test]
fn begun_positions_count_as_looked_at() {
    const LENGTH: u32 = 20_000;
    let budget = Budget::unlimited().positions(1_000);
    let allowed = Limit::Positions { allowed: 1_000 };

    let mut listed = 0;
    let of = |position: &u32, out: &mut Vec<u32>| {
        listed += 1;
        out.extend(position.checked_sub(1));
        Ok(())
    };
    let stopped = Scan::new(ByPosition::default(), of, &budget).look(0, LENGTH);
    let Err(ScanError::Unfinished(unfinished)) = stopped else {
        panic!("the scan is within its limits");
    };
    assert_eq!(unfinished.limit, allowed);
    assert!(listed < 1_100, "{listed} positions were begun");

    for play in [Play::Normal, Play::Misere] {
        let parts = [AnyPartizanComponent::new(Line(LENGTH))];
        let mut search = PartizanSearch::new(play);
        let stopped = search.outcome(&parts, &budget).unwrap_err();
        assert_eq!((stopped.limit, stopped.done), (allowed, 0), "{play:?}");
        let parts = [AnyPartizanComponent::new(Line(400))];
        let second_player_wins = play == Play::Normal;
        let outcome = search.outcome(&parts, &budget).unwrap();
        assert_eq!(outcome == Outcome::P, second_player_wins, "{play:?}");
    }

    let mut values = Values::new(Arc::new(Arena::new()));
    let stopped = values.of(&Line(LENGTH), &budget);
    assert!(matches!(stopped, Err(NoValue::Limit(limit)) if limit == allowed));
    assert_eq!(values.positions(), 0);
}

/// One step of these would list millions of moves, or value the coins before one by all sets of them.
#[test]
fn lists_of_options_end_with_the_budget() {
    for (text, play) in [
        ("sym[64]", Play::Normal),
        ("sym[30]", Play::Misere),
        ("sym[64] + {1|-1}", Play::Normal),
        ("grunt[9000]", Play::Normal),
        ("grunt[900,800]", Play::Misere),
        ("corners[1307^1850]", Play::Normal),
        ("hooks[900^900]", Play::Normal),
    ] {
        let (budget, left) = Budget::unlimited().cancel_after(2_000);
        let answer = analyzed(text, play, budget);
        assert_eq!(answer.outcome, None, "{text}");
        assert_eq!(
            left.load(Ordering::Relaxed),
            0,
            "{text}: {}",
            answer.reason.text
        );
    }
}

/// Right removes one of three rows; the columns, which are Left's, are too many to pass or to count.
#[test]
fn moves_of_a_player_are_found_beside_those_of_the_other_one() {
    let sum = read("crps[4000000000000,2000000000000,1]").unwrap();
    assert_eq!(sum.moves_by(Player::Right).count(), 3);
    for (columns, counted) in [(99_998, 99_999), (99_999, 100_000), (100_000, u128::MAX)] {
        let sum = read(&format!("crps[{columns}]")).unwrap();
        assert_eq!(sum.move_count(), counted, "{sum}");
    }
}

/// A budget that stops the work at the first check.
fn cancelled() -> Budget {
    Budget::unlimited().cancel(Arc::new(AtomicBool::new(true)))
}

fn read_within(text: &str, budget: &Budget) -> Result<Sum, NotationError> {
    Games::builtin().reader().budget(budget.clone()).read(text)
}

/// Many equal summands of a game: the parts of one body, or the terms of a sum.
fn many(name: &str, part: &str, between: &str, count: usize) -> String {
    format!("{name}[{}]", vec![part; count].join(between))
}

#[test]
fn a_long_text_is_read_within_the_budget() {
    let texts = [
        many("nim", "1", ",", 20_000),
        many("lattice", "(1,2)", " ", 20_000),
        many("rnim", "1", ",", 20_000),
        many("schrage", "2x3", " + schrage", 1),
        many("pnim", "1", ",", 20_000),
        vec!["nim[1]"; 20_000].join(" + "),
        vec!["*1"; 20_000].join(" + "),
    ];
    for text in texts.iter().filter(|text| text.len() > 20_000) {
        let start = &text[..20];
        assert!(read_within(text, &Budget::unlimited()).is_ok(), "{start}");
        let stopped = read_within(text, &cancelled()).unwrap_err();
        assert!(stopped.unfinished, "{start}: {stopped}");
        let cramped = read_within(text, &Budget::unlimited().bytes(1 << 16)).unwrap_err();
        assert!(
            cramped.unfinished && cramped.message.contains("memory"),
            "{cramped}"
        );
    }
    // A short text is read with every budget.
    assert!(read_within("nim[3,4]", &cancelled().bytes(0)).is_ok());
}

fn analyzed(text: &str, play: Play, budget: Budget) -> Answer {
    Analyzer::new(Query::play(play), budget).analyze(&read(text).unwrap())
}

#[test]
fn the_list_of_moves_ends_with_the_budget() {
    for (text, play, count) in [
        (many("nim", "1", ",", 4_001), Play::Normal, 4_001),
        (many("nim", "2", ",", 4_001), Play::Misere, 4_001),
        (many("lattice", "(1,0)", " ", 4_001), Play::Normal, 4_001),
    ] {
        let answer = analyzed(&text, play, cancelled());
        assert_eq!(answer.outcome, Some(Outcome::N), "theory needs no budget");
        let found = answer.winning_moves.len();
        assert!(found < count / 2, "{found} moves after the end");
        assert!(!answer.complete);
    }
}

#[test]
fn json_ends_its_list_with_the_budget() {
    let answer = analyzed("nim[1,1,1]", Play::Normal, Budget::unlimited());
    let mut whole = Vec::new();
    assert!(answer.write_json(&mut whole, &Budget::unlimited()).unwrap());
    assert_eq!(String::from_utf8(whole).unwrap(), answer.to_json());
    let mut cut = Vec::new();
    assert!(!answer.write_json(&mut cut, &cancelled()).unwrap());
    let cut: serde_json::Value = serde_json::from_slice(&cut).unwrap();
    assert_eq!(cut["winning_moves"], serde_json::json!([]));
    assert_eq!(cut["complete"], false);
    assert_eq!(cut["outcome"], "N");
}

#[test]
fn choosing_a_move_in_a_lost_game_asks_for_each_option() {
    // Lists of options that are long, and the cost of one of them that of the whole list.
    for (text, play) in [
        (
            "turning(turtles,ruler)[(2,3)] + turning(turtles,ruler)[(2,3)]",
            Play::Normal,
        ),
        ("holladay[2 2; 2 2]", Play::Normal),
        ("nim[40,40]", Play::Normal),
        ("nim[40,40]", Play::Misere),
        ("schrage[3x3] + schrage[3x3]", Play::Normal),
    ] {
        let sum = read(text).unwrap();
        let options = sum.moves().count() as u64;
        let (budget, left) = Budget::unlimited().cancel_after(u64::MAX);
        let choice = best_move(&sum, play, budget).unwrap();
        let asked = u64::MAX - left.load(Ordering::Relaxed);
        assert!(
            asked >= options,
            "{text}: {asked} questions, {options} options"
        );
        for questions in [0, 1, 10] {
            let (budget, _) = Budget::unlimited().cancel_after(questions);
            let hurried = best_move(&sum, play, budget).unwrap();
            assert!(sum.after(&hurried.mv).is_ok(), "{text}");
        }
        assert!(sum.after(&choice.mv).is_ok());
    }
}

/// A column of a row as long as this has 10^10 steps, and a state of it as many numbers.
#[test]
fn a_column_of_a_long_row_asks_the_budget() {
    let (budget, left) = Budget::unlimited().cancel_after(50);
    let query = PeriodQuery::new("wythoff[100000,n]");
    let limit = |report: &PeriodReport| match &report.stopped {
        Some(PeriodError::Unfinished(unfinished)) => unfinished.limit,
        other => panic!("{other:?}"),
    };
    let report = periods::find(&query, &budget).unwrap();
    assert_eq!(limit(&report), Limit::Cancelled);
    assert_eq!(left.load(Ordering::Relaxed), 0);
    assert!(report.terms.len() < 100);

    let query = PeriodQuery::new("wythoff[10000000,n]");
    let small = Budget::unlimited().bytes(1 << 24);
    let report = periods::find(&query, &small).unwrap();
    let limit = limit(&report);
    assert!(matches!(limit, Limit::Bytes { .. }), "{limit}");
}

/// The results for a row do not depend on where a budget stopped an earlier search.
#[test]
fn a_row_goes_on_where_it_was_stopped() {
    let game = RayGame::wythoff();
    let mut whole = GrowingRow::new(&game, 1, 40).unwrap();
    whole.search(200, &Budget::unlimited()).unwrap();
    let mut row = GrowingRow::new(&game, 1, 40).unwrap();
    let mut stops = 0;
    while row
        .search(200, &Budget::unlimited().cancel_after(3).0)
        .is_err()
    {
        stops += 1;
    }
    assert!(stops > 1);
    assert_eq!(row.values(), whole.values());
}

/// Each heap up to 100,000 has the options of all smaller ones.
#[test]
fn options_of_a_quotient_are_held_within_the_budget() {
    let query = QuotientQuery::new("nim[100000]");
    let small = Budget::unlimited().bytes(1 << 24);
    let error = quotients::find(&query, &small).unwrap_err();
    let PeriodError::Unfinished(stopped) = error else {
        panic!("{error}");
    };
    let Limit::Bytes { needed, .. } = stopped.limit else {
        panic!("{stopped}");
    };
    assert!(needed < 1 << 25);
}

/// The budget limits the points and the terms of a guess, as it limits the table.
#[test]
fn values_for_a_guess_are_held_within_the_budget() {
    let family = |last: u64| {
        let letters = ['a', 'b'].map(|name| Letter::read(&format!("{name}=0..{last}")).unwrap());
        Template::new("nim[a b]", letters.to_vec()).unwrap()
    };
    let guessed = |last: u64, bytes: u64| {
        let budget = Budget::unlimited().bytes(bytes);
        find_values(family(last), FamilyQuery::new(Shown::Values), &budget)
    };
    let error = guessed(300, 1 << 20).unwrap_err();
    assert!(matches!(error, GuessError::Unfinished(_)), "{error}");
    assert!(!guessed(300, 1 << 24).unwrap().guesses.is_empty());
}

/// Of 10^9 numbers of the first letter 21 leave one for the second.
#[test]
fn empty_ranges_are_not_walked_through() {
    let letters = ["a=0..1000000000", "b=a..20"].map(|range| Letter::read(range).unwrap());
    let family = Template::new("nim[a b]", letters.to_vec()).unwrap();
    let cases = TrialPositions::family(family).unwrap();
    let mut trial = StatementTrial::new(cases, "1", None, false).unwrap();
    let (budget, _) = Budget::unlimited().cancel_after(100_000);
    trial.run(None, &budget, |_| {}).unwrap();
    assert_eq!(trial.state().held, 231);

    // The search for a condition that no position satisfies ends with the budget.
    let letters = ["a=0..1000000000"].map(|range| Letter::read(range).unwrap());
    let family = Template::new("nim[a]", letters.to_vec()).unwrap();
    let family = family.with_condition("a < 0").unwrap();
    let cases = TrialPositions::family(family).unwrap();
    let mut trial = StatementTrial::new(cases, "1", None, false).unwrap();
    let (budget, _) = Budget::unlimited().cancel_after(100);
    assert!(trial.run(None, &budget, |_| {}).is_err());
}

/// The engine for outcomes reports how far it got, because the engine after it has no time left.
#[test]
fn a_search_that_is_ended_says_how_far_it_got() {
    let (budget, _) = Budget::unlimited().cancel_after(60);
    let mut analyzer = Analyzer::new(Query::play(Play::Normal), budget);
    let answer = analyzer.analyze(&read("cram[7x7]").unwrap());
    assert_eq!(answer.outcome, None);
    let text = answer.reason.text;
    let positions = text.split_once(" after ").expect("so many positions").1;
    let positions: String = positions.chars().filter(char::is_ascii_digit).collect();
    assert!(positions.parse::<u64>().unwrap() > 5_000, "{text}");
}
