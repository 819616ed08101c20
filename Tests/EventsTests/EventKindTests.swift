import PaymentDomain
import Testing

@testable import Events

/// A stored change, and its public kind; nil if it has none.
struct CatalogueRow: Sendable, CustomTestStringConvertible {
    let change: PaymentEventKind
    let operation: EventOperationKind?
    let isPartial: Bool
    let kind: String?

    var testDescription: String {
        "\(change) \(operation?.rawValue ?? "-") \(isPartial ? "in part" : "")"
    }

    init(
        _ change: PaymentEventKind, _ operation: EventOperationKind? = nil, isPartial: Bool = false,
        is kind: String?
    ) {
        self.change = change
        self.operation = operation
        self.isPartial = isPartial
        self.kind = kind
    }

    static let all = [
        CatalogueRow(.approved, is: "payment.authorized"),
        CatalogueRow(.approved, .capture, is: "payment.authorized"),
        CatalogueRow(.approved, isPartial: true, is: "payment.partially_authorized"),
        CatalogueRow(.declined, is: "payment.declined"),
        CatalogueRow(.notSent, is: "payment.not_sent"),
        CatalogueRow(.unanswered, is: "payment.outcome_unknown"),
        CatalogueRow(.abandoned, is: "payment.outcome_unknown"),
        CatalogueRow(.reversed, is: "payment.reversed"),
        CatalogueRow(.credited, .credit, is: "payment.credited"),
        CatalogueRow(.confirmed, .capture, is: "payment.captured"),
        CatalogueRow(.confirmed, .capture, isPartial: true, is: "payment.captured"),
        CatalogueRow(.confirmed, .release, is: "payment.released"),
        CatalogueRow(.confirmed, .refund, is: "payment.refunded"),
        CatalogueRow(.confirmed, .captureVoid, is: "payment.capture_voided"),
        CatalogueRow(.confirmed, .refundVoid, is: "payment.refund_voided"),
        CatalogueRow(.confirmed, .creditVoid, is: "payment.credit_voided"),
        CatalogueRow(.confirmed, .credit, is: nil),
        CatalogueRow(.confirmed, is: nil),
        CatalogueRow(.refused, .capture, is: "payment.capture_refused"),
        CatalogueRow(.refused, .release, is: "payment.release_refused"),
        CatalogueRow(.refused, .refund, is: "payment.refund_refused"),
        CatalogueRow(.refused, .captureVoid, is: "payment.capture_void_refused"),
        CatalogueRow(.refused, .refundVoid, is: "payment.refund_void_refused"),
        CatalogueRow(.refused, .creditVoid, is: "payment.credit_void_refused"),
        CatalogueRow(.refused, .credit, is: nil),
        CatalogueRow(.refused, is: nil),
        CatalogueRow(.requested, .capture, is: nil),
        CatalogueRow(.accepted, .capture, is: nil),
        CatalogueRow(.renewed, is: nil),
        CatalogueRow(.cancelled, is: "payment.cancelled"),
        CatalogueRow(.nothingLeft, is: "payment.nothing_left"),
    ]
}

@Suite("The catalogue of events", .timeLimit(.minutes(5)))
struct EventKindTests {
    @Test("a stored change has one public kind or none", arguments: CatalogueRow.all)
    func kind(_ row: CatalogueRow) {
        let kind = EventKind(row.change, of: row.operation, isPartial: row.isPartial)
        #expect(kind?.rawValue == row.kind)
        #expect(row.kind == nil || row.change.isPublic)
    }

    @Test("each stored change and each public kind has a row")
    func complete() {
        #expect(Set(CatalogueRow.all.map(\.change)) == Set(PaymentEventKind.allCases))
        let reached = Set(CatalogueRow.all.compactMap(\.kind))
        let all = Set(EventKind.allCases.map(\.rawValue))
        #expect(reached == all.subtracting([EventKind.batchClosed.rawValue]))
    }

    @Test("a kind has two words of letters and underscores", arguments: EventKind.allCases)
    func names(_ kind: EventKind) {
        #expect(kind.rawValue.wholeMatch(of: /[a-z]+\.[a-z_]+/) != nil)
    }

    @Test(
        "the void of a credit is told from that of a refund by its target",
        arguments: [
            (PaymentOperation.Kind.credit, EventOperationKind.creditVoid), (.refund, .refundVoid),
        ])
    func voids(of target: PaymentOperation.Kind, _ expected: EventOperationKind) throws {
        let amount = try Money(minorUnits: 5, currency: .usd)
        let at = Timestamp(milliseconds: 0)
        let taken = PaymentOperation(id: OperationID(), target, amount, at: at)
        let void = PaymentOperation(id: OperationID(), voiding: taken, givesUpHold: false, at: at)
        #expect(EventOperation(void, takingBack: taken).kind == expected)
    }
}
