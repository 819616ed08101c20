@_spi(CardData) import ApplePayToken
import PaymentDomain

extension PaymentEngine {
    /// Opens a token for the merchant that owns the key, and spends it: it can't pay a second time here.
    ///
    /// EMV data can't be handed out: neither the reply nor the request that follows it has a field for it, and without
    /// it the payment would have no proof. Such a token is refused and can still pay, in a request that carries it
    /// whole.
    func openToken(
        _ command: OpenTokenCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let token = try await openPayload(command.payload, request)
        guard token.emvData == nil else { throw .unsupportedCard }
        let spent = SpentToken(
            merchant: request.merchant.id, transactionID: token.transactionID.value,
            at: request.now, openedFor: "\(request.dialect) \(request.merchant.id)")
        guard try await stored({ try await ports.cards.spend(spent) }) else {
            throw .token(.replayed)
        }
        return .opened(
            OpenedToken(
                card: KeyedCard(
                    pan: token.pan, expiry: token.expiry, cryptogram: token.cryptogram,
                    eci: token.eci),
                amount: token.amount, cardholderName: token.cardholderName?.withText { $0 },
                deviceManufacturerIdentifier: token.deviceManufacturerIdentifier ?? "",
                paymentDataType: token.paymentDataType,
                transactionID: token.transactionID.value))
    }
}
