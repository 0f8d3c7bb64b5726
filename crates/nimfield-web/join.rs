//! Joins the modules of the page into `main.js`, which every visit needs, and `views.js`, which the page fetches later.
//!
//! A browser that fetches each module on its own needs 30 requests before the first answer. This is not a general
//! bundler: imports and exports stand at the beginning of a line, as the page writes them. The build script of the
//! server and the builder of the static site use it.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The modules with which the two files begin.
const ENTRIES: [&str; 2] = ["main.js", "views.js"];

/// Returns the files of the page as they are served, from those of its folder; both have their names as keys.
pub fn joined(mut files: BTreeMap<String, Vec<u8>>) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut modules = BTreeMap::new();
    for (name, bytes) in files.extract_if(.., |name, _| name.ends_with(".js")) {
        let text = String::from_utf8(bytes).map_err(|_| format!("{name} is not UTF-8"))?;
        modules.insert(name, text);
    }
    let mut done: Vec<String> = Vec::new();
    for entry in ENTRIES {
        let earlier = done.len();
        let mut out = String::new();
        add(entry, &modules, &mut Vec::new(), &mut done, &mut out)?;
        let names: Vec<String> = done.iter().map(|name| scope(name)).collect();
        if earlier == 0 {
            let _ = writeln!(out, "export{{{}}};", names.join(","));
        } else {
            let shared = names[..earlier]
                .iter()
                .filter(|name| out.contains(&format!("={name};")));
            let shared: Vec<&str> = shared.map(String::as_str).collect();
            out.insert_str(
                0,
                &format!("import{{{}}}from\"./{}\";\n", shared.join(","), ENTRIES[0]),
            );
            let listed = out.rsplit_once("return{").map_or("", |(_, list)| list);
            let own = listed
                .split(',')
                .filter_map(|pair| pair.split_once(':').map(|(own, _)| own));
            let own = own.collect::<Vec<_>>().join(",");
            let _ = writeln!(out, "export const{{{own}}}={};", scope(entry));
        }
        files.insert(entry.to_string(), out.into_bytes());
    }
    if let Some(unused) = modules.keys().find(|name| !done.contains(name)) {
        return Err(format!("no module of the page imports {unused}"));
    }
    if let Some(style) = files.remove("style.css") {
        let text = String::from_utf8(style).map_err(|_| "style.css is not UTF-8")?;
        files.insert("style.css".to_string(), stripped(&text).into_bytes());
    }
    Ok(files)
}

/// Appends a module after those that it imports.
fn add(
    name: &str,
    modules: &BTreeMap<String, String>,
    open: &mut Vec<String>,
    done: &mut Vec<String>,
    out: &mut String,
) -> Result<(), String> {
    if done.iter().any(|known| known == name) {
        return Ok(());
    }
    if open.iter().any(|known| known == name) {
        return Err(format!(
            "{name} imports itself by way of {}",
            open.join(", ")
        ));
    }
    let Some(text) = modules.get(name) else {
        return Err(format!(
            "{} imports {name}, which is not there",
            open.join(", ")
        ));
    };
    open.push(name.to_string());
    let folder = name.rfind('/').map_or("", |end| &name[..=end]);
    let (mut body, mut exports) = (String::new(), String::new());
    // Minified modules have their only export in the middle of a line.
    for line in stripped(&text.replace("export{", "\nexport {")).lines() {
        let wrong = || format!("{name}: cannot join the line `{line}`");
        if line.starts_with("import ")
            || line.starts_with("import{")
            || line.starts_with("export {")
        {
            let (statement, rest) = line.split_once(';').ok_or_else(wrong)?;
            // The list may have names such as `fromLink`; the file is in quotes.
            let (names, from) = match statement.split_once('"') {
                Some((names, file)) => (
                    names.trim_end().trim_end_matches("from"),
                    Some(file.trim_end_matches('"')),
                ),
                None => (statement, None),
            };
            let source = match from {
                Some(from) => {
                    let file = format!("{folder}{}", from.strip_prefix("./").ok_or_else(wrong)?);
                    add(&file, modules, open, done, out)?;
                    Some(scope(&file))
                }
                None => None,
            };
            let (word, names) = names.split_at("import".len());
            match (word, names.trim().strip_prefix('{')) {
                ("export", Some(list)) => {
                    for (own, called) in pairs(list) {
                        let dot = source.as_ref().map(|source| format!("{source}."));
                        let _ = write!(exports, "{called}:{}{own},", dot.unwrap_or_default());
                    }
                }
                ("import", Some(list)) => {
                    let list: Vec<String> = pairs(list)
                        .map(|(own, called)| format!("{own}:{called}"))
                        .collect();
                    let _ = writeln!(
                        body,
                        "const{{{}}}={};",
                        list.join(","),
                        source.ok_or_else(wrong)?
                    );
                }
                _ => {
                    let _ = writeln!(
                        body,
                        "const{{default:{}}}={};",
                        names.trim(),
                        source.ok_or_else(wrong)?
                    );
                }
            }
            body += rest;
        } else if let Some(rest) = line
            .split_once("export default ")
            .map(|(before, rest)| format!("{before}const $default={rest}"))
        {
            body += &rest;
            exports += "default:$default,";
        } else if let Some(declared) = line.strip_prefix("export ") {
            let mut words =
                declared.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
            let called =
                words.find(|word| !["const", "class", "async", "function", ""].contains(word));
            let _ = write!(exports, "{},", called.ok_or_else(wrong)?);
            body += declared;
        } else {
            body += line;
        }
        if !body.ends_with('\n') && !body.is_empty() {
            body.push('\n');
        }
    }
    let _ = writeln!(
        out,
        "const {}=(()=>{{{body}return{{{exports}}}}})();",
        scope(name)
    );
    open.pop();
    done.push(name.to_string());
    Ok(())
}

/// The names of a list as the module calls them itself, and as others do.
fn pairs(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = list.trim().trim_end_matches('}').split(',').map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once(" as ").unwrap_or((part, part)))
}

/// The name of what a module exports, in the joined file.
fn scope(file: &str) -> String {
    format!("${}", file.trim_end_matches(".js").replace(['/', '-'], "_"))
}

/// Leaves out comments with lines of their own, and indentation: a tenth of the bytes. No text of the page depends on them.
fn stripped(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines().map(str::trim_start) {
        let opens = line.starts_with("/*") && (line.ends_with("*/") || !line.contains("*/"));
        let comment = inside || opens || line == "//" || line.starts_with("// ");
        inside = (inside || opens) && !line.ends_with("*/");
        if !comment && !line.is_empty() {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}
