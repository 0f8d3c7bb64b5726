//! Errors of requests.

use std::fmt::{self, Display};

use nimfield::NotationError;
use nimfield::words::SchemaVersion;
use serde::{Serialize, Serializer};

/// The kind of an [`ApiError`]. A server reports it as a status code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The request is not JSON, or does not have the form of the operation.
    Request,
    /// There is no operation, game, claim or file of this name.
    Unknown,
    /// A text cannot be read; [`ApiError::place`] says where.
    Notation,
    /// The move is not legal here.
    Illegal,
    /// The parts of the request contradict each other, or the request cannot be fulfilled.
    Unfit,
    /// The request exceeds the limits for requests.
    TooLarge,
    /// The budget was too small for any answer.
    Undecided,
}

/// The error of a request: a message, and the place if a text is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// What is wrong, in a line or two.
    pub message: String,
    /// The error with its place, if a text is at fault.
    pub place: Option<Box<NotationError>>,
}

impl ApiError {
    /// Creates an error of this kind.
    pub fn new(kind: ErrorKind, message: impl Display) -> ApiError {
        ApiError {
            kind,
            message: message.to_string(),
            place: None,
        }
    }

    pub(crate) fn unfit(message: impl Display) -> ApiError {
        ApiError::new(ErrorKind::Unfit, message)
    }

    pub(crate) fn undecided(message: impl Display) -> ApiError {
        ApiError::new(ErrorKind::Undecided, message)
    }
}

impl From<NotationError> for ApiError {
    fn from(fault: NotationError) -> ApiError {
        ApiError {
            kind: match fault.unfinished {
                true => ErrorKind::Undecided,
                false => ErrorKind::Notation,
            },
            message: fault.message.clone(),
            place: Some(fault.into()),
        }
    }
}

impl Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(fault) => fault.fmt(f),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ApiError {}

/// An [`ApiError`] as JSON: the object of `--json`, and more.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Error"))]
struct ErrorObject<'a> {
    /// The version of this form.
    schema: SchemaVersion,
    /// Null: a request has no lines.
    line: (),
    /// The first line of the message.
    error: &'a str,
    /// The kind.
    kind: ErrorKind,
    /// The message as a whole, as a terminal shows it.
    message: String,
    /// The place where a text is at fault.
    place: Option<PlaceObject<'a>>,
}

/// A place in a text, in bytes and in the units of a browser's strings.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Place"))]
struct PlaceObject<'a> {
    /// The text.
    text: &'a str,
    /// Where the place begins, in bytes.
    start: usize,
    /// Where it ends, in bytes.
    end: usize,
    /// Where it begins, as the strings of a browser count.
    utf16_start: usize,
    /// Where it ends, as the strings of a browser count.
    utf16_end: usize,
    /// What was expected.
    expected: &'a str,
    /// What was expected there.
    example: &'a str,
}

impl<'a> PlaceObject<'a> {
    fn of(fault: &'a NotationError) -> PlaceObject<'a> {
        let units = |end: usize| fault.text[..end].encode_utf16().count();
        let (start, end) = (fault.span.start, fault.span.end);
        PlaceObject {
            text: &fault.text,
            start,
            end,
            utf16_start: units(start),
            utf16_end: units(end),
            expected: &fault.help,
            example: &fault.example,
        }
    }
}

impl Serialize for ApiError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = ErrorObject {
            schema: SchemaVersion,
            line: (),
            // An empty message has no first line.
            error: self.message.lines().next().unwrap_or_default(),
            kind: self.kind,
            message: self.to_string(),
            place: self.place.as_deref().map(PlaceObject::of),
        };
        object.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ApiError {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Error".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ErrorObject::json_schema(generator)
    }
}
