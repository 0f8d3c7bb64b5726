//! Closed forms that belong to games of the shelf by their names.

use nimfield_core::info::{Checked, Fact};
use nimfield_core::words::Play;

/// Whether the position with these values of the parameters and these piles is P, and the numbers that say so.
type Formula = fn(&[u64], &[u64], Play) -> Option<(bool, String)>;

/// A closed form for the outcome.
#[derive(Debug)]
pub(crate) struct Law {
    /// The name of the game on the shelf.
    pub(crate) name: &'static str,
    pub(crate) fact: Fact,
    pub(crate) outcome: Formula,
}

/// All closed forms.
pub(crate) static LAWS: [Law; 2] = [
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
                "the binary digit of 2^{digit} stands in {count} of the piles, and {count} mod {modulus} = {}",
                count % modulus
            );
            return Some((false, text));
        }
    }
    let text =
        format!("each binary digit stands in a number of piles that is divisible by {modulus}");
    Some((true, text))
}

fn fraenkel(values: &[u64], piles: &[u64], play: Play) -> Option<(bool, String)> {
    /// So many pairs are listed in well under a second.
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
