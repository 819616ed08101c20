import DialectKit
import Foundation
import GoldenExchanges
import PaymentDomain
import Testing

@testable import InstaMed

/// The requests of InstaMed's page "In App Apple Pay", as they stand there.
private enum SourceDocument {
    static let saveRequest = Self.text("source-save-apple-pay-token.form")
    static let payRequest =
        "transactionAction=AuthCapt&transactionType=CreditCard&merchantID=NOVA E4 2&storeID=1"
        + "&terminalID=1&applePayMerchantID=merchant.com.instamedgo.merchant1"
        + "&applePayTokenID=ZDkzYWYxNTEtMWQ1My00MDUzLWFjY2UtZmVmYjhiYzI3MDUz&amount=100.00"
        + "&cardPresentStatus=InAppApplePay"
    static let payReply =
        "IsEMVVerifiedByPIN=false&cardBrand=VISA&cardExpirationMonth=1&cardExpirationYear=2019"
        + "&cardBINNumber=400278&paymentCardType=CREDIT&lastFourDigits=8667"
        + "&authorizationNumber=CVI142&responseCode=000&responseMessage=APPROVAL"
        + "&transactionStatus=C&authorizationText=I AGREE TO PAY THE ABOVE AMOUNT ACCORDING TO MY "
        + "CARD HOLDER AGREEMENT.&transactionID=EEBE93934EBC43F59E8806A161FFCCC6"
        + "&transactionDate=2015-05-29T16:31:49.2894368Z"

    private static func text(_ name: String) -> String {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Samples/\(name)")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

@Suite("The source document", .timeLimit(.minutes(5)))
struct SourceDocumentTests {
    private struct Token: Decodable {
        struct Header: Decodable {
            var ephemeralPublicKey: Data
            var transactionId: String
            var publicKeyHash: Data
        }
        var version: String
        var data: Data
        var signature: Data
        var header: Header
    }

    @Test("its SaveApplePayToken request is read to the last byte")
    func save() throws {
        let request = Samples.post(SourceDocument.saveRequest, user: "smith@clinic")
        let register = try #require(Samples.dialect.decode(request).register)
        guard case .applePay(.json(let json)) = register.source else {
            Issue.record("no JSON")
            return
        }
        let token = try JSONDecoder().decode(Token.self, from: Data(json))
        #expect(token.version == "EC_v1" && token.data.count == 321)
        #expect(token.signature.count == 2168 && token.header.ephemeralPublicKey.count == 91)
        #expect(token.header.publicKeyHash.count == 32 && token.header.transactionId.count == 64)
        // What Foundation decodes percent by percent is the same, byte for byte.
        let raw = SourceDocument.saveRequest.components(separatedBy: "applePayTokenData=")[1]
        #expect(raw.removingPercentEncoding.map { Array($0.utf8) } == json)
        #expect(json.last == UInt8(ascii: "}"))
    }

    @Test("the same request with each + as it is, is refused with the cause")
    func lostPlus() throws {
        let form = SourceDocument.saveRequest.replacing("%2B", with: "+")
        let reply = try #require(Samples.dialect.decode(Samples.post(form, user: "smith")).reply)
        #expect(reply.outcomeCode == "plus-arrived-as-space")
        #expect(StrictForm(reply.body)?["errorMessage"]?.contains("plus sign") == true)
    }

    @Test("its reply to SaveApplePayToken is one field of 48 characters")
    func saveReply() throws {
        let request = Samples.post(SourceDocument.saveRequest, user: "smith")
        let decoded = try #require(Samples.dialect.decode(request).commanded)
        let result = try #require(ScriptedResults.named("done", decoded.command))
        let reply = Samples.dialect.encode(result, for: decoded.exchange)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.wholeMatch(of: /applePayTokenID=[A-Za-z0-9]{48}/) != nil)
    }

    @Test("its AuthCapt request is a sale, and our reply has its fields in its order")
    func pay() throws {
        let request = Samples.post(SourceDocument.payRequest, user: "smith")
        let decoded = try #require(Samples.dialect.decode(request).commanded)
        guard case .authorize(let authorize) = decoded.command else {
            Issue.record("no sale")
            return
        }
        #expect(authorize.capturesAtOnce && authorize.amount == Samples.dollars(10_000))
        var result = ScriptedResults.authorization(decoded.command, .approved)
        result.expiry = CardExpiry(year: 2019, month: 1)
        let reply = Samples.dialect.encode(.success(.authorization(result)), for: decoded.exchange)
        let ours = try #require(StrictForm(reply.body))
        let theirs = try #require(StrictForm(Array(SourceDocument.payReply.utf8)))
        #expect(ours.names == theirs.names)
        for name in theirs.names where name != "transactionID" && name != "transactionDate" {
            #expect(ours[name] == theirs[name], "\(name)")
        }
        for name in ["transactionID", "transactionDate"] {
            #expect(ours[name]?.utf8.count == theirs[name]?.utf8.count, "\(name)")
        }
    }
}

@Suite("The portal's samples", .timeLimit(.minutes(5)))
struct PortalSampleTests {
    @Test(
        "have the fields of our replies in the same order",
        arguments: [
            (
                "void",
                "responseCode responseMessage transactionStatus primaryTransactionID "
                    + "primaryTransactionStatus"
            ),
            (
                "refund",
                "IsEMVVerifiedByPIN isEMVTransaction EMVCardEntryMode cardBrand cardExpirationMonth "
                    + "cardExpirationYear cardBINNumber cardHolderName paymentCardType lastFourDigits "
                    + "authorizationNumber responseCode responseMessage transactionStatus "
                    + "primaryTransactionID authorizationText transactionID transactionDate "
                    + "saveOnFileTransactionID"
            ),
            (
                "sale-keyed-plain",
                "IsEMVVerifiedByPIN isEMVTransaction EMVCardEntryMode isSignatureRequired cardBrand "
                    + "cardExpirationMonth cardExpirationYear cardBINNumber cardHolderName "
                    + "paymentCardType lastFourDigits authorizationNumber responseCode "
                    + "responseMessage transactionStatus primaryTransactionID authorizationText "
                    + "transactionID paymentPlanID transactionDate"
            ),
        ])
    func order(_ file: String, _ names: String) throws {
        let exchange = try #require(GoldenExchange.all.first { $0.name == file })
        let form = try #require(StrictForm(Array(exchange.replyBody.utf8)))
        #expect(form.names == names.split(separator: " ").map(String.init))
    }

    @Test("of Void says VOIDED, the only word that a client in production takes")
    func voided() throws {
        let exchange = try #require(GoldenExchange.all.first { $0.name == "void" })
        #expect(StrictForm(Array(exchange.replyBody.utf8))?["responseMessage"] == "VOIDED")
    }
}
