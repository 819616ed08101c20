import DialectKit
import PaymentDomain
import StrictXML
import Testing

@testable import Radial

@Suite("A Fault", .timeLimit(.minutes(5)))
struct FaultTests {
    private static let refusals: [PaymentRefusal] =
        TokenRefusal.Kind.allCases.map {
            .token(
                TokenRefusal(
                    kind: $0, code: "token-\($0.rawValue.lowercased())", sentence: "It is so."))
        } + [
            .idempotencyConflict, .inFlight, .amountMissing, .amountZero, .paymentNotFound,
            .cardNotFound, .unsupportedCard, .currencyMismatch, .amountExceeded,
            .wrongState, .reversedSince, .storeUnavailable, .outcomeNotStored, .account(.notFound),
        ]

    private static let all: [RadialFault] =
        refusals.map { RadialFault($0) } + GatewayRefusal.allCases.map { RadialFault($0) }
        + RadialRule.allCases.map { RadialFault($0) }
        + XMLReadError.Rule.allCases.map { RadialFault(XMLReadError($0, "OrderId")) }
        + DeclineReason.allCases.map { RadialFault(acquirerRefusal: $0) }

    @Test("never has a status of 2xx, and always a reason and a sentence")
    func status() {
        for fault in Self.all {
            #expect((400...503).contains(fault.status))
            #expect(!fault.reason.isEmpty && fault.reason == fault.reason.lowercased())
            #expect(fault.sentence.hasSuffix("."))
        }
    }

    @Test("keeps the code of the refusal", arguments: refusals)
    func code(_ refusal: PaymentRefusal) {
        #expect(RadialFault(refusal).reason == refusal.code)
    }

    @Test(
        "of a token says once what is to be done, where only the token core knows that",
        arguments: [TokenRefusal.Kind.orderMismatch, .badPayload, .replayed, .spentWithoutPayment])
    func advice(_ kind: TokenRefusal.Kind) {
        let fault = RadialFault(TokenRefusal(kind: kind, code: "a-code", sentence: "Do so."))
        #expect(fault.sentence == "Do so.")
    }

    @Test("of the acquirer's refusal asks for a new requestId, since the old one has its answer")
    func acquirerRefusal() {
        let fault = RadialFault(acquirerRefusal: .doNotHonor)
        #expect(fault.sentence.hasSuffix("To try again, use a new requestId."))
        #expect(!fault.mayRepeat)
    }

    static let statuses: [(GatewayRefusal, Int)] = [
        (.unauthorized, 401), (.bodyTooLarge, 413), (.bodyIncomplete, 400), (.overloaded, 503),
        (.rateLimited, 429),
        (.internalError, 500),
    ]

    @Test("of the gateway has the status that HTTP means", arguments: statuses)
    func gateway(_ refusal: GatewayRefusal, _ status: Int) {
        let head = Samples.request(.cancel, "").head
        let reply = RadialDialect().refuse(refusal, on: head, exchange: nil)
        #expect(reply.status == status)
        #expect(reply.outcomeCode == refusal.rawValue)
        #expect((reply.headers["Retry-After"] != nil) == [429, 503].contains(status))
        #expect((reply.headers["WWW-Authenticate"] != nil) == (status == 401))
    }

    @Test("says when to come back if the same request may be repeated")
    func retryAfter() {
        for fault in Self.all {
            let reply = fault.reply(at: Samples.now)
            #expect((reply.headers["Retry-After"] != nil) == fault.mayRepeat)
            if fault.status == 503 { #expect(fault.mayRepeat) }
        }
    }

    @Test("answers a result that belongs to another command")
    func mismatch() {
        let exchange = RadialExchange(operation: .cancel, receivedAt: Samples.now)
        let funds = FundsResult(
            availability: .available, renewalAttempted: false, orderReference: "1")
        let reply = RadialDialect().encode(.success(.funds(funds)), for: exchange)
        #expect(reply.status == 500)
    }
}
