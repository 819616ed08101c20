import PaymentDomain
import Testing

@testable import Vantiv
@testable import WorldpayLine

@Suite("The response codes of cnpAPI", .timeLimit(.minutes(5)))
struct CodeTests {
    @Test("are three digits, each once, with an answer that is known")
    func table() {
        let codes = WorldpayCode.rows.map(\.code)
        #expect(codes.count == 214)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.count == 3 && Int($0) != nil })
        for row in WorldpayCode.rows where row.answer != "approved" && row.answer != "-" {
            #expect(DeclineReason(rawValue: row.answer) != nil, "\(row.code)")
        }
    }

    @Test("that the protocol can give are all known")
    func known() {
        let codes = Set(WorldpayCode.rows.map(\.code))
        for code in VantivCode.allCases { #expect(codes.contains(code.code), "\(code)") }
    }

    /// A reason, and the network whose referral code it has.
    private static let declines: [(DeclineReason, CardNetwork?)] =
        DeclineReason.allCases.map {
            ($0, nil)
        } + [CardNetwork.visa, .amex, .discover, .diners, .jcb].map { (.referToIssuer, $0) }

    @Test("of declines come back as they came: out by the line, in by the protocol")
    func roundTrip() {
        for (reason, network) in Self.declines {
            let code = VantivCode(reason, network)
            #expect(
                VantivCode(WorldpayCode.reason(code.code), network) == code,
                "\(reason) \(code.code)")
        }
    }

    @Test("stand beside the reason, so that none is lost")
    func beside() throws {
        for row in WorldpayCode.rows {
            let code = try #require(ProcessorCode(system: "cnp", code: row.code))
            #expect(code.text == "cnp:\(row.code)")
            #expect(ProcessorCode(code.text) == code)
        }
        for text in ["", ":", "cnp:", ":110", "CNP:110", "cnp:1 1", "cnp:a:b", "cnp"] {
            #expect(ProcessorCode(text) == nil, "\(text)")
        }
        #expect(ProcessorCode("cnp:" + String(repeating: "1", count: 21)) == nil)
    }

    @Test("of checks are the protocol's")
    func checks() {
        for check in AddressCheck.allCases {
            guard check != .international else { continue }
            #expect(AddressCheck(avsResult: check.vantivCode) == check)
        }
        for check in SecurityCodeCheck.allCases where check != .noResponse {
            #expect(SecurityCodeCheck(cardValidationResult: check.vantivCode) == check)
        }
        for network in CardNetwork.allCases {
            #expect(network.worldpayType == network.vantivCode)
        }
        #expect(AddressCheck(avsResult: "34") == nil)
        #expect(SecurityCodeCheck(cardValidationResult: "") == nil)
    }
}
