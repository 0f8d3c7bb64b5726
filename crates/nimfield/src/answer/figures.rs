//! The known properties of the value of a partizan position.

use std::fmt;
use std::sync::Arc;

use nimfield_core::partizan::{ClosedFigures, ClosedValue, Simple, Stops};
use nimfield_core::words::Grundy;
use nimfield_engines::partizan::number_of;
use short_game::{Arena, Dyadic, Error, Game, Kind, Printed, Thermograph};

/// The known properties of the value of a partizan position.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// The value.
    pub value: Option<PartizanValue>,
    /// The left stop.
    pub left_stop: Option<Number>,
    /// The right stop.
    pub right_stop: Option<Number>,
    /// The mean value.
    pub mean: Option<Number>,
    /// The temperature.
    pub temperature: Option<Number>,
    /// Number, infinitesimal, tepid, switch or hot, if known.
    pub kind: Option<Kind>,
    /// The thermograph of a canonical form.
    pub thermograph: Option<Thermograph>,
}

/// The value of a partizan position.
#[derive(Clone, Debug)]
pub enum PartizanValue {
    /// A number plus a nimber, by a closed form.
    Closed(ClosedValue),
    /// A canonical form.
    Form(FoundForm),
    /// A canonical form plus a nimber, which are not added, since the size of a nimber is its number of options.
    Sum {
        /// The value of the partizan components.
        rest: FoundForm,
        /// The value of the impartial ones.
        nimber: Grundy,
    },
}

/// A canonical form that an analysis found.
#[derive(Clone, Debug)]
pub struct FoundForm {
    /// Its arena.
    pub arena: Arc<Arena>,
    /// The form.
    pub game: Game,
    /// The printed form, or a summary if it is too long. Printing takes computation, so it happens within the budget of
    /// the question.
    printed: Result<Printed, Error>,
    /// The form as numbered nodes, if requested.
    dag: Option<String>,
}

impl FoundForm {
    /// Creates a form, printed if that takes at most `limit` characters; and with `dag` also as numbered nodes.
    pub(crate) fn new(arena: &Arc<Arena>, game: Game, limit: usize, dag: bool) -> FoundForm {
        FoundForm {
            arena: arena.clone(),
            game,
            printed: arena.print(game, limit),
            // If the arena is full, the answer has no nodes.
            dag: dag.then(|| arena.print_dag(game).ok()).flatten(),
        }
    }
}

/// A number that an answer contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A dyadic rational within the range of [`Dyadic`].
    Dyadic(Dyadic),
    /// A number of any size from a closed form; never a nimber.
    Closed(Simple),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Dyadic(number) => number.fmt(f),
            Number::Closed(number) => number.fmt(f),
        }
    }
}

/// The figures that follow from a closed form.
impl From<ClosedFigures> for Figures {
    fn from(closed: ClosedFigures) -> Figures {
        match closed {
            ClosedFigures::Value(value) => Figures::of_value(value),
            ClosedFigures::Stops { stops, switch } => Figures::of_stops(stops, switch),
        }
    }
}

impl Figures {
    /// Computes the figures of a canonical form.
    pub(crate) fn of_form(arena: &Arc<Arena>, game: Game, limit: usize, dag: bool) -> Figures {
        // If numbers leave the range, mean and temperature are missing.
        let thermograph = arena.thermograph(game).ok();
        let walls = thermograph.as_ref();
        Figures {
            value: Some(PartizanValue::Form(FoundForm::new(arena, game, limit, dag))),
            left_stop: Some(Number::Dyadic(arena.left_stop(game))),
            right_stop: Some(Number::Dyadic(arena.right_stop(game))),
            mean: walls.map(|walls| Number::Dyadic(walls.mean())),
            temperature: walls.map(|walls| Number::Dyadic(walls.temperature())),
            kind: Some(arena.kind(game)),
            thermograph,
        }
    }

    fn of_value(value: ClosedValue) -> Figures {
        let number = Some(Number::Closed(value.number));
        // The temperature of m/2^n in lowest terms is -1/2^n.
        let cold = match value.number {
            Simple::Fraction(_, exponent) => Simple::Fraction(true, exponent),
            _ => Simple::Integer(true, 1),
        };
        let (temperature, kind) = match (value.nimber, value.number.is_zero()) {
            (0, _) => (cold, Kind::Number),
            (_, true) => (Simple::Integer(false, 0), Kind::Infinitesimal),
            (_, false) => (Simple::Integer(false, 0), Kind::Tepid),
        };
        Figures {
            value: Some(PartizanValue::Closed(value)),
            left_stop: number,
            right_stop: number,
            mean: number,
            temperature: Some(Number::Closed(temperature)),
            kind: Some(kind),
            thermograph: None,
        }
    }

    /// Returns the stops, the mean and, if the stops differ, the temperature.
    fn of_stops(stops: Stops, switch: Option<bool>) -> Figures {
        let [left, right] = [stops.left, stops.right].map(number_of);
        let both = left.zip(right);
        // Half of it can also leave the range.
        let half = |x: Result<Dyadic, Error>| x.and_then(Dyadic::half).ok();
        let mean = both.and_then(|(left, right)| half(left.add(right)));
        let temperature = both.and_then(|(left, right)| half(left.sub(right)));
        Figures {
            value: None,
            left_stop: left.map(Number::Dyadic),
            right_stop: right.map(Number::Dyadic),
            mean: mean.map(Number::Dyadic),
            temperature: temperature
                .filter(|&t| t > Dyadic::ZERO)
                .map(Number::Dyadic),
            kind: switch.map(|switch| match switch {
                true => Kind::Switch,
                false => Kind::Hot,
            }),
            thermograph: None,
        }
    }

    /// Returns the value in notation, if it is known and not too long to print.
    #[must_use]
    pub fn value_text(&self) -> Option<String> {
        match self.value.as_ref()? {
            PartizanValue::Closed(value) => Some(value.to_string()),
            PartizanValue::Form(form) => match &form.printed {
                Ok(Printed::Form(text)) => Some(text.clone()),
                _ => None,
            },
            PartizanValue::Sum { .. } => None,
        }
    }

    /// Describes the value if [`value_text`](Figures::value_text) does not print it.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        match self.value.as_ref()? {
            PartizanValue::Closed(_) => None,
            PartizanValue::Form(form) => match &form.printed {
                Ok(Printed::Form(_)) => None,
                Ok(Printed::Summary(summary)) => Some(summary.to_string()),
                Err(error) => Some(error.to_string()),
            },
            PartizanValue::Sum { rest, nimber } => match &rest.printed {
                Ok(Printed::Form(rest)) if rest == "0" => Some(nimber.to_string()),
                Ok(Printed::Form(rest)) => Some(format!("{rest} + {nimber}")),
                _ => None,
            },
        }
    }

    /// Returns the form as numbered nodes, if it was requested.
    #[must_use]
    pub fn dag(&self) -> Option<&str> {
        match self.value.as_ref()? {
            PartizanValue::Form(form) => form.dag.as_deref(),
            PartizanValue::Closed(_) | PartizanValue::Sum { .. } => None,
        }
    }
}
