//! The loop over routes, as its trail shows it.

use nimfield::trail::{End, Step};
use nimfield::{Analyzer, Budget, Grundy, Outcome, Play, Query, read};

fn analyzer(play: Play, budget: Budget) -> Analyzer {
    Analyzer::new(Query::play(play), budget)
}

/// The steps of the question about the outcome.
fn steps(text: &str, play: Play, budget: Budget) -> Vec<Step> {
    let mut analyzer = analyzer(play, budget);
    analyzer.analyze(&read(text).unwrap());
    let steps = analyzer.trail().steps().iter();
    let outcome = steps.filter(|step| step.question().starts_with("the outcome of the position"));
    outcome.cloned().collect()
}

fn names(steps: &[Step]) -> Vec<&str> {
    steps.iter().map(|step| step.route).collect()
}

#[test]
fn the_first_answer_ends_the_loop() {
    let theory = steps("matrix[20 24; 24 27]", Play::Normal, Budget::unlimited());
    assert_eq!(names(&theory), ["theory"]);
    assert_eq!(theory[0].end, End::Answered);

    let searched = steps("matrix[2 3 4; 3 4 5]", Play::Normal, Budget::unlimited());
    assert_eq!(names(&searched), ["theory", "table of the box", "search"]);
    for passed in &searched[..2] {
        assert!(matches!(passed.end, End::Passed(_)), "{passed}");
    }
    assert_eq!(searched[2].end, End::Answered);
    assert!(searched[2].positions > 0);
}

/// A trial search ends when its positions are used up, and then a table is made, if the allowed positions suffice for
/// it.
#[test]
fn a_trial_comes_before_long_work() {
    let board = "lines(max=2)[5x4]";
    let allowed = |positions| {
        let budget = Budget::unlimited().positions(positions);
        steps(board, Play::Misere, budget)
    };
    let tried = allowed(1 << 20);
    let trial = tried.iter().find(|step| step.trial == Some(20_000));
    let trial = trial.expect("a trial");
    let last = tried.last().unwrap();
    if trial.end == End::Answered {
        assert_eq!(last.route, trial.route);
    } else {
        assert!(matches!(trial.end, End::Passed(_)), "{trial}");
        assert_eq!(last.route, "table of the board");
        assert_eq!(last.estimate, Some(1 << 20));
    }
    // With one position less, the table is not made.
    let told = |steps: &[Step]| {
        let mut steps = steps.iter();
        steps.any(|step| step.to_string().contains("1048575 positions are allowed"))
    };
    assert!(told(&allowed((1 << 20) - 1)));
    assert!(!told(&tried));
}

/// Partizan positions go through the same loop: cheap forms first, then theory and bounds, then work.
#[test]
fn partizan_routes_are_reported() {
    let unlimited = |text| steps(text, Play::Normal, Budget::unlimited());
    assert_eq!(
        names(&unlimited("matrix-partizan[20 30; 40 50]")),
        ["theory"]
    );
    let cheap = unlimited("{3|1} + crpm[4]");
    assert_eq!(names(&cheap), ["canonical forms"]);
    assert_eq!((&cheap[0].end, cheap[0].positions), (&End::Answered, 4));
    let line = unlimited("matrix-partizan[40 39 80]");
    assert_eq!(names(&line), ["theory", "closed forms"]);
    assert!(matches!(line[0].end, End::Passed(_)), "{}", line[0]);

    let misere = steps("crpm[4] + crpm[2]", Play::Misere, Budget::unlimited());
    assert_eq!(names(&misere), ["search"]);
    let allowed = Budget::unlimited().positions(100);
    let large = steps("crpm[12^12] + crpm[11^9]", Play::Normal, allowed);
    let passed = ["stops and temperatures", "canonical forms", "search"];
    assert_eq!(names(&large), passed);
    assert!(matches!(large[1].end, End::Passed(_)), "{}", large[1]);
    assert!(matches!(large[2].end, End::Stopped(_)), "{}", large[2]);
}

/// A result that one route leaves open is searched for again if it can be found quickly.
#[test]
fn winning_moves_are_completed_by_quick_forms() {
    let mut analyzer = analyzer(Play::Normal, Budget::unlimited());
    let sum = read("matrix-partizan[40 39] + matrix-partizan[3; 6]").unwrap();
    analyzer.analyze(&sum);
    let told = analyzer.trail().to_string();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[1], "  stops and temperatures: answered");
    let forms = "  canonical forms, at most 10000 positions: answered";
    assert!(lines[3].starts_with(forms), "{told}");
}

#[test]
fn thresholds_are_reported() {
    let large = steps(
        "lines(max=3)[6x7]",
        Play::Misere,
        Budget::unlimited().positions(100),
    );
    let why = "the board has 42 cells, and tables are built for at most 32";
    let passed = large.iter().find(|step| step.route == "table of the board");
    assert_eq!(passed.unwrap().end, End::Passed(why.into()));
}

/// Searches and tables displace each other: a displaced table is computed again, and any other is kept.
#[test]
fn routes_make_room_for_each_other() {
    let mut analyzer = analyzer(Play::Normal, Budget::unlimited());
    let boxed = read("matrix[3 4; 4 5]").unwrap();
    let cells = 4 * 5 * 5 * 6;
    let mut computed = |between: Option<&str>| {
        if let Some(text) = between {
            analyzer
                .has_value(&read(text).unwrap(), Grundy::ZERO)
                .unwrap();
        }
        analyzer.value(&boxed).unwrap();
        let last = analyzer.trail().steps().last().unwrap();
        assert_eq!(last.route, "table of the box");
        last.positions
    };
    assert_eq!(computed(None), cells);
    assert_eq!(computed(None), 0);
    assert_eq!(
        computed(Some("matrix[20 24; 24 27]")),
        0,
        "theory needs no room"
    );
    assert_eq!(computed(Some("matrix[2 3 4; 3 4 5]")), cells);
}

/// A search over positions takes too long here, but the forms of the components are small.
#[test]
fn misere_sums_are_decided_by_forms_of_components() {
    let budget = || Budget::unlimited().positions(4_000);
    let route = "misère forms of components";
    for (text, outcome, moves) in [
        ("schrage[6x10]", Outcome::P, 0),
        ("schrage[9x14]", Outcome::N, 2),
    ] {
        let answer = analyzer(Play::Misere, budget()).analyze(&read(text).unwrap());
        assert_eq!(answer.outcome, Some(outcome), "{text}");
        assert_eq!(answer.winning_moves.len(), moves, "{text}");
        assert!(answer.complete, "{text}: {}", answer.reason.text);
        let steps = steps(text, Play::Misere, budget());
        assert_eq!(steps.last().unwrap().route, route);
    }
}

/// The value of a summand with very many moves is not searched for where few other moves need it.
#[test]
fn few_moves_are_tried_without_the_value_of_the_rest() {
    let budget = Budget::unlimited().positions(20_000);
    let sum = read("wythoff[1000000,1] + nim[5]").unwrap();
    let answer = analyzer(Play::Normal, budget).analyze(&sum);
    assert!(answer.complete && answer.winning_moves.len() == 1);
    assert!(answer.effort.positions < 1_000, "{:?}", answer.effort);
}

/// Who wins every row `[a b c]` up to a size in misère play, by the definition.
fn misere_rows(size: usize) -> Vec<Vec<Vec<bool>>> {
    let mut is_p = vec![vec![vec![false; size + 1]; size + 1]; size + 1];
    for a in 0..=size {
        for b in 0..=size {
            for c in 0..=size {
                let won = a + b + c == 0
                    || (0..a).any(|left| is_p[left][b][c])
                    || (0..b).any(|left| is_p[a][left][c])
                    || (0..c).any(|left| is_p[a][b][left])
                    || (1..=a.min(b).min(c)).any(|k| is_p[a - k][b - k][c - k]);
                is_p[a][b][c] = !won;
            }
        }
    }
    is_p
}

/// In misère play a search that lists options is soon replaced by the table of the box, which also has the moves and
/// the misère value.
#[test]
fn the_table_of_a_box_answers_in_misere_play() {
    let size = 40;
    let is_p = misere_rows(size);
    let mut by_table = 0;
    for [a, b, c] in [
        [40, 39, 38],
        [31, 40, 37],
        [33, 9, 40],
        [17, 18, 3],
        [2, 3, 1],
    ] {
        let text = format!("matrix[{a} {b} {c}]");
        let query = Query {
            value: true,
            ..Query::play(Play::Misere)
        };
        let mut analyzer = Analyzer::new(query, Budget::unlimited());
        let answer = analyzer.analyze(&read(&text).unwrap());
        let expected = if is_p[a][b][c] {
            Outcome::P
        } else {
            Outcome::N
        };
        assert_eq!(answer.outcome, Some(expected), "{text}");
        assert_eq!(answer.misere_value == Some(0), is_p[a][b][c], "{text}");
        let wins = (0..a).filter(|&left| is_p[left][b][c]).count()
            + (0..b).filter(|&left| is_p[a][left][c]).count()
            + (0..c).filter(|&left| is_p[a][b][left]).count()
            + (1..=a.min(b).min(c))
                .filter(|&k| is_p[a - k][b - k][c - k])
                .count();
        assert!(answer.complete, "{text}");
        assert_eq!(answer.winning_moves.len(), wins, "{text}");
        let steps = analyzer.trail().steps();
        for step in steps.iter().filter(|step| step.route == "search") {
            assert!(step.positions <= 2_001, "{step}");
        }
        let table = |step: &&Step| step.route == "table of the box" && step.end == End::Answered;
        by_table += steps.iter().filter(table).count();
    }
    assert!(by_table > 0);
}

/// Each step has the counts of its own search, and theory counts nothing.
#[test]
fn searches_report_what_they_skip() {
    for (text, name) in [
        (
            "cram[ooooo/o.ooo/ooooo/ooo.o/oooo.]",
            "parts of known value",
        ),
        ("domineering[6x6]", "positions won by bounds"),
    ] {
        let mut analyzer = analyzer(Play::Normal, Budget::unlimited());
        analyzer.analyze(&read(text).unwrap());
        let trail = analyzer.trail();
        let (searched, others): (Vec<&Step>, _) =
            (trail.steps().iter()).partition(|step| step.positions > 0);
        let mut counts = searched.iter().flat_map(|step| &step.counts);
        let (_, number) = counts.find(|count| count.0 == name).expect(text);
        let line = format!("    {name}: {number}\n");
        assert!(trail.to_string().contains(&line), "{trail}");
        let mut theory = others.iter().filter(|step| step.route == "theory");
        assert!(theory.all(|step| step.counts.is_empty()), "{trail}");
    }
}
