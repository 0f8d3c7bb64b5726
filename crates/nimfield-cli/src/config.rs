//! Default options: the file `nimfield.toml`.
//!
//! Its keys are the long names of the options of all commands: `threads = 2`, `time = "5m"`, `quiet = true`. Options on
//! the command line come later and override the file.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Command;
use toml::{Table, Value};

use nimfield_core::files::{if_there, read_text};

/// The options that the file may hold; those without a value are true or false.
const OPTIONS: [(&str, bool); 8] = [
    ("threads", true),
    ("memory", true),
    ("time", true),
    ("positions", true),
    ("color", true),
    ("quiet", false),
    ("verbose", false),
    ("allow-unproved", false),
];

/// Returns the options in the file as arguments; none if the file is missing or must not be read.
///
/// # Errors
/// What is wrong with the file.
pub fn options(arguments: &[OsString]) -> Result<Vec<OsString>, String> {
    /// The longest file; longer ones are mistakes.
    const LONGEST: u64 = 1 << 16;
    let refused = arguments.iter().any(|argument| argument == "--no-config");
    let Some((path, named)) = path().filter(|_| !refused) else {
        return Ok(Vec::new());
    };
    // A file named by the variable must exist.
    let text = match named {
        true => read_text(&path, LONGEST).map(Some),
        false => if_there(&path, |path| read_text(path, LONGEST)),
    };
    let text = text.map_err(|error| match named {
        true => format!("cannot read the file that NIMFIELD_CONFIG names: {error}"),
        false => format!("cannot read {error}"),
    })?;
    // A missing file counts as empty.
    read(&text.unwrap_or_default()).map_err(in_file)
}

/// Returns what is wrong with a value in the file, whose options these are.
pub fn fault(program: Command, options: &[OsString]) -> Option<String> {
    // Any command takes them; this one needs no arguments.
    let words = [&["nimfield".into()], options, &["games".into()]].concat();
    let message = program.try_get_matches_from(words).err()?.to_string();
    let line = message.lines().next().unwrap_or(&message);
    Some(in_file(line.trim_start_matches("error: ").to_string()))
}

/// Adds the name of the file to a fault in it.
fn in_file(fault: String) -> String {
    let path = path().map_or_else(String::new, |(path, _)| format!("{}: ", path.display()));
    format!("{path}{fault}\n--no-config ignores the file")
}

/// Returns the path of the file, and whether `NIMFIELD_CONFIG` names it; `None` if no variable gives a path.
fn path() -> Option<(PathBuf, bool)> {
    let variable = |name: &str| std::env::var_os(name);
    if let Some(path) = variable("NIMFIELD_CONFIG") {
        return (!path.is_empty()).then(|| (path.into(), true));
    }
    let folder = match variable("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(variable("HOME").filter(|home| !home.is_empty())?).join(".config"),
    };
    Some((folder.join("nimfield.toml"), false))
}

fn read(text: &str) -> Result<Vec<OsString>, String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text[..at].matches('\n').count() + 1;
        format!("line {line}: {}", error.message())
    })?;
    let mut options = Vec::new();
    for (key, value) in &table {
        let known = OPTIONS.iter().find(|(name, _)| name == key);
        let Some((name, takes)) = known else {
            let names: Vec<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "unknown option `{key}` here; expected one of {}",
                names.join(", ")
            ));
        };
        match (value, takes) {
            (Value::Boolean(true), false) => options.push(format!("--{name}").into()),
            (Value::Boolean(false), false) => {}
            (Value::String(value), true) => options.push(format!("--{name}={value}").into()),
            (Value::Integer(value), true) => options.push(format!("--{name}={value}").into()),
            (_, true) => return Err(format!("`{name}` must be a number or a text in quotes")),
            (_, false) => return Err(format!("`{name}` must be true or false")),
        }
    }
    Ok(options)
}

#[cfg(test)]
#[path = "../tests/units/config.rs"]
mod tests;
