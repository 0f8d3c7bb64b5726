//! Closed forms of games of the shelf, by their names.

use nimfield_core::prelude::*;

use super::edges::subsets;

/// Whether the position with these values of the parameters and these piles is P, and the numbers that show it.
type Formula = fn(&[u64], &[u128], Play) -> Option<(bool, String)>;

/// A closed form for the outcome.
#[derive(Debug)]
pub(crate) struct Law {
    /// The name of the game on the shelf.
    pub(crate) name: &'static str,
    pub(crate) fact: Fact,
    pub(crate) outcome: Formula,
    /// The value in normal play, and the numbers that show it.
    pub(crate) value: Option<ValueFormula>,
    /// The positions of a value to which moves lead.
    pub(crate) moves: Option<MovesFormula>,
}

/// The value of these piles.
type ValueFormula = fn(&[u128]) -> (u128, String);

/// Up to this many positions of the target value to which moves from these piles lead, and whether these are all; in
/// misère play P-positions, and perhaps others. `None` if the closed form says nothing about this value.
type MovesFormula = fn(&[u64], &[u128], (Play, u128), usize) -> Option<(Vec<Vec<u128>>, bool)>;

/// All closed forms.
pub(crate) static LAWS: [Law; 3] = [
    Law {
        name: "moore",
        fact: Fact {
            statement: "P exactly if, for each binary digit, the number of piles with that digit is divisible by \
                        k+1; in misère play the same, except that if all piles are 0 or 1, their sum must leave the \
                        remainder 1",
            source: "E. H. Moore 1910, A generalization of the game called nim",
            checked: Checked::BY_TESTS_OF_THE_GAME,
        },
        outcome: moore,
        value: None,
        moves: Some(moore_moves),
    },
    Law {
        name: "fraenkel",
        fact: Fact {
            statement: "normal play: the P-positions are (A(n), A(n) + a n), where A(n) is the least number that \
                occurs in no earlier pair",
            source: "A. S. Fraenkel 1982, How to beat your Wythoff games' opponent on three fronts",
            checked: Checked::BY_TESTS_OF_THE_GAME,
        },
        outcome: fraenkel,
        value: None,
        moves: None,
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
        moves: Some(rit_moves),
    },
];

fn moore(values: &[u64], piles: &[u128], play: Play) -> Option<(bool, String)> {
    let modulus = u128::from(values.first()?.checked_add(1)?);
    if play == Play::Misere && piles.iter().all(|&pile| pile <= 1) {
        let ones = piles.iter().sum::<u128>();
        let rest = ones % modulus;
        let text = format!(
            "all piles are 0 or 1, and their sum {ones} leaves the remainder {rest} modulo {modulus}"
        );
        return Some((rest == 1, text));
    }
    for digit in (0..u128::BITS).rev() {
        let count = piles.iter().filter(|&&pile| pile >> digit & 1 == 1).count() as u128;
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

/// Digits of piles after a move of Moore's game, the most significant ones first.
struct MooreMoves<'a> {
    piles: &'a [u128],
    misere: bool,
    modulus: u128,
    most: usize,
    found: Vec<Vec<u128>>,
}

impl MooreMoves<'_> {
    /// Finds the moves whose digits from 2^`digits` on are those of `after`; the piles `lowered` are smaller in these
    /// digits. Each choice of digits leads to a P-position, except perhaps for the last digit in misère play.
    ///
    /// # Errors
    /// If the list is full.
    fn find(&mut self, digits: u32, after: &[u128], lowered: &[usize]) -> Result<(), String> {
        let Some(digit) = digits.checked_sub(1) else {
            if !lowered.is_empty() {
                self.found.push(after.to_vec());
            }
            let full = self.found.len() > self.most;
            return if full { Err(String::new()) } else { Ok(()) };
        };
        let stays = |pile: &usize| !lowered.contains(pile) && self.piles[*pile] >> digit & 1 == 1;
        let ones: Vec<usize> = (0..after.len()).filter(stays).collect();
        let last = self.misere && digit == 0 && after.iter().all(|&pile| pile == 0);
        let wanted = u128::from(last) % self.modulus;
        let room = (self.modulus - 1) as usize - lowered.len();
        for fewer in 0..=room.min(ones.len()) {
            for more in 0..=lowered.len() {
                if (ones.len() - fewer + more) as u128 % self.modulus != wanted {
                    continue;
                }
                subsets(ones.len(), fewer, |zeros| {
                    subsets(lowered.len(), more, |raised| {
                        let mut after = after.to_vec();
                        let mut lowered = lowered.to_vec();
                        let kept = (0..ones.len()).filter(|at| !zeros.contains(at));
                        let kept = kept.map(|at| ones[at]);
                        for pile in kept.chain(raised.iter().map(|&at| lowered[at])) {
                            after[pile] |= 1 << digit;
                        }
                        lowered.extend(zeros.iter().map(|&at| ones[at]));
                        self.find(digit, &after, &lowered)
                    })
                })?;
            }
        }
        Ok(())
    }
}

fn moore_moves(
    values: &[u64],
    piles: &[u128],
    (play, target): (Play, u128),
    most: usize,
) -> Option<(Vec<Vec<u128>>, bool)> {
    let mut moves = MooreMoves {
        piles,
        misere: play == Play::Misere,
        modulus: u128::from(values.first()?.checked_add(1)?),
        most,
        found: Vec::new(),
    };
    if target > 0 {
        return None;
    }
    let digits = u128::BITS - piles.iter().max()?.leading_zeros();
    let all = moves.find(digits, &vec![0; piles.len()], &[]).is_ok();
    moves.found.truncate(most);
    Some((moves.found, all))
}

fn fraenkel(values: &[u64], piles: &[u128], play: Play) -> Option<(bool, String)> {
    /// Listing this many pairs takes well under a second.
    const MOST: u128 = 1 << 22;
    let a = u128::from(*values.first()?);
    let &[x, y] = piles else { return None };
    let (x, y) = (x.min(y), x.max(y));
    if play == Play::Misere || x > MOST {
        return None;
    }
    let text = |n: u128, small: u128, large: u128| {
        format!("A({n}) = {small} and A({n}) + {a}*{n} = {large}, and the piles are {x} and {y}")
    };
    // The numbers of all pairs are different, so a bit for each number is enough to find the least missing one.
    let mut used = vec![false; x as usize + 2];
    let (mut n, mut small) = (0u128, 0u128);
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

/// Returns the heaps of nim: the differences of each pair of consecutive rows, from the longest on.
fn remnant(rows: &[u128]) -> impl Iterator<Item = u128> + '_ {
    rows.rchunks(2).map(|pair| match pair {
        [shorter, longer] => longer - shorter,
        pair => pair.iter().sum(),
    })
}

fn rit_value(rows: &[u128]) -> (u128, String) {
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

fn rit(_values: &[u64], rows: &[u128], play: Play) -> Option<(bool, String)> {
    let (sum, text) = rit_value(rows);
    match play {
        Play::Misere if remnant(rows).all(|heap| heap <= 1) => {
            Some((sum == 1, format!("{text}, and none of them is more than 1")))
        }
        _ => Some((sum == 0, text)),
    }
}

fn rit_moves(
    _values: &[u64],
    rows: &[u128],
    (play, target): (Play, u128),
    most: usize,
) -> Option<(Vec<Vec<u128>>, bool)> {
    let nim_sum = rit_value(rows).0 ^ target;
    let mut found = Vec::new();
    for (at, &row) in rows.iter().enumerate() {
        let before = at.checked_sub(1).map_or(0, |before| rows[before]);
        // A move in the shorter row of a pair makes its heap larger, a move in the longer row makes it smaller.
        let partner = match (rows.len() - at).is_multiple_of(2) {
            true => rows[at + 1],
            false => before,
        };
        // In misère play all heaps may become 0 and 1, an odd number of them 1.
        for other in 0..=u128::from(play == Play::Misere) {
            let heap = row.abs_diff(partner) ^ nim_sum ^ other;
            let left = match partner > before {
                true => partner.checked_sub(heap),
                false => partner.checked_add(heap),
            };
            let left = left.filter(|left| (before..row).contains(left));
            found.extend(left.map(|left| {
                let mut after = rows.to_vec();
                after[at] = left;
                after
            }));
        }
    }
    let all = found.len() <= most;
    found.truncate(most);
    Some((found, all))
}
