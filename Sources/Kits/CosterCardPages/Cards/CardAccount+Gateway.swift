import Foundation

extension CardAccount {
    /// The text properties and their names in the gateway's JSON.
    ///
    /// Source: CardPointe Gateway API, profile.
    private static var texts: [(String, ReferenceWritableKeyPath<CardAccount, String?>)] {
        [
            ("acctid", \.accountID), ("accttype", \.accountType), ("address", \.address),
            ("city", \.city), ("country", \.country), ("email", \.email), ("license", \.license),
            ("name", \.name), ("phone", \.phone), ("postal", \.postalCode), ("region", \.region),
            ("ssnl4", \.ssnl4), ("token", \.token),
        ]
    }

    /// The flags, which are `Y` or `N` there.
    private static var flags: [(String, ReferenceWritableKeyPath<CardAccount, Bool>)] {
        [
            ("auoptout", \.accountUpdaterOptOut), ("defaultacct", \.defaultAccount),
            ("gsacard", \.governmentIssued),
        ]
    }

    func fill(_ fields: [String: Any]) {
        for (name, property) in Self.texts {
            self[keyPath: property] = Self.text(fields[name])
        }
        for (name, property) in Self.flags {
            self[keyPath: property] = Self.text(fields[name])?.uppercased() == "Y"
        }
        // Profile numbers have up to 20 digits: no binary number holds each of them.
        profileID = Self.text(fields["profileid"]).flatMap { text in
            CardRules.isDigits(text) ? NSDecimalNumber(string: text) : nil
        }
        let expiry = Self.text(fields["expiry"]) ?? ""
        expirationDate = ExpirationMonth(digits: expiry)?.date
    }

    func fields() -> [String: Any] {
        var fields: [String: Any] = [:]
        for (name, property) in Self.texts {
            fields[name] = self[keyPath: property]
        }
        for (name, property) in Self.flags {
            fields[name] = self[keyPath: property] ? "Y" : "N"
        }
        fields["profileid"] = profileID?.stringValue
        fields["expiry"] = expirationDate.map { ExpirationMonth($0).digits() }
        return fields
    }

    private static func text(_ value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let number as NSNumber: number.stringValue
        default: nil
        }
    }

    /// The title in a list: the brand and the last four digits.
    package var title: String {
        [accountType ?? "", last4 ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
