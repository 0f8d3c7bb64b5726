//! The route for partizan sums: closed forms, then canonical forms, then search.

use std::time::Instant;

use short_game::{DEFAULT_LIMIT, Game, Printed};

use crate::partizan::search::PartizanSearch;
use crate::partizan::sum::{PartizanComponent, PartizanSum, Step};
use crate::partizan::values::{NoValue, Values};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::rules::{Partizan, Position};
use nimfield_core::words::{
    Answer, Effort, Figures, Outcome, Play, Player, Reason, ReasonKind, WinningMove,
};
use nimfield_games::matrix::grid::Pile;
use nimfield_games::matrix::normal_form;
use nimfield_games::matrix::{Entry, LineMove};
use nimfield_games::matrix_partizan::theory::{Row, outcome_2x2_text, simple_value};
use nimfield_games::matrix_partizan::{
    PartizanMatrix, observed_2x2, outcome_2x2, winning_moves_2x2,
};
use nimfield_games::partitions::removal::{Joining, Lines, crpm_outcome};

/// What to find out of a partizan sum.
#[derive(Clone, Copy, Debug)]
pub struct PartizanWishes {
    /// The play convention.
    pub play: Play,
    /// Find the value even where that is not cheap.
    pub value: bool,
    /// List the winning moves.
    pub moves: bool,
    /// Forms of more characters are summed up.
    pub limit: usize,
    /// Print a large form as numbered nodes.
    pub dag: bool,
    /// Use what is verified but not proved, and say so.
    pub unproved: bool,
}

impl Default for PartizanWishes {
    fn default() -> PartizanWishes {
        PartizanWishes {
            play: Play::Normal,
            value: false,
            moves: true,
            limit: DEFAULT_LIMIT,
            dag: false,
            unproved: false,
        }
    }
}

/// The value of a matrix is cheap while its piles hold no more counters together.
const CHEAP_TOTAL: u128 = 60;
/// The value of a diagram is cheap while it has no more rows and columns.
const CHEAP_LINES: u128 = 12;
/// A sum with more moves than this is not searched move by move.
const MOST_MOVES: usize = 100_000;

/// Answers questions about partizan sums.
pub struct PartizanAnalyzer {
    wishes: PartizanWishes,
    budget: Budget,
}

impl PartizanAnalyzer {
    /// An analyser with this budget.
    #[must_use]
    pub fn new(wishes: PartizanWishes, budget: Budget) -> PartizanAnalyzer {
        PartizanAnalyzer { wishes, budget }
    }

    /// Outcome, value, mean, temperature, the winning moves of both players, and the reason.
    ///
    /// A move wins if it leaves a position that its player wins when the other one goes on. Never
    /// fails: what was not decided is missing from the answer.
    #[must_use]
    pub fn analyze(&self, sum: &PartizanSum) -> Answer {
        let start = Instant::now();
        let mut answer = self.blank(sum);
        let positions = match (self.wishes.play, single_2x2(sum)) {
            (Play::Misere, _) => self.by_search(sum, &mut answer),
            (Play::Normal, Some(matrix)) => self.by_theorem_4(sum, matrix, &mut answer),
            (Play::Normal, None) => match single_crpm(sum) {
                Some(lines) => self.by_crpm(sum, lines, &mut answer),
                None => self.by_values(sum, &mut answer),
            },
        };
        answer.effort = Effort {
            positions,
            seconds: start.elapsed().as_secs_f64(),
        };
        answer
    }

    fn blank(&self, sum: &PartizanSum) -> Answer {
        Answer {
            position: sum.to_string(),
            play: self.wishes.play,
            outcome: None,
            value: None,
            figures: Some(Figures::default()),
            misere_value: None,
            genus: None,
            winning_moves: Vec::new(),
            complete: false,
            reason: Reason::new(ReasonKind::Budget, "", ""),
            effort: Effort::default(),
        }
    }

    /// A single 2x2 matrix with finite entries: outcome and moves of any size by Theorem 4.
    fn by_theorem_4(&self, sum: &PartizanSum, matrix: [[u128; 2]; 2], answer: &mut Answer) -> u64 {
        answer.outcome = Some(outcome_2x2(matrix));
        answer.reason = Reason::theorem("Ferguson 2001, Theorem 4", outcome_2x2_text(matrix));
        if self.wishes.moves {
            for player in [Player::Left, Player::Right] {
                for (line, from, to) in winning_moves_2x2(matrix, player) {
                    answer.winning_moves.push(run(
                        sum,
                        player,
                        LineMove { line, amount: from },
                        to,
                    ));
                }
            }
            answer.complete = true;
        }
        self.figures_if_wanted(sum, answer)
    }

    /// A single diagram of CRPM: outcome and moves of any size by comparing rows and columns.
    fn by_crpm(&self, sum: &PartizanSum, lines: &Lines, answer: &mut Answer) -> u64 {
        let outcome = |lines: &Lines| match lines.pieces() {
            [diagram] => crpm_outcome(diagram),
            _ => Outcome::P,
        };
        let counts = match lines.pieces() {
            [diagram] => (diagram.columns(), diagram.rows()),
            _ => (0, 0),
        };
        let text = format!(
            "{lines} has {} columns, which Left removes, and {} rows, which Right removes: the player who has fewer wins, and with equal numbers other than 0 whoever begins",
            counts.0, counts.1
        );
        answer.outcome = Some(outcome(lines));
        answer.reason = Reason::theorem("induction over rows and columns (CRPM)", text);
        if self.wishes.moves {
            for player in [Player::Left, Player::Right] {
                let won = match player {
                    Player::Left => [Outcome::L, Outcome::P],
                    Player::Right => [Outcome::R, Outcome::P],
                };
                let moves = lines.moves(player).filter(|cut| {
                    let after = lines.clone().play(cut);
                    after.is_ok_and(|after| won.contains(&outcome(&after)))
                });
                let moves = moves.map(|cut| sum.name(0, Step::Cut(cut))).collect();
                answer.winning_moves.extend(gathered(sum, player, moves));
            }
            answer.complete = true;
        }
        self.figures_if_wanted(sum, answer)
    }

    /// Fills in the value where it is cheap or asked for; the positions valued for it.
    fn figures_if_wanted(&self, sum: &PartizanSum, answer: &mut Answer) -> u64 {
        let mut values = Values::new(sum.arena().clone());
        if (self.wishes.value || is_cheap(sum))
            && let Ok(game) = self.value_of(sum, &mut values)
        {
            self.fill_figures(sum, game, answer);
        } else if self.wishes.unproved
            && let Some(observed) = single_2x2(sum).and_then(observed_2x2)
        {
            answer.figures = Some(observed.figures());
            answer.reason.text.push_str("; ");
            answer.reason.text.push_str(&observed.text());
        }
        values.positions()
    }

    fn value_of(&self, sum: &PartizanSum, values: &mut Values) -> Result<Game, NoValue> {
        let mut total = Game::ZERO;
        for component in sum.components() {
            let part = match component {
                PartizanComponent::Value { game, .. } => *game,
                PartizanComponent::Matrix(matrix) => values.value(matrix, &self.budget)?,
                PartizanComponent::Lines(lines) => values.value_of_lines(lines, &self.budget)?,
            };
            total = sum.arena().add(total, part)?;
        }
        Ok(total)
    }

    fn fill_figures(&self, sum: &PartizanSum, game: Game, answer: &mut Answer) {
        let arena = sum.arena();
        let mut figures = Figures::default();
        match arena.print(game, self.wishes.limit) {
            Ok(Printed::Form(text)) => figures.value = Some(text),
            Ok(Printed::Summary(summary)) => figures.size = Some(summary.to_string()),
            Err(error) => figures.size = Some(error.to_string()),
        }
        if self.wishes.dag {
            figures.dag = arena.print_dag(game).ok();
        }
        figures.left_stop = Some(arena.left_stop(game).to_string());
        figures.right_stop = Some(arena.right_stop(game).to_string());
        if let Ok(thermograph) = arena.thermograph(game) {
            figures.mean = Some(thermograph.mean().to_string());
            figures.temperature = Some(thermograph.temperature().to_string());
        }
        answer.figures = Some(figures);
    }

    /// Canonical forms: the value of the sum decides, and each move by what it changes.
    fn by_values(&self, sum: &PartizanSum, answer: &mut Answer) -> u64 {
        if !self.wishes.value && !is_cheap(sum) && self.by_row(sum, answer) {
            return 0;
        }
        let mut values = Values::new(sum.arena().clone());
        let total = match self.value_of(sum, &mut values) {
            Ok(total) => total,
            Err(_) if self.by_row(sum, answer) => return values.positions(),
            Err(_) => return values.positions() + self.by_search(sum, answer),
        };
        let outcome = match sum.arena().outcome(total) {
            Ok(outcome) => match outcome {
                short_game::Outcome::Left => Outcome::L,
                short_game::Outcome::Right => Outcome::R,
                short_game::Outcome::Next => Outcome::N,
                short_game::Outcome::Previous => Outcome::P,
            },
            Err(_) => return values.positions() + self.by_search(sum, answer),
        };
        answer.outcome = Some(outcome);
        self.fill_figures(sum, total, answer);
        let than_zero = match outcome {
            Outcome::L => "greater than 0",
            Outcome::R => "less than 0",
            Outcome::P => "0",
            Outcome::N => "confused with 0",
        };
        let text = format!("the value is {than_zero}");
        answer.reason = match closed_source(sum) {
            Some(source) => Reason::theorem(source, text),
            None => Reason::new(ReasonKind::Sum, "canonical forms", text),
        };
        if self.wishes.moves {
            let found = self.moves_by_values(sum, &mut values);
            answer.complete = found.is_ok();
            answer.winning_moves = found.unwrap_or_default();
        }
        values.positions()
    }

    /// A single row or column whose form is too large: outcome, stops, mean and temperature.
    fn by_row(&self, sum: &PartizanSum, answer: &mut Answer) -> bool {
        let [PartizanComponent::Matrix(matrix)] = sum.components() else {
            return false;
        };
        let blocks = normal_form(matrix.matrix().grid());
        let [placed] = &blocks[..] else {
            return false;
        };
        let (rows, columns) = (placed.block.rows(), placed.block.columns());
        let piles: Option<Vec<u128>> = placed.block.entries().map(Pile::finite).collect();
        let found = piles
            .filter(|_| {
                placed.block.is_uncapped() && rows.min(columns) == 1 && rows.max(columns) > 1
            })
            .and_then(|piles| Row::of(&piles, columns == 1));
        let Some(row) = found else {
            return false;
        };
        answer.outcome = Some(row.outcome());
        answer.reason = Reason::theorem("closed form of a single line", row.text());
        answer.figures = Some(row.figures());
        true
    }

    fn moves_by_values(
        &self,
        sum: &PartizanSum,
        values: &mut Values,
    ) -> Result<Vec<WinningMove>, NoValue> {
        let mut runs = Vec::new();
        for player in [Player::Left, Player::Right] {
            let mut wins = Vec::new();
            for mv in sum.moves(player).take(MOST_MOVES + 1) {
                if wins.len() > MOST_MOVES {
                    return Err(NoValue::TooLarge);
                }
                let Ok(after) = sum.clone().play(&mv) else {
                    continue;
                };
                let value = self.value_of(&after, values)?;
                let good = match player {
                    Player::Left => sum.arena().le(Game::ZERO, value)?,
                    Player::Right => sum.arena().le(value, Game::ZERO)?,
                };
                if good {
                    wins.push(mv);
                }
            }
            runs.extend(gathered(sum, player, wins));
        }
        Ok(runs)
    }

    /// Nothing but search: misère play, and forms that grow too large.
    fn by_search(&self, sum: &PartizanSum, answer: &mut Answer) -> u64 {
        let values = sum
            .components()
            .iter()
            .any(|c| matches!(c, PartizanComponent::Value { .. }));
        if self.wishes.play == Play::Misere && values {
            answer.reason.text =
                "not decided: values are equal in normal play only, so they have no misere outcome"
                    .to_string();
            return 0;
        }
        let mut search = PartizanSearch::new(self.wishes.play);
        match search.outcome(sum, &self.budget) {
            None => {
                answer.reason.text = "not decided: an entry is past 2^32, or a diagram has more than 10000 lines, which no search reaches, and no theorem applies".to_string();
            }
            Some(Err(unfinished)) => answer.reason.text = not_decided(&unfinished),
            Some(Ok(outcome)) => {
                answer.outcome = Some(outcome);
                let text = format!(
                    "a search of {} positions, without canonical forms",
                    search.positions()
                );
                answer.reason = Reason::new(ReasonKind::Search, "exhaustive search", text);
                if self.wishes.moves {
                    let found = self.moves_by_search(sum, &mut search);
                    answer.complete = found.is_some();
                    answer.winning_moves = found.unwrap_or_default();
                }
            }
        }
        search.positions()
    }

    fn moves_by_search(
        &self,
        sum: &PartizanSum,
        search: &mut PartizanSearch,
    ) -> Option<Vec<WinningMove>> {
        let mut found = Vec::new();
        for player in [Player::Left, Player::Right] {
            let mut wins = Vec::new();
            for mv in sum.moves(player) {
                let after = sum.clone().play(&mv).ok()?;
                if !search.wins(&after, player.opponent(), &self.budget)?.ok()? {
                    wins.push(mv);
                }
            }
            found.extend(gathered(sum, player, wins));
        }
        Some(found)
    }
}

fn not_decided(unfinished: &Unfinished) -> String {
    format!("not decided within the budget: {unfinished}")
}

/// The entries, if the sum is one 2x2 matrix with finite entries.
fn single_2x2(sum: &PartizanSum) -> Option<[[u128; 2]; 2]> {
    let [PartizanComponent::Matrix(matrix)] = sum.components() else {
        return None;
    };
    let grid = matrix.matrix().grid();
    match (grid.rows(), grid.cells()) {
        (
            2,
            &[
                Entry::Finite(a),
                Entry::Finite(b),
                Entry::Finite(c),
                Entry::Finite(d),
            ],
        ) => Some([[a, b], [c, d]]),
        _ => None,
    }
}

/// The position, if the sum is one diagram of CRPM.
fn single_crpm(sum: &PartizanSum) -> Option<&Lines> {
    match sum.components() {
        [PartizanComponent::Lines(lines)] if lines.joining() == Joining::Merged => Some(lines),
        _ => None,
    }
}

/// Whether the canonical forms of a sum cost next to nothing.
fn is_cheap(sum: &PartizanSum) -> bool {
    sum.components().iter().all(|component| match component {
        PartizanComponent::Value { .. } => true,
        PartizanComponent::Lines(lines) => lines.line_count() <= CHEAP_LINES,
        PartizanComponent::Matrix(matrix) => {
            is_simple(matrix) || {
                let sizes = matrix
                    .matrix()
                    .grid()
                    .cells()
                    .iter()
                    .map(|entry| match entry {
                        Entry::Finite(size) => *size,
                        Entry::Infinite => 0,
                    });
                sizes.fold(0, u128::saturating_add) <= CHEAP_TOTAL
            }
        }
    })
}

fn is_simple(matrix: &PartizanMatrix) -> bool {
    let blocks = normal_form(matrix.matrix().grid());
    blocks
        .iter()
        .all(|placed| simple_value(&placed.block).is_some())
}

/// The source, if closed forms gave all values.
fn closed_source(sum: &PartizanSum) -> Option<&'static str> {
    let closed = sum.components().iter().all(|component| match component {
        PartizanComponent::Value { .. } => true,
        PartizanComponent::Lines(_) => false,
        PartizanComponent::Matrix(matrix) => is_simple(matrix),
    });
    closed.then_some("Ferguson 2001, Theorems 2 and 5")
}

/// One winning move or a run of amounts `from..to`; of a run no single position can be shown.
fn run(sum: &PartizanSum, player: Player, first: LineMove, to: u128) -> WinningMove {
    let mv = sum.name(0, Step::Line(first));
    if first.amount == to {
        let after = sum.clone().play(&mv);
        WinningMove {
            player: Some(player),
            text: mv.to_string(),
            to: after.ok().map(|after| after.to_string()),
        }
    } else {
        WinningMove {
            player: Some(player),
            text: format!("{mv}..{to}"),
            to: None,
        }
    }
}

/// Moves of one player, runs of consecutive amounts on a line put together.
fn gathered(
    sum: &PartizanSum,
    player: Player,
    moves: Vec<crate::partizan::PartizanMove>,
) -> Vec<WinningMove> {
    let mut found: Vec<WinningMove> = Vec::new();
    let mut at = 0;
    while at < moves.len() {
        let first = &moves[at];
        let mut end = at + 1;
        while end < moves.len() && moves[end].follows(&moves[end - 1]) {
            end += 1;
        }
        let last = &moves[end - 1];
        let text = match last.amount() {
            Some(to) if end - at > 1 => format!("{first}..{to}"),
            _ => first.to_string(),
        };
        let to = (end - at == 1)
            .then(|| sum.clone().play(first).ok())
            .flatten();
        found.push(WinningMove {
            player: Some(player),
            text,
            to: to.map(|after| after.to_string()),
        });
        at = end;
    }
    found
}
