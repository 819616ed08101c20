import PaymentDomain
import StrictCoding

/// A network's members on the wire.
struct CybersourceNetwork: Sendable, Hashable {
    /// The field for the cryptogram of a device.
    enum Proof: String, Sendable, Hashable {
        case cavv
        /// Mastercard's.
        case ucaf
    }

    let cardType: String
    let commerceIndicator: String
    let proof: Proof

    /// The row of a network and an ECI; nil if the table has none.
    static func row(_ network: CardNetwork, _ eci: ECI?) -> CybersourceNetwork? {
        let rows = all[network.rawValue] ?? [:]
        return eci.flatMap { rows[$0.value.withLeadingZeros(to: 2)] } ?? rows["*"]
    }

    /// By the network's name, then by the ECI.
    private static let all: [String: [String: CybersourceNetwork]] = {
        var all: [String: [String: CybersourceNetwork]] = [:]
        for row in TSV.rows(PackageResources.networks_tsv, columns: 5) {
            guard let proof = Proof(rawValue: row[4]) else { continue }
            all[row[0], default: [:]][row[2]] = CybersourceNetwork(
                cardType: row[1], commerceIndicator: row[3], proof: proof)
        }
        return all
    }()
}

/// The meaning of an answer's status.
enum CybersourceStatus: String, Sendable, Hashable {
    case authorized
    case authorizedIfCoded = "authorized-if-coded"
    case accepted
    case undone
    case refused

    /// The meaning of a status; nil if nobody knows it.
    static func meaning(_ status: String) -> CybersourceStatus? { all[status] }

    private static let all: [String: CybersourceStatus] = {
        var all: [String: CybersourceStatus] = [:]
        for row in TSV.rows(PackageResources.statuses_tsv, columns: 2) {
            all[row[0]] = CybersourceStatus(rawValue: row[1])
        }
        return all
    }()
}

/// The reason of a refusal.
struct CybersourceReason: Sendable, Hashable {
    let word: String
    /// Its number in a search.
    let number: String
    /// The decline; nil if nobody knows the outcome.
    let decline: DeclineReason?

    static let duplicate = "DUPLICATE_REQUEST"
    static let invalidData = "INVALID_DATA"
    static let invalidAmount = "INVALID_AMOUNT"
    /// A second request under one name, and the second void of a transaction.
    static let ofRepetitions: Set<String> = [invalidData, notVoidable]
    static let notVoidable = "NOT_VOIDABLE"
    /// The number of a success in a search.
    static let success = "100"

    /// The issuer approved, and a check of the cardholder's data failed.
    static let failedChecks: Set<String> = ["AVS_FAILED", "CV_FAILED"]
    /// There was nothing to undo.
    static let nothingThere: Set<String> = ["MISSING_AUTH", invalidData]
    static let alreadyReversed = "AUTH_ALREADY_REVERSED"
    /// It was captured as a whole, or reversed, or one of the two.
    static let settledOrReversed: Set<String> = [
        "TRANSACTION_ALREADY_SETTLED", "TRANSACTION_ALREADY_REVERSED_OR_SETTLED",
    ]
    /// Nothing is held any more.
    static let nothingHeld = settledOrReversed.union([alreadyReversed])
    /// It can't be undone: it was undone before, or it was settled.
    static let undoneOrSettled = settledOrReversed.union([notVoidable])
    /// A later message may be taken when it comes again: a person corrects the account's set-up.
    static let passing: Set<String> = ["INVALID_MERCHANT_CONFIGURATION"]

    /// The reason of a word; nil for one that nobody knows.
    static func named(_ word: String) -> CybersourceReason? { rows.first { $0.word == word } }

    /// The first reason of a number.
    static func numbered(_ number: String) -> CybersourceReason? {
        rows.first { $0.number == number }
    }

    static let rows: [CybersourceReason] = TSV.rows(PackageResources.reasons_tsv, columns: 3).map {
        CybersourceReason(
            word: $0[0], number: $0[1],
            decline: $0[2] == "-" ? nil : DeclineReason(networkCode: $0[2]))
    }
}
