//! Which file of a crate uses which, and which folder: read from the sources, so that a circle of imports fails a test.
//!
//! The reader knows as much of Rust as it takes: comments and texts, `mod`, `use` with its trees, names
//! of items, and paths in code that begin with `crate`, `self`, `super` or something imported. A path
//! is followed through re-exports to the file in which its item stands. Code for tests only,
//! behind `#[cfg(test)]`, does not count. Methods are not followed: only paths make arrows.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Names and where each arrow leads, as in `engines -> core`.
pub type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Each file or folder with those that it uses, and a path that says so.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

/// Files, or folders, that use each other in a circle.
#[derive(Debug, PartialEq, Eq)]
pub struct Circle {
    /// Each of them with the path in it that leads to the next one; the last leads to the first.
    pub steps: Vec<(String, String)>,
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let next = self.steps.iter().cycle().skip(1);
        for ((file, through), (other, _)) in self.steps.iter().zip(next) {
            writeln!(f, "  {file} -> {other} (by `{through}`)")?;
        }
        Ok(())
    }
}

/// Fails if files of the crate use each other in a circle.
///
/// # Panics
/// Naming the shortest circle.
pub fn assert_no_circle(crate_folder: &Path) {
    let sources = Sources::of_crate(crate_folder).unwrap_or_else(|error| panic!("{error}"));
    if let Some(circle) = sources.circle() {
        panic!(
            "files of {} use each other in a circle:\n{circle}",
            crate_folder.display()
        );
    }
}

/// Fails if folders of the crate use each other in a circle: a folder is a module of the first level, with all that it contains.
///
/// # Panics
/// Naming the shortest circle.
pub fn assert_no_circle_of_folders(crate_folder: &Path) {
    let sources = Sources::of_crate(crate_folder).unwrap_or_else(|error| panic!("{error}"));
    let uses = sources.folders();
    let name = crate_folder.display();
    if let Some(circle) = circle(&uses) {
        panic!("folders of {name} use each other in a circle:\n{circle}");
    }
}

/// The crates and arrows of a picture: lines `name -> name, name` in the first block of the text that
/// has any; a crate without arrows stands with a dash in their place.
#[must_use]
pub fn pictured(markdown: &str) -> Arrows {
    let mut arrows = Arrows::new();
    let mut inside = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            if inside && !arrows.is_empty() {
                break;
            }
            inside = !inside;
        } else if inside && let Some((name, others)) = line.split_once("->") {
            let others = others.split(',').map(str::trim);
            let others = others.filter(|other| !other.is_empty() && *other != "-");
            arrows.insert(name.trim().into(), others.map(str::to_string).collect());
        }
    }
    arrows
}

/// A piece of Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Name(String),
    /// A text in quotation marks.
    Text(String),
    /// `::`
    Path,
    Sign(char),
}

impl Token {
    fn is(&self, sign: char) -> bool {
        *self == Token::Sign(sign)
    }

    fn name(&self) -> Option<&str> {
        match self {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// Takes a source apart; comments, numbers and lifetimes are left out.
pub fn tokens(source: &str) -> Vec<Token> {
    let bytes: Vec<char> = source.chars().collect();
    let at = |i: usize| bytes.get(i).copied().unwrap_or('\0');
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let c = at(i);
        if c == '/' && at(i + 1) == '/' {
            while i < bytes.len() && at(i) != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
                if depth == 0 || i >= bytes.len() {
                    break;
                }
            }
        } else if c.is_alphabetic() || c == '_' {
            let start = i;
            while is_name(at(i)) {
                i += 1;
            }
            let name: String = bytes[start..i].iter().collect();
            // Texts with a prefix: r"", r#""#, b"", br"", c"".
            let raw = matches!(name.as_str(), "r" | "br" | "cr");
            let mut hashes = 0;
            while raw && at(i + hashes) == '#' {
                hashes += 1;
            }
            if raw && at(i + hashes) == '"' {
                i += hashes + 1;
                let start = i;
                let ends = |i: usize| at(i) == '"' && (1..=hashes).all(|h| at(i + h) == '#');
                while i < bytes.len() && !ends(i) {
                    i += 1;
                }
                found.push(Token::Text(
                    bytes[start..i.min(bytes.len())].iter().collect(),
                ));
                i += hashes + 1;
            } else if name == "r" && hashes == 1 {
                // A raw name: the name itself comes next.
                i += 1;
            } else if !(matches!(name.as_str(), "b" | "c") && matches!(at(i), '"' | '\'')) {
                found.push(Token::Name(name));
            }
        } else if c.is_ascii_digit() {
            while is_name(at(i)) || at(i) == '.' && at(i + 1).is_ascii_digit() {
                i += 1;
            }
        } else if c == '"' {
            i += 1;
            let start = i;
            while i < bytes.len() && at(i) != '"' {
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            let end = i.min(bytes.len());
            found.push(Token::Text(bytes[start..end].iter().collect()));
            i += 1;
        } else if c == '\'' {
            // A letter, or a lifetime, which has no second mark.
            if at(i + 1) == '\\' {
                i += 3;
                while i < bytes.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            } else if at(i + 2) == '\'' {
                i += 3;
            } else {
                i += 1;
                while is_name(at(i)) {
                    i += 1;
                }
            }
        } else if c == ':' && at(i + 1) == ':' {
            found.push(Token::Path);
            i += 2;
        } else {
            if !c.is_whitespace() {
                found.push(Token::Sign(c));
            }
            i += 1;
        }
    }
    found
}

/// The place behind the bracket that closes the one at `open`.
fn behind(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Whether an attribute, without its brackets, leaves what follows to tests.
fn is_for_tests(attribute: &[Token]) -> bool {
    let names: Vec<&str> = attribute.iter().filter_map(Token::name).collect();
    matches!(names[..], ["cfg", "test", ..] | ["cfg", "all", "test", ..])
}

/// The place behind the item, field or statement that begins at `start`.
fn behind_item(tokens: &[Token], start: usize) -> usize {
    const ITEMS: [&str; 16] = [
        "mod",
        "fn",
        "use",
        "impl",
        "struct",
        "enum",
        "const",
        "static",
        "trait",
        "type",
        "unsafe",
        "async",
        "extern",
        "macro_rules",
        "pub",
        "union",
    ];
    let mut i = start;
    while tokens.get(i).is_some_and(|token| token.is('#')) {
        i = behind(tokens, i + 1);
    }
    let first = tokens.get(i).and_then(Token::name);
    let is_item = first.is_some_and(|name| ITEMS.contains(&name));
    let is_use = tokens[i..]
        .iter()
        .take(6)
        .any(|token| token.name() == Some("use"));
    while i < tokens.len() {
        match tokens[i] {
            Token::Sign(';') => return i + 1,
            Token::Sign(',') if !is_item => return i + 1,
            Token::Sign('}') => return i,
            Token::Sign('{') if !is_use => return behind(tokens, i),
            Token::Sign('(' | '[' | '{') => i = behind(tokens, i),
            _ => i += 1,
        }
    }
    i
}

/// A module: what is in it, and what it names.
#[derive(Debug, Default)]
struct Module {
    /// The file it stands in.
    file: String,
    children: BTreeSet<String>,
    items: BTreeSet<String>,
    /// Names brought in by `use`, with the path.
    uses: BTreeMap<String, Vec<String>>,
    /// `use …::*`
    globs: Vec<Vec<String>>,
    /// All other paths in its code.
    paths: BTreeSet<Vec<String>>,
}

/// A module declared without a body, to be found in a file.
struct Declared {
    path: Vec<String>,
    /// What `#[path = "…"]` says.
    file: Option<String>,
    /// Inside a module with a body.
    nested: bool,
}

/// The modules of a crate.
#[derive(Debug, Default)]
pub struct Sources {
    modules: BTreeMap<Vec<String>, Module>,
    /// Macros, which are seen in the whole crate, and their files.
    macros: BTreeMap<String, String>,
}

impl Sources {
    /// Reads the library of a crate, or if it has none its program.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn of_crate(folder: &Path) -> Result<Sources, String> {
        let source = folder.join("src");
        let root = match source.join("lib.rs").is_file() {
            true => "lib.rs",
            false => "main.rs",
        };
        Sources::read(root, &mut |path: &str| {
            let path = source.join(path);
            match fs::read_to_string(&path) {
                Ok(text) => Ok(Some(text)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(format!("{}: {error}", path.display())),
            }
        })
    }

    /// Reads sources that are given, each with its path from the folder of `lib.rs`.
    ///
    /// # Errors
    /// If a declared module has no file.
    pub fn of_texts(files: &[(&str, &str)]) -> Result<Sources, String> {
        Sources::read("lib.rs", &mut |path: &str| {
            let found = files.iter().find(|(name, _)| *name == path);
            Ok(found.map(|(_, text)| (*text).to_string()))
        })
    }

    fn read(
        root: &str,
        open: &mut dyn FnMut(&str) -> Result<Option<String>, String>,
    ) -> Result<Sources, String> {
        let mut sources = Sources::default();
        let text = open(root)?.ok_or_else(|| format!("there is no {root}"))?;
        // A file, its module, and the folder of the files of its modules.
        let mut open_files = VecDeque::from([(root.to_string(), Vec::new(), PathBuf::new(), text)]);
        while let Some((file, path, folder, text)) = open_files.pop_front() {
            let mut declared = Vec::new();
            sources.add(&file, path.clone(), &tokens(&text), &mut declared);
            for Declared {
                path: child,
                file: given,
                nested,
            } in declared
            {
                let inner: PathBuf = child[path.len()..].iter().collect();
                let inside = folder.join(inner);
                let here = Path::new(&file).parent().map(Path::to_path_buf);
                let candidates = match given {
                    // Beside the file; inside a module with a body, in the folder of that.
                    Some(given) if !nested => vec![here.unwrap_or_default().join(given)],
                    Some(given) => vec![inside.with_file_name(given)],
                    None => vec![inside.with_extension("rs"), inside.join("mod.rs")],
                };
                let mut found = false;
                for candidate in &candidates {
                    let name = candidate.to_string_lossy().replace('\\', "/");
                    if let Some(text) = open(&name)? {
                        open_files.push_back((name, child.clone(), inside.clone(), text));
                        found = true;
                        break;
                    }
                }
                if !found {
                    return Err(format!(
                        "{file}: no file of the module {}",
                        child.join("::")
                    ));
                }
            }
        }
        Ok(sources)
    }

    /// Adds a module with these contents, and those within.
    fn add(
        &mut self,
        file: &str,
        path: Vec<String>,
        tokens: &[Token],
        declared: &mut Vec<Declared>,
    ) {
        let mut module = Module {
            file: file.to_string(),
            ..Module::default()
        };
        let mut given = None;
        let mut exported = false;
        let mut depth = 0usize;
        let mut i = 0;
        while i < tokens.len() {
            let name = |i: usize| tokens.get(i).and_then(Token::name);
            match &tokens[i] {
                Token::Sign('#') => {
                    let open = i + 1 + usize::from(tokens.get(i + 1).is_some_and(|t| t.is('!')));
                    let end = behind(tokens, open);
                    let attribute = &tokens[open.min(end)..end];
                    let names: Vec<&str> = attribute.iter().filter_map(Token::name).collect();
                    i = end;
                    if is_for_tests(attribute) {
                        i = behind_item(tokens, end);
                    } else if names == ["path"] {
                        given = attribute.iter().find_map(|token| match token {
                            Token::Text(text) => Some(text.clone()),
                            _ => None,
                        });
                    } else if names.contains(&"macro_export") {
                        exported = true;
                    }
                    continue;
                }
                Token::Name(word) => match word.as_str() {
                    "mod" if name(i + 1).is_some() => {
                        let child = name(i + 1).unwrap_or_default().to_string();
                        module.children.insert(child.clone());
                        let mut inner = path.clone();
                        inner.push(child);
                        i += 2;
                        if tokens.get(i).is_some_and(|token| token.is('{')) {
                            let end = behind(tokens, i);
                            let mut within = Vec::new();
                            self.add(file, inner, &tokens[i + 1..end - 1], &mut within);
                            declared.extend(within.into_iter().map(|child| Declared {
                                nested: true,
                                ..child
                            }));
                            i = end;
                        } else {
                            declared.push(Declared {
                                path: inner,
                                file: given.take(),
                                nested: false,
                            });
                        }
                        continue;
                    }
                    // `impl … + use<'a>` is none.
                    "use" if !tokens.get(i + 1).is_some_and(|token| token.is('<')) => {
                        let end = behind_item(tokens, i);
                        let tree = &tokens[i + 1..end - 1];
                        module.add_uses(&mut Vec::new(), tree);
                        i = end;
                        continue;
                    }
                    "macro_rules" if tokens.get(i + 1).is_some_and(|token| token.is('!')) => {
                        if let Some(name) = name(i + 2) {
                            self.macros.insert(name.to_string(), file.to_string());
                            if exported {
                                self.macros
                                    .insert(format!("crate::{name}"), file.to_string());
                            }
                        }
                        // Its names are those of wherever it is used.
                        i = behind(tokens, i + 3);
                        continue;
                    }
                    "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static"
                        if depth == 0 =>
                    {
                        let skip =
                            usize::from(matches!(name(i + 1), Some("mut" | "fn" | "unsafe")));
                        if let Some(item) = name(i + 1 + skip) {
                            module.items.insert(item.to_string());
                        }
                    }
                    _ if i > 0 && tokens[i - 1] == Token::Path => {}
                    _ if tokens.get(i + 1) == Some(&Token::Path) => {
                        let mut found = vec![word.clone()];
                        let mut at = i + 1;
                        while let (Some(Token::Path), Some(Token::Name(next))) =
                            (tokens.get(at), tokens.get(at + 1))
                        {
                            found.push(next.clone());
                            at += 2;
                        }
                        module.paths.insert(found);
                    }
                    _ if tokens.get(i + 1).is_some_and(|token| token.is('!')) => {
                        module.paths.insert(vec![format!("{word}!")]);
                    }
                    _ => {}
                },
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => depth = depth.saturating_sub(1),
                Token::Sign(';') => exported = false,
                _ => {}
            }
            i += 1;
        }
        self.modules.insert(path, module);
    }

    /// The file in which a path ends that stands in a module, and whether it ends at a module; `None` if
    /// it leads out of the crate.
    fn target(
        &self,
        from: &[String],
        path: &[String],
        seen: &mut BTreeSet<Vec<String>>,
    ) -> Option<(String, bool)> {
        let mut at = from.to_vec();
        let mut rest = path;
        if rest.first().map(String::as_str) == Some("crate") {
            at.clear();
            rest = &rest[1..];
            if let [name] = rest
                && let Some(file) = self.macros.get(&format!("crate::{name}"))
            {
                return Some((file.clone(), false));
            }
        } else {
            while let Some(word @ ("self" | "super")) = rest.first().map(String::as_str) {
                if word == "super" {
                    at.pop()?;
                }
                rest = &rest[1..];
            }
        }
        let anchored = rest.len() < path.len();
        self.walk(at, rest, anchored, seen)
    }

    /// Follows a path from a module on; a path that is not `anchored` may lead to another crate.
    fn walk(
        &self,
        mut at: Vec<String>,
        mut rest: &[String],
        anchored: bool,
        seen: &mut BTreeSet<Vec<String>>,
    ) -> Option<(String, bool)> {
        loop {
            let module = self.modules.get(&at)?;
            let Some((name, behind)) = rest.split_first() else {
                return Some((module.file.clone(), true));
            };
            if module.children.contains(name) {
                at.push(name.clone());
                // One behind `#[cfg(test)]` is not there.
                self.modules.get(&at)?;
                rest = behind;
                continue;
            }
            if module.items.contains(name) {
                return Some((module.file.clone(), false));
            }
            // Each name is followed once, in case it comes back to itself.
            let mut key = at.clone();
            key.push(name.clone());
            if !seen.insert(key) {
                return None;
            }
            if let Some(used) = module.uses.get(name) {
                let path: Vec<String> = used.iter().chain(behind).cloned().collect();
                return self.target(&at, &path, seen);
            }
            for glob in &module.globs {
                let path: Vec<String> = glob.iter().chain(rest).cloned().collect();
                if let Some((file, is_module)) = self.target(&at, &path, seen) {
                    return Some((file, is_module));
                }
            }
            return anchored.then(|| (module.file.clone(), false));
        }
    }

    /// The files, each with those that it uses and a path that says so.
    fn arrows(&self) -> Uses {
        let mut arrows = Uses::new();
        for (at, module) in &self.modules {
            let from = arrows.entry(module.file.clone()).or_default();
            let mut add = |file: String, path: &[String]| {
                if file != module.file {
                    from.entry(file).or_insert_with(|| path.join("::"));
                }
            };
            for path in module.uses.values().chain(&module.paths) {
                if let [name] = &path[..]
                    && let Some(name) = name.strip_suffix('!')
                {
                    if let Some(file) = self.macros.get(name) {
                        add(file.clone(), path);
                    }
                    continue;
                }
                match self.target(at, path, &mut BTreeSet::new()) {
                    // What is used of a module, paths through its name say.
                    Some((_, true)) | None => {}
                    Some((file, false)) => add(file, path),
                }
            }
            for glob in &module.globs {
                // Whatever is there may be used: what stands in the module, and what it passes on.
                if let Some((file, _)) = self.target(at, glob, &mut BTreeSet::new()) {
                    let passed = self.modules.iter().filter(|(_, other)| other.file == file);
                    for (other, passing) in passed {
                        for path in passing.uses.values() {
                            if let Some((file, false)) =
                                self.target(other, path, &mut BTreeSet::new())
                            {
                                add(file, glob);
                            }
                        }
                    }
                    add(file, glob);
                }
            }
        }
        arrows
    }

    /// The folders, each with those that its files use; the root of the crate belongs to none.
    fn folders(&self) -> Uses {
        let folder = |file: &str| match file {
            "lib.rs" | "main.rs" => None,
            file => {
                let first = file.split('/').next().unwrap_or(file);
                Some(first.trim_end_matches(".rs").to_string())
            }
        };
        let mut folders = Uses::new();
        for (file, used) in self.arrows() {
            let Some(from) = folder(&file) else { continue };
            let from_all = folders.entry(from.clone()).or_default();
            for (other, path) in used {
                if let Some(to) = folder(&other).filter(|to| *to != from) {
                    let through = || format!("{file}: {path}");
                    from_all.entry(to).or_insert_with(through);
                }
            }
        }
        folders
    }

    /// The shortest circle of files that use each other, if there is any.
    #[must_use]
    pub fn circle(&self) -> Option<Circle> {
        circle(&self.arrows())
    }
}

/// The shortest circle, if there is any.
fn circle(uses: &Uses) -> Option<Circle> {
    let mut shortest: Option<Vec<&str>> = None;
    for start in uses.keys() {
        // Breadth first, until one leads back.
        let mut before: BTreeMap<&str, &str> = BTreeMap::new();
        let mut open = VecDeque::from([start.as_str()]);
        'search: while let Some(from) = open.pop_front() {
            for next in uses[from].keys().filter(|next| uses.contains_key(*next)) {
                if next == start {
                    let mut circle = vec![from];
                    while let Some(&earlier) = before.get(circle[circle.len() - 1]) {
                        circle.push(earlier);
                    }
                    circle.reverse();
                    let is_shorter = |other: &Vec<&str>| circle.len() < other.len();
                    if shortest.as_ref().is_none_or(is_shorter) {
                        shortest = Some(circle);
                    }
                    break 'search;
                }
                if !before.contains_key(next.as_str()) {
                    before.insert(next, from);
                    open.push_back(next);
                }
            }
        }
    }
    let circle = shortest?;
    let next = circle.iter().cycle().skip(1);
    let steps = circle.iter().zip(next);
    let steps = steps.map(|(&from, &to)| (from.to_string(), uses[from][to].clone()));
    Some(Circle {
        steps: steps.collect(),
    })
}

impl Module {
    /// Adds what a `use` brings in, behind `before`.
    fn add_uses(&mut self, before: &mut Vec<String>, tree: &[Token]) {
        let length = before.len();
        let mut i = 0;
        while i < tree.len() {
            match &tree[i] {
                Token::Name(name) if name == "as" => {
                    let name = tree.get(i + 1).and_then(Token::name).unwrap_or("_");
                    self.add_use(name, before);
                    before.truncate(length);
                    return;
                }
                Token::Name(name) => before.push(name.clone()),
                Token::Sign('*') => {
                    self.globs.push(before.clone());
                    before.truncate(length);
                    return;
                }
                Token::Sign('{') => {
                    let end = behind(tree, i);
                    let inner = &tree[i + 1..end.saturating_sub(1).max(i + 1)];
                    let mut start = 0;
                    while start < inner.len() {
                        let mut stop = start;
                        while stop < inner.len() && !inner[stop].is(',') {
                            stop = match inner[stop].is('{') {
                                true => behind(inner, stop),
                                false => stop + 1,
                            };
                        }
                        self.add_uses(before, &inner[start..stop]);
                        start = stop + 1;
                    }
                    before.truncate(length);
                    return;
                }
                _ => {}
            }
            i += 1;
        }
        if before.len() > length {
            if before.last().map(String::as_str) == Some("self") {
                before.pop();
            }
            let name = before.last().cloned().unwrap_or_default();
            self.add_use(&name, before);
        }
        before.truncate(length);
    }

    fn add_use(&mut self, name: &str, path: &[String]) {
        // Those without a name are told apart all the same.
        let name = match name {
            "_" => path.join("::"),
            name => name.to_string(),
        };
        self.uses.insert(name, path.to_vec());
    }
}

#[cfg(test)]
mod tests {
    use super::{circle as circle_of, *};

    fn circle(files: &[(&str, &str)]) -> Option<Vec<String>> {
        let circle = Sources::of_texts(files).unwrap().circle()?;
        Some(circle.steps.into_iter().map(|(file, _)| file).collect())
    }

    #[test]
    fn arrows_that_only_go_down_are_not_a_circle() {
        let files = [
            (
                "lib.rs",
                "//! use crate::top;\npub mod top;\nmod low;\npub use low::Word;",
            ),
            (
                "low.rs",
                "pub struct Word; // crate::top::Top\n/* use crate::top::Top; */",
            ),
            (
                "top/mod.rs",
                "mod a;\nmod b;\npub use a::A;\npub use b::{B, make as made};",
            ),
            (
                "top/a.rs",
                "use crate::Word;\npub struct A(Word);\n\
              #[cfg(test)]\nmod tests { use super::super::B; }",
            ),
            // Through the parent, which passes it on, and in code.
            (
                "top/b.rs",
                "pub struct B(super::A);\npub fn make() -> crate::low::Word { crate::Word }",
            ),
        ];
        assert_eq!(circle(&files), None);
        let arrows = Sources::of_texts(&files).unwrap();
        let arrows = arrows.arrows();
        let of = |file: &str| arrows[file].keys().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(of("low.rs"), [""; 0]);
        assert_eq!(of("top/a.rs"), ["low.rs"]);
        assert_eq!(of("top/b.rs"), ["low.rs", "top/a.rs"]);
        assert_eq!(of("top/mod.rs"), ["top/a.rs", "top/b.rs"]);
    }

    #[test]
    fn a_circle_is_found_however_it_is_written() {
        let a = "use crate::b::B;\npub struct A(B);";
        for b in [
            "use crate::a::A;\npub struct B(A);",
            "use super::a::{self, A};\npub struct B(A);",
            "use crate::a;\npub struct B(a::A);",
            "pub struct B(crate::a::A);",
            "pub struct B;\nfn f(a: &'static super::a::A) -> char { '\"' }",
            "use crate::{a as other};\npub struct B(other::A);",
            "use crate::A;\npub struct B(A);",
            "pub struct B;\nmod inner { pub use super::super::a::A; }",
            "use crate::*;\npub struct B(A);",
            "#[cfg(not(test))]\nuse crate::a::A;\npub struct B(A);",
            "pub const TEXT: &str = r#\"\"/*\"#;\npub struct B(crate::a::A);",
        ] {
            let files = [
                ("lib.rs", "mod a;\nmod b;\npub use a::A;"),
                ("a.rs", a),
                ("b.rs", b),
            ];
            assert_eq!(
                circle(&files),
                Some(vec!["a.rs".into(), "b.rs".into()]),
                "{b}"
            );
        }
        // The same, where nothing but tests, comments and texts speak of the other.
        for b in [
            "pub struct B;\n#[cfg(test)]\nuse crate::a::A;",
            "pub struct B;\n#[cfg(test)]\nmod tests {\n use crate::a::A;\n}",
            "/// [`crate::a::A`]\npub struct B;",
            "pub struct B;\nconst TEXT: &str = \"crate::a::A\";",
            "pub struct B {\n #[cfg(test)]\n a: crate::a::A,\n}",
            "use crate::a;\npub struct B;",
            "pub struct B;\nmod inner { use super::B; }\nfn crate_a() { other::a::A; }",
        ] {
            let files = [
                ("lib.rs", "mod a;\nmod b;\npub use a::A;"),
                ("a.rs", a),
                ("b.rs", b),
            ];
            assert_eq!(circle(&files), None, "{b}");
        }
    }

    #[test]
    fn a_parent_with_items_of_its_own_takes_part() {
        let files = [
            ("lib.rs", "mod top;"),
            (
                "top.rs",
                "mod low;\nuse low::Low;\npub struct Word;\nfn f(_: Low) {}",
            ),
            ("top/low.rs", "use super::Word;\npub struct Low(Word);"),
        ];
        assert_eq!(
            circle(&files),
            Some(vec!["top.rs".into(), "top/low.rs".into()])
        );
        // A circle of three names its paths.
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::c::C; pub struct B;"),
            ("c.rs", "pub struct C(crate::a::A);"),
        ];
        let found = Sources::of_texts(&files).unwrap().circle().unwrap();
        let text = "  a.rs -> b.rs (by `crate::b::B`)\n  b.rs -> c.rs (by `crate::c::C`)\n  \
                    c.rs -> a.rs (by `crate::a::A`)\n";
        assert_eq!(found.to_string(), text);
    }

    #[test]
    fn folders_are_modules_of_the_first_level() {
        // No two files use each other here, but the folders do.
        let files = [
            (
                "lib.rs",
                "mod a; mod b; pub use a::x::Word; pub struct Root;",
            ),
            (
                "a.rs",
                "pub mod x; pub mod y; use crate::Root; pub struct Top(Root);",
            ),
            ("a/x.rs", "pub struct Word;"),
            ("a/y.rs", "pub struct B(crate::b::B);"),
            ("b.rs", "pub struct B(crate::Word);"),
        ];
        let sources = Sources::of_texts(&files).unwrap();
        assert_eq!(sources.circle(), None);
        let folders = sources.folders();
        assert!(!folders.contains_key("lib"));
        let text = "  a -> b (by `a/y.rs: crate::b::B`)\n  b -> a (by `b.rs: crate::Word`)\n";
        assert_eq!(circle_of(&folders).unwrap().to_string(), text);
    }

    #[test]
    fn files_are_found_where_the_compiler_looks() {
        let files = [
            (
                "lib.rs",
                "mod a;\n#[path = \"other/name.rs\"]\nmod b;\nmod inner { pub mod deep; }",
            ),
            ("a/mod.rs", "pub mod x;"),
            (
                "a/x.rs",
                "macro_rules! twice { () => { crate::nowhere::Thing } }\npub(crate) use twice;",
            ),
            ("other/name.rs", "fn f() { twice!() }"),
            ("inner/deep.rs", "use crate::a::x::twice;\npub struct Deep;"),
        ];
        let sources = Sources::of_texts(&files).unwrap();
        let arrows = sources.arrows();
        assert_eq!(arrows.keys().count(), 5);
        assert!(arrows["other/name.rs"].contains_key("a/x.rs"));
        assert_eq!(sources.circle(), None);
        let missing = Sources::of_texts(&[("lib.rs", "mod gone;")]).unwrap_err();
        assert_eq!(missing, "lib.rs: no file of the module gone");
    }

    #[test]
    fn pictures_are_read() {
        let picture = "# A page\n```text\nno arrows\n```\n```text\nlow -> -\ntop  -> low, middle\n```\n\
                       ```text\nother -> top\n```\n";
        let arrows = pictured(picture);
        assert_eq!(arrows.len(), 2);
        assert!(arrows["low"].is_empty());
        assert_eq!(arrows["top"].iter().collect::<Vec<_>>(), ["low", "middle"]);
    }
}
