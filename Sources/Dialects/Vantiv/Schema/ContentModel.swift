/// The releases in which a rule holds.
struct VantivReleases: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Some releases.
    init(_ releases: [VantivRelease]) {
        rawValue = releases.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
    }

    static let all = VantivReleases(VantivRelease.allCases)
    static let cnp = VantivReleases([.v12x0, .v12x34])
    static let litle = all.subtracting(cnp)
    static let latest = VantivReleases([.v12x34])
    static let beforeLatest = all.subtracting(latest)
    /// The card-on-file fields came to all branches at one time.
    static let cardOnFile = VantivReleases([.v8x31, .v9x14, .v10x8, .v11x4, .v12x0, .v12x34])
    /// PIN entry, Android Pay: as before, but not in 8.
    static let pin = VantivReleases([.v9x14, .v10x8, .v11x4, .v12x0, .v12x34])

    func contains(_ release: VantivRelease) -> Bool {
        rawValue & 1 << UInt16(release.rawValue) != 0
    }
}

/// One element of a content model.
struct ContentRule: Sendable {
    /// How often it comes.
    enum Occurrence: Sendable {
        case once
        case optional
        case many
        /// Exactly one of the neighbours with the same choice.
        case oneOf(Choice)
        /// At most one of the neighbours with the same choice.
        case upToOneOf(Choice)
    }

    /// The choices of the schemas, by what is chosen.
    enum Choice: UInt8, Sendable {
        case source
        case proof
        case securityCode
        case account
        case card
        case token
    }

    let name: String
    let value: ContentValue
    let occurrence: Occurrence
    var releases = VantivReleases.all

    static func must(_ name: String, _ value: ContentValue) -> ContentRule {
        ContentRule(name: name, value: value, occurrence: .once)
    }

    static func may(_ name: String, _ value: ContentValue) -> ContentRule {
        ContentRule(name: name, value: value, occurrence: .optional)
    }

    static func many(_ name: String, _ value: ContentValue) -> ContentRule {
        ContentRule(name: name, value: value, occurrence: .many)
    }

    static func one(_ choice: Choice, _ name: String, _ value: ContentValue) -> ContentRule {
        ContentRule(name: name, value: value, occurrence: .oneOf(choice))
    }

    static func upToOne(_ choice: Choice, _ name: String, _ value: ContentValue) -> ContentRule {
        ContentRule(name: name, value: value, occurrence: .upToOneOf(choice))
    }

    /// The same rule in some releases only.
    func only(_ releases: VantivReleases) -> ContentRule {
        var rule = self
        rule.releases = releases
        return rule
    }

    /// The choice, if the rule is part of one.
    var choice: Choice? {
        switch occurrence {
        case .oneOf(let choice), .upToOneOf(let choice): choice
        case .once, .optional, .many: nil
        }
    }
}

/// The content that an element may have, in one release.
struct ContentModel: Sendable {
    /// Whether the order counts (xs:sequence) or not (xs:all).
    enum Order: Sendable {
        case sequence
        case all
    }

    /// The name of the element, for errors.
    let name: String
    let order: Order
    let rules: [ContentRule]

    /// The model of an element in one release.
    static func of(_ part: ContentPart, in release: VantivRelease) -> ContentModel {
        compiled[release.rawValue][part.rawValue]
    }

    /// Every model in every release, made once.
    private static let compiled: [[ContentModel]] = VantivRelease.allCases.map { release in
        ContentPart.allCases.map { part in
            let model = part.model
            return ContentModel(
                name: model.name, order: model.order,
                rules: model.rules.filter { $0.releases.contains(release) })
        }
    }

    /// Every name that any model has in any release.
    static let vocabulary: Set<String> = Set(
        ContentPart.allCases.flatMap { $0.model.rules.map(\.name) })
}
