import PaymentDomain

/// A member of an event's body, for the reference and the schema.
package struct EventMember: Sendable, Hashable {
    /// The values that a member may have.
    package enum Form: Sendable, Hashable {
        case text
        /// A time in UTC.
        case moment
        /// A whole number, at least this.
        case number(Int)
        case flag
        /// One of these texts.
        case word([String])
        /// This number alone.
        case version(Int64)
    }

    /// Whose events have it.
    package enum Subject: Sendable, Hashable {
        case payment
        case batch
        case both
    }

    /// Its name, with those of the objects that it is in. `[]` means each object of an array.
    package let path: String
    package let meaning: String
    package var form: Form
    package let subject: Subject
    package var isRequired: Bool

    private init(
        _ path: String, _ meaning: String, _ form: Form = .text, of subject: Subject = .payment,
        isRequired: Bool = true
    ) {
        self.path = path
        self.meaning = meaning
        self.form = form
        self.subject = subject
        self.isRequired = isRequired
    }

    /// The objects that may be missing.
    static let optionalObjects: Set<String> = ["data.amounts", "data.operation"]
}

extension EventMember {
    /// All members, in the order of the body.
    package static let all = common + payment + batch

    private static let common = [
        EventMember(
            "type", "The kind of event.", .word(EventKind.allCases.map(\.rawValue)), of: .both),
        EventMember("timestamp", "When the change was made, in UTC.", .moment, of: .both),
        EventMember(
            "version", "The version of the catalogue.", .version(EventKind.version), of: .both),
        EventMember("id", "The event's ID, the same at every delivery.", of: .both),
        EventMember(
            "sequence", "The number of the change within its payment. Of a batch, its number.",
            .number(1), of: .both),
    ]

    private static let payment = [
        EventMember("data.payment", "The payment's ID."),
        EventMember(
            "data.merchant", "The merchant. It is missing in a batch's event for the operator.",
            of: .both),
        EventMember("data.protocol", "The protocol that asked for the payment."),
        EventMember("data.order", "The shop's order reference."),
        EventMember(
            "data.amount", "The amount of the change. Without an approval, the requested amount.",
            .number(0)),
        EventMember("data.currency", "The currency, ISO 4217."),
        EventMember(
            "data.state", "The payment's state after the change.",
            .word(PaymentState.allCases.map(\.rawValue))),
        EventMember("data.amounts.requested", "The requested amount.", .number(0)),
        EventMember("data.amounts.authorized", "The approved amount.", .number(0)),
        EventMember(
            "data.amounts.released", "Released so far, as the acquirer acknowledged it.",
            .number(0)),
        EventMember(
            "data.amounts.captured", "Captured so far, as the acquirer acknowledged it.",
            .number(0)),
        EventMember(
            "data.amounts.refunded", "Refunded so far, as the acquirer acknowledged it.",
            .number(0)),
        EventMember(
            "data.card.brand", "The card's network, if it is known.",
            .word(CardNetwork.allCases.map(\.rawValue)), isRequired: false),
        EventMember("data.card.last_four", "The last four digits of the number that was used."),
        EventMember("data.operation.id", "The ID of the operation that changed."),
        EventMember(
            "data.operation.kind",
            EventOperationKind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") + ".",
            .word(EventOperationKind.allCases.map(\.rawValue))),
        EventMember(
            "data.operation.final", "Of a capture: whether no other may follow.", .flag,
            isRequired: false),
        EventMember(
            "data.code", "The response code of a decline or a refusal.", isRequired: false),
        EventMember(
            "data.authorization_code", "The issuer's approval code, with the approval.",
            isRequired: false),
    ]

    private static let batch = [
        EventMember("data.batch", "The batch's number.", .number(1), of: .batch),
        EventMember("data.totals[].currency", "The currency of a total.", of: .batch),
        EventMember("data.totals[].captures", "How many captures.", .number(0), of: .batch),
        EventMember("data.totals[].captured", "Their sum.", .number(0), of: .batch),
        EventMember(
            "data.totals[].refunds", "How many refunds and credits.", .number(0), of: .batch),
        EventMember("data.totals[].refunded", "Their sum.", .number(0), of: .batch),
    ]
}
