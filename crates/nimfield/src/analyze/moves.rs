//! The moves in an answer, and the replies to the moves of a P-position.

use nimfield_core::words::{Grundy, Play, ReasonKind};

use super::analyzer::Analyzer;
use super::case::Case;
use super::query::MoveList;
use crate::answer::{Answer, WinningMove};

impl Analyzer {
    /// Describes the reply to a move of a P-position found by search.
    pub(super) fn show_replies(&mut self, answer: &mut Answer, case: &Case<'_>) {
        /// The most moves that are counted one by one.
        const MOST_COUNTED: u128 = 10_000;
        /// Positions searched for each reply that is tried; most are cached.
        const MOST_SEARCHED: u64 = 20_000;
        /// The most replies that are tried.
        const MOST_TRIED: usize = 1_000;
        let looked_up = answer.reason.kind == ReasonKind::Table && case.is_board();
        let asked = answer.reason.kind == ReasonKind::Search || looked_up;
        if !(self.query().moves && asked) || case.position.move_count() > MOST_COUNTED {
            return;
        }
        let count = case.position.moves().count();
        let Some(mv) = case.position.moves().next() else {
            return;
        };
        let mut text = match count {
            1 => "; its only move leaves an N-position".to_string(),
            _ => format!("; each of its {count} moves leaves an N-position"),
        };
        if let Ok(after) = case.position.after(&mv) {
            let budget = self.budget().clone();
            let reply = self.with_positions(MOST_SEARCHED, |analyzer| {
                let tried = after.moves().take(MOST_TRIED);
                tried.take_while(|_| budget.check(0).is_ok()).find(|reply| {
                    let Ok(lost) = after.after(reply) else {
                        return false;
                    };
                    let lost = Case::follower(&lost);
                    let found = match analyzer.query().play {
                        Play::Normal => analyzer.has_value_in(&lost, &Grundy::ZERO),
                        Play::Misere => analyzer.misere_is_p_in(&lost),
                    };
                    found.is_ok_and(|finding| finding.value)
                })
            });
            if let Some(reply) = reply {
                text.push_str(&format!(", e.g. {mv} is answered by {reply}"));
            }
        }
        answer.reason.text.push_str(&text);
    }

    pub(super) fn list_moves(&self, answer: &mut Answer, case: &Case<'_>, list: MoveList) {
        let moves = list.moves.into_iter();
        let winning = moves.map(|mv| WinningMove::new(case.position, mv));
        answer.winning_moves = winning.collect();
        answer.complete = list.complete;
        if answer.winning_moves.is_empty() && !list.complete {
            let why = match list.gap {
                Some(why) => format!("; no winning move was constructed: {why}"),
                None => "; no winning move was found, and not all could be tried".to_string(),
            };
            answer.reason.text.push_str(&why);
        }
        if answer.reason.kind == ReasonKind::Search
            && let Some(winning) = answer.winning_moves.first()
            && let Some(to) = winning.to()
        {
            let more = format!("; {} leaves a P-position: {to}", winning.mv);
            answer.reason.text.push_str(&more);
        }
    }
}
