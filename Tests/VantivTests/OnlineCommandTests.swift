import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A command of LitleXML or cnpAPI", .timeLimit(.minutes(5)))
struct OnlineCommandTests {
    private func authorization(_ source: String, _ element: String = "authorization") -> String {
        "<\(element) \(OnlineSamples.attributes)>\(OnlineSamples.source)\(source)</\(element)>"
    }

    private func card(_ type: String, _ number: String, _ rest: String = "") -> String {
        "<card><type>\(type)</type><number>\(number)</number><expDate>1231</expDate>\(rest)</card>"
    }

    /// The type, a card number, and the code; nil where both fit.
    static let types: [(String, String, String?)] = [
        ("VI", "4457010000000009", nil), ("MC", "5112010000000003", nil),
        ("AX", "375001000000005", nil), ("DI", "6011010000000003", nil),
        ("", "4457010000000009", nil), ("DC", "36148900647913", nil), ("MC", "36148900647913", nil),
        ("DI", "36148900647913", nil), ("JC", "3530111333300000", nil),
        ("VI", "5112010000000003", "302"), ("MC", "4457010000000009", "302"),
        ("DI", "4457010000000009", "302"), ("AX", "6011010000000003", "302"),
        ("GC", "4457010000000009", "330"), ("PP", "4457010000000009", "330"),
        ("VI", "4457010000000000", "301"), ("VI", "445701000000000x", "301"),
    ]

    @Test("is not made of a card of another type", arguments: types)
    func type(_ type: String, _ number: String, _ code: String?) {
        let decoded = OnlineSamples.decode(authorization(card(type, number)), in: "12.50")
        #expect(decoded.reply?.outcomeCode == code)
        #expect(!decoded.text.contains(number))
    }

    @Test("is not made of unsupported elements, with the code that says so")
    func unserved() {
        let cases: [(String, String)] = [
            ("<mpos/>", "330"), ("<paypal/>", "330"), ("<card><track>%B1</track></card>", "330"),
            ("<token><litleToken>12345678901234567x</litleToken></token>", "823"),
            ("<token><tokenURL>https://x/y</tokenURL></token>", "823"),
            ("<paypage><paypageRegistrationId/></paypage>", "877"),
            ("<paypage><paypageRegistrationId>a b</paypageRegistrationId></paypage>", "877"),
            ("<card><type>VI</type></card>", "301"),
            (card("VI", "4457010000000009", "<cardValidationNum>1</cardValidationNum>"), "352"),
        ]
        for (source, code) in cases {
            let decoded = OnlineSamples.decode(authorization(source), in: "12.50")
            #expect(decoded.reply?.outcomeCode == code, "\(source) \(decoded.text)")
        }
    }

    @Test("without an end is made, for the engine to refuse or to find the end")
    func noExpiry() throws {
        let source = "<card><type>VI</type><number>4457010000000009</number></card>"
        let decoded = OnlineSamples.decode(authorization(source), in: "12.50")
        guard case .keyed(let card) = try #require(decoded.authorize).source else {
            Issue.record("no card")
            return
        }
        #expect(card.expiry == nil)
    }

    private let proof = """
        <cardholderAuthentication><customerIpAddress>192.0.2.1</customerIpAddress>\
        <authenticationValue>BwABBJQ1AgAAAAAgJDUCAAAAAAA=</authenticationValue>\
        </cardholderAuthentication>
        """

    /// The card that a transaction brings.
    private func keyed(
        _ request: String, by dialect: VantivDialect = OnlineSamples.production
    ) throws -> KeyedCard? {
        let decoded = OnlineSamples.decode(request, in: "9.14", by: dialect)
        let command = try #require(decoded.authorize, "\(decoded.text)")
        #expect(command.billing.networkAddress == "192.0.2.1")
        guard case .keyed(let card) = command.source else { return nil }
        return card
    }

    @Test(
        "carries a cryptogram, which is for one use where orderSource says that a device made it",
        arguments: [
            ("applepay", true), ("androidpay", true), ("3dsAuthenticated", false),
            ("3dsAttempted", false), ("ecommerce", false), ("recurring", false),
        ])
    func cryptogram(_ orderSource: String, isForOneUse: Bool) throws {
        for (element, name) in [
            ("authorization", "cardholderAuthentication"), ("sale", "cardholderAuthentication"),
            ("sale", "fraudCheck"),
        ] {
            let request = authorization(
                OnlineSamples.card + proof.replacing("cardholderAuthentication", with: name),
                element
            ).replacing(">ecommerce<", with: ">\(orderSource)<")
            let card = try #require(try keyed(request))
            #expect(card.cryptogram?.count == 20)
            #expect(card.isCryptogramForOneUse == isForOneUse)
        }
        let token = "<token><litleToken>1112000276870009</litleToken></token>"
        let refused = OnlineSamples.decode(authorization(token + proof), in: "9.14")
        #expect(refused.reply?.outcomeCode == "354")
    }

    /// authenticationValue and how many bytes it means: of a device (nil is 531), and of 3-D Secure.
    static let proofs: [(String, device: Int?, other: Int)] = [
        ("BwABBJQ1AgAAAAAgJDUCAAAAAAE=", 20, 20), ("BwABBJQ1AgAA AAAgJDUCAAAAAAE=", 20, 20),
        ("0102030405060708090a0B0C0D0E0F1011121314", 20, 20), ("AA==", nil, 1), ("AAAA", nil, 3),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAAA", nil, 21), (String(repeating: "g", count: 40), nil, 30),
        (String(repeating: "0a", count: 40), nil, 40),
    ]

    @Test(
        "brings a device's cryptogram of 20 bytes, else 531; a value of 3-D Secure of any length",
        arguments: proofs)
    func proofLengths(_ text: String, device: Int?, other: Int) throws {
        let request = authorization(
            OnlineSamples.card
                + proof.replacing("BwABBJQ1AgAAAAAgJDUCAAAAAAA=", with: text))
        #expect(try #require(try keyed(request)).cryptogram?.count == other)
        for source in ["applepay", "androidpay"] {
            let wallet = request.replacing(">ecommerce<", with: ">\(source)<")
            for amount in [">1499<", ">0<"] where device == nil {
                let refused = OnlineSamples.decode(
                    wallet.replacing(">1499<", with: amount), in: "9.14")
                #expect(refused.reply?.outcomeCode == "531")
            }
            if let device {
                #expect(try #require(try keyed(wallet)).cryptogram?.count == device)
            }
        }
    }

    @Test("with a proof that no line carries gets 354, and from 12.24 on up to 512 bytes are read")
    func longProof() {
        for (bytes, version, code) in [
            (45, "9.14", "354"), (45, "12.34", "354"), (510, "12.34", "354"),
            (510, "12.24", "354"), (63, "9.14", "value-too-long"),
            (513, "12.34", "value-too-long"),
        ] {
            let value = String(repeating: "AAAA", count: bytes / 3)
            let request = authorization(
                OnlineSamples.card
                    + proof.replacing("BwABBJQ1AgAAAAAgJDUCAAAAAAA=", with: value))
            let decoded = OnlineSamples.decode(request, in: version)
            #expect(decoded.reply?.outcomeCode == code, "\(bytes) \(version)")
        }
    }

    @Test("that checks the card alone uses up no device's cryptogram, and brings any other")
    func checkedCryptogram() throws {
        let check = authorization(OnlineSamples.card + proof).replacing(">1499<", with: ">0<")
        let card = try #require(try keyed(check))
        #expect(card.cryptogram?.count == 20 && !card.isCryptogramForOneUse)
        let wallet = check.replacing(">ecommerce<", with: ">applepay<")
        #expect(try #require(try keyed(wallet)).cryptogram == nil)
    }

    @Test("takes the cryptogram of Vantiv's certification for any use, in a sandbox alone")
    func certifiedCryptogram() throws {
        let request = authorization(OnlineSamples.card + proof)
            .replacing(">ecommerce<", with: ">applepay<")
        let another = request.replacing("gJDUCAAAAAAA=", with: "gJDUCAAAAAAE=")
        #expect(another != request)
        for (text, dialect, isForOneUse) in [
            (request, OnlineSamples.sandbox, false), (another, OnlineSamples.sandbox, true),
            (request, OnlineSamples.production, true),
        ] {
            let card = try #require(try keyed(text, by: dialect))
            #expect(card.cryptogram?.count == 20 && card.isCryptogramForOneUse == isForOneUse)
        }
    }

    @Test("may lack an end where its card is one that we keep, and nowhere else")
    func keptWithoutExpiry() throws {
        let token = "<token><litleToken>1112000276870009</litleToken></token>"
        let paypage = "<paypage><paypageRegistrationId>r1</paypageRegistrationId></paypage>"
        for (source, mayLackExpiry) in [
            (token, true), (OnlineSamples.card, false), (paypage, false),
            (OnlineSamples.applePay, false),
        ] {
            let sale = authorization(source, "sale").replacing(
                ">ecommerce<", with: source == OnlineSamples.applePay ? ">applepay<" : ">ecommerce<"
            )
            let decoded = OnlineSamples.decode(sale, in: "12.50")
            let command = try #require(decoded.authorize, "\(decoded.text)")
            #expect(command.mayLackExpiry == mayLackExpiry)
        }
    }

    @Test(
        "of an amount of zero asks about the card alone; a sale of zero is the engine's to refuse")
    func zero() throws {
        let zero = authorization(OnlineSamples.card).replacing(">1499<", with: ">0<")
        #expect(try #require(OnlineSamples.decode(zero, in: "9.14").authorize).checksCardOnly)
        let sale = zero.replacing("authorization", with: "sale")
        #expect(
            try #require(OnlineSamples.decode(sale, in: "9.14").authorize).checksCardOnly == false)
    }

    @Test("knows what is captured at once, and under whose approval")
    func kinds() throws {
        let rows: [(VantivTransaction, Bool, PriorApproval?)] = [
            (.authorization, false, nil), (.sale, true, nil),
            (.captureGivenAuth, true, PriorApproval(code: "543216")),
            (.forceCapture, true, PriorApproval(code: nil)),
        ]
        for (transaction, captures, approval) in rows {
            let request = try #require(OnlineSamples.transactions[transaction])
            let command = try #require(OnlineSamples.decode(request, in: "12.50").authorize)
            #expect(command.capturesAtOnce == captures)
            #expect(command.priorApproval == approval)
        }
    }

    /// authAmount, and the code; nil where the approval covers the 14.99 that are captured.
    static let approved: [(String, String?)] = [
        ("", nil), ("<authAmount>1499</authAmount>", nil), ("<authAmount>150000</authAmount>", nil),
        ("<authAmount>1498</authAmount>", "835"), ("<authAmount> 0 </authAmount>", "835"),
    ]

    @Test("captures no more than was approved elsewhere, if the client names that amount")
    func approvedElsewhere() throws {
        let request = try #require(OnlineSamples.transactions[.captureGivenAuth])
        for (authAmount, code) in Self.approved {
            let approval = request.replacing("</authCode>", with: "</authCode>\(authAmount)")
            for version in OnlineSamples.versions {
                let decoded = OnlineSamples.decode(approval, in: version)
                #expect(decoded.reply?.outcomeCode == code, "\(authAmount) \(decoded.text)")
                #expect((decoded.authorize?.amount?.minorUnits == 1499) == (code == nil))
            }
        }
    }

    @Test("has the currency of its merchantId")
    func currency() throws {
        let yen = try #require(Currency(code: "JPY"))
        let dialect = VantivDialect(isSandbox: false, currency: { $0 == "0181" ? yen : .usd })
        let sale = try #require(OnlineSamples.transactions[.sale])
        let body = OnlineSamples.body(sale, "12.50", merchantID: "0181")
        #expect(OnlineSamples.decode(body, by: dialect).authorize?.amount?.currency == yen)
        #expect(OnlineSamples.decode(sale, in: "12.50").authorize?.amount?.currency == .usd)
    }

    @Test("releases an American Express authorization as a whole, before version 12")
    func wholeOnly() throws {
        let request = try #require(OnlineSamples.transactions[.authReversal])
        for (version, networks) in [
            ("9.14", [CardNetwork.amex]), ("11.4", [.amex]), ("12.0", []), ("12.50", []),
        ] {
            guard case .release(let release) = OnlineSamples.decode(request, in: version).command
            else {
                Issue.record("no release")
                return
            }
            #expect(release.wholeOnly == Set(networks) && release.refusesNothingLeft)
        }
    }
}
