//! What is learned from tables.

use nimfield_core::budget::Budget;
use nimfield_laws::{Automaton, Bound, Numeration, Stopped, learn, learn_by_counterexamples};

/// A way of learning.
type Learn = fn(
    Numeration,
    usize,
    &dyn Fn(&[u64]) -> Option<bool>,
    Bound<'_>,
) -> Result<Option<(Automaton, u64)>, Stopped>;

/// Returns what is learned from a table of tuples whose first number has this many binary digits; all numbers have up to
/// two more.
fn of_length(how: Learn, digits: u32, variables: usize) -> Option<Automaton> {
    let budget = Budget::unlimited();
    let end = 1u64 << (digits + 2);
    let is_member = |numbers: &[u64]| {
        let within = numbers.iter().all(|&number| number < end);
        within.then(|| numbers[0].checked_ilog2() == Some(digits - 1))
    };
    let two = Numeration::base(2).unwrap();
    let (learned, tuples) = how(two, variables, &is_member, Bound::new(&budget)).unwrap()?;
    assert_eq!(tuples, end.pow(variables as u32));
    for number in 0..end {
        let mut numbers = vec![3; variables];
        numbers[0] = number.into();
        let expected = number.checked_ilog2() == Some(digits - 1);
        assert_eq!(learned.contains(&numbers), expected, "{number}");
    }
    Some(learned)
}

/// With one letter rows of 10 digits are the longest that are all looked at, with two letters those of 7, and with three
/// those of 4. Counterexamples tell apart states that only longer ones do.
#[test]
fn states_are_told_apart_by_long_rows_of_digits() {
    for (digits, variables, by_next) in [
        (10, 1, true),
        (11, 1, true),
        (12, 1, false),
        (7, 2, true),
        (8, 2, true),
        (9, 2, false),
        (5, 3, true),
        (6, 3, false),
    ] {
        let what = format!("{digits} digits, {variables} letters");
        // A state before the first digit, and one for each number of digits; more digits are beyond the table.
        let states = Some(digits as usize + 1);
        let learned = of_length(learn_by_counterexamples, digits, variables);
        assert_eq!(learned.map(|learned| learned.states()), states, "{what}");
        let learned = of_length(learn, digits, variables);
        let states = states.filter(|_| by_next);
        assert_eq!(learned.map(|learned| learned.states()), states, "{what}");
    }
}

#[test]
fn tables_without_a_law_show_none() {
    let budget = Budget::unlimited();
    let bound = Bound {
        states: 500,
        ..Bound::new(&budget)
    };
    let is_member = |numbers: &[u64]| {
        let within = numbers.iter().all(|&number| number < 200);
        let seed = numbers[0] * 200 + numbers[1];
        within.then(|| fastrand::Rng::with_seed(seed).bool())
    };
    for numeration in Numeration::all() {
        for how in [learn as Learn, learn_by_counterexamples] {
            let learned = how(numeration, 2, &is_member, bound);
            assert!(!matches!(learned, Ok(Some(_))), "{numeration}");
        }
    }
}

#[test]
fn more_than_four_variables_are_not_learned() {
    let budget = Budget::unlimited();
    let bound = Bound::new(&budget);
    let two = Numeration::base(2).unwrap();
    let all_zero = |numbers: &[u64]| {
        let within = numbers.iter().all(|&number| number < 8);
        within.then(|| numbers.iter().all(|&number| number == 0))
    };
    for (variables, states) in [(3, Some(2)), (4, Some(2)), (5, None)] {
        let learned = learn(two, variables, &all_zero, bound).unwrap();
        assert_eq!(learned.map(|(learned, _)| learned.states()), states);
    }
}
