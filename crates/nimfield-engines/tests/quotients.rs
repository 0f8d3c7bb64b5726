//! Misère quotients of heaps against published ones, and against play.

use std::collections::BTreeSet;

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::notation::Cursor;
use nimfield_engines::quotient::{ClosedSet, DirectPlay, QuotientSearch, check_by_play};

fn search(code: &str, largest: u32) -> QuotientSearch {
    let rules = HeapRules::read(&mut Cursor::new(code)).unwrap();
    let heaps = ClosedSet::heaps(&rules, largest, &Budget::unlimited()).unwrap();
    let mut search = QuotientSearch::default();
    for heap in 0..largest {
        let options = heaps.options(heap).to_vec();
        let added = search.add(heaps.name(heap).to_string(), options, &Budget::unlimited());
        added.unwrap();
    }
    search
}

fn check(code: &str, largest: u32, order: usize, p_portion: Option<usize>) {
    let search = search(code, largest);
    let quotient = search.quotient();
    assert_eq!(
        quotient.order(),
        order,
        "{code} to heap {largest}: {:?}",
        search.orders()
    );
    if let Some(p_portion) = p_portion {
        assert_eq!(
            quotient.p_portion().len(),
            p_portion,
            "{code} to heap {largest}"
        );
    }
    let played = check_by_play(search.set(), quotient, 3000, &Budget::unlimited()).unwrap();
    played.unwrap_or_else(|wrong| panic!("{code}: {wrong}"));
}

/// Plambeck and Siegel 2008.
#[test]
fn published_quotients() {
    check("0.123", 20, 20, Some(5));
    check("0.75", 20, 8, None);
    check("0.33", 20, 6, Some(2));
    check("0.77", 12, 24, Some(8));
    check("0.77", 80, 40, None);
    check("4!.0", 12, 6, Some(2));
    check("4!.0", 13, 12, Some(3));
    check("4!.0", 18, 24, Some(5));
    check("0.07", 24, 24, None);
    check("0.[3]", 7, 10, Some(2));
}

/// The orders of 0.07 as heaps are added. Plambeck and Siegel 2008, supplementary material.
fn orders_of_dawson(largest: u32) -> Vec<usize> {
    let search = search("0.07", largest);
    let quotient = search.quotient();
    let played = check_by_play(search.set(), quotient, 3000, &Budget::unlimited()).unwrap();
    played.unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut orders = search.orders().to_vec();
    orders.dedup();
    orders
}

#[test]
fn published_quotients_of_hundreds() {
    assert_eq!(orders_of_dawson(29), [1, 2, 6, 12, 24, 144, 176]);
}

#[test]
#[ignore = "20 s"]
fn published_quotients_to_heap_33() {
    let orders = [1, 2, 6, 12, 24, 144, 176, 360, 520, 552, 638];
    assert_eq!(orders_of_dawson(33), orders);
}

/// Small sets, whatever the game: the classes are those of the definition, sums separated by sums
/// of bounded size.
#[test]
fn classes_are_those_of_the_definition() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..40 {
        let digits: String = (0..3)
            .map(|_| char::from_digit(random.u32(0..8), 8).unwrap())
            .collect();
        let code = format!("0.{digits}");
        let search = search(&code, 7);
        let (set, quotient) = (search.set(), search.quotient());
        check_by_play(set, quotient, 5000, &Budget::unlimited())
            .unwrap()
            .unwrap();
        // All classes differ: some added sum separates them.
        let mut play = DirectPlay::default();
        let mut is_p = |a: &[u32], b: &[u32]| {
            let mut word = [a, b].concat();
            word.sort_unstable();
            play.is_p(set, &word, &Budget::unlimited()).unwrap()
        };
        let classes = 0..quotient.order() as u32;
        let rows: BTreeSet<Vec<bool>> = classes
            .clone()
            .map(|x| {
                classes
                    .clone()
                    .map(|y| is_p(quotient.word(x), quotient.word(y)))
                    .collect()
            })
            .collect();
        assert_eq!(rows.len(), quotient.order(), "{code}");
        // Relations hold, and the kernel is a group of idempotent unit.
        for relation in quotient.relations() {
            assert_eq!(
                quotient.class(&relation.left),
                quotient.class(&relation.right)
            );
        }
        let kernel = quotient.kernel();
        let units = quotient
            .idempotents()
            .into_iter()
            .filter(|x| kernel.contains(x));
        assert_eq!(units.count(), 1, "{code}");
    }
}

/// Play shows that a quotient with one wrong class is wrong.
#[test]
fn play_finds_a_wrong_quotient() {
    let kayles = search("0.77", 6);
    let dawson = search("0.07", 6);
    let wrong = check_by_play(kayles.set(), dawson.quotient(), 2000, &Budget::unlimited()).unwrap();
    assert!(wrong.is_err());
}

#[test]
fn quotients_keep_to_their_budget() {
    let rules = HeapRules::read(&mut Cursor::new("0.77")).unwrap();
    let heaps = ClosedSet::heaps(&rules, 12, &Budget::unlimited()).unwrap();
    for limited in [
        Budget::unlimited().positions(30),
        Budget::unlimited().bytes(2000),
    ] {
        let mut search = QuotientSearch::default();
        let stopped = (0..12).find(|&heap| {
            search
                .add(
                    heaps.name(heap).to_string(),
                    heaps.options(heap).to_vec(),
                    &limited,
                )
                .is_err()
        });
        let stopped = stopped.expect("it is stopped");
        // The results remain, and the search continues.
        assert_eq!(search.orders().len(), stopped as usize);
        for heap in stopped..12 {
            let options = heaps.options(heap).to_vec();
            search
                .add(heaps.name(heap).to_string(), options, &Budget::unlimited())
                .unwrap();
        }
        assert_eq!(search.quotient().order(), 24);
    }
}

/// A certificate may name heaps whose options take gigabytes.
#[test]
fn the_options_of_heaps_keep_to_the_budget() {
    for code in ["0.[3]", "0.77", "0.F"] {
        let rules = HeapRules::read(&mut Cursor::new(code)).unwrap();
        let budget = Budget::unlimited().bytes(16 << 20);
        let stopped = ClosedSet::heaps(&rules, 20_000, &budget).unwrap_err();
        assert!(
            matches!(stopped.limit, Limit::Bytes { .. }),
            "{code}: {stopped}"
        );
        let (budget, _) = Budget::unlimited().cancel_after(3);
        let stopped = ClosedSet::heaps(&rules, 20_000, &budget).unwrap_err();
        assert_eq!(stopped.limit, Limit::Cancelled, "{code}");
        assert!(ClosedSet::heaps(&rules, 100, &Budget::unlimited().bytes(16 << 20)).is_ok());
    }
}
