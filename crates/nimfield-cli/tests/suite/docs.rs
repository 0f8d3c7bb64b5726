//! The documentation tells the truth: every shown command prints what is shown, and every link leads
//! somewhere.

use std::path::{Path, PathBuf};

use crate::common::{NO_DATA, NO_PROGRESS, run_with};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README, the changelog and the pages of the book.
fn pages() -> Vec<PathBuf> {
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

/// A page of the book may stand in another file, which it includes.
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

/// `TRYCMD=overwrite cargo test -p nimfield-cli --test suite docs` writes the outputs anew.
#[test]
fn shown_commands_print_what_is_shown() {
    let cases = trycmd::TestCases::new();
    cases.env(NO_DATA.0, NO_DATA.1);
    cases.env(NO_PROGRESS.0, NO_PROGRESS.1);
    for page in pages() {
        cases.case(page);
    }
}

/// Blocks marked `session` hold a game: what follows the prompt is typed.
#[test]
fn shown_games_go_as_shown() {
    let mut games = 0;
    for page in pages() {
        let text = read(&page);
        for rest in text.split("\n```session\n").skip(1) {
            let block = rest.split("\n```").next().unwrap();
            let (command, shown) = block.split_once('\n').unwrap();
            let place = format!("{command} in {}", page.display());
            assert_eq!(replay(command, shown), shown, "{place}");
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
