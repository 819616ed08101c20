/// Decides which values of a message may be shown: a value is hidden unless its name is known to be harmless.
///
/// So a field that nobody thought of is hidden too. A shown value is still searched for card numbers and long secrets.
enum MaskRule {
    /// What stands for a hidden value.
    static let hidden = "•••"

    private static let longestShown = 80
    private static let longestRun = 44
    /// The fewest digits of a card number.
    private static let shortestCard = 12
    /// The fewest digits of the cards that the protocols take: American Express.
    private static let usualCard = 15

    /// Parts of names whose values are never shown.
    private static let secretParts = [
        "secret", "password", "token", "key", "pan", "cvv", "cvc", "security", "postal", "zip",
        "pin",
        "signature", "data", "link", "holder", "exp", "email", "phone", "account",
    ]

    /// Names whose values are shown, in lower case without marks.
    private static let shownNames: Set<String> = [
        "id", "lastfour", "createdat", "expiresat", "ordersource", "amountauthorized", "cardtype",
        "cardbrand",
        "authcode", "avsresp", "avsresult", "cvvresp",
        "country",
        "success", "count", "capture", "version", "litletxnid", "cnptxnid", "reportgroup",
        "transactionidentifier",
    ]

    /// Ends of names whose values are shown.
    private static let shownEnds = [
        "amount", "amt", "total", "currency", "currencycode", "countrycode", "code", "message",
        "msg", "status",
        "state", "outcome", "result", "response", "resp", "respstat", "resptext", "respproc",
        "reason", "type",
        "kind", "action", "operation", "reference", "orderid", "orderno", "ordernumber",
        "transactionid", "retref",
        "merchid", "merchantid", "merchantidentifier", "paymentid", "network", "networks", "time",
        "date", "batchid",
        "setlstat", "store", "storeid", "terminalid", "label", "domainname", "validationurl",
        "approved", "declined",
    ]

    /// The value as it is shown; nil stands for a name that isn't known.
    static func shown(_ value: String, of name: String?) -> String {
        guard !value.isEmpty else { return value }
        guard let name, isShown(name), isHarmless(value) else { return hidden }
        // Under these alone a long number is a transaction's.
        let isNumber = shownNames.contains(plain(name))
        return isNumber || longestDigits(value) < usualCard ? value : hidden
    }

    /// A name of a field. A client may write anything there, also a card number that it got wrong.
    static func shownName(_ name: String) -> String {
        isHarmless(name) && longestDigits(name) < shortestCard ? name : hidden
    }

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// How many digits are in a row, right check digit or not.
    private static func longestDigits(_ text: String) -> Int {
        let runs = text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return runs.map(\.count).max() ?? 0
    }

    private static func isShown(_ name: String) -> Bool {
        let plain = plain(name)
        if shownNames.contains(plain) { return true }
        guard !secretParts.contains(where: plain.contains) else { return false }
        return shownEnds.contains { plain.hasSuffix($0) }
    }

    /// Whether a text is short, and has neither a card number nor a long run of letters and digits in it.
    private static func isHarmless(_ text: String) -> Bool {
        guard text.utf8.count <= longestShown else { return false }
        let runs = text.utf8.split { !isAlphanumeric($0) }
        guard runs.allSatisfy({ $0.count <= longestRun }) else { return false }
        return !hasCardNumber(text)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    /// Whether 12 to 19 digits in a row, perhaps with blanks or hyphens between them, pass the check digit's test; whether
    /// there are more of them in a row than any number has.
    ///
    /// Source: ISO/IEC 7812-1, annex B.
    private static func hasCardNumber(_ text: String) -> Bool {
        let joined = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        let runs = joined.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return runs.contains { $0.count > 19 || ($0.count >= 12 && passesCheck($0)) }
    }

    private static func passesCheck(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
        var sum = 0
        for (position, byte) in digits.reversed().enumerated() {
            let digit = Int(byte - UInt8(ascii: "0"))
            let doubled = position % 2 == 1 ? digit * 2 : digit
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return sum % 10 == 0
    }
}
