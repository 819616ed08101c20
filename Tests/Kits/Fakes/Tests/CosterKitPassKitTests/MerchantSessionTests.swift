import CosterKit
import CosterKitPassKit
import Foundation
import PassKit
import Testing

extension PassKitTests {
    @Suite("The Mac's merchant session", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct MerchantSessionTests {
        init() { PassKitStandIn.reset() }

        @Test("the app's JSON becomes the session, and the payment goes on")
        func session() async throws {
            var domains: [String] = []
            PassKitStandIn.customer = { controller in
                let session = await controller.requestMerchantSession()
                domains.append(session?.dictionary["domainName"] as? String ?? "none")
                _ = await controller.authorize(Fixtures.payment())
            }
            let sheet = ApplePaySheet()
            sheet.merchantSession = { Data(#"{"domainName":"shop.example"}"#.utf8) }
            let steps = Fixtures.steps { .paid(reference: "1") }
            #expect(await sheet.pay(try Fixtures.checkout(), steps) == .paid(reference: "1"))
            #expect(domains == ["shop.example"])
        }

        @Test(
            "without a session the sheet closes, nothing is paid, and a log line says why",
            arguments: [nil, "", "[]", "{}", "<html>"])
        func noSession(json: String?) async throws {
            PassKitStandIn.customer = { controller in
                let session = await controller.requestMerchantSession()
                #expect(session == nil)
                _ = await controller.authorize(Fixtures.payment())
            }
            let steps = Fixtures.steps { .paid(reference: "1") }
            await confirmation { logged in
                let log = CosterLog(prefix: "") { line in
                    #expect(line == CosterLog.Line.merchantSessionMissing.rawValue)
                    logged()
                }
                let sheet = ApplePaySheet(log: log)
                if let json { sheet.merchantSession = { Data(json.utf8) } }
                let outcome = try? await sheet.pay(Fixtures.checkout(), steps)
                #expect(outcome == .cancelled)
            }
        }
    }
}
