//! Impartial values in sums: game trees in misère play, nim heaps in normal play.

use std::sync::Arc;

use nimfield_core::prelude::*;
use nimfield_games::game_tree::GameTree;
use nimfield_games::nim::Nim;

use super::Sum;
use crate::erased::AnyPosition;
use crate::term::{Term, heap};

impl Sum {
    /// Returns the sum as it is played: impartial values become equal nim heaps in normal play, and the written game
    /// trees in misère play.
    ///
    /// ```
    /// use nimfield::{Play, read};
    /// let sum = read("(*2+*2) + nim[3]")?;
    /// assert_eq!(sum.for_play(Play::Normal)?.to_string(), "nim[0] + nim[3]");
    /// assert_eq!(sum.for_play(Play::Misere)?.to_string(), "(*2+*2) + nim[3]");
    /// assert!(read("(^-^)")?.for_play(Play::Misere).is_err());
    /// # Ok::<(), nimfield::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// In misère play, if an impartial value is not written as a game tree; the error says where and why.
    pub fn for_play(&self, play: Play) -> Result<Sum, NotationError> {
        let mut sum = self.clone();
        if !self.components.iter().any(|term| term.as_tree().is_some()) {
            return Ok(sum);
        }
        for (place, term) in Arc::make_mut(&mut sum.components).iter_mut().enumerate() {
            let Some(tree) = term.as_tree() else { continue };
            match (play, tree.as_value()) {
                (Play::Normal, _) => *term = Term::impartial(Nim::new(vec![tree.value()])),
                (Play::Misere, Some(_)) => return Err(self.not_written_out(place)),
                (Play::Misere, None) => {}
            }
        }
        Ok(sum)
    }

    /// Replaces all values by nim heaps if all are nimbers and nothing else is partizan, as [`Reader`](crate::Reader)
    /// does.
    #[must_use]
    pub fn as_read(self) -> Sum {
        if self.is_impartial() {
            return self;
        }
        let impartial = |term: &Term| match term {
            Term::Impartial(_) => Some(term.clone()),
            Term::Partizan(_) => None,
            Term::Value(value) => {
                heap(&value.text).map(|size| Term::impartial(Nim::new(vec![size])))
            }
        };
        let terms: Option<Vec<Term>> = self.components.iter().map(impartial).collect();
        terms.map_or(self, |terms| Sum::new(terms, None))
    }

    /// Explains why a value has no form in misère play.
    fn not_written_out(&self, place: usize) -> NotationError {
        let texts: Vec<String> = self.components.iter().map(Term::to_string).collect();
        let start = texts[..place]
            .iter()
            .map(|text| text.len() + " + ".len())
            .sum::<usize>();
        let value = self.components[place]
            .as_tree()
            .and_then(GameTree::as_value);
        let (span, reason) = value.map_or((0..0, ""), |value| (value.span.clone(), &value.reason));
        NotationError {
            text: texts.join(" + "),
            span: start + span.start..start + span.end,
            message: format!("{} has no form in misère play: {reason}", texts[place]),
            help: "in misère play a value is a game tree: nim heaps `*n`, sums in parentheses, and options \
                   in braces, the same for both players"
                .to_string(),
            example: "{*2,*3} + (*2+*2)".to_string(),
            unfinished: false,
        }
    }
}

impl Term {
    /// Returns the term after a move. In an impartial value, it may be a move in the equal nim heap.
    pub(super) fn after(&self, position: &dyn AnyPosition, mv: &Move) -> Result<Term, String> {
        let played = position.play(mv).or_else(|reason| {
            let heap = self.as_tree().map(|tree| Nim::new(vec![tree.value()]));
            // On failure, the error of the position is reported.
            let played = heap.and_then(|heap| AnyPosition::play(&heap, mv).ok());
            played.ok_or(reason)
        });
        Ok(Term::Impartial(played?).plain())
    }

    /// Returns the term, with a tree that is a nim heap as a plain heap.
    pub(crate) fn plain(self) -> Term {
        match self.as_tree().and_then(GameTree::as_heap) {
            Some(size) => Term::impartial(Nim::new(vec![size])),
            None => self,
        }
    }
}
