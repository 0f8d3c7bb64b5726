//! The command as the tests run it: without colours, and without the tables of the person who runs them.

// Every test file is a separate crate and uses only a part of this.
#![allow(dead_code)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

#[cfg(unix)]
use nix::sys::resource::{Resource, setrlimit};

/// The variable that hides the tables of the person who runs the tests from the command.
pub const NO_DATA: (&str, &str) = ("NIMFIELD_DATA", "there/is/no/such/folder");

/// The variable that keeps progress off stderr, where only a slow machine would show it.
pub const NO_PROGRESS: (&str, &str) = ("NIMFIELD_QUIET", "1");

/// The variable that hides the options of that person.
pub const NO_CONFIG: (&str, &str) = ("NIMFIELD_CONFIG", "");

pub fn nimfield(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimfield"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.envs([NO_DATA, NO_PROGRESS, NO_CONFIG]);
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

/// The command with output that is not read.
pub fn silent(args: &[&str]) -> Child {
    let mut command = nimfield(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// The command with pipes, and with its progress on stderr.
pub fn start_loud(args: &[&str]) -> Child {
    let mut command = nimfield(args);
    command.env_remove(NO_PROGRESS.0);
    piped(command)
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

/// A file for one test that does not exist yet.
pub fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Waits until the child reports progress, so that it is in the middle of its work; returns that line.
pub fn first_progress(child: &mut Child) -> String {
    first_progress_of(child, "")
}

/// Waits until a child reports progress under this label; returns the line.
pub fn first_progress_of(child: &mut Child, phase: &str) -> String {
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is a pipe"));
    let mut line = String::new();
    while line.is_empty() || !line.contains(phase) {
        line.clear();
        stderr.read_line(&mut line).unwrap();
        assert!(line.contains(" positions, "), "no progress: {line:?}");
    }
    // The pipe has room for its other output.
    child.stderr = Some(stderr.into_inner());
    line
}

/// Waits until a file has this many bytes; returns `false` if the child ended before.
pub fn grows_to(path: &Path, bytes: u64, child: &mut Child) -> bool {
    while fs::metadata(path).map_or(0, |file| file.len()) < bytes {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    true
}

/// What Ctrl-C does.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill is there").success());
}

/// Waits for the end; returns the exit code and the rest of the streams.
pub fn end(child: Child) -> (i32, String, String) {
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().expect("not ended by the signal");
    (code, text(output.stdout), text(output.stderr))
}

/// An empty folder of this name.
pub fn folder(name: &str) -> PathBuf {
    let path = file(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The names in a folder, in order.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A path as a word of a command.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The command on a disk that accepts at most this many bytes of a file.
#[cfg(unix)]
pub fn with_room_for(mut command: Command, bytes: u64) -> Command {
    let limited = move || {
        setrlimit(Resource::RLIMIT_FSIZE, bytes, bytes)?;
        Ok(())
    };
    // SAFETY: between fork and exec only one system call is made, which takes no lock and no memory.
    unsafe { command.pre_exec(limited) };
    command
}

/// The most KiB of memory that a running process has had, as the system counts it, without what it reads from files: the
/// program itself, of which the system loads as much as it likes. Nothing where the process has ended.
#[cfg(target_os = "linux")]
pub fn own_memory(process: u32) -> Option<u64> {
    let path = format!("/proc/{process}/status");
    // A process that has ended has no such file.
    let told = fs::read_to_string(path).ok()?;
    let kib = |name: &str| {
        let line = told.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().unwrap())
    };
    Some(kib("VmHWM:")?.saturating_sub(kib("RssFile:")?))
}
