/// The two names of one protocol: LitleXML up to version 11, cnpAPI from 12.
///
/// Source: Vantiv, litleOnline_v11.4.xsd and cnpOnline_v12.0.xsd.
enum VantivFamily: Sendable, Hashable, CaseIterable {
    case litle
    case cnp

    /// The namespace of all elements.
    var namespace: StaticString {
        switch self {
        case .litle: "http://www.litle.com/schema"
        case .cnp: "http://www.vantivcnp.com/schema"
        }
    }

    /// The root of a request.
    var request: String {
        switch self {
        case .litle: "litleOnlineRequest"
        case .cnp: "cnpOnlineRequest"
        }
    }

    /// The root of a reply.
    var response: StaticString {
        switch self {
        case .litle: "litleOnlineResponse"
        case .cnp: "cnpOnlineResponse"
        }
    }

    /// The element of a transaction's number.
    var transactionNumber: StaticString {
        switch self {
        case .litle: "litleTxnId"
        case .cnp: "cnpTxnId"
        }
    }

    /// The element of a card's handle.
    var token: StaticString {
        switch self {
        case .litle: "litleToken"
        case .cnp: "cnpToken"
        }
    }

    /// The version in a reply if the request's version isn't known.
    var latestVersion: String {
        switch self {
        case .litle: "11.4"
        case .cnp: "12.34"
        }
    }
}

/// The releases whose schemas we have; a version is held to the latest one at or below it within its
/// own generation (8, 9, 10, 11, 12), or to the generation's first.
///
/// Within the generation, since a step between generations changes what a reply may hold.
enum VantivRelease: Int, Sendable, Hashable, CaseIterable {
    case v8x29, v8x31, v9x3, v9x14, v10x1, v10x8, v11x4, v12x0, v12x34

    /// Generation and minor number.
    var numbers: (major: Int, minor: Int) {
        switch self {
        case .v8x29: (8, 29)
        case .v8x31: (8, 31)
        case .v9x3: (9, 3)
        case .v9x14: (9, 14)
        case .v10x1: (10, 1)
        case .v10x8: (10, 8)
        case .v11x4: (11, 4)
        case .v12x0: (12, 0)
        case .v12x34: (12, 34)
        }
    }
}

/// A version that a client speaks: `12.50`, the second number being a count, not a decimal.
struct VantivVersion: Sendable, Hashable {
    /// As the client wrote it.
    let text: String
    let major: Int
    let minor: Int
    let release: VantivRelease
    /// The next release of its generation: what came between the two may be in a request.
    let nextRelease: VantivRelease?

    /// The oldest that is served. Source: LitleXML 8.29 is the first release with applepay.
    static let oldestMinorOf8 = 29

    /// A version that is served, or nil.
    init?(_ text: String) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Self.number(parts[0]),
            let minor = Self.number(parts[1]), (8...12).contains(major),
            major > 8 || minor >= Self.oldestMinorOf8
        else { return nil }
        let own = VantivRelease.allCases.filter { $0.numbers.major == major }
        guard let first = own.first else { return nil }
        self.text = text
        self.major = major
        self.minor = minor
        release = own.last { $0.numbers.minor <= minor } ?? first
        let isBetween = release.numbers.minor < minor
        nextRelease = isBetween ? own.first { $0.numbers.minor > minor } : nil
    }

    /// Which family a version belongs to.
    var family: VantivFamily { major >= 12 ? .cnp : .litle }

    /// The longest `orderId` that a request may have. A reply has the same: were it cut, two orders could come back as
    /// one.
    var longestOrderID: Int {
        release == .v12x34 || nextRelease == .v12x34
            ? VantivLimits.longOrderID : VantivLimits.shortOrderID
    }

    /// Whether replies may have `location`. Source: the change log of Vantiv's PHP SDK, 12.13.
    var hasLocation: Bool { isAtLeast(12, 13) }

    /// One to three digits.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard (1...3).contains(digits.count) else { return nil }
        var value = 0
        for byte in digits {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }
}

/// The protocol of a reply: the family, and the version as the client wrote it.
struct VantivSession: Sendable, Hashable {
    let family: VantivFamily
    /// The attribute `version` of the reply.
    let version: String
}
