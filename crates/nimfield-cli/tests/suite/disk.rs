//! A disk that is full at any byte of any file, and files that several processes want at once.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{
    code, end, err, file, folder, names_in, nimfield, out, run, start, with_room_for,
};

/// Commands that write a file: its name, and the words before it.
const WRITERS: [(&str, &[&str]); 14] = [
    (
        "t.csv",
        &["table", "wythoff[a,b]", "a=0..9", "b=0..9", "-o"],
    ),
    (
        "t.jsonl",
        &["table", "wythoff[a,b]", "a=0..9", "b=0..9", "-o"],
    ),
    (
        "t.png",
        &["table", "wythoff[a,b]", "a=0..9", "b=0..9", "-o"],
    ),
    (
        "b000001.txt",
        &["table", "pnim", "--up-to", "9", "--value", "2", "-o"],
    ),
    (
        "census.state",
        &["table", "pnim", "--up-to", "16", "--count", "--state"],
    ),
    ("board.nimtable", &["solve", "lines(max=3)[3x4]", "-o"]),
    ("board.cert", &["certify", "tactix[3x3]", "-o"]),
    ("picture.svg", &["draw", "matrix[3 5; 2 4]", "-o"]),
    (
        "hunt.state",
        &["hunt", "ferguson-theorem-3", "--up-to", "8", "--state"],
    ),
    (
        "found.json",
        &["hunt", "ferguson-conjecture", "--certificate"],
    ),
    (
        "report.json",
        &["verify", "ferguson-theorem-3", "--up-to", "4", "--report"],
    ),
    (
        "search.state",
        &[
            "analyze",
            "--no-moves",
            "lines(max=3)[1111101/1011011/1101110/1011011/0011100]",
            "--state",
        ],
    ),
    (
        "proof.state",
        &["certify", "lines(max=3)[3x5]", "-o", "/dev/null", "--state"],
    ),
    ("excess.state", &["nimber", "--excess", "3..31", "--state"]),
];

fn writer(words: &[&str], path: &Path) -> Command {
    let mut command = nimfield(words);
    command.arg(path);
    command
}

#[test]
fn a_full_disk_leaves_the_old_file_or_none() {
    for (name, words) in WRITERS {
        let folder = folder("full-disk");
        let path = folder.join(name);
        let done = writer(words, &path).output().unwrap();
        assert!(matches!(code(&done), 0 | 1), "{words:?}: {}", err(&done));
        let whole = fs::read(&path).unwrap();
        let bytes = whole.len() as u64;
        for room in [0, bytes / 2, bytes - 1] {
            for old in [false, true] {
                match old {
                    true => fs::write(&path, &whole).unwrap(),
                    false => fs::remove_file(&path).unwrap(),
                }
                let output = with_room_for(writer(words, &path), room).output().unwrap();
                let said = err(&output);
                let names = names_in(&folder);
                // A repeated run finds what is already in the file; a state may have nothing to add.
                let kept = code(&output) != 2 && old;
                assert!(
                    kept || code(&output) == 2,
                    "{words:?}, {room} bytes: {said}"
                );
                assert!(
                    kept || said.contains(name),
                    "{words:?}, {room} bytes: {said}"
                );
                if old {
                    assert_eq!(fs::read(&path).unwrap(), whole, "{words:?}");
                }
                if names.iter().any(|left| left == name) {
                    assert!(old || name.ends_with(".state"), "{names:?}");
                }
                // The work continues from a saved state.
                let done = writer(words, &path).output().unwrap();
                assert!(matches!(code(&done), 0 | 1), "{words:?}: {}", err(&done));
                assert_eq!(names_in(&folder), [name], "{words:?}");
            }
        }
    }
}

#[test]
fn a_disk_that_is_full_at_any_piece_of_a_board_stops_it_and_room_lets_it_go_on() {
    let folder = folder("full-disk-pieces");
    let board = "lines(max=3)[4x5]";
    let whole = folder.join("whole.nimtable");
    assert_eq!(
        code(&writer(&["solve", board, "-o"], &whole).output().unwrap()),
        0
    );
    let expected = fs::read(&whole).unwrap();
    let path = folder.join("board.nimtable");
    let scratch = folder.to_str().unwrap();
    let words = [
        "solve",
        board,
        "-q",
        "--memory",
        "24KiB",
        "--save-every",
        "0s",
        "--scratch",
        scratch,
        "-o",
    ];
    let bytes = expected.len() as u64;
    // From no room at all through every piece to all but the last byte, each time with the files that the time before
    // has left.
    let mut saved = 0;
    for room in (0..bytes).step_by(3_000).chain([bytes - 1]) {
        let output = with_room_for(writer(&words, &path), room).output().unwrap();
        let said = err(&output);
        assert_eq!(code(&output), 2, "{room} bytes: {said}");
        assert!(said.contains("board.nimtable."), "{room} bytes: {said}");
        assert!(!path.exists());
        saved = fs::metadata(folder.join("board.nimtable.state")).map_or(0, |state| state.len());
        if room % 9_000 == 0 {
            let _ = fs::remove_file(folder.join("board.nimtable.state"));
        }
    }
    assert!(saved > 8_000, "{saved}");
    let done = writer(&words, &path).output().unwrap();
    assert_eq!(code(&done), 0, "{}", err(&done));
    assert!(fs::read(&path).unwrap() == expected);
    assert_eq!(names_in(&folder).len(), 2);
}

#[test]
fn one_of_two_processes_works_on_a_state() {
    let path = file("two-processes.state");
    let name = path.to_str().unwrap();
    let words = ["table", "pnim", "--up-to", "22", "--count", "--state", name];
    let alone = run(&words[..5]);
    for _ in 0..8 {
        let _ = fs::remove_file(&path);
        let children: Vec<_> = (0..3).map(|_| start(&words)).collect();
        let ends: Vec<_> = children.into_iter().map(end).collect();
        assert!(ends.iter().any(|(code, ..)| *code == 0));
        for (code, printed, said) in &ends {
            match code {
                0 => assert_eq!(printed, out(&alone)),
                _ => assert!(said.contains("another process is working on it"), "{said}"),
            }
        }
        // A later process finds a complete file.
        assert_eq!(out(&run(&words)), out(&alone));
    }
}

#[test]
fn the_data_folder_is_read_while_it_is_written() {
    let folder = folder("read-while-written");
    let table = folder.join("board.nimtable");
    let board = "lines(max=3)[4x4]";
    let alone = run(&["analyze", "--no-moves", "lines(max=3)[1111/1011/1111/0111]"]);
    let outcome = |text: &str| text.lines().nth(1).map(str::to_string);
    for _ in 0..10 {
        let writing = start(&[
            "solve",
            board,
            "--play",
            "normal",
            "-o",
            table.to_str().unwrap(),
        ]);
        let mut reading = nimfield(&["analyze", "--no-moves", "lines(max=3)[1111/1011/1111/0111]"]);
        let read = reading.env("NIMFIELD_DATA", &folder).output().unwrap();
        assert_eq!((code(&read), err(&read)), (0, ""));
        assert_eq!(outcome(out(&read)), outcome(out(&alone)));
        let (code, _, said) = end(writing);
        assert_eq!(code, 0, "{said}");
        fs::remove_file(&table).unwrap();
    }
}

/// Help, versions and answers that could not be written are errors.
#[cfg(target_os = "linux")]
#[test]
fn output_to_a_full_disk_is_an_error() {
    for words in [
        &["--help"][..],
        &["analyze", "--help"],
        &["--version"],
        &["games"],
        &["analyze", "nim[3]"],
        &["completions", "bash"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = nimfield(words).stdout(full).output().unwrap();
        assert_eq!(code(&output), 2, "{words:?}");
        assert!(
            err(&output).contains("cannot write the answer"),
            "{words:?}"
        );
    }
}
