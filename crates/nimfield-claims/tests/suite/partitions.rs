//! The functions with which the claims about partitions are checked.

use nimfield::Budget;
use nimfield_claims::internals::{
    Diagrams, Positions, forced, has_odd_degree, hooks, miserable, pair, pet, returnable, tame,
};
use nimfield_games::partitions::Partition;

#[test]
fn hooks_and_degrees() {
    // The degrees of the partitions of 4 are 1, 3, 2, 3, 1.
    let odd = [
        [4, 0, 0, 0],
        [3, 1, 0, 0],
        [2, 2, 0, 0],
        [2, 1, 1, 0],
        [1, 1, 1, 1],
    ];
    let odd = odd.map(|parts| has_odd_degree(&Partition::new(parts)));
    assert_eq!(odd, [true, true, false, true, true]);
    let mut lengths = hooks(&Partition::new([4, 2, 1]));
    lengths.sort_unstable();
    assert_eq!(lengths, [1, 1, 1, 2, 3, 4, 6]);
}

#[test]
fn values_are_those_of_the_rules_alone() {
    let diagrams = Diagrams::new(8, &Budget::unlimited()).unwrap();
    for word in 0..1 << 7 {
        let text = format!("pnim[{}]", Partition::from_word(word));
        assert_eq!(Ok(diagrams.at(word)), pair(&text), "{text}");
    }
}

/// Whether all positions are pet, tame, miserable, returnable, forced.
fn classes(game: &Positions) -> [bool; 5] {
    [pet, tame, miserable, returnable, forced].map(|has| game.all(has))
}

#[test]
fn games_by_number_and_their_sums() {
    // 0; *1; *2.
    let piles = Positions::numbered(3, 0b111);
    assert_eq!([0, 1, 2].map(|at| piles.pair(at)), [[0, 1], [1, 0], [2, 2]]);
    let sum = piles.sum(&piles);
    let pairs = [
        [0, 1],
        [1, 0],
        [2, 2],
        [1, 0],
        [0, 1],
        [3, 3],
        [2, 2],
        [3, 3],
        [0, 0],
    ];
    assert_eq!((0..9).map(|at| sum.pair(at)).collect::<Vec<_>>(), pairs);
    let ([pet, .., forced], [pet_sum, tame_sum, ..]) = (classes(&piles), classes(&sum));
    assert!(pet && forced && !pet_sum && tame_sum);
}

#[test]
fn each_class_has_members_and_others() {
    let games = (0..1024).map(|number| Positions::numbered(5, number));
    let games: Vec<[bool; 5]> = games.map(|game| classes(&game)).collect();
    let count = |class: usize| games.iter().filter(|has| has[class]).count();
    let counts = [0, 1, 2, 3, 4].map(count);
    for (i, &members) in counts.iter().enumerate() {
        assert!(0 < members && members <= 1024, "class {i}: {members}");
    }
    // Pet games are fewer than miserable ones, these fewer than or as many as tame ones.
    assert!(counts[0] < counts[2] && counts[2] <= counts[1]);
}
