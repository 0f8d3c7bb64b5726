//! Reports on the misère theory of a position.

use serde::Serialize;

use super::whole::whole_sum;
use crate::sum::Sum;
use nimfield_core::prelude::*;
use nimfield_core::words::SchemaVersion;
use nimfield_engines::misere::Forms;

/// The misère canonical form of a position and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MisereReport {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The position in strict notation.
    pub position: String,
    /// The outcome in misère play: P or N.
    pub outcome: Outcome,
    /// The Grundy value in normal play, as a nimber.
    pub value: String,
    /// The misère Grundy number, in digits.
    pub misere_value: String,
    /// The genus, as in Winning Ways: `0^120`.
    pub genus: String,
    /// Whether the form is hereditarily tame: the nim rule holds in sums of such positions.
    pub tame: bool,
    /// The misère canonical form; null if it is longer than the limit.
    pub form: Option<String>,
    /// The canonical form as numbered nodes, if requested.
    pub nodes: Option<String>,
    /// The length of the longest game from the canonical form.
    pub birthday: u16,
    /// How many different forms its followers have, including its own.
    pub followers: usize,
    /// How many positions were examined.
    pub positions: u64,
}

/// How a misère canonical form is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormStyle {
    /// The longest form to write, in bytes.
    pub limit: usize,
    /// Whether to write the form as numbered nodes, too.
    pub nodes: bool,
    /// Whether to write the form as CGSuite does: `*[2#320]`.
    pub cgsuite: bool,
}

/// Finds the misère canonical form of a position of any games, from all its followers.
///
/// # Errors
/// If the position is partizan, if no search can reach it, or the budget runs out.
pub fn misere_report(
    sum: &Sum,
    style: FormStyle,
    budget: &Budget,
) -> Result<MisereReport, Undecided> {
    if !sum.is_impartial() {
        let text = format!("{sum} is partizan, and only impartial games have misère forms");
        return Err(Undecided::OutOfReach(text));
    }
    let sum = &sum
        .for_play(Play::Misere)
        .map_err(|error| Undecided::OutOfReach(error.to_string()))?;
    let whole = whole_sum(sum).ok_or_else(|| {
        Undecided::OutOfReach("the position has too many followers to examine".to_string())
    })?;
    let mut forms = Forms::new();
    let (form, positions) = forms.of_position(&whole, budget)?;
    // The page does not offer this form.
    let text = match style.cgsuite && !cfg!(target_family = "wasm") {
        true => {
            let text = forms.cgsuite(form, style.limit, budget);
            text.map_err(|limit| limit.after(positions))?
        }
        false => forms.text(form, style.limit),
    };
    Ok(MisereReport {
        schema: SchemaVersion,
        position: sum.to_string(),
        outcome: Outcome::impartial(forms.is_p(form)),
        value: Grundy::from(u128::from(forms.value(form))).to_string(),
        misere_value: forms.misere_value(form).to_string(),
        genus: forms.genus(form).to_string(),
        tame: forms.tame(form).is_some(),
        form: text,
        nodes: style.nodes.then(|| forms.nodes(form)),
        birthday: forms.birthday(form),
        followers: forms.follower_count(form),
        positions,
    })
}
