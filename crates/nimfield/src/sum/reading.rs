//! Reading moves.

use nimfield_core::prelude::*;

use super::Sum;
use super::moves::{Step, SumMove};
use crate::term::{Term, WrittenValue};

impl Sum {
    /// Reads a move in this sum: the move of the component, preceded by the number of the component if there are
    /// several (`2: row 1 by 3`). A value moves `to` one of its options. Moves with an amount can be read as a run,
    /// too: `row 1 by 3..7`.
    ///
    /// ```
    /// let sum = nimfield::read("matrix[8 9; 7 9]")?;
    /// let run = sum.read_move("row 1 by 3..7")?;
    /// assert_eq!((run.count(), run.to_string().as_str()), (5, "row 1 by 3..7"));
    /// assert_eq!(run.moves().last(), Some(sum.read_move("row 1 by 7")?));
    /// // For a run, the first move is played.
    /// assert_eq!(sum.after(&run).unwrap().to_string(), "matrix[5 6; 7 9]");
    /// # Ok::<(), nimfield::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a move.
    pub fn read_move(&self, text: &str) -> Result<SumMove, NotationError> {
        self.read_move_of(text, Player::Left)
    }

    /// Reads a move as [`read_move`](Sum::read_move) does; if both players have the move, `player` makes it.
    ///
    /// # Errors
    /// If the text is not a move.
    pub fn read_move_of(&self, text: &str, player: Player) -> Result<SumMove, NotationError> {
        let mut cursor = Cursor::new(text);
        cursor.blanks();
        let start = cursor.at();
        let numbered = match cursor.number("the component")? {
            Some(number) if cursor.take(":") => Some((number, start..cursor.at() - 1)),
            // A move itself may begin with a number.
            _ => {
                cursor = Cursor::new(text);
                None
            }
        };
        let count = self.components.len();
        let component = match numbered {
            Some((number, span)) => {
                let index = usize::try_from(number)
                    .ok()
                    .filter(|n| (1..=count).contains(n));
                index.ok_or_else(|| {
                    cursor.fault(
                        span,
                        format!("unknown component {number}"),
                        format!("the components of this position are numbered 1 to {count}"),
                    )
                })? - 1
            }
            None if count == 1 => 0,
            None => {
                return Err(cursor.expected(
                    "the number of a component and a colon",
                    format!(
                        "in a sum, begin with the number of one of the {count} components: `2: …`"
                    ),
                ));
            }
        };
        let term = &self.components[component];
        let mut named = |info: &'static nimfield_core::info::GameInfo| {
            cursor.set_example(info.move_example);
            info.moves_in_words()
        };
        let (step, player) = match term {
            Term::Impartial(position) => {
                let help = named(position.info());
                let mv = position.read_move(&mut cursor)?;
                let step = read_run(mv, &mut cursor)?;
                cursor.need_end(&help)?;
                (step, self.arena.as_ref().map(|_| player))
            }
            Term::Partizan(position) => {
                let help = named(position.info());
                let mv = position.read_move(&mut cursor)?;
                let owner = match position.is_move_of(&mv, player) {
                    true => player,
                    false => player.opponent(),
                };
                let step = read_run(mv, &mut cursor)?;
                cursor.need_end(&help)?;
                (step, Some(owner))
            }
            Term::Value(value) => {
                let option = self.read_option(value, player, &mut cursor)?;
                (Step::Option(option), Some(player))
            }
        };
        Ok(SumMove {
            component,
            step,
            player,
            alone: count == 1,
        })
    }

    /// Reads `to` and an option of a value.
    fn read_option(
        &self,
        value: &WrittenValue,
        player: Player,
        cursor: &mut Cursor<'_>,
    ) -> Result<WrittenValue, NotationError> {
        cursor.set_example("to {2|0}");
        cursor.need("to", "a value moves `to` one of its options")?;
        cursor.blanks();
        let start = cursor.at();
        let text = cursor.take_rest();
        // Any text that is not an option gets the same error, which lists the options.
        let arena = self.arena.as_ref();
        let read = arena.and_then(|arena| arena.read(text).ok());
        let game = read.filter(|game| {
            let options = self.options(value, player);
            options.is_ok_and(|options| options.contains(game))
        });
        // The same error.
        let found = game.and_then(|game| self.value(game).ok());
        found.ok_or_else(|| {
            // Options beyond the limits of the arena are not shown.
            let options = self.options(value, player).unwrap_or_default();
            let shown: Vec<String> = options
                .into_iter()
                .filter_map(|game| Some(self.value(game).ok()?.text.to_string()))
                .collect();
            let help = match shown.is_empty() {
                true => format!("{player} has no option here"),
                false => format!("the options of {player} are {}", shown.join(", ")),
            };
            cursor.fault(
                start..start + text.len(),
                format!("`{text}` is not an option of {player}"),
                help,
            )
        })
    }
}

/// Continues after a move: a run continues with two dots and its last amount.
fn read_run(first: Move, cursor: &mut Cursor<'_>) -> Result<Step, NotationError> {
    let Some(amounts) = first.amounts() else {
        return Ok(Step::Game(first));
    };
    if !cursor.take("..") {
        return Ok(Step::Game(first));
    }
    cursor.blanks();
    let start = cursor.at();
    let last = cursor.need_power("the last amount")?;
    first.up_to(last).map(Step::Game).ok_or_else(|| {
        let amount = amounts.start();
        cursor.fault(
            start..cursor.at(),
            format!("the last amount, {last}, is less than the first, {amount}"),
            "a run goes from the least amount to the greatest: `by 3..7`",
        )
    })
}
