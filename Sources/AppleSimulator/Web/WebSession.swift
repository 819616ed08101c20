import Crypto
import PaymentDomain

/// A session in which one page may show Apple's sheet once, in the words of Apple's server.
///
/// Nobody outside Apple knows which bytes the signature covers. Here it covers all members before it, as they are
/// written.
///
/// Source: sessions in public trackers.
struct WebSession: Sendable {
    private let members: [(key: String, value: SimulatedJSON)]
    private let displayName: String
    private let merchantHash: String

    /// A session that begins at a time.
    init(merchant: String, domain: String, displayName: String, at now: Timestamp) {
        self.displayName = displayName
        merchantHash = SimulatedMerchant.hash(of: merchant)
        let end = now.adding(seconds: SimulatorLimits.sessionSeconds)
        let name = hex(randomBytes(16)).uppercased()
        let suffix = hex(SHA256.hash(data: Array("coster simulator".utf8))).uppercased()
        members = [
            ("epochTimestamp", .number(String(now.milliseconds))),
            ("expiresAt", .number(String(end.milliseconds))),
            ("merchantSessionIdentifier", .text("SSH\(name)_\(suffix)")),
            ("nonce", .text(hex(randomBytes(4)))),
            ("merchantIdentifier", .text(merchantHash)),
            ("domainName", .text(domain)),
            ("displayName", .text(displayName)),
        ]
    }

    /// What the signature covers.
    private var signedContent: [UInt8] { Array(SimulatedJSON.object(members).serialized.utf8) }

    /// The session as JSON.
    ///
    /// - Throws: ``SimulatorError/cryptographyFailed``.
    func signed(
        by signer: SimulatedIdentity, of apple: SimulatedApple, at now: Timestamp
    ) throws(SimulatorError) -> String {
        let parts = apple.signatureParts(by: signer, at: now, layout: .current)
        let signature = hex(try parts.sign(signedContent))
        let rest: [(key: String, value: SimulatedJSON)] = [
            ("signature", .text(signature)),
            ("operationalAnalyticsIdentifier", .text("\(displayName):\(merchantHash)")),
            ("retries", .number("0")), ("pspId", .text(merchantHash)),
        ]
        return SimulatedJSON.object(members + rest).serialized
    }
}
