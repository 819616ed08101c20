import Crypto
import PaymentDomain

/// A phone that pays one merchant with Apple Pay, as the merchant sees it.
package struct SimulatedDevice: Sendable {
    /// The Apple whose signers sign.
    package let apple: SimulatedApple
    /// Whom it pays.
    package let merchant: SimulatedMerchant
    /// For whose key tokens are encrypted.
    private let recipient: TokenRecipient

    /// A device that pays a merchant.
    ///
    /// - Parameter certificate: The certificate that tokens are for, if the merchant keeps its own private key; the
    ///   version of the tokens is then that of its key. Without it tokens of either version are for the simulator's own
    ///   pairs of the merchant.
    package init(
        apple: SimulatedApple, merchant: SimulatedMerchant,
        certificate: SimulatedCertificate? = nil
    ) {
        self.apple = apple
        self.merchant = merchant
        recipient = certificate.map(TokenRecipient.init) ?? TokenRecipient(merchant)
    }

    /// Pays an order.
    ///
    /// - Throws: ``SimulatorError``.
    package func pay(_ order: SimulatedOrder) throws(SimulatorError) -> SimulatedToken {
        try make(try recipe(for: order))
    }

    /// The recipe of the token that pays an order.
    ///
    /// - Throws: ``SimulatorError``.
    package func recipe(for order: SimulatedOrder) throws(SimulatorError) -> TokenRecipe {
        TokenRecipe(
            version: order.version, plaintext: order.payload(),
            identifierHash: recipient.identifierHash,
            transactionID: order.transactionID
                ?? randomBytes(SimulatorLimits.transactionIdentifierBytes),
            applicationData: order.applicationData,
            cms: try apple.signatureParts(
                of: order.version, at: order.at, layout: order.layout),
            card: order.card)
    }

    /// Makes a token by its recipe: encrypts, then signs.
    ///
    /// - Throws: ``SimulatorError``.
    package func make(_ recipe: TokenRecipe) throws(SimulatorError) -> SimulatedToken {
        var parts = try encrypt(recipe)
        recipe.beforeSigning(&parts)
        parts.signature = try recipe.cms.sign(recipe.signedContent ?? parts.signedContent)
        return SimulatedToken(parts: parts, card: recipe.card)
    }

    /// The token of a recipe without a signature.
    ///
    /// - Throws: ``SimulatorError/cryptographyFailed``.
    package func encrypt(_ recipe: TokenRecipe) throws(SimulatorError) -> SimulatedTokenParts {
        switch recipe.version {
        case .ecV1: try encryptByAgreement(recipe)
        case .rsaV1: try encryptByTransport(recipe)
        }
    }

    private func encryptByAgreement(
        _ recipe: TokenRecipe
    ) throws(SimulatorError) -> SimulatedTokenParts {
        let (publicKey, hash) = try recipient.agreementKey()
        let ephemeral = recipe.ephemeralKey ?? P256.KeyAgreement.PrivateKey()
        let key = try TokenCipher.agreedKey(
            ephemeral, with: publicKey, identifierHash: recipe.identifierHash)
        return SimulatedTokenParts(
            version: recipe.version.rawValue,
            data: try TokenCipher.seal(recipe.plaintext, key: key),
            ephemeralPublicKey: Array(ephemeral.publicKey.derRepresentation),
            publicKeyHash: recipe.publicKeyHash ?? hash,
            transactionID: recipe.transactionID, applicationData: recipe.applicationData)
    }

    private func encryptByTransport(
        _ recipe: TokenRecipe
    ) throws(SimulatorError) -> SimulatedTokenParts {
        let publicKeyInfo = try recipient.transportKeyInfo()
        let contentKey = recipe.contentKey ?? randomBytes(SimulatorLimits.rsaContentKeyBytes)
        return SimulatedTokenParts(
            version: recipe.version.rawValue,
            data: try TokenCipher.seal(recipe.plaintext, key: SymmetricKey(data: contentKey)),
            wrappedKey: try TokenCipher.wrap(contentKey, for: publicKeyInfo),
            publicKeyHash: recipe.publicKeyHash ?? Array(SHA256.hash(data: publicKeyInfo)),
            transactionID: recipe.transactionID, applicationData: recipe.applicationData)
    }
}
