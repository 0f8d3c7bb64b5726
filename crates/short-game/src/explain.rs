//! Explains why a form is not canonical: which options are dominated or reversible, and through which games.

use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::game::{Game, Player};

/// The fate of one option of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct OptionReport {
    /// The player who has the option.
    pub player: Player,
    /// The option.
    pub option: Game,
    /// Another option that is at least as good, so that this one can be removed.
    pub dominated_by: Option<Game>,
    /// A reply of the opponent after which the player is no better off than before moving; the player's options after
    /// that reply may then replace the option.
    pub reversible_through: Option<Game>,
    /// The player's options after that reply; empty if the option is not reversible.
    pub replaced_by: Vec<Game>,
}

/// A report on the simplification of a form to its canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct FormReport {
    /// The value of the form.
    pub value: Game,
    /// Left's options and then Right's, in the order given.
    pub options: Vec<OptionReport>,
}

impl Arena {
    /// Examines the form with these options. The options are values, so the report covers only the top level of the
    /// form; examine an option separately.
    ///
    /// The first of several equal options dominates the others.
    ///
    /// ```
    /// # use short_game::{Arena, Game};
    /// let arena = Arena::new();
    /// let (star, up) = (arena.nimber(1)?, arena.ups(1)?);
    /// // {^ | ^}: Right answers Left's ^ by *, which is less than the game; so Left's ^ gives way
    /// // to Left's move from * to 0.
    /// let report = arena.explain(&[up], &[up])?;
    /// assert_eq!(report.options[0].reversible_through, Some(star));
    /// assert_eq!(report.options[0].replaced_by, [Game::ZERO]);
    /// # Ok::<(), short_game::Error>(())
    /// ```
    pub fn explain(&self, left: &[Game], right: &[Game]) -> Result<FormReport> {
        let value = self.game(left, right)?;
        let mut options = Vec::new();
        for (player, side) in [(Player::Left, left), (Player::Right, right)] {
            for (i, &option) in side.iter().enumerate() {
                self.spend(side.len())?;
                let mut dominated_by = None;
                for (j, &other) in side.iter().enumerate() {
                    if dominated_by.is_some() {
                        break;
                    }
                    let (low, high) = player.pick((option, other), (other, option));
                    if self.le(low, high)? && (other != option || j < i) {
                        dominated_by = Some(other);
                    }
                }
                let depth = self.depth(value) + self.depth(option);
                let reversible_through =
                    self.deep(depth, || self.reversing(value, option, player))?;
                let replaced_by = match reversible_through {
                    Some(answer) => self.options_of(answer, player)?.into_vec(),
                    None => Vec::new(),
                };
                options.push(OptionReport {
                    player,
                    option,
                    dominated_by,
                    reversible_through,
                    replaced_by,
                });
            }
        }
        Ok(FormReport { value, options })
    }
}

impl FormReport {
    /// Returns the report in words, one line per option; forms of more than `limit` characters are summarized.
    pub(crate) fn describe(&self, arena: &Arena, limit: usize) -> Result<String> {
        let text = |g| Ok::<_, Error>(arena.print(g, limit)?.to_string());
        let mut lines = String::new();
        for report in &self.options {
            lines += &format!("{}'s option {}: ", report.player, text(report.option)?);
            let mut fates = Vec::new();
            if let Some(by) = report.dominated_by {
                fates.push(format!("dominated by {}", text(by)?));
            }
            if let Some(through) = report.reversible_through {
                let replaced = report
                    .replaced_by
                    .iter()
                    .map(|&g| text(g))
                    .collect::<Result<Vec<_>, _>>()?;
                let replaced = if replaced.is_empty() {
                    "nothing".to_string()
                } else {
                    replaced.join(", ")
                };
                fates.push(format!(
                    "reversible through {}, replaced by {replaced}",
                    text(through)?
                ));
            }
            if fates.is_empty() {
                fates.push("neither dominated nor reversible".to_string());
            }
            lines += &fates.join("; ");
            lines.push('\n');
        }
        lines += &format!("value {}", text(self.value)?);
        if arena.is_number(self.value) {
            lines += " (the simplest number that fits between the options)";
        }
        Ok(lines)
    }
}
