//! Why a request has no answer.

use std::fmt::{self, Display};

use nimfield::NotationError;
use nimfield::words::SCHEMA;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The kind of an [`ApiError`]. A server tells them by status codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request is no JSON, or not of the form that the operation takes.
    Request,
    /// There is no operation, game, claim or file of this name.
    Unknown,
    /// A text cannot be read; [`ApiError::place`] tells where.
    Notation,
    /// The move is not legal here.
    Illegal,
    /// What is asked for does not go together, or is not to be had.
    Unfit,
    /// More is asked for than a request may have.
    TooLarge,
    /// The budget did not suffice for anything that could be said.
    Undecided,
}

impl ErrorKind {
    /// The kind in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Request => "request",
            ErrorKind::Unknown => "unknown",
            ErrorKind::Notation => "notation",
            ErrorKind::Illegal => "illegal",
            ErrorKind::Unfit => "unfit",
            ErrorKind::TooLarge => "too-large",
            ErrorKind::Undecided => "undecided",
        }
    }
}

/// Why a request has no answer: in words, and with the place where a text is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// What is wrong, in a line or two.
    pub message: String,
    /// Where, if a text is at fault.
    pub place: Option<Place>,
}

/// A place in a text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(pub Box<NotationError>);

impl ApiError {
    /// An error of this kind.
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
            place: Some(Place(fault.into())),
        }
    }
}

impl Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(Place(fault)) => fault.fmt(f),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ApiError {}

/// As `--json` tells errors, and more: the first line of the message as `error`, the kind, the message
/// as a whole as a terminal shows it, and the place with what was expected and an example.
impl Serialize for ApiError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", &SCHEMA)?;
        map.serialize_entry("line", &None::<u64>)?;
        map.serialize_entry("error", self.message.lines().next().unwrap_or_default())?;
        map.serialize_entry("kind", self.kind.name())?;
        map.serialize_entry("message", &self.to_string())?;
        map.serialize_entry("place", &self.place)?;
        map.end()
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Place(fault) = self;
        let units = |end: usize| fault.text[..end].encode_utf16().count();
        let (start, end) = (fault.span.start, fault.span.end);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("text", &fault.text)?;
        map.serialize_entry("start", &start)?;
        map.serialize_entry("end", &end)?;
        // Offsets as the strings of a browser count them.
        map.serialize_entry("utf16_start", &units(start))?;
        map.serialize_entry("utf16_end", &units(end))?;
        map.serialize_entry("expected", &fault.help)?;
        map.serialize_entry("example", &fault.example)?;
        map.end()
    }
}
