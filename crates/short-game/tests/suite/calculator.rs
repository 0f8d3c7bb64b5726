//! The calculator's language: what it reads, what it prints, and how it refuses.

use crate::common::random::{all_small, printable, recipe};
use proptest::prelude::*;
use short_game::calc::{FUNCTIONS, Value};
use short_game::{Arena, DEFAULT_LIMIT, Error, Game, Printed};

fn evaluate(text: &str) -> String {
    let arena = Arena::new();
    match arena.evaluate(text) {
        Ok(value) => value.to_text(&arena, DEFAULT_LIMIT).unwrap(),
        Err(error) => panic!("{text}: {error}"),
    }
}

#[test]
fn values_print_as_in_cgsuite() {
    for same in [
        "0",
        "-3",
        "3/4",
        "-7/8",
        "*",
        "*2",
        "*13",
        "^",
        "^^",
        "^3",
        "v",
        "vv",
        "v3",
        "^*",
        "v*",
        "^*2",
        "vv*3",
        "^7*",
        "3^^*2",
        "-1/2v*",
        "3*",
        "-1/4*",
        "+-1",
        "+-1/2",
        "+-{1,1*}",
        "+-^^*2",
        "+-1*",
        "{2|-1}",
        "{2||1|0}",
        "{2|1||0}",
        "{3|2||1|0}",
        "{9||||8|||7||6|5}",
        "{10|{9||||8|||7||6|5}}",
        "{0||0|Tiny(1)}",
        "Tiny(2)",
        "Miny(2)",
        "Tiny(3/2)",
        "+-{2|1}",
        "{2,{3|1}|-1}",
        "3+*2",
        "{3+*2|*}",
        "-5/2+*7",
        "2+^10",
        "-2v10",
        "3+^4*2",
        "+-{1+^3}",
        "{2v3*|-1/2v5}",
    ] {
        assert_eq!(evaluate(same), same);
    }
}

#[test]
fn expressions_have_the_right_values() {
    for (text, result) in [
        ("{3||2||||1}", "{3|2||1}"),
        ("1/2 + 3/4", "5/4"),
        ("* + *", "0"),
        ("*3 + *5", "*6"),
        ("^ + ^*", "^^*"),
        ("{0|*}", "^"),
        ("{0|0}", "*"),
        ("{|}", "0"),
        ("{ | }", "0"),
        ("{1|}", "2"),
        ("{0,{0|0}|0}", "^*"),
        ("{1|-1}", "+-1"),
        ("±1 + ±1", "0"),
        ("3±1", "{4|2}"),
        ("3 + +-1", "{4|2}"),
        ("3 + -1", "2"),
        ("- -1", "1"),
        ("-{2|-1}", "{1|-2}"),
        ("{0||0|-2}", "Tiny(2)"),
        ("-Tiny(2)", "Miny(2)"),
        ("tiny(1/2) - tiny(1/2)", "0"),
        ("3 * ^", "^3"),
        ("3*^", "^3"),
        ("2 * 3", "6"),
        ("2*3", "6"),
        ("-2 * *3", "0"),
        ("3/4 * 1/2", "3/8"),
        ("1/2 * ^", "{^^*|v*}"),
        ("{2|-1} * ^ - norton({2|-1},^)", "0"),
        ("^2*2 - ^^ - *2", "0"),
        ("2* - 1", "1*"),
        ("↑ + ⇑ - ^3", "0"),
        ("↓⋆ − v*", "0"),
        ("2·↑", "^^"),
        ("{2|-1} + *3 >= ^", "false"),
        ("{2|-1} || 0", "true"),
        ("{2|-1} <> 0", "true"),
        ("^ > 0", "true"),
        ("^ || *", "true"),
        ("^^ > *", "true"),
        ("^ <| *", "true"),
        ("* |> ^", "true"),
        ("1 <| 1", "false"),
        ("0 |> *2", "true"),
        ("1 ≤ 1", "true"),
        ("1 ≥ 2", "false"),
        ("1 ≠ 2", "true"),
        ("1 != 1", "false"),
        ("* ∥ 0", "true"),
        ("* ⧏ 0", "true"),
        ("1 = 1", "true"),
        ("1 == 1*", "false"),
        ("2 < 1", "false"),
        ("mean({5|1,{3|1}})", "3"),
        ("mean({5|1})", "3"),
        ("temperature({5|1}) + 1", "3"),
        ("temperature(3/4)", "-1/4"),
        ("temperature(7)", "-1"),
        ("LeftStop({5|1}) - right_stop({5|1})", "4"),
        ("cool({5|1}, 1)", "{4|2}"),
        ("cool({5|1}, 2)", "3*"),
        ("heat(*, 3/2)", "+-3/2"),
        ("birthday(1/2*)", "3"),
        ("birthday(1000000000000)", "1000000000000"),
        ("atomic_weight(^^*)", "2"),
        ("canonical({^|^})", "^^*"),
        ("-3^ + 3", "^"),
        ("1 - 3^", "-2v"),
        ("-(3^)", "-3v"),
        ("options(^*)", "Left: 0, *\nRight: 0"),
        ("options(5)", "Left: 4\nRight: "),
        ("left_options(-1/2)", "-1"),
        ("right_options(-1/2)", "0"),
        ("ordinal_sum(*, 1)", "^*"),
        ("ordinal_sum(1, *)", "1*"),
        // CGSuite 2's own tests.
        ("conjunctive(1/2, 1/4)", "1/2"),
        ("ordinal_product(1/2, 1/4)", "11/32"),
        ("selective(1/2, 1/4)", "3/4"),
        ("conjunctive(*5, *6)", "*5"),
        ("ordinal_product(*5, *6)", "*30"),
        // Values add up: by the definition a heap of 1 and one of 1 are worth *2. CGSuite 2 says *8, as it goes on with
        // disjunctive and conjunctive sums after the first move.
        ("selective(*1, *1)", "*2"),
        ("selective(*5, *6)", "*11"),
        ("conjunctive(+-1, ^^)", "{0|-1}"),
        ("ordinal_product(+-1, ^^)", "+-1"),
        ("selective(+-1, ^^)", "{1^^|-1^*,-1^^}"),
        ("conjunctive({1|0}, 0)", "0"),
        ("ordinal_product({1|0}, 0)", "0"),
        ("selective({1|0}, 0)", "{1|0}"),
        // CGSuite prints numbers before tinies so.
        ("2Tiny(2) - 2", "Tiny(2)"),
        ("-1/2Miny(3) + 1/2 == Miny(3)", "true"),
        ("{2Tiny(1)|0} == {2+Tiny(1)|0}", "true"),
        ("{2|0}v == {2|0} + v", "true"),
        ("{2|0}^^*3 - {2|0}", "^^*3"),
        ("{2|0}v2* - {2|0} + v", "v3*"),
        ("{2|0}*3 == {2|0}+{2|0}+{2|0}", "true"),
        ("conway(3/4, -2)", "-3/2"),
        ("incentives({5|1})", "{4|0}"),
        ("left_incentives({5|1})", "{4|0}"),
        ("right_incentives(^)", "^*"),
        ("confusion_interval({5|1})", "[1, 5]"),
        ("confusion_interval(^)", "empty"),
        ("confusion_interval(*)", "[0, 0]"),
        ("dominated({1,2|})", "Left's option 1 is dominated by 2"),
        ("dominated({2|1})", "no option is dominated"),
        (
            "reversible({^|^})",
            "Left's option ^ is reversible through *",
        ),
        ("outcome({5|-1})", "N"),
        ("outcome(^)", "L"),
        ("outcome(*-*)", "P"),
        ("outcome(-1)", "R"),
        ("is_number({0|1})", "true"),
        ("is_infinitesimal(tiny(2))", "true"),
        ("is_all_small(tiny(2))", "false"),
        ("size({5|{3|1}})", "8"),
        ("g := {2|-1}; h := g + g; h - g == g", "true"),
        ("g := {2|-1}\n\n h := g + g\n h - 2*g\n", "0"),
        ("{2 |\n -1}", "{2|-1}"),
        ("  (* || 0)  ", "true"),
    ] {
        assert_eq!(evaluate(text), result, "{text}");
    }
}

#[test]
fn powers_of_numbers() {
    for (text, result) in [
        ("2^10", "1024"),
        ("1/2^10", "1/1024"),
        ("1024/2^10", "1"),
        ("3/2^-1", "6"),
        ("3^5", "243"),
        ("2^-1", "1/2"),
        ("-2^2", "-4"),
        ("(-2)^3", "-8"),
        ("(3/4)^2", "9/16"),
        ("(-1/4)^-2", "16"),
        ("2 ^ 3", "8"),
        ("2^2^3", "256"),
        ("0^0", "1"),
        ("0^2", "0"),
        ("(-1)^170141183460469231731687303715884105727", "-1"),
        ("1^99", "1"),
        ("2^126 - 2^126", "0"),
        ("2^3*5", "40"),
        ("5*2^3", "40"),
        ("1/2^127 * 2^126", "1/2"),
        ("{2^10|0}", "{1024|0}"),
        ("g := 1/2; g^2", "1/4"),
        ("mean({5|1})^2 - 9", "0"),
        ("2^ - 1", "1^"),
        ("2^", "2^"),
        ("2^^", "2^^"),
        ("2^*3", "2^*3"),
        ("2+^10", "2+^10"),
        ("2v10", "2v10"),
        ("2+v10", "2v10"),
    ] {
        assert_eq!(evaluate(text), result, "{text}");
    }
    let arena = Arena::new();
    for (text, range, cause) in [
        ("2^127", 0..5, Error::NumberRange),
        ("1 + 3^100", 4..9, Error::NumberRange),
        ("1/2^128", 0..7, Error::NumberRange),
        (
            "2^340282366920938463463374607431768211456",
            2..41,
            Error::NumberRange,
        ),
        ("2^2^2^2^2", 0..9, Error::NumberRange),
        ("2^2^-1", 1..6, Error::NotAnInteger),
        ("3^-1", 0..4, Error::NotDyadic),
        ("0^-1", 0..4, Error::NotDyadic),
        ("(*)^2", 0..5, Error::NotANumber),
    ] {
        let error = arena.evaluate(text).unwrap_err();
        assert_eq!((&error.range, error.cause), (&range, Some(cause)), "{text}");
    }
    for text in ["1/3^2", "2^3^", "2^^3", "2^10*"] {
        assert!(arena.evaluate(text).is_err(), "{text}");
    }
    // The definition: so often multiplied by itself.
    for base in ["3", "1/2", "(-3/4)", "(-1)", "0"] {
        for exponent in 0..12 {
            let product = "1".to_string() + &format!(" * {base}").repeat(exponent);
            assert_eq!(
                evaluate(&format!("({base})^{exponent}")),
                evaluate(&product),
                "{base}^{exponent}"
            );
        }
    }
}

#[test]
fn explanations_say_what_happens_to_each_option() {
    assert_eq!(
        evaluate("explain({^,0|^})"),
        "Left's option ^: reversible through *, replaced by 0\n\
         Left's option 0: dominated by ^\n\
         Right's option ^: neither dominated nor reversible\n\
         value ^^*"
    );
    assert_eq!(
        evaluate("explain({1,2|})"),
        "Left's option 1: dominated by 2\n\
         Left's option 2: neither dominated nor reversible\n\
         value 3 (the simplest number that fits between the options)"
    );
}

#[test]
fn every_function_has_an_example_that_works() {
    for function in FUNCTIONS {
        let arena = Arena::new();
        let value = arena
            .evaluate(function.example)
            .unwrap_or_else(|e| panic!("{}: {e}", function.example));
        assert!(
            !value.to_text(&arena, DEFAULT_LIMIT).unwrap().is_empty(),
            "{}",
            function.name
        );
    }
}

#[test]
fn errors_name_the_place_what_was_expected_and_an_example() {
    let arena = Arena::new();
    for (text, range, expected) in [
        ("", 0..0, "expected a value"),
        ("  ", 0..2, "expected a value"),
        ("1 +", 3..3, "expected a value, found the end"),
        ("1 + )", 4..5, "expected a value, found ')'"),
        ("{1|2", 4..4, "expected ',', '|' or '}'"),
        ("{1", 2..2, "expected ',', '|' or '}'"),
        (
            "{",
            1..1,
            "expected '}' to close the bracket at character 1",
        ),
        ("{1,|2}", 3..4, "expected a value"),
        ("{1}", 0..3, "expected a bar"),
        ("{1||2||3}", 5..7, "longest run of bars"),
        ("{1 2|3}", 3..4, "expected ',', '|' or '}'"),
        (
            "(1",
            2..2,
            "expected ')' to close the bracket at character 1",
        ),
        ("1/3", 2..3, "power of two"),
        ("1/", 2..2, "expected a denominator"),
        ("1/0", 2..3, "power of two"),
        (
            "^^3",
            0..3,
            "either several arrows or one arrow with a number",
        ),
        ("3+-1", 1..3, "two ways"),
        ("2*-1", 1..3, "two ways"),
        ("1 < 2 < 3", 6..7, "one comparison at a time"),
        (
            "foo",
            0..3,
            "expected a value or a name that was defined, found 'foo'",
        ),
        ("foo(1)", 0..3, "one of the functions mean"),
        ("mean", 0..4, "expected arguments in parentheses"),
        ("mean(1,2)", 0..4, "mean takes 1 argument, not 2"),
        ("cool(1)", 0..4, "cool takes 2 arguments, not 1"),
        (
            "mean({5|1}",
            10..10,
            "expected ')' to close the bracket at character 5",
        ),
        ("mean := 3", 0..4, "a new name"),
        (
            "(1 < 2) + 1",
            0..7,
            "expected a game here, but this is true or false",
        ),
        ("1 2", 2..3, "expected an operator or the end, found '2'"),
        ("é", 0..2, "expected a value, found 'é'"),
        (
            "1 + 340282366920938463463374607431768211456",
            4..43,
            "127-bit numerator",
        ),
    ] {
        let error = arena.evaluate(text).unwrap_err();
        assert!(error.message.contains(expected), "{text}: {error}");
        assert_eq!(error.range, range, "{text}: {error}");
        assert_eq!(
            error.cause.is_none(),
            error.cause != Some(Error::NumberRange),
            "{text}: {error}"
        );
        assert!(
            error.cause.is_some() || !error.example.is_empty(),
            "{text}: {error}"
        );
    }
    for (text, cause) in [
        ("atomic_weight(1)", Error::NotAtomic),
        ("cool(*, -1)", Error::TemperatureTooLow),
        ("cool(*, *)", Error::NotANumber),
        ("1/2 * *", Error::NotPositive),
        ("*5000", Error::TooDeep),
        ("^99999999999999999999", Error::TooDeep),
        ("ordinal_sum(*, 100000)", Error::TooDeep),
    ] {
        assert_eq!(
            arena.evaluate(text).unwrap_err().cause,
            Some(cause),
            "{text}"
        );
    }
    assert!(
        arena
            .read("1 < 2")
            .unwrap_err()
            .message
            .contains("expected a game")
    );
}

#[test]
fn places_behind_signs_of_several_bytes() {
    let arena = Arena::new();
    for (text, range) in [
        ("2*−3", 1..5),
        ("^*−", 1..5),
        ("2⋆−3", 1..7),
        ("3+−1", 1..5),
        ("1 ∥ 2 ∥ 3", 8..11),
        ("é", 0..2),
        ("{1|2é", 4..6),
        ("(1🂡", 2..6),
        ("1/é", 2..4),
        ("⇑3⇑", 4..7),
    ] {
        let error = arena.evaluate(text).unwrap_err();
        assert_eq!(error.range, range, "{text}: {error}");
    }
}

#[test]
fn options_are_written_in_one_order() {
    for text in ["{1vv*,1vv|1v4*}", "{1vv,1vv*|1v4*}"] {
        assert_eq!(evaluate(text), "{1vv,1vv*|1v4*}");
    }
    for text in ["{2|Tiny(3)}", "{2|{0||0|-3}}", "n := Tiny(3); {2|n}"] {
        assert_eq!(evaluate(text), "{2|Tiny(3)}");
    }
    assert_eq!(evaluate("*; options({*,0|0,*})"), "Left: 0, *\nRight: 0, *");
}

#[test]
fn errors_report_their_cause() {
    use std::error::Error as _;
    let arena = Arena::new();
    let error = arena.evaluate("cool(*, -1)").unwrap_err();
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<Error>());
    assert_eq!(cause, Some(&Error::TemperatureTooLow));
    assert!(arena.evaluate("1 +").unwrap_err().source().is_none());
}

#[test]
fn deep_and_long_text_never_causes_a_crash() {
    let arena = Arena::new();
    for depth in [10, 900, 1001, 100_000] {
        let result = arena.evaluate(&("(".repeat(depth) + "1" + &")".repeat(depth)));
        assert_eq!(result.is_ok(), depth <= 1000);
        let result = arena.evaluate(&("-".repeat(depth) + "*"));
        assert_eq!(result.is_ok(), depth <= 1000);
        assert!(arena.evaluate(&"{".repeat(depth)).is_err());
        assert!(arena.evaluate(&"+-{".repeat(depth)).is_err());
        assert!(arena.evaluate(&"mean(".repeat(depth)).is_err());
        let result = arena.evaluate(&("{".repeat(depth) + "0" + &"|}".repeat(depth)));
        assert_eq!(result.is_ok(), depth <= 1000);
    }
    assert!(
        arena
            .evaluate(&format!("{{1{}2}}", "|".repeat(100)))
            .unwrap_err()
            .message
            .contains("at most 64 bars")
    );
    let sum = vec!["*"; 20_000].join(" + ");
    assert_eq!(arena.read(&sum).unwrap(), Game::ZERO);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_printed_reads_back(r in prop_oneof![recipe(), all_small(), printable()]) {
        let arena = Arena::new();
        let g = r.make(&arena);
        let Printed::Form(text) = arena.print(g, usize::MAX).unwrap() else {
            return Err(TestCaseError::fail("no limit, and no form"));
        };
        let Printed::Summary(summary) = arena.print(g, 0).unwrap() else {
            return Err(TestCaseError::fail("a form without characters"));
        };
        prop_assert_eq!(text.chars().count() as u128, summary.characters);
        prop_assert_eq!(arena.read(&text).unwrap(), g);
        // Another arena numbers its games in another order, and prints the same.
        let other = Arena::new();
        let there = other.read(&text).unwrap();
        prop_assert_eq!(other.print(there, usize::MAX).unwrap().to_string(), text.as_str());
        prop_assert_eq!(other.print_dag(there).unwrap(), arena.print_dag(g).unwrap());
        prop_assert_eq!(other.read(&arena.print_dag(g).unwrap()).unwrap(), there);
        prop_assert_eq!(arena.read(&format!("-({text}) + ({text})")).unwrap(), Game::ZERO);
        prop_assert_eq!(arena.read(&format!("{{{text}|{text}}}")).unwrap(), arena.game(&[g], &[g]).unwrap());
    }

    #[test]
    fn equal_values_print_alike_however_they_were_made(
        a in printable(), b in printable(), before in prop::collection::vec(printable(), 0..4),
    ) {
        // The same sum from the left, from the right, and after other games, as a form of its
        // options in reverse, and back from its negative.
        let (arena, other) = (Arena::new(), Arena::new());
        let g = arena.add(a.make(&arena), b.make(&arena)).unwrap();
        for recipe in &before {
            recipe.make(&other);
        }
        let second = b.make(&other);
        let h = other.add(second, a.make(&other)).unwrap();
        let texts = |arena: &Arena, g| {
            (arena.print(g, usize::MAX).unwrap().to_string(), arena.print_dag(g).unwrap())
        };
        let expected = texts(&arena, g);
        prop_assert_eq!(&texts(&other, h), &expected);
        let third = Arena::new();
        let minus = third.read(&arena.print(arena.neg(g).unwrap(), usize::MAX).unwrap().to_string()).unwrap();
        prop_assert_eq!(&texts(&third, third.neg(minus).unwrap()), &expected);
        // Lists are sorted alike, and wherever they begin.
        let options = |arena: &Arena, g| {
            let (left, right) = arena.options(g).unwrap();
            let mut all = [left, right].concat();
            let mut reversed: Vec<Game> = all.iter().rev().copied().collect();
            arena.sort(&mut all).unwrap();
            arena.sort(&mut reversed).unwrap();
            assert_eq!(all, reversed);
            all.iter().map(|&o| arena.print(o, usize::MAX).unwrap().to_string()).collect::<Vec<_>>()
        };
        prop_assert_eq!(options(&arena, g), options(&other, h));
    }

    #[test]
    fn places_of_errors_are_between_characters(text in "[-−0-9 {}|∥,*⋆∗★^v↑⇑↓⇓+()/±·×≤≥≠⧏⧐a-zé漢🂡\u{301}\u{a0}\u{2003}\n;:=]{0,16}") {
        let arena = Arena::new();
        if let Err(error) = arena.evaluate(&text) {
            prop_assert!(text.get(error.range.clone()).is_some(), "{:?} {:?}", text, error.range);
        }
    }

    #[test]
    fn no_text_makes_the_calculator_panic(text in "[-0-9 {}|,*^v+()/±a-n:=;<>]{0,24}") {
        let arena = Arena::new();
        match arena.evaluate(&text) {
            Ok(Value::Game(g)) => {
                let printed = arena.print(g, 100).unwrap().to_string();
                prop_assert!(arena.print(g, 100_000).is_ok() && !printed.is_empty());
            }
            Ok(value) => prop_assert!(!value.to_text(&arena, 100).unwrap().is_empty()),
            Err(error) => prop_assert!(error.range.start <= error.range.end && text.get(error.range.clone()).is_some()),
        }
    }

    #[test]
    fn pieces_of_the_language_in_any_order_do_not_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "{", "}", "|", "||", ",", "*", "^", "v", "+-", "+", "-", "1", "3/4", "(", ")", "mean(", "cool(", "explain(",
            "Tiny(", " ", "−", "⇓", "⋆", "·", "∥", "é", "🂡", "v", "*-", "<", "g", ":=", ";", "\n", "±", "↑", "*2", "norton(", "ordinal_sum(",
        ]), 0..20),
    ) {
        let arena = Arena::new();
        let text = pieces.concat();
        if let Err(error) = arena.evaluate(&text) {
            prop_assert!(text.get(error.range.clone()).is_some());
        }
    }
}

#[test]
fn a_star_between_a_blank_and_a_number_is_refused() {
    for text in ["2 *3", "*3 *4", "*3 + *4 *5", "^ *2"] {
        let error = Arena::new().evaluate(text).unwrap_err();
        assert!(
            error.to_string().contains("read in two ways"),
            "{text}: {error}"
        );
    }
    for (text, value) in [("* + *3", "*2"), ("2 *(3)", "6"), ("{*3 | *3}", "0")] {
        assert_eq!(evaluate(text), value, "{text}");
    }
}
