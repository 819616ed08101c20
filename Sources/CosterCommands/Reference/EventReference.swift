import Events

/// The page of all events: the catalogue, and the body that receivers get.
enum EventReference {
    static var markdown: String {
        var page = Markdown(
            title: "Events",
            "`coster events` lists the changes of payments that a merchant's systems want to know.")
        page.add(
            "Version \(EventKind.version). Within a version, kinds and members are only added. Ignore those that you don't know."
        )
        page.add(
            table: ["type", "when"],
            EventKind.allCases.map { ["`\($0.rawValue)`", $0.meaning] })
        page.add(heading: "The body")
        page.add(
            "`coster events --json` prints one body a line. An event has the same bytes each time. A member without a value is missing. Amounts are in the currency's minor units."
        )
        page.add(table: ["member", "meaning"], members.map { ["`\($0.name)`", $0.meaning] })
        page.add(
            "No event has a name, an address, a token or a card number. Events may come twice or out of order: keep the `id`, and drop what has a lower `sequence`."
        )
        return page.text
    }

    /// The members of the body; those of `data` with their path.
    static let members: [(name: String, meaning: String)] = [
        ("type", "The kind of event."),
        ("timestamp", "When the change was made, in UTC."),
        ("version", "The version of the catalogue."),
        ("id", "The event's ID, the same at every delivery."),
        ("sequence", "The number of the change within its payment. Of a batch, its number."),
        ("data.payment", "The payment's ID."),
        ("data.merchant", "The merchant. It is missing in a batch's event for the operator."),
        ("data.protocol", "The protocol that asked for the payment."),
        ("data.order", "The shop's order reference."),
        ("data.amount", "The amount of the change. Without an approval, the requested amount."),
        ("data.currency", "The currency, ISO 4217."),
        ("data.state", "The payment's state after the change."),
        ("data.amounts.requested", "The requested amount."),
        ("data.amounts.authorized", "The approved amount."),
        ("data.amounts.released", "Released so far, as the acquirer acknowledged it."),
        ("data.amounts.captured", "Captured so far, as the acquirer acknowledged it."),
        ("data.amounts.refunded", "Refunded so far, as the acquirer acknowledged it."),
        ("data.card.brand", "The card's network, if it is known."),
        ("data.card.last_four", "The last four digits of the number that was used."),
        ("data.operation.id", "The ID of the operation that changed."),
        (
            "data.operation.kind",
            EventOperationKind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") + "."
        ),
        ("data.operation.final", "Of a capture: whether no other may follow."),
        ("data.code", "The response code of a decline or a refusal."),
        ("data.authorization_code", "The issuer's approval code, with the approval."),
        ("data.batch", "The batch's number."),
        ("data.totals[].currency", "The currency of a total."),
        ("data.totals[].captures", "How many captures."),
        ("data.totals[].captured", "Their sum."),
        ("data.totals[].refunds", "How many refunds and credits."),
        ("data.totals[].refunded", "Their sum."),
    ]
}
