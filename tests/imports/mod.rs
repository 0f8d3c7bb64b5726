//! Whether the modules of a crate import each other in a circle.
//!
//! A file points at another if it names something that is defined there: in a `use`, or by a path that
//! begins with `crate::`, `$crate::`, `super::`, `self::` or the name of a child module. Names are
//! followed through re-exports to the file that defines them, so that
//!
//! - a file that only declares modules and re-exports from them (`lib.rs`, `mod.rs`) is passed through:
//!   its re-exports are arrows only where it uses the names itself;
//! - `super::` and modules written inside a file are resolved as the compiler does, and count for the
//!   file they are in;
//! - a glob import points at the module, and at all that the module re-exports.
//!
//! What stands under `#[cfg(test)]` is left out: tests may look at everything. Comments, with the links of
//! the documentation, and strings are no imports either. Calls of methods are not seen.
//!
//! Used in another crate by `#[path = "../../../tests/imports/mod.rs"] mod imports;` and
//! `imports::check(...)`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Looks at the crate whose `lib.rs` or `main.rs` is in `src_dir`.
///
/// # Errors
/// The text names the shortest circle of files found, with the line of the import of each arrow; or the file
/// that can not be read.
pub fn check(src_dir: impl AsRef<Path>) -> Result<(), String> {
    let tree = Tree::read(src_dir.as_ref())?;
    match tree.circle() {
        None => Ok(()),
        Some(circle) => {
            let mut text = "these files import each other in a circle:".to_string();
            for (from, line, to) in circle {
                let _ = write!(text, "\n  {from}:{line} imports {to}");
            }
            Err(text)
        }
    }
}

/// A piece of a source text: a word, or a single character that is no blank.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Token {
    text: String,
    line: usize,
}

/// The tokens of a text without comments, strings, numbers' suffixes and lifetimes' quotes.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        let c = chars[i];
        match c {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                while i < chars.len() {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
            '"' => i = end_of_string(&chars, i),
            '\'' => {
                // A character, or the quote of a lifetime or label.
                if at(i + 1) == '\\' {
                    i += 3;
                    while i < chars.len() && chars[i] != '\'' {
                        i += 1;
                    }
                    i += 1;
                } else if at(i + 2) == '\'' {
                    i += 3;
                } else {
                    i += 1;
                }
            }
            _ if is_word(c) => {
                while is_word(at(i)) {
                    i += 1;
                }
                let word: String = chars[start..i].iter().collect();
                let hashes = chars[i..].iter().take_while(|&&c| c == '#').count();
                if matches!(word.as_str(), "r" | "br" | "cr") && at(i + hashes) == '"' {
                    let close: Vec<char> = std::iter::once('"')
                        .chain((0..hashes).map(|_| '#'))
                        .collect();
                    i += hashes + 1;
                    while i < chars.len() && !chars[i..].starts_with(&close) {
                        i += 1;
                    }
                    i = (i + close.len()).min(chars.len());
                } else if word == "r" && hashes == 1 {
                    // `r#name`
                    i += 1;
                    while is_word(at(i)) {
                        i += 1;
                    }
                    let text = chars[start + 2..i].iter().collect();
                    out.push(Token { text, line });
                } else if matches!(word.as_str(), "b" | "c") && at(i) == '"' {
                    i = end_of_string(&chars, i);
                } else {
                    out.push(Token { text: word, line });
                }
            }
            _ if c.is_whitespace() => i += 1,
            _ => {
                i += 1;
                out.push(Token {
                    text: c.to_string(),
                    line,
                });
            }
        }
        line += chars[start..i.min(chars.len())]
            .iter()
            .filter(|&&c| c == '\n')
            .count();
    }
    out
}

/// The place after the string whose opening quote is at `i`.
fn end_of_string(chars: &[char], mut i: usize) -> usize {
    i += 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(chars.len())
}

/// A path, and the line it stands in.
#[derive(Clone, Debug)]
struct Mention {
    path: Vec<String>,
    line: usize,
}

/// A `use` of one name: `name` is what it is called here, `*` for a glob.
#[derive(Clone, Debug)]
struct Import {
    name: String,
    mention: Mention,
    is_re_export: bool,
}

#[derive(Default, Debug)]
struct Module {
    file: usize,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    imports: Vec<Import>,
    mentions: Vec<Mention>,
    /// What is defined here.
    items: BTreeSet<String>,
    /// All words outside imports.
    words: BTreeSet<String>,
}

/// The modules of a crate, the root first.
#[derive(Default, Debug)]
struct Tree {
    modules: Vec<Module>,
    /// Their names, from the source folder on.
    files: Vec<String>,
}

/// Where a path leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Module(usize),
    /// Something in this module.
    Item(usize),
}

impl Tree {
    fn read(src: &Path) -> Result<Tree, String> {
        let root = ["lib.rs", "main.rs"]
            .map(|name| src.join(name))
            .into_iter()
            .find(|path| path.is_file())
            .ok_or_else(|| format!("no lib.rs or main.rs in {}", src.display()))?;
        let mut tree = Tree::default();
        tree.read_file(src, &root, src.to_path_buf(), None)?;
        Ok(tree)
    }

    /// Reads the module of a file, whose children are in `folder`.
    fn read_file(
        &mut self,
        src: &Path,
        path: &Path,
        folder: PathBuf,
        parent: Option<usize>,
    ) -> Result<usize, String> {
        let text =
            fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let name = path.strip_prefix(src).unwrap_or(path).display().to_string();
        self.files.push(name);
        let file = self.files.len() - 1;
        let module = self.push(file, parent);
        let tokens = without_tests(tokens(&text));
        self.read_module(src, &folder, module, &tokens)?;
        Ok(module)
    }

    fn push(&mut self, file: usize, parent: Option<usize>) -> usize {
        self.modules.push(Module {
            file,
            parent,
            ..Module::default()
        });
        self.modules.len() - 1
    }

    fn read_module(
        &mut self,
        src: &Path,
        folder: &Path,
        module: usize,
        tokens: &[Token],
    ) -> Result<(), String> {
        let text = |i: usize| tokens.get(i).map_or("", |t| t.text.as_str());
        let is_path_sign = |i: usize| text(i) == ":" && text(i + 1) == ":";
        let mut i = 0;
        let mut is_public = false;
        while i < tokens.len() {
            match text(i) {
                "pub" => {
                    is_public = true;
                    i += 1;
                    // `pub(in super)` is no import.
                    if text(i) == "(" && matches!(text(i + 1), "crate" | "super" | "self" | "in") {
                        while i < tokens.len() && text(i) != ")" {
                            i += 1;
                        }
                        i += 1;
                    }
                    continue;
                }
                "use" if text(i + 1) != "<" => {
                    let end = (i..tokens.len())
                        .find(|&j| text(j) == ";")
                        .unwrap_or(tokens.len());
                    self.read_use(module, &tokens[i + 1..end], &[], is_public);
                    i = end;
                }
                "mod" => {
                    let marked = usize::from(text(i + 1) == "$");
                    let name = text(i + 1 + marked).to_string();
                    let after = i + 2 + marked;
                    if text(after) == ";" {
                        let inner = folder.join(&name);
                        let files = [folder.join(format!("{name}.rs")), inner.join("mod.rs")];
                        let found = files.iter().find(|path| path.is_file()).ok_or_else(|| {
                            format!("{}: no file of the module {name}", folder.display())
                        })?;
                        let child = self.read_file(src, found, inner, Some(module))?;
                        self.modules[module].children.insert(name, child);
                        i = after;
                    } else if text(after) == "{" {
                        let end = end_of_block(tokens, after);
                        let child = self.push(self.modules[module].file, Some(module));
                        self.read_module(src, &folder.join(&name), child, &tokens[after + 1..end])?;
                        // The modules of a macro have no name yet.
                        if marked == 0 {
                            self.modules[module].children.insert(name, child);
                        }
                        i = end;
                    }
                }
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static"
                | "macro_rules" => {
                    let mut j = i + 1;
                    while matches!(text(j), "!" | "mut" | "unsafe" | "fn" | "extern" | "async") {
                        j += 1;
                    }
                    self.modules[module].items.insert(text(j).to_string());
                }
                word => {
                    let is_continued = i >= 2 && is_path_sign(i - 2);
                    if is_path_sign(i + 1) && !is_continued {
                        let mut path = vec![word.to_string()];
                        let mut j = i;
                        while is_path_sign(j + 1)
                            && text(j + 3).starts_with(|c: char| c.is_alphabetic() || c == '_')
                        {
                            j += 3;
                            path.push(text(j).to_string());
                        }
                        let line = tokens[i].line;
                        self.modules[module].mentions.push(Mention { path, line });
                    }
                    self.modules[module].words.insert(word.to_string());
                }
            }
            is_public = false;
            i += 1;
        }
        Ok(())
    }

    /// The tree of a `use` after a prefix.
    fn read_use(&mut self, module: usize, tokens: &[Token], prefix: &[String], is_public: bool) {
        let mut path = prefix.to_vec();
        let mut name = None;
        let mut i = 0;
        while i < tokens.len() {
            match tokens[i].text.as_str() {
                ":" | "$" => {}
                "as" => {
                    name = tokens.get(i + 1).map(|t| t.text.clone());
                    break;
                }
                "{" => {
                    let end = end_of_block(tokens, i);
                    let (mut depth, mut start) = (0, i + 1);
                    for j in i + 1..=end {
                        let text = tokens.get(j).map_or("}", |t| t.text.as_str());
                        match text {
                            "," if depth == 0 => {}
                            "{" => depth += 1,
                            "}" if j < end => depth -= 1,
                            _ => {}
                        }
                        if (text == "," && depth == 0) || j == end {
                            let part = &tokens[start..j.min(tokens.len())];
                            if !part.is_empty() {
                                self.read_use(module, part, &path, is_public);
                            }
                            start = j + 1;
                        }
                    }
                    return;
                }
                word => path.push(word.to_string()),
            }
            i += 1;
        }
        // `use a::b::{self}` is `a::b`.
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let Some(last) = path.last().cloned() else {
            return;
        };
        self.modules[module].imports.push(Import {
            name: name.unwrap_or(last),
            mention: Mention {
                path,
                line: tokens[0].line,
            },
            is_re_export: is_public,
        });
    }

    /// Where a path that stands in `module` leads, if not out of the crate. A path of a `use` may begin
    /// with a name that is imported itself.
    fn resolve(
        &self,
        module: usize,
        path: &[String],
        seen: &mut Vec<(usize, String)>,
    ) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent?),
            name => self.member(module, name, seen)?,
        };
        rest.iter().try_fold(start, |place, name| match place {
            // What is inside of an item is where the item is.
            Target::Item(module) => Some(Target::Item(module)),
            Target::Module(module) if name == "super" => {
                Some(Target::Module(self.modules[module].parent?))
            }
            Target::Module(module) if name == "*" => Some(Target::Module(module)),
            Target::Module(module) => {
                let member = self.member(module, name, seen);
                // A name that is not found is made by a macro.
                Some(member.unwrap_or(Target::Item(module)))
            }
        })
    }

    /// What a name means in a module: a child, an import, an item.
    fn member(&self, module: usize, name: &str, seen: &mut Vec<(usize, String)>) -> Option<Target> {
        let here = &self.modules[module];
        if let Some(&child) = here.children.get(name) {
            return Some(Target::Module(child));
        }
        let key = (module, name.to_string());
        if seen.contains(&key) {
            return None;
        }
        seen.push(key);
        let mut found = None;
        for import in here.imports.iter().filter(|import| import.name == name) {
            found = found.or_else(|| self.resolve(module, &import.mention.path, seen));
        }
        if found.is_none() && here.items.contains(name) {
            found = Some(Target::Item(module));
        }
        for import in here.imports.iter().filter(|import| import.name == "*") {
            if found.is_none()
                && let Some(Target::Module(other)) =
                    self.resolve(module, &import.mention.path, seen)
                && other != module
            {
                found = self.member(other, name, seen);
            }
        }
        seen.pop();
        found
    }

    fn file_of(&self, target: Target) -> usize {
        match target {
            Target::Module(module) | Target::Item(module) => self.modules[module].file,
        }
    }

    /// The arrows between files, with a line for each.
    fn arrows(&self) -> Vec<BTreeMap<usize, usize>> {
        let mut arrows = vec![BTreeMap::new(); self.files.len()];
        for (m, module) in self.modules.iter().enumerate() {
            let mut add = |to: usize, line: usize| {
                if to != module.file {
                    arrows[module.file].entry(to).or_insert(line);
                }
            };
            for import in &module.imports {
                if import.is_re_export && !module.words.contains(&import.name) {
                    continue;
                }
                let Mention { path, line } = &import.mention;
                let Some(target) = self.resolve(m, path, &mut Vec::new()) else {
                    continue;
                };
                add(self.file_of(target), *line);
                if let (Target::Module(other), "*") = (target, import.name.as_str()) {
                    for passed in self.modules[other]
                        .imports
                        .iter()
                        .filter(|i| i.is_re_export)
                    {
                        let path = &passed.mention.path;
                        if let Some(target) = self.resolve(other, path, &mut Vec::new()) {
                            add(self.file_of(target), *line);
                        }
                    }
                }
            }
            for Mention { path, line } in &module.mentions {
                let first = path[0].as_str();
                let is_local = matches!(first, "crate" | "super" | "self");
                if !is_local && !module.children.contains_key(first) {
                    continue;
                }
                if let Some(target) = self.resolve(m, path, &mut Vec::new()) {
                    add(self.file_of(target), *line);
                }
            }
        }
        arrows
    }

    /// A shortest circle: from, line, to.
    fn circle(&self) -> Option<Vec<(String, usize, String)>> {
        let arrows = self.arrows();
        let shortest = (0..self.files.len())
            .filter_map(|start| way_back(&arrows, start))
            .min_by_key(Vec::len)?;
        let name = |file: usize| self.files[file].clone();
        let steps = shortest.iter().zip(shortest.iter().cycle().skip(1));
        Some(
            steps
                .map(|(&from, &to)| (name(from), arrows[from][&to], name(to)))
                .collect(),
        )
    }
}

/// The files of a shortest way from `start` back to it.
fn way_back(arrows: &[BTreeMap<usize, usize>], start: usize) -> Option<Vec<usize>> {
    let mut came_from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut front = vec![start];
    while !front.is_empty() && !came_from.contains_key(&start) {
        let mut next = Vec::new();
        for &from in &front {
            for &to in arrows[from].keys() {
                came_from.entry(to).or_insert_with(|| {
                    next.push(to);
                    from
                });
            }
        }
        front = next;
    }
    let mut way = vec![*came_from.get(&start)?];
    while let Some(&last) = way.last().filter(|&&last| last != start) {
        way.push(came_from[&last]);
    }
    way.reverse();
    Some(way)
}

/// The place of the brace that closes the one at `open`, or the end.
fn end_of_block(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    tokens.len()
}

/// Leaves out what is marked `#[cfg(test)]`.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text.as_str());
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut out = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        if (0..mark.len()).any(|k| text(i + k) != mark[k]) {
            out.push(tokens[i].clone());
            i += 1;
            continue;
        }
        // The item ends with a block or a semicolon, whichever comes first outside of brackets.
        let mut depth = 0;
        while i < tokens.len() {
            match text(i) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "{" if depth == 0 => {
                    i = end_of_block(&tokens, i);
                    // A list in a `use` ends with the semicolon.
                    if text(i + 1) == ";" {
                        i += 1;
                    }
                    break;
                }
                ";" if depth == 0 => break,
                _ => {}
            }
            i += 1;
        }
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the files of a crate into a folder of its own, and checks it.
    fn check_files(name: &str, files: &[(&str, &str)]) -> Result<(), String> {
        let folder = std::env::temp_dir().join(format!("imports-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let result = check(&folder);
        fs::remove_dir_all(&folder).unwrap();
        result
    }

    #[test]
    fn a_circle_is_named_with_its_lines() {
        let files = [
            ("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;\n"),
            (
                "a.rs",
                "use std::fmt;\n\nuse crate::b::{self, B};\npub struct A;",
            ),
            ("b/mod.rs", "pub mod deep;\npub use deep::B;\n"),
            ("b/deep.rs", "pub struct B;\nfn f() { crate::c::g() }"),
            ("c.rs", "\n\npub fn g() { super::A; }"),
        ];
        let error = check_files("named", &files).unwrap_err();
        for arrow in [
            "a.rs:3 imports b/deep.rs",
            "b/deep.rs:2 imports c.rs",
            "c.rs:3 imports a.rs",
        ] {
            assert!(error.contains(arrow), "{error}");
        }
        assert_eq!(error.lines().count(), 4);
        // Without one of the arrows there is no circle.
        let mut cut = files;
        cut[4].1 = "pub fn g() {}";
        assert_eq!(check_files("cut", &cut), Ok(()));
    }

    #[test]
    fn what_is_no_import_is_no_arrow() {
        let files = [
            ("lib.rs", "//! [`a`](crate::a)\nmod a; mod b; pub use b::Z;"),
            (
                "a.rs",
                r####"use crate::b::B;
                pub struct A<'a>(&'a B);
                impl A<'_> { fn quote() -> char { '"' } }"####,
            ),
            (
                "b.rs",
                r####"/* crate::a::A /* nested */ crate::a */
                /// See [`A`](crate::a::A).
                pub struct B;
                pub struct Z;
                const TEXT: &str = "crate::a::A \" crate::a";
                const RAW: &str = r##"crate::a::A "# crate::a"##;
                pub(in crate) fn f() -> char { 'x' }
                #[cfg(test)]
                use crate::a::{A, A as Other};
                #[cfg(test)]
                #[allow(dead_code)]
                mod tests { use crate::a::A; }"####,
            ),
        ];
        assert_eq!(check_files("none", &files), Ok(()));
    }

    #[test]
    fn every_kind_of_arrow_closes_a_circle() {
        let b = "pub struct B; use crate::a::A;";
        let arrows = [
            "use crate::b::B;",
            "use super::b::B;",
            "use crate::{b::B, std};",
            "use {std::fmt, crate::b::{B as Other}};",
            "use crate::b::*;",
            "use crate::b;",
            "use crate::B;",
            "use crate::passed::*;",
            "use crate::passed::Renamed;",
            "fn f() { super::b::g() }",
            "fn f() { self::inner::g() } mod inner { use super::super::b::B; }",
            "mod inner { pub fn f() -> crate::B {} }",
            "macro_rules! m { () => { $crate::b::B } }",
            "macro_rules! m { ($name:ident) => { mod $name { use super::super::B; } } }",
            "pub use crate::b::B; fn f(_: B) {}",
        ];
        for arrow in arrows {
            let a = format!("pub struct A;\n{arrow}\n");
            let files = [
                ("lib.rs", "mod a; mod b; mod passed; pub use b::B;"),
                ("a.rs", a.as_str()),
                ("b.rs", b),
                ("passed.rs", "pub use crate::b::{B, B as Renamed};"),
            ];
            let error = check_files("kinds", &files);
            assert!(error.is_err_and(|e| e.contains("b.rs")), "{arrow}");
        }
        // A file that only passes something on is no part of a circle.
        let files = [
            ("lib.rs", "mod a; mod b; pub use b::B;"),
            ("a.rs", "pub struct A; pub use crate::b::B;"),
            ("b.rs", b),
        ];
        assert_eq!(check_files("passing", &files), Ok(()));
    }

    #[test]
    fn missing_files_are_told() {
        let error = check_files("missing", &[("lib.rs", "mod gone;")]).unwrap_err();
        assert!(error.contains("gone"), "{error}");
        assert!(check("/nonexistent").is_err());
    }
}
