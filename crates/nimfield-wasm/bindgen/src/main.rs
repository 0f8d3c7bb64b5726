//! Writes the glue between nimfield-wasm and scripts, and the module compressed: `bindgen INPUT.wasm FOLDER`. With
//! `bindgen --join FOLDER`, joins the modules of the page that are in this folder.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::num::NonZeroU64;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

#[path = "../../../nimfield-web/join.rs"]
mod join;
mod order;

/// Replaces the modules in the folder of a site, and those in `vendor`, by the two files that are joined from them.
fn join_pages(folder: &Path) -> Result<(), String> {
    let wrong = |error: io::Error| error.to_string();
    let mut files = BTreeMap::new();
    for part in ["", "vendor/"] {
        for entry in fs::read_dir(folder.join(part)).map_err(wrong)? {
            let path = entry.map_err(wrong)?.path();
            let own = path.file_name().map_or_else(Default::default, |own| own.to_string_lossy());
            if own.ends_with(".js") || own.ends_with(".css") {
                files.insert(format!("{part}{own}"), fs::read(&path).map_err(wrong)?);
                fs::remove_file(&path).map_err(wrong)?;
            }
        }
    }
    for (name, bytes) in join::joined(files)? {
        fs::write(folder.join(name), bytes).map_err(wrong)?;
    }
    Ok(())
}

/// Compresses by gzip, 60 kB better than hosts of static files do: Zopfli, 5 rounds in 9 seconds (15 in 12 save 0.2 kB).
fn compress(wasm: &[u8], file: fs::File) -> io::Result<()> {
    let rounds = NonZeroU64::new(5).expect("5 is not 0");
    let options = zopfli::Options {
        iteration_count: rounds,
        ..zopfli::Options::default()
    };
    zopfli::compress(options, zopfli::Format::Gzip, wasm, file)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, folder] = &arguments[..] else {
        eprintln!("usage: bindgen INPUT.wasm FOLDER, bindgen --join FOLDER");
        return ExitCode::from(2);
    };
    if input == "--join" {
        return ended(join_pages(Path::new(folder)));
    }
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(input)
        .web(true)
        .map(|bindgen| {
            bindgen
                .typescript(false)
                .out_name("nimfield")
                .remove_name_section(true)
                .remove_producers_section(true)
        })
        .and_then(|bindgen| bindgen.generate(folder));
    let made = made.map_err(|error| format!("{error:#}")).and_then(|()| {
        let module = Path::new(folder).join("nimfield_bg.wasm");
        let wasm = fs::read(&module).map_err(|error| error.to_string())?;
        let wasm = order::reorder(&wasm)?;
        let packed = Path::new(folder).join("nimfield.packed");
        let written = fs::File::create(packed).and_then(|file| compress(&wasm, file));
        written
            .and_then(|()| fs::remove_file(&module))
            .map_err(|error| error.to_string())
    });
    ended(made)
}

fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(1)
        }
    }
}
