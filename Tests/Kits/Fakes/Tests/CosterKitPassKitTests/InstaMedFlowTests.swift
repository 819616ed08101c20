import CosterInstaMed
import CosterKit
import CosterKitPassKit
import Foundation
import PassKit
import Testing

/// A server's answer to the relay's request.
enum RelayAnswer: Sendable {
    case reply(String)
    case fails(TransportError)

    @Sendable func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse {
        switch self {
        case .reply(let body): HTTPResponse(status: 200, body: Data(body.utf8))
        case .fails(let error): throw error
        }
    }
}

/// A network of one server, which answers by a function.
struct AnsweringTransport: Transport {
    let answer: @Sendable (HTTPRequest) throws(TransportError) -> HTTPResponse

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try answer(request)
    }
}

extension PassKitTests {
    @Suite("InstaMed's payment on ApplePaySheet", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct InstaMedFlowTests {
        nonisolated static let saved = RelayAnswer.reply("applePayTokenID=aWQ=")
        nonisolated static let declined = Decline(ReplyCode("D"))

        init() { PassKitStandIn.reset() }

        /// Pays with the token (nil: the customer closes the sheet), and the relay's and the app's server's answers. A server that is nil must not be asked.
        private func pay(
            _ json: String? = Fixtures.json, relay answer: RelayAnswer,
            server: (@Sendable () async -> ServerAnswer)?,
            deadline: PaymentDeadline = .standard
        ) async throws -> PaymentOutcome {
            PassKitStandIn.customer = { sheet in
                if let json { _ = await sheet.authorize(Fixtures.payment(json)) }
                sheet.finish()
            }
            let relay = InstaMedRelay(
                Relay(
                    server: try #require(URL(string: "https://pay.example.com")),
                    publishableKey: "pk_1", bundleIdentifier: "com.example.app"),
                outlet: InstaMedClient.Outlet(merchantID: "NOVA E4 2"),
                transport: AnsweringTransport { request throws(TransportError) in
                    Self.check(request)
                    return try answer.response(to: request)
                })
            let steps = PaymentSteps(
                orderID: "A-1",
                tokenizer: relay.tokenizer(merchantIdentifier: "merchant.com.example"),
                authorizer: AuthorizerFunction { payment in
                    let reference = TokenReference(kind: .instaMedTokenID, value: "aWQ=")
                    #expect(payment.credential == reference.map { .reference($0) })
                    guard let server else {
                        Issue.record("The server was asked to pay without a saved token.")
                        return .unknown
                    }
                    return await server()
                })
            return await ApplePaySheet(deadline: deadline).pay(try Fixtures.checkout(), steps)
        }

        /// The request has the app's key and identifier, and no password.
        nonisolated private static func check(_ request: HTTPRequest) {
            #expect(request.url.absoluteString == "https://pay.example.com/relay/instamed")
            let headers = request.headers.map { "\($0.name): \($0.value.secret)" }
            #expect(
                headers == [
                    "Content-Type: application/x-www-form-urlencoded",
                    "Authorization: Bearer pk_1", "Coster-Bundle-Identifier: com.example.app",
                ])
            let body = String(decoding: request.body.secret, as: UTF8.self)
            #expect(body.hasPrefix("transactionAction=SaveApplePayToken&merchantID=NOVA E4 2&"))
        }

        @Test(
            "sheet, token, SaveApplePayToken, the server's answer, outcome",
            arguments: [
                (saved, .paid(reference: "EEBE"), .paid(reference: "EEBE"), .success),
                (saved, .declined(declined), .declined(declined), .failure),
                (saved, .unknown, .unknown, .failure),
                (saved, .failed(.notSent), .failed(.client(.notSent)), .failure),
                (.fails(.notSent), nil, .failed(.client(.notSent)), .failure),
                (.fails(.noAnswer), nil, .failed(.client(.noAnswer)), .failure),
                (
                    .reply("errorCode=400&errorMessage=Unknown applePayMerchantID"), nil,
                    .failed(.client(.refused(ReplyCode("400")))), .failure
                ),
            ]
                as [(
                    RelayAnswer, ServerAnswer?, PaymentOutcome, PKPaymentAuthorizationStatus
                )])
        func outcome(
            relay: RelayAnswer, server: ServerAnswer?, outcome: PaymentOutcome,
            status: PKPaymentAuthorizationStatus
        ) async throws {
            let answer = server.map { answer in { @Sendable () async in answer } }
            #expect(try await pay(relay: relay, server: answer) == outcome)
            #expect(PassKitStandIn.controllers.first?.results.map(\.status) == [status])
        }

        @Test("a simulator's empty token fails before anything is sent")
        func simulatorToken() async throws {
            let outcome = try await pay("", relay: Self.saved, server: nil)
            #expect(outcome == .failed(.token(.simulatorToken)))
        }

        @Test("a server that answers too late: the outcome is unknown, and the sheet shows a cross")
        func timeout() async throws {
            let (asked, ask) = AsyncStream<Never>.makeStream()
            let (answers, answer) = AsyncStream<Never>.makeStream()
            let outcome = try await pay(
                relay: Self.saved,
                server: {
                    ask.finish()
                    for await _ in answers {}
                    return .paid(reference: "too late")
                }, deadline: PaymentDeadline { for await _ in asked {} })
            #expect(outcome == .unknown)
            #expect(PassKitStandIn.controllers.first?.results.map(\.status) == [.failure])
            answer.finish()
        }

        @Test("a customer who closes the sheet cancels: no token is saved, and nothing is paid")
        func cancelled() async throws {
            let outcome = try await pay(nil, relay: .fails(.noAnswer), server: nil)
            #expect(outcome == .cancelled)
        }
    }
}
