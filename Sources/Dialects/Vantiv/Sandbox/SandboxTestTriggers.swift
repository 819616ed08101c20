import DialectKit
import PaymentDomain
import StrictXML

/// Vantiv's own test values. Only a sandbox uses them.
///
/// Source: Vantiv's sandbox page (card suffixes, amounts, referenced transactions) and the certification
/// tests of its SDKs.
enum SandboxTestTriggers {
    /// The card, as far as test values look at it.
    enum Card {
        case number(CardNumberText)
        case token
        case registration(String)
        case applePay
    }

    /// The sandbox's script, and the literal words of the reply.
    static func of(
        _ card: Card, _ amountText: String?, _ request: VantivRequest, _ exchange: VantivExchange
    ) -> (script: SandboxScript, words: VantivTestTriggers) {
        var script = SandboxScript()
        // Vantiv's test cards ended in 2012 and later.
        script.ignoresExpiry = true
        var words = VantivTestTriggers()
        let amount = amountText.map { trimmedXML($0) } ?? ""
        switch card {
        case .number(let number):
            if let row = CertificationRow.row(order: exchange.orderID ?? "", card: number.value) {
                row.apply(amount, to: &script, &words)
            } else {
                applySuffix(of: number.value, amount, to: &script, &words)
            }
        case .registration(let id):
            words.unknownRegistration = Self.words(ofRegistration: id)?.unknownRegistration
            applyAmount(amount, to: &script, &words)
        case .applePay where exchange.orderID == CertificationRow.applePayOrder: break
        case .applePay: applyAmount(amount, to: &script, &words)
        case .token: break
        }
        if exchange.isProcessorSandbox { applyTests(card, amount, exchange, to: &script, &words) }
        return (script, words)
    }

    /// What ActiveMerchant's tests expect of Vantiv's sandbox, in LitleXML alone.
    ///
    /// Source: its remote tests: a sale of 10010 with a stored token, or with the number of a decrypted Apple Pay token,
    /// is approved in part; a card that ends in 001 is acknowledged with 001.
    private static func applyTests(
        _ card: Card, _ amount: String, _ exchange: VantivExchange,
        to script: inout SandboxScript, _ words: inout VantivTestTriggers
    ) {
        guard exchange.version.family == .litle else { return }
        let isPart: Bool
        switch card {
        case .token: isPart = true
        case .number(let number):
            isPart = number.value == "44444444400009"
            if number.value.hasSuffix(VantivCode.received.code) {
                words.acknowledged = .received
            }
        case .registration, .applePay: isPart = false
        }
        if isPart, amount == "10010", exchange.transaction == .sale {
            script.verdict = approval(ofPartOf: amount)
        }
    }

    /// The last three digits of a card are the response code; digits three to five may name a
    /// feature, of which address and security code are obeyed.
    private static func applySuffix(
        of digits: String, _ amount: String, to script: inout SandboxScript,
        _ words: inout VantivTestTriggers
    ) {
        apply(code: String(digits.suffix(3)), amount, to: &script, &words)
        let bytes = Array(digits.utf8.dropFirst(2).prefix(5))
        guard bytes.count == 5, bytes[0] == 0x30, bytes[1] == 0x30 else { return }
        switch bytes[2] {
        case UInt8(ascii: "4"):
            script.setsChecks = true
            words.address = String(decoding: bytes[3...4], as: UTF8.self)
            script.address = AddressCheck.allCases.first { $0.vantivCode == words.address }
        case UInt8(ascii: "5"):
            let results: [SecurityCodeCheck] = [
                .match, .noMatch, .notProcessed, .shouldBePresent, .unsupported,
            ]
            let index = Int(bytes[3]) - 0x30
            guard results.indices.contains(index) else { return }
            script.setsChecks = true
            script.securityCode = results[index]
            words.securityCode = results[index].vantivCode
        default: return
        }
    }

    /// With Apple Pay and eProtect an amount of three digits is the response code.
    private static func applyAmount(
        _ amount: String, to script: inout SandboxScript, _ words: inout VantivTestTriggers
    ) {
        guard ["000", "010", "100", "101", "110"].contains(amount) else { return }
        apply(code: amount, amount, to: &script, &words)
    }

    private static func apply(
        code text: String, _ amount: String, to script: inout SandboxScript,
        _ words: inout VantivTestTriggers
    ) {
        guard let code = VantivCode(code: text) else { return }
        if code == .approved {
            script.verdict = .approve
        } else if code == .partiallyApproved {
            script.verdict = approval(ofPartOf: amount)
        } else if let reason = code.scriptedReason {
            script.verdict = .decline(reason)
            words.decline = code
        }
    }

    /// An approval of four fifths, as in Vantiv's certification orders 10 to 13; nothing has no parts.
    static func approval(ofPartOf amount: String) -> SandboxScript.Verdict {
        let units = ContentValue.integer(amount) ?? 0
        return units == 0 ? .approve : .approvePart(units / 5 * 4 + units % 5 * 4 / 5)
    }

    /// The code for a transaction that isn't in our database: the last three digits of its number.
    ///
    /// Except for a number that may be ours: a refused request has one, and isn't in the database. On the paths of
    /// Vantiv's sandbox digits that are no code approve.
    static func code(
        ofReferenced number: TransactionNumber, of exchange: VantivExchange
    ) -> VantivCode {
        let now = exchange.receivedAt
        let year = now.adding(seconds: -VantivLimits.ownNumberSeconds)
        let oldest = TransactionNumber(at: year, random: 0)
        let next = TransactionNumber(
            at: now.adding(seconds: VantivLimits.clockSeconds), random: 0)
        if oldest.value <= number.value, number.value < next.value { return .transactionNotFound }
        let digits = String(number.value % 1000).withLeadingZeros(to: 3)
        guard let code = VantivCode(code: digits), code != .received else {
            return exchange.isProcessorSandbox ? .approved : .transactionNotFound
        }
        return code
    }

    /// An authReversal of an amount that the certification's capture of order 32 or 35 has already used or released,
    /// from 12 on. Our amounts are right that nothing is left, and neither the number nor the amount names the order:
    /// so it is any of that amount.
    static func words(ofRelease amount: Money?, in version: VantivVersion) -> VantivTestTriggers? {
        guard version.major >= 12, let amount,
            CertificationRow.reversedAfterCapture.contains(amount.minorUnits)
        else { return nil }
        var words = VantivTestTriggers()
        words.nothingLeft = .approved
        return words
    }

    /// The two registrations of Vantiv's eProtect certification, tests 14 and 15.
    static func words(ofRegistration id: String) -> VantivTestTriggers? {
        var words = VantivTestTriggers()
        switch id {
        case unknownRegistration: words.unknownRegistration = .tokenNotFound
        case expiredRegistration: words.unknownRegistration = .registrationExpired
        default: return nil
        }
        return words
    }

    private static let unknownRegistration =
        "cDZJcmd1VjNlYXNaSlRMTGpocVZQY1NWVXE4ZW5UTko4NU9KK3p1L1p1Vzg4YzVPQVlSUHNITG1JN2I0NzlyTg=="
    private static let expiredRegistration =
        "RGFQNCt6U1d1M21SeVByVTM4dHlHb1FsVkUrSmpnWXhNY0o5UkMzRlZFanZiUHVnYjN1enJXbG1WSDF4aXlNcA=="

    /// `orgId1` is found once, `orgId2` twice, `orgId0` never; on the paths of Vantiv's sandbox any `id` is like that.
    static func words(ofQuery name: String?, _ exchange: VantivExchange) -> VantivTestTriggers? {
        if exchange.isProcessorSandbox {
            var words = VantivTestTriggers()
            words.matchCount = ProcessorSandbox.matchCount(ofUnknown: name)
            words.isInProgress = words.matchCount == nil
            return words
        }
        guard let name, name.utf8.count == 6, name.hasPrefix("orgId"),
            let digit = name.utf8.last, digit >= 0x30, digit <= 0x39
        else { return nil }
        var words = VantivTestTriggers()
        words.matchCount = Int(digit - 0x30)
        return words
    }
}
