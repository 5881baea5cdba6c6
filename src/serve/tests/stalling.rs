//! A client that stops reading.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use tokio::runtime::Runtime;

use crate::serve::stall::Stalling;

#[test]
fn a_write_that_waits_too_long_fails_and_one_that_goes_on_does_not() {
    Runtime::new().expect("a runtime").block_on(async {
        let (near, mut far) = duplex(64);
        let mut near = Stalling::new(near, Duration::from_millis(100));
        let reader = tokio::spawn(async move {
            // Slow, but always within the time.
            let mut buffer = [0; 64];
            for _ in 0..8 {
                tokio::time::sleep(Duration::from_millis(30)).await;
                far.read_exact(&mut buffer).await.expect("bytes");
            }
            far
        });
        near.write_all(&[1; 512]).await.expect("a slow reader reads");
        let _far = reader.await.expect("no panic");
        let start = Instant::now();
        let stalled = near.write_all(&[1; 512]).await.expect_err("nobody reads");
        assert_eq!(stalled.kind(), ErrorKind::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(5));
    });
}
