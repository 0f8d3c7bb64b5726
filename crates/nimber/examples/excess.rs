use nimber::excess::*;
use std::ops::ControlFlow;
fn main() {
    let a: Vec<u32> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let mut e = Excesses::empty();
    let t = std::time::Instant::now();
    for p in a[0]..=a[1] {
        match e.plan(p) {
            Err(ExcessError::NotAnOddPrime(_)) => continue,
            Err(x) => { println!("{p}: {x}"); continue }
            Ok(plan) if plan.degree > 20_000_000 => { println!("{p}: skipped E={}", plan.degree); continue }
            Ok(plan) => {
                let t1 = std::time::Instant::now();
                let m = e.compute(p, 8 << 30, &mut |_| ControlFlow::Continue(())).unwrap();
                let s = t1.elapsed().as_secs_f64();
                if s > 0.05 || a.len() > 2 { println!("{p} {m} E={} {s:.3}s", plan.degree); }
            }
        }
    }
    println!("total {:.3}s", t.elapsed().as_secs_f64());
    for p in a[0]..=a[1] { if let Some(m) = e.get(p) { print!("{m},") } }
    println!();
}
