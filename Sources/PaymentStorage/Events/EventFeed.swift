import Events
import PaymentDomain
import PaymentEngine

/// Answers merchants' questions about their events.
///
/// Most changes may be other merchants', so that a page may have few events, or none, and still say that there are more.
package struct EventFeed: Sendable {
    /// A keyed digest of separate parts, which nobody else can make.
    package typealias Digest = @Sendable ([[UInt8]]) -> [UInt8]

    private let store: SQLPaymentStore
    private let digest: Digest
    private let clock: EngineClock

    /// A feed.
    ///
    /// - Parameters:
    ///   - digest: Makes the proofs of bookmarks; the same at all servers of the database.
    package init(
        _ store: SQLPaymentStore, digest: @escaping Digest, clock: EngineClock
    ) {
        self.store = store
        self.digest = digest
        self.clock = clock
    }

    /// The merchant's events behind a bookmark, oldest first.
    package func answer(
        _ query: EventQuery, of merchant: MerchantID
    ) async throws(StoreError) -> EventAnswer {
        var start: Int64 = 0
        if let given = query.start {
            guard try await bookmark(at: given.number, of: merchant) == given else {
                return .bookmarkUnknown
            }
            start = given.number
        }
        guard let payment = query.payment else {
            return .page(try await page(query, after: start, of: merchant))
        }
        guard try await !store.payments(.payment(payment), of: merchant).isEmpty else {
            return .paymentNotFound
        }
        // A payment has few, and they appear in their order.
        let events = try await store.events(of: payment).filter { event in
            event.number > start && query.kinds.contains(event.kind)
        }
        return .page(try await slice(events, query.limit, end: start, isWhole: true, of: merchant))
    }

    /// An event as the merchant may see it; nil if it isn't there.
    package func event(
        _ id: EventID, of merchant: MerchantID
    ) async throws(StoreError) -> Event? {
        guard let event = try await store.event(id, of: merchant) else { return nil }
        try await store.awaitCopies()
        return event
    }

    private func page(
        _ query: EventQuery, after start: Int64, of merchant: MerchantID
    ) async throws(StoreError) -> EventSlice {
        var cursor = EventCursor(start)
        var found: [Event] = []
        var isEnd = false
        for _ in 0..<StorageLimits.readsPerEventPage where found.count <= query.limit && !isEnd {
            if cursor.isWaiting { await clock.sleep(StorageLimits.eventPause) }
            let page = try await store.events(after: cursor, of: merchant, kinds: query.kinds)
            found += page.events
            cursor = page.next
            isEnd = page.isEnd && !cursor.isWaiting
        }
        return try await slice(
            found, query.limit, end: cursor.number, isWhole: isEnd, of: merchant)
    }

    /// The first events of those that were found.
    ///
    /// - Parameters:
    ///   - end: The number of the last change that was read.
    ///   - isWhole: Whether there are no others.
    private func slice(
        _ found: [Event], _ limit: Int, end: Int64, isWhole: Bool, of merchant: MerchantID
    ) async throws(StoreError) -> EventSlice {
        let events = Array(found.prefix(limit))
        let isCut = events.count < found.count
        let last = events.last?.number ?? end
        let next = try await bookmark(at: isCut ? last : max(last, end), of: merchant)
        try await store.awaitCopies()
        return EventSlice(events: events, next: next, hasMore: isCut || !isWhole)
    }

    /// The bookmark of a merchant behind a change; nil if no change has the number.
    private func bookmark(
        at number: Int64, of merchant: MerchantID
    ) async throws(StoreError) -> EventBookmark? {
        guard let change = try await store.change(ofEvent: number) else { return nil }
        let parts = ["event-bookmark", merchant.value, change].map { Array($0.utf8) }
        return EventBookmark(number: number, proof: digest(parts))
    }
}
