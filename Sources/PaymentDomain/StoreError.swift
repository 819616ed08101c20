/// Why the database couldn't be read or written.
package enum StoreError: String, Error, Sendable, Hashable {
    /// The database is busy, full, gone or closed; nothing was written.
    case unavailable
    /// Whether it was written is not known (the connection broke during the commit).
    case indeterminate
    /// The data makes no sense: our own code can't have written such a row.
    case corrupt
}
