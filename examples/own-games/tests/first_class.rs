//! A game in Rust outside of the workspace has all that the book's table "Every game" lists: its moves are read, played and
//! described, it is drawn with its shape, a hand makes every move, and families of it are tabulated.

use nimfield::Budget;
use nimfield::diagram::Diagram;
use nimfield::handles::Grip;
use nimfield::periods::{self, PeriodQuery};
use nimfield::shape::Shape;
use nimfield::statement::{StatementTrial, TrialPositions};
use nimfield::tables::{FamilyQuery, FamilyTable, Shown};
use nimfield::template::{Letter, Template};
use nimfield_claims::guess;

/// Its values by Winning Ways, chapter 4.
const KAYLES: [u64; 12] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];

fn family(range: &str) -> Template {
    let letters = vec![Letter::read(range).unwrap()];
    Template::read("kayles[n]", letters, &own_games::games().reader()).unwrap()
}

#[test]
fn its_moves_are_read_played_and_described() {
    let games = own_games::games();
    for name in ["kayles", "euclid"] {
        let info = games.find(name).unwrap().info;
        let start = games.read(info.usual_start()).unwrap();
        for mv in start.moves() {
            let read = start.read_move(&mv.to_string());
            assert_eq!(read.as_ref(), Ok(&mv), "{name}");
            assert!(start.after(&mv).is_ok(), "{name}: {mv}");
        }
    }
    let kayles = games.find("kayles").unwrap().info;
    assert_eq!(kayles.moves_in_words(), "`row I by K into A+B`");
    let euclid = games.find("euclid").unwrap().info;
    let start = games.read(euclid.usual_start()).unwrap();
    let mv = start.read_move(euclid.move_example).unwrap();
    assert!(start.after(&mv).is_ok());
}

#[test]
fn it_is_drawn_with_its_shape_and_a_hand_makes_every_move() {
    for text in ["kayles[9]", "euclid[5,13]"] {
        let start = own_games::games().read(text).unwrap();
        let term = &start.components()[0];
        assert!(matches!(term.shape(), Shape::Heaps { .. }), "{text}");
        assert!(matches!(term.diagram(), Diagram::Heaps(_)), "{text}");
        let handles = term.handles();
        for mv in start.moves() {
            let words = mv.text_in_component();
            let made = handles.iter().any(|handle| match &handle.grip {
                Grip::Move { text } => *text == words,
                Grip::Listed { before } | Grip::Amount { before, .. } => words.starts_with(before),
                _ => false,
            });
            assert!(made, "no handle makes {mv}");
        }
    }
}

#[test]
fn families_of_it_have_tables_periods_guesses_and_hunts() {
    let query = FamilyQuery::new(Shown::Values);
    let table = FamilyTable::new(family("n=0..11"), query, Budget::unlimited()).unwrap();
    let values = table.rows().map(|row| row.unwrap().cell.text());
    let expected = KAYLES.map(|value| value.to_string());
    assert_eq!(values.collect::<Vec<_>>(), expected);
    let query = PeriodQuery {
        up_to: Some(12),
        reader: own_games::games().reader(),
        ..PeriodQuery::new("kayles[n]")
    };
    let report = periods::find(&query, &Budget::unlimited()).unwrap();
    let terms = (0..12).map(|n| report.term(n));
    assert!(terms.eq(KAYLES.map(|value| Some(value.into()))));
    let query = FamilyQuery::new(Shown::Outcomes);
    let report = guess::find(family("n=0..11"), query, &Budget::unlimited()).unwrap();
    assert_eq!(
        (report.points.positions(), report.points.p_positions()),
        (12, 1)
    );
    let cases = TrialPositions::family(family("n=0..11")).unwrap();
    let mut trial = StatementTrial::new(cases, "P -> n = 0", None, false).unwrap();
    trial.run(None, &Budget::unlimited(), |_| {}).unwrap();
    assert_eq!(trial.state().held, 12);
}
