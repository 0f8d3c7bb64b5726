//! Queries as most tests use them: without a limit.

use nimfield::opponent::{self, Choice};
use nimfield::{Analyzer, Answer, Budget, Play, Player, Query, Sum, read};

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

/// The best move of the player to move in an impartial sum.
pub fn best_move(sum: &Sum, play: Play, budget: Budget) -> Option<Choice> {
    let mut analyzer = Analyzer::new(Query::play(play), budget.clone());
    opponent::best_move(sum, Player::Left, &mut analyzer, budget)
}
