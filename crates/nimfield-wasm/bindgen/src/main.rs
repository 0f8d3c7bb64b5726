//! Writes the glue between nimfield-wasm and scripts: `bindgen INPUT.wasm FOLDER`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

mod order;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, folder] = &arguments[..] else {
        eprintln!("usage: bindgen INPUT.wasm FOLDER");
        return ExitCode::from(2);
    };
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
        fs::write(&module, order::reorder(&wasm)?).map_err(|error| error.to_string())
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(1)
        }
    }
}
