//! Searches that are compiled for one type of components, held without the type.

use std::any::Any;

use nimfield_core::component::{AnySearch, CompiledSearch, SearchEffort, StartSearch, Tables};
use nimfield_core::prelude::*;

use crate::disjunctive_sum::DisjunctiveSum;
use crate::search::{Knowledge, Search};

/// Returns the searches compiled for a type of components, and for sums of them.
///
/// A type asks for them by [`Component::COMPILED`]; all others share the search for [`AnyComponent`].
#[must_use]
pub const fn compiled<C: Component>() -> CompiledSearch {
    CompiledSearch {
        start: start::<C>,
        sum: sum_of::<C>,
    }
}

/// Makes a search for a type of components, without its type.
#[must_use]
pub fn start<C: Component>(play: Play, tables: Option<Box<Tables>>) -> Box<dyn AnySearch> {
    let search = Search::<C>::new(play, Knowledge::Theory);
    Box::new(match tables {
        Some(tables) => search.with_tables(tables),
        None => search,
    })
}

fn sum_of<C: Component>(parts: &[AnyComponent]) -> Option<(AnyComponent, StartSearch)> {
    let parts = parts.iter().map(|part| part.downcast_ref::<C>().cloned());
    let parts: Option<Vec<C>> = parts.collect();
    let sum = DisjunctiveSum::new(parts?);
    Some((AnyComponent::new(sum), start::<DisjunctiveSum<C>>))
}

impl<C: Component> AnySearch for Search<C> {
    fn value(&self, component: &AnyComponent, budget: &Budget) -> Result<u128, Unfinished> {
        Search::value(self, typed(component), budget)
    }

    fn has_value(
        &self,
        component: &AnyComponent,
        target: u128,
        budget: &Budget,
    ) -> Result<bool, Unfinished> {
        Search::has_value(self, typed(component), target, budget)
    }

    fn effort(&self) -> SearchEffort {
        SearchEffort {
            positions: self.positions(),
            looked_up: self.looked_up(),
            bytes: self.bytes(),
        }
    }
}

/// Returns the component of this type, which may be any.
fn typed<C: Component>(component: &AnyComponent) -> &C {
    let any: &dyn Any = component;
    let typed = any.downcast_ref().or_else(|| component.downcast_ref());
    typed.expect("a search is asked about components of its own type")
}
