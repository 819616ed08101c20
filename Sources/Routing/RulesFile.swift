import PaymentDomain
import StrictCoding

/// Reads a file of rules:
///
///     {"rules": [
///       {"network": "amex", "currency": "USD", "amount_to": "499.99", "line": "east"},
///       {"protocol": "…", "line": "west", "otherwise": "east"}
///     ], "merchant_numbers": {"west": "81601"}}
///
/// Both amounts are inclusive. The first rule that fits a payment decides. A merchant number is sent over its line in place
/// of the merchant's own.
package struct RulesFile: Sendable {
    fileprivate enum Key: String {
        case network, currency, line, otherwise
        case amountFrom = "amount_from"
        case amountTo = "amount_to"
        case dialect = "protocol"
    }

    /// A rule as it was written, and where.
    fileprivate struct WrittenRule {
        let place: String
        let texts: [Key: String]
    }

    private let protocols: Set<String>

    /// A reader.
    ///
    /// - Parameter protocols: Those that a rule may name.
    package init(protocols: Set<String>) {
        self.protocols = protocols
    }

    /// The rules of a whole file.
    ///
    /// - Throws: ``RulesFileError`` for the first problem.
    package func table(reading bytes: [UInt8]) throws(RulesFileError) -> RouteTable {
        let file = try object(of: bytes)
        let elements = try elements(of: file)
        var rules: [RouteRule] = []
        for (index, element) in elements.enumerated() {
            rules.append(try rule(try written(element, at: "rules[\(index + 1)]")))
        }
        let numbers = try merchantNumbers(in: file, of: Set(rules.flatMap(\.lines)))
        guard let table = RouteTable(rules, merchantNumbers: numbers) else {
            throw RulesFileError(.tooMany, "rules")
        }
        return table
    }

    private func object(of bytes: [UInt8]) throws(RulesFileError) -> JSONObject {
        var limits = JSONLimits()
        limits.textBytes = RoutingLimits.fileBytes
        limits.valueBytes = RoutingLimits.valueBytes
        let file: JSONValue
        do {
            file = try JSONValue(reading: bytes, limits: limits)
        } catch {
            throw RulesFileError(.notJSON, "the file (\(error.code))")
        }
        guard let object = file.object else { throw RulesFileError(.wrongType, "the file") }
        if let other = object.keys.filter({ $0 != "rules" && $0 != RulesFile.numbers }).min() {
            throw RulesFileError(.unknownKey, shown(other))
        }
        return object
    }

    private func elements(of file: JSONObject) throws(RulesFileError) -> [JSONValue] {
        guard let rules = file["rules"] else { throw RulesFileError(.missingKey, "the file") }
        guard let elements = rules.elements else { throw RulesFileError(.wrongType, "rules") }
        guard elements.count <= RoutingLimits.rules else { throw RulesFileError(.tooMany, "rules") }
        return elements
    }

    private static let numbers = "merchant_numbers"

    /// The merchant's numbers at single lines.
    private func merchantNumbers(
        in file: JSONObject, of lines: Set<LineID>
    ) throws(RulesFileError) -> [LineID: String] {
        guard let numbers = file[RulesFile.numbers] else { return [:] }
        guard let object = numbers.object else {
            throw RulesFileError(.wrongType, RulesFile.numbers)
        }
        var known: [LineID: String] = [:]
        for name in object.keys.sorted() {
            let place = "\(RulesFile.numbers).\(shown(name))"
            guard lines.contains(LineID(name)) else { throw RulesFileError(.unusedLine, place) }
            guard let text = object[name]?.text,
                (1...RoutingLimits.merchantNumberBytes).contains(text.utf8.count),
                text.utf8.allSatisfy(isLetterOrDigit)
            else { throw RulesFileError(.badMerchantNumber, place) }
            known[LineID(name)] = text
        }
        return known
    }

    private func written(
        _ element: JSONValue, at place: String
    ) throws(RulesFileError) -> WrittenRule {
        guard let object = element.object else { throw RulesFileError(.wrongType, place) }
        var texts: [Key: String] = [:]
        // In their order, so that the same file always gets the same message.
        for name in object.keys.sorted() {
            guard let key = Key(rawValue: name) else {
                throw RulesFileError(.unknownKey, "\(place).\(shown(name))")
            }
            let isAmount = key == .amountFrom || key == .amountTo
            guard let text = isAmount ? object[name]?.textOrNumber : object[name]?.text else {
                throw RulesFileError(.wrongType, "\(place).\(name)")
            }
            texts[key] = text
        }
        return WrittenRule(place: place, texts: texts)
    }

    private func rule(_ written: WrittenRule) throws(RulesFileError) -> RouteRule {
        let network = try written.value(.network, or: .badNetwork) { CardNetwork(rawValue: $0) }
        let currency = try written.value(.currency, or: .badCurrency) { Currency(code: $0) }
        let dialect = try written.value(.dialect, or: .badProtocol) {
            protocols.contains($0) ? $0 : nil
        }
        let line = try written.value(.line, or: .badLine) { try? LineID(typed: $0) }
        let otherwise = try written.value(.otherwise, or: .badLine) { try? LineID(typed: $0) }
        let amounts = try written.amounts(in: currency)
        guard let line else { throw RulesFileError(.missingKey, written.place) }
        guard
            let rule = RouteRule(
                network: network, currency: currency, amounts: amounts, dialect: dialect,
                line: line, otherwise: otherwise)
        else { throw RulesFileError(.sameLine, written.place) }
        return rule
    }

    /// An unknown key as a message shows it: it may be anything.
    private func shown(_ key: String) -> String {
        let bytes = key.utf8.prefix(RoutingLimits.shownKeyCharacters).map {
            isLetterOrDigit($0) || $0 == UInt8(ascii: "_") ? $0 : UInt8(ascii: "?")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RulesFile.WrittenRule {
    /// The meaning of a value; nil if the rule doesn't have it.
    fileprivate func value<Value>(
        _ key: RulesFile.Key, or kind: RulesFileError.Kind, _ read: (String) -> Value?
    ) throws(RulesFileError) -> Value? {
        guard let text = texts[key] else { return nil }
        guard let value = read(text) else {
            throw RulesFileError(kind, "\(place).\(key.rawValue)")
        }
        return value
    }

    /// The range of amounts, in minor units; nil if the rule has none.
    fileprivate func amounts(
        in currency: Currency?
    ) throws(RulesFileError) -> ClosedRange<Int64>? {
        guard texts[.amountFrom] ?? texts[.amountTo] != nil else { return nil }
        guard let currency else { throw RulesFileError(.amountWithoutCurrency, place) }
        func units(_ key: RulesFile.Key) throws(RulesFileError) -> Int64? {
            try value(key, or: .badAmount) {
                (try? Money(decimal: $0, currency: currency))?.minorUnits
            }
        }
        let from = try units(.amountFrom) ?? 0
        let to = try units(.amountTo) ?? Limits.maximumMinorUnits
        guard from <= to else { throw RulesFileError(.badAmount, "\(place).amount_to") }
        return from...to
    }
}
