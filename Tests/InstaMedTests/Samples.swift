import StrictCoding
import DialectKit
import PaymentDomain

@testable import InstaMed

/// What the tests share.
enum Samples {
    /// 2026-11-21T08:57:00.123Z.
    static let now = Timestamp(milliseconds: 1_795_251_420_123)
    static let chance = RequestRandomness(
        open: 0x1234_5678_9ABC_DEF0, secret: 0x5741_64EE_B110_F7B4)

    /// The sandbox's outlet, one more of its merchant, and one of another merchant.
    static let outlets: [InstaMedOutlet] = [
        outlet("sandbox@coster", "SANDBOX", "1", ["merchant.coster.sandbox", "merchant.second"]),
        outlet("sandbox", "SANDBOX", "2", ["merchant.coster.sandbox"]),
        outlet("smith", "NOVA E4 2", "1", ["merchant.com.instamedgo.merchant1"]),
    ]

    private static func outlet(
        _ user: String, _ merchantID: String, _ terminalID: String, _ apple: Set<String>
    ) -> InstaMedOutlet {
        guard
            let outlet = InstaMedOutlet(
                user: user, merchantID: merchantID, terminalID: terminalID,
                applePayMerchantIDs: apple)
        else { preconditionFailure() }
        return outlet
    }

    static let dialect = InstaMedDialect(outlets: outlets, isSandbox: false)
    static let sandbox = InstaMedDialect(outlets: outlets, isSandbox: true)

    /// The Basic credential of a user.
    static func basic(_ user: String, _ password: String = "sandbox-instamed") -> String {
        "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
    }

    static func head(
        _ method: String = "POST", query: String = "", user: String? = "sandbox@coster",
        contentType: String? = "application/x-www-form-urlencoded",
        chance: RequestRandomness = chance
    ) -> RequestHead {
        var headers = contentType.map { [(name: "content-type", value: $0)] } ?? []
        if let user { headers.append((name: "authorization", value: basic(user))) }
        let route = dialect.routes.first { $0.method == method }
        return RequestHead(
            route: route ?? DialectRoute(method: method, path: "/", operation: ""),
            parameters: [:], query: query, headers: headers, receivedAt: now, chance: chance)
    }

    static func post(_ body: String, user: String = "sandbox@coster") -> DialectRequest {
        DialectRequest(head: head(user: user), body: Array(body.utf8))
    }

    static let outletFields = "merchantID=SANDBOX&storeID=1&terminalID=1"

    /// A transaction that was done before.
    static let earlier: TransactionNumber = {
        guard let number = TransactionNumber(217_414_620_123_000_001) else {
            preconditionFailure()
        }
        return number
    }()
    static let earlierID = InstaMedTransactionID(earlier).text
    /// A token id of the right form.
    static let tokenID = "ZDkzYWYxNTEtMWQ1My00MDUzLWFjY2UtZmVmYjhiYzI3MDUz"

    static let json =
        #"{"version":"EC_v1","data":"QIoR+/==","signature":"MIAG","header":{"transactionId":"cafa"}}"#

    /// A good request for each action.
    static func good(_ action: InstaMedAction) -> String {
        let start = "transactionAction=\(action.rawValue)&\(outletFields)"
        switch action {
        case .saveApplePayToken:
            return "\(start)&applePayMerchantID=merchant.coster.sandbox&applePayTokenData="
                + encoded(json)
        case .authorizeAndCapture, .authorize:
            return "\(start)&transactionType=CreditCard"
                + "&applePayMerchantID=merchant.coster.sandbox&applePayTokenID=\(tokenID)"
                + "&amount=100.00&cardPresentStatus=InAppApplePay"
        case .saveOnFile:
            return "\(start)&cardNumber=4111111111111111&cardExpDate=12-31"
        case .capture, .simpleRefund:
            return "\(start)&primaryTransactionID=\(earlierID)&amount=10.00"
        case .void, .viewReceipt:
            return "\(start)&primaryTransactionID=\(earlierID)"
        }
    }

    /// A keyed sale.
    static let keyed =
        "transactionAction=AuthCapt&\(outletFields)&transactionType=CreditCard&amount=25.00"
        + "&cardPresentStatus=PresentManualKey&cardNumber=4111111111111111&cardExpDate=12-31"

    /// A form with a field changed, added, or (nil) left out.
    static func changing(_ form: String, _ name: String, _ value: String?) -> String {
        var pairs = form.split(separator: "&").map(String.init)
        let index = pairs.firstIndex { $0.hasPrefix("\(name)=") }
        if let index { pairs.remove(at: index) }
        if let value { pairs.insert("\(name)=\(value)", at: index ?? pairs.count) }
        return pairs.joined(separator: "&")
    }

    /// Percent-encodes all but letters, digits and a point.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E:
                return String(Unicode.Scalar(byte))
            default:
                return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    static func dollars(_ cents: Int64) -> Money {
        (try? Money(minorUnits: cents, currency: .usd)) ?? .zero(.usd)
    }
}

/// What decoding gave, taken apart.
extension DecodedRequest<InstaMedExchange> {
    var reply: DialectReply? {
        guard case .reply(let reply) = self else { return nil }
        return reply
    }

    var commanded: (command: PaymentCommand, name: RequestIdentity, exchange: InstaMedExchange)? {
        guard case .command(let command, let name, _, let exchange) = self else { return nil }
        return (command, name, exchange)
    }

    var authorize: AuthorizeCommand? {
        guard case .authorize(let command) = commanded?.command else { return nil }
        return command
    }

    var register: RegisterCommand? {
        guard case .register(let command) = commanded?.command else { return nil }
        return command
    }
}
