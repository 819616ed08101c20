import DialectKit
import PaymentDomain

/// CardConnect's own test values. Only a sandbox uses them.
///
/// Source: CardPointe test environment (UAT): test cards, amounts, postal codes, security codes.
struct CardPointeTestTriggers {
    /// The script for the sandbox.
    var script = SandboxScript()
    /// The literal words of the reply.
    var words = CardPointeTestWords()

    /// The decline that an amount of 1000 to 1999 whole dollars asks for: its last three digits are a code of the
    /// processor. Codes that the table does not have, and approvals, change nothing.
    static func decline(_ amount: Money, _ processor: CardPointeProcessor) -> CardPointeCode? {
        guard let answer = answer(amount, processor), answer.status != .approved else {
            return nil
        }
        return answer
    }

    private static func answer(
        _ amount: Money, _ processor: CardPointeProcessor
    ) -> CardPointeCode? {
        var unit: Int64 = 1
        for _ in 0..<amount.currency.exponent { unit *= 10 }
        let whole = amount.minorUnits / unit
        guard (1000...1999).contains(whole) else { return nil }
        let digits = String(String(whole).suffix(3))
        switch processor {
        case .rapidConnect: return whole == 1000 ? nil : processor.answer(digits)
        case .firstDataNorth:
            guard digits.hasPrefix("0") else { return nil }
            return processor.answer(String(digits.dropFirst()))
        }
    }

    /// Reads the test values of amount, card, address and security code.
    init(
        _ card: CardPointeTestCard?, _ amount: Money, _ processor: CardPointeProcessor,
        random: UInt64
    ) {
        // The test environment does not look at the end of a card.
        script.ignoresExpiry = true
        let digits = String(random % 1000)
        script.authorizationCode =
            "PPS" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
        switch card {
        case .approved(let code): script.authorizationCode = code
        case .declined(let reason): decline(processor.decline(reason), as: reason)
        case .generallyDeclined:
            if processor == .rapidConnect, let code = processor.answer("500") {
                decline(code, as: .insufficientFunds)
            } else {
                decline(processor.decline(.insufficientFunds), as: .insufficientFunds)
            }
        case .silent: decline(CardPointeCode(.timedOut), as: .issuerUnavailable)
        case .partial:
            let limit: Int64 = 500
            if amount.minorUnits >= limit + 100 { script.verdict = .approvePart(limit) }
        case nil: break
        }
        guard script.verdict == nil, let answer = Self.answer(amount, processor) else { return }
        if answer.status == .approved {
            script.verdict = .approve
        } else {
            decline(answer, as: processor.reason(of: answer.code))
        }
    }

    private mutating func decline(_ code: CardPointeCode, as reason: DeclineReason) {
        script.verdict = .decline(reason)
        words.decline = code
    }

    /// The results of the checks of address and security code.
    mutating func setChecks(postal: String?, street: String?, securityCode: String?) {
        script.setsChecks = true
        let candidates =
            [postal].compactMap(\.self).map { String($0.suffix(3)) }
            + (street ?? "").split(separator: " ").map(String.init)
        let asked = candidates.lazy.compactMap { CardPointeAddressTrigger(number: $0) }.first
        if let trigger = asked ?? (postal == nil ? nil : .otherPostalCode) {
            words.address = trigger.letter
            script.address = trigger.check
        }
        switch securityCode {
        case "111": (words.securityCode, script.securityCode) = ("N", .noMatch)
        case "222": (words.securityCode, script.securityCode) = ("P", .notProcessed)
        case "333": (words.securityCode, script.securityCode) = ("U", .unsupported)
        case .some: (words.securityCode, script.securityCode) = ("M", .match)
        case nil: break
        }
    }
}

/// A test card. A token has its first two digits and its last four, and these are enough.
enum CardPointeTestCard: Sendable, Hashable {
    case approved(String)
    case declined(DeclineReason)
    /// Insufficient funds, which Rapid Connect answers with 500, Decline.
    case generallyDeclined
    /// No answer comes: PPS 62.
    case silent
    /// Approved for 5.00 from 6.00 on.
    case partial

    /// The test card with these ends, or nil.
    init?(firstTwo: some StringProtocol, lastFour: some StringProtocol) {
        switch "\(firstTwo)\(lastFour)" {
        case "471443": self = .approved("PPS009")
        case "431020", "541023", "601122": self = .declined(.referToIssuer)
        case "431038", "541031", "601130": self = .declined(.doNotHonor)
        case "431046", "541049", "601148": self = .declined(.expiredCard)
        case "431053", "541056", "601155": self = .generallyDeclined
        case "490062", "510062", "640062": self = .silent
        case "430101": self = .partial
        default: return nil
        }
    }
}

extension CardPointeDialect {
    /// The test values of an authorization.
    func magic(
        _ fields: CardConnectFields, _ amount: Money, _ exchange: CardPointeExchange
    ) throws(CardPointeProblem) -> CardPointeTestTriggers {
        // Which card a profile has isn't known yet.
        let card = try payingAccount(fields) == nil ? testCard(try account(fields)) : nil
        var magic = CardPointeTestTriggers(
            card, amount, processor(exchange), random: UInt64(exchange.number.value))
        magic.setChecks(
            postal: try postal(fields), street: try fields.value("address"),
            securityCode: try fields.value("cvv2"))
        // An approval that was given elsewhere has a code already.
        if let code = try fields.value("authcode") { magic.script.authorizationCode = code }
        return magic
    }

    private func testCard(_ account: String) -> CardPointeTestCard? {
        let firstTwo = CardSecureToken(account)?.firstTwo ?? account.prefix(2)
        return CardPointeTestCard(firstTwo: firstTwo, lastFour: account.suffix(4))
    }
}
