import PaymentDomain
import SeededRandom
import Testing

@testable import CardConnect

@Suite("devicedata", .timeLimit(.minutes(5)))
struct DeviceDataTests {
    private static func rule(_ text: String) -> CardSecureRule? {
        do {
            _ = try CardSecureDeviceData.read(text)
            return nil
        } catch {
            return error
        }
    }

    private static func text(_ change: (inout [String]) -> Void) -> String {
        var parts = ["GcUsL3Zg+Vf9/A=="] + Samples.deviceDataParts
        change(&parts)
        return parts.joined(separator: "&")
    }

    @Test("is read raw: a plus is a plus, a value ends in equals signs")
    func raw() throws {
        let fields = try CardSecureDeviceData.read(Samples.deviceData)
        #expect(fields.version == "EC_v1")
        #expect(fields.data == "GcUsL3Zg+Vf9/A==")
        #expect(fields.signature == "MIAGCSqGSIb3DQEHAqCAMIACAQ+/==")
        #expect(fields.ephemeralPublicKey == "MFkwEwYHKoZIzj0CAQYIKoZI+j0DAQcDQgAE")
        #expect(fields.publicKeyHash == "i3F+FlIbyhjfYqMqm3M/dpeWRO9tnD+U9BJng3tkkig=")
        #expect(fields.transactionId == "84a7e17570c940f6a268d9121a4c090f")
        #expect(fields.applicationData == nil)
        #expect(fields.wrappedKey == nil)
    }

    @Test("means the same in every order of its labelled parts")
    func order() throws {
        let wanted = try CardSecureDeviceData.read(Samples.deviceData)
        var generator = SeededGenerator.printed()
        for _ in 0..<100 {
            let parts = Samples.deviceDataParts.shuffled(using: &generator)
            let text = "GcUsL3Zg+Vf9/A==&" + parts.joined(separator: "&")
            #expect(try CardSecureDeviceData.read(text) == wanted)
        }
    }

    @Test("may leave out ecpublickeyhash, or echash too")
    func optionalParts() throws {
        let noEchash = Self.text { $0.removeAll { $0.hasPrefix("echash") } }
        #expect(Self.rule(noEchash) == .partMissing)
        let emptyHash = noEchash.replacing(Samples.deviceDataParts[5], with: "ecpublickeyhash=")
        #expect(try CardSecureDeviceData.read(emptyHash).mayNameNoKey)
        let noHash = Self.text { $0.removeAll { $0.hasPrefix("ecpublickeyhash") } }
        #expect(try CardSecureDeviceData.read(noHash).publicKeyHash.isEmpty)
        #expect(try CardSecureDeviceData.read(noHash).mayNameNoKey)
        let neither = Self.text { $0.removeLast(2) }
        #expect(try CardSecureDeviceData.read(neither).applicationData == nil)
        let both = Self.text { $0[5] = "echash=94ee0a" }
        #expect(try CardSecureDeviceData.read(both).applicationData == "94ee0a")
    }

    @Test("is refused with the code of its error")
    func refused() {
        let rows: [(text: String, rule: CardSecureRule, code: Int64)] = [
            ("", .deviceDataEmpty, 14), ("&ectype=apple", .deviceDataEmpty, 14),
            ("GcUs", .partMissing, 74), ("GcUs&ectype", .partUnknown, 38),
            (Self.text { $0[1] = "ectype=google" }, .curveTypeWrong, 75),
            (Self.text { $0[1] = "ectype=Apple" }, .curveTypeWrong, 75),
            (Self.text { $0[1] = "ectype=" }, .curveTypeWrong, 75),
            (Self.text { $0.append("ectype=apple") }, .partRepeated, 53),
            (Self.text { $0.append("echash=00") }, .partRepeated, 53),
            (Self.text { $0.append("version=EC_v1") }, .partUnknown, 38),
            (Self.text { $0.append("") }, .partUnknown, 38),
            (Self.text { $0.append("data=GcUs") }, .partUnknown, 38),
            (Self.text { $0[2] = "Ecsig=AAAA" }, .partUnknown, 38),
            (
                Self.text { $0.append("e" + String(repeating: "\u{301}", count: 15_000) + "=") },
                .partUnknown, 38
            ),
            (Self.text { $0[3] = "eckey=" }, .partEmpty, 74),
            (Self.text { $0[0] = "GcUs%2B" }, .partNotBase64, 19),
            (Self.text { $0[0] = "GcUs ABC" }, .partNotBase64, 19),
            (Self.text { $0[0] = "GcUsA" }, .partNotBase64, 19),
            (Self.text { $0[0] = "GcUs====" }, .partNotBase64, 19),
            (Self.text { $0[2] = "ecsig=A=AA" }, .partNotBase64, 19),
            (Self.text { $0[6] = "ecpublickeyhash=-_AA" }, .partNotBase64, 19),
            (Self.text { $0[4] = "ectid=xyz" }, .partNotHex, 38),
            (Self.text { $0[5] = "echash=0g" }, .partNotHex, 38),
            (
                Self.text { $0[0] = String(repeating: "A", count: 10_004) }, .partTooLong, 13
            ),
            (
                Self.text { $0[3] = "eckey=" + String(repeating: "A", count: 404) },
                .partTooLong, 13
            ),
        ]
        for row in rows {
            #expect(Self.rule(row.text) == row.rule, "\(row.text.prefix(60))")
            #expect(CardSecureFault(row.rule).code.rawValue == row.code)
        }
        for label in ["ectype", "ecsig", "eckey", "ectid"] {
            let text = Self.text { $0.removeAll { $0.hasPrefix(label + "=") } }
            #expect(Self.rule(text) == .partMissing, "\(label)")
        }
    }

    @Test("never traps under random damage, and is read or refused")
    func fuzz() {
        var generator = SeededGenerator.printed()
        let pieces = ["&", "=", "&&", "ectype=", "%3D", "\u{0}", "é", "&ecsig", "\u{2028}", "+"]
            .map { Array($0.utf8) }
        for _ in 0..<5000 {
            let bytes = generator.damaged(Array(Samples.deviceData.utf8), with: pieces)
            let text = String(decoding: bytes, as: UTF8.self)
            guard let fields = try? CardSecureDeviceData.read(text) else { continue }
            #expect(text.hasPrefix(fields.data), "seed \(generator.seed)")
            #expect(!fields.data.isEmpty, "seed \(generator.seed)")
        }
    }
}
