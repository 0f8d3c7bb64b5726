//! Positions in which the game is over, and forbidden options, against a twin that tries all sets to forbid.

use std::collections::{BTreeSet, HashMap};

use nimfield::{Analyzer, Budget, Outcome, Play, Query};

use super::{analyzed, read};

type Pair = [u64; 2];

/// A game on two piles.
struct Twin {
    lines: &'static str,
    options: fn(Pair) -> BTreeSet<Pair>,
    /// Whether the player to move has won in normal play, if the game is over.
    over: fn(Pair) -> Option<bool>,
    forbids: usize,
}

fn wythoff([x, y]: Pair) -> BTreeSet<Pair> {
    let one = (0..x).map(|left| [left, y]);
    let other = (0..y).map(|left| [x, left]);
    let both = (1..=x.min(y)).map(|k| [x - k, y - k]);
    one.chain(other).chain(both).collect()
}

fn few([x, y]: Pair) -> BTreeSet<Pair> {
    let taken = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 2), (2, 1)];
    let after = |&(k, l): &(u64, u64)| Some([x.checked_sub(k)?, y.checked_sub(l)?]);
    taken.iter().filter_map(after).collect()
}

fn never(_: Pair) -> Option<bool> {
    None
}

const WYTHOFF: &str = "move same any from each and all";
const FEW: &str = "move same 1..2 from each\nmove vector 1,2 from pairs";

impl Twin {
    /// Returns whether the player to move wins, by trying all sets that the other player may forbid.
    fn wins(&self, place: Pair, play: Play, known: &mut HashMap<Pair, bool>) -> bool {
        if let Some(&wins) = known.get(&place) {
            return wins;
        }
        let wins = match (self.over)(place) {
            Some(won) => won == (play == Play::Normal),
            None => {
                let options = (self.options)(place).into_iter();
                let lost: Vec<bool> = options.map(|own| !self.wins(own, play, known)).collect();
                let sets = subsets(lost.len(), self.forbids).into_iter();
                sets.into_iter().all(|set| {
                    let left = (0..lost.len()).filter(|at| !set.contains(at));
                    let left: Vec<usize> = left.collect();
                    match left.is_empty() {
                        true => play == Play::Misere,
                        false => left.iter().any(|&at| lost[at]),
                    }
                })
            }
        };
        known.insert(place, wins);
        wins
    }
}

/// All sets with at most this many of the first numbers.
fn subsets(count: usize, most: usize) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new()];
    for number in 0..count {
        let longer = sets.iter().filter(|set: &&Vec<usize>| set.len() < most);
        let longer: Vec<_> = longer.map(|set| [&set[..], &[number]].concat()).collect();
        sets.extend(longer);
    }
    sets
}

fn twins() -> Vec<Twin> {
    let plain = |lines, options, forbids| Twin {
        lines,
        options,
        over: never,
        forbids,
    };
    vec![
        plain("move same any from each and all\nblock 1", wythoff, 1),
        plain("block 2\nmove same any from each and all", wythoff, 2),
        plain("move same any from each and all\nblock 3", wythoff, 3),
        plain("move same any from each and all\nblock 0", wythoff, 0),
        // Two lines give the same options, which count once.
        plain(
            "move same any from each and all\nmove vector 1,1 from pairs\nblock 1",
            wythoff,
            1,
        ),
        plain(
            "move same 1..2 from each\nmove vector 1,2 from pairs\nblock 2",
            few,
            2,
        ),
        plain(
            "move same 1..2 from each\nmove vector 1,2 from pairs\nblock 64",
            few,
            64,
        ),
        Twin {
            lines: "move same any from each and all\nends where p1 + p2 <= 3",
            options: wythoff,
            over: |[x, y]| (x + y <= 3).then_some(false),
            forbids: 0,
        },
        Twin {
            lines: "move same any from each and all\nends won where p1 + p2 <= 3",
            options: wythoff,
            over: |[x, y]| (x + y <= 3).then_some(true),
            forbids: 0,
        },
        Twin {
            lines: "move same 1..2 from each\nmove vector 1,2 from pairs\nends won where p1 = p2\nends where p1 < 3",
            options: few,
            over: |[x, y]| {
                if x == y {
                    Some(true)
                } else {
                    (x < 3).then_some(false)
                }
            },
            forbids: 0,
        },
        Twin {
            lines: "move same any from each and all\nends where p1 = 1\nends won where p2 = 2 or p1 + p2 = 9\nblock 2",
            options: wythoff,
            over: |[x, y]| {
                if x == 1 {
                    Some(false)
                } else {
                    (y == 2 || x + y == 9).then_some(true)
                }
            },
            forbids: 2,
        },
    ]
}

#[test]
fn outcomes_and_winning_moves_are_those_of_the_twin() {
    const MOST: u64 = 7;
    for twin in twins() {
        let text = format!("piles 2\n{}\n", twin.lines);
        for play in [Play::Normal, Play::Misere] {
            let mut known = HashMap::new();
            for place @ [x, y] in (0..=MOST).flat_map(|x| (0..=MOST).map(move |y| [x, y])) {
                let sum = read(&text, &format!("[{x},{y}]"));
                let answer = analyzed(&sum, play);
                let wins = twin.wins(place, play, &mut known);
                let expected = if wins { Outcome::N } else { Outcome::P };
                assert_eq!(answer.outcome, Some(expected), "{text}{place:?} {play}");
                let options = match (twin.over)(place) {
                    Some(_) => BTreeSet::new(),
                    None => (twin.options)(place),
                };
                let moves: BTreeSet<String> = sum
                    .moves()
                    .map(|mv| sum.after(&mv).unwrap().to_string())
                    .collect();
                assert_eq!(moves.len(), options.len(), "{text}{place:?}");
                let mut lost = BTreeSet::new();
                for option in options {
                    if !twin.wins(option, play, &mut known) {
                        lost.insert(read(&text, &format!("{option:?}")).to_string());
                    }
                }
                let winning = answer.winning_moves.iter();
                let winning: BTreeSet<String> = winning
                    .map(|own| sum.after(&own.mv.first()).unwrap().to_string())
                    .collect();
                let expected = if wins { lost.clone() } else { BTreeSet::new() };
                assert_eq!(winning, expected, "{text}{place:?} {play}");
                let forbidden = answer.reason.text.matches("forbids the only").count() == 1;
                assert_eq!(
                    forbidden,
                    !wins && !lost.is_empty(),
                    "{text}{place:?} {play}"
                );
                if forbidden {
                    let named = answer.reason.text.split("P-positions: ").nth(1).unwrap();
                    let named = named.split(" (sieve").next().unwrap();
                    assert_eq!(
                        named.split("; ").count(),
                        lost.len(),
                        "{}",
                        answer.reason.text
                    );
                }
            }
        }
    }
}

/// Larsson 2011, Blocking Wythoff nim, for one forbidden option: the P-positions are (0, 0), all (n, 2n+1), and
/// (2x+2, 2y+2) for each P-position (x, y) of Wythoff's game.
#[test]
fn the_p_positions_of_wythoffs_game_with_one_forbidden_option() {
    let text = format!("piles 2\n{WYTHOFF}\nblock 1\n");
    let mut wythoffs = vec![[0, 0]];
    for x in 1..20u64 {
        let met = wythoffs.iter().any(|&[one, other]| x == one || x == other);
        if !met {
            wythoffs.push([x, x + wythoffs.len() as u64]);
        }
    }
    for x in 0..25u64 {
        for y in x..40 {
            let answer = analyzed(&read(&text, &format!("[{x},{y}]")), Play::Normal);
            let doubled = wythoffs
                .iter()
                .any(|&[a, b]| [x, y] == [2 * a + 2, 2 * b + 2]);
            let is_p = [x, y] == [0, 0] || y == 2 * x + 1 || doubled;
            assert_eq!(answer.outcome == Some(Outcome::P), is_p, "[{x},{y}]");
        }
    }
}

#[test]
fn values_are_those_of_the_rules_where_the_game_may_be_over_and_lost() {
    let text = format!("piles 2\n{FEW}\nends where p1 + p2 < 4\n");
    let options = |&[x, y]: &Pair| match x + y < 4 {
        true => BTreeSet::new(),
        false => few([x, y]),
    };
    let mut known = HashMap::new();
    for [x, y] in (0..8).flat_map(|x| (0..8).map(move |y| [x, y])) {
        let value = super::value_by(&[x, y], &options, Play::Normal, &mut known);
        let answer = analyzed(&read(&text, &format!("[{x},{y}]")), Play::Normal);
        let found = answer.value.and_then(|value| value.finite());
        assert_eq!(found, Some(value.into()), "[{x},{y}]");
    }
}

#[test]
fn games_with_forbidden_options_have_no_values_and_no_sums() {
    for line in ["block 1", "ends won where p1 = 1"] {
        let text = format!("piles 2\n{WYTHOFF}\n{line}\n");
        for body in ["[0,1]", "[1,1]", "[1,2]", "[3,5]"] {
            let alone = read(&text, body);
            for play in [Play::Normal, Play::Misere] {
                let query = Query {
                    value: true,
                    ..Query::play(play)
                };
                let answer = Analyzer::new(query, Budget::unlimited()).analyze(&alone);
                assert!(answer.outcome.is_some(), "{line} {body}");
                assert_eq!(
                    (answer.value, answer.misere_value),
                    (None, None),
                    "{line} {body}"
                );
            }
        }
        let load = |_: &str| Ok(text.clone());
        let games = nimfield::Games::builtin();
        let sum = games
            .reader()
            .files(load)
            .read("@a.game[3,5] + nim[2]")
            .unwrap();
        for play in [Play::Normal, Play::Misere] {
            let answer = analyzed(&sum, play);
            assert_eq!(answer.outcome, None, "{line}");
            assert!(
                answer.reason.text.contains("no sums"),
                "{}",
                answer.reason.text
            );
        }
    }
}
