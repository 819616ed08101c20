@_spi(CardData) import PaymentDomain
import Testing

private struct Holder<Value: Sendable>: Sendable {
    let held: Value
    let maybe: Value?
}

private enum Choice<Value: Sendable>: Sendable {
    case one(Value)
    case named(name: String, value: Value)
}

/// Every text that Swift makes of a value, alone and inside others.
func texts<Value: Sendable>(of value: Value) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    dump([value], to: &dumped)
    dump(Holder(held: value, maybe: value), to: &dumped)
    dump(["key": value], to: &dumped)
    dump(Choice.one(value), to: &dumped)
    dump((value, 1), to: &dumped)
    dump({ value } as @Sendable () -> Value, to: &dumped)
    dump(Result<Value, any Error>.success(value), to: &dumped)
    return [
        "\(value)", String(describing: value), String(reflecting: value), dumped,
        "\([value])", "\([[value]])", "\(["key": value])", "\(Optional(value) as Any)",
        String(describing: Optional(value)), String(reflecting: Optional(value)),
        "\(Holder(held: value, maybe: value))", "\(Choice.one(value))",
        String(reflecting: Choice.named(name: "n", value: value)), "\((value, value))",
        "\(Mirror(reflecting: value))", "\(Array(Mirror(reflecting: value).children))",
        "\(Result<Value, any Error>.success(value))", "\(value as Any)",
    ]
}

/// Whether a text shows five digits of a card number in a row.
func shows(_ digits: String, in text: String) -> Bool {
    let all = Array(digits)
    return (0...(all.count - 5)).contains { text.contains(String(all[$0..<($0 + 5)])) }
}

@Suite("Secrets never print", .timeLimit(.minutes(5)))
struct RedactionTests {
    static let digits = "4895370012003478"

    @Test("a card number shows at most its last four digits, however it is printed")
    func cardNumber() throws {
        let pan = try PAN(digits: Self.digits)
        for text in texts(of: pan) {
            #expect(!shows(Self.digits, in: text))
        }
        #expect(pan.description == "PAN(…3478)")
        #expect(pan.debugDescription == "PAN(…3478)")
        #expect(Mirror(reflecting: pan).children.isEmpty)
    }

    @Test("a value with a card number prints no more of it")
    func holders() throws {
        let pan = try PAN(digits: Self.digits)
        let expiry = try #require(CardExpiry(year: 2031, month: 7))
        let card = KeyedCard(
            pan: pan, expiry: expiry, securityCode: SecurityCode(digits: "9517"),
            cryptogram: Cryptogram(Array("SECRETCRYPTOGRAMDATA".utf8)), eci: ECI("07"))
        let command = PaymentCommand.authorize(
            AuthorizeCommand(
                source: .keyed(card), orderReference: "order", amount: .zero(.usd)))
        for text in texts(of: card) + texts(of: command) {
            #expect(!shows(Self.digits, in: text))
            #expect(!text.contains("9517"))
            #expect(!text.contains("83, 69, 67"))
        }
    }

    @Test("a cryptogram and sealed bytes show only how many bytes they are")
    func bytes() throws {
        let secret = Array("SECRETCRYPTOGRAMDATA".utf8)
        let cryptogram = try #require(Cryptogram(secret))
        for text in texts(of: cryptogram) + texts(of: SealedBytes(secret)) {
            for form in ["SECRET", "83, 69, 67", "534543", "U0VDUk"] {
                #expect(!text.contains(form))
            }
        }
        #expect("\(cryptogram)" == "Cryptogram(20 bytes)")
        #expect("\(SealedBytes(secret))" == "SealedBytes(20 bytes)")
    }

    @Test("a security code shows nothing")
    func securityCode() throws {
        let code = try #require(SecurityCode(digits: "9517"))
        for text in texts(of: code) { #expect(!text.contains("9517")) }
        #expect("\(code)" == "SecurityCode")
    }

    @Test("an address shows nothing")
    func address() {
        var billing = BillingDetails()
        let parts: [WritableKeyPath<BillingDetails, String?>] = [
            \.firstName, \.lastName, \.street, \.city, \.region, \.postalCode, \.country, \.phone,
            \.email, \.networkAddress,
        ]
        for part in parts { billing[keyPath: part] = "Elsewhere" }
        for text in texts(of: billing) { #expect(!text.contains("Elsewhere")) }
        #expect("\(billing)" == "BillingDetails")
    }

    @Test("nothing secret can be written as JSON")
    func isNotCodable() {
        let secrets: [Any.Type] = [
            PAN.self, Cryptogram.self, SealedBytes.self, SecurityCode.self, BillingDetails.self,
            KeyedCard.self, OpenedToken.self,
        ]
        for secret in secrets {
            #expect(!(secret is any Encodable.Type))
            #expect(!(secret is any Decodable.Type))
        }
    }

    @Test("errors about a card number hold none of it")
    func errorsHoldNoInput() {
        for error in [PANError.failsLuhn, .notDigits, .wrongLength] {
            #expect(Mirror(reflecting: error).children.isEmpty)
        }
    }
}

@Suite("The valid cryptograms, indicators and security codes", .timeLimit(.minutes(5)))
struct CardSecretTests {
    @Test(
        "a device's cryptogram has 20 bytes; American Express's 20 or 40, Mastercard's 19 or 20",
        arguments: [
            (CardNetwork.visa, [20]), (.mastercard, [19, 20]), (.amex, [20, 40]),
            (.discover, [20]), (.diners, [20]), (.jcb, [20]), (.unionPay, [20]), (nil, [20]),
        ] as [(CardNetwork?, [Int])])
    func networkLengths(network: CardNetwork?, lengths: [Int]) {
        let fitting = (1...40).filter { count in
            Cryptogram([UInt8](repeating: 7, count: count))?.fits(network) == true
        }
        #expect(fitting == lengths)
    }

    @Test(
        "a cryptogram has 1 to 40 bytes",
        arguments: [(0, false), (1, true), (40, true), (41, false)])
    func cryptogramLength(count: Int, isTaken: Bool) {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect((Cryptogram(bytes) != nil) == isTaken)
        #expect(Cryptogram(bytes)?.withBytes { $0 } == (isTaken ? bytes : nil))
    }

    @Test("an indicator is one or two digits, kept as they came", arguments: ["5", "07", "00"])
    func indicator(text: String) {
        #expect(ECI(text)?.value == text)
    }

    @Test("another indicator is refused", arguments: ["", "005", "a", "5 ", "-5", "٥", "5\n"])
    func refusesIndicator(text: String) {
        #expect(ECI(text) == nil)
    }

    @Test("a security code is three or four digits", arguments: ["123", "0000"])
    func securityCode(text: String) {
        #expect(SecurityCode(digits: text)?.withDigits { $0 } == text)
    }

    @Test("another code is refused", arguments: ["", "12", "12345", "12a", "１２３", "1 3"])
    func refusesSecurityCode(text: String) {
        #expect(SecurityCode(digits: text) == nil)
    }
}
