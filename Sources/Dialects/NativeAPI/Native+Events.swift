import DialectKit
import Events
import PaymentDomain
import StrictCoding

// Events: the same JSON as webhooks have.

extension NativeDialect {
    /// What a question asks of a port.
    typealias Answer = @Sendable (MerchantID) async -> DialectReply

    /// A page of events, oldest first.
    func events(_ head: RequestHead) throws(NativeProblem) -> Answer {
        let asked = try eventQuery(head)
        return { [ports] merchant in
            do throws(StoreError) {
                switch try await ports.events(asked, merchant) {
                case .page(let slice): return eventsReply(slice)
                case .bookmarkUnknown:
                    return NativeProblem(.cursorUnknown, "cursor").reply(to: head.id)
                case .paymentNotFound:
                    return NativeProblem(PaymentRefusal.paymentNotFound).reply(to: head.id)
                }
            } catch {
                return NativeProblem(PaymentRefusal.storeUnavailable).reply(to: head.id)
            }
        }
    }

    /// One event. What can't be one of ours is unknown, like any other that isn't the merchant's.
    func event(_ head: RequestHead) throws(NativeProblem) -> Answer {
        guard let id = head.parameters["id"].flatMap({ EventID($0) }) else {
            throw NativeProblem(.eventNotFound)
        }
        return { [ports] merchant in
            do throws(StoreError) {
                guard let event = try await ports.event(id, merchant) else {
                    return NativeProblem(.eventNotFound).reply(to: head.id)
                }
                return json(200, "event", event.write)
            } catch {
                return NativeProblem(PaymentRefusal.storeUnavailable).reply(to: head.id)
            }
        }
    }

    private func eventQuery(_ head: RequestHead) throws(NativeProblem) -> EventQuery {
        let fields = try query(head, allowing: ["limit", "cursor", "kinds", "payment"])
        var query = EventQuery(limit: try pageSize(fields))
        if let text = fields["cursor"] {
            guard let bookmark = EventBookmark(text) else {
                throw NativeProblem(.cursorInvalid, "cursor")
            }
            query.start = bookmark
        }
        if let text = fields["kinds"] {
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let kinds = words.compactMap { EventKind(rawValue: String($0)) }
            guard kinds.count == words.count else { throw NativeProblem(.kindUnknown, "kinds") }
            query.kinds = Set(kinds)
        }
        if let text = fields["payment"] {
            guard let payment = PaymentID(typed: text) else {
                throw NativeProblem(PaymentRefusal.paymentNotFound)
            }
            query.payment = payment
        }
        return query
    }

    private func eventsReply(_ slice: EventSlice) -> DialectReply {
        json(200, "events") { object in
            object.member("events", slice.events) { $1.write(into: &$0) }
            object.member("next", optional: slice.next?.description)
            object.member("hasMore", slice.hasMore)
        }
    }
}
