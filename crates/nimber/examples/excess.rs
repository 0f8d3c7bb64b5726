use nimber::excess::*;
use std::ops::ControlFlow;
fn main() {
    let a: Vec<u32> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let mut e = Excesses::empty();
    if a.len() > 2 { for (p, m) in std::fs::read_to_string("/tmp/tfscratch/known.txt").unwrap().lines().map(|l| l.split_once(' ').unwrap()) { e.insert(p.parse().unwrap(), m.parse().unwrap()); } }
    let t = std::time::Instant::now();
    for p in a[0]..=a[1] {
        match e.plan(p) {
            Err(ExcessError::NotAnOddPrime(_)) => continue,
            Err(x) => { println!("{p}: {x}"); continue }
            Ok(plan) if plan.degree > 20_000_000 => { println!("{p}: skipped E={}", plan.degree); continue }
            Ok(plan) => {
                let t1 = std::time::Instant::now(); let mut last = 0.0;
                let m = e.compute(p, 8 << 30, &mut |g| { let now = t1.elapsed().as_secs_f64(); if a.len() > 2 { eprint!("{}/{} {:.2}  ", g.done, g.total, now-last); last = now; } ControlFlow::Continue(()) }).unwrap();
                let s = t1.elapsed().as_secs_f64();
                if s > 0.05 || a.len() > 2 { println!("{p} {m} E={} {s:.3}s", plan.degree); }
            }
        }
    }
    println!("total {:.3}s", t.elapsed().as_secs_f64());
    for p in a[0]..=a[1] { if let Some(m) = e.get(p) { print!("{m},") } }
    println!();
}
