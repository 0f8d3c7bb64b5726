//! The documentation is correct: every shown command prints what is shown, and every link has a target.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::common::{NO_CONFIG, NO_DATA, NO_PROGRESS, nimfield, run_with};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README, the changelog and the pages of the book.
pub fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CHANGELOG.md")];
    let mut folders = vec![root().join("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    assert!(pages.len() > 15, "the pages are elsewhere: {pages:?}");
    pages.sort();
    pages
}

/// A page of the book may include another file that holds its text.
fn read(page: &Path) -> String {
    let text = std::fs::read_to_string(page).unwrap().replace("\r\n", "\n");
    let included = text
        .trim()
        .strip_prefix("{{#include ")
        .and_then(|rest| rest.strip_suffix("}}"));
    match included {
        Some(file) => read(&page.parent().unwrap().join(file)),
        None => text,
    }
}

/// Whether the outputs are to be written again: `UPDATE_DOCS=1 cargo test -p nimfield-cli --test suite docs`.
fn updating() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}

/// A command that a page shows.
struct Example<'a> {
    /// The line after the prompt.
    command: &'a str,
    /// How it ends.
    code: i32,
    /// What it prints, without blank lines at its end.
    shown: String,
}

/// The examples in a block of a page.
fn examples(block: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    for line in block.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example {
                command,
                code: 0,
                shown: String::new(),
            });
            continue;
        }
        let example = examples.last_mut().expect("a block begins with a command");
        match line.strip_prefix("? ") {
            Some(code) if example.shown.is_empty() => example.code = code.trim().parse().unwrap(),
            _ => {
                example.shown.push_str(line);
                example.shown.push('\n');
            }
        }
    }
    for example in &mut examples {
        example
            .shown
            .truncate(example.shown.trim_end_matches('\n').len());
    }
    examples
}

/// The words of a command line, with single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut begun, mut quoted) = (String::new(), false, false);
    for c in line.chars() {
        match c {
            '\'' => (quoted, begun) = (!quoted, true),
            ' ' if !quoted => {
                if std::mem::take(&mut begun) {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

/// Runs an example in a folder; its exit code and what it prints, on both streams in their order.
fn ran(command: &str, folder: &Path) -> (i32, String) {
    let words = words(command);
    assert_eq!(words[0], "nimfield", "{command}");
    // Another program may be used instead, such as one in an archive of a release.
    let mut process = match std::env::var("NIMFIELD_PROGRAM") {
        Ok(program) => {
            let mut program = program.split_whitespace();
            let mut process = std::process::Command::new(program.next().unwrap());
            process.args(program);
            process
        }
        Err(_) => nimfield(&[]),
    };
    process.envs([NO_DATA, NO_PROGRESS, NO_CONFIG]);
    let (mut reader, writer) = std::io::pipe().unwrap();
    process.args(&words[1..]).current_dir(folder);
    process.stdin(std::process::Stdio::null());
    process.stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = process.spawn().expect("the program starts");
    // The writer's ends close with the command.
    drop(process);
    let mut printed = String::new();
    reader.read_to_string(&mut printed).unwrap();
    let code = child.wait().unwrap().code().unwrap();
    printed.truncate(printed.trim_end_matches('\n').len());
    (code, printed)
}

/// Whether a line is as shown, `[..]` standing for anything.
fn fits(shown: &str, line: &str) -> bool {
    match shown.split_once("[..]") {
        None => shown == line,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            let mut ends = (0..=rest.len()).filter(|&at| rest.is_char_boundary(at));
            ends.any(|at| fits(tail, &rest[at..]))
        }),
    }
}

/// Every example of a page prints what is shown, byte for byte.
fn check(page: &Path) -> usize {
    let text = std::fs::read_to_string(page).unwrap();
    let mut new = text.clone();
    let mut wrong = Vec::new();
    let mut count = 0;
    let name = page.file_stem().unwrap().to_str().unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    if let Ok(files) = std::fs::read_dir(page.with_extension("in")) {
        for file in files {
            let file = file.unwrap();
            std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
    }
    for rest in text.split("\n```console\n").skip(1) {
        let block = rest.split("\n```").next().unwrap();
        let mut written = String::new();
        for example in examples(block) {
            let (code, printed) = ran(example.command, &folder);
            let shown: Vec<&str> = example.shown.split('\n').collect();
            let lines: Vec<&str> = printed.split('\n').collect();
            let same = shown.len() == lines.len()
                && shown
                    .iter()
                    .zip(&lines)
                    .all(|(shown, line)| fits(shown, line));
            if !same || code != example.code {
                wrong.push(format!(
                    "{}: $ {}\n? {code}\n{printed}",
                    page.display(),
                    example.command
                ));
            }
            written.push_str(&format!("$ {}\n", example.command));
            if code != 0 {
                written.push_str(&format!("? {code}\n"));
            }
            for (i, line) in lines.iter().enumerate() {
                let kept = shown.get(i).filter(|shown| fits(shown, line));
                written.push_str(kept.unwrap_or(line));
                written.push('\n');
            }
            written.push('\n');
            count += 1;
        }
        let fence = |block: &str| format!("\n```console\n{block}\n```");
        new = new.replacen(
            &fence(block),
            &fence(written.strip_suffix('\n').unwrap()),
            1,
        );
    }
    if updating() && !wrong.is_empty() {
        std::fs::write(page, new).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    count
}

#[test]
fn the_readme_prints_what_it_shows() {
    assert!(check(&root().join("README.md")) > 3);
}

#[test]
fn the_book_prints_what_it_shows() {
    let mut count = 0;
    let mut faults = Vec::new();
    for page in pages() {
        match std::panic::catch_unwind(|| check(&page)) {
            Ok(examples) => count += examples,
            Err(fault) => faults.push(*fault.downcast::<String>().unwrap()),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(count > 70, "{count} examples are too few to be all");
}

/// The Rust code that the guide shows.
#[test]
fn the_code_of_the_guide_runs() {
    fn code() -> Result<(), Box<dyn std::error::Error>> {
        // begin
        use nimfield::{Analyzer, Budget, Query};

        let sum = nimfield::read("matrix[20 24; 24 27]")?;
        let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
        let answer = analyzer.analyze(&sum);
        assert_eq!(
            answer.winning_moves[0].to_string(),
            "row 2 by 7 to matrix[20 24; 17 20]"
        );
        // end
        Ok(())
    }
    code().unwrap();
    let this = include_str!("docs.rs");
    let code = this
        .split("// begin\n")
        .nth(1)
        .unwrap()
        .split("        // end")
        .next()
        .unwrap();
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join("");
    let guide = std::fs::read_to_string(root().join("docs/src/guide.md")).unwrap();
    let shown = guide
        .split("```rust\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    // The formatter may break lines, and then puts a comma.
    let plain = |text: &str| squeezed(text).replace(",)", ")");
    assert_eq!(plain(code), plain(shown));
}

/// Blocks marked `session` hold a game: what follows the prompt is typed.
#[test]
fn games_in_the_book_are_played_as_shown() {
    let mut games = 0;
    for page in pages() {
        let text = read(&page);
        for rest in text.split("\n```session\n").skip(1) {
            let block = rest.split("\n```").next().unwrap();
            let (command, shown) = block.split_once('\n').unwrap();
            let place = format!("{command} in {}", page.display());
            let played = replay(command, shown);
            if updating() {
                let text = std::fs::read_to_string(&page).unwrap();
                let block = |shown: &str| format!("```session\n{command}\n{shown}\n```");
                std::fs::write(&page, text.replace(&block(shown), &block(&played))).unwrap();
            }
            assert_eq!(played, shown, "{place}");
            games += 1;
        }
    }
    assert!(games > 0);
}

/// What a terminal shows when the lines after the prompts of `shown` are typed.
fn replay(command: &str, shown: &str) -> String {
    const PROMPT: &str = "your move> ";
    let arguments = command.strip_prefix("$ nimfield ").unwrap();
    let arguments = arguments
        .split(' ')
        .map(|argument| argument.trim_matches('\''));
    let arguments: Vec<&str> = arguments.collect();
    let typed = shown.lines().filter_map(|line| line.strip_prefix(PROMPT));
    let typed: Vec<&str> = typed.collect();
    let output = run_with(&arguments, (typed.join("\n") + "\n").as_bytes());
    let mut screen = String::from_utf8(output.stdout).unwrap();
    let mut from = 0;
    for line in typed {
        // A terminal echoes what is typed.
        let prompt = screen[from..].find(PROMPT).expect("a prompt for each line");
        from += prompt + PROMPT.len();
        screen.insert_str(from, &format!("{line}\n"));
    }
    screen.trim_end().to_string()
}

/// A heading's anchor, as mdBook and the usual hosts make it.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    let heading = heading.trim().to_lowercase();
    heading
        .chars()
        .filter(kept)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn links_resolve() {
    let mut links = 0;
    for page in pages() {
        for link in read(&page).split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.starts_with("https://") {
                continue;
            }
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                _ => page.parent().unwrap().join(file),
            };
            assert!(target.is_file(), "{}: no {link}", page.display());
            if !fragment.is_empty() {
                let target = read(&target);
                let mut headings = target.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line.trim_start_matches('#')) == fragment);
                assert!(found, "{}: no heading {link}", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 50, "{links} links are too few to be all");
}

#[test]
fn every_page_is_in_the_summary() {
    let folder = root().join("docs/src");
    let summary = read(&folder.join("SUMMARY.md"));
    for page in pages() {
        if let Ok(page) = page.strip_prefix(&folder)
            && page != Path::new("SUMMARY.md")
        {
            let name = page.to_string_lossy().replace('\\', "/");
            assert!(summary.contains(&format!("]({name})")), "{name}");
        }
    }
}
