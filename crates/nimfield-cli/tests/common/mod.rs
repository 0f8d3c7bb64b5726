//! The command as the tests run it: without colours or tables of the person who runs them.

// Every test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

/// What keeps the command from the tables of the person who runs the tests.
pub const NO_DATA: (&str, &str) = ("NIMFIELD_DATA", "there/is/no/such/folder");

pub fn nimfield(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimfield"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.env(NO_DATA.0, NO_DATA.1);
    command.args(args);
    command
}

pub fn run(args: &[&str]) -> Output {
    nimfield(args).output().expect("the program starts")
}

/// The command with pipes to it and from it.
pub fn start(args: &[&str]) -> Child {
    piped(nimfield(args))
}

fn piped(mut command: Command) -> Child {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Runs the program with this input to its end.
pub fn run_with(args: &[&str], input: &[u8]) -> Output {
    run_command_with(nimfield(args), input)
}

pub fn run_command_with(command: Command, input: &[u8]) -> Output {
    let mut child = piped(command);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that refuses its input may close the pipe.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().unwrap();
    output
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
