//! Tables, periods, guesses, hunts and quotients of games in Rust, against what their rules give.

use nimfield::Budget;
use nimfield::by_size::PositionsBySize;
use nimfield::periods::{self, PeriodQuery};
use nimfield::quotients::{self, QuotientQuery};
use nimfield::statement::{StatementTrial, TrialPositions};
use nimfield::tables::{FamilyQuery, FamilyTable, GrowingBoxes, Shown, SizedTable, TableCell};
use nimfield::template::{Letter, Template};
use nimfield_claims::guess::{self, Guess};
use own_games::euclid;

fn family(text: &str, ranges: &[&str]) -> Template {
    let letters = ranges.iter().map(|range| Letter::read(range).unwrap());
    Template::read(text, letters.collect(), &own_games::games().reader()).unwrap()
}

#[test]
fn a_table_of_euclid_holds_its_values() {
    let family = family("euclid[a,2b]", &["a=0..6", "b=1..6"]);
    let query = FamilyQuery::new(Shown::Values);
    let table = FamilyTable::new(family, query, Budget::unlimited()).unwrap();
    for row in table.rows() {
        let row = row.unwrap();
        let [a, b] = row.values[..] else {
            panic!("two letters")
        };
        let expected = match a {
            0 => TableCell::default(),
            _ => TableCell::Value(u128::from(euclid::value(a, 2 * b)).into()),
        };
        assert_eq!(row.cell, expected, "euclid[{a},{}]", 2 * b);
    }
}

#[test]
fn a_table_of_all_positions_and_counts_of_boxes() {
    let reader = own_games::games().reader();
    let positions = PositionsBySize::of("taker", &reader).unwrap();
    let query = FamilyQuery::new(Shown::Values);
    let table = SizedTable::new(positions, query, Budget::unlimited()).unwrap();
    let mut found = Vec::new();
    let all = table.try_for_each(0..=9, |row| {
        found.push((row.position, row.cell.term()));
        Ok::<_, nimfield::tables::FamilyError>(())
    });
    all.unwrap();
    let expected = (0..=9).map(|n| (format!("taker[{n}]"), Some(n % 4)));
    assert_eq!(found, expected.collect::<Vec<_>>());
    let ranges = ["a=0..n".to_string(), "n=7..8".to_string()];
    let boxes = GrowingBoxes::new("taker[a]", &ranges, &reader).unwrap();
    let count = |n| {
        let query = FamilyQuery::new(Shown::Outcomes);
        let table = FamilyTable::new(boxes.family(n).unwrap(), query, Budget::unlimited());
        table.unwrap().count_p().unwrap().count
    };
    assert_eq!([7, 8].map(count), [2, 3]);
}

#[test]
fn a_period_of_taker_is_seen() {
    let query = PeriodQuery {
        up_to: Some(40),
        reader: own_games::games().reader(),
        ..PeriodQuery::new("taker[n]")
    };
    let report = periods::find(&query, &Budget::unlimited()).unwrap();
    let law = report.law.expect("a period");
    assert_eq!((law.preperiod, law.period, law.saltus), (0, 4, 0));
}

#[test]
fn a_guess_at_taker_is_its_remainder() {
    let query = FamilyQuery::new(Shown::Outcomes);
    let family = family("taker[n]", &["n=0..60"]);
    let report = guess::find(family, query, &Budget::unlimited()).unwrap();
    let Guess::Residues(residues) = &report.guesses[0] else {
        panic!("{:?}", report.guesses[0])
    };
    assert_eq!(residues.in_words(&['n']), "P exactly if n mod 4 is 0");
}

#[test]
fn hunts_over_own_games_find_what_is_wrong_with_a_statement() {
    let reader = own_games::games().reader();
    let tested = |statement: &str| {
        let cases = TrialPositions::by_size("taker", &reader).unwrap();
        let mut trial = StatementTrial::new(cases, statement, None, false).unwrap();
        trial.run(Some(30), &Budget::unlimited(), |_| {}).unwrap();
        let found = trial.state().counterexample.clone();
        found.map(|found| found.position)
    };
    assert_eq!(tested("P = (size mod 4 = 0)"), None);
    assert_eq!(tested("P -> size < 5").as_deref(), Some("taker[8]"));
    let cases = TrialPositions::family(family("euclid[a,b]", &["a=1..9", "b=a..9"])).unwrap();
    let mut trial = StatementTrial::new(cases, "P -> b < 2a", None, false).unwrap();
    trial.run(None, &Budget::unlimited(), |_| {}).unwrap();
    assert_eq!(trial.state().held, 45);
}

#[test]
fn a_misere_quotient_of_taker() {
    let query = QuotientQuery {
        up_to: Some(6),
        reader: own_games::games().reader(),
        ..QuotientQuery::new("taker[n]")
    };
    let report = quotients::find(&query, &Budget::unlimited()).unwrap();
    // Heaps of up to six are those of nim up to 3: {0, *, *2, *3} with sums have this quotient.
    let expected = quotients::find(
        &QuotientQuery {
            up_to: Some(3),
            ..QuotientQuery::new("nim[n]")
        },
        &Budget::unlimited(),
    );
    assert_eq!(report.quotient.order(), expected.unwrap().quotient.order());
    assert_eq!(report.up_to, Some(6));
}
