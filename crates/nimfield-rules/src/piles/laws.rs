//! Closed forms that belong to games of the shelf by their names.

use nimfield_core::prelude::*;

/// Whether the position with these values of the parameters and these piles is P, and the numbers that say so.
type Formula = fn(&[u64], &[u64], Play) -> Option<(bool, String)>;

/// A closed form for the outcome.
#[derive(Debug)]
pub(crate) struct Law {
    /// The name of the game on the shelf.
    pub(crate) name: &'static str,
    pub(crate) fact: Fact,
    pub(crate) outcome: Formula,
    /// The value in normal play, and the numbers that say so.
    pub(crate) value: Option<ValueFormula>,
}

/// The value of these piles.
type ValueFormula = fn(&[u64]) -> (u64, String);

/// All closed forms.
pub(crate) static LAWS: [Law; 3] = [
    Law {
        name: "moore",
        fact: Fact {
            statement: "P exactly if, for each binary digit, the number of piles with that digit is divisible \
                        by k+1; in misère play the same, but if all piles are 0 or 1 their number leaves the \
                        rest 1",
            source: "E. H. Moore 1910, A generalization of the game called nim",
            checked: Checked::BY_TESTS_OF_THE_GAME,
        },
        outcome: moore,
        value: None,
    },
    Law {
        name: "fraenkel",
        fact: Fact {
            statement: "normal play: the P-positions are (A(n), A(n) + a n), where A(n) is the least number that \
                        no pair before holds",
            source: "A. S. Fraenkel 1982, How to beat your Wythoff games' opponent on three fronts",
            checked: Checked::BY_TESTS_OF_THE_GAME,
        },
        outcome: fraenkel,
        value: None,
    },
    Law {
        name: "rit",
        fact: Fact {
            statement: "outcomes of both plays, and values, are those of nim with the heaps l1 - l2, l3 - l4, ..., \
                        where l1 is the longest row, l2 the next one, and so on",
            source: "E. Gottlieb, D. Khatana, M. Krnc, P. Muršič and I. Qureshi 2025, Row Impartial Terminus",
            checked: Checked::By(&["rit-conway-pair"]),
        },
        outcome: rit,
        value: Some(rit_value),
    },
];

fn moore(values: &[u64], piles: &[u64], play: Play) -> Option<(bool, String)> {
    let modulus = values.first()?.checked_add(1)?;
    if play == Play::Misere && piles.iter().all(|&pile| pile <= 1) {
        let ones = piles.iter().sum::<u64>();
        let rest = ones % modulus;
        let text = format!(
            "all piles are 0 or 1, and their sum {ones} leaves the rest {rest} modulo {modulus}"
        );
        return Some((rest == 1, text));
    }
    for digit in (0..64).rev() {
        let count = piles.iter().filter(|&&pile| pile >> digit & 1 == 1).count() as u64;
        if !count.is_multiple_of(modulus) {
            let text = format!(
                "the binary digit of 2^{digit} occurs in {count} of the piles, and {count} mod {modulus} = {}",
                count % modulus
            );
            return Some((false, text));
        }
    }
    let text =
        format!("each binary digit occurs in a number of piles that is divisible by {modulus}");
    Some((true, text))
}

fn fraenkel(values: &[u64], piles: &[u64], play: Play) -> Option<(bool, String)> {
    /// This many pairs are listed in well under a second.
    const MOST: u64 = 1 << 22;
    let &[a] = values else { return None };
    let &[x, y] = piles else { return None };
    let (x, y) = (x.min(y), x.max(y));
    if play == Play::Misere || x > MOST {
        return None;
    }
    let text = |n: u64, small: u64, large: u64| {
        format!("A({n}) = {small} and A({n}) + {a}*{n} = {large}, and the piles are {x} and {y}")
    };
    // The numbers of all pairs are different, so that a bit for each number finds the least that is missing.
    let mut used = vec![false; x as usize + 2];
    let (mut n, mut small) = (0u64, 0u64);
    loop {
        let large = small.checked_add(a.checked_mul(n)?)?;
        if small >= x || large == x {
            return Some(((small, large) == (x, y), text(n, small, large)));
        }
        for number in [small, large] {
            if let Some(used) = used.get_mut(usize::try_from(number).ok()?) {
                *used = true;
            }
        }
        while used[small as usize] {
            small += 1;
        }
        n += 1;
    }
}

/// Returns the heaps of nim: how much longer each other row is than the next one, from the longest on.
fn remnant(rows: &[u64]) -> impl Iterator<Item = u64> + '_ {
    rows.rchunks(2).map(|pair| match pair {
        [shorter, longer] => longer - shorter,
        pair => pair.iter().sum(),
    })
}

fn rit_value(rows: &[u64]) -> (u64, String) {
    /// The most heaps that are listed.
    const SHOWN: usize = 12;
    let sum = remnant(rows).fold(0, |sum, heap| sum ^ heap);
    let mut heaps: Vec<String> = remnant(rows)
        .take(SHOWN)
        .map(|heap| heap.to_string())
        .collect();
    if remnant(rows).nth(SHOWN).is_some() {
        heaps.push("...".to_string());
    }
    let text = format!(
        "the heaps of nim are {}, of nim-sum {sum}",
        heaps.join(", ")
    );
    (sum, text)
}

fn rit(_values: &[u64], rows: &[u64], play: Play) -> Option<(bool, String)> {
    let (sum, text) = rit_value(rows);
    match play {
        Play::Misere if remnant(rows).all(|heap| heap <= 1) => {
            Some((sum == 1, format!("{text}, and none of them is more than 1")))
        }
        _ => Some((sum == 0, text)),
    }
}
