//! Games by their options: `{2||1|0}`.

use std::ops::Range;

use super::reader::{Braces, CalcError, Parser, Result};
use crate::game::Game;

/// The most bars in a row.
const MAX_BARS: usize = 64;

impl Parser<'_> {
    /// Reads the inside of braces, after the opening one.
    pub(super) fn braces(&mut self, open: usize) -> Result<Braces> {
        // Lists of options, separated by bars.
        let mut lists = vec![Vec::new()];
        let mut bars: Vec<(usize, Range<usize>)> = Vec::new();
        loop {
            self.blank();
            if self.cursor.looking_at("|") {
                let start = self.cursor.at();
                let run = self.cursor.take_while(|c| c == '|').len();
                let span = self.cursor.since(start);
                if run > MAX_BARS {
                    return Err(CalcError::mistake(
                        span,
                        format!("expected at most {MAX_BARS} bars in a row"),
                        "{2||1|0}",
                    ));
                }
                bars.push((run, span));
                lists.push(Vec::new());
                continue;
            }
            if self.cursor.eat("}") {
                break;
            }
            let list = lists.last_mut().expect("one list more than bars");
            if !list.is_empty() {
                if !self.cursor.eat(",") {
                    return Err(self.expected(
                        self.cursor.next_span(),
                        "expected ',', '|' or '}'",
                        "{2,*|-1}",
                    ));
                }
                self.blank();
            }
            if self.cursor.rest().is_empty() {
                self.close(open, "}", "{2|-1}")?;
            }
            list.push(Self::game(&self.sum()?)?);
        }
        match bars.len() {
            0 => Ok(Braces::List(lists.pop().expect("one list"))),
            _ => self.divide(&mut lists, &bars),
        }
    }

    /// Splits at the longest run of bars.
    pub(super) fn divide(
        &self,
        lists: &mut [Vec<Game>],
        bars: &[(usize, Range<usize>)],
    ) -> Result<Braces> {
        let longest = bars.iter().map(|(run, _)| *run).max().expect("a bar");
        let mut places = (0..bars.len()).filter(|&i| bars[i].0 == longest);
        let middle = places.next().expect("the longest run");
        if let Some(second) = places.next() {
            return Err(CalcError::mistake(
                bars[second].1.clone(),
                "expected one longest run of bars: these two are equal",
                "{2||1|0}",
            ));
        }
        let side = |lists: &mut [Vec<Game>], bars: &[(usize, Range<usize>)]| -> Result<Vec<Game>> {
            if bars.is_empty() {
                return Ok(std::mem::take(&mut lists[0]));
            }
            match self.divide(lists, bars)? {
                Braces::Form(left, right) => Ok(vec![
                    self.check(bars[0].1.start, self.arena.game(&left, &right))?,
                ]),
                Braces::List(options) => Ok(options),
            }
        };
        let (left, right) = lists.split_at_mut(middle + 1);
        Ok(Braces::Form(
            side(left, &bars[..middle])?,
            side(right, &bars[middle + 1..])?,
        ))
    }
}
