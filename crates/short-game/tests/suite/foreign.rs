//! A game used in an arena that did not make it: a panic, never another game's value.

use std::panic::{AssertUnwindSafe, catch_unwind};

use short_game::{Arena, Game, Thermographs};

/// An operation on a game, whatever it returns.
type Operation<'a> = (&'a str, Box<dyn Fn(&Arena, Game) + 'a>);

#[test]
fn games_of_another_arena_are_refused() {
    let (mine, yours) = (Arena::new(), Arena::new());
    // The numbers of these games are used in both arenas.
    let texts = ["1", "*", "{2|-1}", "^", "{5|1||-3}"];
    let read = |arena: &Arena| texts.map(|text| arena.read(text).unwrap());
    let (of_mine, of_yours) = (read(&mine), read(&yours));
    let own = of_mine[2];
    let operations: [Operation<'_>; 17] = [
        ("to_number", Box::new(|a, g| _ = a.to_number(g))),
        ("options", Box::new(|a, g| _ = a.options(g))),
        ("option_counts", Box::new(|a, g| _ = a.option_counts(g))),
        ("neg", Box::new(|a, g| _ = a.neg(g))),
        ("add", Box::new(|a, g| _ = a.add(g, own))),
        ("add, second", Box::new(|a, g| _ = a.add(own, g))),
        ("le", Box::new(|a, g| _ = a.le(g, own))),
        ("le, second", Box::new(|a, g| _ = a.le(own, g))),
        ("compare", Box::new(|a, g| _ = a.compare(g, own))),
        ("outcome", Box::new(|a, g| _ = a.outcome(g))),
        ("left_stop", Box::new(|a, g| _ = a.left_stop(g))),
        ("mean", Box::new(|a, g| _ = a.mean(g))),
        ("thermograph", Box::new(|a, g| _ = a.thermograph(g))),
        (
            "thermographs",
            Box::new(|a, g| _ = Thermographs::new(a).get(g).is_ok()),
        ),
        ("canonical", Box::new(|a, g| _ = a.game(&[g], &[]))),
        ("print", Box::new(|a, g| _ = a.print(g, 100))),
        ("multiple", Box::new(|a, g| _ = a.multiple(3, g))),
    ];
    for (name, run) in &operations {
        for (g, h) in of_mine.into_iter().zip(of_yours) {
            assert_eq!(g.index(), h.index());
            assert_ne!(g, h);
            run(&mine, g);
            let panic = catch_unwind(AssertUnwindSafe(|| run(&mine, h))).expect_err(name);
            let message = panic.downcast_ref::<&str>().copied();
            assert_eq!(message, Some("the game belongs to another arena"), "{name}");
        }
        // The game 0 is the same everywhere.
        run(&mine, Game::ZERO);
    }
    assert_eq!(yours.integer(0).unwrap(), Game::ZERO);
}
