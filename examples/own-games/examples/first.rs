use nimfield::Games;
use nimfield::prelude::*;

/// One heap. A move takes a square number of counters: 1, 4, 9, …
#[derive(Clone, Debug, PartialEq, Eq)]
struct Squares(u128);

displays_as_shape!(Squares);
by_default!(Squares);

const TAKE: &str = "heap {place} by {amount}";

impl Rules for Squares {
    type Move = Move;
    const INFO: GameInfo = GameInfo::of_forms("squares", "squares[20]", &[TAKE]);

    fn shape(&self) -> Shape {
        Shape::heaps("heap", [self.0])
    }
    fn of_numbers(heaps: &[u128]) -> Result<Squares, String> {
        let [heap] = heaps else {
            return Err(format!("one heap is needed, there are {}", heaps.len()));
        };
        Ok(Squares(*heap))
    }
    fn moves(&self) -> Moves<'_, Move> {
        let squares = (1..=self.0.isqrt()).map(|root| root * root);
        Box::new(squares.map(|n| Move::new(TAKE, [Arg::Place(0), Arg::Number(n)])))
    }
}

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = Games::builtin().with_game::<Squares>();
    let answer = nimfield::analyze(&games.read("squares[20] + nim[3]")?);
    println!(
        "{}",
        answer
            .outcome
            .map_or("not decided".to_string(), |who| who.to_string())
    );
    for winning in &answer.winning_moves {
        println!("{winning}");
    }
    println!("{}", answer.reason.text);
    Ok(())
}
