//! Censuses of partitions.

use std::path::PathBuf;

use nimfield::game::Rules;
use nimfield::tables::{PartitionError, PartitionQuery, PartitionTable};
use nimfield_games::partitions::pnim::Pnim;
use nimfield_games::partitions::pnim::census::Which;
use pyo3::prelude::*;

use crate::claims::grading;
use crate::convert::refused;
use crate::errors;
use crate::limits::Limits;
use crate::run;

/// The census of the Grundy values of PNim: for each size or perimeter the counts by value, and the reason if it ended
/// before the bound.
#[pyfunction]
pub fn _census(
    py: Python<'_>,
    up_to: u32,
    by: &str,
    up_to_conjugation: bool,
    state: Option<PathBuf>,
    limits: Limits,
) -> PyResult<(Vec<Vec<u64>>, Option<String>)> {
    let query = PartitionQuery {
        grading: grading(by)?,
        up_to,
        which: Which::All,
        up_to_conjugation,
    };
    let table = run::long(py, &limits, |budgets| {
        let table = PartitionTable::new(
            Pnim::INFO.name,
            None,
            query,
            state.as_deref(),
            &budgets.begin(),
        )?;
        let counts = table
            .grades()
            .map(|grade| table.counts_by_value(grade))
            .collect();
        Ok::<_, PartitionError>((counts, table.stopped().map(ToString::to_string)))
    })?;
    table.map_err(|error| match error {
        PartitionError::State(error) => errors::file(py, &error),
        PartitionError::Stop(stop) => errors::not_decided(py, format!("the census was {stop}")),
        error => refused(error),
    })
}
