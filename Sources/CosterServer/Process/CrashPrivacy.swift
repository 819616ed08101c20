import WipingHeap

#if canImport(Glibc)
    import Glibc
#endif

/// Keeps the memory of a server out of crash reports and core files, and from other processes.
///
/// Swift's own crash report prints pieces of memory, and sixteen bytes are a card number. So a server that crashes, or
/// is asked for a core file (SIGQUIT), writes neither a report nor a core file. Freed memory is overwritten, and no
/// other process of its user may read it. Only root can still take an image; docs/security.md says what is in it.
package enum CrashPrivacy {
    /// The protection of every command, which may hold a key for a while. Call it before the first secret is read.
    package static func beginCommand() {
        coster_wipe_freed_memory()
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // If the system refuses, the other protections still hold; the command is no worse for it.
        _ = coster_forbid_dumps()
    }

    /// The further protection of a server; before the first secret is read.
    package static func begin() {
        beginCommand()
        // All that Swift's backtracer takes.
        for signal in [SIGQUIT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            Glibc.signal(signal, SIG_DFL)
        }
    }

    /// The protection of a server whose operator asked for it: while idle, it overwrites the unused parts of its
    /// threads' stacks.
    ///
    /// A signal interrupts each thread for it, and needs 64 KiB of that thread's stack. A crash leaves no stack behind
    /// anyway, so this protects against an image of a running server.
    package static func wipeIdleStacks() {
        // If the system refuses, the rest still holds; the server is no worse for it.
        _ = coster_wipe_idle_stacks()
    }
}
