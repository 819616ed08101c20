import ApplePayToken
import PaymentDomain

extension PaymentEngine {
    /// Makes the checks of a payment on a token, and spends nothing. After the first that fails, the others are not made.
    func checkToken(
        _ command: CheckTokenCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        var checks: [TokenCheck] = []
        let token: DecryptedPaymentToken
        do throws(PaymentTokenError) {
            let parsed = try PaymentToken(payload: command.payload)
            checks.append(TokenCheck(.format, .passed))
            let verified = try await ports.verifier.verify(parsed, at: request.receivedAt)
            checks.append(TokenCheck(.signature, .passed))
            token = try verified.decrypt(with: request.merchant.keyring)
            checks.append(TokenCheck(.decryption, .passed))
            if command.amount == nil {
                checks.append(TokenCheck(.order, .notChecked))
            } else {
                _ = try token.matched(with: OrderExpectation(amount: command.amount))
                checks.append(TokenCheck(.order, .passed))
            }
        } catch {
            return .checked(checks.failing(error.refusal))
        }
        let name = token.transactionID.value
        let merchant = request.merchant.id
        let proof = cryptogramName(token.cryptogram, on: token.pan, request)
        guard
            try await stored({
                try await ports.cards.isSpent(name, cryptogram: proof, of: merchant)
            })
        else { return .checked(checks + [TokenCheck(.unspent, .passed)]) }
        return .checked(checks.failing(.replayed))
    }
}

extension [TokenCheck] {
    /// All checks, if the one after these failed.
    fileprivate func failing(_ refusal: TokenRefusal) -> [TokenCheck] {
        self
            + TokenCheck.Name.allCases.dropFirst(count).enumerated().map { index, name in
                TokenCheck(name, index == 0 ? .failed(refusal) : .notChecked)
            }
    }
}
