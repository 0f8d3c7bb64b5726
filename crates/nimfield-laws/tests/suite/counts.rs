//! Members of automata, listed and counted, beside numbers tried one by one.

use nimfield_core::budget::Budget;
use nimfield_core::families::formulas::{Formula, Linear};
use nimfield_laws::{Automaton, Bound, Numeration};

/// Three laws of numbers, in all numerations: pairs, triples and single numbers.
fn automata(bound: Bound<'_>) -> Vec<Automaton> {
    let below = Formula::less(&Linear::of(0), &Linear::of(1).times(2).unwrap()).unwrap();
    let rest = Formula::Rest(Linear::of(0).plus(2, &Linear::of(1)).unwrap(), 5, 3);
    let sum = Linear::of(0).plus(1, &Linear::of(1)).unwrap();
    let triples = Formula::equal(&sum, &Linear::of(2)).unwrap();
    let single = Formula::Rest(Linear::of(0), 3, 1);
    let of = |numeration, formula: &Formula, variables| {
        Automaton::of(formula, 0..variables, numeration, bound).unwrap()
    };
    let all = |numeration| {
        let mixed = Formula::All(vec![below.clone(), rest.clone()]);
        [
            of(numeration, &mixed, 2),
            of(numeration, &triples, 3),
            of(numeration, &single, 1),
        ]
    };
    Numeration::all().flat_map(all).collect()
}

fn below(limit: u128, letters: usize) -> impl Iterator<Item = Vec<u128>> {
    (0..limit.pow(letters as u32)).map(move |code| {
        (0..letters as u32)
            .rev()
            .map(|at| code / limit.pow(at) % limit)
            .collect()
    })
}

#[test]
fn counts_are_those_of_numbers_tried_one_by_one() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    for automaton in automata(bound) {
        for limit in (0..=13).chain([20, 21, 22]) {
            let tried = below(limit, automaton.variables());
            let tried = tried.filter(|tuple| automaton.contains(tuple)).count();
            let counted = automaton.count_below(limit, bound).unwrap();
            assert_eq!(counted, tried.to_string(), "{automaton} below {limit}");
        }
    }
}

#[test]
fn counts_have_any_size() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let base = Numeration::base(2).unwrap();
    let nim = Automaton::of(&Formula::NimSum(vec![0, 1, 2]), 0..3, base, bound).unwrap();
    // 2^200, and 4^59 = 2^118 beside 10^18 = 2^59.79…
    for (limit, count) in [
        (
            1 << 100,
            "1606938044258990275541962092341162602522202993782792835301376",
        ),
        (1 << 59, "332306998946228968225951765070086144"),
        (1, "1"),
        (0, "0"),
    ] {
        assert_eq!(nim.count_below(limit, bound).unwrap(), count);
    }
    // 9, 18 and 19 digits, with zeros at the pieces' ends.
    let any = Automaton::of(&Formula::always(), 0..1, base, bound).unwrap();
    for limit in [
        10u128.pow(18) - 1,
        10u128.pow(18),
        10u128.pow(18) + 1,
        10u128.pow(36) + 7,
    ] {
        assert_eq!(any.count_below(limit, bound).unwrap(), limit.to_string());
    }
}

#[test]
fn members_are_those_of_numbers_tried_one_by_one() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    for automaton in automata(bound) {
        let mut tried: Vec<Vec<u128>> = below(14, automaton.variables()).collect();
        tried.retain(|tuple| automaton.contains(tuple));
        tried.sort_by_key(|tuple| tuple.iter().copied().max());
        let found = automaton.first_members(tried.len(), bound).unwrap();
        assert_eq!(found, tried, "{automaton}");
        for number in 0..14 {
            let fixed = automaton.with(0, number, bound).unwrap();
            for tuple in below(14, automaton.variables() - 1) {
                let whole = [&[number][..], &tuple].concat();
                assert_eq!(fixed.contains(&tuple), automaton.contains(&whole));
            }
        }
    }
    let few = Formula::less(&Linear::of(0), &Linear::constant(5)).unwrap();
    let few = Automaton::of(&few, 0..1, Numeration::FIBONACCI, bound).unwrap();
    for (most, all) in [(4, false), (5, true), (6, true)] {
        let (found, complete) = few.members((most, usize::MAX), bound).unwrap();
        assert_eq!((found.len(), complete), (most.min(5), all));
    }
    assert!(
        few.count_below(
            7,
            Bound::new(&Budget::unlimited().time(std::time::Duration::ZERO))
        )
        .is_err()
    );
}
