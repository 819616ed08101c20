import DialectKit
import PaymentDomain
import StrictCoding

/// A refusal about an order: `{"code":"…","message":"…"}`. The message is for the shop's developer, never for a customer.
package struct OrderProblem: Error, Sendable, Hashable {
    package let status: Int
    package let code: String
    /// The mistake, and the next step. Nothing of the request.
    package let message: String

    init(_ status: Int, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    init(_ rule: OrderRule) {
        self.init(rule.status, rule.rawValue, rule.message)
    }

    init(_ error: JSONReadError) {
        self.init(400, error.code, error.sentence)
    }

    init(_ refusal: GatewayRefusal) {
        let message =
            refusal == .unauthorized
            ? "The key is missing or wrong. Send Authorization: Bearer KEY." : refusal.webMessage
        self.init(refusal.status, refusal.rawValue, message)
    }

    init(_ refusal: WebOrderRefusal) {
        let (status, message): (Int, String) =
            switch refusal {
            case .unknown: (404, "No order has this name or secret. Create one with POST /orders.")
            case .otherOrder:
                (422, "The Idempotency-Key was used for another order. Send a new key.")
            case .expired: (410, "The order has expired. Create a new one.")
            case .paid: (409, "The order is paid. Ask for its state.")
            case .inProgress: (409, "A payment of the order is in progress. Ask for its state.")
            case .outcomeUnknown:
                (
                    409,
                    "An earlier payment may have been approved. Look at it before you create a new order."
                )
            case .tooManyTries: (409, "The order was declined too often. Create a new one.")
            case .payment(let refusal): Self.answer(to: refusal)
            }
        self.init(status, refusal.code, message)
    }

    /// All but those of malformed JSON, of tokens, and of what any request can meet.
    package static let own: [OrderProblem] =
        OrderRule.allCases.map { OrderProblem($0) }
        + [
            WebOrderRefusal.unknown, .otherOrder, .expired, .paid, .inProgress, .outcomeUnknown,
            .tooManyTries,
        ].map { OrderProblem($0) }

    /// Whether the request may have been carried out all the same.
    var isOfUnknownOutcome: Bool { code == PaymentRefusal.outcomeNotStored.code }

    private static func answer(to refusal: PaymentRefusal) -> (Int, String) {
        switch refusal {
        case .token(let token): (token.kind == .replayed ? 409 : 422, token.sentence)
        case .unsupportedCard: (422, "The merchant doesn't take this card. Ask for another one.")
        case .notSupported: (422, "No line of the merchant can do this. Check its routes.")
        case .storeUnavailable: (503, "Nothing was done. Send the same request again.")
        case .outcomeNotStored:
            (503, "The outcome isn't known. Send the same request again to hear it.")
        case .idempotencyConflict, .inFlight, .amountMissing, .amountZero, .paymentNotFound,
            .cardNotFound, .account, .currencyMismatch, .amountExceeded, .depleted, .partNotAllowed,
            .alreadySettled, .notSettled, .tooOld, .registrationNotFound, .registrationExpired,
            .registrationSpent, .expiryMissing, .wrongState, .reversedSince:
            (409, "The payment can't be made so. Ask for the order's state.")
        }
    }

    var reply: DialectReply {
        var reply = DialectReply.refused(status, code, message)
        // Source: RFC 9110, 11.6.1.
        if status == 401 { reply.headers["WWW-Authenticate"] = #"Bearer realm="coster""# }
        return reply
    }
}

/// A rule of requests about orders. The raw value is the stable code.
package enum OrderRule: String, Sendable, Hashable, CaseIterable {
    case contentTypeNotJSON = "content-type-not-json"
    case unknownMember = "unknown-member"
    case amount = "bad-amount"
    case currency = "bad-currency"
    case reference = "bad-reference"
    case description = "bad-description"
    case items = "bad-items"
    case capture = "bad-capture"
    case expiry = "bad-expires-in"
    case looksLikeCard = "order-looks-like-card"
    case idempotencyKey = "idempotency-key-malformed"
    case scopeMissing = "scope-missing"
    case clientSecretMissing = "client-secret-missing"
    case tokenMissing = "token-missing"
    case asset = "path-not-found"

    var status: Int {
        switch self {
        case .contentTypeNotJSON: 415
        case .scopeMissing: 403
        case .asset: 404
        case .looksLikeCard: 422
        case .unknownMember, .amount, .currency, .reference, .description, .items, .capture,
            .expiry, .idempotencyKey, .clientSecretMissing, .tokenMissing:
            400
        }
    }

    var message: String {
        switch self {
        case .contentTypeNotJSON: "The body isn't JSON. Send Content-Type: application/json."
        case .unknownMember:
            "The body has an unknown member. Send only amount, currency, reference, description, items, capture and expires_in."
        case .amount:
            "The amount is missing, zero or invalid. Send text such as \"14.99\", with the currency's decimals at most."
        case .currency: "The currency is missing or unknown. Send three letters such as USD."
        case .reference:
            "The reference is missing or invalid. Send your own name of the order, up to \(Limits.orderReferenceBytes) bytes."
        case .description:
            "The description is invalid. Send text of up to \(WebOrderLimits.descriptionBytes) bytes."
        case .items:
            "The items are invalid. Send up to \(WebOrderLimits.items) objects with label and amount."
        case .capture: "capture is unknown. Send automatic or manual."
        case .expiry:
            "expires_in is invalid. Send \(WebOrderLimits.seconds.lowerBound) to \(WebOrderLimits.seconds.upperBound) seconds."
        case .looksLikeCard:
            "A text looks like a card number, and would be stored in the clear. Send another text."
        case .idempotencyKey:
            "The Idempotency-Key is invalid. Send one text of up to \(Limits.idempotencyKeyBytes) printable ASCII characters."
        case .scopeMissing: "The key doesn't have the scope for this. Use another key."
        case .clientSecretMissing:
            "client_secret is missing. Send the one that POST /orders answered."
        case .tokenMissing: "The token is missing. Send the token of Apple's event as token."
        case .asset: "There is no such file. Take the address from the page."
        }
    }
}
