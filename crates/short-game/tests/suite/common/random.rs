//! Random games for property tests.

use proptest::prelude::*;
use short_game::{Arena, Dyadic, Game};

use super::textbook::Tree;

/// Small trees: integers and forms over forms.
pub fn tree(depth: u32, options: usize) -> impl Strategy<Value = Tree> {
    (-2i32..=2)
        .prop_map(Tree::integer)
        .prop_recursive(depth, 12, options as u32, move |inner| {
            let side = || prop::collection::vec(inner.clone(), 0..=options);
            (side(), side()).prop_map(|(left, right)| Tree::new(left, right))
        })
}

/// A game by how it is made, so that it can be made in any arena.
#[derive(Clone, Debug)]
pub enum Recipe {
    Number(i64, u32),
    NumberUpStar(i64, i32, u32),
    Options(Vec<Recipe>, Vec<Recipe>),
    Sum(Box<Recipe>, Box<Recipe>),
    Tiny(Box<Recipe>),
    Miny(Box<Recipe>),
}

impl Recipe {
    pub fn make(&self, arena: &Arena) -> Game {
        let list = |side: &[Recipe]| {
            side.iter()
                .map(|recipe| recipe.make(arena))
                .collect::<Vec<_>>()
        };
        match self {
            Recipe::Number(n, e) => arena.number(Dyadic::new((*n).into(), *e).unwrap()),
            Recipe::NumberUpStar(n, ups, star) => {
                arena.number_up_star(Dyadic::new((*n).into(), 1).unwrap(), *ups, *star)
            }
            Recipe::Options(left, right) => arena.game(&list(left), &list(right)),
            Recipe::Sum(g, h) => arena.add(g.make(arena), h.make(arena)),
            Recipe::Tiny(g) => arena.tiny(g.make(arena)),
            Recipe::Miny(g) => arena.miny(g.make(arena)),
        }
        .unwrap()
    }
}

/// Games of all temperatures: hot, tepid, cold.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        3 => (-12i64..12, 0u32..3).prop_map(|(n, e)| Recipe::Number(n, e)),
        1 => (-3i64..3, -2i32..3, 0u32..4).prop_map(|(n, ups, star)| Recipe::NumberUpStar(n, ups, star)),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let side = || prop::collection::vec(inner.clone(), 1..=3);
        prop_oneof![
            4 => (side(), side()).prop_map(|(left, right)| Recipe::Options(left, right)),
            1 => (inner.clone(), inner.clone()).prop_map(|(g, h)| Recipe::Sum(g.into(), h.into())),
        ]
    })
}

/// Games as they are printed in all ways: names among options, forms with many bars, ±, and
/// numbers next to slashes.
pub fn printable() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        2 => (-12i64..12, 0u32..4).prop_map(|(n, e)| Recipe::Number(n, e)),
        2 => (-3i64..3, -4i32..5, 0u32..5).prop_map(|(n, ups, star)| Recipe::NumberUpStar(n, ups, star)),
        1 => (1i64..9, 0u32..2).prop_map(|(n, e)| Recipe::Tiny(Recipe::Number(n, e).into())),
        1 => (1i64..9, 0u32..2).prop_map(|(n, e)| Recipe::Miny(Recipe::Number(n, e).into())),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let side = || prop::collection::vec(inner.clone(), 1..=3);
        let one = || inner.clone().prop_map(|recipe| vec![recipe]);
        // A threat of this size is seldom reversible, so bars and names stay.
        let far = |sign: i64| (20i64..60).prop_map(move |n| vec![Recipe::Number(sign * n, 0)]);
        prop_oneof![
            2 => (side(), side()).prop_map(|(left, right)| Recipe::Options(left, right)),
            2 => (far(1), one()).prop_map(|(left, right)| Recipe::Options(left, right)),
            2 => (one(), far(-1)).prop_map(|(left, right)| Recipe::Options(left, right)),
            1 => (inner.clone(), inner.clone()).prop_map(|(g, h)| Recipe::Sum(g.into(), h.into())),
            1 => inner.clone().prop_map(|g| Recipe::Tiny(g.into())),
            1 => inner.clone().prop_map(|g| Recipe::Miny(g.into())),
        ]
    })
}

/// All-small games.
pub fn all_small() -> impl Strategy<Value = Recipe> {
    let leaf = (-3i32..=3, 0u32..4).prop_map(|(ups, star)| Recipe::NumberUpStar(0, ups, star));
    leaf.prop_recursive(3, 10, 2, |inner| {
        let side = || prop::collection::vec(inner.clone(), 1..=2);
        (side(), side()).prop_map(|(left, right)| Recipe::Options(left, right))
    })
}
