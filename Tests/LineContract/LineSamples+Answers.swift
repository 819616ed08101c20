import AcquirerKit
import PaymentDomain
import PaymentEngine
import Testing

/// What is done to a good reply, and what the answer is then; nil for unknown.
package typealias Damage = (title: String, from: String, to: String, answer: String?)

extension LineSamples {
    /// The answer that the line gives to an authorization, and what it counted.
    package static func answer(
        _ outcome: LineOutcome, to request: AcquirerAuthorization? = nil
    ) async throws -> (AcquirerAnswer, LineCounters) {
        let line = try line(over: ScriptedTransport([outcome]))
        let answer = await line.authorize(try request ?? authorization())
        return (answer, line.meter.counters)
    }

    /// A damaged reply counts for nothing, unless the row says otherwise.
    package static func check(_ damage: Damage, of good: SampleReply) async throws {
        var bad = good
        bad.text = good.text.replacing(damage.from, with: damage.to)
        #expect(bad.text != good.text)
        let (answer, counters) = try await answer(bad.outcome)
        #expect(answer.words.hasPrefix(damage.answer ?? "unknown"), "\(answer.words)")
        #expect(counters.malformed == (damage.answer == nil ? 1 : 0))
        #expect(counters.sent == 1)
    }

    /// A reply in a status that it can't have counts for nothing.
    package static func check(_ status: Int, of good: SampleReply) async throws {
        var bad = good
        bad.status = status
        let (answer, counters) = try await answer(bad.outcome)
        #expect(answer == .unknown)
        #expect(counters.malformed == 1)
    }

    /// Silence is unknown; a request that never left is not sent.
    package static func checkSilence() async throws {
        for reason in SilenceReason.allCases {
            let (answer, counters) = try await answer(.silence(reason))
            #expect(answer == .unknown)
            #expect(counters.silence == 1)
        }
        for reason in NotSentReason.allCases {
            let (answer, counters) = try await answer(.notSent(reason))
            #expect(answer == .notSent)
            #expect(counters.notSent == 1)
        }
    }

    /// What the acquirer couldn't give isn't asked for.
    package static func checkRefusedBefore(
        _ more: [(String, AuthorizationChange)] = []
    ) async throws {
        let rows: [(String, AuthorizationChange)] = [
            ("declined 63", { $0.cryptogram = nil }),
            ("declined 12", { $0.purpose = .priorApproval(code: "123456") }),
            ("declined 12", { $0.emvData = SealedBytes([1]) }),
            ("declined 12", { $0.encryptedPIN = SealedBytes([1]) }),
            ("declined 14", { $0.pan = try PAN(digits: "9999999999999995") }),
            ("declined 13", { $0.amount = .zero(Currency(code: "EUR") ?? .usd) }),
        ]
        for (words, change) in rows + more {
            let transport = ScriptedTransport()
            let line = try line(over: transport)
            #expect(await line.authorize(try authorization(change)).words == words)
            #expect(transport.requests.isEmpty)
        }
    }
}
