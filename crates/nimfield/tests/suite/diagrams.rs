//! Young diagrams are written with their rows in order.

use nimfield::periods::{PeriodQuery, find};
use nimfield::statement::{StatementTrial, TrialPositions};
use nimfield::tables::{Engine, FamilyQuery, FamilyTable, Shown};
use nimfield::template::{Letter, Template};
use nimfield::{Budget, read};
use nimfield_claims::guess;

const GAMES: [&str; 17] = [
    "pnim",
    "lctr",
    "crim",
    "cris",
    "crpm",
    "crps",
    "sato",
    "downright",
    "rook",
    "queen",
    "king",
    "bishop",
    "knight",
    "pawn",
    "chomp",
    "hooks",
    "corners",
];

fn family(text: &str, ranges: &[&str]) -> Template {
    let letters = ranges.iter().map(|range| Letter::read(range).unwrap());
    Template::new(text, letters.collect()).unwrap()
}

#[test]
fn rows_out_of_order_are_refused_with_their_place() {
    for game in GAMES {
        assert!(read(&format!("{game}[3,1,1]")).is_ok(), "{game}");
        for (body, place, guess) in [
            ("1,2", 2, "2,1"),
            ("3^2 1, 4,1", 7, "4,3^2,1^2"),
            ("0,1", 2, "1"),
        ] {
            let text = format!("{game}[{body}]");
            let error = read(&text).unwrap_err();
            let start = game.len() + 1 + place;
            assert_eq!(error.span, start..start + 1, "{text}");
            let expected = format!("did you mean `[{guess}]`?");
            assert!(error.message.ends_with(&expected), "{}", error.message);
        }
    }
    let error = read("cris[2; 1,3]").unwrap_err();
    assert_eq!(error.span, 10..11);
    let error = read("rit[3,1]").unwrap_err();
    assert!(
        error.message.ends_with("did you mean `[1,3]`?"),
        "{}",
        error.message
    );
    // A move of pnim lists lines in any order.
    let sum = read("pnim[4,2,1]").unwrap();
    assert_eq!(sum.read_move("rows 1,4").unwrap().to_string(), "rows 4,1");
}

#[test]
fn families_leave_out_rows_that_are_not_in_order() {
    for (text, engine) in [
        ("crim[a,b]", Engine::ClosedForm),
        ("pnim[a,b]", Engine::Analysis),
        ("chomp[a,b]", Engine::Analysis),
    ] {
        let family = family(text, &["a=1..6", "b=1..6"]);
        let table = FamilyTable::new(
            family,
            FamilyQuery::new(Shown::Outcomes),
            Budget::unlimited(),
        );
        let table = table.unwrap();
        assert_eq!(table.engine(), engine);
        for row in table.rows() {
            let row = row.unwrap();
            assert_eq!(row.cell.is_empty(), row.values[0] < row.values[1], "{text}");
        }
        assert_eq!(table.count_p().unwrap().empty, 15, "{text}");
    }
}

#[test]
fn periods_begin_where_the_rows_are_in_order() {
    let query = PeriodQuery {
        up_to: Some(10),
        ..PeriodQuery::new("chomp[n,2,1]")
    };
    let report = find(&query, &Budget::unlimited()).unwrap();
    assert_eq!((report.first, report.last()), (2, Some(10)));
    assert_eq!(&report.terms[..4], [0, 1, 5, 7]);
}

#[test]
fn guesses_and_hunts_leave_out_rows_that_are_not_in_order() {
    let budget = Budget::unlimited();
    let query = FamilyQuery::new(Shown::Outcomes);
    let report = guess::find(family("chomp[a,b]", &["a=0..9", "b=0..9"]), query, &budget).unwrap();
    assert_eq!(report.points.positions(), 10 * 11 / 2 - 1);
    let cases = TrialPositions::family(family("chomp[a,b]", &["a=1..9", "b=1..9"])).unwrap();
    let mut trial = StatementTrial::new(cases, "P = (a = b+1)", None, false).unwrap();
    trial.run(None, &budget, |_| {}).unwrap();
    assert_eq!((trial.state().held, trial.left_out()), (45, 36));
    let cases = TrialPositions::by_size("chomp", &nimfield::Games::builtin().reader()).unwrap();
    let mut trial =
        StatementTrial::new(cases, "P and parts = 2 -> odd(size)", None, false).unwrap();
    trial.run(Some(7), &budget, |_| {}).unwrap();
    // All partitions of 1 to 7.
    assert_eq!(trial.state().held, 1 + 2 + 3 + 5 + 7 + 11 + 15);
}
