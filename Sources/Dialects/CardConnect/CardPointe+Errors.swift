import DialectKit
import PaymentDomain
import StrictCoding

// The one mapping of everything that can go wrong to a code of the gateway, or to an HTTP status.

extension GatewayCode {
    /// The code of a refused command.
    ///
    /// A request that may have reached an issuer gets 62, and one that failed because of our own trouble gets 61: both
    /// have respstat B, so that no client takes them for a decline and pays again on another card.
    init(_ refusal: PaymentRefusal, of operation: CardPointeOperation) {
        switch refusal {
        case .token(let token):
            switch token.kind {
            case .orderMismatch: self = .invalidAmount
            // It has paid for this request, whose reply was lost: a decline would be paid once more.
            case .replayed: self = .timedOut
            case .malformed, .unsupportedVersion, .badSignature, .stale, .spentWithoutPayment,
                .unknownKey,
                .cannotDecrypt, .badPayload, .sandboxSigner:
                self = .invalidToken
            }
        case .idempotencyConflict, .reversedSince: self = .duplicateSequence
        case .inFlight, .outcomeNotStored: self = .timedOut
        case .storeUnavailable: self = .lineDown
        case .amountMissing, .amountZero, .amountExceeded: self = .invalidAmount
        case .depleted:
            self = operation.isVoid ? .nothingToReverse : .invalidAmount
        case .paymentNotFound: self = .notFound
        // A spent registration without a payment and an expired one are answered like an unknown one: nothing was paid
        // with it.
        case .cardNotFound, .registrationNotFound, .registrationExpired, .registrationSpent:
            self = .invalidToken
        // Source: a recorded reply to the deletion of a default account; the third has no documented code.
        case .account(.isDefault), .account(.tooMany): self = .invalidField
        case .account(.notFound): self = .profileNotFound
        case .unsupportedCard: self = .unknownCardType
        case .notSupported: self = .invalidField
        case .currencyMismatch: self = .wrongCurrency
        // Source: CardPointe Gateway API, void: what is queued for capture is voided as a whole.
        case .partNotAllowed: self = .invalidAmount
        // 26 says the same with respstat A, which would make a client believe that its void or capture was done.
        case .alreadySettled: self = .batched
        case .notSettled: self = .notSettled
        // Nothing that this dialect asks for becomes too old: the issuer decides.
        case .tooOld: self = .voidTooLate
        case .expiryMissing: self = .invalidField
        case .wrongState: self = operation.isVoid ? .nothingToReverse : .noAction
        }
    }
}

extension CardPointeExchange {
    /// The code of a refused command. A token that has paid for another order never pays for this one: B would make the
    /// client send it for ever.
    func code(of refusal: PaymentRefusal) -> GatewayCode {
        if case .token(let token) = refusal, token.kind == .replayed, !isMaybeDone(by: token) {
            return .invalidToken
        }
        return GatewayCode(refusal, of: operation)
    }

    /// Whether the payment that spent a token may be what an earlier try of this request has done: it has the same order
    /// and amount, or the request names no order.
    func isMaybeDone(by token: TokenRefusal) -> Bool {
        token.spentOnSameOrder || orderID == nil && token.spentOn != nil
    }
}

extension CardPointeOperation {
    /// Whether it voids a transaction.
    var isVoid: Bool { self == .void || self == .voidByOrderID }
}

extension CardPointeDialect {
    /// The answer to a request that the gateway stopped.
    ///
    /// The documents show the body of a 404 alone; the others are taken to look alike.
    func transportReply(
        _ refusal: GatewayRefusal, path: String, at now: Timestamp
    ) -> DialectReply {
        let reason = refusal.rawValue
        switch refusal {
        case .unauthorized:
            var reply = Self.httpReply(401, reason, path: path, at: now)
            reply.headers["WWW-Authenticate"] = "Basic realm=\"CardConnect\""
            return reply
        case .bodyTooLarge: return Self.httpReply(413, reason, path: path, at: now)
        case .bodyIncomplete: return Self.httpReply(400, reason, path: path, at: now)
        case .overloaded:
            var reply = Self.httpReply(503, reason, path: path, at: now)
            reply.headers["Retry-After"] = String(CardConnectLimits.retryAfterSeconds)
            return reply
        case .rateLimited:
            var reply = Self.httpReply(429, reason, path: path, at: now)
            reply.headers["Retry-After"] = String(CardConnectLimits.retryAfterSeconds)
            return reply
        case .internalError: return Self.httpReply(500, reason, path: path, at: now)
        }
    }

    /// The reply to a path below ``root`` that isn't one of ``routes``.
    package static func notFoundReply(path: String, at now: Timestamp) -> DialectReply {
        httpReply(404, "not-found", path: path.shownPath, at: now)
    }

    /// The reply to a path of ``routes`` with a method that it does not have.
    package static func otherMethodReply(path: String, at now: Timestamp) -> DialectReply {
        httpReply(405, "method-not-allowed", path: path.shownPath, at: now)
    }

    /// A reply of the server before the gateway itself.
    ///
    /// Source: CardPointe Gateway API, the body of a 404 since August 2023.
    static func httpReply(
        _ status: Int, _ outcome: String, path: String, at now: Timestamp
    ) -> DialectReply {
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("timestamp", "\(now.iso8601.dropLast())+00:00")
            reply.member("status", Int64(status))
            reply.member("error", phrase(of: status))
            reply.member("path", path)
        }
        return json(writer.bytes, status: status, outcome: outcome)
    }

    private static func phrase(of status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 413: "Payload Too Large"
        case 429: "Too Many Requests"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
    }
}
