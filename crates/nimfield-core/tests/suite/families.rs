//! Families of games given by masks.

use nimfield_core::families::ray::{RayGame, RayGameError};
use nimfield_core::families::taking::{Taking, TakingError};

/// Runs of any length on a 2 x 2 board, cells row by row.
fn square() -> Taking {
    let masks = vec![1, 2, 4, 8, 0b0011, 0b1100, 0b0101, 0b1010];
    Taking::new(4, masks, vec![vec![1, 0, 3, 2], vec![2, 3, 0, 1]]).unwrap()
}

#[test]
fn components_are_what_no_move_joins() {
    let game = square();
    assert_eq!(game.components(0b1111)[..], [0b1111]);
    assert_eq!(game.components(0b1001)[..], [0b0001, 0b1000]);
    assert_eq!(game.components(0b0111)[..], [0b0111]);
    assert!(game.components(0).is_empty());
    // Cell 1 is in no move; cells 0 and 2 are joined by one although they are far apart.
    let odd = Taking::new(3, vec![0b101], vec![]).unwrap();
    assert_eq!(odd.components(0b111)[..], [0b101]);
    assert!(odd.components(0b110).is_empty());
}

#[test]
fn invalid_taking_games_are_refused() {
    assert_eq!(
        Taking::new(65, vec![1], vec![]),
        Err(TakingError::TooManyCells(65))
    );
    assert_eq!(
        Taking::new(4, vec![0], vec![]),
        Err(TakingError::BadMask(0))
    );
    assert_eq!(
        Taking::new(4, vec![16], vec![]),
        Err(TakingError::BadMask(16))
    );
    for bad in [vec![0, 1, 2], vec![0, 0, 1, 2], vec![0, 1, 2, 4]] {
        let game = Taking::new(4, vec![1, 2, 4, 8], vec![bad.clone()]);
        assert_eq!(game, Err(TakingError::BadSymmetry(bad)));
    }
    let uneven = Taking::new(2, vec![1], vec![vec![1, 0]]);
    assert_eq!(uneven, Err(TakingError::BadSymmetry(vec![1, 0])));
    assert_eq!(
        Taking::new(64, vec![u64::MAX], vec![]).unwrap().full(),
        u64::MAX
    );
}

#[test]
fn symmetric_states_have_one_least_image() {
    let game = square();
    for corner in [1, 2, 4] {
        assert_eq!(game.least_image(corner), 1);
    }
    assert_eq!(game.least_image(0b1010), 0b0101);
}

fn rays(game: &RayGame) -> Vec<Vec<usize>> {
    game.rays().map(Iterator::collect).collect()
}

#[test]
fn the_known_families() {
    assert_eq!(rays(&RayGame::nim(3).unwrap()), [[0], [1], [2]]);
    let matrix = RayGame::matrix(2, 3).unwrap();
    assert_eq!(
        rays(&matrix),
        [
            vec![0, 1, 2],
            vec![3, 4, 5],
            vec![0, 3],
            vec![1, 4],
            vec![2, 5]
        ]
    );
    assert_eq!(
        rays(&RayGame::matrix(1, 2).unwrap()),
        [vec![0, 1], vec![0], vec![1]]
    );
    assert_eq!(RayGame::matrix(1, 1), RayGame::nim(1));
    assert_eq!(RayGame::matrix(0, 5), RayGame::nim(0));
    assert_eq!(rays(&RayGame::nim(64).unwrap()).len(), 64);
}

#[test]
fn bad_rays_are_refused() {
    use RayGameError::*;
    let new = |piles, rays: &[&[usize]]| {
        RayGame::new(piles, rays.iter().map(|ray| ray.iter().copied())).unwrap_err()
    };
    assert_eq!(new(2, &[&[0], &[]]), EmptyRay { ray: 1 });
    assert_eq!(
        new(2, &[&[0, 2]]),
        NoSuchPile {
            ray: 0,
            pile: 2,
            piles: 2
        }
    );
    assert_eq!(new(2, &[&[1, 1]]), PileTwice { ray: 0, pile: 1 });
    assert_eq!(
        new(2, &[&[0, 1], &[1], &[1, 0]]),
        RayTwice { ray: 2, same_as: 0 }
    );
    assert_eq!(RayGame::nim(65), Err(TooManyPiles { piles: 65 }));
    assert_eq!(
        RayGame::matrix(usize::MAX, 2),
        Err(TooManyPiles { piles: usize::MAX })
    );
    assert!(new(2, &[&[0, 2]]).to_string().contains("pile 2"));
}
