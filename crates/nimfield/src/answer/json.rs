//! The JSON form of an answer: the only place that defines its fields and their order.

use std::cell::Cell;
use std::io;

use nimfield_core::budget::Budget;
use nimfield_core::words::{Outcome, Play, Player, Reason, SchemaVersion};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::{Answer, Effort, WinningMove};

/// An answer: the object of `nimfield analyze --json`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AnswerObject<'a> {
    /// The version of this form.
    schema: SchemaVersion,
    /// The position in strict notation.
    position: String,
    /// The play convention.
    play: Play,
    /// P or N; in partizan games also L or R. Null if not decided.
    outcome: Option<Outcome>,
    /// Normal play: the Grundy value as a nimber, or the canonical form; null if not found.
    value: Option<String>,
    #[serde(flatten)]
    misere: Option<MisereFields>,
    /// Partizan games: the mean; otherwise null.
    mean: Option<String>,
    /// Partizan games: the temperature; otherwise null.
    temperature: Option<String>,
    #[serde(flatten)]
    partizan: Option<PartizanFields<'a>>,
    /// The winning moves.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<WinningMove>"))]
    winning_moves: Moves<'a>,
    /// Whether these are all winning moves.
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    complete: Complete<'a>,
    /// Why.
    reason: &'a Reason,
    /// What it took.
    effort: &'a Effort,
}

/// Winning moves, converted to text one at a time. If the budget runs out, the list ends and the answer is incomplete.
struct Moves<'a> {
    all: &'a [WinningMove],
    budget: &'a Budget,
    cut: &'a Cell<bool>,
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for mv in self.all {
            if self.budget.check(0).is_err() {
                self.cut.set(true);
                break;
            }
            list.serialize_element(mv)?;
        }
        list.end()
    }
}

/// Whether these are all moves; known only after they are written.
struct Complete<'a> {
    found: bool,
    cut: &'a Cell<bool>,
}

impl Serialize for Complete<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.found && !self.cut.get()).serialize(serializer)
    }
}

/// The additional fields of answers for misère play.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MisereFields {
    /// Misère play: the misère Grundy number in digits.
    // Most JSON readers cannot represent numbers above 2^64, so this is a string.
    misere_value: Option<String>,
    /// Misère play: the genus.
    genus: Option<String>,
}

/// The additional fields of answers about partizan positions.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PartizanFields<'a> {
    /// Partizan games only: the left stop.
    left_stop: Option<String>,
    /// Partizan games only: the right stop.
    right_stop: Option<String>,
    /// The form as numbered nodes, with --dag.
    dag: Option<&'a str>,
}

/// A move that wins.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MoveObject<'a> {
    /// Whose move it is; null in impartial games.
    player: Option<Player>,
    /// The move in notation.
    #[serde(rename = "move")]
    mv: &'a str,
    /// The position after it; null for a run of amounts.
    to: Option<&'a str>,
    /// Only for a run of amounts: how many moves it stands for, in digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
}

fn text<T: ToString>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

impl Answer {
    /// Writes the answer as a line of JSON, like [`to_json`](Answer::to_json), without holding it in memory. If the
    /// budget runs out, the list of winning moves ends and `complete` is false. Returns whether all moves were written.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write_json(&self, out: impl io::Write, budget: &Budget) -> io::Result<bool> {
        let cut = Cell::new(false);
        self.object(budget, &cut)
            .serialize(&mut serde_json::Serializer::new(out))?;
        Ok(!cut.get())
    }

    fn object<'a>(&'a self, budget: &'a Budget, cut: &'a Cell<bool>) -> AnswerObject<'a> {
        let figures = self.figures.as_ref();
        AnswerObject {
            schema: SchemaVersion,
            position: self.position.to_string(),
            play: self.play,
            outcome: self.outcome,
            value: self.value_text(),
            misere: (self.play == Play::Misere).then(|| MisereFields {
                misere_value: text(self.misere_value),
                genus: text(self.genus.as_ref()),
            }),
            mean: text(figures.and_then(|figures| figures.mean)),
            temperature: text(figures.and_then(|figures| figures.temperature)),
            partizan: figures.map(|figures| PartizanFields {
                left_stop: text(figures.left_stop),
                right_stop: text(figures.right_stop),
                dag: figures.dag(),
            }),
            winning_moves: Moves {
                all: &self.winning_moves,
                budget,
                cut,
            },
            complete: Complete {
                found: self.complete,
                cut,
            },
            reason: &self.reason,
            effort: &self.effort,
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cut = Cell::new(false);
        self.object(&Budget::unlimited(), &cut)
            .serialize(serializer)
    }
}

impl Serialize for WinningMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let player = self.player();
        let count = text(self.mv.amounts().map(|_| self.mv.count()));
        self.show(|mv, to| {
            let object = MoveObject {
                player,
                mv,
                to,
                count,
            };
            object.serialize(serializer)
        })
    }
}

#[cfg(feature = "schema")]
mod schema {
    use schemars::{JsonSchema, Schema, SchemaGenerator};

    use super::{AnswerObject, MoveObject};
    use crate::answer::{Answer, WinningMove};

    macro_rules! described_by {
        ($object:ty, $name:literal, $type:ty) => {
            impl JsonSchema for $type {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    $name.into()
                }

                fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                    <$object>::json_schema(generator)
                }
            }
        };
    }

    described_by!(AnswerObject<'_>, "Answer", Answer);
    described_by!(MoveObject<'_>, "WinningMove", WinningMove);
}
