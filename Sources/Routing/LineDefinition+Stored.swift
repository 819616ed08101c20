import PaymentDomain
import StrictCoding

/// What the database has of a line beside its name, kind and mode: one JSON object, because kinds differ in it.
extension LineDefinition {
    private enum Key: String, CaseIterable {
        case currency
        case address
        case user
        case reportGroup = "report_group"
        case roots
    }

    /// The JSON text for the database.
    package var configuration: String {
        let values: [(Key, String?)] = [
            (.currency, currency.code), (.address, address.description), (.user, user),
            (.reportGroup, reportGroup), (.roots, roots),
        ]
        let members = values.compactMap { key, value in
            value.map { "\"\(key.rawValue)\":\(quoted($0))" }
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// A line from the database; nil if its texts aren't ours.
    package init?(id: LineID, kind: String, mode: String, configuration: String) {
        guard let kind = LineKind(rawValue: kind), let mode = LineMode(rawValue: mode),
            let object = (try? JSONValue(reading: Array(configuration.utf8)))?.object,
            object.keys.allSatisfy({ Key(rawValue: $0) != nil })
        else { return nil }
        func text(_ key: Key) -> String? { object[key.rawValue]?.text }
        guard let currency = text(.currency).flatMap({ Currency(code: $0) }),
            let typed = text(.address), let address = try? LineAddress(typed: typed),
            let user = text(.user),
            let definition = try? LineDefinition(
                id: id, kind: kind, mode: mode, currency: currency, address: address,
                user: user, reportGroup: text(.reportGroup), roots: text(.roots))
        else { return nil }
        self = definition
    }
}

/// ASCII text as a JSON string.
///
/// Source: RFC 8259, section 7.
private func quoted(_ text: String) -> String {
    var quoted = "\""
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += "\\" + String(UnicodeScalar(byte))
        case 0x00..<0x20: quoted += "\\u00" + Hex.encode([byte])
        default: quoted.unicodeScalars.append(UnicodeScalar(byte))
        }
    }
    return quoted + "\""
}
