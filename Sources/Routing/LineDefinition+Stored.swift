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
        case hosts
        case links
        case plaintext
        case profile
    }

    /// The JSON text for the database.
    package var configuration: String {
        let own: [(Key, String?)] =
            switch account {
            case .worldpay(let service), .cybersource(let service):
                [
                    (.address, quoted("\(service.address)")), (.user, quoted(service.user)),
                    (.reportGroup, service.reportGroup.map(quoted)),
                ]
            case .iso8583(let account):
                [
                    (.hosts, "[\(account.hosts.map { quoted("\($0)") }.joined(separator: ","))]"),
                    (.links, String(account.links)),
                    (.plaintext, account.isEncrypted ? nil : "true"),
                    (.profile, quoted(account.profile)),
                ]
            }
        let values = [(.currency, quoted(currency.code))] + own + [(.roots, roots.map(quoted))]
        let members = values.compactMap { key, value in
            value.map { "\"\(key.rawValue)\":\($0)" }
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// A line from the database; nil if its texts aren't ours.
    package init?(id: LineID, kind: String, mode: String, configuration: String) {
        guard let kind = LineKind(rawValue: kind), let mode = LineMode(rawValue: mode),
            let object = (try? JSONValue(reading: Array(configuration.utf8)))?.object,
            object.keys.allSatisfy({ Key(rawValue: $0) != nil }),
            let currency = object[Key.currency.rawValue]?.text.flatMap({ Currency(code: $0) }),
            let account = LineDefinition.account(kind, object),
            let definition = try? LineDefinition(
                id: id, mode: mode, currency: currency, account: account,
                roots: object[Key.roots.rawValue]?.text)
        else { return nil }
        self = definition
    }

    private static func account(_ kind: LineKind, _ object: JSONObject) -> LineAccount? {
        func text(_ key: Key) -> String? { object[key.rawValue]?.text }
        switch kind {
        case .worldpay, .cybersource:
            guard let typed = text(.address), let address = try? LineAddress(typed: typed),
                let user = text(.user)
            else { return nil }
            return try? LineAccount(
                kind,
                ServiceAccount(address: address, user: user, reportGroup: text(.reportGroup)))
        case .iso8583:
            guard let elements = object[Key.hosts.rawValue]?.elements,
                case .number(let links)? = object[Key.links.rawValue], let count = Int(links),
                let profile = text(.profile)
            else { return nil }
            let hosts = elements.compactMap { $0.text.flatMap { try? HostAddress(typed: $0) } }
            guard hosts.count == elements.count else { return nil }
            let account = try? HostAccount(
                hosts: hosts, links: count,
                isEncrypted: object[Key.plaintext.rawValue]?.boolean != true, profile: profile)
            return account.map { .iso8583($0) }
        }
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
