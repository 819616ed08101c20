package struct AuditReport: Sendable, Hashable {
    /// How many rows of each table were read.
    package var rows: [String: Int] = [:]
    package internal(set) var breachCount = 0
    /// The first of them, at most ``AuditLimits/listedBreaches``.
    package internal(set) var breaches: [AuditBreach] = []

    /// How many payments were recomputed.
    package var payments: Int { rows["payments"] ?? 0 }
    /// How many captures, refunds, releases, credits and voids were recomputed.
    package var operations: Int { rows["operations"] ?? 0 }
    package var isClean: Bool { breachCount == 0 }

    /// A report of nothing yet.
    package init() {}

    /// Counts a breach, and lists it if there is room.
    package mutating func add(_ breach: AuditBreach) {
        breachCount += 1
        if breaches.count < AuditLimits.listedBreaches { breaches.append(breach) }
    }
}

/// One rule that does not hold in one row.
package struct AuditBreach: Sendable, Hashable {
    package let rule: AuditRule
    /// The row: an identifier, a batch number, a client's name; never card data, nor a client's
    /// key.
    package let subject: String

    /// A row that breaks a rule.
    package init(rule: AuditRule, subject: String) {
        self.rule = rule
        self.subject = subject
    }

    package var code: String { rule.rawValue }
}

package enum AuditRule: String, Sendable, Hashable, CaseIterable {
    /// The amounts break an invariant of `PaymentAmounts`, or exceed what was asked for.
    case amountsUnsound = "amounts-unsound"
    /// The amounts are not what the payment's operations add up to.
    case amountsDisagree = "amounts-disagree"
    /// The state does not fit the amounts, the moments or the operations.
    case stateDisagrees = "state-disagrees"
    /// The payment does not have as many events as changes, or the batch has none although it is closed.
    case eventsMissing = "events-missing"
    /// The payment's events do not lead to its state, or to those of its operations.
    case eventsDisagree = "events-disagree"
    /// The payment is closed to captures without the reason that it names, or open after its last one.
    case lastCaptureAstray = "last-capture-astray"
    /// An unknown outcome without a reversal on its way.
    case reversalMissing = "reversal-missing"
    /// The payment's Apple transaction is not marked as spent by it.
    case spentTokenMissing = "spent-token-missing"
    /// A spent Apple transaction names a payment that is not there, or did not spend it.
    case spentTokenOrphan = "spent-token-orphan"
    /// No card has the payment's card token.
    case cardMissing = "card-missing"
    /// An operation without its payment.
    case operationOrphan = "operation-orphan"
    /// An operation waits for an answer, but no one is telling the acquirer.
    case deliveryMissing = "delivery-missing"
    /// An advice is on its way for something that needs none.
    case deliveryAstray = "delivery-astray"
    /// An idempotency key names a row that is not there.
    case idempotencyOrphan = "idempotency-orphan"
    /// A void and what it takes back do not agree.
    case voidAstray = "void-astray"
    /// A refund of a capture that does not stand, or is another payment's; or a capture that gives back more than it took.
    case refundAstray = "refund-astray"
    /// A transaction names a payment or an operation that is not there, or not its own.
    case transactionOrphan = "transaction-orphan"
    /// A spent registration still has its content, or names a payment or a card that is not there.
    case registrationAstray = "registration-astray"
    /// A profile has no default account or several, or an account whose number it has not given.
    case profileAstray = "profile-astray"
    /// An account is of a profile or of a card that is not there.
    case accountAstray = "account-astray"
    /// An order has two approved payments, or one of another merchant or amount.
    case orderAstray = "order-astray"
    /// An audit log entry was changed, removed or inserted.
    case actAstray = "act-astray"
    /// A batch's totals are not what its operations add up to.
    case batchDisagrees = "batch-disagrees"
    /// A settled operation, or a total, names a batch that doesn't exist; or the batch before one is missing, and no
    /// restore left it out.
    case batchMissing = "batch-missing"
    /// The payment was begun under a number that no transaction has any more.
    case transactionMissing = "transaction-missing"
    /// A client, a certificate or a route is of a merchant that is not there.
    case merchantMissing = "merchant-missing"
    /// A secret is of a client that is not there.
    case clientMissing = "client-missing"
    /// A route, a secret or a payment is of a line that is not there, or that isn't marked as used.
    case lineMissing = "line-missing"
    /// A line has no secret in use.
    case lineSecretMissing = "line-secret-missing"
    /// A secret of an endpoint that is not there.
    case webhookMissing = "webhook-missing"
    /// An endpoint without a secret in use.
    case webhookSecretMissing = "webhook-secret-missing"
}

package struct AuditProgress: Sendable, Hashable {
    package let table: String
    /// How many of its rows were read.
    package let rows: Int
    /// How many tables were read whole, of how many.
    package let tablesDone: Int
    package let tables: Int

    package init(table: String, rows: Int, tablesDone: Int, tables: Int) {
        self.table = table
        self.rows = rows
        self.tablesDone = tablesDone
        self.tables = tables
    }
}

package enum AuditLimits {
    /// How many rows the audit reads in one snapshot; between two of them the log can be emptied.
    package static let rowsPerSnapshot = 2_000
    /// The most breaches that an audit lists; it counts all.
    package static let listedBreaches = 1_000
}
