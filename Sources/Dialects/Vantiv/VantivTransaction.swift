/// The transactions that are served.
enum VantivTransaction: String, Sendable, Hashable, CaseIterable {
    case authorization
    case sale
    case captureGivenAuth
    case forceCapture
    case capture
    case credit
    case void
    case authReversal
    case registerTokenRequest
    case queryTransaction

    /// The element of its reply.
    var response: StaticString {
        switch self {
        case .authorization: "authorizationResponse"
        case .sale: "saleResponse"
        case .captureGivenAuth: "captureGivenAuthResponse"
        case .forceCapture: "forceCaptureResponse"
        case .capture: "captureResponse"
        case .credit: "creditResponse"
        case .void: "voidResponse"
        case .authReversal: "authReversalResponse"
        case .registerTokenRequest: "registerTokenResponse"
        case .queryTransaction: "queryTransactionResponse"
        }
    }

    /// Whether the same `id` on the same card within two days is a duplicate.
    ///
    /// Source: Vantiv, "Online duplicate checking": authorizations are not checked.
    var isDuplicateChecked: Bool {
        switch self {
        case .sale, .captureGivenAuth, .forceCapture, .capture, .credit, .void, .authReversal: true
        case .authorization, .registerTokenRequest, .queryTransaction: false
        }
    }

    /// Whether an issuer is asked, so that the reply has an approval's elements. Source: the XSDs.
    var asksIssuer: Bool { self == .authorization || self == .sale }

    /// Whether a reply of a release marks a repetition with `duplicate="true"`.
    ///
    /// Source: the XSDs: 8 and 9 only, never on forceCaptureResponse and captureGivenAuthResponse,
    /// and on authReversalResponse from 9.3.
    func marksDuplicates(_ release: VantivRelease) -> Bool {
        switch self {
        case .sale, .capture, .credit, .void: release.numbers.major <= 9
        case .authReversal: release.numbers.major == 9
        case .authorization, .captureGivenAuth, .forceCapture, .registerTokenRequest,
            .queryTransaction:
            false
        }
    }

    /// Whether the reply of a release has, may have or must have `orderId`.
    ///
    /// Source: the XSDs: always with authorization and sale; the others in 8 and 9 only.
    func hasOrderID(_ release: VantivRelease) -> Bool {
        switch self {
        case .authorization, .sale: true
        case .captureGivenAuth, .forceCapture, .capture, .credit, .authReversal,
            .registerTokenRequest:
            release.numbers.major <= 9
        case .void, .queryTransaction: false
        }
    }

    /// Whether the reply has `postDate`: whenever the schema has it, except for an authorization, which isn't posted.
    var hasPostDate: Bool {
        switch self {
        case .sale, .captureGivenAuth, .forceCapture, .capture, .credit, .void, .authReversal: true
        case .authorization, .registerTokenRequest, .queryTransaction: false
        }
    }
}
