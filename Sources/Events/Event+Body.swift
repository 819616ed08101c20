import PaymentDomain
import StrictCoding

extension Event {
    /// The JSON that receivers get: the same bytes each time, since it is made from rows that don't change.
    ///
    /// Amounts are whole numbers of the currency's minor units.
    ///
    /// Source: Standard Webhooks 1.0.0, "Payload Structure": `type`, `timestamp` and `data`.
    package var body: [UInt8] {
        var writer = JSONWriter()
        writer.object(write)
        return writer.bytes
    }

    /// Writes the members of the body.
    package func write(into root: inout JSONWriter.Object) {
        root.member("type", kind.rawValue)
        root.member("timestamp", at.iso8601)
        root.member("version", EventKind.version)
        root.member("id", id.description)
        root.member("sequence", sequence)
        root.member("data") { data in
            switch subject {
            case .payment(let payment): payment.write(into: &data)
            case .batch(let batch): batch.write(into: &data)
            }
        }
    }
}

extension EventPayment {
    fileprivate func write(into data: inout JSONWriter.Object) {
        data.member("payment", id.value)
        data.member("merchant", merchant.value)
        data.member("protocol", dialect)
        data.member("order", orderReference)
        data.member("amount", amount.minorUnits)
        data.member("currency", requested.currency.code)
        data.member("state", state.rawValue)
        if let amounts {
            data.member("amounts") { object in
                object.member("requested", requested.minorUnits)
                object.member("authorized", amounts.authorized)
                object.member("released", amounts.released)
                object.member("captured", amounts.captured)
                object.member("refunded", amounts.refunded)
            }
        }
        data.member("card") { card in
            card.member("brand", optional: network?.rawValue)
            card.member("last_four", lastFour)
        }
        if let operation {
            data.member("operation") { object in
                object.member("id", operation.id.value)
                object.member("kind", operation.kind.rawValue)
                if operation.kind == .capture { object.member("final", operation.isFinal) }
            }
        }
        data.member("code", optional: code?.rawValue)
        data.member("authorization_code", optional: authorizationCode)
    }
}

extension EventBatch {
    fileprivate func write(into data: inout JSONWriter.Object) {
        data.member("batch", number)
        data.member("merchant", optional: merchant?.value)
        data.member("totals", totals) { object, total in
            object.member("currency", total.currency.code)
            object.member("captures", total.captures)
            object.member("captured", total.captured)
            object.member("refunds", total.refunds)
            object.member("refunded", total.refunded)
        }
    }
}
