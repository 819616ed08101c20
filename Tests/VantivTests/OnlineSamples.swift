import DialectKit
import PaymentDomain

@testable import Vantiv

/// Requests of LitleXML and cnpAPI for the tests.
enum OnlineSamples {
    /// 2026-11-21T08:57:00.123Z.
    static let now = Timestamp(milliseconds: 1_795_251_420_123)
    static let chance = RequestRandomness(open: 654_321, secret: 1)
    /// The releases whose schemas are known, and one that is newer than all of them.
    static let versions = [
        "8.29", "8.31", "9.3", "9.14", "10.1", "10.8", "11.4", "12.0", "12.34", "12.50",
    ]

    static let sandbox = VantivDialect(isSandbox: true)
    static let production = VantivDialect(isSandbox: false)

    /// The reply's and the request's names follow the version.
    static func isCnp(_ version: String) -> Bool { version.hasPrefix("12.") }

    /// A body around a transaction that is written with the names of LitleXML.
    static func body(_ transaction: String, _ version: String, merchantID: String = "0180")
        -> String
    {
        let family: VantivFamily = isCnp(version) ? .cnp : .litle
        let words =
            isCnp(version)
            ? transaction.replacing("litleT", with: "cnpT")
                .replacing("origLitleTxnId", with: "origCnpTxnId")
            : transaction
        return """
            <\(family.request) version="\(version)" merchantId="\(merchantID)" \
            xmlns="\(family.namespace)"><authentication><user>sandbox</user>\
            <password>sandbox-vantiv</password></authentication>\(words)</\(family.request)>
            """
    }

    static func head(_ path: String = "/vap/communicator/online") -> RequestHead {
        let route = DialectRoute(method: "POST", path: path, operation: "online")
        return RequestHead(
            route: route, parameters: [:], query: "",
            headers: [("content-type", "text/xml")], receivedAt: now, chance: chance)
    }

    static func decode(
        _ body: String, by dialect: VantivDialect = production,
        at path: String = "/vap/communicator/online"
    ) -> OnlineDecoded {
        let request = DialectRequest(head: head(path), body: Array(body.utf8))
        switch dialect.decode(request) {
        case .reply(let reply):
            return OnlineDecoded(reply: reply)
        case .question, .answer, .proof:
            return OnlineDecoded()
        case .command(let command, let name, let credential, let exchange):
            return OnlineDecoded(
                command: command, name: name, credential: credential, exchange: exchange)
        }
    }

    /// Decodes a transaction in a version.
    static func decode(
        _ transaction: String, in version: String, by dialect: VantivDialect = production,
        at path: String = "/vap/communicator/online"
    ) -> OnlineDecoded {
        decode(body(transaction, version), by: dialect, at: path)
    }

    static let attributes = #"id="a1" reportGroup="rg" customerId="c1""#

    static let card =
        "<card><type>VI</type><number>4457010000000009</number><expDate>1231</expDate></card>"
    static let source =
        "<orderId>o1</orderId><amount>1499</amount><orderSource>ecommerce</orderSource>"
    static let applePay = """
        <applepay><data>GcUsL3Zg</data><header><applicationData>94ee</applicationData>\
        <ephemeralPublicKey>MFkw</ephemeralPublicKey><publicKeyHash>i3F+</publicKeyHash>\
        <transactionId>84a7</transactionId></header><signature>MIAG</signature>\
        <version>EC_v1</version></applepay>
        """

    /// A good request of each transaction.
    static let transactions: [VantivTransaction: String] = [
        .authorization: "<authorization \(attributes)>\(source)\(card)</authorization>",
        .sale: "<sale \(attributes)>\(source)\(card)</sale>",
        .captureGivenAuth: """
        <captureGivenAuth \(attributes)><orderId>o1</orderId><authInformation>\
        <authDate>2026-11-20</authDate><authCode>543216</authCode></authInformation>\
        <amount>1499</amount><orderSource>ecommerce</orderSource>\(card)</captureGivenAuth>
        """,
        .forceCapture: "<forceCapture \(attributes)>\(source)\(card)</forceCapture>",
        .capture: """
        <capture \(attributes) partial="true"><litleTxnId>217000000000654321</litleTxnId>\
        <amount>500</amount></capture>
        """,
        .credit: """
        <credit \(attributes)><litleTxnId>217000000000654321</litleTxnId></credit>
        """,
        .void: "<void \(attributes)><litleTxnId>217000000000654321</litleTxnId></void>",
        .authReversal: """
        <authReversal \(attributes)><litleTxnId>217000000000654321</litleTxnId></authReversal>
        """,
        .registerTokenRequest: """
        <registerTokenRequest \(attributes)><orderId>o1</orderId>\
        <accountNumber>4457119922390123</accountNumber></registerTokenRequest>
        """,
        .queryTransaction: """
        <queryTransaction \(attributes)><origId>a0</origId>\
        <origActionType>A</origActionType></queryTransaction>
        """,
    ]
}

/// What decoding made of a request.
struct OnlineDecoded {
    var reply: DialectReply?
    var command: PaymentCommand?
    var name: RequestIdentity?
    var credential: PresentedCredential?
    var exchange: VantivExchange?

    /// The body of the reply.
    var text: String { reply.map { String(decoding: $0.body, as: UTF8.self) } ?? "" }

    /// The authorization.
    var authorize: AuthorizeCommand? {
        if case .authorize(let command) = command { return command }
        return nil
    }
}

/// The text of an element of a reply.
func value(of name: String, in text: String) -> String? {
    guard let start = text.range(of: "<\(name)>")?.upperBound,
        let end = text.range(of: "</\(name)>")?.lowerBound, start <= end
    else { return nil }
    return String(text[start..<end])
}
