import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

/// One change to a good request, and what becomes of it.
struct OnlineRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let version: String
    let transaction: VantivTransaction
    let find: String
    let replace: String
    /// Our code of the broken rule; nil where the request is taken.
    let rule: SchemaFault.Rule?
    /// What the message must name.
    let named: String

    init(
        _ name: String, _ transaction: VantivTransaction, _ find: String, _ replace: String,
        _ rule: SchemaFault.Rule?, in version: String = "12.50", names named: String = ""
    ) {
        testDescription = "\(name) (\(version))"
        self.version = version
        self.transaction = transaction
        self.find = find
        self.replace = replace
        self.rule = rule
        self.named = named
    }
}

private let ecommerceCard = "ecommerce</orderSource>" + OnlineSamples.card
private let applePaySource = "applepay</orderSource>"

private let structure: [OnlineRow] = [
    .init(
        "an unknown element", .sale, "<amount>", "<colour>red</colour><amount>", .unknown,
        names: "'orderId'"),
    .init(
        "a wrong order", .sale, "<orderId>o1</orderId><amount>1499</amount>",
        "<amount>1499</amount><orderId>o1</orderId>", .missing, names: "'orderId'"),
    .init(
        "an element twice", .sale, "<amount>1499</amount>",
        "<amount>1499</amount><amount>1</amount>", .repeated, names: "'amount'"),
    .init(
        "no orderSource", .sale, "<orderSource>ecommerce</orderSource>", "", .missing,
        names: "'orderSource'"),
    .init("no card", .sale, OnlineSamples.card, "", .missingChoice, names: "'applepay'"),
    .init("two cards", .sale, "</sale>", "\(OnlineSamples.card)</sale>", .repeated),
    .init(
        "card and paypage", .sale, "</sale>",
        "<paypage><paypageRegistrationId>x</paypageRegistrationId></paypage></sale>", .misplaced,
        names: "'paypage'"),
    .init(
        "an element of another namespace", .sale, "<amount>",
        "<x:amount xmlns:x='urn:x'>1</x:amount><amount>", .foreign),
    .init("text between elements", .sale, "<amount>", "hello<amount>", .textNotAllowed),
    .init(
        "an attribute on an element", .sale, "<amount>", "<amount unit='cent'>",
        .attributeNotAllowed),
    .init(
        "an attribute of another namespace", .sale, "<amount>",
        "<amount xmlns:x='urn:x' x:y='1'>", nil),
    .init("children in a text", .sale, ">1499<", "><b>1</b><", .childrenNotAllowed),
    .init(
        "an unknown attribute", .sale, "reportGroup=", "color='red' reportGroup=",
        .attributeNotAllowed),
    .init(
        "partial on a sale", .sale, "reportGroup=", "partial='true' reportGroup=",
        .attributeNotAllowed),
    .init("a wrong partial", .capture, "partial=\"true\"", "partial=\"yes\"", .notBoolean),
    .init(
        "xs:all in another order", .capture,
        "<litleTxnId>217000000000654321</litleTxnId><amount>500</amount>",
        "<amount>500</amount><litleTxnId>217000000000654321</litleTxnId>", nil),
    .init(
        "an element of xs:all twice", .capture, "<amount>500</amount>",
        "<amount>5</amount><amount>5</amount>", .repeated),
    .init(
        "a capture without a number", .capture,
        "<litleTxnId>217000000000654321</litleTxnId>", "", .missing, names: "'cnpTxnId'"),
    .init(
        "whatever is in an element that says nothing to us", .sale, "</sale>",
        "<enhancedData><any x='1'><thing/></any></enhancedData></sale>", nil),
    .init(
        "such an element out of its place", .sale, "<amount>", "<enhancedData/><amount>",
        .missing),
    .init(
        "applepay with a capture of its own", .forceCapture, OnlineSamples.card,
        OnlineSamples.applePay, .notInVersion, names: "'applepay'"),
    .init(
        "applepay in a wrong order", .sale, OnlineSamples.card,
        OnlineSamples.applePay.replacing("<signature>MIAG</signature>", with: ""), .missing,
        names: "'signature'"),
    .init("sellerInfo many times", .sale, "<card>", "<sellerInfo/><sellerInfo/><card>", nil),
]

private let values: [OnlineRow] = [
    .init("a decimal amount", .sale, ">1499<", ">14.99<", .notWholeNumber, names: "'amount'"),
    .init("a negative amount", .sale, ">1499<", ">-1<", .negative),
    .init("thirteen digits", .sale, ">1499<", ">1000000000000<", .tooManyDigits),
    .init(
        "a number beyond all numbers", .sale, ">1499<", ">99999999999999999999<",
        .notWholeNumber),
    .init("an empty amount", .sale, ">1499<", "><", .notWholeNumber),
    .init("an amount with white space around", .sale, ">1499<", "> 1499 <", nil),
    .init("an unknown orderSource", .sale, ">ecommerce<", ">shop<", .notListed),
    .init(
        "an orderSource of marks without end", .sale, ">ecommerce<",
        ">e\(String(repeating: "\u{301}", count: 60_000))<", .notListed),
    .init(
        "a short card number", .sale, "4457010000000009", "4457010000", .tooShort,
        names: "'number'"),
    .init(
        "a long card number", .sale, "4457010000000009",
        String(repeating: "4", count: 26), .tooLong),
    .init("an end of three digits", .sale, ">1231<", ">123<", .tooShort, names: "'expDate'"),
    .init(
        "a security code of five digits", .sale, "</card>",
        "<cardValidationNum>12345</cardValidationNum></card>", .tooLong),
    .init("an empty security code", .sale, "</card>", "<cardValidationNum/></card>", nil),
    .init("an empty address", .sale, "<card>", "<billToAddress/><shipToAddress/><card>", nil),
    .init(
        "an address in any order", .sale, "<card>",
        "<billToAddress><zip>1</zip><name>A</name></billToAddress><card>", nil),
    .init(
        "a long street", .sale, "<card>",
        """
        <billToAddress><addressLine1>\(String(repeating: "x", count: 36))</addressLine1>\
        </billToAddress><card>
        """, .tooLong, names: "'addressLine1'"),
    .init(
        "thirty-five characters of two bytes", .sale, "<card>",
        """
        <billToAddress><addressLine1>\(String(repeating: "é", count: 35))</addressLine1>\
        </billToAddress><card>
        """, nil),
    .init(
        "an unknown country", .sale, "<card>",
        "<billToAddress><country>XX</country></billToAddress><card>", .notListed),
    .init(
        "a proof that is not base64", .authorization, "</authorization>",
        """
        <cardholderAuthentication><authenticationValue>!</authenticationValue>\
        </cardholderAuthentication></authorization>
        """, .notBase64),
    .init(
        "a wrong boolean", .authorization, "</authorization>",
        "<allowPartialAuth>yes</allowPartialAuth></authorization>", .notBoolean),
    .init("a wrong date", .captureGivenAuth, "2026-11-20", "2026-02-30", .notDate),
    .init("a wrong number", .void, ">217000000000654321<", ">x<", .notNumber),
]

/// What came with 12.35 to 12.50, whose schemas are not published.
private let later: [OnlineRow] =
    [
        ("fraudCheckAction", VantivTransaction.sale, "12.36"),
        ("fraudCheckAction", .authorization, "12.40"),
        ("accountFundingTransactionData", .credit, "12.35"),
        ("accountFundingTransactionData", .captureGivenAuth, "12.40"),
        ("typeOfDigitalCurrency", .authorization, "12.40"),
        ("conversionAffiliateId", .sale, "12.40"),
        ("identityBundle", .sale, "12.50"),
        ("preferredCustomer", .authorization, "12.50"),
        ("originalRetrievalReferenceNumber", .forceCapture, "12.50"),
    ].flatMap { name, transaction, version in
        [
            OnlineRow(
                "\(name) at the end of \(transaction)", transaction, "</\(transaction.rawValue)>",
                "<\(name)>x</\(name)></\(transaction.rawValue)>", nil, in: version),
            OnlineRow(
                "\(name) before the version that has it, in \(transaction)", transaction,
                "</\(transaction.rawValue)>", "<\(name)>x</\(name)></\(transaction.rawValue)>",
                .unknown, in: "12.34"),
        ]
    } + [
        .init(
            "fraudCheckAction in front", .sale, "<orderId>",
            "<fraudCheckAction>x</fraudCheckAction><orderId>", nil, in: "12.40"),
        .init(
            "fraudCheckAction twice", .sale, "</sale>",
            "<fraudCheckAction/><fraudCheckAction/></sale>", .repeated, in: "12.40"),
        .init(
            "fraudCheckAction in a capture", .capture, "<amount>", "<fraudCheckAction/><amount>",
            .unknown, in: "12.40"),
        .init(
            "partialCapture", .capture, "<amount>", "<partialCapture/><amount>", .notServed,
            in: "12.38", names: "'partialCapture'"),
        .init(
            "cumulativeAmount", .authorization, "<amount>",
            "<cumulativeAmount>1</cumulativeAmount><amount>", .notServed,
            names: "'cumulativeAmount'"),
        .init(
            "pazeEncryptedPayload", .sale, OnlineSamples.card,
            "<pazeEncryptedPayload>x</pazeEncryptedPayload>", .notServed,
            names: "'pazeEncryptedPayload'"),
        .init(
            "authenticationProtocolVersion 9", .authorization, "</authorization>",
            """
            <cardholderAuthentication><authenticationProtocolVersion>9\
            </authenticationProtocolVersion></cardholderAuthentication></authorization>
            """, nil, in: "12.40"),
    ]

private let versions: [OnlineRow] = [
    .init("no id", .sale, "id=\"a1\" ", "", nil, in: "9.14"),
    .init("no id", .sale, "id=\"a1\" ", "", .missingAttribute, in: "10.1", names: "'id'"),
    .init("an empty id", .sale, "id=\"a1\"", "id=\"  \"", .tooShort, in: "11.4"),
    .init("an id of 26", .sale, "\"a1\"", "\"12345678901234567890123456\"", .tooLong, in: "11.2"),
    .init("an id of 26", .sale, "\"a1\"", "\"12345678901234567890123456\"", nil, in: "11.3"),
    .init("an id of 37", .sale, "\"a1\"", "\"1234567890123456789012345678901234567\"", .tooLong),
    .init("no reportGroup", .sale, "reportGroup=\"rg\" ", "", .missingAttribute),
    .init("an empty reportGroup", .sale, "\"rg\"", "\"\"", .tooShort),
    .init("a reportGroup of 26", .sale, "\"rg\"", "\"12345678901234567890123456\"", .tooLong),
    .init(
        "a long customerId", .sale, "\"c1\"", "\"\(String(repeating: "c", count: 51))\"",
        .tooLong),
    .init("an orderId of 26", .sale, ">o1<", ">12345678901234567890123456<", .tooLong, in: "12.0"),
    .init("an orderId of 26", .sale, ">o1<", ">12345678901234567890123456<", nil, in: "12.34"),
    .init(
        "an escape sequence in orderId", .sale, ">o1<", ">o&#x9B;2J<", .controlCharacter,
        names: "'orderId'"),
    .init("a line break in orderId", .sale, ">o1<", ">o\n1<", .controlCharacter, in: "9.14"),
    .init(
        "an escape sequence in id", .sale, "\"a1\"", "\"a&#x9B;1\"", .controlCharacter,
        names: "'id'"),
    .init(
        "processingType", .sale, "</sale>",
        "<processingType>initialCOF</processingType></sale>", .notInVersion, in: "8.29",
        names: "'processingType'"),
    .init(
        "processingType", .sale, "</sale>",
        "<processingType>initialCOF</processingType></sale>", nil, in: "8.31"),
    .init("androidpay", .sale, ">ecommerce<", ">androidpay<", .notListed, in: "9.3"),
    .init("androidpay", .sale, ">ecommerce<", ">androidpay<", nil, in: "9.14"),
    .init(
        "a capture with orderId", .capture, "<amount>",
        "<orderId>o1</orderId><amount>", .notInVersion, in: "12.0"),
    .init("a capture with orderId", .capture, "<amount>", "<orderId>o1</orderId><amount>", nil),
    .init(
        "applepay without applicationData", .sale, OnlineSamples.card,
        OnlineSamples.applePay.replacing(
            "<applicationData>94ee</applicationData>", with: ""), .missing, in: "8.29"),
    .init(
        "applepay without applicationData", .sale, ecommerceCard,
        applePaySource
            + OnlineSamples.applePay.replacing(
                "<applicationData>94ee</applicationData>", with: ""), nil, in: "8.31"),
    .init(
        "data of 2001", .sale, OnlineSamples.card,
        OnlineSamples.applePay.replacing(
            "GcUsL3Zg", with: String(repeating: "A", count: 2001)), .tooLong),
    .init(
        "data of 2001", .sale, ecommerceCard,
        applePaySource
            + OnlineSamples.applePay.replacing(
                "GcUsL3Zg", with: String(repeating: "A", count: 2001)), nil, in: "9.3"),
    .init("billMeLaterRequest", .sale, "</sale>", "<billMeLaterRequest/></sale>", nil, in: "11.4"),
    .init("billMeLaterRequest", .sale, "</sale>", "<billMeLaterRequest/></sale>", .notInVersion),
    .init("a query", .queryTransaction, "zzz", "", .unservedTransaction, in: "9.9"),
    .init("a query", .queryTransaction, "zzz", "", nil, in: "9.10"),
]

@Suite("The content model", .timeLimit(.minutes(5)))
struct OnlineContentModelTests {
    @Test(
        "takes what its version has and names what it has not",
        arguments: structure + values + versions + later)
    func row(_ row: OnlineRow) throws {
        let good = try #require(OnlineSamples.transactions[row.transaction])
        let decoded = OnlineSamples.decode(
            good.replacing(row.find, with: row.replace), in: row.version)
        guard let rule = row.rule else {
            #expect(decoded.command != nil, "\(decoded.text)")
            return
        }
        #expect(decoded.reply?.outcomeCode == rule.rawValue, "\(decoded.text)")
        #expect(row.named.isEmpty || decoded.text.contains(row.named), "\(decoded.text)")
        #expect(
            decoded.text.contains(
                #"response="1" message="Error validating xml data against the schema: "#))
    }

    @Test("takes a good request of each transaction in each version")
    func good() {
        for version in OnlineSamples.versions {
            for (transaction, request) in OnlineSamples.transactions {
                let decoded = OnlineSamples.decode(request, in: version)
                if transaction == .queryTransaction, version.hasPrefix("8.") || version == "9.3" {
                    #expect(decoded.reply?.outcomeCode == "unserved-transaction")
                } else {
                    #expect(decoded.command != nil, "\(version) \(decoded.text)")
                }
            }
        }
    }

    @Test("knows more elements than its bits can count in no xs:all")
    func width() {
        for part in ContentPart.allCases where part.model.order == .all {
            #expect(part.model.rules.count < 64)
        }
    }
}
