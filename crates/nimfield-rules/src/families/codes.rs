//! The family `code`: heaps from which a move takes counters and whose rest it may split, according to a code.

use std::sync::Arc;

use nimfield_core::families::heaps::{CODE_HELP, CodeDigit, HeapRules, HeapSizes};
use nimfield_core::prelude::*;
use nimfield_core::words::counted;
use nimfield_games::codes::{Code, CodeGame};

use crate::about::{About, Refused, compiled, goal, listed, turn};
use crate::keywords::Keyword;
use crate::parameters::Scope;
use crate::position::{Instance, Lines, RulePosition, bracketed};

/// The word with which the line of this family begins.
pub(crate) static KEYWORDS: [Keyword; 1] = [Keyword::new(
    "code",
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
            format!(
                "Counters lie in heaps. The code of the game is {}.",
                self.rules
            ),
            in_words(&self.rules),
            goal(self.play),
        ];
        let engine = "tables of values of heaps and their periods in normal play, and to searches in misère play";
        let lines = lines.into_iter().chain(compiled(engine));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Returns what a move takes and leaves, for the digits up to the first that repeats.
fn in_words(rules: &HeapRules) -> String {
    /// Longer codes are described without their digits.
    const MOST_DIGITS: usize = 16;
    /// Moves that leave more heaps are described without their digits.
    const MOST_LEFT: usize = 3;
    let digits: Vec<CodeDigit> = [rules.head(), rules.tail()].concat();
    let simple = |digit: &CodeDigit| {
        let any = |heaps: usize| matches!(digit.sizes(heaps), None | Some(HeapSizes::Any));
        digit.most_pieces() <= MOST_LEFT && (0..=MOST_LEFT).all(any)
    };
    if digits.len() > MOST_DIGITS || !rules.tail().is_empty() || !digits.iter().all(simple) {
        return "On your turn take counters from one heap; the code says how many, and whether you may split the rest."
            .to_string();
    }
    let mut ways: Vec<(CodeDigit, Vec<String>)> = Vec::new();
    for (taken, digit) in digits
        .iter()
        .enumerate()
        .filter(|(_, own)| **own != CodeDigit::default())
    {
        match ways.iter_mut().find(|own| own.0 == *digit) {
            Some((_, taken_by)) => taken_by.push(taken.to_string()),
            None => ways.push((*digit, vec![taken.to_string()])),
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for (digit, taken) in ways {
        let left = (0..=MOST_LEFT).filter(|&heaps| digit.leaves(heaps));
        let left: Vec<String> = left
            .map(|heaps| match heaps {
                0 => "nothing".to_string(),
                1 => "one heap".to_string(),
                _ => format!("{heaps} heaps"),
            })
            .collect();
        let begin = turn(&lines, None, "take");
        let counters = counted(listed(&taken, "or"), "counter");
        lines.push(format!(
            "{begin} {counters} from a heap and leave {} of it.",
            listed(&left, "or")
        ));
    }
    lines.join(" ")
}
