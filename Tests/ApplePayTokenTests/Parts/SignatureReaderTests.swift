import AppleSimulator
import PaymentDomain
import StrictCoding
import Testing

@testable import ApplePayToken

@Suite("BER, times and ECDSA signatures", .timeLimit(.minutes(5)))
struct SignatureReaderTests {
    @Test("containers of definite and of indefinite length hold the same")
    func containers() throws {
        for bytes: [UInt8] in [
            [0x30, 0x03, 0x02, 0x01, 0x05], [0x30, 0x80, 0x02, 0x01, 0x05, 0, 0],
            [0x30, 0x81, 0x03, 0x02, 0x01, 0x05], [0x30, 0x84, 0, 0, 0, 3, 0x02, 0x01, 0x05],
        ] {
            var reader = BERReader(bytes)
            let container = try reader.enter(0x30)
            let number = try reader.element(0x02)
            #expect(Array(bytes[number.content]) == [5])
            #expect(reader.isAtEnd(of: container))
            try reader.leave(container)
            #expect(reader.isAtEnd)
        }
    }

    @Test(
        "an element that doesn't fit its container is refused",
        arguments: [
            ([0x30, 0x04, 0x02, 0x01, 0x05], .signatureTruncated),
            ([0x30], .signatureTruncated), ([], .signatureTruncated),
            ([0x30, 0x81], .signatureTruncated),
            ([0x30, 0x02, 0x02, 0x01, 0x05], .signatureTruncated),
            ([0x30, 0x80, 0x02, 0x01, 0x05], .signatureTruncated),
            ([0x30, 0x80, 0x02, 0x01, 0x05, 0x00], .signatureMalformed),
            ([0x30, 0x05, 0x02, 0x01, 0x05, 0x05, 0x00], .signatureMalformed),
            ([0x31, 0x03, 0x02, 0x01, 0x05], .signatureMalformed),
            ([0x30, 0x03, 0x02, 0x80, 0x05], .signatureMalformed),
            ([0x30, 0x85, 0, 0, 0, 0, 3, 0x02, 0x01, 0x05], .signatureMalformed),
        ] as [([UInt8], PaymentTokenError)])
    func misfits(_ bytes: [UInt8], _ error: PaymentTokenError) {
        #expect(throws: error) {
            var reader = BERReader(bytes)
            let container = try reader.enter(0x30)
            _ = try reader.element(0x02)
            try reader.leave(container)
        }
    }

    @Test(
        "times are read to the second, in UTC only",
        arguments: [
            ("141027195143Z", "2014-10-27T19:51:43Z"), ("500101000000Z", "1950-01-01T00:00:00Z"),
            ("491231235959Z", "2049-12-31T23:59:59Z"), ("20500101000000Z", "2050-01-01T00:00:00Z"),
            ("1410271951Z", nil), ("141027195143", nil), ("141027195143+0000", nil),
            ("20500101000000.5Z", nil), ("140230000000Z", nil), ("1410271951a3Z", nil),
        ] as [(String, String?)])
    func times(_ text: String, _ expected: String?) {
        let isLong = text.hasPrefix("20")
        let tag = isLong ? ASN1Time.generalizedTime : ASN1Time.utcTime
        let read = ASN1Time.read(Array(text.utf8)[...], tag: tag)
        #expect(read == expected.flatMap { Timestamp(iso8601: $0) })
        #expect(ASN1Time.read(Array(text.utf8)[...], tag: 0x04) == nil)
    }

    @Test("an ECDSA signature is two positive numbers in shortest form")
    func ecdsa() {
        func raw(_ parts: [UInt8]...) -> [UInt8]? {
            let bytes = SimulatorDER.node(0x30, of: parts)
            return TokenSignature.rawECDSA(bytes, 0..<bytes.count)
        }
        let one = [UInt8](repeating: 0, count: 31) + [1]
        #expect(raw([0x02, 1, 1], [0x02, 1, 1]) == one + one)
        let large = [UInt8](repeating: 0xFF, count: 32)
        #expect(raw(SimulatorDER.integer(large), [0x02, 1, 1]) == large + one)
        #expect(raw([0x02, 2, 0, 1], [0x02, 1, 1]) == nil)
        #expect(raw([0x02, 1, 0x81], [0x02, 1, 1]) == nil)
        #expect(raw([0x02, 0], [0x02, 1, 1]) == nil)
        #expect(raw([0x02, 1, 1]) == nil)
        #expect(raw([0x02, 1, 1], [0x02, 1, 1], [0x02, 1, 1]) == nil)
        #expect(raw(SimulatorDER.integer([1] + large), [0x02, 1, 1]) == nil)
    }
}
