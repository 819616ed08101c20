import Foundation

/// An agreement of the customer besides this payment.
///
/// PassKit refuses a request with two of these, so a checkout holds at most one.
public enum PaymentAgreement: Sendable, Hashable {
    /// A subscription (iOS 16).
    case recurring(RecurringPayment)
    /// A stored balance that is refilled (iOS 16).
    case automaticReload(ReloadPayment)
    /// A payment that is taken later, such as a hotel's (iOS 16.4).
    case deferred(DeferredPayment)
    /// One token for each of several merchants (iOS 16).
    case multipleMerchants([TokenContext])
}

/// The page on which the customer can change an agreement, and the server that hears of it.
public struct AgreementTerms: Sendable, Hashable {
    /// The purpose of the payments, for example "Pro membership".
    public let purpose: String
    /// The web page on which the customer can change or end the agreement.
    public let managementURL: URL
    /// The terms, as the sheet shows them.
    public let billingAgreement: String?
    /// The server that Apple notifies of changes of the merchant token.
    public let tokenNotificationURL: URL?

    /// Makes the terms.
    public init(
        purpose: String, managementURL: URL, billingAgreement: String? = nil,
        tokenNotificationURL: URL? = nil
    ) {
        self.purpose = purpose
        self.managementURL = managementURL
        self.billingAgreement = billingAgreement
        self.tokenNotificationURL = tokenNotificationURL
    }
}

/// A subscription.
public struct RecurringPayment: Sendable, Hashable {
    /// The unit of the interval between payments.
    public enum Unit: Sendable, Hashable, CaseIterable {
        /// Days.
        case day
        /// Months.
        case month
        /// Years.
        case year
    }

    /// How often, from when, and until when is paid.
    public struct Schedule: Sendable, Hashable {
        /// The unit of the interval.
        public let unit: Unit
        /// The number of units between payments, at least 1.
        public let count: Int
        /// The first payment's time; nil is now.
        public let start: Date?
        /// The last payment's time; nil is never.
        public let end: Date?

        /// Makes a schedule.
        public init(every count: Int = 1, _ unit: Unit, start: Date? = nil, end: Date? = nil) {
            self.unit = unit
            self.count = max(1, count)
            self.start = start
            self.end = end
        }
    }

    /// The terms.
    public let terms: AgreementTerms
    /// The regular payment.
    public let billing: LineItem
    /// When it is taken.
    public let schedule: Schedule
    /// A trial before it, if there is one.
    public let trial: Trial?

    /// A trial: another amount for the beginning.
    public struct Trial: Sendable, Hashable {
        /// The trial's payment; zero for a free trial.
        public let billing: LineItem
        /// When it is taken.
        public let schedule: Schedule

        /// Makes a trial.
        public init(_ billing: LineItem, _ schedule: Schedule) {
            self.billing = billing
            self.schedule = schedule
        }
    }

    /// Makes a subscription.
    public init(
        _ terms: AgreementTerms, billing: LineItem, schedule: Schedule, trial: Trial? = nil
    ) {
        self.terms = terms
        self.billing = billing
        self.schedule = schedule
        self.trial = trial
    }
}

/// A balance that is refilled when it falls below a threshold.
public struct ReloadPayment: Sendable, Hashable {
    /// The terms.
    public let terms: AgreementTerms
    /// The amount of one refill.
    public let billing: LineItem
    /// The balance below which is refilled.
    public let threshold: Amount

    /// Makes an automatic reload.
    public init(_ terms: AgreementTerms, billing: LineItem, threshold: Amount) {
        self.terms = terms
        self.billing = billing
        self.threshold = threshold
    }
}

/// A payment that is taken later.
public struct DeferredPayment: Sendable, Hashable {
    /// The terms.
    public let terms: AgreementTerms
    /// The amount.
    public let billing: LineItem
    /// When it is taken.
    public let date: Date
    /// Until when the customer can cancel without cost.
    public let freeCancellation: Date?

    /// Makes a deferred payment.
    public init(
        _ terms: AgreementTerms, billing: LineItem, date: Date, freeCancellation: Date? = nil
    ) {
        self.terms = terms
        self.billing = billing
        self.date = date
        self.freeCancellation = freeCancellation
    }
}

/// One of several merchants that are paid at once.
public struct TokenContext: Sendable, Hashable {
    /// The merchant's own Apple Pay identifier.
    public let merchantIdentifier: String
    /// A name for it that doesn't change, of the app's choice.
    public let externalIdentifier: String
    /// The merchant's name on the sheet.
    public let merchantName: String
    /// The most that this merchant takes.
    public let amount: Amount

    /// Makes a context.
    public init(
        merchantIdentifier: String, externalIdentifier: String, merchantName: String, amount: Amount
    ) {
        self.merchantIdentifier = merchantIdentifier
        self.externalIdentifier = externalIdentifier
        self.merchantName = merchantName
        self.amount = amount
    }
}
