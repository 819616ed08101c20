import PaymentDomain
import Testing

@testable import Vantiv

@Suite("The paths of Vantiv's sandbox", .timeLimit(.minutes(5)))
struct ProcessorSandboxTests {
    private static let path = VantivDialect.processorSandboxPaths[0]

    private func decode(
        _ transaction: String, in version: String = "12.33",
        by dialect: VantivDialect = OnlineSamples.sandbox, at path: String = Self.path
    ) -> OnlineDecoded {
        OnlineSamples.decode(transaction, in: version, by: dialect, at: path)
    }

    private func sale(_ source: String, amount: String = "10010") -> String {
        """
        <sale \(OnlineSamples.attributes)><orderId>o1</orderId><amount>\(amount)</amount>\
        <orderSource>ecommerce</orderSource>\(source)</sale>
        """
    }

    private func card(_ number: String) -> String {
        "<card><type>VI</type><number>\(number)</number><expDate>1231</expDate></card>"
    }

    @Test("remember no id in a sandbox, which the other paths do, and production everywhere")
    func repeated() throws {
        let request = sale(OnlineSamples.card)
        #expect(decode(request).name?.repetition.identity == RepetitionPolicy.Identity.none)
        for path in ["/vap/communicator/online", "/communicator/online"] {
            #expect(decode(request, at: path).name?.repetition.duplicates != nil)
        }
        for path in OnlineSamples.production.routes.map(\.path) {
            let decoded = decode(request, by: OnlineSamples.production, at: path)
            #expect(decoded.name?.repetition.duplicates != nil)
        }
    }

    @Test("refuse a number of few characters that have many bytes, as any other that is none")
    func combiningMarks() {
        let number = "4" + String(repeating: "\u{301}", count: 12)
        let decoded = decode(sale(card(number)))
        #expect(decoded.reply?.outcomeCode == "301", "\(decoded.text)")
    }

    @Test(
        "take a number that fails the Luhn check, in a sandbox alone",
        arguments: ["4100000000000000", "44444444400009", "375001010000009"])
    func luhn(_ number: String) throws {
        for source in [
            sale(card(number).replacing("VI", with: number.hasPrefix("3") ? "AX" : "VI")),
            """
            <registerTokenRequest \(OnlineSamples.attributes)>\
            <accountNumber>\(number)</accountNumber></registerTokenRequest>
            """,
        ] {
            let command = try #require(decode(source).command)
            let pan = try #require(command.keyedPAN)
            #expect(pan.count == number.count)
            #expect(number.hasPrefix(pan.issuerPrefix) && number.hasSuffix(pan.lastFour))
            for other in [
                decode(source, at: "/vap/communicator/online"),
                decode(source, by: OnlineSamples.production),
            ] { #expect(["301", "820"].contains(other.reply?.outcomeCode)) }
        }
    }

    @Test("don't take what the certification tests as invalid, nor what is no number at all")
    func invalid() {
        for number in ["4457119999999999", "5435109999999999", "41x0000000000000"] {
            #expect(decode(sale(card(number))).reply?.outcomeCode == "301")
        }
    }

    /// A refusal of our database, and its code in a version.
    private static let refusals: [(VantivTransaction, PaymentRefusal, String, String)] = [
        (.void, .wrongState, "12.33", "000"), (.void, .wrongState, "9.14", "360"),
        (.void, .alreadySettled, "12.33", "362"), (.capture, .wrongState, "12.33", "360"),
        (.authReversal, .amountZero, "9.14", "000"), (.sale, .amountZero, "12.33", "000"),
        (.authorization, .amountZero, "12.33", "340"),
        (.credit, .amountExceeded, "9.14", "000"), (.capture, .amountExceeded, "9.14", "835"),
        (.sale, .registrationNotFound, "12.33", "000"),
        (.registerTokenRequest, .registrationNotFound, "12.33", "877"),
        (.captureGivenAuth, .cardNotFound, "12.33", "000"), (.sale, .cardNotFound, "12.33", "822"),
    ]

    @Test("forgive what there is nothing to do for", arguments: refusals)
    func forgiven(
        _ transaction: VantivTransaction, _ refusal: PaymentRefusal, _ version: String,
        _ code: String
    ) throws {
        let request = try #require(OnlineSamples.transactions[transaction])
        let exchange = try #require(decode(request, in: version).exchange)
        #expect(
            OnlineSamples.sandbox.encode(.failure(refusal), for: exchange).outcomeCode == code)
        for dialect in [OnlineSamples.sandbox, OnlineSamples.production] {
            let path = dialect.isSandbox ? "/vap/communicator/online" : Self.path
            let other = try #require(
                decode(request, in: version, by: dialect, at: path).exchange)
            let reply = dialect.encode(.failure(refusal), for: other)
            #expect(reply.outcomeCode != "000")
        }
    }

    @Test("approve a stored token and a decrypted token's number in part, before 12")
    func part() throws {
        let token = "<token><litleToken>1112000276870009</litleToken></token>"
        for source in [token, card("44444444400009")] {
            let command = try #require(decode(sale(source), in: "9.14").authorize)
            #expect(command.script?.verdict == .approvePart(8008))
            #expect(command.allowsPartialApproval)
            for other in [decode(sale(source)), decode(sale(source, amount: "10011"), in: "9.14")] {
                #expect(try #require(other.authorize).script?.verdict == nil)
            }
        }
    }

    @Test("take a number of no network as one of Visa's, and a card without an expiry")
    func ofNoNetwork() throws {
        let source = sale(card("1111222233334444").replacing("<expDate>1231</expDate>", with: ""))
        guard case .keyed(let card) = try #require(decode(source).authorize).source else {
            Issue.record("no card")
            return
        }
        #expect(card.pan.network == .visa && card.pan.lastFour == "4444")
        #expect(card.expiry != nil)
        let other = try #require(decode(source, at: "/vap/communicator/online").authorize)
        guard case .keyed(let plain) = other.source else {
            Issue.record("no card")
            return
        }
        #expect(plain.pan.network == nil && plain.expiry == nil)
    }

    @Test("name an unknown transaction's code, and approve if its digits are no code")
    func referenced() throws {
        for (number, code) in [("1234567891234567891", "000"), ("123456789012345360", "360")] {
            let request = """
                <void \(OnlineSamples.attributes)><cnpTxnId>\(number)</cnpTxnId></void>
                """
            let exchange = try #require(decode(request).exchange)
            let reply = OnlineSamples.sandbox.encode(.failure(.paymentNotFound), for: exchange)
            #expect(reply.outcomeCode == code)
            let other = try #require(decode(request, at: "/vap/communicator/online").exchange)
            #expect(
                OnlineSamples.sandbox.encode(.failure(.paymentNotFound), for: other).outcomeCode
                    == "360")
        }
    }

    /// An `origId` that is unknown, the code, and how many it is said to have found.
    private static let queries: [(String, String, Int?)] = [
        ("<origId>2111</origId>", "150", 1), ("<origId>2112</origId>", "150", 2),
        ("<origId>ABCD0</origId>", "151", 0), ("<origId>ABC</origId>", "152", nil),
    ]

    @Test("find as many transactions as an unknown id's last digit says", arguments: queries)
    func query(_ fields: String, _ code: String, _ count: Int?) throws {
        let request =
            "<queryTransaction \(OnlineSamples.attributes)>\(fields)</queryTransaction>"
        let exchange = try #require(decode(request).exchange)
        let text = OnlineSamples.sandbox.encode(.success(.found([])), for: exchange).written
        #expect(text.contains("<response>\(code)</response>"), "\(text)")
        if let count { #expect(text.contains("<matchCount>\(count)</matchCount>")) }
        let other = try #require(decode(request, at: "/vap/communicator/online").exchange)
        let plain = OnlineSamples.sandbox.encode(.success(.found([])), for: other)
        #expect(plain.outcomeCode == "151")
    }

    @Test("say of an order's end whether a network's token was used, from 12.27 on")
    func authMax() throws {
        for (order, version, wanted) in [
            ("22@401", "12.33", "<authMaxApplied>true</authMaxApplied>"),
            ("22@402", "12.33", "<authMax><authMaxApplied>false</authMaxApplied></authMax>"),
            ("22@403", "12.33", nil), ("22@401", "12.26", nil),
        ] {
            let request = sale(OnlineSamples.card).replacing("o1", with: order)
            let exchange = try #require(decode(request, in: version).exchange)
            let approved = try #require(OnlineResults.named("approved", order: order))
            let text = OnlineSamples.sandbox.encode(approved, for: exchange).written
            #expect(text.contains("<authMax>") == (wanted != nil))
            if let wanted { #expect(text.contains(wanted), "\(text)") }
            #expect(text.contains("63225578415568556365452427825"))
        }
    }

    @Test("acknowledge a card that ends in 001, before 12")
    func acknowledged() throws {
        let request = sale(card("4100200309950001"))
        for (version, code) in [("9.14", "001"), ("12.33", "000")] {
            let exchange = try #require(decode(request, in: version).exchange)
            let approved = try #require(OnlineResults.named("approved", order: "o1"))
            #expect(
                OnlineSamples.sandbox.encode(approved, for: exchange).outcomeCode == code)
            let declined = try #require(OnlineResults.named("declined-51", order: "o1"))
            #expect(
                OnlineSamples.sandbox.encode(declined, for: exchange).outcomeCode == "110")
        }
    }
}

extension PaymentCommand {
    /// The number that was keyed in.
    fileprivate var keyedPAN: PAN? {
        switch self {
        case .authorize(let command):
            guard case .keyed(let card) = command.source else { return nil }
            return card.pan
        case .keepCard(let command):
            guard case .keyed(let card) = command.source else { return nil }
            return card.pan
        default: return nil
        }
    }
}
