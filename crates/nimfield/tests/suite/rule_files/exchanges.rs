//! Moves that take from one pile and put on another, compared with twins that make them one by one.

use std::collections::{BTreeSet, HashMap};

use nimfield::{Outcome, Play};

use super::{analyzed, read};

/// The positions after moves that take `k` from a pile `x` and put `l` on a pile `y`, for which `allows` holds.
fn exchanges(
    piles: &[u64],
    pairs: &[(usize, usize)],
    allows: fn(u64, u64) -> bool,
) -> BTreeSet<Vec<u64>> {
    let mut found = BTreeSet::new();
    for &(from, to) in pairs {
        for taken in 1..=piles[from] {
            for put in (1..=taken).filter(|&put| allows(taken, put)) {
                let mut after = piles.to_vec();
                after[from] -= taken;
                after[to] += put;
                found.insert(after);
            }
        }
    }
    found
}

fn yama(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    exchanges(piles, &[(0, 1), (1, 0)], |taken, put| {
        taken >= 2 && put == 1
    })
}

fn triangular(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    exchanges(piles, &[(0, 1), (1, 0)], |taken, put| put < taken)
}

/// With moves that take the same from both.
fn triangular_wythoff(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    let least = *piles.iter().min().unwrap();
    let both = (1..=least).map(|k| piles.iter().map(|pile| pile - k).collect());
    triangular(piles).into_iter().chain(both).collect()
}

/// A directed triangle, on which a move may put nothing back.
fn triangle(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut found = exchanges(piles, &[(0, 1), (1, 2), (2, 0)], |taken, put| put < taken);
    for pile in 0..3 {
        for left in 0..piles[pile] {
            let mut after = piles.to_vec();
            after[pile] = left;
            found.insert(after);
        }
    }
    found
}

fn delete(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    let of = |deleted: usize| {
        let split = piles[1 - deleted];
        let parts = move |part: u64| {
            let mut after = vec![split - part; 2];
            after[deleted] = part;
            after
        };
        let parts = (1..split).map(parts);
        parts.filter(move |_| piles[deleted] > 0)
    };
    of(0).chain(of(1)).collect()
}

/// With three piles, of which the third is the set of those that a move deletes, splits, or leaves.
fn single_delete(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut found = BTreeSet::new();
    for (deleted, split) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
        for part in (1..piles[split]).filter(|_| piles[deleted] > 0) {
            let mut after = piles.to_vec();
            (after[deleted], after[split]) = (part, piles[split] - part);
            found.insert(after);
        }
    }
    found
}

/// All piles but one are deleted, and that one is split into three.
fn all_but_one_delete(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut found = BTreeSet::new();
    for &split in piles.iter().filter(|_| !piles.contains(&0)) {
        for first in 1..split {
            for second in 1..split - first {
                found.insert(vec![first, second, split - first - second]);
            }
        }
    }
    found
}

/// One or two of one of the first piles are exchanged for one of the last, from which any number is taken.
fn changing(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut found = BTreeSet::new();
    for pile in 0..piles.len() {
        let last = pile + 1 == piles.len();
        for taken in (1..=piles[pile]).take_while(|&taken| last || taken <= 2) {
            let mut after = piles.to_vec();
            after[pile] -= taken;
            if !last {
                *after.last_mut().unwrap() += 1;
            }
            found.insert(after);
        }
    }
    found
}

/// One of the first pile becomes up to three of the second.
fn growing(piles: &[u64]) -> BTreeSet<Vec<u64>> {
    let grown = (1..=3).map(|put| vec![piles[0].wrapping_sub(1), piles[1] + put]);
    let taken = (0..piles[1]).map(|left| vec![piles[0], left]);
    grown.filter(|_| piles[0] > 0).chain(taken).collect()
}

type Options = fn(&[u64]) -> BTreeSet<Vec<u64>>;

const TRIANGULAR: &str = "move vector k,-l from pairs where l < k";

#[test]
fn moves_that_put_back_are_those_of_the_twins() {
    let games: [(usize, u64, String, Options); 11] = [
        (
            2,
            5,
            "move vector k,-1 from pairs where k >= 2".to_string(),
            yama,
        ),
        (2, 6, TRIANGULAR.to_string(), triangular),
        (
            2,
            5,
            format!("{TRIANGULAR}\nmove same any from all"),
            triangular_wythoff,
        ),
        (
            3,
            2,
            "move vector k,-l from 1,2 2,3 3,1 where l < k\nmove same any from each".to_string(),
            triangle,
        ),
        (
            2,
            5,
            "move vector x-l,l from pairs where x > 0 and l < y".to_string(),
            delete,
        ),
        (
            3,
            3,
            "move vector x-l,l from pairs where x > 0 and l < y".to_string(),
            single_delete,
        ),
        (
            3,
            3,
            "move vector x-l,y-m,l+m from subsets 3 where min(x, y) > 0 and l+m < z".to_string(),
            all_but_one_delete,
        ),
        (
            3,
            2,
            "move same 1..2 from each put 1 on pile 3\nmove same any from 3".to_string(),
            changing,
        ),
        (
            2,
            3,
            "move same 1,2 from 1 put k*0 + 1 on pile 2\nmove same any from 2\nmeasure 2,1".to_string(),
            changing,
        ),
        (
            2,
            2,
            "move vector 1,-l from 1,2 where l < 4\nmove same any from 2".to_string(),
            growing,
        ),
        (
            2,
            2,
            "move vector 1,-1 from 1,2\nmove vector 1,-2 from 1,2\nmove vector 1,-3 from 1,2\nmove same any from 2"
                .to_string(),
            growing,
        ),
    ];
    for (count, most, lines, options) in games {
        let text = format!("piles {count}\n{lines}\n");
        let mut known = [HashMap::new(), HashMap::new()];
        let mut all = vec![Vec::new()];
        for _ in 0..count {
            let longer = |piles: &Vec<u64>| {
                let piles = piles.clone();
                (0..=most).map(move |pile| [&piles[..], &[pile]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        for piles in all {
            let sum = read(&text, &format!("{piles:?}"));
            let named = |piles: &Vec<u64>| read(&text, &format!("{piles:?}")).to_string();
            let expected: BTreeSet<String> = options(&piles).iter().map(named).collect();
            let mut found = BTreeSet::new();
            for mv in sum.moves() {
                let again = sum.read_move(&mv.to_string()).unwrap();
                found.insert(sum.after(&again).unwrap().to_string());
            }
            assert_eq!(found, expected, "{sum} {text}");
            assert_eq!(sum.moves().count(), expected.len(), "{sum} {text}");
            for (play, known) in [Play::Normal, Play::Misere].into_iter().zip(&mut known) {
                let value =
                    super::value_by(&piles, &|piles: &Vec<u64>| options(piles), play, known);
                let answer = analyzed(&sum, play);
                let outcome = if value == 0 { Outcome::P } else { Outcome::N };
                assert_eq!(answer.outcome, Some(outcome), "{sum} {text} {play}");
                if play == Play::Normal {
                    let found = answer.value.and_then(|value| value.finite());
                    assert_eq!(found, Some(value.into()), "{sum} {text}");
                }
            }
        }
    }
}

/// The sums of piles by the weights of a measure stay below 2^126.
#[test]
fn piles_that_may_grow_are_counted_by_their_weights() {
    let text = "piles 2\nmeasure 4,1\nmove same 1 from 1 put 3 on pile 2\nmove same any from 2\n";
    let file = nimfield_rules::RuleFile::read("@a.game", text).unwrap();
    let read = |body: &str| file.position(&mut nimfield_core::notation::Cursor::new(body));
    let most = 1u128 << 124;
    assert!(read(&format!("[{},0]", most - 1)).is_ok());
    let error = read(&format!("[{most},0]")).err().unwrap();
    assert!(
        error.to_string().contains("by the weights of the measure"),
        "{error}"
    );
    // Without a line `measure` the same weights are found.
    let found = nimfield_rules::RuleFile::read("@a.game", &text.replace("measure 4,1\n", ""));
    let found = found.unwrap().describe();
    assert!(found.contains("every move reduces 4p1 + p2"), "{found}");
    assert_eq!(found, file.describe());
}

/// arXiv 2310.06610: with moves that take the same from both piles, neighbouring triangular numbers are P.
#[test]
fn triangular_numbers_are_lost() {
    let text = format!("piles 2\n{TRIANGULAR}\nmove same any from all\n");
    let lost = [[0, 0], [0, 1], [1, 3], [3, 6], [6, 10]];
    for x in 0..=6u64 {
        for y in x..=10 {
            let answer = analyzed(&read(&text, &format!("[{x},{y}]")), Play::Normal);
            let is_p = lost.contains(&[x, y]);
            assert_eq!(answer.outcome == Some(Outcome::P), is_p, "[{x},{y}]");
        }
    }
}

/// arXiv 2301.12964: two piles are P exactly if both are odd.
#[test]
fn delete_nim_is_lost_with_odd_piles() {
    for x in 1..=16u64 {
        for y in 1..=16 {
            let sum = nimfield::read(&format!("delete[{x},{y}]")).unwrap();
            let answer = analyzed(&sum, Play::Normal);
            assert_eq!(
                answer.outcome == Some(Outcome::P),
                x % 2 == 1 && y % 2 == 1,
                "{sum}"
            );
        }
    }
}

/// arXiv 2310.06610: two piles are P exactly if they differ by at most 1.
#[test]
fn yama_nim_is_lost_with_piles_that_differ_by_at_most_1() {
    for x in 0..=16u64 {
        for y in 0..=16 {
            let sum = nimfield::read(&format!("yama[{x},{y}]")).unwrap();
            let answer = analyzed(&sum, Play::Normal);
            let is_p = x.abs_diff(y) <= 1;
            assert_eq!(answer.outcome == Some(Outcome::P), is_p, "{sum}");
        }
    }
}
