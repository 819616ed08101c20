@_spi(CardData) import ApplePayToken
import AppleSimulator
import Crypto
import Foundation
@_spi(CardData) import PaymentDomain
import Testing
import TokenFixtures

@Suite("Tokens that are accepted, however they were sent", .timeLimit(.minutes(5)))
struct AcceptanceTests {
    @Test(
        "every layout of the signature, in BER and in DER",
        arguments: SignatureLayout.allCases, CMSParts.Encoding.allCases)
    func layouts(_ layout: SignatureLayout, _ encoding: CMSParts.Encoding) async throws {
        let fixture = try TokenFixture.shared()
        for version in SimulatedTokenVersion.allCases {
            var order = fixture.order(version: version)
            order.layout = layout
            let token = try fixture.token(order) { $0.cms.encoding = encoding }
            #expect(try await fixture.open(.fields(token.fields)).amount == fixture.amount)
        }
    }

    @Test("the certificates in the other order")
    func certificatesReversed() async throws {
        let fixture = try TokenFixture.shared()
        let token = try fixture.token { $0.cms.certificates.reverse() }
        _ = try await fixture.open(.fields(token.fields))
    }

    @Test("JSON, outer JSON and single fields are one token", arguments: TestCard.allCases)
    func forms(_ card: TestCard) async throws {
        let fixture = try TokenFixture.shared()
        let token = try fixture.token(fixture.order(card))
        let forms: [ApplePayPayload] = [
            .json(Array(token.json.utf8)), .json(Array(token.pkPaymentTokenJSON.utf8)),
            .fields(token.fields),
        ]
        for form in forms {
            let opened = try await fixture.open(form).decrypted
            #expect(opened.pan == (try card.pan()))
            #expect(opened.eci == card.usualECI)
            #expect(opened.transactionID.bytes == token.parts.transactionID)
            #expect(opened.expiry == CardExpiry(year: 2049, month: 12))
        }
    }

    @Test("a byte order mark before the JSON, and a token around it")
    func wrapped() async throws {
        let fixture = try TokenFixture.shared()
        let token = try fixture.token()
        for json in [
            "\u{FEFF}\(token.json)", #"{"token":\#(token.json)}"#,
            #"{"token":\#(token.pkPaymentTokenJSON)}"#,
            #"{"token":"of the session","paymentData":\#(token.json)}"#,
        ] {
            _ = try await fixture.open(.json(Array(json.utf8)))
        }
    }

    @Test("dirt that shops send", arguments: Dirt.allCases)
    func dirt(_ dirt: Dirt) async throws {
        let fixture = try TokenFixture.shared()
        var order = fixture.order()
        order.applicationData = Array(repeating: 0xAB, count: 32)
        var fields = try fixture.token(order).fields
        dirt.apply(to: &fields)
        _ = try await fixture.open(.fields(fields))
    }

    @Test("fields without text are empty payment data, whatever the version")
    func emptyFields() throws {
        var fields = try TokenFixture.shared().token().fields
        (fields.data, fields.signature, fields.ephemeralPublicKey) = ("", " ", "")
        (fields.publicKeyHash, fields.transactionId) = ("", "")
        #expect(throws: PaymentTokenError.emptyPaymentData) { try PaymentToken(fields: fields) }
    }

    @Test("without the hash of its key, where that may be missing: the merchant's keys are tried")
    func noKeyNamed() async throws {
        let fixture = try TokenFixture.shared()
        var fields = try fixture.token().fields
        fields.publicKeyHash = ""
        #expect(throws: PaymentTokenError.missingField(.publicKeyHash)) {
            try PaymentToken(fields: fields)
        }
        fields.mayNameNoKey = true
        let token = try PaymentToken(fields: fields)
        #expect(token.publicKeyHash == nil)
        let verified = try await fixture.verifier.verify(token, at: fixture.now)
        let own = try TokenFixture.key(of: fixture.merchant.ec)
        let rsa = try TokenFixture.key(of: try fixture.merchant.rsa())
        let others = try (0..<TokenLimits.keysTried).map { _ in
            try MerchantKey(
                key: P256.KeyAgreement.PrivateKey(),
                merchantIdentifier: fixture.merchant.merchantIdentifier)
        }
        for keys in [[own], [own, rsa, others[0]], [rsa, others[0], own]] {
            let opened = try verified.decrypt(with: MerchantKeyring(keys), at: fixture.now)
            #expect(opened.amount == fixture.amount)
        }
        let refused: [(keys: [MerchantKey], error: PaymentTokenError)] = [
            ([], .unknownKey), ([rsa], .unknownKey), ([others[0]], .cannotDecrypt),
            ([own] + others, .cannotDecrypt),
        ]
        for (keys, error) in refused {
            #expect(throws: error) {
                try verified.decrypt(with: MerchantKeyring(keys), at: fixture.now)
            }
        }
    }

    @Test("slashes that are escaped, and members that no one knows")
    func escapes() async throws {
        let fixture = try TokenFixture.shared()
        let json = try fixture.token().json.replacing("/", with: #"\/"#)
        let padded = #"{"new":[{"deep":null},1e3,"\u00e9\ud83d\ude00"],"# + json.dropFirst()
        _ = try await fixture.open(.json(Array(padded.utf8)))
    }

    @Test("a shared secret that begins with a zero byte")
    func leadingZero() async throws {
        let fixture = try TokenFixture.shared()
        let merchantKey = fixture.merchant.agreementKey
        var key = P256.KeyAgreement.PrivateKey()
        var first: UInt8 = 1
        while first != 0 {
            key = P256.KeyAgreement.PrivateKey()
            let secret = try merchantKey.sharedSecretFromKeyAgreement(with: key.publicKey)
            first = secret.withUnsafeBytes { $0.first ?? 1 }
        }
        let token = try fixture.token { $0.ephemeralKey = key }
        _ = try await fixture.open(.fields(token.fields))
    }

    @Test(
        "EMV data, with a PIN and without", arguments: [nil, [UInt8](repeating: 0xC3, count: 24)])
    func emv(_ pin: [UInt8]?) async throws {
        let fixture = try TokenFixture.shared()
        var order = fixture.order(version: .rsaV1)
        order.paymentDataType = .emv
        order.emvData = [0x9F, 0x26, 0x01, 0xFF]
        order.encryptedPIN = pin
        let opened = try await fixture.open(.fields(try fixture.token(order).fields)).decrypted
        #expect(opened.emvData?.withBytes { $0 } == [0x9F, 0x26, 0x01, 0xFF])
        #expect(opened.encryptedPINData?.withBytes { $0 } == pin)
        #expect(opened.cryptogram == nil)
        #expect(opened.paymentDataType == "EMV")
        let json = opened.payloadJSON(reveal: true)
        #expect(json.contains(#""emvData":"nyYB/w==""#))
    }

    @Test("a merchant token with its metadata")
    func merchantToken() async throws {
        let fixture = try TokenFixture.shared()
        var order = fixture.order()
        order.merchantToken = SimulatedMerchantToken(
            identifier: "MPAN-1", cardSuffix: "4242", expirationDate: "301231")
        let opened = try await fixture.open(.fields(try fixture.token(order).fields)).decrypted
        #expect(opened.merchantToken?.identifier == "MPAN-1")
        #expect(opened.merchantToken?.cardNumberSuffix == "4242")
        #expect(opened.merchantToken?.cardExpirationDate == "301231")
        #expect(opened.payloadJSON(reveal: true).contains(#""merchantTokenMetadata":{"cardArt":["#))
    }

    @Test("a payment to several merchants")
    func multitoken() async throws {
        let fixture = try TokenFixture.shared()
        let cryptogram = [UInt8](repeating: 0x5A, count: 20)
        var order = fixture.order()
        order.authenticationResponses = [
            SimulatedAuthenticationResponse(
                merchantIdentifier: "AB", authenticationData: cryptogram, amount: fixture.amount)
        ]
        let opened = try await fixture.open(.fields(try fixture.token(order).fields)).decrypted
        let response = try #require(opened.authenticationResponses.first)
        #expect(response.merchantIdentifier == "AB")
        #expect(response.amount == fixture.amount)
        #expect(response.cryptogram.withBytes { $0 } == cryptogram)
    }

    @Test("a payment to 64 merchants, and the first 64 of more", arguments: [64, 90])
    func manyParts(_ count: Int) async throws {
        let fixture = try TokenFixture.shared()
        let part =
            #"{"merchantIdentifier":"AB","authenticationData":"AAECAwQFBgcICQoLDA0ODxAREhM=","#
            + #""transactionAmount":"1"}"#
        let parts = "[" + Array(repeating: part, count: count).joined(separator: ",") + "]"
        let plaintext = Plaintext().with("authenticationResponses", parts)
        let token = try fixture.token { $0.plaintext = plaintext.bytes }
        let opened = try await fixture.open(.fields(token.fields)).decrypted
        #expect(opened.authenticationResponses.count == 64)
    }

    @Test("a payment to several merchants, without those of its parts that have no known shape")
    func unknownParts() async throws {
        let fixture = try TokenFixture.shared()
        let right =
            #"{"merchantIdentifier":"AB","authenticationData":"AAECAwQFBgcICQoLDA0ODxAREhM="}"#
        let short = #"{"merchantIdentifier":"CD","authenticationData":"AAECAwQFBgc="}"#
        let parts = """
            [\(short),{"merchantIdentifier":"EF"},{"authenticationData":"?"},7,[],\(right),
            {"merchantIdentifier":1,"authenticationData":{},"transactionAmount":null}]
            """
        let plaintext = Plaintext().with("authenticationResponses", parts)
        let token = try fixture.token { $0.plaintext = plaintext.bytes }
        let opened = try await fixture.open(.fields(token.fields)).decrypted
        #expect(opened.authenticationResponses.map(\.merchantIdentifier) == ["AB"])
        let chip = plaintext.with("paymentDataType", #""EMV""#)
            .with("paymentData", #"{"emvData":"nyYB/w=="}"#)
        let other = try fixture.token { $0.plaintext = chip.bytes }
        let openedChip = try await fixture.open(.fields(other.fields)).decrypted
        #expect(openedChip.authenticationResponses.map(\.merchantIdentifier) == ["CD", "AB"])
    }

    @Test(
        "a payload whose parts for several merchants are no list, or too many",
        arguments: ["7", "{}", #""AB""#, "[\(String(repeating: "{},", count: 99)){}]"])
    func noParts(_ parts: String) async throws {
        let fixture = try TokenFixture.shared()
        let plaintext = Plaintext().with("authenticationResponses", parts)
        let token = try fixture.token { $0.plaintext = plaintext.bytes }
        let opened = try await fixture.open(.fields(token.fields)).decrypted
        #expect(opened.authenticationResponses.isEmpty)
    }

    @Test("a payload with members that no one knows, and none of the optional ones")
    func unknownMembers() async throws {
        let fixture = try TokenFixture.shared()
        let plaintext = Plaintext().with("brandNew", #"{"a":[1,2,{"b":null}]}"#)
            .with("deviceManufacturerIdentifier", nil).with("cardholderName", "null")
            .with("authenticationResponses", "null").with("merchantTokenMetadata", "null")
            .with("paymentData", #"{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM="}"#)
        let token = try fixture.token { $0.plaintext = plaintext.bytes }
        let opened = try await fixture.open(.fields(token.fields)).decrypted
        #expect(opened.eci == nil)
        #expect(opened.deviceManufacturerIdentifier == nil)
    }

    @Test("one amount in every spelling of the number", arguments: ["1499", "1499.00", "14.99e2"])
    func amounts(_ number: String) async throws {
        let fixture = try TokenFixture.shared()
        let plaintext = Plaintext().with("transactionAmount", number)
        let token = try fixture.token { $0.plaintext = plaintext.bytes }
        #expect(try await fixture.open(.fields(token.fields)).amount == fixture.amount)
    }

    @Test("less than approved if the merchant allows it, or the approved amount itself")
    func lessThanApproved() async throws {
        let fixture = try TokenFixture.shared()
        let payload = ApplePayPayload.fields(try fixture.token().fields)
        let less = try Money(minorUnits: 1000, currency: .usd)
        let order = OrderExpectation(amount: less, allowsLess: true)
        #expect(try await fixture.open(payload, expecting: order).amount == less)
        let open = OrderExpectation(amount: nil)
        #expect(try await fixture.open(payload, expecting: open).amount == fixture.amount)
    }

    @Test("a transaction identifier is the same in either case")
    func identifierCase() throws {
        let lower = try #require(AppleTransactionID(hex: String(repeating: "ab", count: 32)))
        let upper = try #require(AppleTransactionID(hex: String(repeating: "AB", count: 32)))
        #expect(lower == upper)
        #expect(upper.value == String(repeating: "ab", count: 32))
    }
}
