import StrictCoding

/// What the hosted page says, from texts.json: the one file to translate.
enum PageTexts {
    /// By their names in the file.
    static let all: [String: String] = {
        // A test reads the file, and looks for each text that the page needs.
        guard let object = try? JSONValue(reading: PackageResources.texts_json).object else {
            return [:]
        }
        return Dictionary(
            uniqueKeysWithValues: object.keys.map { ($0, object[$0]?.text ?? "") })
    }()

    static func text(_ name: String) -> String { all[name] ?? "" }
}

/// What the page shows: the order's state, or what only the page knows.
enum PageState: String, CaseIterable {
    case open
    case paying
    case paid
    case declined
    case cancelled
    case failed
    case unknown
    case expired
    /// Declined too often.
    case closed
    /// The browser has no Apple Pay.
    case unsupported

    var heading: String { PageTexts.text("\(rawValue).heading") }
    var text: String { PageTexts.text("\(rawValue).text") }
}
