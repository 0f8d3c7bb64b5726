//! The archives of a release are where `cargo binstall` looks for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{code, err, out};
use crate::docs::root;

/// What the manifest says about a target: the link to its archive, and where the program is in it.
fn found_by_binstall(manifest: &toml::Table, target: &str) -> (String, String) {
    let told = &manifest["package"]["metadata"]["binstall"];
    assert_eq!(told["pkg-fmt"].as_str(), Some("tgz"));
    let own = told["overrides"].get(target);
    let text = |key: &str| {
        let text = own.and_then(|own| own.get(key)).unwrap_or(&told[key]);
        let ending = if target.contains("windows") {
            ".exe"
        } else {
            ""
        };
        [
            ("repo", "https://forge.example/nimfield"),
            ("version", env!("CARGO_PKG_VERSION")),
            ("target", target),
            ("archive-suffix", ".tar.gz"),
            ("bin", "nimfield"),
            ("binary-ext", ending),
        ]
        .iter()
        .fold(text.as_str().unwrap().to_string(), |text, (name, value)| {
            text.replace(&format!("{{ {name} }}"), value)
        })
    };
    (text("pkg-url"), text("bin-dir"))
}

#[test]
fn binstall_finds_the_archives_of_the_release() {
    let manifest = fs::read_to_string(root().join("crates/nimfield-cli/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let script = fs::read_to_string(root().join(".ci/release")).unwrap();
    assert!(script.contains("name=nimfield-$version-$target\n"));
    assert!(script.contains("| gzip -n > \"$out/$name.tar.gz\""));
    let workflow = fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    for (target, built) in [
        ("x86_64-unknown-linux-musl", "x86_64-unknown-linux-musl"),
        ("aarch64-unknown-linux-musl", "aarch64-unknown-linux-musl"),
        // The statically linked program works on these, too.
        ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl"),
        ("aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl"),
        ("x86_64-apple-darwin", "x86_64-apple-darwin"),
        ("aarch64-apple-darwin", "aarch64-apple-darwin"),
        ("x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc"),
    ] {
        assert!(workflow.contains(built), "nobody builds for {built}");
        let name = format!("nimfield-{version}-{built}");
        let ending = if built.contains("windows") {
            ".exe"
        } else {
            ""
        };
        let link =
            format!("https://forge.example/nimfield/releases/download/v{version}/{name}.tar.gz");
        assert_eq!(
            found_by_binstall(&manifest, target),
            (link, format!("{name}/nimfield{ending}"))
        );
    }
}

/// Runs `.ci/repository` of a copy of the sources, of which it needs the manifest only.
fn repository(folder: &Path, args: &[&str]) -> Output {
    let script = folder.join(".ci/repository");
    Command::new("bash")
        .arg(script)
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn the_address_of_the_sources_is_written_into_the_manifest() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("repository");
    let _ = fs::remove_dir_all(&folder);
    for file in [".ci/repository", "crates/nimfield-cli/Cargo.toml"] {
        let copy = folder.join(file);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(root().join(file), copy).unwrap();
    }
    let file = folder.join("crates/nimfield-cli/Cargo.toml");
    let bare = fs::read_to_string(&file).unwrap();
    let bare: String = bare
        .lines()
        .filter(|line| !line.starts_with("repository = "))
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&file, &bare).unwrap();
    let none = repository(&folder, &[]);
    assert_eq!((code(&none), out(&none)), (1, ""));
    assert!(err(&none).contains("names no repository"), "{}", err(&none));
    for address in [
        "https://forge.example/a/nimfield",
        "https://other.example/b",
    ] {
        assert_eq!(code(&repository(&folder, &[address])), 0);
        let manifest: toml::Table = fs::read_to_string(&file).unwrap().parse().unwrap();
        assert_eq!(manifest["package"]["repository"].as_str(), Some(address));
        assert_eq!(out(&repository(&folder, &[])), format!("{address}\n"));
    }
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(written.lines().count(), bare.lines().count() + 1);
    for wrong in [
        "",
        "forge.example/a",
        "https://",
        "https://a b",
        "https://a\"b",
    ] {
        assert_eq!(code(&repository(&folder, &[wrong])), 2, "{wrong}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), written);
}
