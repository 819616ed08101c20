/// When a book's log is copied into its file, and by whom.
///
/// To copy it takes as long as many commits, so a copyist does it while the writer goes on. What was written meanwhile
/// the writer copies itself, which is little: the log begins anew only where nothing of it is left to copy.
///
/// Source: SQLite, "Write-Ahead Logging", "Checkpointing" and "Avoiding Excessively Large WAL Files".
struct LogStage {
    /// What the writer does after a commit.
    enum Action: Hashable {
        case nothing
        /// Lets the copyist begin.
        case startCopyist
        /// Waits for the copyist, whose disk is slower than the writes come.
        case waitForCopyist
        /// Copies what the copyist has not.
        case copyTheRest
    }

    private enum State {
        /// The log is short.
        case short
        /// The copyist copies what the log held when he began.
        case copying(pages: Int)
        /// So much of it is copied, or was tried.
        case copied(pages: Int)
    }

    /// From how many pages on the log is copied.
    let limit: Int
    private var state = State.short

    init(limit: Int) {
        self.limit = limit
    }

    /// The writer has committed, and the log has so many pages.
    mutating func committed(pages: Int) -> Action {
        switch state {
        case .short:
            guard pages >= limit else { return .nothing }
            state = .copying(pages: pages)
            return .startCopyist
        case .copying:
            return pages >= limit * BookLimits.longestLog ? .waitForCopyist : .nothing
        case .copied(let copied):
            // It began anew.
            if pages < limit {
                state = .short
                return .nothing
            }
            // Someone who reads has kept it from that for long.
            if pages - copied >= limit {
                state = .copying(pages: pages)
                return .startCopyist
            }
            return .copyTheRest
        }
    }

    /// The copyist has ended, whether he could copy or not.
    mutating func copyistEnded() {
        if case .copying(let pages) = state { state = .copied(pages: pages) }
    }
}
