//! What a table says of its board as a whole.

use super::super::bits::Bits;
use super::super::stones::by_stones;
use super::format::Header;
use super::places::Places;
use super::rules::{BoardSummary, TableKind};
use nimfield_core::families::taking::Taking;

/// Computes what a table says of the board as a whole.
pub(super) fn summary(
    game: &Taking,
    header: &Header,
    places: &Places,
    planes: &[Bits],
    threads: usize,
) -> BoardSummary {
    let cells = header.rules.cells;
    let words: Vec<&[u64]> = planes.iter().map(Bits::words).collect();
    let is_value = |value: usize, word: usize| {
        let planes = words.iter().enumerate();
        planes.fold(u64::MAX, |all, (digit, plane)| {
            all & (plane[word] ^ if value >> digit & 1 == 1 { 0 } else { u64::MAX })
        })
    };
    let value_of = |state: u64| -> usize {
        let index = places.index(state);
        let digits = words.iter().enumerate();
        digits.fold(0, |value, (digit, plane)| {
            value | ((plane[(index / 64) as usize] >> (index % 64) & 1) as usize) << digit
        })
    };
    let full = game.full();
    // In a table of outcomes the one plane holds the P-positions, in one of values the digits.
    let (lost, by_value, full_value) = match header.rules.kind {
        TableKind::Outcomes => (1, Vec::new(), None),
        TableKind::Values => {
            let by_value = 0..1usize << words.len();
            let by_value = by_value.map(|value| {
                by_stones(cells, threads, |word| is_value(value, word))
                    .iter()
                    .sum()
            });
            let mut by_value: Vec<u64> = by_value.collect();
            while by_value.last() == Some(&0) {
                by_value.pop();
            }
            (0, by_value, u8::try_from(value_of(full)).ok())
        }
    };
    let winning = game
        .moves(full)
        .filter(|mask| value_of(full ^ mask) == lost);
    BoardSummary {
        full_is_p: value_of(full) == lost,
        full_value,
        winning_moves: winning.collect(),
        p_by_stones: match words[..] {
            [p_positions] if lost == 1 => by_stones(cells, threads, |word| p_positions[word]),
            _ => by_stones(cells, threads, |word| is_value(0, word)),
        },
        by_value,
    }
}
