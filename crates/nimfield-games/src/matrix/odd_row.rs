//! A single row (or column) of an odd number of piles: nim in disguise.

use nimfield_core::words::Grundy;

/// Returns the nim-sum of the piles, which is the Grundy value of 1xn matrix nim for odd n.
///
/// **Source**: Ferguson 2001, section 4: taking k from an odd number of piles changes the nim-sum in the lowest bit of
/// k, so no move preserves it, and the moves of nim reach every smaller one.
pub(super) fn nim_sum(piles: &[u128]) -> u128 {
    piles.iter().fold(0, |sum, pile| sum ^ pile)
}

/// Returns the unique amount that leaves piles of nim-sum `target` when taken from every pile; `None` if there is no
/// such amount between 1 and the least pile.
///
/// The number of piles is odd, so from the lowest bit upwards, the bits of the piles and the borrows determine each bit
/// of the amount. O(128 n).
pub(super) fn common_amount(piles: &[u128], target: u128) -> Option<u128> {
    let mut borrows = vec![false; piles.len()];
    let mut amount: u128 = 0;
    for bit in 0..u128::BITS {
        let of = |number: u128| number >> bit & 1 == 1;
        let own = piles.iter().zip(&borrows);
        let bit_taken = own.fold(of(target), |sum, (&pile, &borrow)| sum ^ of(pile) ^ borrow);
        if bit_taken {
            amount |= 1 << bit;
        }
        for (&pile, borrow) in piles.iter().zip(&mut borrows) {
            let need = u8::from(bit_taken) + u8::from(*borrow);
            *borrow = need > u8::from(of(pile));
        }
    }
    (amount > 0 && !borrows.contains(&true)).then_some(amount)
}

/// Returns whether a row of an odd number of positive piles is a P-position in misère play: just as in misère nim.
///
/// The argument for nim carries over, because no new move leads from one P-position to another. With a pile of two or
/// more, P means nim-sum 0, and taking k from every pile changes the nim-sum; it cannot lead to an odd number of ones
/// with all other piles empty, the other kind of P-position: the piles would be k an even number of times and k+1 an
/// odd number of times, of nim-sum k+1. Among piles of one, taking one from every pile of an odd number leaves none, an
/// N-position.
pub(super) fn misere_is_p(piles: &[u128]) -> bool {
    let heaps: Vec<Grundy> = piles.iter().map(|&pile| pile.into()).collect();
    crate::nim::misere_is_p(&heaps)
}
