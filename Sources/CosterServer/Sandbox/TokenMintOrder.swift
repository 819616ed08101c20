import AppleSimulator
import Crypto
import PaymentDomain
import StrictCoding

/// A token that an app asks the sandbox for.
struct TokenMintOrder: Sendable, Equatable {
    /// The order's total.
    let amount: Money
    /// The Apple merchant identifier.
    let merchant: String
    /// The card that pays: Visa's, if the app names none.
    let card: MintedCard
    /// The SHA-256 of the request's applicationData, which is what a token holds.
    let applicationData: [UInt8]?

    private static let members: Set = [
        "amount", "currency", "merchantIdentifier", "card", "applicationData",
    ]

    /// Reads a body.
    ///
    /// - Throws: ``TokenMintRefusal``.
    init(_ body: [UInt8]) throws(TokenMintRefusal) {
        let object: JSONObject
        do {
            object = try JSONObject(reading: body, limits: TokenMintLimits.json)
        } catch {
            throw .json(error)
        }
        guard object.keys.allSatisfy(Self.members.contains) else { throw .unknownMember }
        guard let code = object["currency"]?.text, code.utf8.count == TokenMintLimits.currencyBytes,
            let currency = Currency(code: code)
        else { throw .currency }
        guard let text = object["amount"]?.text, text.utf8.count <= TokenMintLimits.amountBytes,
            let amount = try? Money(decimal: text, currency: currency)
        else { throw .amount }
        guard let merchant = object["merchantIdentifier"]?.text else { throw .merchantUnknown }
        let name = object["card"].map { $0.text ?? "" } ?? MintedCard.visa.rawValue
        guard let card = MintedCard(rawValue: name) else { throw .card }
        self.card = card
        self.amount = amount
        self.merchant = merchant
        guard let encoded = object["applicationData"] else {
            applicationData = nil
            return
        }
        guard let bytes = encoded.text.flatMap(Base64.decode) else { throw .applicationData }
        // Source: Apple, Payment token format reference, header, applicationData.
        applicationData = Array(SHA256.hash(data: bytes))
    }
}

/// How much a request for a token may hold.
enum TokenMintLimits {
    /// The longest amount, in bytes.
    static let amountBytes = 40
    /// An ISO 4217 code, in bytes.
    static let currencyBytes = 3
    /// The limits of the JSON: five members, of which applicationData is the longest.
    static let json: JSONLimits = {
        var limits = JSONLimits()
        limits.textBytes = 16_384
        limits.depth = 1
        limits.values = 16
        limits.valueBytes = 8192
        limits.keyBytes = 32
        return limits
    }()
}

/// A card of the simulated wallet, as requests name it.
enum MintedCard: String, Sendable, CaseIterable {
    case visa, mastercard, amex, discover
    /// Visa's, after its last day: the sandbox's acquirer declines it.
    case expired

    var testCard: TestCard {
        switch self {
        case .visa, .expired: .visa
        case .mastercard: .mastercard
        case .amex: .amex
        case .discover: .discover
        }
    }

    /// The last day, `YYMMDD`, if it isn't the usual one.
    var expirationDate: String? { self == .expired ? "200131" : nil }
}
