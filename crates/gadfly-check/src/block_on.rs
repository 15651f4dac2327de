//! Futures on the thread that asks for them, without a runtime.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

struct Caller(Thread);

impl Wake for Caller {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to its result. A future that is never woken does not return.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Caller(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::Pin;

    /// Is ready at the third look, and woken from another thread.
    struct Slow(u32);

    impl Future for Slow {
        type Output = u32;

        fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<u32> {
            self.0 += 1;
            if self.0 == 3 {
                return Poll::Ready(self.0);
            }
            let waker = context.waker().clone();
            drop(std::thread::spawn(move || waker.wake()));
            Poll::Pending
        }
    }

    #[test]
    fn a_future_is_looked_at_until_it_is_ready() {
        assert_eq!(block_on(async { Slow(0).await + 1 }), 4);
    }
}
