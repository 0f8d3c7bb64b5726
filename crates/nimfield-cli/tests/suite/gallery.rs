//! The pictures of the book are those that the commands beside them write.

use std::path::Path;

use crate::common::{err, file, nimfield};

/// `UPDATE_GALLERY=1 cargo test -p nimfield-cli --test suite gallery` draws them again: look at them.
#[test]
fn pictures_of_the_book_are_those_of_the_command() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let page = std::fs::read_to_string(folder.join("gallery.md")).unwrap();
    let mut names = Vec::new();
    for line in page
        .lines()
        .filter_map(|line| line.strip_prefix("nimfield "))
    {
        let (command, name) = line.split_once(" -o gallery/").expect("a picture");
        assert!(
            page.contains(&format!("](gallery/{name})")),
            "{name} is not shown"
        );
        let drawn = file(name);
        // Quoted arguments hold blanks.
        let parts = command.split('\'').enumerate();
        let mut arguments: Vec<&str> = parts
            .flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect();
        arguments.extend(["-o", drawn.to_str().unwrap()]);
        // Board files are those of their chapter.
        let output = nimfield(&arguments)
            .current_dir(folder.join("board-files.in"))
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{line}: {}", err(&output));
        let drawn = std::fs::read(drawn).unwrap();
        let stored = folder.join("gallery").join(name);
        if std::env::var_os("UPDATE_GALLERY").is_some() {
            std::fs::write(&stored, &drawn).unwrap();
        }
        assert!(
            std::fs::read(&stored).unwrap() == drawn,
            "{name} has changed: look at it"
        );
        names.push(name.to_string());
    }
    // No picture is unused.
    for entry in std::fs::read_dir(folder.join("gallery")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(names.contains(&name), "{name} is not in the gallery");
    }
    assert!(names.len() > 15);
}
