//! Games on piles in words, as the program understood the file.

use nimfield_core::words::Player;

use crate::about::goal;

use super::game::{Keep, PileGame};

impl PileGame {
    /// Describes the game in sentences.
    pub(crate) fn describe(&self) -> String {
        let mut lines = vec![self.layout.words()];
        for line in &self.lines {
            let who = match line.player {
                None => "A move takes",
                Some(Player::Left) => "A move of Left takes",
                Some(Player::Right) => "A move of Right takes",
            };
            lines.push(format!("{who}: {}.", line.text));
        }
        match &self.keep {
            None => {}
            Some(Keep::Sorted) => {
                lines.push("In each position no pile is larger than the next.".to_string());
            }
            Some(Keep::Condition(condition, _)) => {
                lines.push(format!("In each position {condition} holds."));
            }
        }
        lines.push(goal(self.play));
        lines.push(
            match (self.is_rays(), self.only_takes()) {
                (true, _) => "Compiled to the engine for ray games.",
                (false, true) => "Compiled to tables of boxes of piles, and to searches.",
                (false, false) => "Compiled to searches.",
            }
            .to_string(),
        );
        if let Some((law, _)) = &self.law {
            lines.push(format!(
                "Known ({}): {}.",
                law.fact.source, law.fact.statement
            ));
        }
        lines.join("\n")
    }
}
