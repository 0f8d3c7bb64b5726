//! The steps of the calculator multiply out: every line is worth what the operation is.

use nimbers::calc::{MAX_STEPS, Step, evaluate_with_steps};

use crate::evaluate;
use nimbers::{FiniteNimber, Interrupt, Nimber64};

/// Evaluates an expression, and checks all its steps against the calculator.
fn checked(text: &str) -> Vec<Step> {
    let (value, steps) = evaluate_with_steps(text, Interrupt::NEVER).unwrap();
    let value = value.to_string();
    assert_eq!(value, evaluate(text).unwrap().to_string(), "{text}");
    for step in &steps {
        let worth = evaluate(&step.of).unwrap().to_string();
        let mut before = step.of.as_str();
        for line in &step.lines {
            let found = evaluate(&line.text).unwrap_or_else(|error| panic!("{line:?}: {error}"));
            assert_eq!(found.to_string(), worth, "{text}: {line:?}");
            assert_ne!(line.text, before, "{text}: nothing happens");
            before = &line.text;
            check_rule(&line.rule);
        }
        // The last line is the value, with nothing left to do.
        assert_eq!(before, worth, "{text}");
    }
    steps
}

/// Checks the equations that a rule names after its colon.
fn check_rule(rule: &str) {
    let Some((_, equations)) = rule.split_once(": ") else {
        return;
    };
    for equation in equations.split(", ") {
        let (left, right) = equation.split_once(" = ").expect("an equation");
        let worth = |text| evaluate(text).unwrap_or_else(|error| panic!("{rule}: {error}"));
        assert_eq!(worth(left), worth(right), "{rule}");
    }
}

fn texts(step: &Step) -> Vec<&str> {
    step.lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn products_by_hand() {
    let steps = checked("14 * 8");
    assert_eq!(steps.len(), 1);
    assert_eq!(
        texts(&steps[0])[..2],
        ["(8 + 4 + 2) * 8", "8*8 + 4*8 + 2*8"]
    );
    assert_eq!(texts(&checked("16 * 2")[0]), ["32"]);
    assert_eq!(texts(&checked("w * w")[0]), ["[w^2]"]);
    let steps = checked("w*w*w");
    assert_eq!(steps.len(), 2);
    assert_eq!(steps[1].lines.last().unwrap().text, "2");
    assert!(checked("3 + 5").is_empty());
}

#[test]
fn all_small_products_quotients_and_powers() {
    for x in 0..40 {
        for y in 0..40 {
            checked(&format!("{x}*{y}"));
        }
        for y in 1..20 {
            checked(&format!("{x}/{y}"));
            checked(&format!("{x}^{y}"));
        }
    }
    for x in 1..256 {
        checked(&format!("inv({x})"));
        checked(&format!("sqrt({x})"));
        checked(&format!("{x}^-3"));
    }
}

#[test]
fn large_ones() {
    let mut x = Nimber64(0x9e37_79b9_7f4a_7c15);
    for i in 0..60 {
        x = x * x + Nimber64(i);
        let y = x.square() + Nimber64(1 << i);
        // Few terms are written out, many are not.
        checked(&format!("{} * {}", x.0 & 0x8100_4080_0201, y.0));
        checked(&format!(
            "{} * {}",
            x.0 & 0x8000_4000_0001,
            y.0 & 0x4000_0010_0002
        ));
        checked(&format!("{}^{}", x.0, y.0));
        checked(&format!("sqrt({})", x.0));
        checked(&format!("{} / {}", x.0, y.0));
    }
    checked("[2^1000] * 3");
    checked("7^(2^100)");
    checked("(2^(2^70))^3");
}

#[test]
fn transfinite_ones() {
    for text in [
        "(w+2)*(w+3)",
        "[w^2*3+5] * [w^2*7+w]",
        "[w^w]^5",
        "[w^w+w] * [w^(w*4)]",
        "[w^(w^2)]^7",
        "[w^(w^2)*3 + w^w + 1] * [w^(w^2*6)]",
        "[w^9+w^3]^4",
        "inv(w+1)",
        "[w^3+1] / w",
        "w^-2",
        "w / 5",
        "sqrt(w+1)",
        "root(3, 2)",
        "root(5, 4)",
        "root(7, w+1)",
        "(w+1)*(w+1)*(w+1) + sqrt(w)/w",
    ] {
        assert!(!checked(text).is_empty(), "{text}");
    }
}

#[test]
fn the_number_of_steps_is_bounded() {
    let text = (2..60).map(|n| format!("{n}*{n}")).collect::<Vec<_>>();
    assert_eq!(checked(&text.join(" + ")).len(), MAX_STEPS);
    // The same operation is shown once.
    assert_eq!(checked("6*7 + 6*7").len(), 1);
}
