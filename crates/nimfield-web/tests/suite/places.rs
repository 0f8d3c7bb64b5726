//! Who gets a place, and who is sent away.

use std::net::IpAddr;

use nimfield_web::internals::{Client, NoPlace, Place, Places};
use tokio::task::{JoinHandle, yield_now};

type Asked = JoinHandle<Result<Place, NoPlace>>;

fn client(number: u8) -> Client {
    Client::new(IpAddr::from([10, 0, 0, number]))
}

/// A client asks: when this returns it has its place, waits, or is refused.
async fn ask(places: &Places, number: u8) -> Asked {
    let places = places.clone();
    let asked = tokio::spawn(async move { places.take(client(number)).await });
    for _ in 0..3 {
        yield_now().await;
    }
    asked
}

async fn placed(asked: Asked) -> Place {
    assert!(asked.is_finished());
    asked.await.unwrap().unwrap_or_else(|why| panic!("{why:?}"))
}

async fn refused(asked: Asked) -> NoPlace {
    assert!(asked.is_finished());
    asked.await.unwrap().err().expect("no place")
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(test);
}

#[test]
fn an_extra_place_is_for_a_client_without_one() {
    run(async {
        let places = Places::new(2, 8);
        let first = placed(ask(&places, 1).await).await;
        let second = placed(ask(&places, 1).await).await;
        let third = ask(&places, 1).await;
        assert!(!third.is_finished());
        let other = placed(ask(&places, 2).await).await;
        let last = ask(&places, 3).await;
        assert!(!last.is_finished());
        // With one of three places free, the client that has none is before the one that came earlier.
        drop(first);
        yield_now().await;
        assert!(!third.is_finished());
        let last = placed(last).await;
        drop((second, other));
        yield_now().await;
        drop((placed(third).await, last));
    });
}

#[test]
fn clients_take_turns() {
    run(async {
        let places = Places::new(1, 8);
        let greedy = placed(ask(&places, 1).await).await;
        let beside = placed(ask(&places, 2).await).await;
        let mut waiting = Vec::new();
        for number in [1, 1, 1, 2, 2, 3] {
            waiting.push((number, ask(&places, number).await));
        }
        let mut held = vec![greedy, beside];
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(held.remove(0));
            yield_now().await;
            while let Some(next) = waiting.iter().position(|(_, asked)| asked.is_finished()) {
                let (number, asked) = waiting.remove(next);
                order.push(number);
                held.push(placed(asked).await);
            }
        }
        assert_eq!(order, [3, 1, 2, 1, 2, 1]);
    });
}

#[test]
fn a_full_queue_drops_the_client_with_the_most_entries() {
    run(async {
        let places = Places::new(1, 3);
        let first = placed(ask(&places, 1).await).await;
        let mut greedy = Vec::new();
        for _ in 0..3 {
            greedy.push(ask(&places, 1).await);
        }
        let own = ask(&places, 1).await;
        assert_eq!(refused(own).await, NoPlace::Busy);
        let beside = placed(ask(&places, 2).await).await;
        let other = ask(&places, 2).await;
        assert!(!other.is_finished());
        assert_eq!(refused(greedy.pop().unwrap()).await, NoPlace::Busy);
        assert!(greedy.iter().all(|asked| !asked.is_finished()));
        // One that leaves the queue makes room in it.
        for asked in greedy {
            asked.abort();
            yield_now().await;
        }
        let again = ask(&places, 1).await;
        assert!(!again.is_finished());
        drop((first, beside));
        yield_now().await;
        drop((placed(other).await, placed(again).await));
    });
}

#[test]
fn clients_that_left_hold_no_place_and_none_is_given_at_the_end() {
    run(async {
        let places = Places::new(1, 3);
        let first = placed(ask(&places, 1).await).await;
        let gone = ask(&places, 1).await;
        let waits = ask(&places, 1).await;
        drop(first);
        // It is given the place, and leaves before it knows.
        gone.abort();
        for _ in 0..3 {
            yield_now().await;
        }
        let last = placed(waits).await;
        let waits = ask(&places, 1).await;
        places.close();
        yield_now().await;
        assert_eq!(refused(waits).await, NoPlace::Closed);
        assert_eq!(refused(ask(&places, 2).await).await, NoPlace::Closed);
        drop(last);
    });
}

#[test]
fn a_network_is_one_client() {
    let client = |text: &str| Client::new(text.parse().unwrap());
    assert_eq!(client("2001:db8:1:2:3::4"), client("2001:db8:1:2:5:6:7:8"));
    assert_ne!(client("2001:db8:1:2::4"), client("2001:db8:1:3::4"));
    assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
    assert_ne!(client("10.0.0.1"), client("10.0.0.2"));
}
