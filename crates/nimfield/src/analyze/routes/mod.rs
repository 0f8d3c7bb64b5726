//! The routes to an answer. A new route takes a file and a line here.

mod board_oracles;
mod board_table;
mod box_table;
mod cancelled;
mod canonical_forms;
mod halves;
mod heap_quotients;
#[cfg(not(target_family = "wasm"))]
mod law;
mod misere_forms;
mod outcome_engine;
mod part_forms;
mod partizan_bounds;
mod partizan_engine;
mod partizan_search;
mod partizan_theory;
mod search;
mod sum_values;
mod theory;
mod value_engine;

use nimfield_core::budget::Budget;

pub(crate) use self::board_table::may_be_solved;
pub(crate) use self::box_table::positions_in_boxes;
pub use self::partizan_search::partizan_parts;
pub use self::sum_values::canonical_form;
pub(crate) use self::value_engine::NAME as ENGINE;
use super::analyzer::Analyzer;
use super::query::Query;
use super::route_list::{MakeRoute, Routes};

/// The routes to an answer about an impartial position, in the order in which they are tried.
const IMPARTIAL: &[MakeRoute] = &[
    // Pages have no laws.
    #[cfg(not(target_family = "wasm"))]
    || Box::new(law::Law::Given),
    || Box::new(theory::Theory),
    #[cfg(not(target_family = "wasm"))]
    || Box::new(law::Law::Stored),
    || Box::new(heap_quotients::HeapQuotients::default()),
    || Box::new(board_table::BoardTables::default()),
    || Box::new(halves::Halves::default()),
    || Box::new(misere_forms::MisereForms::default()),
    || Box::new(outcome_engine::OutcomeEngine::default()),
    || Box::new(box_table::BoxTable::default()),
    || Box::new(part_forms::MiserePartForms::default()),
    || Box::new(value_engine::ValueEngine::default()),
    || Box::new(search::KeySearch::default()),
];

/// The routes to an answer about a partizan position.
const PARTIZAN: &[MakeRoute<Analyzer>] = &[
    || Box::new(partizan_theory::Theory::Whole),
    || Box::new(partizan_theory::Theory::Large),
    || Box::new(partizan_bounds::Bounds),
    || Box::new(partizan_engine::OutcomeEngine),
    || Box::new(canonical_forms::CanonicalForms),
    || Box::new(partizan_search::OutcomeSearch),
];

impl Analyzer {
    /// Creates an analyser.
    #[must_use]
    pub fn new(query: Query, budget: Budget) -> Analyzer {
        Analyzer::with_routes(query, budget, Routes::of(IMPARTIAL), Routes::of(PARTIZAN))
    }
}
