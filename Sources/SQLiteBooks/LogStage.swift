/// When a book's log is copied into its file, and whether the writer waits for that.
///
/// To copy it takes as long as many commits, so a copyist does it while the writer goes on. Only for what has come since,
/// where that is little, the writer waits: the log begins anew where nothing of it is left to copy.
///
/// Source: SQLite, "Write-Ahead Logging", "Checkpointing" and "Avoiding Excessively Large WAL Files".
struct LogStage {
    /// What the writer does after a commit.
    enum Action: Hashable {
        case nothing
        /// Lets the copyist begin.
        case startCopyist
        /// Waits for the copyist who is at it, whose disk is slower than the writes come.
        case waitForCopyist
        /// Lets the copyist copy what is left, and waits for him.
        case copyTheRest
    }

    private enum State {
        /// The log is short.
        case short
        /// The copyist copies what the log held when he began.
        case copying(pages: Int)
        /// So much was copied of so many pages; none where he failed, and less than all where someone reads old ones.
        case copied(Int, of: Int)
    }

    /// From how many pages on the log is copied.
    let limit: Int
    private var state = State.short

    init(limit: Int) {
        self.limit = limit
    }

    /// So few pages are copied while the writer waits, and after so many more a copy is tried again.
    private var few: Int { limit / 8 }

    /// The writer has committed, and the log has so many pages.
    mutating func committed(pages: Int) -> Action {
        switch state {
        case .copying:
            return pages >= limit * BookLimits.longestLog ? .waitForCopyist : .nothing
        case .short:
            guard pages >= limit else { return .nothing }
        case .copied(let copied, let begun):
            guard pages >= limit else {
                // It began anew.
                state = .short
                return .nothing
            }
            if pages - copied <= few {
                state = .copying(pages: pages)
                return .copyTheRest
            }
            guard pages - begun > few else { return .nothing }
        }
        state = .copying(pages: pages)
        return .startCopyist
    }

    /// The copyist has ended, and so many pages of the log are copied.
    mutating func ended(copied: Int) {
        if case .copying(let pages) = state { state = .copied(copied, of: pages) }
    }
}
