// Source: Vantiv's certification tests, orders 1 to 13, as its SDKs hold them (TestCert1Base).

import PaymentDomain

/// An order of Vantiv's certification: what a card gets under this order.
///
/// The orders 32 to 36 and 50 to 57 need no row: the books answer them as the table expects.
struct CertificationRow: Sendable {
    let order: String
    let card: String
    /// The amount in minor units; 0 asks for the checks alone.
    let amount: Int64
    /// The code; 000 is an approval, 010 one of ``part``.
    let code: VantivCode
    var authorizationCode: String?
    var address: String?
    var securityCode: String?
    var part: Int64?

    /// The order under which Vantiv certifies Apple Pay: approved whatever the amount.
    static let applePayOrder = "65"

    /// The row of an order, or nil.
    static func row(order: String, card: String, amount: String) -> CertificationRow? {
        guard order.utf8.count <= 2, let units = ContentValue.integer(amount) else { return nil }
        return table.first { row in
            row.order == order && row.card == card && (row.amount == units || row.takes(units))
        }
    }

    /// Whether the row holds for an authorization of nothing: those with checks do.
    private func takes(_ units: Int64) -> Bool { units == 0 && part == nil }

    /// Writes the row into a script.
    func apply(to script: inout SandboxScript, _ words: inout VantivMagic) {
        if let part {
            script.verdict = .approvePart(part)
        } else if let reason = code.scriptedReason {
            script.verdict = .decline(reason)
            words.decline = code
        } else {
            script.verdict = .approve
        }
        script.authorizationCode = authorizationCode
        words.authorizationCode = authorizationCode
        guard address != nil || securityCode != nil else { return }
        script.setsChecks = true
        script.address = AddressCheck.allCases.first { $0.vantivCode == address }
        script.securityCode = SecurityCodeCheck.allCases.first { $0.vantivCode == securityCode }
        words.address = address
        words.securityCode = securityCode
    }

    /// The table.
    static let table: [CertificationRow] = [
        row("1", "4457010000000009", 10010, .approved, "11111 ", "01", "M"),
        row("2", "5112010000000003", 20020, .approved, "22222", "10", "M"),
        row("3", "6011010000000003", 30030, .approved, "33333", "10", "M"),
        row("4", "375001000000005", 40040, .approved, "44444", "13", nil),
        row("5", "4457010200000007", 50050, .approved, "55555 ", "32", "M"),
        row("6", "4457010100000008", 60060, .insufficientFunds, nil, "34", "P"),
        row("7", "5112010100000002", 70070, .invalidAccountNumber, nil, "34", "N"),
        row("8", "6011010100000002", 80080, .callDiscover, nil, "34", "P"),
        row("9", "375001010000003", 90090, .pickUpCard, nil, "34", nil),
        partial("10", "4457010140000141", 40000, 32000),
        partial("11", "5112010140000004", 60000, 48000),
        partial("12", "375001014000009", 50000, 40000),
        partial("13", "6011010140000004", 15000, 12000),
        row("32", "4457010000000009", 10010, .approved, "11111 ", "01", "M"),
        row("33", "5112010000000003", 20020, .approved, "22222", "10", "M"),
        row("34", "6011010000000003", 30030, .approved, "33333", "10", "M"),
        row("35", "375001000000005", 40040, .approved, "44444", "13", nil),
        row("36", "375000026600004", 20500, .approved, nil, nil, nil),
        row(applePayOrder, "4457000300000007", 100, .approved, nil, nil, nil),
    ]

    private static func row(
        _ order: String, _ card: String, _ amount: Int64, _ code: VantivCode,
        _ authorizationCode: String?, _ address: String?, _ securityCode: String?
    ) -> CertificationRow {
        CertificationRow(
            order: order, card: card, amount: amount, code: code,
            authorizationCode: authorizationCode, address: address, securityCode: securityCode)
    }

    private static func partial(
        _ order: String, _ card: String, _ amount: Int64, _ part: Int64
    ) -> CertificationRow {
        CertificationRow(
            order: order, card: card, amount: amount, code: .partiallyApproved, part: part)
    }
}
