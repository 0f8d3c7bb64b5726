//! The report on all claims, as Markdown.

use nimfield_core::words::SchemaVersion;
use serde::{Serialize, Serializer};

use crate::certificate::CounterexampleCertificate;
use crate::claim::{Claim, Status};
use crate::hunt::Hunt;

/// A claim with the results of a run.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    /// The claim.
    pub claim: &'static Claim,
    /// The hunt with its results.
    pub hunt: Hunt,
    /// The reason why the run stopped before its bound, if it did.
    pub stopped: Option<String>,
    /// The time taken in seconds, if it should be reported.
    pub seconds: Option<f64>,
}

impl CheckedClaim {
    /// Returns whether the result agrees with the status of the claim.
    #[must_use]
    pub fn as_expected(&self) -> bool {
        match self.hunt.found() {
            Some(_) => self.claim.known_false(),
            None => !self.claim.known_false() || self.ends_before_its_counterexample(),
        }
    }

    /// Returns whether the claim is known to be false, but the run did not reach the bound of the claim, within which
    /// its counterexample lies.
    #[must_use]
    pub fn ends_before_its_counterexample(&self) -> bool {
        let all = self.hunt.complete_to() >= Some(self.claim.up_to);
        self.claim.known_false() && self.hunt.found().is_none() && !all
    }

    /// Returns the verdict in a few words.
    #[must_use]
    pub fn verdict(&self) -> String {
        match (self.hunt.found(), &self.stopped) {
            (Some(_), _) => "false".to_string(),
            (None, Some(_)) if self.hunt.cases() == 0 => "not checked".to_string(),
            (None, Some(_)) => "holds as far as checked".to_string(),
            (None, None) if self.hunt.cases() == 0 => "no case".to_string(),
            (None, None) => "holds".to_string(),
        }
    }

    /// Returns the time with two decimals, or a dash.
    #[must_use]
    pub fn seconds_text(&self) -> String {
        self.seconds
            .map_or_else(|| "-".to_string(), |seconds| format!("{seconds:.2}"))
    }

    /// Returns the claim and its results as a line of JSON: the object of `nimfield verify --json`.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts, numbers and lists only")
    }

    /// Returns the range that was checked completely.
    #[must_use]
    pub fn range(&self) -> String {
        match (self.hunt.found(), self.hunt.complete_to()) {
            (Some(_), Some(size)) => format!("size {size}"),
            (None, Some(size)) => format!("size <= {size}"),
            (_, None) => "none".to_string(),
        }
    }
}

/// A [`CheckedClaim`] as JSON: the object of `nimfield verify --json`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ClaimObject<'a> {
    /// The version of this form.
    schema: SchemaVersion,
    /// Its name.
    claim: &'static str,
    /// What is claimed.
    statement: &'static str,
    /// Who claims it, and where.
    source: &'static str,
    /// Its recorded status.
    status: Status,
    /// The size up to which all cases were checked; null if none was finished.
    complete_to: Option<u32>,
    /// How many cases were checked.
    cases: u64,
    /// What came out: `holds`, `holds as far as checked`, `false`, `not checked` or `no case`.
    verdict: String,
    /// Whether the verdict agrees with the status.
    as_recorded: bool,
    /// The certificate of a counterexample, as in the chapter on files.
    counterexample: Option<&'a CounterexampleCertificate>,
    /// Why it ended early, if it did.
    stopped: Option<&'a str>,
    /// Null with --no-seconds.
    seconds: Option<f64>,
}

impl Serialize for CheckedClaim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CheckedClaim { claim, hunt, .. } = self;
        let object = ClaimObject {
            schema: SchemaVersion,
            claim: claim.id,
            statement: claim.statement,
            source: claim.source,
            status: claim.status,
            complete_to: hunt.complete_to(),
            cases: hunt.cases(),
            verdict: self.verdict(),
            as_recorded: self.as_expected(),
            counterexample: hunt.found().map(|found| &found.certificate),
            stopped: self.stopped.as_deref(),
            seconds: self.seconds,
        };
        object.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for CheckedClaim {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Checked".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ClaimObject::json_schema(generator)
    }
}

/// Returns the report: a table of all claims, then each claim with its statement and result.
#[must_use]
pub fn report(rows: &[CheckedClaim]) -> String {
    let count = |status: Status| rows.iter().filter(|row| row.claim.status == status).count();
    let kinds = Status::ALL.map(|status| format!("{} {status}", count(status)));
    let mut text = format!(
        "# Claims\n\nWhat the sources state, checked by engines that do not assume it. Made by \
         `nimfield verify --all --report FILE`; every counterexample was confirmed by recursion over the \
         rules alone.\n\n{} claim{}: {}.\n\n\
         | claim | status | checked | cases | verdict | seconds |\n|---|---|---|---|---|---|\n",
        rows.len(),
        if rows.len() == 1 { "" } else { "s" },
        kinds.join(", ")
    );
    for row in rows {
        let (id, status, cases) = (row.claim.id, row.claim.status, row.hunt.cases());
        let (range, verdict, seconds) = (row.range(), row.verdict(), row.seconds_text());
        text +=
            &format!("| [{id}](#{id}) | {status} | {range} | {cases} | {verdict} | {seconds} |\n");
    }
    for row in rows {
        let (id, status, cases) = (row.claim.id, row.claim.status, row.hunt.cases());
        let (range, verdict) = (row.range(), capitalised(&row.verdict()));
        let statement = escaped(&capitalised(row.claim.statement));
        let [source, over, size] = [row.claim.source, row.claim.over, row.claim.size].map(escaped);
        text += &format!(
            "\n## {id}\n\n{statement}.\n\n*{status}.* {source}.\n\n\
             Checked over {over}, size: {size}. {verdict}: {range}, {cases} cases.\n"
        );
        if let Some(why) = &row.stopped {
            text += &format!("\nStopped: {}.\n", escaped(why));
        }
        if let Some(found) = row.hunt.found() {
            let CounterexampleCertificate {
                case,
                claimed,
                found,
                ..
            } = &found.certificate;
            let [claimed, found] = [claimed, found].map(|text| escaped(text));
            text +=
                &format!("\nLeast counterexample: `{case}`; claimed: {claimed}; found: {found}.\n");
        }
    }
    text
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Escapes a text so that Markdown does not interpret it as markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '*' | '_' | '<' | '>' | '|' | '`' | '[' | ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
