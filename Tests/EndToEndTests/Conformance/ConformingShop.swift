import AppleSimulator
import PaymentDomain

/// What a shop makes of a reply, in the words of the list that every dialect passes.
enum ShopVerdict: Sendable, Hashable {
    /// What was asked for stands.
    case approved
    /// The issuer refused.
    case declined
    /// No one knows; the shop must not take it for a decline.
    case unknown
    /// The request was not carried out.
    case refused
    /// The shop is not who it says it is.
    case unauthorized
    /// There was too much of it.
    case tooLarge
}

/// A reply to a shop, and what it needs to refer to it later.
struct ShopAnswer: Sendable {
    let verdict: ShopVerdict
    let reply: HTTPReply
    /// The order that was paid, as the books have it; empty where the dialect names none and nothing was done.
    let order: String
    /// What the dialect calls the payment, or the capture: the reply has it.
    let name: String

    /// For a test's message: what came.
    var text: String { "\(reply.status) \(reply.text)" }
}

/// What can be wrong with a payment's request.
enum Damage: Sendable, Hashable, CaseIterable {
    /// It ends in its middle.
    case cutInTwo
    /// It is not of the protocol at all.
    case otherLanguage
    /// It has no body.
    case empty
    /// A wrong secret, or an identity that no one has.
    case wrongCredential
    /// More than the server takes.
    case tooLarge

    /// What a shop must be told.
    var verdict: ShopVerdict {
        switch self {
        case .cutInTwo, .otherLanguage, .empty: .refused
        case .wrongCredential: .unauthorized
        case .tooLarge: .tooLarge
        }
    }

    /// A body with this damage; nil where the damage is not in the body.
    func body(_ body: String) -> String? {
        switch self {
        case .cutInTwo: String(body.prefix(body.utf8.count / 2))
        case .otherLanguage: "{\"language\": \"another\"}"
        case .empty: ""
        case .tooLarge: body + String(repeating: " ", count: 300_000)
        case .wrongCredential: nil
        }
    }
}

/// A shop that speaks one dialect, as far as the list needs it.
///
/// A new dialect conforms once, and is then tried by every test of ``DialectConformance``.
protocol ConformingShop: Sendable {
    var server: RunningServer { get }

    /// Whether a capture takes the place of an earlier one, so that it may use what that one did.
    var replacesCaptures: Bool { get }

    /// Pays with a token; damaged where a test wants to see what becomes of that.
    func pay(
        _ token: SimulatedToken, _ amount: Money, order: String, damage: Damage?
    ) async throws -> ShopAnswer

    /// Captures (part of) a payment, and leaves the rest of its hold alone.
    func capture(_ amount: Money, of payment: ShopAnswer) async throws -> ShopAnswer

    /// Does what a capture needs before it can be refunded.
    func untilRefundable() async throws

    /// Refunds (part of) a capture.
    func refund(_ amount: Money, of capture: ShopAnswer) async throws -> ShopAnswer
}

extension ConformingShop {
    var replacesCaptures: Bool { false }

    func untilRefundable() async throws {}
}

extension RunningServer {
    /// A fresh token of a phone at the till.
    func token(
        _ amount: Money, card: TestCard = .visa, at moment: Timestamp = presentTime(),
        cryptogram: [UInt8]? = nil, expiring expirationDate: String = TestCard.expirationDate
    ) throws -> SimulatedToken {
        var order = SimulatedOrder(amount: amount, card: card, at: moment)
        order.expirationDate = expirationDate
        order.cryptogram = cryptogram
        return try device.pay(order)
    }
}
