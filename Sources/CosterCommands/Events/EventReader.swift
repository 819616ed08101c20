import CosterServer
import Events
import PaymentDomain
import PaymentStorage

/// Reads the events of the database, a merchant or a payment, one page after another.
struct EventReader {
    struct Page {
        let events: [Event]
        /// Whether there are no more now.
        let isEnd: Bool
        /// Whether the next ones wait for transactions that may have an earlier one.
        var isWaiting = false
    }

    private let store: SQLPaymentStore
    private let merchant: MerchantID?
    private let payment: PaymentID?
    private var cursor = EventCursor()

    init(_ store: SQLPaymentStore, of merchant: MerchantID?, in payment: PaymentID?) {
        self.store = store
        self.merchant = merchant
        self.payment = payment
    }

    /// Goes to the place from which to read.
    ///
    /// - Parameters:
    ///   - event: The event behind which to begin.
    ///   - count: How many of the newest events to begin with if no event is given.
    mutating func begin(after event: EventID?, newest count: Int) async throws {
        if let payment { try await require(payment) }
        if let event {
            guard let found = try await store.event(event, of: merchant) else {
                throw CosterFailure(
                    .badInput,
                    "There is no event \(event), or it was erased by `events-kept-days`. To list the events, run: coster events"
                )
            }
            cursor = EventCursor(found.number)
        } else if let payment {
            let older = try await store.events(of: payment).dropLast(count)
            cursor = EventCursor(older.last?.number ?? 0)
        } else {
            cursor = try await store.eventCursor(beforeNewest: count, of: merchant)
        }
    }

    mutating func next() async throws(StoreError) -> Page {
        guard let payment else {
            let page = try await store.events(after: cursor, of: merchant)
            cursor = page.next
            return Page(
                events: page.events, isEnd: page.isEnd, isWaiting: cursor.isWaiting)
        }
        // A payment has few, and they appear in their order.
        let events = try await store.events(of: payment).filter { event in
            event.number > cursor.number && (merchant == nil || event.merchant == merchant)
        }
        cursor = EventCursor(events.last?.number ?? cursor.number)
        return Page(events: events, isEnd: true)
    }

    private func require(_ payment: PaymentID) async throws {
        guard try await store.record(of: payment) != nil else {
            throw CosterFailure(
                .badInput,
                "There is no payment \(payment.value.terminalSafe). To list the payments, run: coster payments"
            )
        }
    }
}
