//! Every object of `--json` is as its schema in the book says.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{err, file, out, run, run_with};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/schema")
}

pub fn schema(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The files are derived from the types that are printed.
///
/// `UPDATE_DOCS=1 cargo test -p nimfield-cli --features schema --test suite schema` writes them, and with
/// them the tables of the book.
#[test]
#[cfg(feature = "schema")]
fn the_schemas_are_those_of_the_types() {
    for (name, schema) in derived() {
        let file = folder().join(format!("{name}.json"));
        let written = std::fs::read_to_string(&file).unwrap();
        let written = written.replace("\r\n", "\n");
        assert!(
            *schema == written,
            "{name}.json is not derived from its type"
        );
    }
    let derived = derived().iter().map(|(name, _)| *name);
    assert_eq!(names(), Vec::from_iter(derived));
}

/// The schemas of the types; when documents are updated they are written first.
#[cfg(feature = "schema")]
fn derived() -> &'static [(&'static str, String)] {
    static DERIVED: std::sync::OnceLock<Vec<(&str, String)>> = std::sync::OnceLock::new();
    DERIVED.get_or_init(|| {
        let text = |(name, schema)| (name, serde_json::to_string_pretty(&schema).unwrap() + "\n");
        let derived: Vec<(&str, String)> = nimfield_cli::schemas().into_iter().map(text).collect();
        if std::env::var_os("UPDATE_DOCS").is_some() {
            for (name, text) in &derived {
                std::fs::write(folder().join(format!("{name}.json")), text).unwrap();
            }
        }
        derived
    })
}

/// The errors of a value, by the keywords of JSON Schema that the schemas use; any other keyword is an error of the
/// schema.
pub fn faults(schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("{place}: {what}"));
    for (word, wanted) in schema.as_object().unwrap() {
        match word.as_str() {
            "$schema" | "title" | "description" | "items" | "additionalProperties" => {}
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "string" => value.is_string(),
                    "number" => value.is_number(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "boolean" => value.is_boolean(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    "null" => value.is_null(),
                    name => panic!("no type: {name}"),
                };
                let allowed = match wanted {
                    Value::Array(names) => names.iter().any(is),
                    name => is(name),
                };
                if !allowed {
                    fault(format!("{value} is not of type {wanted}"));
                }
            }
            "const" if value != wanted => fault(format!("{value} is not {wanted}")),
            "const" => {}
            "enum" if !wanted.as_array().unwrap().contains(value) => {
                fault(format!("{value} is none of {wanted}"));
            }
            "enum" => {}
            "minimum" if value.as_f64() < wanted.as_f64() && value.is_number() => {
                fault(format!("{value} is below {wanted}"));
            }
            "maximum" if value.as_f64() > wanted.as_f64() && value.is_number() => {
                fault(format!("{value} is above {wanted}"));
            }
            "minimum" | "maximum" => {}
            "minItems" | "maxItems" => {
                let count = value.as_array().map(|items| items.len() as u64);
                let bound = wanted.as_u64();
                let fits = match word == "minItems" {
                    true => count >= bound,
                    false => count <= bound,
                };
                if count.is_some() && !fits {
                    fault(format!("{value} does not have {wanted} items"));
                }
            }
            "required" => {
                for name in wanted.as_array().unwrap() {
                    if value.is_object() && value.get(name.as_str().unwrap()).is_none() {
                        fault(format!("{name} is missing"));
                    }
                }
            }
            "properties" => {}
            word => panic!("the schema uses {word}"),
        }
    }
    if let Some(fields) = value.as_object() {
        for (name, field) in fields {
            let place = format!("{place}.{name}");
            let known = schema.get("properties").and_then(|known| known.get(name));
            match (known, schema.get("additionalProperties")) {
                (Some(schema), _) => faults.extend(self::faults(schema, field, &place)),
                (None, Some(Value::Bool(false))) => faults.push(format!("{place} is unknown")),
                (None, Some(Value::Object(other))) => {
                    faults.extend(self::faults(&Value::Object(other.clone()), field, &place));
                }
                (None, _) => {}
            }
        }
    }
    if let (Some(items), Some(schema)) = (value.as_array(), schema.get("items")) {
        for (i, item) in items.iter().enumerate() {
            faults.extend(self::faults(schema, item, &format!("{place}[{i}]")));
        }
    }
    faults
}

/// Checks that a command prints lines, all of which are valid by a schema.
fn fits(name: &str, args: &[&str]) {
    let output = run(&[args, &["--json"]].concat());
    let schema = schema(name);
    assert!(!output.stdout.is_empty(), "{args:?}: {}", err(&output));
    for line in out(&output).lines() {
        let value: Value =
            serde_json::from_str(line).unwrap_or_else(|_| panic!("{args:?}: {line}"));
        let faults = faults(&schema, &value, name);
        assert!(faults.is_empty(), "{args:?}: {faults:?}");
    }
}

#[test]
fn every_object_is_as_its_schema_says() {
    let at = |name: &str| file(name).to_str().unwrap().to_string();
    let (table, certificate) = (at("schema.nimtable"), at("schema.cert"));
    let refuted = at("schema-refuted.json");
    let (found, bfile) = (at("schema-found.json"), at("schema-b000001.txt"));
    let shard = at("schema.shard");
    let law = at("schema-law.json");
    std::fs::write(&bfile, "# a sequence\n1 2\n2 3\n").unwrap();
    assert!(
        run(&["solve", "lines(max=2)[2x2]", "-o", &table])
            .status
            .success()
    );
    run(&["hunt", "ferguson-conjecture", "--certificate", &found]);
    let statement = ["hunt", "--statement", "crim: P -> even(size)"];
    run(&[&statement[..], &["--certificate", &refuted]].concat());
    let cases: &[(&str, &[&str])] = &[
        (
            "answer",
            &[
                "analyze",
                "matrix[20 24; 24 27]",
                "nim[0]",
                "nimbers[(2,w)]",
            ],
        ),
        (
            "answer",
            &[
                "analyze",
                "--dag",
                "--value",
                "matrix-partizan[1 2; 2 2]",
                "{2|1} + *",
            ],
        ),
        (
            "answer",
            &[
                "analyze",
                "--limit",
                "5",
                "--value",
                "matrix-partizan[1 2; 2 2]",
            ],
        ),
        (
            "answer",
            &[
                "analyze",
                "--play",
                "misere",
                "--value",
                "nim[2]",
                "wythoff[1,2]",
            ],
        ),
        (
            "answer",
            &[
                "analyze",
                "--positions",
                "5",
                "matrix[40 41 42; 44 45 46; 30 31 33]",
            ],
        ),
        ("error", &["analyze", "nim[x]", "chess"]),
        ("error", &["table", "nim[a]"]),
        ("error", &["play", "nim[3]"]),
        ("error", &["repl"]),
        ("error", &["man"]),
        ("error", &["completions", "bash"]),
        ("error", &["draw", "nim[3]"]),
        ("error", &["verify", "no-such-claim"]),
        ("error", &["analyze", "--misere", "nim[3]"]),
        ("error", &["no-such-command"]),
        (
            "expression",
            &["value", "{2|1} + *", "1 < 2", "options({2|1})"],
        ),
        (
            "expression",
            &["value", "mean(crpm[3,2]) + 1", "grundy(pnim[4,2]) * 3"],
        ),
        ("expression", &["nimber", "14*8", "1/w"]),
        ("thermograph", &["value", "thermograph({5|{3|1}})"]),
        ("thermograph", &["draw", "--thermograph", "{5|{3|1}}"]),
        ("diagonal", &["nimber", "--diagonal", "nimbers[(1,3)]"]),
        ("diagram", &["partition", "[5,3,1]", "[400^400]", "[]"]),
        ("excess", &["nimber", "--excess", "3..7"]),
        ("row", &["table", "nim[a b]", "a=0..2", "b=a..2"]),
        (
            "row",
            &["table", "nim[a b]", "a=0..2", "b=a..2", "--show", "genus"],
        ),
        ("row", &["table", "crpm[a,1]", "a=1..2", "--show", "stops"]),
        ("count", &["table", "nim[a]", "a=0..3", "--count"]),
        (
            "count",
            &["table", "crpm[a,1]", "a=1..3", "--show", "kind", "--count"],
        ),
        ("partition", &["table", "pnim", "--up-to", "3"]),
        (
            "partition",
            &["table", "pnim", "--up-to", "3", "--by", "perimeter"],
        ),
        (
            "partition-count",
            &["table", "pnim", "--up-to", "3", "--count"],
        ),
        (
            "partition-count",
            &["table", "pnim", "--up-to", "3", "--heavy", "--count"],
        ),
        ("size-count", &["table", "crim", "--up-to", "3", "--count"]),
        (
            "size-count",
            &["table", "lctr", "--up-to", "3", "--value", "0", "--count"],
        ),
        ("row", &["table", "lctr", "--up-to", "3"]),
        ("bfile", &["table", "--check-bfile", &bfile]),
        ("game", &["games"]),
        ("game", &["games", "@tests/cli/boards.in/ring.txt"]),
        ("listed-claim", &["verify", "--list"]),
        ("claim", &["verify", "ferguson-theorem-3", "--up-to", "3"]),
        ("claim", &["hunt", "ferguson-conjecture"]),
        (
            "claim",
            &[
                "verify",
                "ferguson-theorem-3",
                "--up-to",
                "3",
                "--no-seconds",
            ],
        ),
        (
            "shard",
            &[
                "verify",
                "ferguson-theorem-3",
                "--up-to",
                "3",
                "--shard",
                "1/1",
                "-o",
                &shard,
            ],
        ),
        ("claim", &["merge", &shard]),
        ("error", &["merge", &bfile]),
        (
            "statement",
            &["hunt", "--statement", "crim: P -> even(size)"],
        ),
        (
            "statement",
            &["hunt", "--statement", "nim[a a]: P", "a=0..3"],
        ),
        ("misere", &["misere", "nim[2]", "tactix[2x2]"]),
        (
            "misere",
            &["misere", "--dag", "--limit", "1", "tactix[2x2]"],
        ),
        ("guess", &["guess", "wythoff[a b]", "a=0..60", "b=0..60"]),
        ("period", &["period", "code(0.77)[n]"]),
        ("period", &["period", "wythoff[2,n]", "--up-to", "3"]),
        ("quotient", &["quotient", "code(0.77)[n]", "--up-to", "5"]),
        ("quotient", &["quotient", "tactix[2x2]"]),
        ("classes", &["classify", "lctr", "--up-to", "5"]),
        ("board", &["solve", "lines(max=2)[2x2]"]),
        ("board", &["solve", "lines(max=2)[2x2]", "--values"]),
        ("board", &["probe", &table]),
        (
            "plan",
            &[
                "solve",
                "lines(max=2)[4x5]",
                "--memory",
                "24KiB",
                "--scratch",
                ".",
                "--plan",
            ],
        ),
        ("answer", &["probe", &table, "lines(max=2)[10/01]"]),
        (
            "certificate",
            &["certify", "tactix[3x3]", "-o", &certificate],
        ),
        ("certificate", &["check", &certificate]),
        ("counterexample", &["check", &found]),
        ("refuted", &["check", &refuted]),
        (
            "guess-prove",
            &[
                "guess",
                "wythoff[a b]",
                "--prove",
                "--redundant",
                "--minimal",
                "--count",
                "10^18",
            ],
        ),
        (
            "guess-prove",
            &[
                "guess",
                "nim[a b]",
                "--prove",
                "--values",
                "--certificate",
                &law,
            ],
        ),
        ("law", &["check", &law]),
        ("answer", &["analyze", "nim[10^30 5]", "--law", &law]),
        (
            "answer",
            &["analyze", "yama[1000 2000]", "--play", "misere"],
        ),
    ];
    let mut used = Vec::new();
    for (name, args) in cases {
        fits(name, args);
        used.push((*name).to_string());
    }
    for name in names() {
        assert!(used.contains(&name), "{name} is not checked");
    }
}

/// The names of the schemas, in their order.
fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.map(|name| name.replace(".json", "")).collect();
    names.sort();
    names
}

/// The type of a value, as text.
fn type_of(schema: &Value) -> String {
    let joined = |parts: Vec<String>| match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => parts.concat(),
    };
    let value = |value: &Value| match value {
        Value::Null => "null".to_string(),
        value => format!("`{value}`"),
    };
    if let Some(only) = schema.get("const") {
        return value(only);
    }
    if let Some(values) = schema.get("enum") {
        return joined(values.as_array().unwrap().iter().map(value).collect());
    }
    let name = |name: &Value| match name.as_str().unwrap() {
        "array" => match type_of(&schema["items"]) {
            arrays if arrays.starts_with("array ") => {
                format!("array of {}", arrays.replacen("array", "arrays", 1))
            }
            one => format!("array of {one}s"),
        },
        "object" => match schema.get("additionalProperties") {
            Some(other) if other.is_object() => format!("object of {}s", type_of(other)),
            _ => "object".to_string(),
        },
        name => name.to_string(),
    };
    match &schema["type"] {
        Value::Array(names) => joined(names.iter().map(name).collect()),
        one => name(one),
    }
}

/// Writes a row for each field, and for the fields in it; adjacent fields with the same text share a row.
fn rows(schema: &Value, path: &str, text: &mut String) {
    let Some(fields) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    let required = schema["required"].as_array().unwrap();
    let fields: Vec<(&String, &Value)> = fields.iter().collect();
    for alike in fields.chunk_by(|one, other| one.1 == other.1) {
        let field = alike[0].1;
        let names: Vec<String> = alike
            .iter()
            .map(|(name, _)| format!("`{path}{name}`"))
            .collect();
        let optional = match required.contains(&Value::from(alike[0].0.as_str())) {
            true => "",
            false => ", not always there",
        };
        let meaning = field["description"]
            .as_str()
            .expect("every field is described");
        let names = names.join(", ");
        *text += &format!("| {names} | {}{optional} | {meaning} |\n", type_of(field));
        let name = match alike.len() {
            1 => alike[0].0,
            _ => "*",
        };
        let (mut path, mut inner) = (format!("{path}{name}"), field);
        while let Some(items) = inner.get("items") {
            path += "[]";
            inner = items;
        }
        rows(inner, &(path + "."), text);
    }
}

/// The fields of an object as a table.
fn table(schema: &Value) -> String {
    let mut text = "| field | type | meaning |\n|---|---|---|\n".to_string();
    rows(schema, "", &mut text);
    text
}

/// `UPDATE_DOCS=1 cargo test -p nimfield-cli --test suite schema` writes the tables again.
#[test]
fn the_book_lists_the_fields_of_the_schemas() {
    #[cfg(feature = "schema")]
    derived();
    let file = folder().join("../answer.md");
    let page = std::fs::read_to_string(&file)
        .unwrap()
        .replace("\r\n", "\n");
    let others = names().into_iter().filter(|name| name != "answer");
    let others = others.map(|name| {
        let schema = schema(&name);
        let title = schema["title"].as_str().unwrap();
        format!(
            "### {name}\n\n{title} ([schema](schema/{name}.json)).\n\n{}\n",
            table(&schema)
        )
    });
    let others: String = others.collect();
    let mut written = page.clone();
    for (begin, end, text) in [
        (
            "<!-- schema answer -->\n",
            "<!-- end of schema -->",
            table(&schema("answer")),
        ),
        (
            "<!-- schemas -->\n",
            "<!-- end of schemas -->",
            format!("\n{others}"),
        ),
    ] {
        let (head, rest) = written.split_once(begin).expect("where the fields stand");
        let at = rest.find(end).expect("where they end");
        written = format!("{head}{begin}{text}{}", &rest[at..]);
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &written).unwrap();
    }
    assert!(
        page == written,
        "answer.md does not list the fields of docs/src/schema"
    );
}

/// Values that a schema forbids are found.
#[test]
fn the_checker_finds_faults() {
    let answer = run_with(&["analyze", "--json", "nim[3]"], b"");
    let good: Value = serde_json::from_slice(&answer.stdout).unwrap();
    let schema = schema("answer");
    assert_eq!(faults(&schema, &good, ""), Vec::<String>::new());
    for (name, value) in [
        ("outcome", Value::from("Q")),
        ("value", Value::from(3)),
        ("schema", Value::from(2)),
        ("complete", Value::Null),
        ("surprise", Value::from(1)),
        (
            "effort",
            serde_json::json!({ "positions": -1, "seconds": 0.0 }),
        ),
        ("winning_moves", serde_json::json!([{ "move": "x" }])),
    ] {
        let mut bad = good.clone();
        bad[name] = value;
        assert!(!faults(&schema, &bad, "").is_empty(), "{name}");
    }
    let mut bad = good.clone();
    bad.as_object_mut().unwrap().remove("reason");
    assert!(!faults(&schema, &bad, "").is_empty());
}
