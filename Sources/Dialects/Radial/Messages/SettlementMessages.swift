import DialectKit
import PaymentDomain
import StrictXML

/// ConfirmFundsRequest. Source: Radial, Payment-Service-ConfirmFunds-1.0.xsd.
struct ConfirmFundsMessage {
    let frame: MessageFrame
    let amount: Money
    let renews: Bool

    init(_ root: XMLNode) throws(XMLReadError) {
        let name: StaticString = "ConfirmFundsRequest"
        try root.mustBe(name, in: RadialDialect.namespace)
        var cursor = try XMLCursor(root, named: name)
        frame = try MessageFrame(root, &cursor, named: name)
        amount = try cursor.requiredMoney("Amount")
        // Empty means false: Radial's SDK for PHP writes that word so.
        let flag = trimmedXML(
            try cursor.optional("PerformReauthorization", max: RadialLimits.freeText, min: 0) ?? "")
        switch flag {
        case "true", "1": renews = true
        case "", "false", "0": renews = false
        default: throw XMLReadError(.malformedBoolean, "PerformReauthorization")
        }
        try cursor.finish()
    }
}

/// PaymentAuthCancelRequest. Source: Radial, Payment-Service-PaymentAuthCancel-1.0.xsd.
struct AuthCancelMessage {
    let frame: MessageFrame
    let amount: Money

    init(_ root: XMLNode) throws(XMLReadError) {
        let name: StaticString = "PaymentAuthCancelRequest"
        try root.mustBe(name, in: RadialDialect.namespace)
        var cursor = try XMLCursor(root, named: name)
        frame = try MessageFrame(root, &cursor, named: name)
        amount = try cursor.requiredMoney("Amount")
        try cursor.finish()
    }
}

/// PaymentSettlementRequest. Source: Radial, Payment-Service-PaymentSettlement-1.0.xsd (2017).
struct SettlementMessage {
    /// SettlementTypeType.
    enum Kind: String {
        case debit = "Debit"
        case credit = "Credit"
    }

    let frame: MessageFrame
    let amount: Money
    let kind: Kind
    /// What the settlement's event says back; nil if it is too long to be kept.
    let clientContext: String?
    /// False if the client doesn't say: more debits may follow.
    let isFinalDebit: Bool

    init(_ root: XMLNode) throws(XMLReadError) {
        let name: StaticString = "PaymentSettlementRequest"
        try root.mustBe(name, in: RadialDialect.namespace)
        var cursor = try XMLCursor(root, named: name)
        frame = try MessageFrame(root, &cursor, named: name)
        _ = try cursor.optional("InvoiceId", max: RadialLimits.invoiceID)
        amount = try cursor.requiredMoney("Amount")
        _ = try cursor.requiredMoney("TaxAmount")
        let type = try cursor.requiredTrimmed("SettlementType", max: RadialLimits.word)
        guard let kind = Kind(rawValue: type) else {
            throw XMLReadError(.unknownWord, "SettlementType")
        }
        self.kind = kind
        // Like RefundReason a string of any length, bounded by the document's limit alone: neither says anything to us.
        try cursor.skip("AuthorizationResponseCode")
        try cursor.optionalDateTime("AuthorizationDate")
        // A month; clients write whole dates, and it is not used.
        _ = try cursor.optional("ExpirationDate", max: RadialLimits.freeText, min: 0)
        let context = try cursor.optional("ClientContext", max: .max, min: 0)
        clientContext = context.flatMap { text in
            text.unicodeScalars.count <= RadialLimits.clientContext ? text : nil
        }
        isFinalDebit = try cursor.optionalBoolean("FinalDebit") ?? false
        // Not in the schema, but a public client sends it here.
        try cursor.skip("OmsOrderId")
        try cursor.skip("BillingAddress")
        try cursor.skip("InvoiceData")
        try cursor.skip("RefundReason")
        try cursor.finish()
    }
}
