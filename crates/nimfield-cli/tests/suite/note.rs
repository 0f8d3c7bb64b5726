//! The note in LaTeX: its tables and pictures are those of the program, and its source is complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::code;
use crate::docs::root;

fn source() -> String {
    fs::read_to_string(root().join("docs/note/note.tex")).unwrap()
}

/// The text in braces after each of these words, without comments.
fn arguments<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let lines = text.lines().map(|line| match line.find('%') {
        Some(at) if !line[..at].ends_with('\\') => &line[..at],
        _ => line,
    });
    let mut found = Vec::new();
    for mut rest in lines {
        while let Some(at) = rest.find(word) {
            rest = &rest[at + word.len()..];
            let end = rest.find('}').expect("a closed brace");
            found.push(&rest[..end]);
        }
    }
    found
}

#[test]
fn the_pictures_of_the_note_are_those_of_the_program() {
    let note = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("note");
    let _ = fs::remove_dir_all(&note);
    fs::create_dir(&note).unwrap();
    let script = note.join("figures");
    fs::copy(root().join("docs/note/figures"), &script).unwrap();
    let done = Command::new("bash")
        .arg(&script)
        .arg(env!("CARGO_BIN_EXE_nimfield"))
        .output()
        .unwrap();
    assert_eq!(code(&done), 0, "{}", String::from_utf8_lossy(&done.stderr));
    let source = source();
    let used: BTreeSet<&str> = arguments(&source, "\\input{").into_iter().collect();
    let made = fs::read_dir(note.join("generated")).unwrap();
    let made: BTreeSet<String> = made
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let named: BTreeSet<String> = used
        .iter()
        .map(|name| format!("{}.tex", name.strip_prefix("generated/").unwrap()))
        .collect();
    assert_eq!(made, named, "each is made and used");
    for file in made {
        let read = |folder: PathBuf| fs::read_to_string(folder.join(&file)).unwrap();
        assert_eq!(
            read(note.join("generated")),
            read(root().join("docs/note/generated")),
            "{file}: docs/note/figures makes it again"
        );
    }
}

#[test]
fn the_source_of_the_note_is_complete() {
    let source = source();
    let begun = arguments(&source, "\\begin{");
    assert!(begun.len() > 20);
    // Environments are closed in the order in which they were opened last.
    let mut open: Vec<&str> = Vec::new();
    let mut rest = source.as_str();
    while let Some(at) = rest
        .find("\\begin{")
        .into_iter()
        .chain(rest.find("\\end{"))
        .min()
    {
        rest = &rest[at..];
        let (begins, name) = match rest.strip_prefix("\\begin{") {
            Some(name) => (true, name),
            None => (false, &rest["\\end{".len()..]),
        };
        let end = name.find('}').unwrap();
        match begins {
            true => open.push(&name[..end]),
            false => assert_eq!(open.pop(), Some(&name[..end])),
        }
        rest = &name[end..];
    }
    assert_eq!(open, [""; 0]);
    let depth = source.replace("\\{", "").replace("\\}", "");
    let depth = depth.chars().fold(0i32, |depth, c| match c {
        '{' => depth + 1,
        '}' => depth - 1,
        _ => depth,
    });
    assert_eq!(depth, 0, "braces");
    let labels = arguments(&source, "\\label{");
    for name in arguments(&source, "\\ref{") {
        assert!(labels.contains(&name), "{name}");
    }
    let books = arguments(&source, "\\bibitem{");
    let cited = arguments(&source, "\\cite{");
    for name in &cited {
        assert!(books.contains(name), "{name}");
    }
    for name in &books {
        assert!(cited.contains(name), "{name} is not cited");
    }
}

/// The numbers that the note has from the pages of results.
#[test]
fn the_numbers_of_the_note_are_those_of_the_results() {
    let source = source().replace("{,}", ",");
    let page = |name: &str| {
        let path = root().join("docs/src/results").join(name);
        fs::read_to_string(path).unwrap()
    };
    for (name, numbers) in [
        (
            "boards.md",
            &["76,301,355,529", "276,227", "24,915,880", "312,973,895"][..],
        ),
        (
            "matrix.md",
            &[
                "2,207,920",
                "669,264",
                "914,754",
                "124,001",
                "32,256",
                "838,517",
                "4,247,321",
                "1,771,663,444",
            ],
        ),
        ("partitions.md", &["4,316,043,666", "148,081", "9,439"]),
        ("nimbers.md", &["67,303,060", "1,258,230,380", "144,540"]),
    ] {
        let page = page(name);
        for number in numbers {
            assert!(page.contains(number), "{name}: {number}");
            let plain = number.replace(',', "");
            assert!(
                source.contains(number) || source.contains(&plain),
                "{number}"
            );
        }
    }
    let listed = page("data/excesses.txt");
    assert!(source.contains(&format!("those of {} primes", listed.lines().count())));
}
