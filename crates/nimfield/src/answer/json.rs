//! The JSON form of an answer: the one place that says which fields it has, and their order.

use nimfield_core::words::{Play, Reason, SCHEMA};
use serde::{Serialize, Serializer};

use super::{Answer, Effort, WinningMove};

/// [`Answer`] in texts.
#[derive(Serialize)]
struct AnswerObject<'a> {
    schema: u32,
    position: String,
    play: String,
    outcome: Option<String>,
    value: Option<String>,
    #[serde(flatten)]
    misere: Option<MisereFields>,
    mean: Option<String>,
    temperature: Option<String>,
    #[serde(flatten)]
    partizan: Option<PartizanFields<'a>>,
    winning_moves: &'a [WinningMove],
    complete: bool,
    reason: &'a Reason,
    effort: &'a Effort,
}

/// What answers for misère play have besides.
#[derive(Serialize)]
struct MisereFields {
    /// A number past 2^64 would not survive most JSON readers as a number; a text does.
    misere_value: Option<String>,
    genus: Option<String>,
}

/// What answers about partizan positions have besides.
#[derive(Serialize)]
struct PartizanFields<'a> {
    left_stop: Option<String>,
    right_stop: Option<String>,
    dag: Option<&'a str>,
}

/// [`WinningMove`] in texts.
#[derive(Serialize)]
struct MoveObject {
    player: Option<String>,
    #[serde(rename = "move")]
    mv: String,
    to: Option<String>,
}

fn text<T: ToString>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let figures = self.figures.as_ref();
        let object = AnswerObject {
            schema: SCHEMA,
            position: self.position.to_string(),
            play: self.play.to_string(),
            outcome: text(self.outcome),
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
            winning_moves: &self.winning_moves,
            complete: self.complete,
            reason: &self.reason,
            effort: &self.effort,
        };
        object.serialize(serializer)
    }
}

impl Serialize for WinningMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = MoveObject {
            player: text(self.player()),
            mv: self.mv.to_string(),
            to: text(self.to()),
        };
        object.serialize(serializer)
    }
}
