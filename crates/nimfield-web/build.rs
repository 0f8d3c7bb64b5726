//! Lists the files of the page and the chapters of the book, so that the server carries them.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = Vec::new();
    collect(&here.join("page"), "", &mut files)?;
    // A published package does not have the book; the page then says that the chapter is not there.
    let docs = here.join("../../docs/src");
    if docs.is_dir() {
        let mut chapters = Vec::new();
        collect(&docs, "book/", &mut chapters)?;
        chapters.retain(|(name, _)| name.ends_with(".md"));
        files.extend(chapters);
    }
    files.sort();
    let mut code = String::from("&[\n");
    for (name, file) in &files {
        let mut hasher = DefaultHasher::new();
        hasher.write(&fs::read(file)?);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let _ = writeln!(
            code,
            "    PageFile {{ name: {name:?}, bytes: include_bytes!({file:?}), tag: {tag:?} }},"
        );
    }
    code.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("files.rs"), code)
}

/// The files of a folder and of those in it, with their names for the server.
fn collect(folder: &Path, before: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{before}{own}");
        match path.is_dir() {
            true => collect(&path, &format!("{name}/"), files)?,
            false => files.push((name, path)),
        }
    }
    Ok(())
}
