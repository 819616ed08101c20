import PaymentDomain

/// A payment token as the device hands it to the shop.
///
/// The texts are made from ``parts`` each time, so that a test can change a part after signing and
/// see it refused.
package struct SimulatedToken: Sendable {
    /// The fields as bytes.
    package var parts: SimulatedTokenParts
    /// The card that paid, for the outer token's paymentMethod.
    package let card: TestCard

    /// The fields in Apple's text encodings.
    package var fields: ApplePayFields {
        ApplePayFields(
            version: parts.version, data: base64(parts.data), signature: base64(parts.signature),
            ephemeralPublicKey: parts.ephemeralPublicKey.map(base64),
            wrappedKey: parts.wrappedKey.map(base64), publicKeyHash: base64(parts.publicKeyHash),
            transactionId: hex(parts.transactionID), applicationData: parts.applicationData.map(hex)
        )
    }

    /// The `paymentData` JSON, in Apple's order of keys.
    package var json: String { paymentData.serialized }

    /// The outer PKPaymentToken JSON, as a web page hands it on.
    package var pkPaymentTokenJSON: String {
        let method = SimulatedJSON.object([
            ("displayName", .text("\(card.appleNetworkName) \(card.lastFour)")),
            ("network", .text(card.appleNetworkName)), ("type", .text("debit")),
        ])
        let outer = SimulatedJSON.object([
            ("paymentData", paymentData), ("paymentMethod", method),
            // PassKit writes it in upper case here, and in lower case inside.
            ("transactionIdentifier", .text(hex(parts.transactionID).uppercased())),
        ])
        return outer.serialized
    }

    private var paymentData: SimulatedJSON {
        let fields = fields
        var header: [(key: String, value: SimulatedJSON)] = []
        if let key = fields.ephemeralPublicKey { header.append(("ephemeralPublicKey", .text(key))) }
        if let key = fields.wrappedKey { header.append(("wrappedKey", .text(key))) }
        header.append(("publicKeyHash", .text(fields.publicKeyHash)))
        header.append(("transactionId", .text(fields.transactionId)))
        if let hash = fields.applicationData { header.append(("applicationData", .text(hash))) }
        return .object([
            ("version", .text(fields.version)), ("data", .text(fields.data)),
            ("signature", .text(fields.signature)), ("header", .object(header)),
        ])
    }
}
