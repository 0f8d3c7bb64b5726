//! Trees: the interface to the analyser and its searches.

use super::rules::FORM;
use nimfield_core::prelude::*;

use super::rules::{GameTree, ToOption};
use crate::nim::candidates;

impl Rules for GameTree {
    type Move = ToOption;

    const INFO: GameInfo = GameInfo {
        forms: &[FORM],
        moves: "`to` an option",
        move_example: "to *2",
        ..GameInfo::named("a value", "{*2,*3}")
    };

    fn moves(&self) -> Moves<'_, ToOption> {
        Box::new(self.options().map(ToOption))
    }

    fn play(&self, ToOption(option): &ToOption) -> Result<GameTree, String> {
        match self.has_option(option) {
            true => Ok(option.clone()),
            false => Err(format!("{option} is not an option of {self}")),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<GameTree, NotationError> {
        GameTree::read_from(cursor)
    }

    fn shape(&self) -> Shape {
        Shape::Value(self.to_string())
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<ToOption, NotationError> {
        cursor.need("to", "a game tree moves `to` one of its options")?;
        GameTree::read_from(cursor).map(ToOption)
    }
}

impl Search for GameTree {
    fn move_count(&self) -> u128 {
        self.option_count()
    }

    fn parts(&self) -> Vec<Part<GameTree>> {
        let parts = self.summands();
        if parts.len() == 1 {
            return vec![Part::whole(self.clone())];
        }
        let part = |(place, part): (usize, &GameTree)| {
            let whole = self.clone();
            Part::new(part.clone(), move |ToOption(option)| {
                ToOption(whole.with_summand(place, option))
            })
        };
        parts.iter().enumerate().map(part).collect()
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.id());
    }

    fn option(&self, index: u64) -> Option<GameTree> {
        match self.as_heap() {
            Some(_) => Some(GameTree::heap(index.into())),
            None => self.options().nth(usize::try_from(index).ok()?),
        }
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let reason = &self.as_value()?.reason;
        Some(Err(format!(
            "{self} is read as its value, which is valid only in normal play: {reason}"
        )))
    }
}

impl Theory for GameTree {
    fn value(&self) -> Option<Finding<Grundy>> {
        let value = Grundy::from(GameTree::value(self));
        let text =
            format!("{self} has the value {value}, the least value that none of its options has");
        let reason = Reason::theorem("Sprague 1935; Grundy 1939", text);
        Some(Finding::new(value, reason))
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<ToOption>> {
        let left = candidates(&self.as_heap()?.into(), target, play).into_iter();
        let left = left.filter_map(|left| left.finite());
        Some(left.map(|left| ToOption(GameTree::heap(left))).collect())
    }

    fn heap(&self) -> Option<Grundy> {
        self.as_heap().map(Grundy::from)
    }
}

by_default!(GameTree: Shown, Engines);
