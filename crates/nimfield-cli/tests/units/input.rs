use super::*;

fn questions(bytes: &[u8]) -> Vec<(u64, Result<String, String>)> {
    let mut lines = Lines::new(bytes, 10);
    let mut questions = Vec::new();
    while let Some(line) = lines.next_question(|| Ok(())).unwrap() {
        questions.push((line.number, line.text));
    }
    questions
}

#[test]
fn lines_of_all_kinds() {
    let text = "\u{feff}one\r\n\n  # no\n\ttwo \n\u{feff}\n1234567890\n".as_bytes();
    let good = |text: &str| Ok(text.to_string());
    assert_eq!(
        questions(text),
        [(1, good("one")), (4, good("two")), (6, good("1234567890"))]
    );
    let bytes = b"ab\xffc\n12345678901\nlast";
    let expected = [
        (1, Err("byte 3 is not valid UTF-8".to_string())),
        (2, Err("the line is longer than 10 bytes".to_string())),
        (3, good("last")),
    ];
    assert_eq!(questions(bytes), expected);
    // No part of a line that is too long is read as another line.
    let long = [&b"x".repeat(100_000)[..], b"\nnext"].concat();
    let texts: Vec<bool> = questions(&long).iter().map(|line| line.1.is_ok()).collect();
    assert_eq!(texts, [false, true]);
    assert_eq!(questions(b""), []);
}

#[test]
fn output_is_flushed_before_each_wait_and_only_then() {
    let mut flushed = 0;
    let mut lines = Lines::new(&b"1\n2\n3\n"[..], 10);
    let mut read = 0;
    while lines
        .next_line(|| {
            flushed += 1;
            Ok(())
        })
        .unwrap()
        .is_some()
    {
        read += 1;
    }
    // Once before the first line, once before the end.
    assert_eq!((read, flushed), (3, 2));
}
