import CCCShop
import CosterBolt
import CosterCardConnectConsumer
import CosterCardPages
import CosterKit
import Foundation
import PassKit
import Testing
import UIKit

extension PassKitTests {
    @Suite("CardConnect's custom flow, and the API object", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct CustomFlowTests {
        private let shop = CustomFlowViewController()

        init() {
            PassKitStandIn.reset()
            UIKitStandIn.reset()
            CCCAPI.instance().endpoint = nil
        }

        private func serve(_ reply: String) throws -> LoopbackServer {
            let server = try LoopbackServer(replies: [reply])
            CCCAPI.instance().endpoint = CardPageFixtures.endpoint(server)
            return server
        }

        @Test("a token: tick, and the sheet closes")
        func token() async throws {
            _ = try serve(CardPageFixtures.tokenReply)
            let sheet = try #require(shop.payTapped())
            #expect(await sheet.authorize(Fixtures.payment()) == .success)
            #expect(shop.tokens == [CardPageFixtures.token] && shop.isFinished)
        }

        /// What the server or the phone gives, and the code of the error that the app gets.
        struct Row: Sendable, CustomTestStringConvertible {
            let name: String
            var reply: String?
            var json = Fixtures.json
            let code: CardAPIError
            var testDescription: String { name }
        }

        nonisolated static let rows = [
            Row(name: "no endpoint", code: .noEndpoint),
            Row(
                name: "a simulator's empty token", reply: CardPageFixtures.tokenReply, json: "",
                code: .simulatorToken),
            Row(
                name: "not Apple's JSON", reply: CardPageFixtures.tokenReply, json: "[1]",
                code: .invalidToken),
            Row(name: "a refusal", reply: CardPageFixtures.refusal, code: .refused),
            Row(
                name: "a page that isn't there", reply: CardPageFixtures.notFound,
                code: .unreadableReply),
            Row(name: "a closed connection", reply: "", code: .noAnswer),
        ]

        @Test("each failure: cross, and an error of the vendor's domain", arguments: rows)
        func failures(row: Row) async throws {
            let server = try row.reply.map { try serve($0) }
            defer { server?.close() }
            let sheet = try #require(shop.payTapped())
            #expect(await sheet.authorize(Fixtures.payment(row.json)) == .failure)
            #expect(shop.errors.map(\.code) == [row.code.rawValue])
            #expect(shop.errors.map(\.domain) == [CCCAPIErrorDomain])
            #expect(shop.errors.allSatisfy { $0.localizedDescription == row.code.message })
            #expect(shop.tokens.isEmpty)
        }

        @Test("no network: cross, and the code of a request that wasn't sent")
        func noNetwork() async throws {
            CCCAPI.instance().endpoint = try CardPageFixtures.closedEndpoint()
            let sheet = try #require(shop.payTapped())
            #expect(await sheet.authorize(Fixtures.payment()) == .failure)
            #expect(shop.errors.map(\.code) == [CardAPIError.notSent.rawValue])
        }

        @Test("the task cancels the request, and the completion comes once")
        func cancels() async throws {
            // Takes the connection, and answers only after the limit of the test.
            let server = try LoopbackServer(replies: [])
            CCCAPI.instance().endpoint = CardPageFixtures.endpoint(server)
            let error: NSError? = try await CardPageFixtures.waiting { done in
                let task = CCCAPI.instance().generateToken(forApplePay: Fixtures.payment()) {
                    done($1 as NSError?)
                }
                #expect(task != nil)
                task?.cancel()
            }
            #expect(error?.code == CardAPIError.noAnswer.rawValue)
            server.close()
        }

        @Test("a card becomes an account with token, brand, month and postal code")
        func account() async throws {
            let server = try serve(CardPageFixtures.tokenReply)
            let card = try CardFixtures.card(CCCCardInfo())
            card.postalCode = "19019"
            let account: CCCAccount? = try await CardPageFixtures.waiting { done in
                CCCAPI.instance().generateAccount(forCard: card) { account, _ in done(account) }
            }
            #expect(account?.token == CardPageFixtures.token && account?.last4 == "1111")
            #expect(account?.accountType == "VISA" && account?.postalCode == "19019")
            #expect(account?.expirationDate == card.expirationDate)
            let request = try #require(server.requests().first)
            #expect(
                request.hasSuffix(
                    "{\"account\":\"4111111111111111\",\"cvv\":\"123\",\"expiry\":\"1249\"}"))
        }

        @Test("an invalid card isn't sent: the vendor's second code, and no task")
        func invalidCard() async throws {
            CCCAPI.instance().endpoint = "fts.cardconnect.com:6443"
            let error: NSError? = try await CardPageFixtures.waiting { done in
                let task = CCCAPI.instance().generateAccount(forCard: CCCCardInfo()) {
                    done($1 as NSError?)
                }
                #expect(task == nil)
            }
            #expect(error?.code == CCCAPIErrorCodeInvalidCardData)
            #expect(error?.domain == CCCAPIErrorDomain)
        }

        @Test("one object for the app, and another for the other set of names")
        func instances() {
            #expect(CCCAPI.instance() === CCCAPI.instance())
            CCCAPI.instance().endpoint = "a.example"
            #expect(BMSAPI.instance().endpoint != "a.example")
            // The text that Objective-C's constants of these names have.
            #expect(BMSAPIErrorDomain == String(reflecting: BMSAPIError.self))
            #expect(CCCAPIErrorDomain == String(reflecting: CCCAPIError.self))
            #expect(BMSAPIError.codeNoEndpoint.rawValue == BMSAPIErrorCodeNoEndpoint)
            #expect(CCCAPIError.codeInvalidCardData.rawValue == CCCAPIErrorCodeInvalidCardData)
            #expect(BMSAPIErrorCodeNoEndpoint == CCCAPIErrorCodeNoEndpoint)
        }
    }
}
