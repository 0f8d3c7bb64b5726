//! Long computations can be stopped, and are not by default.

use std::cell::Cell;

use nimbers::num_bigint::BigUint;
use nimbers::{
    FiniteNimber, Interrupt, Multiplicative, Nimber, Nimber64, Nimber128, NimberError, Stopped,
};

/// Stops when it is asked for the `n`-th time, and counts.
fn after<T>(n: usize, run: impl FnOnce(Interrupt<'_>) -> T) -> (T, usize) {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() >= n
    };
    (run(Interrupt::when(&stop)), asked.get())
}

fn power_of_two(exponent: usize) -> Nimber {
    Nimber::power_of_two(exponent).unwrap()
}

#[test]
fn finite_computations_stop_when_interrupted() {
    let long = power_of_two(70_000);
    let huge = BigUint::from(1_u8) << 60_000_u32;
    for n in 1..5 {
        assert_eq!(after(n, |i| long.pow_big(&huge, i)), (Err(Stopped), n));
        assert_eq!(after(n, |i| long.minimal_polynomial(i)), (Err(Stopped), n));
    }
    let x = power_of_two(4_000);
    assert_eq!(after(7, |i| x.order(i)), (Err(NimberError::Stopped), 7));
    let (roots, asked) = after(7, |i| x.roots(65_537, i));
    assert_eq!((roots.err(), asked), (Some(NimberError::Stopped), 7));
    // The largest prime factor of 2^64 - 1 is 6,700,417: 2,589 baby steps.
    let (x, g) = (Nimber128(1 << 50), Nimber128::MAX);
    let (log, asked) = after(3, |i| x.log_within(&g, 1 << 23, i));
    assert_eq!((log, asked), (Err(NimberError::Stopped), 3));
}

#[test]
fn an_interrupt_that_never_stops_changes_nothing() {
    let (x, g) = (Nimber64(1 << 40), Nimber64::MAX);
    let never = || false;
    for interrupt in [
        Interrupt::NEVER,
        Interrupt::default(),
        Interrupt::when(&never),
    ] {
        assert_eq!(x.order(interrupt), x.order(Interrupt::NEVER));
        assert_eq!(
            x.log_within(&g, 1 << 23, interrupt),
            x.log(&g, Interrupt::NEVER)
        );
        assert_eq!(
            x.minimal_polynomial(interrupt),
            x.minimal_polynomial(Interrupt::NEVER)
        );
        let roots: Vec<_> = x.roots(5, interrupt).unwrap().collect();
        assert_eq!(
            roots,
            x.roots(5, Interrupt::NEVER).unwrap().collect::<Vec<_>>()
        );
    }
    assert_eq!(format!("{:?}", Interrupt::NEVER), "Interrupt::NEVER");
}

#[cfg(feature = "std")]
mod transfinite {
    use std::error::Error;

    use super::{after, power_of_two};
    use crate::evaluate;
    use nimbers::calc;
    use nimbers::excess::{ExcessError, Excesses, order_of_two};
    use nimbers::{Interrupt, Multiplicative, Nimber, NimberError, Ordinal, Stopped};

    fn o(text: &str) -> Ordinal {
        text.parse().unwrap()
    }

    /// A name, and a computation that can be stopped.
    type Stoppable<'a> = (
        &'a str,
        Box<dyn Fn(Interrupt<'_>) -> Option<NimberError> + 'a>,
    );

    #[test]
    fn every_operation_stops_at_every_check() {
        let x = o("w^(w^3)+w^(w^2*6)+w^w+4");
        let y = o("w^(w^3*2)+w^(w^2)+w+1");
        let small = o("w^(w+3)+5");
        let operations: [Stoppable<'_>; 11] = [
            ("times", Box::new(|i| x.times(&y, i).err())),
            ("inverse", Box::new(|i| x.inverse(i).err())),
            ("divide", Box::new(|i| y.divide(&x, i).err())),
            ("pow", Box::new(|i| x.pow(&(1_u64 << 40).into(), i).err())),
            ("sqrt", Box::new(|i| x.sqrt(i).err())),
            ("artin_schreier", Box::new(|i| x.artin_schreier(i).err())),
            (
                "solve_quadratic",
                Box::new(|i| Ordinal::solve_quadratic(&x, &y, i).err()),
            ),
            (
                "minimal_polynomial",
                Box::new(|i| small.minimal_polynomial(i).err()),
            ),
            ("order", Box::new(|i| small.order(i).err())),
            ("roots", Box::new(|i| small.roots(9, i).err())),
            ("root", Box::new(|i| small.root(3, i).err())),
        ];
        for (name, run) in &operations {
            // How often it asks in all.
            let (error, all) = after(usize::MAX, run);
            assert_eq!(error, None, "{name}");
            assert!(all >= 2, "{name} asks {all} times");
            for n in (1..=all).step_by(all.div_ceil(5)).chain([all]) {
                assert_eq!(after(n, run), (Some(NimberError::Stopped), n), "{name}");
            }
        }
        for (name, run) in [("degree", 1), ("trace", 2)] {
            let (error, asked) = after(1, |i| match run {
                1 => x.degree(i).err(),
                _ => x.trace(i).err(),
            });
            assert_eq!((error, asked), (Some(NimberError::Stopped), 1), "{name}");
        }
    }

    #[test]
    fn the_calculator_stops() {
        for text in [
            "root(4095,[w^w])",
            "root(2305843009213693951,3)",
            "root(18446744073709551557,w)",
            "min_poly([2^65000])",
            "[2^65000]^(2^65000)",
            "order([w^(w^2)]+[w^w]+w+4)",
            "inv([w^(w^3)]+[w^(w^5)]+[w^(w^4)])",
            "log([2^60],2^64-1)",
            "(w+1)*(w+2)*(w+3)",
        ] {
            let (result, asked) = after(3, |i| calc::evaluate(text, i));
            let error = result.expect_err(text);
            assert_eq!(
                (error.cause, asked),
                (Some(NimberError::Stopped), 3),
                "{text}"
            );
            assert!(text.get(error.span).is_some());
        }
        assert_eq!(
            calc::evaluate("root(3,2)", Interrupt::when(&|| false)),
            evaluate("root(3,2)")
        );
    }

    #[test]
    fn one_root_of_many() {
        // 65537 is a Fermat prime: all roots of a finite nimber are finite, if one is.
        let roots = Nimber::from(3_u8).roots(65_537, Interrupt::NEVER).unwrap();
        let least = roots.min().unwrap();
        assert_eq!(o("3").root(65_537, Interrupt::NEVER), Ok(least.into()));
        let value = evaluate("root(65537,3)^65537").unwrap();
        assert_eq!(value.to_string(), "3");
        // A list of so many is not made, and the limit is named.
        let error = evaluate("roots(65537,3)").unwrap_err();
        assert!(error.to_string().contains("10000"), "{error}");
        // 2^19 - 1 is the prime 524287, whose roots of unity have degree 19.
        let x = o("w").pow(&524_287.into(), Interrupt::NEVER).unwrap();
        assert_eq!(
            x.root(1 << 20, Interrupt::NEVER)
                .unwrap()
                .pow(&(1 << 20).into(), Interrupt::NEVER),
            Ok(x)
        );
        // Where the root is not in the field, it is found over the excess of the prime, if that is cheap.
        let g = power_of_two(31);
        let x = Ordinal::from(g * power_of_two(20));
        let root = x.root(65_537, Interrupt::NEVER).unwrap();
        assert_eq!(root.pow(&65_537.into(), Interrupt::NEVER), Ok(x));
        // All roots, against the list.
        for (x, n) in [("w^w+5", 15), ("w+4", 21), ("7", 12), ("0", 9), ("w^5", 1)] {
            let roots = o(x).roots(n, Interrupt::NEVER).unwrap();
            assert_eq!(
                o(x).root(n, Interrupt::NEVER).as_ref(),
                Ok(&roots[0]),
                "{x} {n}"
            );
            assert!(
                roots.is_sorted()
                    && roots
                        .iter()
                        .all(|r| r.pow(&n.into(), Interrupt::NEVER) == Ok(o(x)))
            );
        }
        assert_eq!(
            o("5").root(0, Interrupt::NEVER),
            Err(NimberError::ZerothRoot)
        );
    }

    #[test]
    fn errors_have_sources() {
        let source = |text: &str| {
            evaluate(text)
                .unwrap_err()
                .source()
                .map(ToString::to_string)
        };
        assert_eq!(source("1/0").as_deref(), Some("division by 0"));
        assert!(source("log(5,1)").is_some_and(|e| e.contains("not a power")));
        assert_eq!(source("1+"), None);
        let unknown = o("2").roots(719, Interrupt::NEVER).unwrap_err();
        assert!(
            unknown
                .source()
                .is_some_and(|e| e.to_string().contains("719"))
        );
        let (stopped, _) = after(1, |i| o("w").sqrt(i));
        assert!(stopped.unwrap_err().source().unwrap().is::<Stopped>());
        let log = Nimber::ZERO
            .log(&Nimber::ONE, Interrupt::NEVER)
            .unwrap_err();
        assert!(log.source().is_none());
        let long = power_of_two(5_000);
        assert_eq!(
            long.log(&long, Interrupt::NEVER),
            Err(NimberError::UnknownFactors { fermat: 12 })
        );
        let unknown = Excesses::shipped().plan(1439);
        assert!(unknown.unwrap_err().source().is_some());
    }

    #[test]
    fn errors_state_the_limit_as_a_number() {
        for (text, limit) in [
            ("roots(10001,w)", 10_000_u64),
            ("[2^(2^20)*2^(2^20)]", 1 << 20),
            ("[(w+1)^5000]", 4_096),
            ("2^(2^(2^20))", calc::MAX_INTEGER_BITS),
        ] {
            let error = evaluate(text).unwrap_err().to_string();
            assert!(error.contains(&limit.to_string()), "{text}: {error}");
        }
        let long = "9".repeat(200_001);
        assert!(evaluate(&long).unwrap_err().to_string().contains("200000"));
    }

    #[test]
    fn composite_numbers_have_no_excess() {
        assert!(
            matches!(Excesses::shipped().plan(1439), Err(ExcessError::Unknown(e)) if e.prime == 719)
        );
        // A wrong number where a composite number stands for a prime harms nothing.
        let mut wrong = Excesses::empty();
        wrong.insert(9, 0);
        assert_eq!(wrong.plan(9), Err(ExcessError::NotAnOddPrime(9)));
        assert_eq!([9, 15, 21, 341].map(order_of_two), [6, 4, 6, 10].map(Some));
        assert_eq!([0, 2, 6].map(order_of_two), [None; 3]);
    }

    #[test]
    fn an_excess_stops_between_its_steps() {
        let (result, asked) = after(2, |i| Excesses::shipped().compute(167, 1 << 30, i));
        assert_eq!(
            (result, asked),
            (Err(ExcessError::Stopped { prime: 167 }), 2)
        );
        let mut excesses = Excesses::shipped();
        let (result, asked) = after(usize::MAX, |i| excesses.compute(83, 1 << 30, i));
        assert_eq!(result, Ok(1));
        assert!(asked > 10);
    }
}
