//! Sums in misère play by the forms of their components, against a search that knows the rules only.

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::component::{AnyComponent, Component, Known};
use nimfield_core::game::{Game, Rules, searched};
use nimfield_core::notation::Cursor;
use nimfield_core::words::Play;
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::misere::PartForms;
use nimfield_engines::search::{Knowledge, Search};
use nimfield_games::codes::CodeGame;
use nimfield_games::holladay::Holladay;
use nimfield_games::nim::Nim;
use nimfield_games::schrage::{Schrage, Sides};

fn component<G: Game>(body: &str) -> AnyComponent {
    let mut cursor = Cursor::new(body);
    let position = G::read(&mut cursor).unwrap();
    position.component().unwrap().unwrap()
}

/// All sums of two of these, and of every three consecutive ones, in every order of the queries.
fn check<C: Component>(parts: &[C]) {
    let mut sums: Vec<Vec<C>> = vec![Vec::new()];
    for (i, part) in parts.iter().enumerate() {
        sums.push(vec![part.clone()]);
        sums.extend(
            parts[i..]
                .iter()
                .map(|other| vec![part.clone(), other.clone()]),
        );
    }
    sums.extend(parts.windows(3).map(<[C]>::to_vec));
    let search = Search::<DisjunctiveSum<C>>::new(Play::Misere, Knowledge::RulesOnly);
    let budget = Budget::unlimited();
    let expected = |sum: &Vec<C>| {
        let sum = DisjunctiveSum::exactly(sum.clone());
        search.has_value(&sum, 0, &budget).unwrap()
    };
    let expected: Vec<bool> = sums.iter().map(expected).collect();
    assert!(expected.contains(&true));
    let mut upwards = PartForms::default();
    let mut downwards = PartForms::default();
    for (sum, &is_p) in sums.iter().zip(&expected) {
        assert_eq!(upwards.is_p(sum, &budget), Ok(Some(is_p)));
    }
    for (sum, &is_p) in sums.iter().zip(&expected).rev() {
        assert_eq!(downwards.is_p(sum, &budget), Ok(Some(is_p)));
    }
    assert!(upwards.steps() > 0 && upwards.bytes() > 0);
}

/// Heaps that are equal to nim heaps are treated as such, and this changes no outcome and no misère Grundy number.
#[test]
fn heaps_that_are_equal_to_nim_heaps() {
    let budget = Budget::unlimited();
    for (code, nim_heaps) in [
        ("grundy", 12),
        ("0.77", 4),
        ("0.137", 0),
        ("4.7", 0),
        ("0.3[3]", 13),
        ("0.07", 0),
        ("0.13", 0),
        ("0.03", 0),
    ] {
        let heap = |size: u32| {
            let text = format!("({code})[{size}]");
            let position = CodeGame::read_component(&mut Cursor::new(&text)).unwrap();
            searched::component(&position).unwrap()
        };
        let heaps: Vec<AnyComponent> = (0..14).map(heap).collect();
        let equal = heaps
            .iter()
            .skip(1)
            .take_while(|heap| heap.misere_heap().is_some());
        assert!(equal.count() >= nim_heaps, "{code}");
        let exactly =
            Search::<DisjunctiveSum<AnyComponent>>::new(Play::Misere, Knowledge::RulesOnly);
        let reduced = Search::<DisjunctiveSum<AnyComponent>>::new(Play::Misere, Knowledge::Theory);
        for (a, b, c) in (0..14).flat_map(|a| (0..=a).map(move |b| (a, b, b / 2))) {
            let parts = [a, b, c].map(|size| heaps[size].clone());
            let expected = exactly.value(&DisjunctiveSum::exactly(parts.clone()), &budget);
            let found = reduced.value(&DisjunctiveSum::new(parts), &budget);
            assert_eq!(found, expected, "code({code})[{a},{b},{c}]");
        }
        assert!(reduced.positions() < exactly.positions(), "{code}");
    }
}

#[test]
fn rectangles() {
    let rectangles = (1..=4).flat_map(|m| (m..=5).map(move |n| Sides::new(m, n)));
    check(
        &rectangles
            .filter(|sides| sides.option_count() > 0)
            .collect::<Vec<_>>(),
    );
}

#[test]
fn components_of_several_games() {
    check(&[
        component::<Schrage>("4x5"),
        component::<Nim>("2"),
        component::<Holladay>("1 2; 2 1"),
        component::<Nim>("3"),
        component::<Schrage>("2x5"),
        component::<Holladay>("2 1"),
        component::<Nim>("1"),
    ]);
}

#[test]
fn long_games_and_small_budgets_are_left_open() {
    let unlimited = Budget::unlimited();
    let heaps = ["1000", "1000"].map(component::<Nim>);
    assert_eq!(PartForms::default().is_p(&heaps, &unlimited), Ok(None));
    let rectangle = [Sides::new(9, 14)];
    let limit = |budget: &Budget| {
        let found = PartForms::default().is_p(&rectangle, budget);
        found.unwrap_err().limit
    };
    let allowed = 50;
    let few = limit(&unlimited.clone().positions(allowed));
    assert_eq!(few, Limit::Positions { allowed });
    assert!(matches!(
        limit(&unlimited.clone().bytes(4096)),
        Limit::Bytes { .. }
    ));
    assert_eq!(
        PartForms::default().is_p(&rectangle, &unlimited),
        Ok(Some(false))
    );
}

/// A game with this many moves, none of which may be made.
#[derive(Clone)]
struct Untouched(u64);

impl Component for Untouched {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend(self.0.to_le_bytes());
    }

    fn option_count(&self) -> u64 {
        self.0
    }

    fn option(&self, _: u64, _: &mut Vec<Untouched>) {
        panic!("an option is made that there is no room for");
    }

    fn known(&self, _: Play) -> Known {
        Known::Nothing
    }
}

#[test]
fn options_past_the_budget_are_not_listed() {
    let [few, little] = [
        Budget::unlimited().positions(100),
        Budget::unlimited().bytes(1_000),
    ];
    for count in [101, 1 << 40, u64::MAX] {
        for parts in [vec![Untouched(count)], vec![Untouched(count), Untouched(1)]] {
            let stopped = PartForms::default().is_p(&parts, &few).unwrap_err();
            assert_eq!(stopped.limit, Limit::Positions { allowed: 100 });
            let stopped = PartForms::default().is_p(&parts, &little).unwrap_err();
            assert!(matches!(stopped.limit, Limit::Bytes { .. }));
        }
    }
}

/// The position that decided an N-position is an option of it, and alone it is a P-position; a P-position has no such
/// option.
#[test]
fn the_winning_option_is_named() {
    let unlimited = Budget::unlimited();
    let mut won = 0;
    for (a, b) in [(4, 5), (5, 5), (5, 7), (6, 7), (7, 7), (7, 9)] {
        let rectangle = [Sides::new(a, b)];
        let mut forms = PartForms::default();
        let is_p = forms.is_p(&rectangle, &unlimited).unwrap().unwrap();
        assert_eq!(forms.has_winning(), !is_p, "{a}x{b}");
        let mut named = 0;
        for index in 0..rectangle[0].option_count() {
            let mut option = Vec::new();
            rectangle[0].option(index, &mut option);
            if forms.is_winning(&option) {
                named += 1;
                let found = PartForms::default().is_p(&option, &unlimited);
                assert_eq!(found, Ok(Some(true)), "{a}x{b}, option {index}");
            }
        }
        assert_eq!(named > 0, !is_p, "{a}x{b}");
        won += named;
    }
    assert!(won > 0);
}
