//! Lines `example` that are true, for the help of errors.

use nimfield_core::prelude::*;

use crate::file::RuleFile;

/// Positions that are tried as examples, whatever the family, with `_` for blanks.
const TRIED: &str = "[1,2] [3] [3,4] [1,2,3] [1,2,3,4] [1,2,1,2,1] [1_2;2_1] [1_2_1;2_1_1] [(1,2)] [(2,3)_(1,1)] \
    [(1,2,2)] [2x3] [3x3] [1x4] [2x3_at_b1] [3x2_at_a2] [2x2x2] [4] [a-b_b-c] [a-b_b-c_c-d] [3,2_at_a2] [3,3_at_b1]";

impl RuleFile {
    /// Returns up to three lines `example` of small positions with their outcomes, as far as searches find them at once.
    #[must_use]
    pub fn example_lines(&self) -> Vec<String> {
        // A page does without them, as the searches of all families take some kilobytes.
        if cfg!(target_family = "wasm") {
            return Vec::new();
        }
        let parameters = self.usual_in_parentheses();
        // A game on one board has a position without a body.
        let tried = TRIED.split(' ').chain([""]);
        let read = tried.filter_map(|body| {
            let body = body.replace('_', " ");
            // A body that is not a position of the game is skipped.
            let position = self
                .position(&mut Cursor::new(&format!("{parameters}{body}")))
                .ok()?;
            Some(position.with_outcomes())
        });
        let mut found: Vec<String> = Vec::new();
        let mut all: Vec<(usize, String, char)> = read.flatten().collect();
        // The positions themselves come before those after a move.
        all.sort_by_key(|(moves, ..)| *moves);
        for (_, position, outcome) in all {
            let line = position
                .strip_prefix(self.name())
                .map(|body| format!("example {body} {outcome}"));
            found.extend(
                line.filter(|line| {
                    line.ends_with(&format!("] {outcome}")) && !found.contains(line)
                }),
            );
        }
        found.truncate(3);
        found
    }
}
