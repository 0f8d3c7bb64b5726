//! Games on piles by rule files compared with an independent interpreter, which enumerates amounts and uses no engine.

use nimfield_core::game::{Engines as _, Rules as _, Search as _};
use std::collections::{BTreeSet, HashMap};

use fastrand::Rng;
use nimfield::{Analyzer, Budget, Games, Outcome, Play, Query, Sum};
use nimfield_rules::{RuleFile, RulePosition};

use nimfield_core::notation::Cursor;

use super::{analyzed, read};

/// A game as this test understands it.
struct Model {
    piles: usize,
    /// The number of piles along each axis, the columns last.
    sides: Vec<usize>,
    sorted: bool,
    lines: Vec<Line>,
}

struct Line {
    /// Ordered sets of piles.
    sets: Vec<Vec<usize>>,
    kind: Kind,
    /// Allowed amounts, or factors of the vector.
    amounts: Vec<u64>,
    guard: Guard,
}

enum Kind {
    Same,
    Own { least: Option<usize> },
    Vector(Vec<i64>),
}

enum Guard {
    None,
    Near(i64),
    LargeFirst,
    Even,
}

impl Guard {
    fn admits(&self, amounts: &[i64], sizes: &[u64], total: u64) -> bool {
        let of = |at: usize| amounts.get(at).copied().unwrap_or(0);
        match self {
            Guard::None => true,
            Guard::Near(far) => (of(0) - of(1)).abs() < *far,
            Guard::LargeFirst => sizes[0] >= sizes.get(1).copied().unwrap_or(0),
            Guard::Even => total.is_multiple_of(2) || of(0) == 1,
        }
    }
}

impl Model {
    /// All positions after a move.
    fn options(&self, piles: &[u64]) -> BTreeSet<Vec<u64>> {
        let total = piles.iter().sum();
        let mut found = BTreeSet::new();
        for line in &self.lines {
            for set in &line.sets {
                let sizes: Vec<u64> = set.iter().map(|&pile| piles[pile]).collect();
                for amounts in all_amounts(&sizes) {
                    if !line.is_move(&amounts) || !line.guard.admits(&amounts, &sizes, total) {
                        continue;
                    }
                    let mut after = piles.to_vec();
                    for (&pile, &amount) in set.iter().zip(&amounts) {
                        after[pile] -= amount as u64;
                    }
                    if !self.sorted || after.is_sorted() {
                        found.insert(after);
                    }
                }
            }
        }
        found
    }

    fn value(&self, piles: &[u64], play: Play, known: &mut HashMap<Vec<u64>, u64>) -> u64 {
        let options = |piles: &Vec<u64>| self.options(piles);
        super::value_by(&piles.to_vec(), &options, play, known)
    }
}

impl Line {
    fn is_move(&self, amounts: &[i64]) -> bool {
        let allowed = |amount: i64| self.amounts.contains(&(amount as u64));
        match &self.kind {
            Kind::Same => amounts.iter().all(|&own| own == amounts[0]) && allowed(amounts[0]),
            Kind::Own { least } => {
                let taken: Vec<i64> = amounts.iter().copied().filter(|&own| own > 0).collect();
                taken.len() >= least.unwrap_or(amounts.len()) && taken.into_iter().all(allowed)
            }
            Kind::Vector(vector) => self.amounts.iter().any(|&factor| {
                let times = vector.iter().map(|entry| entry * factor as i64);
                vector.len() == amounts.len() && times.eq(amounts.iter().copied())
            }),
        }
    }
}

/// All amounts up to the sizes, not all 0.
fn all_amounts(sizes: &[u64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for &size in sizes {
        all = all
            .iter()
            .flat_map(|before: &Vec<i64>| {
                (0..=size as i64).map(move |amount| [&before[..], &[amount]].concat())
            })
            .collect();
    }
    all.retain(|amounts| amounts.iter().any(|&amount| amount > 0));
    all
}

/// How the piles of a random game are arranged.
struct Lying {
    /// The text after the word `piles`.
    text: &'static str,
    sides: &'static [usize],
    ring: bool,
    graph: Option<Graph>,
}

/// The number of vertices, the edges, and whether the piles lie on the edges.
type Graph = (usize, &'static [(usize, usize)], bool);

const fn grid(text: &'static str, sides: &'static [usize]) -> Lying {
    Lying {
        text,
        sides,
        ring: false,
        graph: None,
    }
}

const RINGS: [Lying; 2] = [
    Lying {
        ring: true,
        ..grid("3 ring", &[3])
    },
    Lying {
        ring: true,
        ..grid("4 ring", &[4])
    },
];

const GRAPHS: [Lying; 4] = [
    Lying {
        graph: Some((4, &[(0, 1), (1, 2), (1, 3)], false)),
        ..grid("on vertices a-b b-c b-d", &[4])
    },
    Lying {
        graph: Some((4, &[(0, 1), (2, 0)], false)),
        ..grid("on vertices 1-2 3-1 x", &[4])
    },
    Lying {
        graph: Some((3, &[(0, 1), (1, 2), (2, 0)], true)),
        ..grid("on edges a-b b-c c-a", &[3])
    },
    Lying {
        graph: Some((5, &[(0, 1), (1, 2), (1, 3), (3, 4)], true)),
        ..grid("on edges a-b b-c b-d d-e", &[4])
    },
];

const ROWS_AND_GRIDS: [Lying; 8] = [
    grid("any", &[1]),
    grid("2", &[2]),
    grid("any", &[3]),
    grid("2 x 2", &[2, 2]),
    grid("any x 2 x any", &[2, 2, 1]),
    grid("1 x 2 x 2", &[1, 2, 2]),
    grid("2 x 2 x 2", &[2, 2, 2]),
    grid("2 x 1 x any x 2", &[2, 1, 1, 2]),
];

/// A random game and its text.
fn random_game(rng: &mut Rng) -> (String, Model) {
    let lyings: [&[Lying]; 3] = [&RINGS, &GRAPHS, &ROWS_AND_GRIDS];
    let lyings: Vec<&Lying> = lyings.into_iter().flatten().collect();
    let lying = lyings[rng.usize(..lyings.len())];
    let piles = lying.sides.iter().product();
    let mut text = format!("piles {}\n", lying.text);
    let sorted = rng.u8(..5) == 0;
    if sorted {
        text.push_str("keep sorted\n");
    }
    let mut lines = Vec::new();
    for _ in 0..rng.usize(1..4) {
        let (kind, mut words) = match rng.u8(..4) {
            0 | 1 => (Kind::Same, "same".to_string()),
            2 => {
                let least = rng.bool().then_some(1);
                (Kind::Own { least }, "any".to_string())
            }
            _ => {
                let first = rng.i64(1..3);
                (
                    Kind::Vector(vec![first, 2]),
                    format!("vector {first},2 times"),
                )
            }
        };
        let (list, amounts): (&str, fn(u64) -> bool) = *rng
            .choice(&[
                ("any", (|_| true) as fn(u64) -> bool),
                ("1", |amount| amount == 1),
                ("1..2", |amount| amount <= 2),
                ("odd", |amount| amount % 2 == 1),
                ("2..any step 3", |amount| amount % 3 == 2),
                ("1,4", |amount| amount == 1 || amount == 4),
                ("powers of 2", u64::is_power_of_two),
                ("all but 2,3", |amount| amount != 2 && amount != 3),
            ])
            .unwrap();
        words += &format!(" {list}");
        if let Kind::Own { least: Some(least) } = kind {
            words += &format!(" at least {least}");
        }
        let pairs = matches!(kind, Kind::Vector(_));
        let guard = match rng.u8(..4) {
            0 => (Guard::Near(2), " where abs(k-l) < 2"),
            1 if piles > 1 => (Guard::LargeFirst, " where x >= y"),
            2 => (Guard::Even, " where even(total) or k = 1"),
            _ => (Guard::None, ""),
        };
        let tells_apart = match kind {
            Kind::Same => guard.1.contains('x'),
            _ => !guard.1.is_empty(),
        };
        let ordered = pairs || tells_apart;
        let (name, sets) = random_sets(rng, lying, pairs, ordered);
        // A condition on the second pile needs sets that all have one.
        let guard = match guard.0 {
            Guard::Near(_) | Guard::LargeFirst if sets.iter().any(|set| set.len() < 2) => {
                (Guard::None, "")
            }
            _ => guard,
        };
        text += &format!("move {words} from {name}{}\n", guard.1);
        lines.push(Line {
            sets,
            kind,
            amounts: (1..20).filter(|&amount| amounts(amount)).collect(),
            guard: guard.0,
        });
    }
    let model = Model {
        piles,
        sides: lying.sides.to_vec(),
        sorted,
        lines,
    };
    (text, model)
}

/// The sets of piles that agree with one of them along all axes that are not free.
fn slices(sides: &[usize], free: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let along = |pile: usize, axis: usize| {
        let stride: usize = sides[axis + 1..].iter().product();
        pile / stride % sides[axis]
    };
    let all = 0..sides.iter().product();
    let agree = |one: usize, other: usize| {
        (0..sides.len()).all(|axis| free(axis) || along(one, axis) == along(other, axis))
    };
    let sets = all
        .clone()
        .map(|one| all.clone().filter(|&other| agree(one, other)).collect());
    let sets: BTreeSet<Vec<usize>> = sets.collect();
    sets.into_iter().collect()
}

fn random_sets(
    rng: &mut Rng,
    lying: &Lying,
    pairs: bool,
    ordered: bool,
) -> (&'static str, Vec<Vec<usize>>) {
    let (sides, axes) = (lying.sides, lying.sides.len());
    let piles: usize = sides.iter().product();
    let subsets = |size: usize| -> Vec<Vec<usize>> {
        let all = 0..1usize << piles;
        let sets = all.filter(|set| set.count_ones() as usize == size);
        sets.map(|set| (0..piles).filter(|pile| set >> pile & 1 == 1).collect())
            .collect()
    };
    let orders = |sets: Vec<Vec<usize>>| match ordered {
        false => sets,
        true => sets.iter().flat_map(|set| permutations(set)).collect(),
    };
    let both_ways = |sets: Vec<Vec<usize>>| -> Vec<Vec<usize>> {
        let turned = sets.iter().filter(|set| ordered && set.len() > 1);
        let turned = turned.map(|set| set.iter().rev().copied().collect());
        turned.chain(sets.clone()).collect()
    };
    let line = |axis: usize| slices(sides, |own| own == axis);
    let lines = || (0..axes).flat_map(line).collect::<Vec<_>>();
    let runs = |size: usize| -> Vec<Vec<usize>> {
        let around = |line: Vec<usize>| {
            let starts = match lying.ring && size < piles {
                true => piles,
                false => (line.len() + 1).saturating_sub(size),
            };
            let run = |start| {
                (start..start + size)
                    .map(|at| line[at % line.len()])
                    .collect()
            };
            (0..starts).map(run).collect::<Vec<Vec<usize>>>()
        };
        both_ways(lines().into_iter().flat_map(around).collect())
    };
    let mut choices = vec![("pairs", orders(subsets(2)))];
    if !pairs {
        choices.extend([
            ("each", subsets(1)),
            ("all", vec![(0..piles).collect()]),
            ("subsets 1..2", orders([subsets(1), subsets(2)].concat())),
            ("1", vec![vec![0]]),
        ]);
    }
    match lying.graph {
        None => {
            choices.push(("neighbours 2", runs(2)));
            if !pairs {
                let runs = [runs(1), runs(2), runs(3)].concat();
                choices.push(("neighbours 1..3", runs));
            }
        }
        Some((vertices, edges, on_edges)) => {
            if !on_edges {
                let ends = edges.iter().map(|&(one, other)| vec![one, other]);
                choices.push(("edges", both_ways(ends.collect())));
            }
            let star = |vertex: usize| {
                let at = |&(_, &(one, other)): &(usize, &(usize, usize))| {
                    one == vertex || other == vertex
                };
                let at = edges.iter().enumerate().filter(at);
                let piles = at.map(|(edge, &(one, other))| match on_edges {
                    true => edge,
                    false => one + other - vertex,
                });
                let center = (!on_edges).then_some(vertex);
                center.into_iter().chain(piles).collect::<Vec<usize>>()
            };
            let stars = (0..vertices).map(star).filter(|star| !star.is_empty());
            if !pairs {
                choices.push(("stars", stars.collect()));
            }
        }
    }
    if axes > 1 {
        let others = |line: &Vec<usize>| (0..piles).filter(|pile| !line.contains(pile)).collect();
        let without: Vec<Vec<usize>> = line(axes - 1).iter().map(others).collect();
        choices.extend([
            ("rows", line(axes - 1)),
            ("columns", line(axes - 2)),
            ("lines", lines()),
            (
                "layers",
                (0..axes)
                    .flat_map(|axis| slices(sides, |own| own != axis))
                    .collect(),
            ),
            (
                "all but a row",
                without.into_iter().filter(|set| !set.is_empty()).collect(),
            ),
        ]);
    }
    choices.swap_remove(rng.usize(..choices.len()))
}

fn permutations(set: &[usize]) -> Vec<Vec<usize>> {
    if set.len() < 2 {
        return vec![set.to_vec()];
    }
    let rests = (0..set.len()).flat_map(|first| {
        let mut rest = set.to_vec();
        let first = rest.remove(first);
        permutations(&rest)
            .into_iter()
            .map(move |rest| [&[first], &rest[..]].concat())
    });
    rests.collect()
}

/// A body: `;` between the rows, `/` between the layers, one more of them for each further axis.
fn body(sides: &[usize], piles: &[u64]) -> String {
    fn inside(sides: &[usize], piles: &[u64]) -> String {
        let mark = match sides.len() {
            1 => " ".to_string(),
            2 => ";".to_string(),
            axes => "/".repeat(axes - 2),
        };
        let parts = piles
            .chunks(piles.len() / sides[0])
            .map(|part| match sides {
                [_] => part[0].to_string(),
                _ => inside(&sides[1..], part),
            });
        parts.collect::<Vec<_>>().join(&mark)
    }
    format!("[{}]", inside(sides, piles))
}

/// Returns a random game that its file can describe.
fn readable_game(rng: &mut Rng) -> (String, Model) {
    loop {
        let (text, model) = random_game(rng);
        match RuleFile::read("@random.game", &text) {
            Ok(_) => return (text, model),
            // No set has as many piles as the vector has entries.
            Err(error) => assert!(error.message.contains("but a set has"), "{error}"),
        }
    }
}

/// Checks positions of a random game in every respect.
fn check(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let (text, model) = readable_game(&mut rng);
    let mut known = [HashMap::new(), HashMap::new()];
    let largest = match model.piles {
        ..=2 => 6,
        3..=4 => 3,
        _ => 1,
    };
    // The reader reads the file once, so that later positions use the memory of the game for earlier ones.
    let load = |_: &str| Ok(text.clone());
    let games = Games::builtin();
    let reader = games.reader().files(load);
    let read = |piles: &[u64]| {
        let read = reader.read(&format!("@random.game{}", body(&model.sides, piles)));
        read.unwrap_or_else(|error| panic!("{text}\n{error}"))
    };
    for _ in 0..4 {
        let mut piles: Vec<u64> = (0..model.piles).map(|_| rng.u64(..=largest)).collect();
        if model.sorted {
            piles.sort_unstable();
        }
        let sum = read(&piles);
        let place = || format!("seed {seed}\n{text}{sum}");
        let after: BTreeSet<String> = sum
            .moves()
            .map(|mv| {
                let text = mv.to_string();
                let again = sum
                    .read_move(&text)
                    .unwrap_or_else(|error| panic!("{}\n{error}", place()));
                sum.clone()
                    .play(&again)
                    .unwrap_or_else(|error| panic!("{} {text}: {error}", place()))
                    .to_string()
            })
            .collect();
        let options = model.options(&piles);
        let expected: BTreeSet<String> = options
            .iter()
            .map(|after| read(after).to_string())
            .collect();
        assert_eq!(after, expected, "{}", place());
        for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
            let value = model.value(&piles, play, known);
            let answer = analyzed(&sum, play);
            let outcome = answer.outcome.map(|outcome| outcome.to_string());
            let expected = if value == 0 { "P" } else { "N" };
            assert_eq!(outcome.as_deref(), Some(expected), "{play} {}", place());
            if play == Play::Normal {
                let found = answer.value.and_then(|value| value.finite());
                assert_eq!(found, Some(value.into()), "{}", place());
            }
            let winning = options
                .iter()
                .filter(|after| model.value(after, play, known) == 0);
            let found: u128 = answer.winning_moves.iter().map(|mv| mv.mv.count()).sum();
            assert_eq!(found, winning.count() as u128, "{play} {}", place());
        }
    }
}

/// The position of a game on piles, as its engines take it.
fn piles(text: &str, body: &str) -> nimfield_rules::Piles {
    let file = RuleFile::read("@random.game", text).expect("the rules are right");
    match file.position(&mut Cursor::new(body)).expect("a position") {
        RulePosition::Piles(piles) => piles,
        other => panic!("no piles: {other:?}"),
    }
}

/// All lists of piles up to some sizes.
fn up_to(sizes: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for &size in sizes {
        let longer = |piles: &Vec<u64>| {
            let piles = piles.clone();
            (0..=size).map(move |pile| [&piles[..], &[pile]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn tables_of_boxes_are_what_the_rules_say() {
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let (text, model) = readable_game(&mut rng);
        let largest = if model.piles > 4 {
            1
        } else {
            7 - 2 * model.piles.min(3) as u64
        };
        let mut sizes: Vec<u64> = (0..model.piles).map(|_| rng.u64(1..=largest)).collect();
        let empty = piles(&text, &body(&model.sides, &vec![0; model.piles]));
        for play in [Play::Normal, Play::Misere] {
            let mut known = HashMap::new();
            for values in [false, true] {
                let mut check = |sizes: &[u64]| {
                    let found = empty.formula_in_box((play, values), sizes, &Budget::unlimited());
                    let formula = found.expect("nothing is put down").unwrap();
                    for piles in up_to(sizes) {
                        let value = model.value(&piles, play, &mut known);
                        let value = if values { value } else { value.min(1) };
                        let allowed = !model.sorted || piles.is_sorted();
                        let found = formula.of.value(&piles);
                        assert_eq!(
                            found,
                            allowed.then_some(value),
                            "{seed} {text}{piles:?} {play}"
                        );
                    }
                    formula
                };
                let formula = check(&sizes);
                let mut outside = sizes.clone();
                outside[0] += 1;
                assert_eq!(formula.of.value(&outside), None, "{text}{outside:?}");
                // From now on a part of it is in memory.
                *sizes.last_mut().unwrap() += 1;
                check(&sizes);
                *sizes.last_mut().unwrap() -= 1;
                check(&sizes);
            }
        }
    }
}

/// Two piles; a move takes k from one of them, or k and l from both where a condition holds.
struct Pairs {
    lines: &'static str,
    keep: fn(u64, u64) -> bool,
    /// Whether k and l may be taken from piles of x and y.
    both: fn([u64; 2], [u64; 2]) -> bool,
}

#[test]
fn positions_with_many_moves_are_decided_by_a_sieve() {
    const X: u64 = 50;
    const Y: u64 = 60;
    let either = |holds: fn([u64; 2], [u64; 2]) -> bool| holds;
    for pairs in [
        Pairs {
            lines: "move any from pairs where abs(k-l) < 3",
            keep: |_, _| true,
            both: either(|[k, l], _| k.abs_diff(l) < 3),
        },
        Pairs {
            lines: "move any from pairs where k < y and even(total + l)",
            keep: |_, _| true,
            both: either(|[k, l], [x, y]| {
                k < y && (x + y + l).is_multiple_of(2) || l < x && (x + y + k).is_multiple_of(2)
            }),
        },
        Pairs {
            lines: "move any from pairs where l = 2k\nkeep p1 + 19 > p2",
            keep: |x, y| x + 19 > y,
            both: either(|[k, l], _| l == 2 * k || k == 2 * l),
        },
    ] {
        let text = format!("piles 2\nmove same any from each\n{}\n", pairs.lines);
        let position = piles(&text, &format!("[{X} {Y}]"));
        for play in [Play::Normal, Play::Misere] {
            let mut lost: HashMap<[u64; 2], bool> = HashMap::new();
            let options_of = |x: u64, y: u64, lost: &HashMap<[u64; 2], bool>| {
                let one = (0..x)
                    .map(|left| [left, y])
                    .chain((0..y).map(|left| [x, left]));
                let two = (1..=x).flat_map(|k| (1..=y).map(move |l| [k, l]));
                let two = two.filter(|&taken| (pairs.both)(taken, [x, y]));
                let two = two.map(|[k, l]| [x - k, y - l]);
                let all = one.chain(two).filter(|&[x, y]| (pairs.keep)(x, y));
                all.map(|option| (option, lost[&option]))
                    .collect::<Vec<_>>()
            };
            for x in 0..=X {
                for y in 0..=Y {
                    if (pairs.keep)(x, y) {
                        let options = options_of(x, y, &lost);
                        let ended = options.is_empty() && play == Play::Misere;
                        let is_p = !ended && options.iter().all(|(_, lost)| !lost);
                        lost.insert([x, y], is_p);
                    }
                }
            }
            let formula = position
                .formula_in_box((play, false), &[X, Y], &Budget::unlimited())
                .unwrap()
                .unwrap();
            for (place, &is_p) in &lost {
                assert_eq!(
                    formula.of.value(place),
                    Some(u64::from(!is_p)),
                    "{text}{place:?}"
                );
            }
            // Some of a few large positions have winning moves.
            for [x, y] in [[X, Y], [X, Y - 1], [X - 2, Y]] {
                if !(pairs.keep)(x, y) {
                    continue;
                }
                let position = piles(&text, &format!("[{x} {y}]"));
                let settled = |moves| {
                    let settled = position.outcome_by_engine(play, moves, &Budget::unlimited());
                    settled.expect("many moves").unwrap()
                };
                let (plain, listed) = (settled(false), settled(true));
                assert_eq!(plain.is_p.value, lost[&[x, y]], "{text}[{x},{y}] {play}");
                assert_eq!(listed.is_p, plain.is_p);
                assert!(plain.moves.is_empty());
                let after = |mv: &nimfield_rules::PileMove| position.play(mv).unwrap().to_string();
                let mut found: Vec<String> = listed.moves.iter().map(after).collect();
                let options = options_of(x, y, &lost).into_iter();
                let mut expected: Vec<String> = options
                    .filter(|(_, lost)| *lost)
                    .map(|([x, y], _)| format!("@random.game[{x},{y}]"))
                    .collect();
                found.sort();
                expected.sort();
                expected.dedup();
                assert_eq!(found, expected, "{text}[{x},{y}] {play}");
            }
        }
    }
}

/// Games with few moves use the table of values, and large boxes a search.
#[test]
fn sieves_are_made_of_boxes_that_are_neither_small_nor_large() {
    // Without memory a necessary sieve fails.
    let none = Budget::unlimited().bytes(0);
    for (k, made) in [(1023, false), (1024, true), (1025, true)] {
        // 2^14 positions, each with k moves.
        let text = format!("piles 1\nmove same 1..{k} from each where k > 0\n");
        let position = piles(&text, "[16383]");
        let found = position.outcome_by_engine(Play::Normal, false, &none);
        assert_eq!(found.is_some(), made, "{k} moves");
        assert!(found.is_none_or(|found| found.is_err()));
    }
    let position = piles("piles 1\nmove same 1..3 from each\n", "[0]");
    for (positions, made) in [
        ((1 << 27) - 1, true),
        (1 << 27, true),
        ((1 << 27) + 1, false),
    ] {
        let found = position.formula_in_box((Play::Misere, false), &[positions - 1], &none);
        assert_eq!(found.is_some(), made, "{positions} positions");
        assert!(found.is_none_or(|found| found.is_err()));
    }
}

/// The moves of games of the shelf by their definitions: what they take from piles of these sizes.
type TakenBy = fn(u64, &[u64]) -> bool;

#[test]
fn games_of_the_shelf_with_few_piles_are_what_they_are_said_to_be() {
    fn full(taken: &[u64]) -> u64 {
        taken.iter().filter(|&&own| own > 0).count() as u64
    }
    let games: [(&str, TakenBy); 4] = [
        ("cyclic", |k, taken| {
            // At most k neighbours on the ring hold all piles that change.
            let count = taken.len();
            let window = (k as usize).min(count);
            (0..count).any(|start| (window..count).all(|far| taken[(start + far) % count] == 0))
        }),
        ("moore", |k, taken| full(taken) <= k),
        ("slow", |k, taken| {
            full(taken) == k && taken.iter().all(|&own| own <= 1)
        }),
        ("subtraction", |k, taken| {
            full(taken) == 1 && taken.iter().all(|&own| own <= k)
        }),
    ];
    for (name, allows) in games {
        for (k, count) in (1..=5).flat_map(|k| (1..=4).map(move |count| (k, count))) {
            let options = |piles: &Vec<u64>| {
                let taken = up_to(piles).into_iter();
                let taken = taken.filter(|taken| full(taken) > 0 && allows(k, taken));
                let after = |taken: Vec<u64>| {
                    piles
                        .iter()
                        .zip(&taken)
                        .map(|(pile, taken)| pile - taken)
                        .collect()
                };
                taken.map(after).collect::<BTreeSet<Vec<u64>>>()
            };
            let mut known = [HashMap::new(), HashMap::new()];
            for piles in up_to(&vec![if count > 3 { 2 } else { 3 }; count]) {
                let text = format!("{name}({k}){}", body(&[count], &piles));
                let sum = nimfield::read(&text).unwrap();
                for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
                    let value = super::value_by(&piles, &options, play, known);
                    let expected = if value == 0 { Outcome::P } else { Outcome::N };
                    let answer = analyzed(&sum, play);
                    assert_eq!(answer.outcome, Some(expected), "{text} {play}");
                }
            }
        }
    }
}

#[test]
fn random_games_on_piles_are_what_their_files_say() {
    (0..300).for_each(check);
}

/// Takes some minutes.
#[test]
#[ignore = "10,000 games"]
fn many_random_games_on_piles_are_what_their_files_say() {
    (0..10_000).for_each(check);
}

/// Searches treat positions that differ by exchanges of rows and of columns as the same.
#[test]
fn grids_are_what_their_files_say_up_to_exchanges_of_lines() {
    let mut rng = Rng::with_seed(5);
    let rows = || vec![vec![0, 1, 2], vec![3, 4, 5]];
    let columns = || vec![vec![0, 3], vec![1, 4], vec![2, 5]];
    let others = || vec![vec![1, 2, 4, 5], vec![0, 2, 3, 5], vec![0, 1, 3, 4]];
    for (name, sets) in [
        ("lines", [rows(), columns()].concat()),
        ("rows", rows()),
        (
            "all but a column and columns",
            [others(), columns()].concat(),
        ),
        ("lines and 1", [rows(), columns(), vec![vec![0]]].concat()),
        ("lines and neighbours 2", {
            let along = [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]];
            let runs = along.iter().map(|run| run.to_vec());
            [rows(), columns(), runs.collect()].concat()
        }),
    ] {
        let text = format!("piles 2 x 3\nmove same any from {name}\n");
        let model = Model {
            piles: 6,
            sides: vec![2, 3],
            sorted: false,
            lines: vec![Line {
                sets,
                kind: Kind::Same,
                amounts: (1..9).collect(),
                guard: Guard::None,
            }],
        };
        let mut known = HashMap::new();
        let mut analyzer = Analyzer::new(Query::play(Play::Misere), Budget::unlimited());
        for _ in 0..30 {
            let piles: Vec<u64> = (0..6).map(|_| rng.u64(..3)).collect();
            let sum = super::read(&text, &body(&model.sides, &piles));
            let value = model.value(&piles, Play::Misere, &mut known);
            let expected = if value == 0 { Outcome::P } else { Outcome::N };
            let answer = analyzer.analyze(&sum);
            assert_eq!(answer.outcome, Some(expected), "{text}{sum}");
        }
    }
}

/// `[5,5]` and `[5,5,0]` differ where a set has a place for the empty pile, and are one where none has.
#[test]
fn keys_count_empty_piles_where_a_set_has_a_place_for_them() {
    let key = |lines: &str, body: &str| {
        let text = format!("piles any\n{lines}\n");
        let mut key = Vec::new();
        piles(&text, body).key(&mut key);
        key
    };
    for (lines, same) in [
        ("move same 1..2 from pairs", true),
        ("move any 1..2 from subsets 1..2", true),
        ("move any 1..2 at least 1 from pairs", false),
        ("move same any from all", false),
    ] {
        let alike = key(lines, "[5,5]") == key(lines, "[5,5,0]");
        assert_eq!(alike, same, "{lines}");
        assert_eq!(key(lines, "[5,3]"), key(lines, "[3,5]"), "{lines}");
    }
}

/// Outcomes and values of the shelf's `rit` are those of its rules, and so are the misère values of its law.
#[test]
fn row_impartial_terminus_is_nim_with_the_remnant() {
    let options = |rows: &Vec<u64>| {
        let shortened = (0..rows.len()).flat_map(|row| {
            let least = if row == 0 { 0 } else { rows[row - 1] };
            (least..rows[row]).map(move |to| (row, to))
        });
        let after = |(row, to)| {
            let mut rows = rows.clone();
            rows[row] = to;
            rows
        };
        shortened.map(after).collect::<BTreeSet<Vec<u64>>>()
    };
    let mut known = [HashMap::new(), HashMap::new()];
    let all = (0..6u64.pow(4)).map(|n| (0..4).map(|row| n / 6u64.pow(row) % 6).collect::<Vec<_>>());
    for rows in all.filter(|rows| rows.is_sorted()) {
        let heaps = [rows[3] - rows[2], rows[1] - rows[0]];
        let text = format!("rit[{},{},{},{}]", rows[0], rows[1], rows[2], rows[3]);
        let sum = nimfield::read(&text).unwrap();
        for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
            let value = super::value_by(&rows, &options, play, known);
            let small = play == Play::Misere && heaps.iter().all(|heap| *heap <= 1);
            assert_eq!(
                value,
                (heaps[0] ^ heaps[1]) ^ u64::from(small),
                "{play} {text}"
            );
            let answer = analyzed(&sum, play);
            assert_eq!(
                answer.outcome.unwrap().to_string() == "P",
                value == 0,
                "{play} {text}"
            );
            if play == Play::Normal {
                assert_eq!(answer.value.unwrap().finite(), Some(value.into()), "{text}");
            }
        }
    }
    let large = nimfield::read("rit[5,1000000,2000000,3000000]").unwrap();
    let answer = analyzed(&large, Play::Misere);
    assert_eq!(answer.outcome.unwrap().to_string(), "N");
}

/// Single piles of any size are decided where each is a heap of a code with a law, also those of 2^126 and more, which are
/// read as such heaps; others are refused.
#[test]
fn piles_beyond_64_bits_are_heaps_of_a_code() {
    let text = "piles 1..2\nmove same 1..3 from each\n";
    let (least, most) = ((1u128 << 62) - 1, 1u128 << 126);
    for size in [
        least,
        least + 1,
        1 << 64,
        10u128.pow(30) + 2,
        most - 1,
        most,
        most + 1,
    ] {
        for other in [0, 1, 3] {
            let sum = read(text, &format!("[{size},{other}]"));
            assert_eq!(read(text, &sum.to_string()["@random.game".len()..]), sum);
            let answer = analyzed(&sum, Play::Normal);
            let value = (size % 4) ^ other;
            let found = answer.value.and_then(|value| value.finite());
            assert_eq!(found, Some(value), "{sum}");
            let outcome = if value == 0 { Outcome::P } else { Outcome::N };
            assert_eq!(answer.outcome, Some(outcome), "{sum}");
        }
    }
    let games = Games::builtin();
    for position in [
        "subtraction(3)[2^64]",
        "subtraction(3)[1000000000000000000000000]",
    ] {
        let sum = games.reader().read(position).unwrap();
        assert_eq!(analyzed(&sum, Play::Normal).outcome, Some(Outcome::P));
    }
    let load = |_: &str| Ok(text.to_string());
    for (position, part) in [
        (
            "@a.game[2^126,1,1]",
            "is not between 0 and 85070591730234615865843651857942052863",
        ),
        ("moore(2)[2^126,1]", "is not between 0"),
        (
            "moore(2)[85070591730234615865843651857942052863,1]",
            "less than 2^126",
        ),
    ] {
        let error = games.reader().files(load).read(position).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}

/// Sizes around those where machine words end.
const LARGE: [u128; 7] = [
    (1 << 62) - 1,
    1 << 62,
    (1 << 62) + 1,
    1 << 63,
    1 << 64,
    1 << 100,
    1 << 123,
];

/// Closed forms decide piles of any size, and each winning move that is listed leads to a P-position.
#[test]
fn closed_forms_decide_piles_of_any_size() {
    for size in LARGE {
        for (text, is_p) in [
            (format!("moore(2)[{size},{size},{size}]"), true),
            (format!("moore(2)[{size},{},{}]", size - 1, size + 3), false),
            (format!("moore(2)[5,3,{size}]"), false),
            (format!("moore(3)[1,2,{size},{}]", size - 1), false),
            (format!("rit[{},{size}]", size - 2), false),
            (format!("rit[3,{size},{size},{}]", 2 * size - 3), true),
            (format!("rit[{size},{}]", size * 2), false),
            (format!("rit[7,{size},{},{}]", size + 5, size + 6), false),
            (format!("fraenkel(2)[300,{size}]"), false),
            (format!("subtraction(3)[{size},{}]", size + 4), true),
        ] {
            let sum = nimfield::read(&text).unwrap();
            for play in [Play::Normal, Play::Misere] {
                // Its law does not cover misère play.
                if text.starts_with("fraenkel")
                    || text.starts_with("subtraction") && play == Play::Misere
                {
                    continue;
                }
                let query = Query::play(play);
                let answer = Analyzer::new(query, Budget::unlimited()).analyze(&sum);
                let outcome = if is_p { Outcome::P } else { Outcome::N };
                assert_eq!(answer.outcome, Some(outcome), "{text}");
                assert_ne!(answer.winning_moves.is_empty(), !is_p, "{text}");
                for mv in &answer.winning_moves {
                    let after = sum.after(&mv.mv).unwrap();
                    let query = Query::play(play);
                    let after = Analyzer::new(query, Budget::unlimited()).analyze(&after);
                    assert_eq!(after.outcome, Some(Outcome::P), "{text}: {mv}");
                    // The move is read as it is printed.
                    let printed = mv.mv.to_string();
                    assert_eq!(sum.read_move(&printed).unwrap().to_string(), printed);
                }
            }
        }
    }
}

/// The positions to which the winning moves of a position lead, if all are known.
fn won_from(text: &str, play: Play) -> BTreeSet<String> {
    let sum = nimfield::read(text).unwrap();
    let answer = Analyzer::new(Query::play(play), Budget::unlimited()).analyze(&sum);
    assert!(answer.complete, "{text}");
    let moves = answer.winning_moves.iter();
    moves
        .map(|won| sum.after(&won.mv).unwrap().to_string())
        .collect()
}

/// Closed forms list moves where there are a million or more: these are all moves to positions that are P by the closed
/// form.
#[test]
fn moves_by_closed_forms_are_all_winning_moves() {
    let is_p = |piles: [u64; 3], play: Play| {
        if play == Play::Misere && piles.iter().all(|&pile| pile <= 1) {
            return piles.iter().sum::<u64>() % 3 == 1;
        }
        (0..64).all(|digit| piles.iter().filter(|&pile| pile >> digit & 1 == 1).count() % 3 == 0)
    };
    for piles in [[1000u64, 1001, 7], [1100, 1000, 1], [1100, 1000, 0]] {
        for play in [Play::Normal, Play::Misere] {
            let mut wins = BTreeSet::new();
            for stays in 0..3 {
                let [one, other] = [0, 1, 2].map(|at| (stays + at) % 3)[1..] else {
                    panic!()
                };
                for x in 0..=piles[one] {
                    for y in 0..=piles[other] {
                        let mut after = piles;
                        (after[one], after[other]) = (x, y);
                        if after != piles && is_p(after, play) {
                            wins.insert(format!(
                                "moore(2)[{},{},{}]",
                                after[0], after[1], after[2]
                            ));
                        }
                    }
                }
            }
            let [x, y, z] = piles;
            assert_eq!(
                won_from(&format!("moore(2)[{x},{y},{z}]"), play),
                wins,
                "{piles:?}"
            );
        }
    }
    // Each row except the first may only be shortened by a little.
    let last: Vec<u64> = (0..600)
        .scan(2000, |row, at| {
            Some(std::mem::replace(row, *row + at * 7 % 5))
        })
        .collect();
    for more in [0, 3] {
        let mut rows = last.clone();
        rows[599] += more;
        let rows: Vec<String> = rows.iter().map(u64::to_string).collect();
        let text = format!("rit[{}]", rows.join(","));
        let sum = nimfield::read(&text).unwrap();
        assert!(sum.move_count() > 1_000_000);
        for play in [Play::Normal, Play::Misere] {
            let is_p = |sum: &Sum| {
                let moves = false;
                let query = Query {
                    moves,
                    ..Query::play(play)
                };
                let answer = Analyzer::new(query, Budget::unlimited()).analyze(sum);
                answer.outcome == Some(Outcome::P)
            };
            let after = sum.moves().map(|mv| sum.after(&mv).unwrap());
            let wins = after.filter(is_p).map(|after| after.to_string()).collect();
            assert_eq!(won_from(&text, play), wins, "{more}");
        }
    }
}
