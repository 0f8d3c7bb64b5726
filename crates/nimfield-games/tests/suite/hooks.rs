//! Hook lengths, cores and sums of hooks against their definitions.

use nimfield_core::game::Rules;
use nimfield_games::partitions::coins::{Hook, Sato};
use nimfield_games::partitions::order::Order;
use nimfield_games::partitions::{HookLengths, Partition};

/// All partitions of numbers up to a bound.
fn partitions(up_to: u32) -> Vec<Partition> {
    let order = Order::new(up_to);
    let mut all = Vec::new();
    for n in 0..=up_to {
        order.for_each(n, |parts| {
            all.push(Partition::new(parts.iter().map(|&part| part.into())));
        });
    }
    all
}

/// The number of standard tableaux: the last number stands in one of the corners.
fn tableaux(diagram: &Partition) -> u128 {
    if diagram.is_empty() {
        return 1;
    }
    let parts: Vec<u64> = diagram.parts().collect();
    let corners = (0..parts.len()).filter(|&i| parts.get(i + 1) != Some(&parts[i]));
    let without = corners.map(|i| {
        let mut rest = parts.clone();
        rest[i] -= 1;
        tableaux(&Partition::new(rest))
    });
    without.sum()
}

/// The value of Sato's game, by its rules.
fn sato(diagram: &Partition, known: &mut Vec<(Partition, u64)>) -> u64 {
    if let Some((_, value)) = known.iter().find(|(other, _)| other == diagram) {
        return *value;
    }
    let game = Sato(diagram.clone());
    let options: Vec<Partition> = game.moves().map(|mv| game.play(&mv).unwrap().0).collect();
    let values: Vec<u64> = options.iter().map(|option| sato(option, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.push((diagram.clone(), value));
    value
}

#[test]
fn degrees_count_tableaux_and_sums_say_what_divides_them() {
    for diagram in partitions(10) {
        let hooks = HookLengths::of(&diagram).unwrap();
        let degree = tableaux(&diagram);
        assert_eq!(hooks.degree(), degree.into(), "{diagram}");
        for p in [2, 3, 5, 7, 11] {
            let sum = u128::from(hooks.sum_in_base(p));
            assert!(sum <= diagram.size(), "{diagram}, {p}");
            assert_eq!(
                sum == diagram.size(),
                !degree.is_multiple_of(p.into()),
                "{diagram}, {p}"
            );
        }
    }
}

#[test]
fn sums_in_base_2_are_the_values_of_satos_game() {
    let mut known = Vec::new();
    for diagram in partitions(7) {
        let hooks = HookLengths::of(&diagram).unwrap();
        assert_eq!(
            hooks.sum_in_base(2),
            sato(&diagram, &mut known),
            "{diagram}"
        );
    }
}

/// Hooks are removed by the rules of Sato's game, in two orders.
#[test]
fn cores_are_what_is_left_without_hooks() {
    for diagram in partitions(9) {
        for p in 1..=5 {
            for last in [false, true] {
                let (mut rest, mut removed) = (diagram.clone(), 0u64);
                loop {
                    let hooks = HookLengths::of(&rest).unwrap();
                    let rows = (0..).zip(hooks.rows());
                    let mut long = rows.flat_map(|(row, lengths)| {
                        let columns = (0..).zip(lengths).filter(|(_, length)| **length == p);
                        columns.map(move |(column, _)| Hook { row, column })
                    });
                    let hook = if last { long.last() } else { long.next() };
                    let Some(hook) = hook else { break };
                    rest = Sato(rest).play(&hook).unwrap().0;
                    removed += 1;
                }
                assert_eq!(diagram.core(p), rest, "{diagram}, {p}");
                let hooks = HookLengths::of(&diagram).unwrap();
                let divisible = hooks.lengths().filter(|hook| hook % p == 0).count() as u64;
                assert_eq!(divisible, removed, "{diagram}, {p}");
            }
        }
    }
}

/// The largest diagram is done at once, and a larger one is refused.
#[test]
fn large_diagrams() {
    let hooks = HookLengths::of(&Partition::rectangle(256, 256)).unwrap();
    let bits =
        |factors: &mut dyn Iterator<Item = u64>| factors.map(|n| (n as f64).log2()).sum::<f64>();
    let expected = bits(&mut (1..=1 << 16)) - bits(&mut hooks.lengths());
    assert_eq!(hooks.degree().bits(), expected as u64 + 1);
    assert!(HookLengths::of(&Partition::rectangle(256, 257)).is_none());
    assert_eq!(
        Partition::rectangle(1, u64::MAX).core(7),
        Partition::new([u64::MAX % 7])
    );
}

/// Examples of SageMath's manual.
#[test]
fn quotients_and_frobenius_coordinates_are_those_of_sage() {
    assert_eq!(Partition::new([6, 3, 2, 2]).core(3).to_string(), "2,1^2");
    let quotient = |parts: &[u64]| {
        let all = Partition::new(parts.iter().copied()).quotient(3);
        let all: Vec<String> = all.iter().map(Partition::to_string).collect();
        all.join(" | ")
    };
    assert_eq!(quotient(&[7, 7, 5, 3, 3, 3, 1]), "2 | 1 | 2^3");
    assert_eq!(quotient(&[11, 5, 5, 3, 2, 2, 2]), "2,1 | 4 | 1^3");
    assert_eq!(
        Partition::new([7, 3, 1]).frobenius(),
        [vec![6, 1], vec![2, 0]]
    );
    assert_eq!(
        Partition::new([0; 0]).frobenius(),
        [Vec::<u64>::new(), Vec::new()]
    );
}

/// The hooks of the quotient are those of the diagram whose length the prime divides, each divided by it; and the
/// coordinates give the diagram back.
#[test]
fn quotients_hold_the_hooks_that_p_divides() {
    {
        for diagram in partitions(11) {
            let lengths = |diagram: &Partition| {
                let hooks = HookLengths::of(diagram).unwrap();
                hooks.lengths().collect::<Vec<u64>>()
            };
            for p in [1, 2, 3, 5, 20] {
                let mut expected: Vec<u64> = lengths(&diagram);
                expected.retain(|hook| hook % p == 0);
                expected.iter_mut().for_each(|hook| *hook /= p);
                expected.sort_unstable();
                let mut found: Vec<u64> = diagram.quotient(p).iter().flat_map(lengths).collect();
                found.sort_unstable();
                assert_eq!(found, expected, "{diagram}, {p}");
                let weight: u128 = diagram.quotient(p).iter().map(Partition::size).sum();
                assert_eq!(
                    diagram.core(p).size() + weight * u128::from(p),
                    diagram.size()
                );
            }
            let [arms, legs] = diagram.frobenius();
            let hooks: u64 = arms.iter().zip(&legs).map(|(arm, leg)| arm + leg + 1).sum();
            assert_eq!(u128::from(hooks), diagram.size());
            assert_eq!(diagram.conjugate().frobenius(), [legs, arms]);
        }
    }
}
