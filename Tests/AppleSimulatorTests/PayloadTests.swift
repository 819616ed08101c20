import AppleSimulator
import Foundation
import PaymentDomain
import Testing

@Suite("The payload and the texts around it", .timeLimit(.minutes(5)))
struct PayloadTests {
    private func payload(_ order: SimulatedOrder) throws -> Payload {
        try JSONDecoder().decode(Payload.self, from: Data(order.payload()))
    }

    @Test("the keys stand in Apple's order, in minor units, without white space")
    func golden() throws {
        var order = try order(.visa)
        order.cryptogram = [UInt8](repeating: 0xFF, count: 20)
        order.cardholderName = "Åsa \"Q\" \\ \u{1}"
        let text = String(decoding: order.payload(), as: UTF8.self)
        let head = #""applicationExpirationDate":"491231","currencyCode":"840","#
        let middle = #""transactionAmount":1499,"cardholderName":"Åsa \"Q\" \\ \u0001","#
        let maker = #""deviceManufacturerIdentifier":"040010030273","paymentDataType":"3DSecure","#
        let tail = #""paymentData":{"onlinePaymentCryptogram":"//////////////////////////8=","#
        #expect(text.hasSuffix(head + middle + maker + tail + #""eciIndicator":"7"}}"#))
        #expect(text.hasPrefix(#"{"applicationPrimaryAccountNumber":""#))
    }

    @Test("a currency keeps its leading zeros and its own minor unit")
    func currency() throws {
        let amount = try Money(minorUnits: 1500, currency: try #require(Currency(code: "AUD")))
        let payload = try payload(SimulatedOrder(amount: amount, at: moment))
        #expect(payload.currencyCode == "036")
        #expect(payload.transactionAmount == 1500)
    }

    @Test("the indicator is the network's, another, or none")
    func indicator() throws {
        var order = try order(.mastercard)
        #expect(try payload(order).paymentData.eciIndicator == nil)
        order.indicator = .value("02")
        #expect(try payload(order).paymentData.eciIndicator == "02")
        order.card = .visa
        order.indicator = .absent
        #expect(try payload(order).paymentData.eciIndicator == nil)
    }

    @Test("EMV data replaces the cryptogram, with a PIN if there is one")
    func emv() throws {
        var order = try order(.visa, .rsaV1)
        order.paymentDataType = .emv
        order.emvData = [1, 2, 3]
        order.encryptedPIN = [0xAB, 0x0C]
        let payload = try payload(order)
        #expect(payload.paymentDataType == "EMV")
        #expect(payload.paymentData.onlinePaymentCryptogram == nil)
        #expect(payload.paymentData.emvData == "AQID")
        #expect(payload.paymentData.encryptedPINData == "ab0c")
    }

    @Test("merchant tokens and shares of other merchants are added on request")
    func additions() throws {
        var order = try order()
        #expect(try payload(order).authenticationResponses == nil)
        #expect(try payload(order).merchantTokenIdentifier == nil)
        order.merchantToken = SimulatedMerchantToken(identifier: "MT-1", cardSuffix: "4242")
        order.authenticationResponses = [
            SimulatedAuthenticationResponse(
                merchantIdentifier: "merchant.other", authenticationData: [9],
                amount: try Money(minorUnits: 250, currency: .usd))
        ]
        let payload = try payload(order)
        #expect(payload.merchantTokenIdentifier == "MT-1")
        #expect(payload.merchantTokenMetadata?.cardMetadata.fpanSuffix == "4242")
        #expect(payload.authenticationResponses?.first?.transactionAmount == "250")
    }

    @Test("the token's JSON has version, data, signature and header, and plain solidi")
    func tokenJSON() throws {
        var order = try order()
        order.applicationData = [UInt8](repeating: 0xAB, count: 32)
        order.transactionID = [UInt8](repeating: 0xCD, count: 32)
        let token = try SimulatorFixture.shared.get().device.pay(order)
        let fields = token.fields
        let key = try #require(fields.ephemeralPublicKey)
        let header =
            #""header":{"ephemeralPublicKey":"\#(key)","publicKeyHash":"\#(fields.publicKeyHash)","#
            + #""transactionId":"\#(String(repeating: "cd", count: 32))","#
            + #""applicationData":"\#(String(repeating: "ab", count: 32))"}"#
        let body =
            #"{"version":"EC_v1","data":"\#(fields.data)","signature":"\#(fields.signature)","#
        #expect(token.json == body + header + "}")
        #expect(!token.json.contains("\\"))
        #expect(token.pkPaymentTokenJSON.hasPrefix(#"{"paymentData":\#(token.json),"#))
        let outerID = #""transactionIdentifier":"\#(String(repeating: "CD", count: 32))"}"#
        #expect(token.pkPaymentTokenJSON.hasSuffix(outerID))
    }

    @Test("nothing that holds a key or a card number prints it")
    func redaction() throws {
        let fixture = try SimulatorFixture.shared.get()
        let recipe = try fixture.device.recipe(for: try order())
        let token = try fixture.device.pay(try order())
        for value in [recipe, token, fixture.merchant, fixture.apple, fixture.device] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!"\(value) \(dumped)".contains("489537"))
            #expect(!"\(value) \(dumped)".contains("PRIVATE KEY"))
        }
    }
}
