//! Functions that tests may call, as source.

/// The part of such a function that starts the test's program once more; its status is `status`.
macro_rules! started_again {
    () => {
        r#"    let program = std::env::current_exe().expect("a test knows its program");
    let status = std::process::Command::new(program)
        .args([test, "--exact", "--include-ignored"])
        .env(INSIDE, "1")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()
        .expect("the program can be started");
"#
    };
}
pub(super) use started_again;

/// Runs a test in a process that may die.
pub(super) const PROCESS: &str = concat!(
    r#"
/// Runs the body of a test in a process of its own, so that its death fails this test alone.
fn in_a_process_of_its_own(test: &str, body: fn()) {
    const INSIDE: &str = "GADFLY_INSIDE";
    // Not zero, with which the body itself could end the process.
    const DONE: i32 = 42;
    if std::env::var_os(INSIDE).is_some() {
        body();
        std::process::exit(DONE);
    }
"#,
    started_again!(),
    r#"    assert!(status.code() == Some(DONE), "the process ended with {}", status);
}
"#
);

/// Runs a test in a process that may not come back.
pub(super) const TIMEOUT: &str = r#"
/// Runs the body of a test in a process of its own, and ends it when it takes too long.
fn in_a_process_with_a_timeout(test: &str, body: fn()) {
    const INSIDE: &str = "GADFLY_INSIDE";
    // Not zero, with which the body itself could end the process.
    const DONE: i32 = 42;
    if std::env::var_os(INSIDE).is_some() {
        body();
        std::process::exit(DONE);
    }
    let program = std::env::current_exe().expect("a test knows its program");
    let mut child = std::process::Command::new(program)
        .args([test, "--exact", "--include-ignored"])
        .env(INSIDE, "1")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program can be started");
    for _ in 0..500 {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            assert!(status.code() == Some(DONE), "the process ended with {}", status);
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("the process can be ended");
    child.wait().expect("the process can be waited for");
    panic!("the process did not come back in 5 seconds");
}
"#;

/// What operations call besides the crate and the standard library.
pub(super) const FORMATTED: &str = r#"
/// What a formatting function writes.
fn formatted<F: Fn(&mut std::fmt::Formatter<'_>) -> std::fmt::Result>(format: F) -> String {
    struct With<F>(F);
    impl<F: Fn(&mut std::fmt::Formatter<'_>) -> std::fmt::Result> std::fmt::Display for With<F> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            (self.0)(f)
        }
    }
    With(format).to_string()
}
"#;

/// The executor of asynchronous functions.
pub(super) const BLOCK_ON: &str = r#"
/// Polls a future until it is ready.
fn block_on<F: std::future::Future>(future: F) -> F::Output {
    struct Ignore;
    impl std::task::Wake for Ignore {
        fn wake(self: std::sync::Arc<Self>) {}
    }
    let waker = std::task::Waker::from(std::sync::Arc::new(Ignore));
    let mut context = std::task::Context::from_waker(&waker);
    let mut future = Box::pin(future);
    for _ in 0..10_000 {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
    panic!("the future was polled 10,000 times and is not ready")
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    /// A test that ends well must not look like one that a sanitizer has ended.
    #[test]
    fn good_ends_differ_from_reports() {
        for helper in [PROCESS, TIMEOUT] {
            assert!(helper.contains("const DONE: i32 = "), "{helper}");
            let clash = format!("const DONE: i32 = {};", gadfly_wire::EXIT_REPORTED);
            assert!(!helper.contains(&clash), "{helper}");
        }
    }

    /// Before the edition of 2021 a lone text after a condition is not formatted.
    #[test]
    fn nothing_is_formatted_that_old_editions_take_literally() {
        for helper in [PROCESS, TIMEOUT, FORMATTED, BLOCK_ON] {
            let mut lines = helper.lines().filter(|line| line.contains("assert!("));
            assert!(lines.all(|line| !line.contains("{status}")), "{helper}");
        }
    }
}
