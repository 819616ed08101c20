import Crypto
import PaymentDomain

/// A session in which one page may show Apple's sheet once, in the words of Apple's server.
///
/// Nobody outside Apple knows which bytes the signature covers. Here it covers all members before it, in this order
/// and without white space.
///
/// Source: sessions in public trackers.
struct WebSession: Sendable, Hashable, Decodable {
    /// When it begins, in milliseconds.
    let epochTimestamp: Int64
    /// When it ends, in milliseconds.
    let expiresAt: Int64
    /// Its own name.
    let merchantSessionIdentifier: String
    let nonce: String
    /// The hash of the Apple merchant identifier.
    let merchantIdentifier: String
    /// The page's domain.
    let domainName: String
    /// The name that the sheet shows.
    let displayName: String

    /// A session that begins at a time.
    init(merchant: String, domain: String, displayName: String, at now: Timestamp) {
        let name = hex(randomBytes(16)).uppercased()
        let suffix = hex(SHA256.hash(data: Array("coster simulator".utf8))).uppercased()
        epochTimestamp = now.milliseconds
        expiresAt = now.adding(seconds: SimulatorLimits.sessionSeconds).milliseconds
        merchantSessionIdentifier = "SSH\(name)_\(suffix)"
        nonce = hex(randomBytes(4))
        merchantIdentifier = SimulatedMerchant.hash(of: merchant)
        domainName = domain
        self.displayName = displayName
    }

    private var members: [(key: String, value: SimulatedJSON)] {
        [
            ("epochTimestamp", .number(String(epochTimestamp))),
            ("expiresAt", .number(String(expiresAt))),
            ("merchantSessionIdentifier", .text(merchantSessionIdentifier)),
            ("nonce", .text(nonce)), ("merchantIdentifier", .text(merchantIdentifier)),
            ("domainName", .text(domainName)), ("displayName", .text(displayName)),
        ]
    }

    /// The bytes that the signature covers.
    var signedContent: [UInt8] { Array(SimulatedJSON.object(members).serialized.utf8) }

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
            (
                "operationalAnalyticsIdentifier",
                .text("\(displayName):\(merchantIdentifier)")
            ),
            ("retries", .number("0")), ("pspId", .text(merchantIdentifier)),
        ]
        return SimulatedJSON.object(members + rest).serialized
    }
}
