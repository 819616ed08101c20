import PaymentDomain
import PaymentEngine
import Books

/// An operation about to be written.
struct BookedOperation {
    let id: OperationID
    let kind: String
    let amount: Money
    /// Credits come answered; everything else waits for the acquirer.
    let isAnswered: Bool
    /// The row of what a void takes back.
    let target: Int64?
    /// The row of the capture that a refund gives back (part of), where it names one.
    let capture: Int64?
    /// Whether it is a capture after which no other may come.
    var isLast = false
    /// Whether it is the void of a capture with which the hold is given up.
    var givesUpHold = false

    /// One that the acquirer is about to be told of.
    init(_ advice: AcquirerAdvice, target: Int64?, capture: Int64? = nil) {
        id = advice.id
        kind = advice.kind.rawValue
        amount = advice.amount
        isAnswered = false
        self.target = target
        self.capture = capture
    }

    /// A credit, which its authorization has booked at the acquirer.
    init(credit id: OperationID, _ amount: Money) {
        self.id = id
        kind = OperationKind.credit.rawValue
        self.amount = amount
        isAnswered = true
        target = nil
        capture = nil
    }
}

/// What a void takes back, as it stands in the books.
struct VoidTarget {
    let row: Int64
    let kind: OperationKind
    let isSettled: Bool
}

extension BookConnection {
    /// Writes an operation of a payment that is there.
    func insert(_ operation: BookedOperation, of payment: PaymentID, at now: Timestamp) throws {
        try changeOne(
            """
            INSERT INTO operations
                (id, payment, kind, amount, state, target, of_capture, created_at, answered_at,
                is_final, gives_up_hold, seen)
            SELECT ?, row, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(OperationColumns.newestPayment)
            FROM payments WHERE id = ?
            """,
            [
                operation.id.value.identifier, operation.kind.bookValue,
                operation.amount.minorUnits.bookValue,
                (operation.isAnswered ? "confirmed" : "pending").bookValue,
                operation.target?.bookValue ?? .null, operation.capture?.bookValue ?? .null,
                now.value,
                operation.isAnswered ? now.value : .null,
                operation.isLast.bookValue, operation.givesUpHold.bookValue,
                payment.value.identifier,
            ])
    }

    /// What a void may take back: a confirmed operation of its payment, of the fitting kind and
    /// exactly its amount; or nil.
    func target(of intent: AdviceIntent) throws -> VoidTarget? {
        guard let id = intent.target else { return nil }
        let advice = intent.delivery.advice
        let found = try first(
            """
            SELECT o.row, o.kind, o.batch IS NOT NULL
            FROM operations o JOIN payments p ON p.row = o.payment
            WHERE o.id = ? AND p.id = ? AND o.amount = ? AND o.state = 'confirmed'
            """,
            [
                id.value.identifier, intent.delivery.paymentID.value.identifier,
                advice.amount.minorUnits.bookValue,
            ]
        ) { columns in
            VoidTarget(
                row: try columns.integer(), kind: try columns.named(OperationKind.self),
                isSettled: try columns.integer() != 0)
        }
        guard let found else { return nil }
        switch (advice.kind, found.kind) {
        case (.captureVoid, .capture), (.refundVoid, .refund), (.refundVoid, .credit):
            return found
        case (_, _): return nil
        }
    }

    /// The row of the capture that a refund names, of its payment.
    func capture(of intent: AdviceIntent) throws -> Int64? {
        guard let id = intent.ofCapture else { return nil }
        return try first(
            """
            SELECT o.row FROM operations o JOIN payments p ON p.row = o.payment
            WHERE o.id = ? AND p.id = ? AND o.kind = 'capture'
            """,
            [id.value.identifier, intent.delivery.paymentID.value.identifier]
        ) { columns in try columns.integer() }
    }

    /// Whether a capture stands, and has so much left that no refund of it gives back.
    func hasLeft(_ amount: Money, inCapture row: Int64) throws -> Bool {
        try first(
            """
            SELECT 1 FROM operations o WHERE o.row = ? AND o.state = 'confirmed'
                AND ? <= \(OperationColumns.left)
            """,
            [row.bookValue, amount.minorUnits.bookValue]
        ) { _ in true } != nil
    }

    /// Moves what a void takes back from one state to the next; after ``target(of:)``.
    func moveTarget(_ row: Int64, from state: String, to next: String) throws {
        let moved = try change(
            "UPDATE operations SET state = ? WHERE row = ? AND state = ? AND batch IS NULL",
            [next.bookValue, row.bookValue, state.bookValue])
        // Another void, or the batch, may have taken it since we looked.
        guard moved == 1 else { throw Overtaken() }
    }
}
