import Database
import PaymentDomain
import Testing

@testable import PaymentStorage

@Suite("The issuer's checks as one text", .timeLimit(.minutes(5)))
struct CheckWordsTests {
    @Test(
        "are read as they were written",
        arguments: [
            (AcquirerChecks(), nil),
            (AcquirerChecks(address: .match), "match - - - - -"),
            (AcquirerChecks(securityCode: .noResponse), "- noResponse - - - -"),
            (
                AcquirerChecks(
                    address: .noMatch, securityCode: .match,
                    amex: AmexChecks(name: .match, phone: .unavailable, email: .noMatch)),
                "noMatch match match unavailable noMatch -"
            ),
            (
                AcquirerChecks(processorCode: ProcessorCode(system: "cnp", code: "351")),
                "- - - - - cnp:351"
            ),
        ] as [(AcquirerChecks, String?)])
    func words(checks: AcquirerChecks, text: String?) throws {
        #expect(checks.stored == text)
        #expect(try AcquirerChecks(stored: text) == checks)
    }

    @Test(
        "in words that are none of ours are corrupt",
        arguments: [
            "", "match", "match - - - -", "match - - - - - -", "Match - - - - -", "- x - - - -",
            "- - - - - 351", "- - - - - cnp:", "- - - - - a:b:c",
        ])
    func strange(text: String) {
        #expect(throws: SQLError.corrupt) { try AcquirerChecks(stored: text) }
    }
}
