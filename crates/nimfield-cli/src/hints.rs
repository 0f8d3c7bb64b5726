//! Suggestions for texts that are not positions: other notations, and names without brackets.

use std::ffi::OsString;
use std::path::Path;

use nimfield::Games;
use nimfield_core::game::Rules;
use nimfield_core::info::Setup;
use nimfield_core::notation::Cursor;
use nimfield_games::matrix::Matrix;
use nimfield_games::nim::Nim;
use short_game::calc::FUNCTIONS;

/// Returns the position that the text gives in another notation, if that can be read.
pub fn meant(text: &str) -> Option<String> {
    /// Longer texts are ignored.
    const LONGEST: usize = 1 << 12;
    if text.len() > LONGEST {
        return None;
    }
    let games = Games::builtin();
    let text = text.trim();
    let plain = text.trim_matches(|c| "“”„‘’‚«»\"'`".contains(c)).trim();
    let file = plain.split('[').next()?;
    if file.contains('.') && Path::new(file).is_file() {
        return Some(format!("@{plain}"));
    }
    let named = with_brackets(plain, &games);
    let body = named.as_deref().unwrap_or(plain);
    let with_first = |named: &str| first_as_option(named, &games);
    let bare = |name: &str| match plain.chars().next()? {
        '[' => Some(format!("{name}{plain}")),
        '0'..='9' => Some(format!("{name}[{plain}]")),
        _ => None,
    };
    let candidates = [
        Some(plain.to_string()),
        matrix(plain, &games),
        bare(Nim::INFO.name),
        bare(Matrix::INFO.name),
        code(plain),
        Some(format!("code{plain}")).filter(|_| plain.starts_with('(')),
        named.as_deref().and_then(with_first),
        named.clone(),
        with_options(body, &games),
        other_body(body, &games),
    ];
    let reads = |candidate: &String| candidate != text && games.read(candidate).is_ok();
    let candidates = candidates.into_iter().flatten();
    candidates.chain(respelled(plain, &games)).find(reads)
}

/// Returns the text with other separators and brackets, and with signs of LaTeX and of arithmetic as they are written
/// here.
fn respelled(text: &str, games: &Games) -> Vec<String> {
    const SIGNS: [(&str, &str); 9] = [
        ("\\\\", ";"),
        ("&", " "),
        ("\\omega", "w"),
        ("⊕", "+"),
        ("^{", "^"),
        ("),(", ";"),
        ("), (", ";"),
        (",]", "]"),
        ("}]", "]"),
    ];
    let end = |c: char| ".,;".contains(c) || c.is_whitespace();
    let text = SIGNS.iter().fold(
        text.trim_end_matches(end).to_string(),
        |text, (sign, own)| text.replace(sign, own),
    );
    let rows = text.replace(['|', '/'], ";");
    let sum = text.replace("], ", "] + ").replace("] ", "] + ");
    let sum = sum.replace("+ + ", "+ ");
    let mut found = vec![text.clone(), text.replace(';', ","), rows];
    // A single position.
    let parts = text.strip_suffix(']').and_then(|text| text.split_once('['));
    if let Some((name, inside)) = parts.filter(|(_, inside)| !inside.contains(']')) {
        let flat = inside.replace(['(', ')'], "");
        found.extend([
            format!("{name}[({inside})]"),
            format!("{name}[{inside}x{inside}]"),
            format!("{name}[{flat}]"),
            format!("{name}[{}]", flat.replace(';', ",")),
        ]);
        // The option without its name: lines(3) for lines(max=3).
        let game = games.find(Cursor::new(name).word());
        let option = game.and_then(|game| game.info.example.split_once('(')?.1.split_once('='));
        if let (Some((option, _)), Some((game, value))) = (option, name.split_once('(')) {
            found.push(format!("{game}({option}={value}[{inside}]"));
        }
    }
    found.extend([sum, text.replace(',', ";")]);
    found
}

/// Reads rows in brackets or braces within such, and matrices of LaTeX, perhaps after the name of a game.
fn matrix(text: &str, games: &Games) -> Option<String> {
    let square = text.replace('{', "[").replace('}', "]");
    let square = square.replace("[ [", "[[").replace("] ]", "]]");
    let (before, rows): (&str, Vec<&str>) = match square.split_once("[[") {
        Some((before, rows)) => (before, rows.rsplit_once("]]")?.0.split(']').collect()),
        None => {
            let (before, inside) = text.split_once("\\begin{")?;
            let inside = inside.split_once('}')?.1.rsplit_once("\\end{")?.0;
            // An `array` names the alignment of its columns first.
            let inside = match inside.strip_prefix('{') {
                Some(columns) => columns.split_once('}')?.1,
                None => inside,
            };
            let rows = inside.split("\\\\").filter(|row| !row.trim().is_empty());
            (before, rows.collect())
        }
    };
    let row = |row: &&str| {
        let row = row.trim_start_matches(|c: char| "[,".contains(c) || c.is_whitespace());
        let entries = row.split([',', '&']).map(str::trim);
        entries.collect::<Vec<_>>().join(" ")
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    let game = games.find(Cursor::new(before).word());
    let name = game.map_or(Matrix::INFO.name, |game| game.info.name);
    Some(format!("{name}[{}]", rows.join("; ")))
}

/// Reads digits with a point before heaps, `0.77[5]`, and amounts that a move may take, `subtraction(1,2,3)[10]`.
fn code(text: &str) -> Option<String> {
    let (before, body) = text.rsplit_once('[')?;
    let digits = before.trim();
    match digits.strip_prefix("subtraction") {
        Some(amounts) => {
            let amounts = amounts.split(|c: char| c != '.' && !c.is_alphanumeric());
            let amounts: Vec<&str> = amounts.filter(|amount| !amount.is_empty()).collect();
            Some(format!("code(take {})[{body}", amounts.join(",")))
        }
        None => digits
            .contains('.')
            .then(|| format!("code({digits})[{body}")),
    }
}

/// Reads the text after the name of a game as the body of a position.
fn with_brackets(text: &str, games: &Games) -> Option<String> {
    let name = Cursor::new(text).word();
    games.find(name)?;
    let body = text
        .get(name.len()..)
        .map(str::trim)
        .filter(|body| !body.is_empty() && !body.starts_with('['))?;
    let inside = |open, close| body.strip_prefix(open)?.strip_suffix(close);
    let body = inside('(', ')')
        .or_else(|| inside('{', '}'))
        .unwrap_or(body);
    let body = body.trim_start_matches(':').trim_start();
    let body = body.replace(" x ", "x");
    Some(format!("{name}[{body}]"))
}

/// Reads the first of the numbers after the name of a game as its parameter, if it is that of the game's example:
/// `moore 2 3 4 5` is `moore(2)[3 4 5]`.
fn first_as_option(named: &str, games: &Games) -> Option<String> {
    let (name, body) = named.split_once('[')?;
    let (options, _) = games.find(name)?.info.example.split_once('[')?;
    let (first, rest) = body.split_once([',', ' '])?;
    (options == format!("{name}({first})")).then(|| format!("{options}[{}", rest.trim_start()))
}

/// Adds the parameters of the game's example: `moore(2)[3,4,5]` for `moore[3,4,5]`.
fn with_options(text: &str, games: &Games) -> Option<String> {
    let (name, body) = text.split_once('[')?;
    let (options, _) = games.find(name)?.info.example.split_once('[')?;
    Some(format!("{options}[{body}"))
}

/// Reads the sides of a board with a comma or a blank; the sides of a box, equal heaps and the rows of a Young diagram
/// written as a board; and stones written as symbols.
fn other_body(text: &str, games: &Games) -> Option<String> {
    let (name, body) = text.split_once('[')?;
    let body = body.strip_suffix(']')?;
    /// The most heaps or rows that are written one by one.
    const MOST_LINES: usize = 20;
    if let Some((rows, length)) = body.split_once('x') {
        return match games.find(Cursor::new(name).word())?.info.setup {
            Setup::Heaps { each: "side", .. } => {
                Some(format!("{name}[{}]", body.replace('x', ",")))
            }
            Setup::Partition { .. } | Setup::Heaps { count: None, .. } | Setup::Typed
                if rows.trim() != "0" =>
            {
                // Another text is not a number of rows.
                let rows = rows.trim().parse().ok().filter(|rows| *rows <= MOST_LINES);
                rows.map(|rows| format!("{name}[{}]", vec![length; rows].join(",")))
            }
            // A matrix of this size has other entries, and 0x10 may be a number.
            Setup::Matrix => None,
            _ if rows.trim() == "0" => None,
            _ => Some(format!("{name}[{}]", body.replace('x', ","))),
        };
    }
    let body = match body.split_once([',', ' ']) {
        Some((rows, columns)) => format!("{}x{}", rows.trim(), columns.trim()),
        None if body.contains(char::is_alphanumeric) => body.replace('+', ","),
        None => body.replace(['+', '*'], "1").replace('-', "0"),
    };
    Some(format!("{name}[{body}]"))
}

/// Returns the position that these words are together.
fn one_position(words: &[&str]) -> Option<String> {
    let text = words.join(" ");
    match text.starts_with('@') || Games::builtin().read(&text).is_ok() {
        true => Some(text),
        false => meant(&text),
    }
}

/// Returns the position that several arguments are together, if the first is the name of a game.
pub fn split_position(arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let named = words.len() > 1 && Games::builtin().find(words[0]).is_some();
    named.then(|| one_position(&words)).flatten()
}

/// Returns the call of a function of values that these words are.
fn call(first: &str, rest: &[&str]) -> Option<String> {
    let (name, arguments) = first.split_once('(').unwrap_or((first, ""));
    FUNCTIONS.iter().find(|function| function.name == name)?;
    let rest = rest.join(" ");
    match (arguments, &rest[..]) {
        ("", "") => None,
        ("", rest) => Some(format!("{name}({rest})")),
        (_, rest) => Some(format!("{first} {rest}").trim_end().to_string()),
    }
}

/// Returns the command line that was probably meant, if the first word is not a command.
pub fn line(words: &[String]) -> Option<String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_option = |word: &&str| word.starts_with("--") || *word == "-q" || *word == "-v";
    // Options before the position take no value here; those after it stay as they are.
    let words = &words[words.iter().take_while(|word| is_option(word)).count()..];
    let end = words.iter().position(is_option);
    let (words, options) = words.split_at(end.unwrap_or(words.len()));
    let options: String = options.iter().map(|option| format!(" {option}")).collect();
    let (first, rest) = words.split_first()?;
    let whole = one_position(words).map(|position| format!("nimfield analyze '{position}'"));
    let value = |position| match first.starts_with("analy") {
        true => format!("nimfield analyze '{position}'"),
        false => format!("nimfield analyze --value '{position}'"),
    };
    let called = || call(first, rest).map(|text| format!("nimfield value '{text}'"));
    // Numbers alone are not the position of another game than the one that is named.
    let other = || one_position(rest).filter(|_| rest.concat().contains(['[', '@']));
    let line = whole.or_else(called).or_else(|| other().map(value));
    match line.map(|line| line + &options) {
        Some(line) => Some(format!(
            "`{first}` is not a command; to analyze this position, type\n  {line}"
        )),
        None => Games::builtin().find(Cursor::new(first).word()).map(|game| {
            let name = game.info.name;
            format!("`{first}` is not a command; for the rules and the notation of this game, type\n  nimfield games {name}")
        }),
    }
}

/// Returns the command line that was probably meant, if an argument begins with a minus sign.
pub fn minus(words: &[String]) -> Option<String> {
    let negative = |word: &String| word.starts_with('-') && word.contains(['[', '{']);
    let at = words.iter().position(negative)?;
    let quoted =
        |word: &String| match word.contains(|c: char| !c.is_alphanumeric() && !"-=.".contains(c)) {
            true => format!("'{word}'"),
            false => word.clone(),
        };
    let [before, after] = [&words[..at], &words[at..]]
        .map(|own| own.iter().map(quoted).collect::<Vec<_>>().join(" "));
    let before = if before.is_empty() {
        "analyze"
    } else {
        &before
    };
    Some(format!(
        "`{}` begins like an option; type\n  nimfield {before} -- {after}",
        words[at]
    ))
}
