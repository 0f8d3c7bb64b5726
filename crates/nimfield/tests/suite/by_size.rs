//! Tables of all positions of a size, against independent lists and recursions.

use std::collections::{BTreeMap, BTreeSet};

use nimfield::by_size::PositionsBySize;
use nimfield::tables::{FamilyError, FamilyQuery, Shown, SizedRow, SizedTable, TableCell};
use nimfield::{Budget, Games, Play, Reader};

fn builtin() -> Reader<'static> {
    Games::builtin().reader().files(no_files)
}

fn no_files(name: &str) -> Result<String, String> {
    Err(format!("cannot read {name}"))
}

fn rows(game: &str, query: FamilyQuery, sizes: impl Iterator<Item = u64>) -> Vec<SizedRow> {
    let positions = PositionsBySize::of(game, &builtin()).unwrap();
    let table = SizedTable::new(positions, query, Budget::unlimited()).unwrap();
    let mut rows = Vec::new();
    let all = table.try_for_each(sizes, |row| {
        rows.push(row);
        Ok::<_, FamilyError>(())
    });
    all.unwrap();
    rows
}

/// How many P-positions there are of each size.
fn lost(game: &str, play: Play, up_to: u64) -> Vec<usize> {
    let query = FamilyQuery {
        play: Some(play),
        ..FamilyQuery::new(Shown::Outcomes)
    };
    let mut counts = vec![0; up_to as usize + 1];
    for row in rows(game, query, 0..=up_to) {
        counts[row.size as usize] += usize::from(row.cell.is_p());
    }
    counts
}

/// The partitions of a number, found part by part.
fn partitions(size: u64, most: u64) -> Vec<Vec<u64>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for part in 1..=size.min(most) {
        for rest in partitions(size - part, part) {
            all.push([vec![part], rest].concat());
        }
    }
    all
}

/// Whether the player to move loses when the top row or the left column is removed.
fn is_lost(diagram: &[u64], play: Play, known: &mut BTreeMap<Vec<u64>, bool>) -> bool {
    if diagram.is_empty() {
        return play == Play::Normal;
    }
    if let Some(&lost) = known.get(diagram) {
        return lost;
    }
    let column: Vec<u64> = diagram.iter().map(|part| part - 1).collect();
    let column: Vec<u64> = column.into_iter().filter(|&part| part > 0).collect();
    let lost = !is_lost(&diagram[1..], play, known) && !is_lost(&column, play, known);
    known.insert(diagram.to_vec(), lost);
    lost
}

#[test]
fn lost_partitions_of_lctr_are_those_of_its_rules_and_of_a373457() {
    for play in [Play::Normal, Play::Misere] {
        let mut known = BTreeMap::new();
        let expected = (0..=12).map(|size| {
            let all = partitions(size, size).into_iter();
            all.filter(|diagram| is_lost(diagram, play, &mut known))
                .count()
        });
        let expected: Vec<usize> = expected.collect();
        assert_eq!(lost("lctr", play, 12), expected, "{play}");
    }
    let entry = [
        0, 0, 1, 3, 3, 4, 7, 11, 12, 17, 24, 34, 40, 54, 73, 100, 125, 164,
    ];
    assert_eq!(lost("lctr", Play::Normal, 18)[1..], entry);
}

#[test]
fn lost_positions_of_nim_by_total_are_those_of_a048833() {
    let lost = lost("nim", Play::Normal, 20);
    let even: Vec<usize> = lost.iter().copied().step_by(2).collect();
    assert!(lost.iter().skip(1).step_by(2).all(|&count| count == 0));
    let expected = (0..=20).step_by(2).map(|total| {
        let all = partitions(total, total).into_iter();
        all.filter(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0)
            .count()
    });
    assert_eq!(even, expected.collect::<Vec<_>>());
    assert_eq!(even[..6], [1, 1, 2, 4, 6, 10]);
}

#[test]
fn the_positions_of_a_size_are_all_of_them_and_each_once() {
    let texts = |game: &str, size: u64| -> Vec<String> {
        let rows = rows(game, FamilyQuery::new(Shown::Outcomes), [size].into_iter());
        rows.into_iter().map(|row| row.position).collect()
    };
    for size in 0..=9 {
        let own = partitions(size, size).into_iter().map(|parts| {
            let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
            nimfield::read(&format!("crim[{}]", parts.join(",")))
                .unwrap()
                .to_string()
        });
        let found = texts("crim", size);
        assert_eq!(
            found.iter().cloned().collect::<BTreeSet<_>>(),
            own.collect()
        );
        assert_eq!(found.len(), partitions(size, size).len());
    }
    assert_eq!(
        texts("wythoff", 3),
        [
            "wythoff[0,3]",
            "wythoff[1,2]",
            "wythoff[2,1]",
            "wythoff[3,0]"
        ]
    );
    assert_eq!(texts("fraenkel(2)", 2).len(), 3);
    assert_eq!(
        texts("tactix", 4),
        ["tactix[1x4]", "tactix[2x2]", "tactix[4x1]"]
    );
    assert_eq!(
        texts("domineering", 2),
        ["domineering[1x2]", "domineering[2x1]"]
    );
    assert_eq!(texts("welter", 0), ["welter[]", "welter[0]"]);
    assert_eq!(texts("welter", 2).len(), 4);
    assert_eq!(
        texts("turning(ruler)", 2),
        ["turning(ruler)[(2)]", "turning(ruler)[(1) (2)]"]
    );
    assert_eq!(texts("grunt", 2), ["grunt[2]", "grunt[1,2]"]);
    assert_eq!(texts("kayles", 2), ["kayles[2]", "kayles[1,1]"]);
    assert_eq!(texts("rnim", 0), [""; 0]);
}

/// Every value of a row of coins is the nim-sum of those of the single coins.
#[test]
fn values_of_coins_are_those_of_the_recursion() {
    // The ruler game: any run of coins that begins at 1 or later and ends with a head is turned.
    fn value(coins: u32, known: &mut BTreeMap<u32, u128>) -> u128 {
        if let Some(&value) = known.get(&coins) {
            return value;
        }
        let mut options = BTreeSet::new();
        for last in (0..32).filter(|last| coins >> last & 1 == 1) {
            for first in 0..=last {
                let run = ((1u64 << (last + 1)) - (1u64 << first)) as u32;
                options.insert(value(coins ^ run, known));
            }
        }
        let found = (0..).find(|value| !options.contains(value)).unwrap();
        known.insert(coins, found);
        found
    }
    let mut known = BTreeMap::new();
    for row in rows("turning(ruler)", FamilyQuery::new(Shown::Values), 0..=7) {
        let body = row.position.trim_start_matches("turning(ruler)");
        let coins = body.split(|c: char| !c.is_ascii_digit());
        let coins = coins.filter_map(|coin| coin.parse::<u32>().ok());
        let set = coins.fold(0, |set, coin| set | 1 << (coin - 1));
        assert_eq!(
            row.cell,
            TableCell::Value(value(set, &mut known).into()),
            "{body}"
        );
    }
}

/// Exactly the tuples of heaps that violate the condition of a rule file are left out.
#[test]
fn heaps_that_break_the_condition_of_their_game_are_not_positions() {
    let rules = |_: &str| Ok("piles 2\nmove same any from each\nkeep sorted\n".to_string());
    let positions = PositionsBySize::of("@sorted.game", &builtin().files(rules)).unwrap();
    let query = FamilyQuery::new(Shown::Values);
    let table = SizedTable::new(positions, query, Budget::unlimited()).unwrap();
    let mut found = Vec::new();
    let all = table.try_for_each(0..=6, |row| {
        found.push(row.position);
        Ok::<_, FamilyError>(())
    });
    all.unwrap();
    let sorted = (0..=6u64).flat_map(|size| (0..=size / 2).map(move |less| (less, size - less)));
    let expected = sorted.map(|(less, more)| format!("@sorted.game[{less},{more}]"));
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn games_without_sizes_and_ends_of_budgets_are_reported() {
    let refused = |game: &str| PositionsBySize::of(game, &builtin()).err().unwrap();
    for game in [
        "matrix",
        "nimbers",
        "lattice",
        "matrix-partizan",
        "ones",
        "triangle",
    ] {
        let message = refused(game).message;
        assert!(message.contains("have no size"), "{game}: {message}");
    }
    assert!(refused("crimm").message.contains("did you mean `crim`?"));
    assert!(
        refused("@a.game")
            .to_string()
            .contains("cannot read a.game")
    );
    assert!(refused("lines(max=").to_string().contains('^'));
    assert!(refused("moore").message.contains("missing"));

    let positions = PositionsBySize::of("lctr", &builtin()).unwrap();
    let budget = Budget::unlimited().time(std::time::Duration::ZERO);
    let query = FamilyQuery::new(Shown::Values);
    let table = SizedTable::new(positions, query, budget).unwrap();
    let stopped = table.try_for_each(0.., |_| Ok::<_, FamilyError>(()));
    assert!(matches!(stopped, Err(FamilyError::Unfinished(_))));
}

/// Counts the P-positions of chomp among all diagrams of each size, by the rules alone.
#[test]
fn chomp_is_played_on_all_diagrams() {
    fn is_p(rows: &[u64], known: &mut BTreeMap<Vec<u64>, bool>) -> bool {
        if let Some(&is_p) = known.get(rows) {
            return is_p;
        }
        let squares =
            (0..rows.len()).flat_map(|row| (0..rows[row]).map(move |column| (row, column)));
        let is_p = squares.skip(1).all(|(row, column)| {
            let mut after = rows.to_vec();
            for length in &mut after[row..] {
                *length = column.min(*length);
            }
            after.retain(|&length| length > 0);
            !is_p(&after, known)
        });
        known.insert(rows.to_vec(), is_p);
        is_p
    }
    fn diagrams(size: u64, widest: u64) -> Vec<Vec<u64>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let first = (1..=size.min(widest)).rev();
        let of = first.flat_map(|first| {
            let rest = diagrams(size - first, first).into_iter();
            rest.map(move |rest| [vec![first], rest].concat())
        });
        of.collect()
    }
    let mut known = BTreeMap::new();
    let mut by_rules = |size| {
        diagrams(size, size)
            .iter()
            .filter(|rows| is_p(rows, &mut known))
            .count()
    };
    let expected: Vec<usize> = (1..=12).map(&mut by_rules).collect();
    assert_eq!(expected, [1, 0, 1, 0, 3, 0, 3, 2, 5, 2, 3, 10]);
    let found = rows("chomp", FamilyQuery::new(Shown::Outcomes), 0..=12);
    let count = |size| {
        found
            .iter()
            .filter(|row| row.size == size && row.cell.is_p())
            .count()
    };
    assert_eq!((1..=12).map(count).collect::<Vec<_>>(), expected);
    // Rows of squares, the shortest first, are partitions as well.
    let found = rows("rit", FamilyQuery::new(Shown::Values), 0..=3);
    let texts: Vec<&str> = found.iter().map(|row| row.position.as_str()).collect();
    assert_eq!(
        texts,
        [
            "rit[1]",
            "rit[2]",
            "rit[1,1]",
            "rit[3]",
            "rit[1,2]",
            "rit[1,1,1]"
        ]
    );
}
