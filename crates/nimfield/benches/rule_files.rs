//! Games of rule files beside the built-in ones, and the games of the shelf that take long.
//!
//! `cargo bench -p nimfield --bench rule_files`

use divan::{Bencher, black_box};
use nimfield::{Analyzer, Budget, Games, Play, Query, Sum};

fn main() {
    divan::main();
}

/// A rule file that says what a built-in game is, and a position for both.
struct Twin {
    name: &'static str,
    rules: &'static str,
    body: &'static str,
    play: Play,
}

const TWINS: [Twin; 4] = [
    Twin {
        name: "matrix",
        rules: "piles any x any\nmove same any from lines\n",
        body: "[6 7 8; 9 8 6; 5 7 9]",
        play: Play::Misere,
    },
    Twin {
        name: "wythoff",
        rules: "piles 2\nmove same any from subsets 1..2\n",
        body: "[1500,1499]",
        play: Play::Normal,
    },
    Twin {
        name: "tactix",
        rules: "board any\nlines rows columns\ntake any contiguous\nplay misere\n",
        body: "[4x5]",
        play: Play::Misere,
    },
    Twin {
        name: "crim",
        rules: "partition\nremove row and column\n",
        body: "[20,18,15,11,9,6,3]",
        play: Play::Normal,
    },
];

fn answer(bencher: Bencher, sum: &Sum, play: Play) {
    let query = Query {
        value: play == Play::Normal,
        moves: false,
        ..Query::play(play)
    };
    bencher.bench(|| {
        let mut analyzer = Analyzer::new(query.clone(), Budget::unlimited());
        let answer = analyzer.analyze(black_box(sum));
        assert!(answer.outcome.is_some());
        answer
    });
}

/// The built-in game.
#[divan::bench(args = 0..TWINS.len(), sample_count = 5)]
fn built_in(bencher: Bencher, game: usize) {
    let Twin {
        name, body, play, ..
    } = TWINS[game];
    let sum = nimfield::read(&format!("{name}{body}")).expect("a position");
    answer(bencher, &sum, play);
}

/// The same game by its rule file.
#[divan::bench(args = 0..TWINS.len(), sample_count = 5)]
fn by_file(bencher: Bencher, game: usize) {
    let Twin {
        rules, body, play, ..
    } = TWINS[game];
    let load = |_: &str| Ok::<String, String>(rules.to_string());
    let games = Games::builtin();
    let reader = games.reader().files(load);
    let sum = reader
        .read(&format!("@twin.game{body}"))
        .expect("a position");
    answer(bencher, &sum, play);
}

/// Lines that change what a sieve of all smaller positions does, beside none: the winner.
#[divan::bench(
    args = ["keep p1 >= 0", "ends where p1 + p2 <= 3", "ends won where p1 = p2", "block 1", "block 4"],
    sample_count = 3
)]
fn sieve(bencher: Bencher, line: &str) {
    let rules = format!("piles 2\nmove same any from each and all\n{line}\n");
    let bencher = bencher.counter(divan::counter::ItemsCount::new(1001_usize * 1000));
    // Each run reads the rules again, as a game keeps its sieve.
    bencher
        .with_inputs(|| {
            Games::builtin()
                .with_rules_text("own", &rules)
                .expect("rules")
        })
        .bench_values(|games| {
            let sum = games.read("own[1000,999]").expect("a position");
            let query = Query {
                value: false,
                moves: false,
                ..Query::play(Play::Normal)
            };
            Analyzer::new(query, Budget::unlimited()).analyze(black_box(&sum))
        });
}

/// Games of the shelf: the outcome with all winning moves.
#[divan::bench(
    args = ["domineering[6x6]", "domineering[7x7]", "chomp[3x100]", "chomp[10x10]", "cram[4x7]"],
    sample_count = 1
)]
fn outcome(bencher: Bencher, text: &str) {
    let sum = nimfield::read(text).expect("a position");
    bencher.bench(|| {
        let mut analyzer = Analyzer::new(Query::play(Play::Normal), Budget::unlimited());
        let answer = analyzer.analyze(black_box(&sum));
        assert!(answer.complete);
        answer
    });
}

/// Games of the shelf: the value.
#[divan::bench(args = ["cram[5x6]", "cram[5x7]", "chomp[5x6]"], sample_count = 1)]
fn value(bencher: Bencher, text: &str) {
    let sum = nimfield::read(text).expect("a position");
    answer(bencher, &sum, Play::Normal);
}
