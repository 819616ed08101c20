/// Decides when a database's log is copied into its file, and whether the writer waits for that.
///
/// The copy takes as long as many commits, so a thread makes it while the writer goes on. Only for the last few pages
/// the writer waits: the log restarts once nothing of it is left to copy.
///
/// Source: SQLite, "Write-Ahead Logging", "Checkpointing" and "Avoiding Excessively Large WAL Files".
struct CheckpointStage {
    /// The writer's action after a commit.
    enum Action: Hashable {
        case nothing
        /// Lets the copyist begin.
        case startCopyist
        /// Waits for the copy under way, whose disk is slower than the writes.
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
            return pages >= limit * SQLiteLimits.longestLog ? .waitForCopyist : .nothing
        case .short:
            guard pages >= limit else { return .nothing }
        case .copied(let copied, let begun):
            guard pages >= limit else {
                // It restarted.
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
