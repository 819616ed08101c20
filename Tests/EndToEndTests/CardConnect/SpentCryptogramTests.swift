import AppleSimulator
import Foundation
import PaymentDomain
import Testing

@Suite("CardConnect over HTTP: a device's cryptogram", .timeLimit(.minutes(20)), .server())
struct SpentCryptogramTests {
    private let shop: CardConnectTestShop

    init() throws {
        shop = CardConnectTestShop(server: try #require(RunningServer.ofSuite))
    }

    private func keyed(
        _ value: String, account: String = "4111111111111111", order: String = newName()
    ) async throws -> HTTPReply {
        try await shop.put(
            "auth",
            [
                ("account", account), ("expiry", "1249"), ("amount", "14.99"),
                ("orderid", order), ("secureflag", "7"), ("securevalue", value),
            ])
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// 20 bytes that no other test has.
    private func fresh() -> [UInt8] { (0..<20).map { _ in .random(in: .min ... .max) } }

    @Test("pays once, whatever its spelling, and no other text is one")
    func spellings() async throws {
        let bytes = fresh()
        let base64 = Data(bytes).base64EncodedString()
        #expect(try await keyed(base64).member("respstat") == "A")
        for spelling in [base64, hex(bytes), hex(bytes).uppercased(), String(base64.dropLast())] {
            let again = try await keyed(spelling)
            #expect(again.member("respcode") == "98" && again.member("respstat") == "C")
        }
        for other in [
            Data(base64.utf8).base64EncodedString(), Data(bytes.prefix(5)).base64EncodedString(),
            Data(bytes + [0]).base64EncodedString(), hex(bytes) + hex(bytes),
        ] {
            let refused = try await keyed(other)
            #expect(refused.member("respcode") == "34" && refused.member("respproc") == "PPS")
        }
    }

    @Test("that a wallet token has paid with is refused when the card is keyed in with it")
    func walletFirst() async throws {
        let bytes = fresh()
        let amount = try dollars("14.99")
        let wallet = try await shop.walletToken(try shop.server.token(amount, cryptogram: bytes))
        let order = newName()
        let paid = try await shop.put(
            "auth", [("account", wallet), ("amount", amount.decimal), ("orderid", order)])
        #expect(paid.member("respstat") == "A")
        let account = try digits(of: .visa)
        let other = try await keyed(hex(bytes), account: account)
        #expect(other.member("respcode") == "98" && other.member("respstat") == "C")
        let same = try await keyed(hex(bytes), account: account, order: order)
        #expect(same.member("respcode") == "62" && same.member("retref") == paid.member("retref"))
        let payments = try await EachDatabase.read(shop.server.folder)
        #expect(try payments.payment(of: order).amounts.authorized == 1499)
    }

    @Test("that was keyed in makes no wallet token, and one of before does not pay")
    func keyedFirst() async throws {
        let bytes = fresh()
        let amount = try dollars("14.99")
        let token = try shop.server.token(amount, cryptogram: bytes)
        let wallet = try await shop.walletToken(token)
        let paid = try await keyed(hex(bytes), account: try digits(of: .visa))
        #expect(paid.member("respstat") == "A")
        let refused = try await shop.put("auth", [("account", wallet), ("amount", "14.99")])
        #expect(refused.member("respstat") == "B" && refused.member("respcode") == "62")
        #expect(try await shop.tokenize(shop.tokenization(token)).status == 400)
    }

    @Test(
        "beside it a control character in orderid is PPS 34",
        arguments: [#"a\u0000b"#, #"\u001b]0;x\u0007"#, #"a\u009b2J"#])
    func controlCharacters(order: String) async throws {
        let refused = try await keyed(
            Data(fresh()).base64EncodedString(), order: order)
        #expect(refused.member("respcode") == "34")
        #expect(refused.member("respproc") == "PPS")
    }
}
