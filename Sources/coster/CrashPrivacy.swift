import WipingHeap

#if canImport(Glibc)
    import Glibc
#endif

/// Keeps the memory of a server out of what a crash leaves behind, and out of others' reach.
///
/// Swift's own crash report prints pieces of memory, and sixteen bytes are a card number. So a server that crashes, or is
/// asked for a core file (SIGQUIT), says nothing: no report and no core file. What it frees is overwritten, and no other
/// process of its user may read it. Only root can still take an image; docs/security.md says what is in it.
enum CrashPrivacy {
    /// What every command keeps: it may hold a key for a moment. Before the first secret is read.
    static func beginCommand() {
        coster_wipe_freed_memory()
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // Where the system refuses, the others still hold; the command is no worse for it.
        _ = coster_forbid_dumps()
    }

    /// What a server keeps besides; before the first secret is read.
    static func begin() {
        beginCommand()
        // All that Swift's backtracer takes.
        for signal in [SIGQUIT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            Glibc.signal(signal, SIG_DFL)
        }
    }

    /// What a server does besides, if its operator asked for it: an idle one overwrites what lies in its threads' stacks.
    ///
    /// A signal interrupts each thread for it, and needs 64 KiB of that thread's stack. A crash leaves no stack behind
    /// anyway, so this is for those who fear an image of a living server.
    static func wipeIdleStacks() {
        // If the system refuses, the rest still holds; the server is no worse for it.
        _ = coster_wipe_idle_stacks()
    }
}
