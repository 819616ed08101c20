import ISO8583
import PaymentDomain
import PaymentEngine
import Testing

@testable import ISO8583Line

@Suite("A message to a host", .timeLimit(.minutes(5)))
struct MessageTests {
    private func sent(
        _ profile: LineProfile, _ send: (ISO8583Line) async throws -> Void
    ) async throws -> Message {
        let exchange = ScriptedExchange([])
        try await send(ISO8583Line(profile, over: exchange, now: { Samples.now }))
        let sent = await exchange.sent
        #expect(sent.count == 1)
        return try #require(sent.first)
    }

    @Test("of a device's payment has the card, the cryptogram and the indicator as they came")
    func authorization() async throws {
        let message = try await sent(LineProfile(shipped: "spec87-ascii")) { line in
            let answer = try await line.authorize(Samples.authorization())
            #expect(answer == .unknown)
        }
        #expect(message.type.description == "0100")
        let expected: [Int: String] = [
            2: "4761340000000019", 3: "000000", 4: "000000001499", 7: "1118110640", 11: "004711",
            12: "110640", 13: "1118", 14: "3112", 18: "5734", 22: "812", 25: "59", 32: "400001",
            37: "632211004711", 41: "APPLE001", 42: "MERCHANT0000001", 49: "840",
            126: "AAECAwQFBgcICQoLDA0ODxAREhM=7",
        ]
        for (number, value) in expected { #expect(message.text(number) == value, "\(number)") }
        #expect(Set(message.fields) == Set(expected.keys))
    }

    @Test("of ISO 8583:2003 has other amounts, times and trace numbers")
    func authorization2003() async throws {
        let message = try await sent(LineProfile(shipped: "cmf")) { line in
            _ = try await line.authorize(Samples.authorization())
        }
        #expect(message.type.description == "2100")
        #expect(message.text(4) == "8402000000001499")
        #expect(message.text(11) == "000000004711")
        #expect(message.text(12) == "20261118110640")
        #expect(message.text(41) == "APPLE001        ")
        #expect(Array(message[34] ?? []) == Array(0..<20) + [0x37])
    }

    @Test("of a keyed card has its security code, and no field for a cryptogram")
    func keyed() async throws {
        let message = try await sent(LineProfile(shipped: "spec87-ascii")) { line in
            var request = try Samples.authorization()
            request.entryMode = .keyed
            request.cryptogram = nil
            request.securityCode = SecurityCode(digits: "123")
            request.billing.postalCode = "10000"
            _ = await line.authorize(request)
        }
        #expect(message.text(22) == "010")
        #expect(message.text(48) == "9203123930510000")
        #expect(message[126] == nil)
    }

    @Test(
        "about an authorization names it, and has nothing that proves a payment",
        arguments: AdviceKind.allCases)
    func advices(_ kind: AdviceKind) async throws {
        let request = try Samples.authorization()
        let profile = try LineProfile(shipped: "spec87-ascii")
        for isRepetition in [false, true] {
            let message = try await sent(profile) { line in
                var advice = Samples.reversal(of: request, at: Samples.now.adding(seconds: 30))
                advice.kind = kind
                advice.isRepetition = isRepetition
                advice.identity = MessageIdentity(
                    traceNumber: 5_000, transmittedAt: Samples.now.adding(seconds: 30))
                advice.operation = MessageReference(
                    MessageIdentity(traceNumber: 4_800, transmittedAt: Samples.now))
                advice.authorization = MessageReference(
                    request.identity,
                    acquirerReference: AcquirerReference(Array("A1B2C3".utf8)))
                #expect(await line.advise(advice) == .unanswered)
            }
            let expected = Self.expectedAdvices[kind]
            let type = isRepetition ? expected?.repetition : expected?.type
            #expect(message.type.description == type)
            #expect(message.text(90) == expected?.original)
            #expect(message.text(3) == expected?.code)
            #expect(message.text(37) == expected?.reference)
            #expect(message.text(38) == expected?.approval)
            for number in [2, 14, 48, 52, 55, 126] { #expect(message[number] == nil) }
        }
    }

    private struct Expected {
        let type: String
        let repetition: String
        let original: String
        let code: String
        let reference: String
        let approval: String?
    }

    /// Fields 90, 3, 37 and 38 of each kind.
    private static let expectedAdvices: [AdviceKind: Expected] = {
        let authorization = "0100" + "004711" + "1118110640" + "00000400001" + "00000000000"
        let capture = "0220" + "004800" + "1118110640" + "00000400001" + "00000000000"
        let (payment, own) = ("632211004711", "632211005000")
        return [
            .reversal: Expected(
                type: "0400", repetition: "0401", original: authorization, code: "000000",
                reference: payment, approval: nil),
            .capture: Expected(
                type: "0220", repetition: "0221", original: authorization, code: "000000",
                reference: own, approval: "A1B2C3"),
            .refund: Expected(
                type: "0220", repetition: "0221", original: capture, code: "200000",
                reference: own, approval: "A1B2C3"),
            .release: Expected(
                type: "0420", repetition: "0421", original: authorization, code: "000000",
                reference: payment, approval: nil),
            .captureVoid: Expected(
                type: "0420", repetition: "0421", original: capture, code: "000000",
                reference: payment, approval: nil),
            .refundVoid: Expected(
                type: "0420", repetition: "0421", original: capture, code: "200000",
                reference: payment, approval: nil),
        ]
    }()

    @Test(
        "names the card, if the engine has it, and asks the engine for it",
        arguments: AdviceKind.allCases)
    func card(_ kind: AdviceKind) async throws {
        let request = try Samples.authorization()
        let profile = try LineProfile(shipped: "spec87-ascii")
        let message = try await sent(profile) { line in
            #expect(line.capabilities.namesCardInMessages)
            var advice = Samples.reversal(of: request)
            advice.kind = kind
            advice.operation = advice.authorization
            advice.card = CardInMessage(pan: request.pan, expiry: request.expiry)
            #expect(await line.advise(advice) == .unanswered)
        }
        #expect(message.text(2) == "4761340000000019")
        #expect(message.text(14) == "3112")
        for number in [48, 52, 55, 126] { #expect(message[number] == nil) }
    }

    @Test("has our identifiers, if the profile has a field for them")
    func identifiers() async throws {
        let own = [("\"123\": \"identifier\"", "\"123\": [\"identifier\", \"identifier.own\"]")]
        let profile = try Samples.profile("spec87-ascii", own)
        let request = try Samples.authorization()
        let authorization = try await sent(profile) { _ = await $0.authorize(request) }
        #expect(authorization.text(123) == request.id.value + request.id.value)
        var advice = Samples.reversal(of: request)
        for isRepetition in [false, true] {
            advice.isRepetition = isRepetition
            let reversal = try await sent(profile) { [advice] in _ = await $0.advise(advice) }
            #expect(reversal.text(123) == request.id.value + advice.id.value)
        }
    }

    @Test("that can't be written is declined, and not sent")
    func notWritten() async throws {
        let exchange = ScriptedExchange([])
        let line = ISO8583Line(
            try LineProfile(shipped: "spec87-ascii"), over: exchange, now: { Samples.now })
        var changes: [(inout AcquirerAuthorization) -> Void] = []
        changes.append { $0.merchant.terminalNumber = "LONGER THAN 8" }
        changes.append { $0.cryptogram = nil }
        changes.append { $0.purpose = .credit }
        for change in changes {
            var request = try Samples.authorization()
            change(&request)
            #expect(await line.authorize(request).words == "declined 12")
        }
        #expect(await exchange.sent.isEmpty)
    }
}
