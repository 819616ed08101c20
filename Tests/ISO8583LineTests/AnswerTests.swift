import ISO8583
import PaymentDomain
import PaymentEngine
import Testing

@testable import ISO8583Line

@Suite("An answer of a host", .timeLimit(.minutes(5)))
struct AnswerTests {
    /// A line whose host answers with these fields beside those of the request.
    private func line(
        _ fields: [Int: String?], _ profile: LineProfile? = nil, after: Int64 = 0
    ) throws -> ISO8583Line {
        let exchange = ScriptedExchange([
            { request in
                var answer = request
                if let type = request.type.response { answer.type = type }
                for (number, value) in fields {
                    answer[number] = value.map { ArraySlice($0.utf8) }
                }
                return .answered(answer)
            }
        ])
        return ISO8583Line(
            try profile ?? LineProfile(shipped: "spec87-ascii"), over: exchange,
            now: { Samples.now.adding(seconds: after) })
    }

    @Test(
        "to an authorization counts by its code and its amount",
        arguments: [
            ([39: "00", 38: "A1B2C3"], false, "approved 1499"),
            ([39: "08"], false, "approved 1499"), ([39: "85"], false, "approved 1499"),
            ([39: "00", 4: nil], false, "approved 1499"),
            ([39: "00", 4: "000000001500"], false, "unknown"),
            ([39: "00", 4: "000000001498"], false, "unknown"),
            ([39: "00", 4: "000000000000"], false, "unknown"),
            ([39: "10", 4: "000000001000"], true, "approved 1000"),
            ([39: "10", 4: "000000001000"], false, "unknown"),
            ([39: "10", 4: "000000001499"], true, "unknown"),
            ([39: "10", 4: "000000000000"], true, "unknown"),
            ([39: "10", 4: nil], true, "unknown"),
            ([39: "51"], false, "declined 51"), ([39: "05"], false, "declined 05"),
            ([39: "91"], false, "declined 91"), ([39: "96"], false, "declined 96"),
            ([39: "N7"], false, "declined 82"), ([39: "34"], false, "declined 59"),
            ([39: "78"], false, "declined --"), ([39: "ZZ"], false, "unknown"),
            ([:], false, "unknown"),
        ] as [([Int: String?], Bool, String)])
    func authorization(fields: [Int: String?], allowsPart: Bool, words: String) async throws {
        var request = try Samples.authorization()
        request.allowsPartialApproval = allowsPart
        let line = try line(fields)
        #expect(await line.authorize(request).words == words)
        #expect(line.meter.counters.malformed == (words == "unknown" ? 1 : 0))
    }

    @Test(
        "has the letters of the checks where the profile says",
        arguments: [
            ("00", "YM", .match, .match), ("00", "Z ", .postalCodeOnly, nil),
            ("51", "NN", .noMatch, .noMatch), ("00", " P5", nil, .notProcessed),
            ("00", "", nil, nil), ("00", nil, nil, nil), ("00", "4", nil, nil),
        ] as [(String, String?, AddressCheck?, SecurityCodeCheck?)])
    func checks(
        code: String, letters: String?, address: AddressCheck?, securityCode: SecurityCodeCheck?
    ) async throws {
        let answer = try await line([39: code, 44: letters]).authorize(Samples.authorization())
        let checks: AcquirerChecks? =
            switch answer {
            case .approved(let approval): approval.checks
            case .declined(_, let checks): checks
            case .notSent, .unknown: nil
            }
        #expect(checks?.address == address && checks?.securityCode == securityCode)
    }

    @Test("gives its approval code to later messages")
    func approvalCode() async throws {
        let answer = try await line([39: "00", 38: "A1B   "]).authorize(Samples.authorization())
        guard case .approved(let approval) = answer else {
            Issue.record("\(answer.words)")
            return
        }
        #expect(approval.authorizationCode == "A1B")
        #expect(approval.acquirerReference?.bytes == Array("A1B".utf8))
    }

    @Test(
        "to a message acknowledges it, refuses it, or leaves it to be sent again",
        arguments: [
            (.reversal, "00", .acknowledged(nil)), (.reversal, "21", .acknowledged(nil)),
            (.reversal, "91", .unanswered), (.reversal, "ZZ", .unanswered),
            (.reversal, "12", .refused(.invalidTransaction)),
            (.capture, "00", .acknowledged(nil)), (.capture, "96", .unanswered),
            (.capture, "94", .refused(.duplicateTransmission)),
            (.capture, "25", .refused(.unableToLocateRecord)),
            (.captureVoid, "21", .refused(.noActionTaken)), (.refund, "00", .acknowledged(nil)),
            (.release, "00", .acknowledged(nil)),
            (.refundVoid, "25", .refused(.unableToLocateRecord)),
        ] as [(AdviceKind, String, AdviceOutcome)])
    func advice(kind: AdviceKind, code: String, outcome: AdviceOutcome) async throws {
        var advice = Samples.reversal(of: try Samples.authorization())
        advice.kind = kind
        advice.operation = advice.authorization
        #expect(try await line([39: code]).advise(advice) == outcome)
    }

    @Test(
        "to a message sent again refuses nothing if the first one may be booked",
        arguments: [
            (.refund, "94", .unanswered), (.capture, "94", .unanswered),
            (.captureVoid, "21", .unanswered), (.release, "21", .unanswered),
            (.refund, "00", .acknowledged(nil)), (.refund, "12", .refused(.invalidTransaction)),
        ] as [(AdviceKind, String, AdviceOutcome)])
    func repetition(kind: AdviceKind, code: String, outcome: AdviceOutcome) async throws {
        var advice = Samples.reversal(of: try Samples.authorization())
        advice.kind = kind
        advice.operation = advice.authorization
        advice.isRepetition = true
        let line = try line([39: code])
        #expect(await line.advise(advice) == outcome)
        #expect(line.meter.counters.malformed == (outcome == .unanswered ? 1 : 0))
    }

    @Test("that takes no action on the reversal of a sale leaves the money taken")
    func saleKept() async throws {
        let json = saleProfile.replacing(
            "\"reversed\": [\"00\"]", with: "\"reversed\": [\"00\", \"21\"]")
        let line = try line([39: "21"], LineProfile(json: Array(json.utf8), file: "single"))
        let advice = Samples.reversal(of: try Samples.authorization())
        #expect(await line.advise(advice) == .refused(.noActionTaken))
    }

    @Test(
        "that knows no authorization ends its reversal once that can't arrive any more",
        arguments: [(0, false), (29, false), (30, true), (3_600, true)])
    func unknownOriginal(after: Int64, isDone: Bool) async throws {
        let advice = Samples.reversal(of: try Samples.authorization())
        let outcome = try await line([39: "25"], after: after).advise(advice)
        #expect(
            outcome
                == (isDone ? .acknowledged(nil) : .tooEarly(Samples.now.adding(seconds: 30))))
    }
}
