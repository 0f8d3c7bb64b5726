//! Games on a terminal: complete games of every kind, checked against the rules.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nimfield::info::GameInfo;
use nimfield::{Games, Play, Player, Sum};
use nix::pty::openpty;

use crate::common::{NO_PROGRESS, interrupt, nimfield};

/// The command on a separate terminal.
struct Terminal {
    child: Child,
    terminal: File,
    /// Output that was not yet examined.
    screen: String,
}

impl Terminal {
    fn new(args: &[&str]) -> Terminal {
        Terminal::of(&mut nimfield(args))
    }

    fn of(command: &mut Command) -> Terminal {
        let pair = openpty(None, None).expect("a terminal");
        let end = || Stdio::from(pair.slave.try_clone().unwrap());
        command
            .env("TERM", "xterm")
            .stdin(end())
            .stdout(end())
            .stderr(end());
        let child = command.spawn().expect("the program starts");
        Terminal {
            child,
            terminal: File::from(pair.master),
            screen: String::new(),
        }
    }

    /// Reads until a text appears on the screen; returns everything up to it. `None` if the program ends before.
    fn until(&mut self, text: &str) -> Option<String> {
        let mut bytes = Vec::new();
        loop {
            if let Some(at) = self.screen.find(text) {
                let rest = self.screen.split_off(at + text.len());
                return Some(std::mem::replace(&mut self.screen, rest));
            }
            let mut more = [0; 4096];
            match self.terminal.read(&mut more) {
                Ok(0) | Err(_) => return None,
                Ok(count) => bytes.extend(&more[..count]),
            }
            // A character may be split, and so may an escape sequence.
            if let Ok(text) = std::str::from_utf8(&bytes)
                && let Some(plain) = plain(text)
            {
                self.screen.push_str(&plain);
                bytes.clear();
            }
        }
    }

    fn types(&mut self, line: &str) {
        self.terminal
            .write_all(format!("{line}\r").as_bytes())
            .unwrap();
    }
}

impl Drop for Terminal {
    /// After a failed test no process is left waiting.
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// A text without the escape sequences for a terminal; `None` if one is incomplete.
fn plain(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\x1b' => {
                if rest.next()? == '[' {
                    while !rest.next()?.is_ascii_alphabetic() {}
                }
            }
            '\r' => {}
            c => plain.push(c),
        }
    }
    Some(plain)
}

/// A game at a terminal, and the same game kept here by the rules.
struct Game {
    terminal: Terminal,
    start: Sum,
    sum: Sum,
    play: Play,
    /// The side of the person; `None` for two persons.
    person: Option<Player>,
    /// Who began, and who is to move.
    begins: Player,
    player: Player,
    turn: usize,
}

impl Game {
    /// Starts a game: these options are read here as by the command.
    fn new(start: &str, options: &[&str]) -> Game {
        let sum: Sum = nimfield::read(start).unwrap();
        let has = |pair: [&str; 2]| options.windows(2).any(|options| options == pair);
        let play = match (has(["--play", "normal"]), has(["--play", "misere"])) {
            (true, _) => Play::Normal,
            (_, true) => Play::Misere,
            _ => sum.default_play(),
        };
        let person = match (
            has(["--players", "human"]),
            has(["--players", "machine,human"]),
        ) {
            (true, _) => None,
            (_, true) => Some(Player::Right),
            _ => Some(Player::Left),
        };
        let begins = match person {
            Some(person) if has(["--first", "machine"]) => person.opponent(),
            _ => Player::Left,
        };
        Game {
            terminal: Terminal::new(&[&["play", start, "-q"], options].concat()),
            start: sum.clone(),
            sum,
            play,
            person,
            begins,
            player: begins,
            turn: 0,
        }
    }

    /// The winner, once there are no moves.
    fn winner(&self) -> Option<Player> {
        let stuck = self.sum.moves_by(self.player).next().is_none();
        stuck.then_some(match self.play {
            Play::Normal => self.player.opponent(),
            Play::Misere => self.player,
        })
    }

    /// The name that the command gives a player.
    fn name(&self, player: Player) -> &'static str {
        match (self.person, self.sum.is_impartial(), player) {
            (Some(person), _, player) if person == player => "you",
            (Some(_), _, _) => "the machine",
            (None, true, Player::Left) => "player 1",
            (None, true, Player::Right) => "player 2",
            (None, false, Player::Left) => "Left",
            (None, false, Player::Right) => "Right",
        }
    }

    /// Waits for a text; returns everything up to it.
    fn until(&mut self, text: &str) -> String {
        let shown = self.terminal.until(text);
        shown.unwrap_or_else(|| panic!("{}: {text:?} in {:?}", self.start, self.terminal.screen))
    }

    /// Waits for the prompt of the player to move; before it the position is shown.
    fn prompt(&mut self) {
        let prompt = match (self.person, self.sum.is_impartial(), self.player) {
            (Some(_), true, _) => "your move> ".to_string(),
            (Some(_), false, Player::Left) => "your move (Left)> ".to_string(),
            (Some(_), false, Player::Right) => "your move (Right)> ".to_string(),
            (None, _, player) => format!("{}> ", self.name(player)),
        };
        let shown = self.until(&prompt);
        assert!(
            shown.contains(&format!("{}\n", self.sum)),
            "{} in {shown}",
            self.sum
        );
    }

    /// Makes a move, which must be legal.
    fn make(&mut self, text: &str) {
        let mv = self.sum.read_move_of(text, self.player);
        let mv = mv.unwrap_or_else(|error| panic!("{error}"));
        let after = self.sum.after(&mv);
        self.sum = after.unwrap_or_else(|error| panic!("{text} in {}: {error}", self.sum));
        self.player = self.player.opponent();
    }

    /// Reads the machine's move.
    fn machine(&mut self) {
        self.until("the machine plays ");
        let shown = self.until("\n");
        self.make(shown.split(" (it ").next().unwrap().trim());
    }

    /// Plays a person's turn: sometimes a hint, otherwise the first or the last legal move.
    fn person(&mut self) {
        self.prompt();
        self.turn += 1;
        let text = match self.turn % 3 {
            1 => {
                self.terminal.types("hint");
                self.until("hint: ");
                let hint = self.until("\n");
                self.until("> ");
                hint.trim().to_string()
            }
            2 => self.sum.moves_by(self.player).next().unwrap().to_string(),
            _ => {
                let moves = self.sum.moves_by(self.player);
                moves.take(100).last().unwrap().to_string()
            }
        };
        self.terminal.types(&text);
        self.make(&text);
    }

    /// Plays to the end, and compares who has won.
    fn finish(&mut self) {
        let winner = loop {
            match self.winner() {
                Some(winner) => break winner,
                None if self.person == Some(self.player.opponent()) => self.machine(),
                None => self.person(),
            }
        };
        let wins = match self.name(winner) {
            "you" => "you win".to_string(),
            name => format!("{name} wins"),
        };
        self.until(&format!("no move is left: {wins}."));
        self.until("rematch, new, save FILE or quit> ");
    }

    /// Leaves the table.
    fn quit(mut self) {
        self.terminal.types("quit");
        assert!(
            self.terminal.child.wait().unwrap().success(),
            "{}",
            self.start
        );
    }
}

fn play(start: &str, options: &[&str]) {
    let mut game = Game::new(start, options);
    game.finish();
    game.quit();
}

/// Boards small enough to be played through at once.
fn short(game: &GameInfo) -> &'static str {
    match game.name {
        "lines" => "lines(max=2)[2x3]",
        "tactix" => "tactix[2x3]",
        "efr" => "efr[2x3]",
        "triangle" => "triangle[3]",
        // Far places and low rows make these games arbitrarily long.
        "nimbers" => "nimbers[(2,2) (3,1)]",
        "lattice" => "lattice[(3,0) (5,0) (5,0)]",
        "code" => "code(0.77)[11,5]",
        _ => game.example,
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in Games::builtin().iter() {
        let start = short(game.info);
        for options in [&["--level", "0", "--seed", "7"][..], &[]] {
            play(start, options);
        }
    }
}

#[test]
fn every_game_is_played_the_other_way_round() {
    for game in Games::builtin().iter() {
        let start = short(game.info);
        let sum = nimfield::read(start).unwrap();
        match (sum.is_impartial(), sum.default_play()) {
            (false, _) => play(start, &["--players", "machine,human"]),
            (true, Play::Normal) => play(start, &["--play", "misere"]),
            (true, Play::Misere) => play(start, &["--play", "normal"]),
        }
        play(start, &["--first", "machine"]);
        play(start, &["--players", "human"]);
    }
}

#[test]
fn sums_are_played_to_their_end() {
    play("wythoff[3,4] + nim[2] + rnim[3,2]", &[]);
    play("wythoff[3,4] + tactix[2x2]", &["--play", "misere"]);
    play("matrix-partizan[3 5; 2 4] + {2|-1} + *2", &[]);
    play("crpm[3,2] - {1|0}", &["--level", "0", "--seed", "3"]);
}

/// All commands other than moves, and then a complete game.
#[test]
fn a_game_continues_after_every_command() {
    for (number, start, other) in [
        (1, "nim[3,5,2]", "wythoff[2,3]"),
        (2, "tactix[3x3]", "nim[2,3]"),
        (3, "crpm[4,3,1]", "matrix-partizan[3 5; 2 4]"),
        (4, "wythoff[3,4] + rnim[3,2]", "tactix[2x2]"),
    ] {
        let saved = crate::common::file(&format!("terminal-{number}.txt"));
        let saved = saved.to_str().unwrap();
        let mut game = Game::new(start, &[]);
        game.person();
        game.machine();
        game.prompt();
        game.terminal.types(&format!("save {saved}"));
        game.until(&format!("saved in {saved}"));
        game.until("> ");
        let (sum, player) = (game.sum.clone(), game.player);
        // Both moves are taken back.
        game.terminal.types("undo");
        (game.sum, game.player) = (game.start.clone(), game.begins);
        game.person();
        game.machine();
        game.prompt();
        game.terminal.types(&format!("load {saved}"));
        (game.sum, game.player) = (sum, player);
        game.prompt();
        // The machine goes on in the person's place.
        game.terminal.types("swap");
        game.until("you have changed sides with the machine");
        game.person = game.person.map(Player::opponent);
        game.machine();
        game.prompt();
        game.terminal.types("resign");
        game.until("the game is given up: the machine wins.");
        game.until("rematch, new, save FILE or quit> ");
        game.terminal.types("rematch");
        game.sum = game.start.clone();
        game.begins = game.begins.opponent();
        game.player = game.begins;
        game.finish();
        game.terminal.types("new");
        (game.sum, game.player) = (game.start.clone(), game.begins);
        game.finish();
        game.terminal.types(&format!("new {other}"));
        game.start = nimfield::read(other).unwrap();
        game.play = game.start.default_play();
        (game.sum, game.player) = (game.start.clone(), game.begins);
        game.finish();
        game.quit();
        // Other commands read the saved game, too.
        let mut again = Game::new(start, &[]);
        again.prompt();
        again.terminal.types(&format!("load {saved}"));
        (again.sum, again.player) = (nimfield::read(&read_back(saved)).unwrap(), player);
        again.finish();
        again.quit();
    }
}

/// The position that `analyze` finds in a saved game.
fn read_back(saved: &str) -> String {
    let output = crate::common::run(&["analyze", "--json", "--no-moves", &format!("@{saved}")]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["position"].as_str().unwrap().to_string()
}

#[test]
fn ctrl_c_once_means_move_now_and_twice_ends() {
    const ENDLESS: &str = "matrix[90 91 92; 93 94 95; 96 97 98]";
    let args = ["play", ENDLESS, "--first", "machine", "--time", "1h"];
    let mut terminal = Terminal::of(nimfield(&args).env_remove(NO_PROGRESS.0));
    terminal.until(" positions").expect("it thinks");
    interrupt(&terminal.child);
    terminal.until("the machine plays ").expect("a move");
    terminal
        .until("before you asked for a move")
        .expect("the reason");
    terminal.until("your move> ").expect("the game goes on");
    terminal.types("quit");
    assert!(terminal.child.wait().unwrap().success());
    let mut terminal = Terminal::of(nimfield(&args).env_remove(NO_PROGRESS.0));
    terminal.until(" positions").expect("it thinks");
    // Two at once may arrive as one; then it moves, and another one ends the game.
    let ended = loop {
        interrupt(&terminal.child);
        if let Some(ended) = terminal.child.try_wait().unwrap() {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(ended.code(), Some(130));
}

#[test]
fn a_line_can_be_edited_and_recalled() {
    let mut terminal = Terminal::new(&["play", "nim[5,9]"]);
    terminal.until("your move> ").unwrap();
    // A typing error, removed with the key for it.
    terminal.terminal.write_all(b"heap 1 by 7\x7f2\r").unwrap();
    terminal.until("\nnim[3,9]\n").expect("the edited move");
    terminal.until("the machine plays").unwrap();
    terminal.until("your move> ").unwrap();
    terminal.types("undo");
    terminal.until("\nnim[5,9]\n").unwrap();
    terminal.until("your move> ").unwrap();
    // Pressing the up key twice recalls the move.
    terminal.terminal.write_all(b"\x1b[A\x1b[A\r").unwrap();
    terminal.until("\nnim[3,9]\n").expect("the recalled move");
    terminal.until("the machine plays").unwrap();
    terminal.until("your move> ").unwrap();
    // A command is completed.
    terminal.terminal.write_all(b"li\t\r").unwrap();
    terminal
        .until("1  you          heap 1 by 2")
        .expect("the list");
    terminal.until("your move> ").unwrap();
    // After a move Ctrl-C offers to save the game, which goes on.
    terminal.terminal.write_all(b"\x03").unwrap();
    terminal
        .until("`save FILE` writes it, Ctrl-C again leaves")
        .expect("the offer");
    terminal.until("your move> ").unwrap();
    // Ctrl-D.
    terminal.terminal.write_all(b"\x04").unwrap();
    assert!(terminal.child.wait().unwrap().success());
    let mut terminal = Terminal::new(&["play", "nim[5,9]"]);
    terminal.until("your move> ").unwrap();
    // Ctrl-C.
    terminal.terminal.write_all(b"\x03").unwrap();
    assert_eq!(terminal.child.wait().unwrap().code(), Some(130));
}
