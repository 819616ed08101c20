import ApplePayToken
import AppleSimulator
import Crypto
import PaymentDomain
import X509

/// A simulated Apple, a merchant with both kinds of key, and a verifier that trusts that Apple.
package struct TokenFixture: Sendable {
    package let apple: SimulatedApple
    package let merchant: SimulatedMerchant
    package let device: SimulatedDevice
    package let keyring: MerchantKeyring
    package let verifier: PaymentTokenVerifier
    /// The moment of receipt in every test here.
    package let now: Timestamp
    /// What the order asks for: 14.99 USD.
    package let amount: Money

    private static let made = Result { try TokenFixture() }

    /// The one fixture of this run; RSA keys take their time.
    package static func shared() throws -> TokenFixture { try made.get() }

    private init() throws {
        apple = try SimulatedApple.create()
        merchant = try apple.makeMerchant("merchant.coster.tests")
        device = SimulatedDevice(apple: apple, merchant: merchant)
        keyring = MerchantKeyring([
            try TokenFixture.key(of: merchant.ec), try TokenFixture.key(of: try merchant.rsa()),
        ])
        verifier = PaymentTokenVerifier(roots: [apple.root.identity.certificate])
        now = Timestamp(milliseconds: 1_795_251_420_000)
        amount = try Money(minorUnits: 1499, currency: .usd)
    }

    /// The merchant's key as it is read from its files.
    package static func key(of identity: SimulatedIdentity) throws -> MerchantKey {
        try MerchantKey(
            privateKey: Array(identity.keyPEM.utf8),
            certificate: Array(identity.certificatePEM.utf8))
    }

    /// An order that is paid in the simplest way.
    package func order(
        _ card: TestCard = .visa, version: SimulatedTokenVersion = .ecV1
    ) -> SimulatedOrder {
        SimulatedOrder(amount: amount, card: card, version: version, at: now)
    }

    /// A token of a recipe that was changed.
    package func token(
        _ order: SimulatedOrder? = nil, _ change: (inout TokenRecipe) throws -> Void = { _ in }
    ) throws -> SimulatedToken {
        var recipe = try device.recipe(for: order ?? self.order())
        try change(&recipe)
        return try device.make(recipe)
    }

    /// All four steps: parse, verify, decrypt, match.
    package func open(
        _ payload: ApplePayPayload, expecting order: OrderExpectation? = nil
    ) async throws -> MatchedPaymentToken {
        let token = try PaymentToken(payload: payload)
        let verified = try await verifier.verify(token, at: now)
        let decrypted = try verified.decrypt(with: keyring, at: now)
        return try decrypted.matched(with: order ?? OrderExpectation(amount: amount))
    }

    /// A token signed by another chain: leaf and intermediate may be anything.
    package func token(
        signedBy leaf: SimulatedIdentity, through intermediate: SimulatedIdentity
    ) throws -> SimulatedToken {
        try token {
            $0.cms = CMSParts(
                signer: leaf, chain: [leaf.certificateDER, intermediate.certificateDER], at: now)
        }
    }
}

/// A plaintext whose members can be replaced or left out.
package struct Plaintext {
    private var members: [(key: String, value: String)] = [
        ("applicationPrimaryAccountNumber", #""4895370012003478""#),
        ("applicationExpirationDate", #""491231""#),
        ("currencyCode", #""840""#),
        ("transactionAmount", "1499"),
        ("deviceManufacturerIdentifier", #""040010030273""#),
        ("paymentDataType", #""3DSecure""#),
        (
            "paymentData",
            #"{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM=","eciIndicator":"7"}"#
        ),
    ]

    package init() {}

    /// Replaces a member with other JSON, adds one, or leaves it out where the JSON is nil.
    package func with(_ key: String, _ json: String?) -> Plaintext {
        var copy = self
        if let index = copy.members.firstIndex(where: { $0.key == key }) {
            copy.members.remove(at: index)
            if let json { copy.members.insert((key, json), at: index) }
        } else if let json {
            copy.members.append((key, json))
        }
        return copy
    }

    /// The JSON.
    package var bytes: [UInt8] {
        let text = members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
        return Array("{\(text)}".utf8)
    }
}
