//! The family `code`: heaps from which a move takes counters and whose rest it may split, according to a code.

use std::sync::Arc;

use nimfield_core::families::heaps::{CODE_HELP, HeapRules};
use nimfield_core::prelude::*;
use nimfield_games::codes::{Code, CodeGame};

use crate::about::{About, Refused, goal};
use crate::keywords::Keyword;
use crate::parameters::Scope;
use crate::position::{Instance, Lines, RulePosition, bracketed};

/// The word with which the line of this family begins.
pub(crate) static KEYWORDS: [Keyword; 1] = [Keyword::new(
    "code",
    CODE_HELP,
    "code 0.77; code take 2,3; code grundy",
)];

/// The line with the code, once it has been read.
#[derive(Default)]
pub(crate) struct CodeLine(Option<HeapRules>);

impl Lines for CodeLine {
    fn line(
        &mut self,
        _word: &str,
        _player: Option<Player>,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError> {
        if self.0.is_some() {
            return Err(cursor.fault(0..cursor.at(), "`code` occurs twice", CODE_HELP));
        }
        let start = cursor.at();
        let line = cursor.take_rest();
        let filled = scope.filled(line);
        let mut own = Cursor::new(&filled);
        let rules = HeapRules::read(&mut own).and_then(|rules| {
            own.need_end(CODE_HELP)?;
            Ok(rules)
        });
        self.0 = Some(rules.map_err(|fault| {
            // Places in a line with other numbers are not those of the file.
            let span = match filled == line {
                true => start + fault.span.start..start + fault.span.end,
                false => start..cursor.at(),
            };
            cursor.fault(span, fault.message, fault.help)
        })?);
        Ok(())
    }

    fn finish(self: Box<Self>, about: About<'_>) -> Result<Box<dyn Instance>, Refused> {
        let Some(rules) = self.0 else {
            return Err(("the line `code` is missing".to_string(), CODE_HELP));
        };
        Ok(Box::new(Arc::new(Code {
            rules,
            name: Some(about.name.to_string()),
            info: about.info,
            play: about.play,
        })))
    }
}

impl Instance for Arc<Code> {
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        let body = bracketed(cursor, |cursor| CodeGame::read_body(self, cursor));
        body.map(RulePosition::Code)
    }

    fn describe(&self) -> String {
        let lines = [
            format!("A position is a row of heaps. The code of the game is {}.", self.rules),
            "A move takes counters from one heap and may split the rest.".to_string(),
            goal(self.play),
            "Compiled to tables of values of heaps and their periods in normal play, and to searches in misère play."
                .to_string(),
        ];
        lines.join("\n")
    }
}
