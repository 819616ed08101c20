// Source: Vantiv's certification tests, orders 1 to 36 and 65, as its SDKs hold them (CertAlpha, Beta, Authenhanced,
// AuthReversal).

import StrictCoding
import DialectKit
import PaymentDomain

/// An order of Vantiv's certification: the result of a card under this order, whatever the amount.
///
/// The amounts are ignored: ActiveMerchant's certification has its own for orders 1 to 9, and with an amount of 0 they
/// ask for the checks alone. The database gives the expected answers to the follow-ups of the orders 32 to 36, and 50
/// to 57, except for the reversals of the orders 32 and 35 from version 12 on.
struct CertificationRow: Sendable {
    let order: String
    let card: String
    /// The code; 000 is an approval, 010 one of a part.
    let code: VantivCode
    var authorizationCode: String?
    var address: String?
    var securityCode: String?
    /// `enhancedAuthResponse`.
    var enhanced: EnhancedAuthorization?

    /// The order under which Vantiv certifies Apple Pay: approved whatever the amount.
    static let applePayOrder = "65"

    /// The amounts that orders 32 and 35 release of their 10010 and 40040, in cents, after a final capture, which has
    /// left nothing. Source: the tests of Vantiv's SDKs for 12 expect 000; those for 8 and 9 111 and 336.
    static let reversedAfterCapture: Set<Int64> = [5005, 20020]

    /// The cards of the orders 51 and 56, which are tested to be invalid because they fail the Luhn check.
    static let invalidNumbers: Set<String> = ["4457119999999999", "5435109999999999"]

    /// The cryptogram of orders 5 and 65, which is published: every client that is tested sends it, with each transaction.
    static let cryptogram = Base64.decode("BwABBJQ1AgAAAAAgJDUCAAAAAAA=").flatMap { Cryptogram($0) }

    /// The row of an order, or nil.
    static func row(order: String, card: String) -> CertificationRow? {
        guard order.utf8.count <= 2 else { return nil }
        return table.first { $0.order == order && $0.card == card }
    }

    /// Writes the row into a script.
    func apply(
        _ amount: String, to script: inout SandboxScript, _ words: inout VantivTestTriggers
    ) {
        if code == .partiallyApproved {
            script.verdict = SandboxTestTriggers.approval(ofPartOf: amount)
        } else if let reason = code.scriptedReason {
            script.verdict = .decline(reason)
            words.decline = code
        } else {
            script.verdict = .approve
        }
        script.authorizationCode = authorizationCode
        words.authorizationCode = authorizationCode
        words.enhanced = enhanced
        guard address != nil || securityCode != nil else { return }
        script.setsChecks = true
        script.address = AddressCheck.allCases.first { $0.vantivCode == address }
        script.securityCode = SecurityCodeCheck.allCases.first { $0.vantivCode == securityCode }
        words.address = address
        words.securityCode = securityCode
    }

    static let table: [CertificationRow] = [
        row("1", "4457010000000009", .approved, "11111 ", "01", "M"),
        row("2", "5112010000000003", .approved, "22222", "10", "M"),
        row("3", "6011010000000003", .approved, "33333", "10", "M"),
        row("4", "375001000000005", .approved, "44444", "13"),
        row("5", "4457010200000007", .approved, "55555 ", "32", "M"),
        row("6", "4457010100000008", .insufficientFunds, nil, "34", "P"),
        row("7", "5112010100000002", .invalidAccountNumber, nil, "34", "N"),
        row("8", "6011010100000002", .callDiscover, nil, "34", "P"),
        row("9", "375001010000003", .pickUpCard, nil, "34", "P"),
        row("10", "4457010140000141", .partiallyApproved),
        row("11", "5112010140000004", .partiallyApproved),
        row("12", "375001014000009", .partiallyApproved),
        row("13", "6011010140000004", .partiallyApproved),
        row("14", "4457010200000247", enhanced: .prepaid("2000", reloadable: "NO", "GIFT")),
        row("15", "5500000254444445", enhanced: .prepaid("2000", reloadable: "YES", "PAYROLL")),
        row("16", "5592106621450897", enhanced: .prepaid("0", reloadable: "YES", "PAYROLL")),
        row("17", "5590409551104142", enhanced: .prepaid("6500", reloadable: "YES", "PAYROLL")),
        row("18", "5587755665222179", enhanced: .prepaid("12200", reloadable: "YES", "PAYROLL")),
        row("19", "5445840176552850", enhanced: .prepaid("20000", reloadable: "YES", "PAYROLL")),
        row("20", "5390016478904678", enhanced: .prepaid("10050", reloadable: "YES", "PAYROLL")),
        row("21", "4457010201000246", enhanced: .affluence("AFFLUENT")),
        row("22", "4457010202000245", enhanced: .affluence("MASS AFFLUENT")),
        row("23", "5112010201000109", enhanced: .affluence("AFFLUENT")),
        row("24", "5112010202000108", enhanced: .affluence("MASS AFFLUENT")),
        row("25", "4100204446270000", enhanced: .issuerCountry("BRA")),
        row("32", "4457010000000009", .approved, "11111 ", "01", "M"),
        row("33", "5112010000000003", .approved, "22222", "10", "M"),
        row("34", "6011010000000003", .approved, "33333", "10", "M"),
        row("35", "375001000000005", .approved, "44444", "12"),
        row("36", "375000026600004", .approved),
        row(applePayOrder, "4457000300000007", .approved),
    ]

    private static func row(
        _ order: String, _ card: String, _ code: VantivCode = .approved,
        _ authorizationCode: String? = nil, _ address: String? = nil,
        _ securityCode: String? = nil, enhanced: EnhancedAuthorization? = nil
    ) -> CertificationRow {
        CertificationRow(
            order: order, card: card, code: code, authorizationCode: authorizationCode,
            address: address, securityCode: securityCode, enhanced: enhanced)
    }
}
