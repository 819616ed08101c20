import PaymentDomain

/// The layouts of Apple's signatures over the years.
///
/// Source: genuine tokens signed in 2014, 2015, 2018, 2021 and 2024.
package enum SignatureLayout: String, Sendable, Hashable, CaseIterable {
    /// Three signed attributes; digest algorithms with NULL.
    case year2014
    /// Four signed attributes, with CMSAlgorithmProtection; digest algorithms with NULL.
    case year2017
    /// Four signed attributes; digest algorithms without parameters.
    case current

    /// Whether the AlgorithmIdentifier of SHA-256 carries NULL.
    var digestAlgorithmHasNull: Bool {
        switch self {
        case .year2014, .year2017: true
        case .current: false
        }
    }

    /// The signed attributes in Apple's order, which is that of DER.
    func attributes(at moment: Timestamp) -> [SimulatedAttribute] {
        switch self {
        case .year2014: [.contentType, .signingTime(moment), .messageDigest]
        case .year2017, .current:
            [.contentType, .signingTime(moment), .algorithmProtection, .messageDigest]
        }
    }
}
