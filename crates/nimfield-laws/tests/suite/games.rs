//! Laws of games, learned and proved, beside play by the rules.

use nimfield_core::budget::Budget;
use nimfield_core::families::formulas::{Formula, FormulaGame, Linear, MoveFormula};
use nimfield_core::prelude::Play;
use nimfield_laws::{Automaton, Bound, Fault, Numeration, Prover, Refused, Verdict, learn};

/// Takes the same amount, `amount(k)`, from some of `n` piles.
pub fn takes(n: usize, piles: &[usize], more: Vec<Formula>) -> MoveFormula {
    let amount = |pile: usize| Linear::of(pile).plus(-1, &Linear::of(n + pile)).unwrap();
    let mut all = vec![Formula::Positive(amount(piles[0]))];
    for &pile in &piles[1..] {
        all.push(Formula::equal(&amount(piles[0]), &amount(pile)).unwrap());
    }
    all.extend(more);
    MoveFormula {
        changed: piles.to_vec(),
        formula: Formula::All(all),
        others: 0,
    }
}

pub fn game(n: usize, moves: Vec<MoveFormula>) -> FormulaGame {
    FormulaGame {
        numbers: vec![0; n],
        domain: Formula::always(),
        moves,
    }
}

/// The outcomes of all positions with numbers up to `last`, by the sentences of the moves alone, which never let the
/// total grow.
fn p_positions(game: &FormulaGame, last: u64, play: Play) -> Vec<Vec<u64>> {
    let n = game.numbers.len();
    let base = last + 1;
    let tuple = |mut at: u64| {
        let mut values = vec![0; n];
        for value in values.iter_mut().rev() {
            *value = at % base;
            at /= base;
        }
        values
    };
    let mut all: Vec<Vec<u64>> = (0..base.pow(n as u32)).map(tuple).collect();
    all.sort_by_key(|values| values.iter().sum::<u64>());
    let mut p: Vec<Vec<u64>> = Vec::new();
    let mut seen: Vec<Vec<u64>> = Vec::new();
    for values in all {
        let moves = |to: &Vec<u64>| {
            let both = [&values[..], &to[..]].concat();
            game.moves.iter().any(|kind| {
                let stays = (0..n).all(|own| kind.changed.contains(&own) || values[own] == to[own]);
                stays && kind.formula.holds(&both)
            })
        };
        let to_p = p.iter().any(moves);
        let ended = play == Play::Misere && !seen.iter().any(moves);
        if !to_p && !ended {
            p.push(values.clone());
        }
        seen.push(values);
    }
    p
}

fn law(
    game: &FormulaGame,
    numeration: Numeration,
    last: u64,
    play: Play,
) -> (Automaton, Result<Verdict, Refused>) {
    let p = p_positions(game, last, play);
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let n = game.numbers.len();
    let is_p = |values: &[u64]| {
        values
            .iter()
            .all(|&value| value <= last)
            .then(|| p.iter().any(|own| own == values))
    };
    let law = learn(numeration, (n, last), &is_p, bound)
        .unwrap()
        .expect("a law is seen");
    let places: Vec<usize> = (0..n).collect();
    let prover = Prover::new(game, &Formula::always(), numeration, bound);
    let verdict = prover.map(|prover| prover.outcomes(&law, &places, play).unwrap());
    (law, verdict)
}

fn wythoff() -> FormulaGame {
    game(
        2,
        [&[0][..], &[1], &[0, 1]]
            .map(|piles| takes(2, piles, vec![]))
            .to_vec(),
    )
}

#[test]
fn wythoff_has_eight_states_in_fibonacci_digits() {
    let (law, verdict) = law(&wythoff(), Numeration::FIBONACCI, 60, Play::Normal);
    assert_eq!(law.states(), 8);
    assert!(matches!(verdict, Ok(Verdict::Proved { .. })), "{verdict:?}");
    // Far past the table: floor(n phi), floor(n phi^2) of n = 10^18.
    assert!(law.contains(&[1_618_033_988_749_894_848, 2_618_033_988_749_894_848]));
    assert!(!law.contains(&[1_618_033_988_749_894_848, 2_618_033_988_749_894_849]));
}

#[test]
fn misere_wythoff_is_proved() {
    let (law, verdict) = law(&wythoff(), Numeration::FIBONACCI, 60, Play::Misere);
    assert!(law.contains(&[0, 1]) && law.contains(&[2, 2]));
    assert!(matches!(verdict, Ok(Verdict::Proved { .. })), "{verdict:?}");
}
