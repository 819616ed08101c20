import DialectKit
import PaymentDomain

// The queries of lists.

extension NativeDialect {
    /// A page of payments. The cursor is the last payment of the page before, so that it is worth nothing to another
    /// merchant.
    func page(_ head: RequestHead) throws(NativeProblem) -> FindPaymentsCommand {
        let fields = try query(head, allowing: ["limit", "cursor"])
        var before: PaymentID?
        if let text = fields["cursor"] {
            guard let id = PaymentID(typed: text) else {
                throw NativeProblem(.cursorInvalid, "cursor")
            }
            before = id
        }
        return .newest(limit: try pageSize(fields), before: before)
    }

    /// How many entries the client wants on a page.
    func pageSize(_ fields: FormFields) throws(NativeProblem) -> Int {
        guard let text = fields["limit"] else { return NativeLimits.usualPageSize }
        guard let given = whole(text).flatMap({ Int(exactly: $0) }),
            NativeLimits.pageSize.contains(given)
        else { throw NativeProblem(.limitInvalid, "limit") }
        return given
    }

    /// A page of closed batches. The cursor is the next batch's number. All merchants share batches, so it says nothing of
    /// another merchant.
    func batches(_ head: RequestHead) throws(NativeProblem) -> ListBatchesCommand {
        let fields = try query(head, allowing: ["limit", "cursor"])
        var next: Int64?
        if let text = fields["cursor"] {
            guard let number = whole(text) else { throw NativeProblem(.cursorInvalid, "cursor") }
            next = number
        }
        return ListBatchesCommand(.newest(limit: try pageSize(fields), from: next))
    }

    /// The batch of a path. What can't be a batch is unknown, like one without anything of the merchant.
    func batch(_ head: RequestHead) throws(NativeProblem) -> ListBatchesCommand {
        guard let number = head.parameters["id"].flatMap({ whole($0) }) else {
            throw NativeProblem(.batchNotFound)
        }
        return ListBatchesCommand(.number(number))
    }

    /// The fields of a query; a name that the operation doesn't know is refused.
    func query(
        _ head: RequestHead, allowing names: [String]
    ) throws(NativeProblem) -> FormFields {
        let fields: FormFields
        do {
            fields = try FormFields(query: head.query)
        } catch {
            throw NativeProblem(error)
        }
        let known = names.count { fields.contains($0) }
        guard known == fields.count else { throw NativeProblem(.unknownField, "A query parameter") }
        return fields
    }

    /// A number of digits alone.
    private func whole(_ text: String) -> Int64? {
        guard text.utf8.count <= NativeLimits.numberDigits,
            text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        return Int64(text)
    }
}
