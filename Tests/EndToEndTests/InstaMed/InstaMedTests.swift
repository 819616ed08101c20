import AppleSimulator
import Foundation
import PaymentDomain
import Testing

/// One after the other: the batch is closed in between, for all payments.
@Suite("InstaMed's page", .timeLimit(.minutes(20)), .server(), .serialized)
struct InstaMedTests {
    private let shop: InstaMedTestShop

    init() throws {
        shop = InstaMedTestShop(server: try #require(RunningServer.ofSuite))
    }

    /// The source document's SaveApplePayToken, with the sandbox outlet's names in place of its own.
    private func sourceRequest() throws -> String {
        let file = Places.repository.appending(
            path: "Tests/InstaMedTests/Samples/source-save-apple-pay-token.form")
        let text = try String(contentsOf: file, encoding: .utf8)
        let names = [
            "merchantID": "SANDBOX", "storeID": "1", "terminalID": "1",
            "applePayMerchantID": RunningServer.merchantIdentifier,
        ]
        return text.trimmingCharacters(in: .newlines).split(separator: "&").map { field in
            let name = String(field.prefix { $0 != "=" })
            return names[name].map { "\(name)=\($0)" } ?? String(field)
        }.joined(separator: "&")
    }

    @Test("the source document's own token is read to its end, and refused for its age alone")
    func sourceDocument() async throws {
        let reply = try await shop.send(try sourceRequest())
        #expect(reply.status == 200 && reply.field("errorCode") == "400")
        #expect(
            reply.field("errorMessage")?.contains("(stale-signing-time)") == true, "\(reply.text)")
    }

    @Test("the same request with a fresh token is taken")
    func freshToken() async throws {
        let token = try shop.server.token(try dollars("10.00"))
        // As the source document encodes it: of all that is in the JSON only { } " + = are percent-encoded.
        var json = token.json
        for (plain, encoded) in [
            ("{", "%7B"), ("}", "%7D"), ("\"", "%22"), ("+", "%2B"), ("=", "%3D"),
        ] { json = json.replacing(plain, with: encoded) }
        let request = try sourceRequest().replacing(
            /applePayTokenData=[^&]*/, with: "applePayTokenData=\(json)")
        let reply = try await shop.send(request)
        #expect(reply.text.wholeMatch(of: /applePayTokenID=[A-Za-z0-9]{48}/) != nil)
    }

    @Test("a sale is voided, and voided again by who lost the reply, but not by its amount")
    func saleAndVoid() async throws {
        let sale = try await shop.approved(try dollars("100.00"))
        let receipt = try await shop.send(shop.referenced("ViewReceipt", sale))
        #expect(receipt.field("transactionStatus") == "C", "\(receipt.text)")
        let void = try await shop.send(shop.referenced("Void", sale))
        #expect(void.field("responseMessage") == "VOIDED", "\(void.text)")
        let after = try await shop.send(shop.referenced("ViewReceipt", sale))
        #expect(after.field("transactionStatus") == "V", "\(after.text)")
        let again = try await shop.send(shop.referenced("Void", sale))
        #expect(again.text == void.text)
        let part = try await shop.send(shop.referenced("Void", sale, try dollars("100.00")))
        #expect(part.field("errorCode") == "400", "\(part.text)")
    }

    @Test("of Voids of one refund at once each is VOIDED, and it is taken back once")
    func voidsAtOnce() async throws {
        let sale = try await shop.approved(try dollars("9.00"))
        let refund = try await shop.send(shop.referenced("SimpleRefund", sale, try dollars("4.00")))
        let form = shop.referenced(
            "Void", try #require(refund.field("transactionID"), "\(refund.text)"))
        let shop = shop
        let replies = try await withThrowingTaskGroup(of: HTTPReply.self) { group in
            for _ in 0..<8 { group.addTask { try await shop.send(form) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.allSatisfy { $0.field("responseMessage") == "VOIDED" })
        let both = try await EachDatabase.read(shop.server.folder)
        #expect(try both.payment(of: sale).amounts.refunded == 0)
        #expect(both.agree(on: sale))
    }

    @Test(
        "a client that lost the reply to a sale learns which it was, by each way to send its token again"
    )
    func lostReply() async throws {
        let amount = try dollars("12.00")
        let token = try shop.server.token(amount)
        let ids = [try await shop.tokenID(token), try await shop.tokenID(token)]
        let sale = try await shop.send(shop.paying(ids[0], amount))
        let transaction = try #require(sale.field("transactionID"), "\(sale.text)")
        for form in [shop.paying(ids[0], amount), shop.paying(ids[1], amount), shop.saving(token)] {
            let reply = try await shop.send(form)
            #expect(reply.field("errorCode") == "400", "\(reply.text)")
            #expect(reply.field("transactionID") == transaction, "\(reply.text)")
            #expect(!reply.text.contains("sk the customer"), "\(reply.text)")
        }
        let receipt = try await shop.send(shop.referenced("ViewReceipt", transaction))
        #expect(receipt.field("transactionStatus") == "C", "\(receipt.text)")
    }

    @Test(
        "a client that sends a token with another amount isn't asked to try again: its own still pays"
    )
    func otherAmount() async throws {
        let amount = try dollars("12.00")
        let id = try await shop.tokenID(try shop.server.token(amount))
        let other = try await shop.send(shop.paying(id, try dollars("13.00")))
        #expect(other.field("errorCode") == "400", "\(other.text)")
        #expect(other.text.contains("(amount-mismatch)"), "\(other.text)")
        #expect(!other.text.contains("sk the customer"), "\(other.text)")
        let sale = try await shop.send(shop.paying(id, amount))
        #expect(sale.field("responseCode") == "000", "\(sale.text)")
    }

    @Test("a hold is captured in part, settled, and refunded up to what was captured")
    func holdAndRefund() async throws {
        let hold = try await shop.approved(try dollars("30.00"), action: "Auth")
        let captured = try await shop.send(shop.referenced("Capture", hold, try dollars("20.00")))
        #expect(captured.field("transactionStatus") == "C", "\(captured.text)")
        try await shop.server.closeBatch()
        let void = try await shop.send(shop.referenced("Void", hold))
        #expect(void.field("errorMessage")?.contains("(already-settled)") == true, "\(void.text)")
        let refund = try await shop.send(
            shop.referenced("SimpleRefund", hold, try dollars("15.00")))
        #expect(refund.field("transactionStatus") == "C", "\(refund.text)")
        let tooMuch = try await shop.send(
            shop.referenced("SimpleRefund", hold, try dollars("5.01")))
        #expect(tooMuch.field("errorCode") == "400")
        let rest = try await shop.send(shop.referenced("SimpleRefund", hold, try dollars("5.00")))
        #expect(rest.field("transactionStatus") == "C", "\(rest.text)")
        let second = try await shop.send(shop.referenced("SimpleRefund", hold, try dollars("5.00")))
        #expect(second.field("errorCode") == "400")
        let both = try await EachDatabase.read(shop.server.folder)
        let amounts = try both.payment(of: hold).amounts
        #expect([amounts.captured, amounts.refunded] == [2000, 2000])
        #expect(both.agree(on: hold))
    }

    @Test(
        "the sandbox's cents decide",
        arguments: [("10.05", "false", "D"), ("99.10", "false", "D"), ("99.10", "true", "C")])
    func cents(_ text: String, _ allowsPart: String, _ status: String) async throws {
        let amount = try dollars(text)
        let id = try await shop.tokenID(try shop.server.token(amount))
        let reply = try await shop.send(
            shop.paying(id, amount) + "&allowPartialPayment=\(allowsPart)")
        #expect(reply.field("transactionStatus") == status, "\(reply.text)")
        #expect(reply.field("partialApprovalAmount") == (status == "C" ? "99.00" : nil))
    }

    @Test("sixty-four sales with one applePayTokenID are one charge")
    func once() async throws {
        let amount = try dollars("5.00")
        let form = shop.paying(
            try await shop.tokenID(try shop.server.token(amount)), amount)
        let shop = shop
        let replies = try await withThrowingTaskGroup(of: HTTPReply.self) { group in
            for _ in 0..<64 { group.addTask { try await shop.send(form) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let approved = replies.filter { $0.field("transactionStatus") == "C" }
        #expect(approved.count == 1)
        #expect(replies.count { $0.field("errorCode") != nil } == 63)
        let transaction = try #require(approved.first?.field("transactionID"))
        let both = try await EachDatabase.settled(shop.server)
        #expect(try both.payment(of: transaction).amounts.captured == 500)
        #expect(both.agree(on: transaction))
    }

    @Test("bad input is refused with the cause, and nothing is done")
    func badInput() async throws {
        let form = shop.form("SaveApplePayToken", [])
        for (more, cause) in [
            ("&merchantid=OTHER", "form-repeated-name"),
            ("&applePayTokenData=%7", "form-malformed-escape"),
            ("&applePayTokenData=%FF", "form-not-utf8"),
            ("&applePayTokenData=%00", "nul-character"),
        ] {
            let reply = try await shop.send(form + more)
            #expect(reply.field("errorCode") == "400")
            #expect(reply.text.contains("(\(cause))"), "\(reply.text)")
        }
        var stranger = shop
        stranger.password = "sandbox"
        let reply = try await stranger.send(form)
        #expect(reply.status == 401 && reply.field("errorCode") == "401")
    }
}
