import Events
import PaymentDomain

/// Prints events as they come: JSON lines, or a table with its titles once.
struct EventOutput {
    let isJSON: Bool
    private var hasTitles = false

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    /// Prints the next events.
    mutating func show(_ events: [Event]) {
        guard !events.isEmpty else { return }
        if isJSON {
            for event in events { print(String(decoding: event.body, as: UTF8.self)) }
            return
        }
        printTable(of: events)
    }

    /// Prints the titles of a table without events.
    mutating func end() {
        if !isJSON, !hasTitles { printTable(of: []) }
    }

    private mutating func printTable(of events: [Event]) {
        // Later pages keep these widths.
        var table = TextTable(
            .init("at", width: 24), .init("event", width: 28), .init("merchant", width: 12),
            .init("order", width: 16), .init("amount", isNumber: true, width: 10),
            .init("currency"), .init("code"), .init("id"))
        for event in events { add(event, to: &table) }
        table.print(withTitles: !hasTitles)
        hasTitles = true
    }

    private func add(_ event: Event, to table: inout TextTable) {
        let (at, kind, id) = (event.at.iso8601, event.kind.rawValue, event.id.description)
        switch event.subject {
        case .payment(let payment):
            table.add(
                at, kind, payment.merchant.value, payment.orderReference, payment.amount.decimal,
                payment.amount.currency.code, payment.code?.rawValue ?? "", id)
        case .batch(let batch):
            table.add(at, kind, batch.merchant?.value ?? "", "", "", "", "", id)
        }
    }
}
