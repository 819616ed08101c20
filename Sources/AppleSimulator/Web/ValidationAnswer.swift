/// A reply of the simulated server that validates merchants.
package struct ValidationAnswer: Sendable, Hashable {
    /// HTTP's status.
    package let status: Int
    /// JSON: a session, or Apple's error.
    package let body: [UInt8]

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// Why the server gives no session.
///
/// Source: replies of Apple's server in public trackers; the numbers are HTTP's.
package enum ValidationRefusal: Error, Sendable, Hashable {
    /// The body isn't a request.
    case malformed
    case merchantMissing
    case domainMissing
    /// `displayName` is empty, or has more than 64 characters.
    case nameInvalid
    /// The client certificate is for another purpose than a merchant's identity.
    case wrongCertificate
    /// The client certificate is another merchant's.
    case otherMerchant(String)
    /// The merchant hasn't registered the page's domain.
    case domainUnknown(merchant: String, domain: String)
    /// Apple refuses for a reason of its own.
    case forbidden

    var status: Int {
        switch self {
        case .malformed, .merchantMissing, .domainMissing, .nameInvalid, .domainUnknown: 400
        case .wrongCertificate: 401
        case .forbidden: 403
        case .otherMerchant: 417
        }
    }

    private var message: String {
        switch self {
        case .malformed: "Payment Services Exception malformed request"
        case .merchantMissing: "Payment Services Exception missing merchant identifier"
        case .domainMissing: "Payment Services Exception missing domain"
        case .nameInvalid: "Payment Services Exception invalid display name"
        case .wrongCertificate: "Payment Services Exception Unauthorized"
        case .forbidden: "Payment Services Exception Forbidden"
        case .otherMerchant(let merchant):
            "Payment Services Exception unauthorized to process transactions on behalf of "
                + "merchantId=\(merchant) reason=\(merchant) is not a registered merchant in WWDR and "
                + "isn't properly authorized via Mass Enablement, either."
        case .domainUnknown(let merchant, let domain):
            "Payment Services Exception merchantId=\(merchant) not registered for domain=\(domain)"
        }
    }

    /// Apple's error as it comes over the wire.
    var answer: ValidationAnswer {
        let body = SimulatedJSON.object([
            ("statusMessage", .text(message)), ("statusCode", .text(String(status))),
        ])
        return ValidationAnswer(status: status, body: Array(body.serialized.utf8))
    }
}
