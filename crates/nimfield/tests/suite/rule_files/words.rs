//! The rules of files in sentences: what a move does, for people who have not seen the file.

use nimfield_core::info::GameInfo;
use nimfield_rules::{RuleFile, shelf};

fn file(text: &str) -> RuleFile {
    RuleFile::read("@my.game", text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The sentences up to the one that says who wins.
fn rules(text: &str) -> String {
    let words = file(text).describe();
    let goal = "The player who makes the last move";
    let rules: Vec<&str> = words
        .lines()
        .take_while(|line| !line.starts_with(goal))
        .collect();
    rules.join(" ")
}

#[test]
fn moves_on_piles_are_sentences() {
    for (lines, words) in [
        (
            "piles any\nmove same any from each",
            "Counters lie in any number of piles. On your turn take any number of counters from one pile.",
        ),
        (
            "piles 2\nmove same any from 1\nmove same any from 2\nmove vector 2,1 from 1,2",
            "Counters lie in 2 piles. On your turn take any number of counters from pile 1. Or take any number of \
             counters from pile 2. Or take 2 counters from pile 1 and 1 counter from pile 2.",
        ),
        (
            "piles 2..5\nmove same 1..3 from each and all",
            "Counters lie in 2 to 5 piles. On your turn take 1 to 3 counters from one pile, or 1 to 3 counters from each \
             of the piles, the same number from each.",
        ),
        (
            "piles any ring\nmove any at least 1 from neighbours 1..3",
            "Counters lie in any number of piles in a ring. On your turn take at least 1 counter from each of one or \
             more of 1 to 3 neighbouring piles.",
        ),
        (
            "piles 4\nmove same 1,4,9 from neighbours 2",
            "Counters lie in 4 piles in a row. On your turn take 1, 4 or 9 counters from each of 2 neighbouring piles, the \
             same number from each.",
        ),
        (
            "piles 3 x 2\nmove same 2 from lines\nmove any odd from rows",
            "Counters lie in piles in a grid with 3 rows and 2 columns. On your turn take 2 counters from each of the \
             piles of one line. Or take 1, 3, 5, … counters from each of the piles of one row.",
        ),
        (
            "piles on vertices a-b b-c c\nmove same any from each and edges and stars",
            "Counters lie in piles on the vertices of the graph a-b, b-c. On your turn take any number of counters from \
             one pile, or the same number of counters from each of two joined piles, or the same number of counters from \
             each of the piles of a vertex and its neighbours.",
        ),
        (
            "piles on edges a-b b-c\nmove any from stars\nleft move same 1 from each",
            "Counters lie in piles on the edges of the graph a-b, b-c. On your turn take at least 1 counter from each of \
             the piles at one vertex. Left may also take 1 counter from one pile.",
        ),
        (
            "piles 3\nleft move same any from 1\nright move same any from 2\nmove same 2..3 from 1 put 1 on pile 3",
            "Counters lie in 3 piles. Left takes any number of counters from pile 1. Right takes any number of counters \
             from pile 2. Both players may also take 2 or 3 counters from pile 1 and put 1 counter on pile 3.",
        ),
        (
            "piles 2\nmove vector k,-1 from pairs where k >= 2",
            "Counters lie in 2 piles. On your turn take k counters from one pile and put 1 counter on another pile, but \
             only if k >= 2. Here k is any number of at least 1.",
        ),
        (
            "piles 3\nmove same 1..2 from each put 1 on pile 3",
            "Counters lie in 3 piles. On your turn take 1 or 2 counters from one pile and put 1 counter on pile 3.",
        ),
        (
            "piles 2\nmove vector x-l,l from pairs where x > 0 and l < y",
            "Counters lie in 2 piles. On your turn take x-l counters from one pile and l counters from another pile (a \
             negative number is put on the pile), but only if x > 0 and l < y. Here l is any number of at least 1, x is the \
             size of the first pile before the move and y is the size of the second pile before the move.",
        ),
        (
            "piles 2\nmove vector 1,2 times 1..3 from pairs\nmove vector 1,2 times any from 1,2",
            "Counters lie in 2 piles. On your turn take 1 counter from one pile and 2 counters from another pile, 1 to 3 \
             times in one move. Or take 1 counter from pile 1 and 2 counters from pile 2, any number of times in one move.",
        ),
        (
            "piles 3\nmove same all but 2,3 from each where total > 4\nkeep sorted\nends where p1 + p2 <= 3",
            "Counters lie in 3 piles. On your turn take any number of counters except 2 or 3 from one pile, but \
             only if total > 4. Here total is the sum of all piles before the move. After each move no pile may be larger \
             than the next. The game is over as soon as p1 + p2 <= 3; the player to move has then lost in normal play. \
             Here p1, p2, … are the sizes of the piles.",
        ),
        (
            "piles 1\nmove same 1..9 step 2,powers of 3 from each\nlimit 2*last\nfirst any but all",
            "Counters lie in 1 pile. On your turn take 1, 3, 5, …, 9 or 1, 3, 9, … counters from one pile. The first move \
             takes any amount but not everything, and each later move at most 2*last from a pile, where last is the \
             largest amount that the move before took from one.",
        ),
        (
            "piles 1\nmove same any from each\nlimit not last\nfirst 3",
            "Counters lie in 1 pile. On your turn take any number of counters from one pile. The first move takes any \
             amount but 3 from a pile, and each later move any amount but last from a pile, where last is the largest \
             amount that the move before took from one.",
        ),
        (
            "param a 1..100 = 2\npiles 2\nmove same a..any from each\nmove any from pairs where abs(k-l) < a",
            "Each position chooses a (from 1 to 100, by default 2); here a = 2. Counters lie in 2 piles. On your turn take \
             at least 2 counters from one pile. Or take at least 1 counter from each of 2 piles, but only if abs(k-l) < a. \
             Here k is the number taken from the first pile and l is the number taken from the second pile.",
        ),
    ] {
        assert_eq!(rules(lines), words, "{lines}");
    }
}

#[test]
fn moves_of_other_families_are_sentences() {
    for (lines, words) in [
        (
            "code 0.77",
            "Counters lie in heaps. The code of the game is 0.77. On your turn take 1 or 2 counters from a heap and leave \
             nothing, one heap or 2 heaps of it.",
        ),
        (
            "code 0.137",
            "Counters lie in heaps. The code of the game is 0.137. On your turn take 1 counter from a heap and leave nothing \
             of it. Or take 2 counters from a heap and leave nothing or one heap of it. Or take 3 counters from a heap and \
             leave nothing, one heap or 2 heaps of it.",
        ),
        (
            "code grundy",
            "Counters lie in heaps. The code of the game is 4!.0. On your turn take counters from one heap; the code says \
             how many, and whether you may split the rest.",
        ),
        (
            "board any\nplace 1x2\nplace a1,b1,b2 fixed\nplace 2x2",
            "Each position describes its own board. On your turn place a 1x2 tile on free cells; it may be turned. Or \
             place a tile of 3 cells on free cells. Or place a 2x2 tile on free cells.",
        ),
        (
            "board any\nleft place cell forbids neighbours to right\nright place cell forbids queen to left",
            "Each position describes its own board. Left places a piece on a free cell, which forbids its neighbours to \
             Right. Right places a piece on a free cell, which forbids its row, its column and its diagonals to Left.",
        ),
        (
            "board any\nleft place cell forbids rook and knight to right\nright place cell forbids step 1,0 to left and neighbours to right",
            "Each position describes its own board. Left places a piece on a free cell, which forbids its row and column, \
             and the cells that a knight attacks from it to Right. Right places a piece on a free cell, which forbids the \
             cells that it reaches by step 1,0 and step -1,0 to Left, and its neighbours to Right.",
        ),
        (
            "board any\nplace cell forbids step 1,0 and step 2,0",
            "Each position describes its own board. On your turn place a piece on a free cell, which forbids the cells \
             that it reaches by step 1,0, step -1,0, step 2,0 and step -2,0.",
        ),
        (
            "board any\nplace cell forbids knight\nplay misere",
            "Each position describes its own board. On your turn place a piece on a free cell, which forbids the cells \
             that a knight attacks from it.",
        ),
        (
            "graph any\nplace edge",
            "Each position gives its own graph. On your turn take two free vertices that an edge joins.",
        ),
        (
            "graph a-b b-c",
            "The graph has 3 vertices. On your turn take a free vertex and all its neighbours.",
        ),
        (
            "graph any\nleft place cell forbids neighbours to left\nright place cell",
            "Each position gives its own graph. Left takes a free vertex, which forbids its neighbours to Left. Right takes \
             a free vertex.",
        ),
        (
            "rectangle\nleft cut columns\nleft remove row\nright cut rows equal",
            "The position is a rectangle, or several. Left cuts a rectangle between two columns. Or Left removes a row. \
             Right cuts a rectangle into equal parts between rows. The remaining parts are separate rectangles.",
        ),
        (
            "partition\nremove corner and hook 2..3",
            "The position is a Young diagram: rows of squares, none longer than the row above it. On your turn remove a \
             corner, the last square of its row and of its column. Or remove a hook of 2 or 3 squares: a square with the \
             squares to its right and those below it. The part beyond a hook moves up and to the left.",
        ),
        (
            "partition\npiece step 1,-2 and step -2,1",
            "The position is a Young diagram with a piece on one of its squares: rows of squares, none longer than the row \
             above it. On your turn move the piece 1 to the right and 2 up. Or move the piece 2 to the left and 1 down.",
        ),
        (
            "coins from 1\nturn 1..2",
            "Coins lie in a row, numbered from 1. On your turn flip 1 or 2 coins. Of the coins that you flip, the \
             one with the largest number must show heads.",
        ),
        (
            "poset any\npoison first",
            "Each position describes its own diagram or box. On your turn bite off an element with all elements above it. \
             The first element is poisoned and is never bitten.",
        ),
    ] {
        assert_eq!(rules(lines), words, "{lines}");
    }
}

/// A file without a line `about` is described by its lines, without who wins, which depends on the play convention.
#[test]
fn positions_report_the_sentences() {
    let of = |text: &str| -> &'static GameInfo { file(text).info() };
    let lines = "piles any\nmove same 1..3 from each\nplay misere\n";
    assert_eq!(
        of(lines).rules,
        "Counters lie in any number of piles. On your turn take 1 to 3 counters from one pile."
    );
    assert_eq!(
        of(&format!("about Take a few.\n{lines}")).rules,
        "Take a few."
    );
    assert_eq!(
        of("board rect 2 3\nlines rows\ntake 1..2 contiguous\n").rules,
        "Lines are rows. Places without a cell end a line. On your turn take 1 to 2 stones that are neighbours on a line."
    );
}

/// Each description is made of whole sentences, without the words of the file.
#[test]
fn the_shelf_is_described_in_sentences() {
    for game in shelf::games() {
        let words = game.describe();
        for line in words.lines() {
            assert!(
                line.ends_with('.') && line.starts_with(char::is_uppercase),
                "{}: {line}",
                game.name()
            );
        }
        for word in ["subsets", "vector", "at least 1 from", "forbids neighbours"] {
            assert!(!words.contains(word), "{}: {words}", game.name());
        }
    }
}
