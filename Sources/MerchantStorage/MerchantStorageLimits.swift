package enum MerchantStorageLimits {
    /// The most entries of the audit log in a list for people.
    package static let listedEntries = 10_000
    /// How long a server is remembered that has died without a word, in seconds.
    package static let nodeMemorySeconds: Int64 = 86_400
}
