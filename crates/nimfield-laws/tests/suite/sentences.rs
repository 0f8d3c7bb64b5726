//! Automata of sentences, beside the sentences themselves.

use nimfield_core::budget::Budget;
use nimfield_core::families::formulas::{Formula, Linear};
use nimfield_laws::{Automaton, Bound, Numeration};

fn agrees(formula: &Formula, variables: usize, last: u64) {
    let budget = Budget::unlimited();
    let all = Numeration::all().chain([Numeration::recurrence(3, 2).unwrap()]);
    for numeration in all {
        let Ok(automaton) = Automaton::of(formula, 0..variables, numeration, Bound::new(&budget))
        else {
            continue;
        };
        let base = last + 1;
        for at in 0..base.pow(variables as u32) {
            let values: Vec<u64> = (0..variables)
                .map(|own| at / base.pow(own as u32) % base)
                .collect();
            let wide: Vec<u128> = values.iter().map(|&value| value.into()).collect();
            assert_eq!(
                automaton.contains(&wide),
                formula.holds(&values),
                "{formula:?} of {values:?} in {numeration}"
            );
        }
    }
}

#[test]
fn random_sums_have_the_right_sign_and_rest() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let mut sum = Linear::constant(random.i64(-20..20));
        for variable in 0..2 {
            sum = sum.plus(random.i64(-5..=5), &Linear::of(variable)).unwrap();
        }
        agrees(&Formula::Zero(sum.clone()), 2, 40);
        agrees(&Formula::Positive(sum.clone()), 2, 40);
        let by = random.u32(1..8);
        agrees(&Formula::Rest(sum, by, random.u32(0..by)), 2, 40);
    }
}

#[test]
fn nim_sums_and_powers_agree() {
    agrees(&Formula::NimSum(vec![0, 1, 2]), 3, 17);
    agrees(&Formula::NimSum(vec![0, 1, 0]), 2, 17);
    agrees(&Formula::Power(0, 2), 1, 300);
    agrees(&Formula::Power(0, 3), 1, 300);
    let below = Formula::less(&Linear::of(0), &Linear::of(1)).unwrap();
    agrees(&Formula::Not(Box::new(below.clone())), 2, 40);
    agrees(&Formula::Any(vec![below, Formula::Power(1, 2)]), 2, 40);
}

/// Coefficients that are too large to add up are refused.
#[test]
fn large_coefficients_are_refused_or_right() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    for by in [1 << 20, 1 << 44, 1 << 48, 1 << 50, i64::MAX] {
        let sum = Linear::of(0).times(by).unwrap();
        let sum = sum.plus(-1, &Linear::of(1).times(by).unwrap()).unwrap();
        for numeration in Numeration::all().chain([Numeration::base(16).unwrap()]) {
            match Automaton::of(&Formula::Zero(sum.clone()), 0..2, numeration, bound) {
                Ok(equal) => {
                    assert!(equal.contains(&[77, 77]) && !equal.contains(&[77, 78]));
                }
                Err(refused) => assert!(by >= 1 << 44, "{numeration}, {by}: {refused}"),
            }
        }
        let constant = Formula::Positive(Linear::of(0).plus(1, &Linear::constant(-by)).unwrap());
        let small = Bound {
            states: 500,
            ..bound
        };
        assert!(Automaton::of(&constant, 0..1, Numeration::FIBONACCI, small).is_err());
    }
}

#[test]
fn numbers_have_one_row_of_digits() {
    for numeration in Numeration::all() {
        for number in (0..3000).chain([u128::from(u64::MAX), 10u128.pow(30)]) {
            let digits = numeration.digits_of(number);
            assert_eq!(numeration.number_of(&digits), Some(number), "{numeration}");
        }
    }
}

/// Two sentences that mean the same have the same automaton.
#[test]
fn automata_have_the_fewest_states() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let [x, y] = [0, 1].map(Linear::of);
    let below = Formula::less(&x, &y).unwrap();
    let above = Formula::less(&y, &x).unwrap();
    let equal = Formula::equal(&x, &y).unwrap();
    let doubled = Formula::equal(&x.times(2).unwrap(), &y.times(2).unwrap()).unwrap();
    let neither = Formula::Not(Box::new(Formula::Any(vec![below.clone(), above.clone()])));
    let even = |of: &Linear| Formula::Rest(of.clone(), 2, 0);
    let even_sum = even(&x.plus(1, &y).unwrap());
    let alike = Formula::Any(vec![
        Formula::All(vec![even(&x), even(&y)]),
        Formula::All(vec![
            Formula::Not(Box::new(even(&x))),
            Formula::Not(Box::new(even(&y))),
        ]),
    ]);
    for numeration in Numeration::all() {
        let of = |formula: &Formula| Automaton::of(formula, 0..2, numeration, bound).unwrap();
        assert_eq!(of(&equal), of(&neither), "{numeration}");
        assert_eq!(of(&equal), of(&doubled), "{numeration}");
        assert_eq!(of(&even_sum), of(&alike), "{numeration}");
        assert_ne!(of(&below), of(&above), "{numeration}");
        assert_eq!(of(&below).states(), of(&above).states(), "{numeration}");
    }
    // In base 2: equal so far, below, above and no more.
    assert_eq!(
        Automaton::of(&below, 0..2, Numeration::base(2).unwrap(), bound)
            .unwrap()
            .states(),
        3
    );
}
