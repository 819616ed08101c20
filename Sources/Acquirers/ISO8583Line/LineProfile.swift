import AcquirerKit
import ISO8583
import PaymentDomain

/// All that differs between the hosts of acquirers: data, and no code.
package struct LineProfile: Sendable, Hashable {
    /// How messages look on the wire.
    package let specification: Specification
    /// The acquiring institution: field 32.
    let acquirer: String
    /// How far the times of fields 12 and 13 are from UTC.
    let secondsFromUTC: Int64
    let style: Style
    let messages: [MessageKind: MessageTemplate]
    let codes: ResponseCodes
    /// The fields that an answer must repeat if the request has them.
    let echoed: Set<Int>
    /// The field of the response code, and of the approval code.
    let codeField: Int
    /// Whether an approval without an approval code isn't one.
    let requiresApprovalCode: Bool
    let checks: CheckPlaces
    private(set) var times: LinkTimes

    /// The same profile with shorter waits.
    package func within(_ limits: LineLimits) -> LineProfile {
        var profile = self
        profile.times.connect = min(times.connect, limits.connect.milliseconds)
        profile.times.answer = min(times.answer, limits.call.milliseconds)
        return profile
    }

    /// How money is taken.
    enum Style: String, Sendable, CaseIterable {
        /// An authorization holds it, and a capture takes it.
        case dual
        /// The authorization takes it. There are sales, and no captures.
        case single
    }

    /// Whether payments that were made with another profile can go on with this one.
    ///
    /// A later message names its original by type, and the style says whether captures are sent.
    package func carriesOn(_ earlier: LineProfile) -> Bool {
        style == earlier.style
            && earlier.messages.allSatisfy { kind, message in
                messages[kind].map { $0.type == message.type } ?? true
            }
    }

    /// Whether messages after the authorization name the card.
    var namesCardInMessages: Bool {
        messages.contains { kind, message in
            kind != .authorize
                && message.fields.values.contains { !$0.sources.isDisjoint(with: [.pan, .expiry]) }
        }
    }

    /// The number of the approval code in all editions.
    static let approvalCodeField = 38
    static let amountField = 4

    /// The names of the profiles that come with the line.
    package static let shipped = Specification.shipped

    /// A profile that comes with the line, as JSON; nil for another name. Those of ISO 8583:1987 differ in their
    /// specification alone.
    package static func json(ofShipped name: String) -> [UInt8]? {
        guard shipped.contains(name) else { return nil }
        if name == "cmf" { return PackageResources.profile_cmf_json }
        let text = String(decoding: PackageResources.profile_spec87_json, as: UTF8.self)
        return Array(
            text.replacing(
                "\"specification\": \"spec87-ascii\"", with: "\"specification\": \"\(name)\""
            ).utf8)
    }
}

/// Which characters of an answer have the letters of the issuer's checks.
struct CheckPlaces: Sendable, Hashable {
    /// A character of a field.
    struct Place: Sendable, Hashable {
        let field: Int
        /// From 1.
        let character: Int
    }

    var address: Place?
    var securityCode: Place?
}

/// How long a link waits, in milliseconds.
struct LinkTimes: Sendable, Hashable {
    /// For a connection.
    var connect: Int64 = 5_000
    /// For an answer.
    var answer: Int64 = 20_000
    /// Between two echoes.
    var echo: Int64 = 60_000
    /// After a link was lost: the first wait, which doubles up to the last.
    var firstRetry: Int64 = 500
    var lastRetry: Int64 = 30_000

    /// How long after its transmission an authorization may still reach the host, in seconds.
    var settlingSeconds: Int64 { answer / 1_000 + 10 }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
