import StrictCoding
import CardVault
import AppleSimulator
import Foundation
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite("coster doctor --token, what is in the token", .timeLimit(.minutes(20)))
struct DoctorTokenContentTests {
    @Test("a token that was used is found")
    func spent() async throws {
        try await DoctorFixture.lend { fixture in
            let phone = try DoctorPhone(fixture)
            let recipe = try phone.recipe()
            try await fixture.database { store in
                let isFirst = try await store.spend(
                    SpentToken(
                        merchant: DoctorFixture.shop,
                        transactionID: Hex.encode(recipe.transactionID),
                        at: fixture.now))
                #expect(isFirst)
            }
            expect(
                try await fixture.examine(token: try phone.device.make(recipe).json), .tokenSpent)
        }
    }

    @Test(
        "a token that doesn't decrypt, with an invalid payload, or with an expired card is found")
    func payload() async throws {
        try await DoctorFixture.lend { fixture in
            let phone = try DoctorPhone(fixture)
            // Encrypted for another merchant identifier than the certificate's.
            let closed = try phone.token { $0.identifierHash = [UInt8](repeating: 7, count: 32) }
            expect(try await fixture.examine(token: closed), .tokenClosed)
            let noPayload = try phone.token { $0.plaintext = Array("nothing".utf8) }
            expect(try await fixture.examine(token: noPayload), .tokenPayloadWrong)
            let expired = try phone.token { recipe in
                let text = String(decoding: recipe.plaintext, as: UTF8.self)
                recipe.plaintext = Array(
                    text.replacing(TestCard.expirationDate, with: "200131").utf8)
            }
            expect(try await fixture.examine(token: expired), .tokenCardExpired)
        }
    }

    @Test("a token whose key does not open here is a warning beside what is wrong with the key")
    func keyClosed() async throws {
        try await DoctorFixture.lend { fixture in
            let token = try DoctorPhone(fixture).token()
            try await fixture.spoil("UPDATE certificates SET sealed_key = zeroblob(160)")
            expect(try await fixture.examine(token: token), .privateKeyClosed, .tokenKeyClosed)
        }
    }
}
