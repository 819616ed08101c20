import PaymentDomain
import StrictCoding

/// What a response code answers.
enum WorldpayVerdict: Sendable, Hashable {
    case approved
    case declined(DeclineReason)
}

/// The response codes of cnpAPI.
enum WorldpayCode {
    static let approved = "000"
    /// Of the API's release 10, which answers captures, refunds and reversals before it has done them.
    static let received = "001"
    static let partiallyApproved = "010"
    static let depleted = "111"
    static let found = "150"
    static let notFound = "151"
    static let foundInProgress = "152"
    static let duplicate = "251"
    static let authorizationExpired = "306"
    static let transactionNotFound = "360"
    static let authorizationGone = "361"

    /// The answers to a query that was understood.
    static let queryAnswers: Set<String> = [approved, found, notFound, foundInProgress]

    /// The codes that say: not now. A message is sent again after one.
    static let passing: Set<String> = ["100", "101", "102", "108"]

    /// What a code answers; nil for a code that is no answer to a payment, and for one that nobody knows.
    static func verdict(_ code: String) -> WorldpayVerdict? { verdicts[code] }

    /// The reason of a refusal; ``DeclineReason/other`` for a code that isn't a decline.
    static func reason(_ code: String) -> DeclineReason {
        guard case .declined(let reason) = verdicts[code] else { return .other }
        return reason
    }

    /// All rows, by their code; `-` for a code that is no answer.
    static let rows: [(code: String, answer: String)] =
        TSV.rows(PackageResources.response_codes_tsv, columns: 3).map { ($0[0], $0[1]) }

    private static let verdicts: [String: WorldpayVerdict] = {
        var verdicts: [String: WorldpayVerdict] = [:]
        for row in rows where row.answer != "-" {
            verdicts[row.code] =
                row.answer == "approved"
                ? .approved : .declined(DeclineReason(networkCode: row.answer))
        }
        return verdicts
    }()
}
