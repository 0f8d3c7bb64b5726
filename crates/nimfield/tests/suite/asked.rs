//! Questions as most tests ask them: with nothing to limit the answer.

use nimfield::{Analyzer, Answer, Budget, Play, Query, read};

/// Who wins, and all winning moves.
pub fn analyzed(text: &str, play: Play) -> Answer {
    answered(text, Query::play(play))
}

/// The same and the value.
pub fn valued(text: &str, play: Play) -> Answer {
    let value = true;
    answered(
        text,
        Query {
            value,
            ..Query::play(play)
        },
    )
}

fn answered(text: &str, query: Query) -> Answer {
    let sum = read(text).expect("a position");
    Analyzer::new(query, Budget::unlimited()).analyze(&sum)
}
