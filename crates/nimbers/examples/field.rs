//! A tour of the field of nimbers: `cargo run -p nimbers --example field`.

use nimbers::calc::evaluate;
use nimbers::{FiniteNimber, Interrupt, Multiplicative, Nimber, Nimber8, Nimber64, Ordinal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A field of fixed width: the operators are those of the field.
    let (x, y) = (Nimber8(14), Nimber8(8));
    println!(
        "{x} + {y} = {}, {x} * {y} = {}, {x} / {y} = {}",
        x + y,
        x * y,
        x / y
    );
    println!(
        "sqrt({x}) = {}, and its order is {}",
        x.sqrt(),
        x.order(Interrupt::NEVER)?
    );

    // Any size: every quadratic equation has a solution.
    let c: Nimber = "340282366920938463463374607431768211456".parse()?;
    let root = c.artin_schreier().expect("there always is one");
    println!("x^2 + x = 2^128 has the solution {root:#x}");

    // A long computation under a limit: here it is given up when it first asks.
    let x = Nimber64(1 << 40);
    let stopped = x.log_within(&Nimber64::MAX, 1 << 23, Interrupt::when(&|| true));
    println!("a logarithm without time: {}", stopped.unwrap_err());

    // Transfinite nimbers, and the calculator.
    println!(
        "the cube root of 2 is {}",
        Ordinal::from(2_u32).root(3, Interrupt::NEVER)?
    );
    println!(
        "(w+4)*(w+1) = {}",
        evaluate("(w+4)*(w+1)", Interrupt::NEVER)?
    );
    Ok(())
}
