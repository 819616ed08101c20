import StrictCoding
import AppleSimulator
import Crypto
import DialectKit
import PaymentDomain

/// `POST /sandbox/apple-pay/token`: makes a token as `coster token mint` does, for apps in Apple's iOS simulator, whose
/// tokens are empty.
///
/// Only a sandbox answers this path. The body is JSON: `amount`, `currency` and `merchantIdentifier`, and optionally
/// `applicationData` in base64. The reply is the outer token.
struct TokenMint: Dialect {
    /// The data folder with the simulator's keys.
    let data: String

    var name: String { "sandbox" }
    var handles: HandleShape { .scramble }
    var routes: [DialectRoute] {
        [DialectRoute(method: "POST", path: "/sandbox/apple-pay/token", operation: "mint")]
    }

    /// In the body, which has none: anyone may mint.
    func credential(in head: RequestHead) -> CredentialLocation { .body }

    func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        do throws(TokenMintRefusal) {
            let order = try TokenMintOrder(request.body)
            return .reply(Self.reply(200, try mint(order, at: request.head.receivedAt), "ok"))
        } catch {
            return .reply(error.reply)
        }
    }

    func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: Never
    ) -> DialectReply {}

    func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        let status =
            switch refusal {
            case .unauthorized: 401
            case .bodyTooLarge: 413
            case .bodyIncomplete: 400
            case .rateLimited: 429
            case .overloaded: 503
            case .internalError: 500
            }
        return Self.refused(
            status, refusal.rawValue, "The server refused the request. Send it again.")
    }

    /// Mints a token for the sandbox's own merchant, or one to which the simulator has issued a certificate: no server could
    /// open another's.
    private func mint(
        _ order: TokenMintOrder, at now: Timestamp
    ) throws(TokenMintRefusal) -> [UInt8] {
        do {
            let store = SimulatedAppleStore(directory: data)
            guard
                try order.merchant == SandboxMerchant.appleMerchantIdentifier
                    || store.activeCertificate(of: order.merchant) != nil
            else { throw TokenMintRefusal.merchantUnknown }
            let token = try TokenMinting.token(
                data: data, merchant: order.merchant, amount: order.amount, card: .visa,
                version: nil, at: now
            ) { $0.applicationData = order.applicationData }
            return Array(token.pkPaymentTokenJSON.utf8)
        } catch SimulatorError.badMerchantIdentifier {
            throw .merchantUnknown
        } catch let error as TokenMintRefusal {
            throw error
        } catch {
            throw .simulatorUnusable
        }
    }

    static func refused(_ status: Int, _ code: String, _ message: String) -> DialectReply {
        var writer = JSONWriter()
        writer.object {
            $0.member("code", code)
            $0.member("message", message)
        }
        return reply(status, writer.bytes, code)
    }

    private static func reply(_ status: Int, _ body: [UInt8], _ outcome: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "application/json", body: body, outcomeCode: outcome,
            headers: ["Cache-Control": "no-store"])
    }
}

/// A token that an app asks the sandbox for.
struct TokenMintOrder: Sendable, Equatable {
    /// The order's total.
    let amount: Money
    /// The Apple merchant identifier.
    let merchant: String
    /// The SHA-256 of the request's applicationData, which is what a token holds.
    let applicationData: [UInt8]?

    private static let members: Set = [
        "amount", "currency", "merchantIdentifier", "applicationData",
    ]

    /// Reads a body.
    ///
    /// - Throws: ``TokenMintRefusal``.
    init(_ body: [UInt8]) throws(TokenMintRefusal) {
        let object: JSONObject?
        do throws(JSONReadError) {
            object = try JSONValue(reading: body, limits: TokenMintLimits.json).object
        } catch {
            throw .json(error)
        }
        guard let object else { throw .notAnObject }
        guard object.keys.allSatisfy(Self.members.contains) else { throw .unknownMember }
        guard let code = object["currency"]?.text, code.utf8.count == TokenMintLimits.currencyBytes,
            let currency = Currency(code: code)
        else { throw .currency }
        guard let text = object["amount"]?.text, text.utf8.count <= TokenMintLimits.amountBytes,
            let amount = try? Money(decimal: text, currency: currency)
        else { throw .amount }
        guard let merchant = object["merchantIdentifier"]?.text else { throw .merchantUnknown }
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
    /// The limits of the JSON: four members, of which applicationData is the longest.
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

/// Why the sandbox made no token.
package enum TokenMintRefusal: Error, Equatable {
    case json(JSONReadError)
    case notAnObject
    case unknownMember
    case amount
    case currency
    case merchantUnknown
    case applicationData
    case simulatorUnusable

    /// All but those of malformed JSON.
    package static let own: [TokenMintRefusal] = [
        .notAnObject, .unknownMember, .amount, .currency, .merchantUnknown, .applicationData,
        .simulatorUnusable,
    ]

    /// A stable code for machines.
    package var code: String {
        switch self {
        case .json(let error): error.code
        case .notAnObject: "json-not-an-object"
        case .unknownMember: "unknown-member"
        case .amount: "bad-amount"
        case .currency: "bad-currency"
        case .merchantUnknown: "merchant-identifier-unknown"
        case .applicationData: "bad-application-data"
        case .simulatorUnusable: "simulator-unusable"
        }
    }

    /// The message, with the next step.
    package var message: String {
        switch self {
        case .json(let error): error.sentence
        case .notAnObject: "Send one JSON object."
        case .unknownMember:
            "Send only amount, currency, merchantIdentifier and applicationData."
        case .amount:
            "The amount is missing or invalid. Send text such as \"14.99\", with the currency's decimals at most."
        case .currency:
            "The currency is missing or unknown. Send three letters such as USD."
        case .merchantUnknown:
            "The simulator has no certificate for this merchantIdentifier. Send \(SandboxMerchant.appleMerchantIdentifier), or make one with `coster simulator certificate`."
        case .applicationData:
            "applicationData isn't base64. Send the text of the order in base64, or leave it out."
        case .simulatorUnusable:
            "The simulator's files can't be read. Check the owner of the data folder."
        }
    }

    /// 400 for what the app sent, 500 for the sandbox's own fault.
    var reply: DialectReply {
        TokenMint.refused(self == .simulatorUnusable ? 500 : 400, code, message)
    }
}
