//! Search by the keys of positions.

use nimfield_core::prelude::*;
use nimfield_engines::disjunctive_sum::DisjunctiveSum;
use nimfield_engines::search::{Knowledge, Search};

use super::board_oracles::known_by_tables;
use super::board_table::may_be_solved;
use super::box_table::positions_in_box;
use crate::analyze::case::{Part, PlacedSummand, whole};
use crate::analyze::reasons::{search_reason, searched};
use crate::analyze::route::{
    Ask, Cost, Goal, Means, Memory, Reply, Route, SHORT, Stop, Turn, Work,
};

/// A short search precedes tables of more positions than this.
const SMALL_BOX: u128 = 1 << 20;

/// Positions of a sum in misère play that are searched before misère forms of its components are made.
const SHORT_BY_KEYS: u64 = 200_000;

/// The number of positions that a table evaluates while a misère search lists the options of one.
const TABLE_AHEAD: u128 = 1 << 12;

/// Positions searched even then, since some questions are easy.
const SHORT_BEFORE_TABLE: u128 = 2_000;

/// Boxes of more positions do not fit into memory.
const LARGEST_BOX: u128 = 1 << 34;

/// The searches that were used last.
#[derive(Default)]
pub(super) struct KeySearch {
    /// The search of summands in normal play.
    normal: Option<Search<AnyComponent>>,
    /// The search of whole sums in misère play.
    misere: Option<Search<DisjunctiveSum<AnyComponent>>>,
}

/// The cost of a search.
struct Spent {
    positions: u64,
    looked_up: u64,
}

/// Runs a search, and counts its positions.
fn run<C: Component, T>(
    search: &Search<C>,
    means: &mut Means,
    ask: impl FnOnce(&Search<C>, &Budget) -> Result<T, Unfinished>,
) -> Reply<(T, Spent)> {
    let (positions, looked_up) = (search.positions(), search.looked_up());
    let result = means.search(|budget| Ok(ask(search, budget)?));
    let spent = Spent {
        positions: search.positions() - positions,
        looked_up: search.looked_up() - looked_up,
    };
    means.spent += spent.positions;
    Ok((result?, spent))
}

impl KeySearch {
    /// Runs the search of summands.
    fn run<T>(
        &mut self,
        means: &mut Means,
        ask: impl FnOnce(&Search<AnyComponent>, &Budget) -> Result<T, Unfinished>,
    ) -> Reply<(T, Spent)> {
        let search = self.normal.get_or_insert_with(|| {
            let search = Search::new(Play::Normal, Knowledge::Theory);
            match means.tables {
                Some(tables) => search.with_tables(known_by_tables(tables)),
                None => search,
            }
        });
        run(search, means, ask)
    }

    /// Returns whether a summand has a value in normal play.
    fn summand(
        &mut self,
        summand: &PlacedSummand,
        target: &Grundy,
        means: &mut Means,
    ) -> Reply<Finding<bool>> {
        let component = summand.small().map_err(Undecided::OutOfReach)?;
        let Some(value) = target.finite() else {
            let text = format!("{summand} is finite, so its value is finite");
            return Ok(Finding::new(false, search_reason(text)));
        };
        let (holds, spent) = self.run(means, |search, budget| {
            search.has_value(&component, value, budget)
        })?;
        let searched = searched(spent.positions, spent.looked_up);
        let text = match (value, holds) {
            (0, true) => format!("none of the options of {summand} is a P-position ({searched})"),
            (0, false) => {
                format!("an option of {summand} is a P-position ({searched})")
            }
            (_, true) => format!("found by a search ({searched})"),
            (_, false) => format!("excluded by a search ({searched})"),
        };
        Ok(Finding::new(holds, search_reason(text)))
    }

    /// Returns whether a whole sum is a P-position in misère play.
    fn sum(&mut self, part: &Part, means: &mut Means) -> Reply<Finding<bool>> {
        let whole = whole(part.summands)?;
        let new_search = || Search::new(Play::Misere, Knowledge::Theory);
        let search = self.misere.get_or_insert_with(new_search);
        let (is_p, spent) = run(search, means, |search, budget| {
            search.has_value(&whole, 0, budget)
        })?;
        let searched = searched(spent.positions, 0);
        let text = match is_p {
            true => format!("misère play: no move leads to a P-position ({searched})"),
            false => format!("misère play: some move leads to a P-position ({searched})"),
        };
        Ok(Finding::new(is_p, search_reason(text)))
    }

    /// Returns when to search for a question in normal play.
    fn normal_turn(part: &Part, ask: &Ask, means: &Means) -> Option<Turn> {
        let summand = part.alone()?;
        match ask.goal {
            Goal::MovesTo | Goal::Sides | Goal::More => None,
            Goal::Value => Some(Turn::Late),
            Goal::Has => {
                let trial = match ask.is_outcome() {
                    true => may_be_solved(part, means.budget.most_positions()),
                    false => positions_in_box(summand).is_some_and(|most| most > SMALL_BOX),
                };
                Some(if trial {
                    Turn::Trial(SHORT)
                } else {
                    Turn::Late
                })
            }
        }
    }

    /// Returns the same for misère play; boards are searched over misère forms if keys do not help.
    fn misere_turn(part: &Part, ask: &Ask, means: &Means) -> Option<Turn> {
        let by_keys = part.prefers_keys() && !means.budget.is_saving();
        let board = part.board().is_some();
        if ask.goal != Goal::Has || !ask.is_outcome() || board && !by_keys {
            return None;
        }
        Some(match board && !part.follower {
            true if means.budget.most_positions() < SHORT => Turn::Soon,
            true => Turn::Trial(SHORT),
            false if !board && !part.follower => Turn::Trial(misere_trial(part)),
            false => Turn::Late,
        })
    }
}

impl Route for KeySearch {
    fn name(&self) -> &'static str {
        "search"
    }

    fn cost(&self, part: &Part, ask: &Ask, means: &Means) -> Cost {
        let turn = match ask.play {
            Play::Normal => KeySearch::normal_turn(part, ask, means),
            Play::Misere => KeySearch::misere_turn(part, ask, means),
        };
        turn.map_or(Cost::Foreign, |turn| {
            Cost::About(Work {
                turn,
                positions: None,
                memory: Memory::Whole,
            })
        })
    }

    fn has_value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<bool>> {
        if ask.play == Play::Misere {
            return self.sum(part, means);
        }
        let summand = part.alone().ok_or(Stop::Foreign)?;
        let found = self.summand(summand, &ask.target, means);
        match found {
            // Whatever stops the trial, the table of the box may succeed.
            Err(Stop::Undecided(why)) if means.trial.is_some() && !ask.is_outcome() => {
                Err(Stop::Passed(why.to_string().into()))
            }
            found => found,
        }
    }

    fn value(&mut self, part: &Part, _: &Ask, means: &mut Means) -> Reply<Finding<Grundy>> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        let component = summand.small().map_err(Undecided::OutOfReach)?;
        if let Some(why) = out_of_reach(summand) {
            return Err(Undecided::OutOfReach(why).into());
        }
        let (value, spent) = self.run(means, |search, budget| search.value(&component, budget))?;
        let tables = match spent.looked_up {
            0 => "",
            _ => " with parts looked up in tables of other boards",
        };
        let value = Grundy::from(value);
        let text = format!("{summand} has the value {value}, found by search{tables}");
        Ok(Finding::new(value, search_reason(text)))
    }

    fn bytes(&self) -> u64 {
        let normal = self.normal.as_ref().map_or(0, Search::bytes);
        normal + self.misere.as_ref().map_or(0, Search::bytes)
    }

    fn forget(&mut self) {
        *self = KeySearch::default();
    }
}

/// Returns the limit of a trial search in misère play: not much longer than the table of its box would take.
fn misere_trial(part: &Part) -> u64 {
    let boxed = part.alone().and_then(positions_in_box);
    boxed.map_or(SHORT_BY_KEYS, |positions| {
        let trial = (positions / TABLE_AHEAD).max(SHORT_BEFORE_TABLE);
        u64::try_from(trial).map_or(SHORT_BY_KEYS, |trial| trial.min(SHORT_BY_KEYS))
    })
}

/// Explains why no search finds the value of a summand, if that is clear in advance: a value needs nearly all positions
/// of the box up to it, and these are too many.
fn out_of_reach(summand: &PlacedSummand) -> Option<String> {
    let positions = positions_in_box(summand)?;
    (positions > LARGEST_BOX).then(|| {
        format!(
            "the value of {summand} is out of reach: {positions} positions have entries no larger, and no theorem \
             gives the value"
        )
    })
}
