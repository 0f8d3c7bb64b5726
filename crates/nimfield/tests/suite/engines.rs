//! Tests of engines that need a game.

mod genus {
    use nimfield::budget::Budget;
    use nimfield_engines::disjunctive_sum::DisjunctiveSum;
    use nimfield_engines::genus::{Genus, genus};
    use nimfield_games::nim::NimHeap;

    fn of(heaps: &[u128]) -> String {
        let sum = DisjunctiveSum::new(heaps.iter().map(|&heap| NimHeap(heap)));
        let (genus, _) = genus(&sum, &Budget::unlimited()).unwrap();
        assert_eq!(Genus::of_heaps(heaps), Some(genus.clone()));
        genus.to_string()
    }

    #[test]
    fn genera_of_nim_heaps_are_those_of_winning_ways() {
        assert_eq!(of(&[]), "0^120");
        assert_eq!(of(&[1]), "1^031");
        assert_eq!(of(&[2]), "2^20");
        assert_eq!(of(&[3]), "3^31");
        assert_eq!(of(&[4]), "4^46");
        assert_eq!(of(&[2, 2]), "0^02");
        assert_eq!(of(&[2, 3]), "1^13");
        assert_eq!(of(&[8]), "8^(8,10)");
        assert_eq!(of(&[1, 1]), "0^120");
        assert_eq!(of(&[5, 1, 4]), "0^02");
    }
}

mod remoteness {
    use nimfield::Play;
    use nimfield::budget::{Budget, Limit};
    use nimfield_engines::disjunctive_sum::DisjunctiveSum;
    use nimfield_engines::remoteness::Remotenesses;
    use nimfield_games::nim::NimHeap;

    #[test]
    fn nim_heaps() {
        let of = |heaps: &[u128], play| {
            let sum = DisjunctiveSum::exactly(heaps.iter().map(|&heap| NimHeap(heap)));
            let budget = Budget::unlimited();
            let found = Remotenesses::new(play).of(&sum, &budget).unwrap();
            (found.won, found.moves)
        };
        assert_eq!(of(&[], Play::Normal), (false, 0));
        assert_eq!(of(&[], Play::Misere), (true, 0));
        assert_eq!(of(&[5], Play::Normal), (true, 1));
        // The loser takes one at a time; the winner copies.
        assert_eq!(of(&[3, 3], Play::Normal), (false, 6));
        assert_eq!(of(&[1, 1], Play::Normal), (false, 2));
        assert_eq!(of(&[1, 1], Play::Misere), (true, 2));
        assert_eq!(of(&[2], Play::Misere), (true, 2));
    }

    #[test]
    fn a_budget_of_positions_ends_the_search_of_a_remoteness() {
        let sum = DisjunctiveSum::exactly([900, 900].map(NimHeap));
        let budget = Budget::unlimited().positions(20);
        let unfinished = Remotenesses::new(Play::Normal)
            .of(&sum, &budget)
            .unwrap_err();
        assert!(unfinished.done <= 20);
        assert_eq!(unfinished.limit, Limit::Positions { allowed: 20 });
    }

    #[test]
    fn remotenesses_within_a_number_of_options_take_no_more() {
        let sum = DisjunctiveSum::exactly([2, 2].map(NimHeap));
        let within = |options| {
            let budget = Budget::unlimited();
            Remotenesses::within(Play::Normal, options).of(&sum, &budget)
        };
        let needed = (0..100).find(|&options| within(options).is_ok()).unwrap();
        for allowed in 0..needed {
            let unfinished = within(allowed).unwrap_err();
            assert_eq!(unfinished.limit, Limit::Positions { allowed });
        }
        assert_eq!(
            within(needed),
            Remotenesses::new(Play::Normal).of(&sum, &Budget::unlimited())
        );
        assert!((4..=20).contains(&needed), "{needed}");
    }
}

mod order {
    use nimfield_games::partitions::Partition;
    use nimfield_games::partitions::order::{Order, conjugate, word};

    #[test]
    fn ranks_count_the_partitions() {
        let order = Order::new(30);
        for n in 0..=30 {
            let mut next = 0;
            order.for_each(n, |parts| {
                assert!(parts.is_sorted_by(|a, b| a >= b));
                assert_eq!(parts.iter().map(|&part| u32::from(part)).sum::<u32>(), n);
                assert_eq!(order.rank(parts), next);
                assert_eq!(order.parts(n, next), parts);
                assert_eq!(conjugate(&conjugate(parts)), parts);
                let partition = Partition::new(parts.iter().map(|&part| part.into()));
                assert_eq!(Some(word(parts)), partition.word());
                next += 1;
            });
            assert_eq!(next, order.count(n));
        }
        // Numbers of partitions: OEIS A000041.
        let order = Order::new(Order::MOST);
        assert_eq!(order.count(30), 5604);
        assert_eq!(order.count(100), 190_569_292);
        assert_eq!(order.count(120), 1_844_349_560);
    }
}
