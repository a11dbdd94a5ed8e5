//! CPU time, where the operating system reports it.

use std::time::Duration;

/// CPU time of the calling thread; `None` where the system does not report it.
#[must_use]
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
    }
    #[cfg(not(unix))]
    None
}

/// CPU time of another process, without its children; `None` where the system does not report it.
pub(crate) fn process_time(id: u32) -> Option<Duration> {
    #[cfg(any(target_os = "android", target_os = "freebsd", target_os = "linux"))]
    {
        use nix::time::{clock_getcpuclockid, clock_gettime};
        let clock = clock_getcpuclockid(nix::unistd::Pid::from_raw(id.try_into().ok()?)).ok()?;
        clock_gettime(clock).ok().map(Duration::from)
    }
    #[cfg(not(any(target_os = "android", target_os = "freebsd", target_os = "linux")))]
    {
        let _ = id;
        None
    }
}
