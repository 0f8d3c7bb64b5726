//! Forms of moves: text with holes.

/// The forms of a game's moves, in the order in which help lists them.
///
/// Holes are written in braces. Their kinds: `place` (a number from 1; after a sign also `row` and `column`), `amount`,
/// `amounts` (one for each pile), `number`, `ordinal`, `point`, `cell`, `cells`, `parts`, `heaps`, `rectangle`, `sets`,
/// `coins`, and `text`, which only the game itself reads.
pub type Forms = &'static [&'static str];

/// A piece of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words, with the blanks around them.
    Word(&'a str),
    /// A hole of this kind.
    Hole(&'a str),
}

impl<'a> Piece<'a> {
    /// Returns the kind of the hole, if it is one.
    #[must_use]
    pub fn hole(self) -> Option<&'a str> {
        match self {
            Piece::Hole(kind) => Some(kind),
            Piece::Word(_) => None,
        }
    }
}

/// Returns the pieces of a form, one after the other.
pub fn pieces(form: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = form;
    std::iter::from_fn(move || {
        let (piece, after) = match rest.strip_prefix('{') {
            Some(hole) => {
                let (kind, after) = hole.split_once('}')?;
                (Piece::Hole(kind), after)
            }
            None => {
                let end = rest.find('{').unwrap_or(rest.len());
                (Piece::Word(&rest[..end]), &rest[end..])
            }
        };
        let ended = rest.is_empty();
        rest = after;
        (!ended).then_some(piece)
    })
}

/// Returns the placeholder that help shows for a hole.
pub(super) fn placeholder(kind: &str) -> &str {
    match kind {
        "place" | "row" => "I",
        "column" => "J",
        "amount" => "K",
        "number" | "ordinal" => "N",
        "point" => "(X,Y)",
        "amounts" => "A B …",
        "cell" => "b2",
        "cells" => "a1-a3",
        "parts" => "4,2",
        "heaps" => "A+B",
        "rectangle" => "AxB",
        "sets" => "{A,B} x {C,D}",
        "coins" => "A,B",
        _ => "…",
    }
}

/// Describes forms in a sentence: "`heap I by K` or `both by K`".
#[must_use]
pub fn describe(forms: &[&str]) -> String {
    let form = |form: &&str| {
        let text: String = pieces(form)
            .map(|piece| match piece {
                Piece::Word(word) => word,
                Piece::Hole(kind) => placeholder(kind),
            })
            .collect();
        format!("`{text}`")
    };
    let texts: Vec<String> = forms.iter().map(form).collect();
    match &texts[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
