extension BinaryInteger {
    /// The number with what it counts: `1 refund`, `2 refunds`, `0 entries`.
    ///
    /// - Parameter plural: The plural; without it, the noun with an s.
    package func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
