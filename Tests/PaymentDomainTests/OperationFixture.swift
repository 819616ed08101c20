import PaymentDomain

extension OperationID: ExpressibleByStringLiteral {
    /// The operation of this name.
    public init(stringLiteral value: String) {
        self.init(stored: value)
    }
}

/// Minor units of a dollar; the tables have only amounts that fit.
func cents(_ minorUnits: Int64) -> Money {
    (try? Money(minorUnits: minorUnits, currency: .usd)) ?? .zero(.usd)
}

/// When whatever happens in a table happens.
let noon = Timestamp(seconds: 43_200)

extension PaymentOperation {
    static func capture(
        _ id: OperationID, _ amount: Int64, isFinal: Bool = false, replaces: Int64? = nil
    ) -> PaymentOperation {
        var capture = PaymentOperation(id: id, .capture, cents(amount), at: noon)
        capture.isFinal = isFinal
        capture.replaces = replaces.map(cents)
        return capture
    }

    static func refund(
        _ id: OperationID, _ amount: Int64, ofCapture capture: OperationID? = nil
    ) -> PaymentOperation {
        var refund = PaymentOperation(id: id, .refund, cents(amount), at: noon)
        refund.ofCapture = capture
        return refund
    }

    static func release(_ id: OperationID, _ amount: Int64) -> PaymentOperation {
        PaymentOperation(id: id, .release, cents(amount), at: noon)
    }

    static func credit(_ id: OperationID, _ amount: Int64) -> PaymentOperation {
        PaymentOperation(id: id, .credit, cents(amount), at: noon)
    }

    /// The void of a capture.
    static func void(
        _ id: OperationID, of target: OperationID, _ amount: Int64, givesUpHold: Bool = false
    ) -> PaymentOperation {
        var void = PaymentOperation(
            id: id, .captureVoid(givesUpHold: givesUpHold), cents(amount), at: noon)
        void.target = target
        return void
    }

    /// The void of a refund or a credit.
    static func refundVoid(
        _ id: OperationID, of target: OperationID, _ amount: Int64
    ) -> PaymentOperation {
        var void = PaymentOperation(id: id, .refundVoid, cents(amount), at: noon)
        void.target = target
        return void
    }
}
