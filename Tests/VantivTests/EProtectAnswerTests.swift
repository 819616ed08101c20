import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("An answer of eProtect", .timeLimit(.minutes(5)))
struct EProtectAnswerTests {
    private let dialect = EProtectDialect()

    private static func token(_ kind: TokenRefusal.Kind) -> PaymentRefusal {
        .token(
            TokenRefusal(kind: kind, code: "token-\(kind.rawValue.lowercased())", sentence: "So."))
    }

    static let refusals: [(PaymentRefusal, String)] =
        TokenRefusal.Kind.allCases.map { (token($0), "888") } + [
            (.unsupportedCard, "876"), (.registrationNotFound, "877"),
            (.registrationSpent(by: nil), "877"), (.registrationExpired, "878"),
            (.expiryMissing, "886"), (.storeUnavailable, "889"),
            (.outcomeNotStored, "889"), (.inFlight, "889"), (.idempotencyConflict, "889"),
            (.amountMissing, "889"), (.amountZero, "889"), (.paymentNotFound, "889"),
            (.cardNotFound, "889"), (.currencyMismatch, "889"), (.amountExceeded, "889"),
            (.depleted, "889"), (.partNotAllowed, "889"), (.alreadySettled, "889"),
            (.wrongState, "889"), (.reversedSince, "889"), (.account(.notFound), "889"),
        ]

    @Test("to a refusal has its code, its reason and the status 200", arguments: refusals)
    func refusal(_ refusal: PaymentRefusal, _ code: String) throws {
        let decoded = dialect.decode(EProtectSamples.post(EProtectSamples.token))
        let reply = dialect.encode(.failure(refusal), for: try #require(decoded.exchange))
        let members = try members(reply.body)
        #expect(members["response"] == code)
        #expect(members["paypageRegistrationId"] == nil && members["bin"] == nil)
        #expect(members["id"] == "12345" && members["reportGroup"] == "*merchant1500")
        #expect(members["orderId"] == "order-1" && members["vantivTxnId"] != nil)
        #expect(reply.status == 200 && reply.outcomeCode == refusal.code)
        if code != "889" {
            #expect(members["message"] == EProtectCode(rawValue: code)?.message)
        }
    }

    static let stops: [(GatewayRefusal, String, Int)] = [
        (.unauthorized, "879", 200), (.bodyTooLarge, "889", 413), (.bodyIncomplete, "889", 400),
        (.overloaded, "889", 503), (.rateLimited, "889", 429), (.internalError, "889", 500),
    ]

    @Test("to what the gateway stopped is JSON too, with HTTP's status", arguments: stops)
    func stopped(_ refusal: GatewayRefusal, _ code: String, _ status: Int) throws {
        let head = EProtectSamples.head("POST", "/LitlePayPage/paypage")
        let reply = dialect.refuse(refusal, on: head, exchange: nil)
        #expect(reply.status == status && reply.outcomeCode == refusal.rawValue)
        #expect(try members(reply.body)["response"] == code)
        #expect((reply.headers["Retry-After"] != nil) == [429, 503].contains(status))
    }

    @Test("to a result of another command is our own fault")
    func mismatch() throws {
        let decoded = dialect.decode(EProtectSamples.post(EProtectSamples.card))
        let reply = dialect.encode(.success(.found([])), for: try #require(decoded.exchange))
        #expect(reply.status == 500)
    }

    static let networks: [(CardNetwork?, String)] = [
        (.visa, "VI"), (.mastercard, "MC"), (.amex, "AX"), (.discover, "DI"), (.diners, "DC"),
        (.jcb, "JC"), (.unionPay, "DI"), (nil, ""),
    ]

    @Test("names the network with Vantiv's two letters", arguments: networks)
    func network(_ network: CardNetwork?, _ type: String) throws {
        let decoded = dialect.decode(EProtectSamples.post(EProtectSamples.card))
        let command = try #require(decoded.registerCommand)
        let reply = dialect.encode(
            EProtectSamples.registered(command, network: network),
            for: try #require(decoded.exchange))
        #expect(try members(reply.body)["type"] == type)
    }

    static let sources: [(fields: [(String, String)], path: String, isToken: Bool)] = [
        (EProtectSamples.card, "/eProtect/paypage", false),
        (EProtectSamples.token, "/LitlePayPage/paypage", true),
    ]

    @Test(
        "has expDate for a token alone, and the number under its path's name, for a token both",
        arguments: sources)
    func success(_ fields: [(String, String)], _ path: String, _ isToken: Bool) throws {
        let decoded = dialect.decode(EProtectSamples.post(fields, path: path))
        let command = try #require(decoded.registerCommand)
        let reply = dialect.encode(
            EProtectSamples.registered(command), for: try #require(decoded.exchange))
        let members = try members(reply.body)
        #expect(members["expDate"] == (isToken ? "0731" : nil))
        #expect(members["firstSix"] == "411111" && members["lastFour"] == "1111")
        #expect((members["litleTxnId"] != nil) == isToken)
        #expect(members["vantivTxnId"] != nil)
        #expect(members["paypageRegistrationId"] == command.id.value)
        #expect(members["response"] == "870" && members["message"] == "Success")
        #expect(members["responseTime"] == "2026-11-21T08:57:00")
    }

    @Test("has a reason and a text for every rule", arguments: EProtectRule.allCases)
    func rules(_ rule: EProtectRule) {
        let fault = EProtectFault(rule)
        #expect(fault.reason == rule.rawValue && fault.status == 200)
        #expect(fault.code == .failure || fault.message == fault.code.message)
        #expect(fault.code != .failure || fault.message != fault.code.message)
    }

    @Test("to a form that cannot be read says why", arguments: FormReadError.allCases)
    func forms(_ error: FormReadError) {
        let fault = EProtectFault(error)
        #expect(fault.code == .failure && fault.message == error.sentence)
    }

    @Test("knows the codes 870 to 889, each with a message of its own")
    func codes() {
        #expect(EProtectCode.allCases.map(\.rawValue) == (870...889).map(String.init))
        #expect(Set(EProtectCode.allCases.map(\.message)).count == 20)
    }

    private func members(_ body: [UInt8]) throws -> [String: String] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(body)) as? [String: String])
    }
}

@Suite("A registration id", .timeLimit(.minutes(5)))
struct EProtectRegistrationTests {
    @Test("is 19 digits that no card number can be, made from the secret bits alone")
    func form() throws {
        let secrets: [UInt64] =
            [0, 1, 9, .max, 900_000_000_000_000_000]
            + (0..<500).map { _ in .random(in: 0 ... .max) }
        for secret in secrets {
            let isOfWallet = secret.isMultiple(of: 2)
            let made = RequestRandomness(open: 7, secret: secret)
                .registrationID(ofWallet: isOfWallet)
            let id = made.value
            #expect(made.isOfWallet == isOfWallet)
            #expect(id.utf8.count == 19 && id.first != "0", "secret \(secret)")
            #expect(id.utf8.allSatisfy { (0x30...0x39).contains($0) })
            #expect(throws: PANError.failsLuhn, "secret \(secret)") { try PAN(digits: id) }
            let again = RequestRandomness(open: 8, secret: secret)
            #expect(made == again.registrationID(ofWallet: isOfWallet))
        }
    }

    @Test("has the check digit that follows the right one")
    func modTenPlusOne() throws {
        for secret in 0..<50 as Range<UInt64> {
            let chance = RequestRandomness(open: 0, secret: secret * 7919)
            let id = chance.registrationID(ofWallet: true).value
            let last = try #require(id.last?.wholeNumberValue)
            let right = "\(id.dropLast())\((last + 9) % 10)"
            #expect((try? PAN(digits: right)) != nil, "\(id)")
        }
    }

    @Test("lasts a day")
    func lifetime() throws {
        let decoded = EProtectDialect().decode(EProtectSamples.post(EProtectSamples.token))
        #expect(try #require(decoded.registerCommand).lifetimeSeconds == 86_400)
    }
}
