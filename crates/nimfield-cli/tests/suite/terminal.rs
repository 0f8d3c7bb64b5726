//! Games as they are played on a terminal: whole ones of every kind, checked against the rules.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Stdio};

use nimfield::rules::Partizan;
use nimfield::{Games, Play, Player, Sum};
use nix::pty::openpty;

use crate::common::nimfield;

/// The command on a terminal of its own.
struct Terminal {
    child: Child,
    terminal: File,
    /// What it has shown that was not looked at yet.
    screen: String,
}

impl Terminal {
    fn new(args: &[&str]) -> Terminal {
        let pair = openpty(None, None).expect("a terminal");
        let end = || Stdio::from(pair.slave.try_clone().unwrap());
        let mut command = nimfield(args);
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

    /// Reads until a text stands on the screen; gives everything up to it. `None` if the program ends
    /// before.
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
            // A letter may be cut in two, and so may a sequence.
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

/// A text without the sequences that steer a terminal; `None` if one is not whole.
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

/// Plays a game to its end by these rules: the person takes hints now and then, and otherwise the first
/// or the last legal move.
fn play(start: &str, options: &[&str]) {
    let mut terminal = Terminal::new(&[&["play", start, "-q"], options].concat());
    let mut sum: Sum = nimfield::read(start).unwrap();
    let play = sum.default_play();
    let mut player = Player::Left;
    let mut turn = 0;
    loop {
        let stuck = Partizan::moves(&sum, player).next().is_none();
        if stuck {
            let winner = match play {
                Play::Normal => player.opponent(),
                Play::Misere => player,
            };
            // The person moves first, and is Left.
            let verdict = match winner {
                Player::Left => "no move is left: you win.",
                Player::Right => "no move is left: the machine wins.",
            };
            terminal
                .until(verdict)
                .unwrap_or_else(|| panic!("{start}: {verdict}"));
            terminal
                .until("rematch, new, save FILE or quit> ")
                .expect("a prompt");
            terminal.types("quit");
            break;
        }
        let text = if player == Player::Left {
            let shown = terminal
                .until("> ")
                .unwrap_or_else(|| panic!("{start}: a prompt"));
            assert!(shown.contains(&format!("{sum}\n")), "{sum} in {shown}");
            turn += 1;
            if turn % 3 == 1 {
                terminal.types("hint");
                terminal.until("hint: ").unwrap();
                let hint = terminal.until("\n").unwrap();
                terminal.until("> ").unwrap();
                hint.trim().to_string()
            } else {
                let mut moves = Partizan::moves(&sum, player);
                let mv = match turn % 3 {
                    2 => moves.next(),
                    _ => moves.take(100).last(),
                };
                mv.unwrap().to_string()
            }
        } else {
            terminal.until("the machine plays ").expect("a move");
            let shown = terminal.until("\n").unwrap();
            shown.split(" (it ").next().unwrap().trim().to_string()
        };
        if player == Player::Left {
            terminal.types(&text);
        }
        let mv = sum
            .read_move_of(&text, player)
            .unwrap_or_else(|error| panic!("{error}"));
        sum = sum
            .after(&mv)
            .unwrap_or_else(|error| panic!("{text} in {sum}: {error}"));
        player = player.opponent();
    }
    let ended = terminal.child.wait().unwrap();
    assert!(ended.success(), "{start}");
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in Games::builtin().iter() {
        // Boards small enough to be played through at once.
        let start = match game.info.name {
            "lines" => "lines(max=2)[2x3]",
            "tactix" => "tactix[2x3]",
            "efr" => "efr[2x3]",
            "triangle" => "triangle[3]",
            // Far places and low rows make these games as long as one likes.
            "nimbers" => "nimbers[(2,2) (3,1)]",
            "lattice" => "lattice[(3,0) (5,0) (5,0)]",
            _ => game.info.example,
        };
        for options in [&["--level", "0", "--seed", "7"][..], &[]] {
            play(start, options);
        }
    }
}

#[test]
fn sums_are_played_to_their_end() {
    play("wythoff[3,4] + nim[2] + rnim[3,2]", &[]);
    play("matrix-partizan[3 5; 2 4] + {2|-1} + *2", &[]);
    play("crpm[3,2] - {1|0}", &["--level", "0", "--seed", "3"]);
}

#[test]
fn a_line_can_be_edited_and_recalled() {
    let mut terminal = Terminal::new(&["play", "nim[5,9]"]);
    terminal.until("your move> ").unwrap();
    // A slip, taken back by the key for it.
    terminal.terminal.write_all(b"heap 1 by 7\x7f2\r").unwrap();
    terminal.until("\nnim[3,9]\n").expect("the edited move");
    terminal.until("the machine plays").unwrap();
    terminal.until("your move> ").unwrap();
    terminal.types("undo");
    terminal.until("\nnim[5,9]\n").unwrap();
    terminal.until("your move> ").unwrap();
    // Two lines up is the move again.
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
    // Ctrl-D.
    terminal.terminal.write_all(b"\x04").unwrap();
    assert!(terminal.child.wait().unwrap().success());
    let mut terminal = Terminal::new(&["play", "nim[5,9]"]);
    terminal.until("your move> ").unwrap();
    // Ctrl-C.
    terminal.terminal.write_all(b"\x03").unwrap();
    assert_eq!(terminal.child.wait().unwrap().code(), Some(130));
}
