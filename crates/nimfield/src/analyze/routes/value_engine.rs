//! The engine of a game that evaluates a summand and all its followers.

use nimfield_core::moves::Move;
use nimfield_core::theory::{Finding, Followers};
use nimfield_core::words::{Grundy, Play, Reason, ReasonKind};

use crate::analyze::case::{Part, PlacedSummand, SummandKey};
use crate::analyze::query::{ALWAYS_LISTED, BYTES_A_MOVE, MoveList};
use crate::analyze::route::{Ask, Cost, Means, Memory, Reply, Route, Stop, late};

/// The name of the route.
pub(crate) const NAME: &str = "the game's engine for values";

/// The most moves that are listed.
const MOST_LISTED: usize = 100_000;

/// If results take more bytes than this, old ones are freed.
const MOST_BYTES: u64 = 64 << 20;

/// The results of such engines for the current question.
#[derive(Default)]
pub(super) struct ValueEngine {
    found: Vec<(SummandKey, Box<dyn Followers<Move>>)>,
}

impl ValueEngine {
    /// Returns the values of the summand and all its followers.
    fn ask(
        &mut self,
        summand: &PlacedSummand,
        play: Play,
        means: &mut Means,
    ) -> Reply<&dyn Followers<Move>> {
        let mut found = self.found.iter();
        let place = match found.position(|(key, _)| key.is(summand, play)) {
            Some(place) => place,
            None => {
                let valued = summand.followers(play, means.budget);
                let valued = valued.ok_or(Stop::Foreign)??;
                means.spent += valued.fresh();
                let held: u64 = self.found.iter().map(|(_, valued)| valued.bytes()).sum();
                if held > MOST_BYTES {
                    self.found.clear();
                }
                self.found.push((SummandKey::new(summand, play), valued));
                self.found.len() - 1
            }
        };
        Ok(&*self.found[place].1)
    }
}

impl Route for ValueEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn cost(&self, part: &Part, ask: &Ask, _: &Means) -> Cost {
        let Some(summand) = part.alone() else {
            return Cost::Foreign;
        };
        // A result for the outcome answers the question for the value as well.
        let mut found = self.found.iter();
        match found.any(|(key, _)| key.is(summand, ask.play)) {
            true => Cost::Cheap,
            false => late(None, Memory::Beside),
        }
    }

    fn value(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<Finding<Grundy>> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        let below = self.ask(summand, ask.play, means)?;
        let value = Grundy::from(below.value());
        if let Some(reason) = below.reason() {
            return Ok(Finding::new(value, reason));
        }
        let positions = below.positions();
        let text = match ask.play {
            Play::Normal => format!("{summand} has the value {value}"),
            Play::Misere => format!("{summand} has the misère value {}", below.value()),
        };
        let remark = below.remark();
        let remark = remark.map_or(String::new(), |remark| format!(", {remark}"));
        let text =
            format!("{text} in the table of all {positions} positions reachable from it{remark}");
        let reason = Reason::new(ReasonKind::Table, "table of Grundy values", text);
        Ok(Finding::new(value, reason))
    }

    fn moves_to(&mut self, part: &Part, ask: &Ask, means: &mut Means) -> Reply<MoveList> {
        let summand = part.alone().ok_or(Stop::Foreign)?;
        let room = means.budget.most_bytes() / BYTES_A_MOVE;
        let most = usize::try_from(room).unwrap_or(MOST_LISTED);
        let most = most.clamp(ALWAYS_LISTED, MOST_LISTED);
        let below = self.ask(summand, ask.play, means)?;
        let (moves, complete) = match ask.target.finite() {
            Some(target) => below.moves_to(target, most),
            None => (Vec::new(), true),
        };
        let moves = moves.into_iter().map(|mv| summand.name(mv));
        Ok(MoveList {
            complete,
            ..MoveList::all(moves.collect())
        })
    }

    fn begin(&mut self) {
        self.found.clear();
    }
}
