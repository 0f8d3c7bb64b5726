//! The words that replace the rules when walks on partitions are classified.

use std::collections::BTreeSet;

use nimfield::game::Rules;
use nimfield_claims::classify::walk_options;
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::walking::{
    BISHOP, DOWNRIGHT, KING, KNIGHT, LCTR, PAWN, QUEEN, ROOK, Walker, Walking,
};

/// The options from the bits of the words equal those from the rules.
fn compare(walker: &'static Walker) {
    for word in (0..1 << 12).chain([u64::MAX, u64::MAX - 1, 1 << 63, 0x5555 << 48 | 1]) {
        let position = Walking::new(walker, Partition::from_word(word.into()));
        let moves = position.moves();
        let options = moves.filter_map(|mv| position.clone().play(&mv).ok());
        // Options are not longer than the position.
        let words = options.map(|after| after.diagram.word().unwrap() as u64);
        let expected: BTreeSet<u64> = words.collect();
        let mut found = Vec::new();
        walk_options(&walker.piece, word, &mut found);
        let found: BTreeSet<u64> = found.into_iter().collect();
        assert_eq!(found, expected, "{} {word:b}", walker.info.name);
    }
}

#[test]
fn walks_are_those_of_the_rules() {
    compare(&LCTR);
    compare(&DOWNRIGHT);
    compare(&ROOK);
    compare(&QUEEN);
    compare(&KING);
    compare(&BISHOP);
    compare(&KNIGHT);
    compare(&PAWN);
}
