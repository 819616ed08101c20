import Events
import PaymentDomain

/// Prints events as they come: JSON lines, or a table with its titles once.
struct EventOutput {
    let isJSON: Bool
    /// Whether the events are forwarded.
    let hasAnswers: Bool
    private var hasTitles = false

    init(isJSON: Bool, hasAnswers: Bool = false) {
        self.isJSON = isJSON
        self.hasAnswers = hasAnswers
    }

    /// Prints the next events.
    ///
    /// - Parameter answer: The status that a receiver answered.
    mutating func show(_ events: [Event], answer: String = "") {
        guard !events.isEmpty else { return }
        if isJSON {
            for event in events { print(String(decoding: event.body, as: UTF8.self)) }
            return
        }
        printTable(of: events, answer: answer)
    }

    /// Prints the titles of a table without events.
    mutating func end() {
        if !isJSON, !hasTitles { printTable(of: []) }
    }

    private mutating func printTable(of events: [Event], answer: String = "") {
        // Later pages keep these widths.
        var table = TextTable(
            .init("at", width: 24), .init("event", width: 28), .init("merchant", width: 12),
            .init("order", width: 16), .init("amount", isNumber: true, width: 10),
            .init("currency"), .init(hasAnswers ? "answer" : "code"), .init("id"))
        for event in events { add(event, answer: answer, to: &table) }
        table.print(withTitles: !hasTitles)
        hasTitles = true
    }

    private func add(_ event: Event, answer: String, to table: inout TextTable) {
        let (at, kind, id) = (event.at.iso8601, event.kind.rawValue, event.id.description)
        switch event.subject {
        case .payment(let payment):
            table.add(
                at, kind, payment.merchant.value, payment.orderReference, payment.amount.decimal,
                payment.amount.currency.code, hasAnswers ? answer : payment.code?.rawValue ?? "", id
            )
        case .batch(let batch):
            table.add(at, kind, batch.merchant?.value ?? "", "", "", "", answer, id)
        }
    }
}
