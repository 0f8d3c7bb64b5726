//! The results about matrix nim in the book (docs/src/results/matrix.md), for small sizes, by plain recursion over the
//! rules.

use std::collections::{BTreeSet, HashMap};

use short_game::{Arena, Game, Kind};

/// A position: the columns and the piles by rows.
type Piles = (usize, Vec<usize>);

/// Grundy values by plain recursion, in which a move takes the same from all piles of a row or column.
/// In a row of piles this makes each pile a column.
#[derive(Default)]
struct Twin {
    values: HashMap<Piles, usize>,
    lost: HashMap<Piles, bool>,
}

impl Twin {
    fn options((columns, piles): &Piles) -> Vec<Piles> {
        let rows = piles.len() / columns;
        let mut lines: Vec<Vec<usize>> = Vec::new();
        lines.extend((0..rows).map(|i| (0..*columns).map(|j| i * columns + j).collect()));
        lines.extend((0..*columns).map(|j| (0..rows).map(|i| i * columns + j).collect()));
        let mut found = Vec::new();
        for line in lines {
            let least = line.iter().map(|&place| piles[place]).min().unwrap();
            for amount in 1..=least {
                let mut after = piles.clone();
                line.iter().for_each(|&place| after[place] -= amount);
                found.push((*columns, after));
            }
        }
        found
    }

    fn value(&mut self, position: &Piles) -> usize {
        if let Some(&value) = self.values.get(position) {
            return value;
        }
        let options = Twin::options(position);
        let values: BTreeSet<usize> = options.iter().map(|option| self.value(option)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.values.insert(position.clone(), value);
        value
    }

    /// Whether the player to move loses.
    fn lost(&mut self, position: &Piles) -> bool {
        if let Some(&lost) = self.lost.get(position) {
            return lost;
        }
        let lost = !Twin::options(position)
            .iter()
            .any(|option| self.lost(option));
        self.lost.insert(position.clone(), lost);
        lost
    }

    /// The last pile of the P-position of 1x4 with these.
    fn fourth(&mut self, [a, b, c]: [usize; 3]) -> usize {
        (0..).find(|&d| self.lost(&(4, vec![a, b, c, d]))).unwrap()
    }
}

/// Whether these are the pre-period and the period of the numbers, of which there are two periods.
fn is_periodic(numbers: &[i64], (start, period): (usize, usize)) -> bool {
    assert!(start + 2 * period <= numbers.len());
    let repeats = |start: usize, period: usize| {
        (start..numbers.len() - period).all(|i| numbers[i] == numbers[i + period])
    };
    repeats(start, period)
        && (start == 0 || !repeats(start - 1, period))
        && (1..period).all(|shorter| !repeats(start, shorter))
}

#[test]
fn rows_of_four() {
    let mut twin = Twin::default();
    let rows = [
        ([0, 1], (0, 2)),
        ([0, 2], (0, 4)),
        ([1, 1], (1, 2)),
        ([1, 2], (4, 1)),
        ([1, 3], (11, 4)),
        ([2, 2], (1, 2)),
        ([2, 3], (13, 2)),
    ];
    for ([a, b], published) in rows {
        let excess = |c| twin.fourth([a, b, c]) as i64 - c as i64;
        let excess: Vec<i64> = (0..24).map(excess).collect();
        assert!(is_periodic(&excess, published), "{a} {b}");
        let most = (a + b + a.min(b)) as i64;
        assert!(excess.iter().all(|excess| excess.abs() <= most), "{a} {b}");
        // (a, b, c, c) is P for large c exactly if (a, b) is.
        let doubled = excess[published.0..].iter().all(|&excess| excess == 0);
        assert_eq!(doubled, twin.lost(&(2, vec![a, b])), "{a} {b}");
        assert_eq!(doubled, published.1 == 1);
    }
    for c in 1..24 {
        let neighbour = if c % 2 == 1 { c + 1 } else { c - 1 };
        assert_eq!(twin.fourth([1, 1, c]), neighbour);
        assert_eq!(twin.fourth([2, 2, c]), neighbour);
    }
}

#[test]
fn lines_of_squares() {
    let mut twin = Twin::default();
    for b in 1..=4 {
        for t in 0..24 {
            let level = twin.value(&(2, vec![0, b, t, t]));
            assert_eq!(level, t, "{b}");
            let above = twin.value(&(2, vec![0, b, t, t + 1]));
            let claimed = if t % (b + 1) == b { t - b } else { t + 1 };
            assert_eq!(above, claimed, "{b} {t}");
        }
    }
    let published = [
        ([0, 2, 2], (0, 4)),
        ([0, 3, 2], (5, 9)),
        ([0, 3, 3], (0, 4)),
        ([1, 1, 1], (0, 2)),
        ([1, 2, 1], (1, 8)),
        ([1, 2, 2], (0, 4)),
    ];
    for ([a, b, difference], published) in published {
        let excess = |t| twin.value(&(2, vec![a, b, t, t + difference])) as i64 - t as i64;
        let excess: Vec<i64> = (0..26).map(excess).collect();
        assert!(is_periodic(&excess, published), "{a} {b} {difference}");
        let most = (a + b + a.min(b)) as i64;
        assert!(excess.iter().all(|excess| excess.abs() <= most));
    }
}

/// How many positions of this shape with entries below `side` are lost.
fn lost_positions(columns: usize, cells: u32, side: usize) -> usize {
    let mut twin = Twin::default();
    let at = |place: usize| {
        (0..cells)
            .map(|cell| place / side.pow(cell) % side)
            .collect()
    };
    (0..side.pow(cells))
        .filter(|&place| twin.lost(&(columns, at(place))))
        .count()
}

#[test]
fn counts() {
    for side in 1..=8 {
        let remainders: usize = (1..side)
            .flat_map(|m| (0..side - m).map(move |a| m - 1 - a % m))
            .sum();
        let squares: usize = (1..=side).map(|k| k * k).sum();
        let claimed = 2 * squares - side + 4 * remainders;
        assert_eq!(lost_positions(2, 4, side), claimed, "{side}");
    }
    for (columns, cells, side) in [(4, 4, 6), (2, 4, 8), (3, 6, 4)] {
        let rows = cells as usize / columns;
        let count = lost_positions(columns, cells, side);
        let whole = side.pow(cells - 1);
        assert!(count * (rows + columns) >= whole && count <= rows.min(columns) * whole);
    }
}

/// The canonical forms of partizan 2x2, option by option.
fn partizan(arena: &Arena, known: &mut HashMap<[usize; 4], Game>, m: [usize; 4]) -> Game {
    if let Some(&game) = known.get(&m) {
        return game;
    }
    let mut options = |lines: [[usize; 2]; 2]| -> Vec<Game> {
        let mut found = Vec::new();
        for line in lines {
            for amount in 1..=m[line[0]].min(m[line[1]]) {
                let mut after = m;
                line.iter().for_each(|&place| after[place] -= amount);
                found.push(partizan(arena, known, after));
            }
        }
        found
    };
    let (left, right) = (options([[0, 2], [1, 3]]), options([[0, 1], [2, 3]]));
    let game = arena.game(&left, &right).unwrap();
    known.insert(m, game);
    game
}

#[test]
fn values_of_partizan_squares() {
    let (arena, mut known) = (Arena::new(), HashMap::new());
    let (mut kinds, mut cold) = (HashMap::new(), 0);
    for place in 0..625 {
        let m @ [a, b, c, d] = [125, 25, 5, 1].map(|power| place / power % 5);
        let game = partizan(&arena, &mut known, m);
        *kinds.entry(arena.kind(game)).or_insert(0) += 1;
        if m.contains(&0) {
            assert!(matches!(
                arena.kind(game),
                Kind::Number | Kind::Infinitesimal
            ));
            continue;
        }
        let nimber = if b.min(c) >= a + d {
            Some(a ^ d)
        } else if a.min(d) >= b + c {
            Some(b ^ c)
        } else {
            None
        };
        match nimber {
            Some(nimber) => {
                assert_eq!(game, arena.nimber(nimber as u32).unwrap(), "{m:?}");
                cold += 1;
            }
            None => {
                assert!(arena.left_stop(game) > arena.right_stop(game), "{m:?}");
                let (left, right) = arena.options(game).unwrap();
                assert!(
                    left.iter()
                        .all(|&g| arena.left_stop(g) == arena.left_stop(game))
                );
                assert!(
                    right
                        .iter()
                        .all(|&g| arena.right_stop(g) == arena.right_stop(game))
                );
                for options in [left, right] {
                    let numbers = options.iter().filter(|&&g| arena.to_number(g).is_some());
                    assert_eq!(numbers.count(), 1, "{m:?}");
                }
            }
        }
    }
    assert_eq!(cold, 40);
    let count =
        [Kind::Number, Kind::Infinitesimal, Kind::Switch, Kind::Hot].map(|kind| kinds[&kind]);
    assert_eq!(count, [269, 140, 123, 93]);
}
