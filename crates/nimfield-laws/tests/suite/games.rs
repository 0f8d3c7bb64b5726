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
        unordered: false,
        won: Formula::never(),
        block: 0,
    }
}

/// The outcomes of all positions with numbers up to `last`, by the sentences of the moves alone, which never let the
/// total grow.
pub fn p_positions(game: &FormulaGame, last: u64, play: Play) -> Vec<Vec<u64>> {
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
    let learned = learn(numeration, n, &is_p, bound).unwrap();
    let (law, _) = learned.expect("a law is seen");
    let places: Vec<usize> = (0..n).collect();
    let prover = Prover::new(game, &Formula::always(), numeration, bound);
    let verdict = prover.map(|prover| prover.outcomes(&law, &places, play, bound).unwrap());
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

#[test]
fn wrong_laws_are_refuted_where_they_fail() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let game = wythoff();
    let fibonacci = Numeration::FIBONACCI;
    let prover = Prover::new(&game, &Formula::always(), fibonacci, bound).unwrap();
    // Equal piles are the P-positions of nim, and a move leads from (1, 1) to (0, 0).
    let equal = Formula::equal(&Linear::of(0), &Linear::of(1)).unwrap();
    let equal = Automaton::of(&equal, 0..2, fibonacci, bound).unwrap();
    let Verdict::Refuted(Fault::Inside(from, to)) = prover
        .outcomes(&equal, &[0, 1], Play::Normal, bound)
        .unwrap()
    else {
        panic!("the law is not refuted");
    };
    assert_eq!((from, to), (vec![1, 1], vec![0, 0]));
    // Nothing at all leaves out (0, 0).
    let nothing = Automaton::of(&Formula::Any(vec![]), 0..2, fibonacci, bound).unwrap();
    let verdict = prover
        .outcomes(&nothing, &[0, 1], Play::Normal, bound)
        .unwrap();
    assert_eq!(verdict, Verdict::Refuted(Fault::Outside(vec![0, 0])));
    // Misère: (0, 0) has no move.
    let verdict = prover
        .outcomes(&equal, &[0, 1], Play::Misere, bound)
        .unwrap();
    assert!(
        matches!(
            verdict,
            Verdict::Refuted(Fault::Inside(..) | Fault::Ended(_))
        ),
        "{verdict:?}"
    );
}

/// A law that fails at 2^200 alone fails, though that number is larger than what is printed.
#[test]
fn laws_that_fail_beyond_128_bits_are_refuted() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let two = Numeration::base(2).unwrap();
    let nim = game(1, vec![takes(1, &[0], vec![])]);
    let prover = Prover::new(&nim, &Formula::always(), two, bound).unwrap();
    // The P-position is 0. States: 0 before a digit 1, and from 1 on the number of digits since; the last one is dead.
    let digits = 200u32;
    let dead = digits + 2;
    let mut steps = vec![vec![0, 1]];
    steps.extend((1..=digits).map(|state| vec![state + 1, dead]));
    steps.extend([vec![dead, dead], vec![dead, dead]]);
    let accepts = (0..=dead)
        .map(|state| state == 0 || state == digits + 1)
        .collect();
    let wrong = Automaton::from_parts(two, 1, &steps, accepts).unwrap();
    assert!(wrong.contains(&[0]) && !wrong.contains(&[1 << 127]));
    let Verdict::Refuted(fault) = prover.outcomes(&wrong, &[0], Play::Normal, bound).unwrap()
    else {
        panic!("the law is not refuted");
    };
    assert_eq!(fault, Fault::Inside(vec![u128::MAX], vec![0]));
    assert!(fault.to_string().contains("(2^128-1 or more)"), "{fault}");
    let zero = Automaton::of(&Formula::Zero(Linear::of(0)), 0..1, two, bound).unwrap();
    let right = prover.outcomes(&zero, &[0], Play::Normal, bound).unwrap();
    assert!(matches!(right, Verdict::Proved { .. }));
}

/// Numbers after a move may have more digits than those before it, and all numbers are looked at, not those of a table.
#[test]
fn what_grows_is_seen() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    // From the first pile anything; or 1 from it and any number put on the second: ends by the order of the numbers.
    let put = MoveFormula {
        changed: vec![0, 1],
        formula: Formula::All(vec![
            Formula::less(&Linear::of(2), &Linear::of(0)).unwrap(),
            Formula::less(&Linear::of(1), &Linear::of(3)).unwrap(),
        ]),
        others: 0,
    };
    let own = game(2, vec![put.clone(), takes(2, &[1], vec![])]);
    let all = Formula::always();
    for numeration in Numeration::all() {
        let prover = Prover::new(&own, &all, numeration, bound).unwrap();
        assert_eq!(
            prover.measure().to_string(),
            "the first number that changes, in the order 1, 2,"
        );
        // From (a, b) with b > 0 a move leads to (a, 0); from (a, 0) with a > 0 to (0, 1), an N-position as all with
        // b > 0, or to others of these.
        let law = Automaton::of(&Formula::Zero(Linear::of(1)), 0..2, numeration, bound).unwrap();
        let verdict = prover.outcomes(&law, &[0, 1], Play::Normal, bound).unwrap();
        assert!(
            matches!(verdict, Verdict::Proved { .. }),
            "{numeration}: {verdict:?}"
        );
    }
    // A game whose moves only put counters down never ends.
    let mut endless = put;
    endless.changed = vec![1];
    endless.formula = Formula::less(&Linear::of(1), &Linear::of(3)).unwrap();
    let refused = Prover::new(&game(2, vec![endless]), &all, Numeration::FIBONACCI, bound);
    assert!(matches!(refused.err(), Some(Refused::Endless(..))));
}

/// A move that makes two equal piles different leaves the family of equal piles.
#[test]
fn families_that_a_move_leaves_are_refused() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let equal = Formula::equal(&Linear::of(0), &Linear::of(1)).unwrap();
    let both = game(2, vec![takes(2, &[0, 1], vec![])]);
    assert!(Prover::new(&both, &equal, Numeration::FIBONACCI, bound).is_ok());
    let one = game(2, vec![takes(2, &[0, 1], vec![]), takes(2, &[1], vec![])]);
    let refused = Prover::new(&one, &equal, Numeration::FIBONACCI, bound).err();
    assert_eq!(refused, Some(Refused::Open(vec![1, 1], vec![1, 0])));
}

#[test]
fn values_of_nim_are_proved_and_others_refuted() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let two = Numeration::base(2).unwrap();
    let nim = game(2, vec![takes(2, &[0], vec![]), takes(2, &[1], vec![])]);
    let prover = Prover::new(&nim, &Formula::always(), two, bound).unwrap();
    let verdict = |formula: &Formula| {
        let law = Automaton::of(formula, 0..3, two, bound).unwrap();
        prover.values(&law, &[0, 1], Play::Normal, bound).unwrap()
    };
    assert!(matches!(
        verdict(&Formula::NimSum(vec![0, 1, 2])),
        Verdict::Proved { .. }
    ));
    let sum = Linear::of(0).plus(1, &Linear::of(1)).unwrap();
    let added = verdict(&Formula::equal(&sum, &Linear::of(2)).unwrap());
    assert_eq!(added, Verdict::Refuted(Fault::Missing(vec![1, 1])));
    let zero = verdict(&Formula::Zero(Linear::of(2)));
    assert!(
        matches!(zero, Verdict::Refuted(Fault::Alike(_))),
        "{zero:?}"
    );
    assert_eq!(
        verdict(&Formula::Any(vec![])),
        Verdict::Refuted(Fault::NoValue(vec![0, 0]))
    );
    let two_values = verdict(&Formula::always());
    assert_eq!(two_values, Verdict::Refuted(Fault::TwoValues(vec![0, 0])));
}

/// The misère Grundy numbers of nim are those of normal play with 0 and 1 exchanged where all heaps are below 2.
#[test]
fn misere_values_are_others() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let two = Numeration::base(2).unwrap();
    let nim = game(2, vec![takes(2, &[0], vec![]), takes(2, &[1], vec![])]);
    let prover = Prover::new(&nim, &Formula::always(), two, bound).unwrap();
    let small = Formula::All(
        (0..2)
            .map(|own| Formula::less(&Linear::of(own), &Linear::constant(2)).unwrap())
            .collect(),
    );
    let large = Formula::Not(Box::new(small.clone()));
    let sum = Linear::of(0).plus(1, &Linear::of(1)).unwrap();
    let odd = Formula::All(vec![
        Formula::Rest(sum.clone(), 2, 1),
        Formula::Zero(Linear::of(2)),
    ]);
    let one = Formula::equal(&Linear::of(2), &Linear::constant(1)).unwrap();
    let even = Formula::All(vec![Formula::Rest(sum, 2, 0), one]);
    let misere = Formula::Any(vec![
        Formula::All(vec![large, Formula::NimSum(vec![0, 1, 2])]),
        Formula::All(vec![small, Formula::Any(vec![odd, even])]),
    ]);
    let verdict = |formula: &Formula, play| {
        let law = Automaton::of(formula, 0..3, two, bound).unwrap();
        prover.values(&law, &[0, 1], play, bound).unwrap()
    };
    let normal = Formula::NimSum(vec![0, 1, 2]);
    assert!(matches!(
        verdict(&misere, Play::Misere),
        Verdict::Proved { .. }
    ));
    assert_eq!(
        verdict(&normal, Play::Misere),
        Verdict::Refuted(Fault::NotOne(vec![0, 0]))
    );
    assert!(matches!(
        verdict(&misere, Play::Normal),
        Verdict::Refuted(_)
    ));
}

#[test]
fn work_ends_with_its_bound() {
    let budget = Budget::unlimited();
    let bound = Bound {
        states: 3,
        ..Bound::new(&budget)
    };
    assert!(Prover::new(&wythoff(), &Formula::always(), Numeration::FIBONACCI, bound).is_err());
    let (budget, _) = Budget::unlimited().cancel_after(5);
    let bound = Bound::new(&budget);
    assert!(Prover::new(&wythoff(), &Formula::always(), Numeration::FIBONACCI, bound).is_err());
}
