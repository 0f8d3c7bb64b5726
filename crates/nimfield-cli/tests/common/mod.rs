//! The command as the tests run it: without colours or tables of the person who runs them.

// Every test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

pub fn nimfield(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimfield"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.env("NIMFIELD_DATA", "there/is/no/such/folder");
    command.args(args);
    command
}

pub fn run(args: &[&str]) -> Output {
    nimfield(args).output().expect("the program starts")
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("not ended by a signal")
}

pub fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A file of its own that is not there yet.
pub fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}
