//! What the runtime writes, read back.

use gadfly_trace::{Capture, Limits, capture, enter, l, list, once, v};

use super::{EventKind, Problem, Value, read};

fn add(counts: &mut Vec<i64>, by: &str, at: Option<u8>) -> bool {
    let __gt = enter(5, list![v!(counts), v!(by), v!(at)]);
    let __gr: bool = once(move || -> bool {
        counts.push(by.len() as i64);
        if by == "panic" {
            panic!("as asked");
        }
        inner(1.5);
        at.is_some()
    });
    __gt.exit(v!(__gr));
    __gr
}

fn inner(float: f64) {
    let __gt = enter(6, list![v!(float)]);
    let __gr: () = once(move || -> () {});
    __gt.exit(v!(__gr));
}

fn text(text: &str) -> Value {
    Value::Text { text: text.to_owned(), is_whole: true }
}

fn numbers(numbers: &[i128]) -> Value {
    let items = numbers.iter().map(|it| Value::Signed(*it)).collect();
    Value::List { items, is_whole: true }
}

fn sample() -> Vec<u8> {
    capture(|| {
        let mut counts = vec![-3];
        add(&mut counts, l(9, "abc"), Some(7));
        let unwound = std::panic::catch_unwind(move || add(&mut counts, "panic", None));
        assert!(unwound.is_err());
    })
}

#[test]
fn calls_are_read_back_with_their_values() {
    let log = read(&sample()).expect("a log");
    assert!(!log.is_cut_off && log.process == std::process::id());
    let kinds: Vec<&EventKind> = log.events.iter().map(|it| &it.kind).collect();
    let of_mutable = |items: &[i128]| Value::Mutable(Box::new(numbers(items)));
    let shared = |value| Value::Shared(Box::new(value));
    assert_eq!(kinds[0], &EventKind::Site { site: 9, value: text("abc") });
    let some = Value::Some(Box::new(Value::Unsigned(7)));
    let arguments = vec![of_mutable(&[-3]), shared(text("abc")), some];
    assert_eq!(kinds[1], &EventKind::Enter { function: 5, arguments });
    let arguments = vec![Value::Float64(1.5_f64.to_bits())];
    assert_eq!(kinds[2], &EventKind::Enter { function: 6, arguments });
    assert_eq!(kinds[3], &EventKind::Exit { returned: Value::Unit, again: vec![] });
    let again = vec![(0, numbers(&[-3, 3])), (1, text("abc"))];
    assert_eq!(kinds[4], &EventKind::Exit { returned: Value::Bool(true), again });
    let again = vec![(0, numbers(&[-3, 3, 5])), (1, text("panic"))];
    assert_eq!(kinds[6], &EventKind::Unwind { again });
    assert_eq!(kinds.len(), 7);
}

#[test]
fn cut_off_logs_are_read_to_their_last_record() {
    let bytes = sample();
    let whole = read(&bytes).expect("a log");
    for length in 0..bytes.len() {
        let log = read(&bytes[..length]).expect("a log that is cut off");
        assert!(log.is_cut_off, "{length}");
        assert!(whole.events.starts_with(&log.events), "{length}");
    }
}

#[test]
fn damaged_logs_are_errors() {
    let bytes = sample();
    let whole = read(&bytes).expect("a log");
    let mut refused = 0;
    for at in 0..bytes.len() {
        for change in [1, 0x40, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            match read(&damaged) {
                Err(error) => {
                    refused += 1;
                    assert!(error.position <= bytes.len(), "{error}");
                }
                // A changed value is a value.
                Ok(log) => assert!(log.events.len() <= whole.events.len(), "{at}"),
            }
        }
    }
    assert!(refused > bytes.len(), "{refused}");
    assert_eq!(read(b"gadfly!!").expect_err("no log").problem, Problem::NoLog);
    let error = read(b"gadtrace\x02").expect_err("another layout");
    assert_eq!(error.to_string(), "damaged log at byte 0: layout 2 is unknown");
}

#[test]
fn random_bytes_never_panic() {
    let mut state = 1_u64;
    for _ in 0..3000 {
        let mut bytes = b"gadtrace\x01".to_vec();
        for _ in 0..60 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            bytes.push((state >> 33) as u8 % 24);
        }
        let _ = read(&bytes);
    }
}

#[test]
fn calls_beyond_the_limits_are_counted() {
    let limits = Limits { calls: 10, function_calls: 4, ..Limits::default() };
    let of_thread = Capture::new(limits.clone(), 0);
    let log = read(&of_thread.run(|| (0..6).for_each(|_| inner(0.0)))).expect("a log");
    assert_eq!((log.events.len(), log.refused), (8, 2));

    let of_thread = Capture::new(limits, 0);
    let log = of_thread.run(|| (0..6).for_each(|_| assert!(!add(&mut vec![], "", None))));
    // A call that is not logged hides those that it makes.
    let log = read(&log).expect("a log");
    let entered = log.events.iter().filter(|it| matches!(it.kind, EventKind::Enter { .. }));
    assert_eq!((entered.count(), log.refused), (8, 2));
}

#[test]
fn expressions_in_loops_are_logged_a_few_times() {
    let log = capture(|| (0..1000).for_each(|round| assert_eq!(l(3, round), round)));
    assert_eq!(read(&log).expect("a log").events.len(), 200);
}
