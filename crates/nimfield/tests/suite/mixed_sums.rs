//! Random sums of large and small summands: one analyser gives the same answer in every order of the summands, a new
//! one agrees, and every move that it prints is read back, played, and wins.

use std::collections::BTreeSet;

use nimfield::{Analyzer, Answer, Budget, Outcome, Play, Player, Query, Sum, read};

/// Impartial summands, small and large: some that searches can decide, and some that only theory can decide.
const IMPARTIAL: [&str; 26] = [
    "nim[3]",
    "nim[1000000]",
    "nim[w+5]",
    "nim[7,340282366920938463463374607431768211455]",
    "*2",
    "(*2+*3)",
    "{*2,*3|*2,*3}",
    "{{*2|*2},0|{*2|*2},0}",
    "wythoff[3,5]",
    "wythoff[2,1]",
    "wythoff[161803398874,261803398875]",
    "matrix[1 2; 2 3]",
    "matrix[20 24; 24 27]",
    "matrix[20011 20021 5]",
    "matrix[10000 30000; 20000 70000]",
    "holladay[1 2; 3 4]",
    "lattice[(3,2) (0,5)]",
    "lattice[(1000000007,3)]",
    "schrage[5x8]",
    "schrage[3x3]",
    "tactix[2x2]",
    "tactix[1x5]",
    "pnim[3,1]",
    "pnim[1000000^2]",
    "rnim[4,3]",
    "nimbers[(2,2)]",
];

/// Partizan summands, and values.
const PARTIZAN: [&str; 14] = [
    "matrix-partizan[1 2; 2 2]",
    "matrix-partizan[3 1; 0 3]",
    "matrix-partizan[0 500; 400 501]",
    "matrix-partizan[5 2 1]",
    "crpm[2,1]",
    "crpm[3,3]",
    "^",
    "v*",
    "{3|-1}",
    "-2",
    "3/4",
    "*3",
    "{2|-1}",
    "Tiny(1)",
];

fn any<'a>(random: &mut fastrand::Rng, list: &[&'a str]) -> &'a str {
    list[random.usize(..list.len())]
}

/// The summands as they are, and from each of the others on: each is the first, and each the last.
fn orders<T: Clone>(things: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..things.len()).map(|first| [&things[first..], &things[..first]].concat())
}

fn query(play: Play) -> Query {
    Query {
        value: true,
        ..Query::play(play)
    }
}

/// Small sums are searched, large ones need theory.
fn budget() -> Budget {
    Budget::unlimited().positions(200).bytes(64 << 20)
}

/// The results for a sum, independent of the order: the outcome, the value and the winning moves, each with its
/// summand.
#[derive(Debug, PartialEq)]
struct Told {
    outcome: Option<Outcome>,
    value: Option<String>,
    /// `None` if the list is not complete.
    moves: Option<BTreeSet<(String, Option<Player>, String)>>,
}

impl Told {
    fn of(answer: &Answer, order: &[&str]) -> Told {
        let moves = answer.winning_moves.iter().map(|found| {
            let summand = order[found.mv.component()].to_string();
            (summand, found.player(), found.mv.text_in_component())
        });
        Told {
            outcome: answer.outcome,
            value: answer
                .value_text()
                .or(answer.misere_value.map(|n| n.to_string())),
            moves: answer.complete.then(|| moves.collect()),
        }
    }

    /// Whether all reports agree.
    fn agrees(&self, other: &Told) -> bool {
        fn same<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
            one.is_none() || other.is_none() || one == other
        }
        same(&self.outcome, &other.outcome)
            && same(&self.value, &other.value)
            && same(&self.moves, &other.moves)
    }
}

/// Every winning move, of a run the first ones and the last: it reads back, is legal, and leaves the position that it
/// names, which its player wins.
fn check_moves(answer: &Answer, analyzer: &mut Analyzer) {
    let position = &answer.position;
    for winning in answer.winning_moves.iter().take(12) {
        let text = winning.mv.to_string();
        let player = winning.player().unwrap_or(Player::Left);
        let again = position.read_move_of(&text, player);
        let again = again.unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!(again, winning.mv, "{position}: {text}");
        let last = winning.mv.nth(winning.mv.count() - 1);
        for mv in winning.mv.moves().take(2).chain(last) {
            let single = position.read_move_of(&mv.to_string(), player);
            assert_eq!(single.as_ref(), Ok(&mv), "{position}: {mv}");
            let after = position
                .after(&mv)
                .unwrap_or_else(|why| panic!("{position}: {why}"));
            let reread = read(&after.to_string()).unwrap_or_else(|error| panic!("{error}"));
            // Alone, `*` is a heap.
            let same = reread.to_string() == after.to_string()
                || analyzer.analyze(&reread).outcome == analyzer.analyze(&after).outcome;
            assert!(same, "{position}: {mv} leaves {after}");
            if winning.mv.count() == 1 {
                assert_eq!(winning.to().as_ref(), Some(&after), "{position}: {mv}");
            }
            let wins = match winning.player() {
                None => vec![Outcome::P],
                Some(Player::Left) => vec![Outcome::P, Outcome::L],
                Some(Player::Right) => vec![Outcome::P, Outcome::R],
            };
            let outcome = analyzer.analyze(&after).outcome;
            let right = outcome.is_none_or(|outcome| wins.contains(&outcome));
            assert!(right, "{position}: {mv} leaves {outcome:?}");
        }
    }
}

/// One analyser for all sums of a play, as in a session.
struct Session {
    play: Play,
    analyzer: Analyzer,
    decided: usize,
}

impl Session {
    fn new(play: Play) -> Session {
        Session {
            play,
            analyzer: Analyzer::new(query(play), budget()),
            decided: 0,
        }
    }

    fn check(&mut self, summands: &[&str]) {
        let mut first: Option<(Told, Sum)> = None;
        for order in orders(summands) {
            let sum = read(&order.join(" + ")).unwrap_or_else(|error| panic!("{error}"));
            let answer = self.analyzer.analyze(&sum);
            let told = Told::of(&answer, &order);
            match &first {
                Some((before, other)) => {
                    assert!(
                        told.agrees(before),
                        "{}: {sum}: {told:?}\n{other}: {before:?}",
                        self.play
                    );
                }
                None => {
                    self.decided += usize::from(told.outcome.is_some());
                    let mut new = Analyzer::new(query(self.play), budget());
                    let fresh = Told::of(&new.analyze(&sum), &order);
                    assert!(
                        told.agrees(&fresh),
                        "{}: {sum}: {told:?}\n{fresh:?}",
                        self.play
                    );
                    check_moves(&answer, &mut self.analyzer);
                    first = Some((told, sum));
                }
            }
        }
    }
}

fn check_random(cases: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut sessions = [Play::Normal, Play::Misere].map(Session::new);
    let mut partizan = Session::new(Play::Normal);
    for _ in 0..cases {
        let count = 2 + random.usize(..2);
        let summands: Vec<&str> = (0..count).map(|_| any(&mut random, &IMPARTIAL)).collect();
        sessions
            .iter_mut()
            .for_each(|session| session.check(&summands));
        let mixed = [
            any(&mut random, &IMPARTIAL),
            any(&mut random, &PARTIZAN),
            any(&mut random, &PARTIZAN),
        ];
        partizan.check(&mixed[..2 + random.usize(..2)]);
    }
    let decided = [&sessions[0], &sessions[1], &partizan].map(|session| session.decided);
    assert!(
        decided.iter().all(|&decided| 8 * decided > cases),
        "{decided:?} of {cases}"
    );
}

#[test]
fn the_order_of_summands_changes_nothing() {
    check_random(2, 1);
}

/// `NIMFIELD_CASES` and `NIMFIELD_SEED` set the number of cases and the seed.
#[test]
#[ignore = "as long as is asked for"]
fn the_order_of_many_summands_changes_nothing() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    check_random(
        number("NIMFIELD_CASES").unwrap_or(2_000),
        number("NIMFIELD_SEED").unwrap_or(2) as u64,
    );
}
