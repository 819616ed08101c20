import AcquirerKit
import PaymentDomain
import Testing

@testable import CybersourceLine

@Suite("Cybersource's tables", .timeLimit(.minutes(5)))
struct TableTests {
    @Test("have a row for each network, and another one for Visa's proven payments")
    func networks() {
        let indicators: [CardNetwork: String] = [
            .visa: "internet", .mastercard: "spa", .amex: "aesk", .discover: "dipb",
            .diners: "pb", .jcb: "js", .unionPay: "internet",
        ]
        for network in CardNetwork.allCases {
            let row = CybersourceNetwork.row(network, nil)
            #expect(row?.commerceIndicator == indicators[network])
            #expect(row?.cardType.utf8.count == 3)
            #expect((row?.proof == .ucaf) == (network == .mastercard))
        }
        for (eci, indicator) in [
            ("5", "vbv"), ("05", "vbv"), ("06", "vbv_attempted"), ("7", "internet"),
        ] {
            #expect(CybersourceNetwork.row(.visa, ECI(eci))?.commerceIndicator == indicator)
        }
        #expect(CybersourceNetwork.row(.mastercard, ECI("02"))?.commerceIndicator == "spa")
    }

    @Test(
        "say what each status is",
        arguments: [
            ("AUTHORIZED", .authorized), ("PARTIAL_AUTHORIZED", .authorized),
            ("AUTHORIZED_PENDING_REVIEW", .authorizedIfCoded), ("PENDING", .accepted),
            ("TRANSMITTED", .accepted), ("REVERSED", .undone), ("VOIDED", .undone),
            ("CANCELLED", .undone), ("FAILED", .refused), ("DECLINED", .refused),
            ("INVALID_REQUEST", .refused), ("AUTHORIZED_RISK_DECLINED", nil),
            ("PENDING_REVIEW", nil), ("PENDING_AUTHENTICATION", nil), ("SERVER_ERROR", nil),
            ("authorized", nil), ("", nil),
        ] as [(String, CybersourceStatus?)])
    func statuses(status: String, meaning: CybersourceStatus?) {
        #expect(CybersourceStatus.meaning(status) == meaning)
    }

    @Test("have each reason once, with three digits and a decline that there is")
    func reasons() {
        let words = CybersourceReason.rows.map(\.word)
        #expect(!words.isEmpty && words.count == Set(words).count)
        for row in CybersourceReason.rows {
            #expect(row.number.utf8.count == 3 && Int(row.number) != nil, "\(row.word)")
            #expect(row.decline != .other, "\(row.word)")
            #expect(CybersourceReason.named(row.word) == row)
            #expect(CybersourceReason.numbered(row.number)?.number == row.number)
            #expect(ProcessorCode(system: "cybersource", code: row.number) != nil)
        }
        let named =
            CybersourceReason.nothingThere.union(CybersourceReason.nothingHeld)
            .union(CybersourceReason.passing)
            .union([
                CybersourceReason.duplicate, CybersourceReason.invalidData,
                CybersourceReason.invalidAmount,
            ])
        #expect(named.isSubset(of: words))
    }

    @Test("have no outcome for what may have been done all the same")
    func unknown() {
        let unknown = CybersourceReason.rows.filter { $0.decline == nil }.map(\.word)
        #expect(
            Set(unknown) == [
                "DUPLICATE_REQUEST", "SYSTEM_ERROR", "SERVER_TIMEOUT", "SERVICE_TIMEOUT",
                "PROCESSOR_UNAVAILABLE", "PROCESSOR_TIMEOUT",
            ])
    }

    @Test(
        "read the checks' letters; nil: there was no check",
        arguments: [
            ("Y", .match), ("D", .match), ("M", .match), ("X", .matchWithLongPostalCode),
            ("A", .streetOnly), ("B", .streetOnly), ("Z", .postalCodeOnly),
            ("W", .postalCodeOnly), ("P", .postalCodeOnly), ("N", .noMatch), ("C", .noMatch),
            ("U", .unavailable), ("R", .retry), ("S", .unsupported), ("G", .international),
            ("I", .international), ("E", .failed), ("1", nil), ("", nil),
        ] as [(String, AddressCheck?)])
    func addressChecks(code: String, check: AddressCheck?) {
        #expect(AddressCheck(letter: code) == check)
    }

    @Test("read the security code's letters")
    func securityCodeChecks() {
        let rows: [(String, SecurityCodeCheck?)] = [
            ("M", .match), ("N", .noMatch), ("P", .notProcessed), ("S", .shouldBePresent),
            ("U", .unsupported), ("X", .noResponse), ("1", nil),
        ]
        for (code, check) in rows { #expect(SecurityCodeCheck(letter: code) == check) }
    }
}
