//! Joins the files of the page, and lists them and the chapters of the book, so that the server carries them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "join.rs"]
mod join;

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = BTreeMap::new();
    collect(&here.join("page"), "", &mut files)?;
    let mut files = join::joined(files).map_err(io::Error::other)?;
    // A published package does not have the book; the page then says that the chapter is not there.
    let docs = here.join("../../docs/src");
    if docs.is_dir() {
        let mut chapters = BTreeMap::new();
        collect(&docs, "book/", &mut chapters)?;
        chapters.retain(|name, _| name.ends_with(".md"));
        files.extend(chapters);
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut code = String::from("&[\n");
    for (index, (name, bytes)) in files.iter().enumerate() {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        let tag = format!("\"{:016x}\"", hasher.finish());
        fs::write(out.join(format!("page{index}")), bytes)?;
        let bytes = format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/page{index}\"))");
        let _ = writeln!(
            code,
            "    PageFile {{ name: {name:?}, bytes: {bytes}, tag: {tag:?} }},"
        );
    }
    code.push(']');
    fs::write(out.join("files.rs"), code)
}

/// The files of a folder and of those in it, with their names for the server.
fn collect(folder: &Path, before: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{before}{own}");
        match path.is_dir() {
            true => collect(&path, &format!("{name}/"), files)?,
            false => drop(files.insert(name, fs::read(path)?)),
        }
    }
    Ok(())
}
