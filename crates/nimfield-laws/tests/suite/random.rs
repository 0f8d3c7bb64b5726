//! Random games on two piles: every proved law agrees with play by the rules beyond the table from which it was
//! learned.

use nimfield_core::budget::Budget;
use nimfield_core::families::formulas::{Formula, Linear, MoveFormula};
use nimfield_core::prelude::Play;
use nimfield_laws::{Bound, Numeration, Prover, Verdict, learn};

use crate::games::{game, p_positions, takes};

/// The amount that a move takes from a pile, of two.
fn amount(pile: usize) -> Linear {
    Linear::of(pile).plus(-1, &Linear::of(2 + pile)).unwrap()
}

/// A condition on the amounts and the piles.
fn guard(random: &mut fastrand::Rng) -> Formula {
    let mut sum = Linear::constant(random.i64(-2..=2));
    for of in [amount(0), amount(1), Linear::of(0), Linear::of(1)] {
        if random.u8(0..3) == 0 {
            sum = sum.plus(random.i64(-2..=2), &of).unwrap();
        }
    }
    match random.u8(0..3) {
        0 => Formula::Positive(sum),
        1 => Formula::Not(Box::new(Formula::Positive(sum))),
        _ => Formula::Rest(sum, 2, random.u32(0..2)),
    }
}

/// Any amounts from both piles, under a condition.
fn both(random: &mut fastrand::Rng) -> MoveFormula {
    let mut all = vec![Formula::Positive(amount(0)), Formula::Positive(amount(1))];
    all.push(guard(random));
    MoveFormula {
        changed: vec![0, 1],
        formula: Formula::All(all),
        others: 0,
    }
}

fn check(games: std::ops::Range<u64>, last: u64, beyond: u64) -> (usize, usize) {
    let (mut proved, mut refuted) = (0, 0);
    for seed in games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut moves = Vec::new();
        for pile in 0..2 {
            let guards = if random.u8(0..4) == 0 {
                vec![guard(&mut random)]
            } else {
                vec![]
            };
            moves.push(takes(2, &[pile], guards));
        }
        moves.push(match random.bool() {
            true => both(&mut random),
            false => takes(2, &[0, 1], vec![guard(&mut random)]),
        });
        let game = game(2, moves);
        let play = if random.bool() {
            Play::Normal
        } else {
            Play::Misere
        };
        let all = p_positions(&game, beyond, play);
        let budget = Budget::unlimited();
        let bound = Bound {
            states: 2000,
            ..Bound::new(&budget)
        };
        for numeration in Numeration::all() {
            let is_p = |values: &[u64]| {
                let within = values.iter().all(|&value| value <= last);
                within.then(|| all.iter().any(|own| own == values))
            };
            let Ok(Some((law, _))) = learn(numeration, 2, &is_p, bound) else {
                continue;
            };
            let Ok(prover) = Prover::new(&game, &Formula::always(), numeration, bound) else {
                continue;
            };
            match prover.outcomes(&law, &[0, 1], play, bound) {
                Ok(Verdict::Proved { .. }) => {
                    proved += 1;
                    for a in 0..=beyond {
                        for b in 0..=beyond {
                            let expected = all.contains(&vec![a, b]);
                            let own = law.contains(&[a.into(), b.into()]);
                            assert_eq!(own, expected, "game {seed}, ({a}, {b}), {numeration}");
                        }
                    }
                }
                Ok(Verdict::Refuted(_)) => refuted += 1,
                Err(_) => {}
            }
        }
    }
    (proved, refuted)
}

#[test]
fn proved_laws_of_random_games_hold_beyond_the_table() {
    let (proved, refuted) = check(0..40, 15, 24);
    // Both verdicts occur.
    assert!(
        proved > 10 && refuted > 10,
        "{proved} proved, {refuted} refuted"
    );
}

/// Some minutes.
#[test]
#[ignore = "some minutes"]
fn proved_laws_of_2000_random_games_hold_beyond_the_table() {
    let (proved, refuted) = check(0..2000, 20, 45);
    println!("{proved} proved, {refuted} refuted");
}
