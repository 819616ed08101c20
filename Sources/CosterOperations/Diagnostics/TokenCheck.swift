import ApplePayToken
import CosterServer
import Foundation
import PaymentDomain
import PaymentEngine
import PaymentStorage
import X509

/// A key of a merchant that a token may be for.
struct TokenRecipientKey: Sendable {
    /// Whose.
    let merchant: MerchantID
    /// SHA-256 of the public key.
    let publicKeyHash: [UInt8]
    /// Whether its certificate is awaited, in use or retired.
    let state: State
    /// The private key, if it is in use and opens.
    let key: MerchantKey?

    enum State: Sendable {
        case pending
        case active
        case retired
    }
}

/// Checks a token that a shop got from a device.
struct TokenCheck: Sendable {
    /// All keys of the database, and in the sandbox those of its own merchant.
    let keys: [TokenRecipientKey]
    /// The root of the data folder's simulator, if it has one.
    let simulatorRoot: [Certificate]
    let isSandbox: Bool
    let maximumAgeSeconds: Int64
    /// Whether a merchant's payment, or an opening, used a token before.
    let isSpent: @Sendable (AppleTransactionID, MerchantID) async -> Bool

    /// The result.
    struct Outcome: Sendable {
        var findings: [Finding] = []
        var verdict: String?

        fileprivate mutating func add(_ condition: FindingKind, _ subject: String) {
            findings.append(Finding(condition, subject))
        }
    }

    /// Looks at a token's file.
    func outcome(_ file: [UInt8], at now: Timestamp) async -> Outcome {
        var outcome = Outcome()
        let token: PaymentToken
        do {
            token = try PaymentToken(json: file)
        } catch {
            outcome.add(.tokenMalformed, Self.part(error))
            return outcome
        }
        let verified = await verify(token, at: now, &outcome)
        if let verified { checkAge(of: verified, at: now, &outcome) }
        guard let recipient = recipient(of: token, &outcome) else { return outcome }
        if await isSpent(token.transactionID, recipient.merchant) {
            outcome.add(.tokenSpent, "the token for \(recipient.merchant)")
        }
        if let verified { open(verified, recipient, at: now, &outcome) }
        if outcome.findings.allSatisfy({ $0.condition.severity == .warning }), let verified,
            recipient.key != nil
        {
            outcome.verdict =
                "token: ok for merchant \(recipient.merchant), signed \(verified.signedAt.iso8601Seconds), version \(token.version.rawValue)"
        }
        return outcome
    }

    /// Verifies it for whatever age, so that a stale one is looked at to the end.
    private func verify(
        _ token: PaymentToken, at now: Timestamp, _ outcome: inout Outcome
    ) async -> VerifiedPaymentToken? {
        let trusted = [AppleRoots.g3] + (isSandbox ? simulatorRoot : [])
        do {
            let verified = try await verified(token, under: trusted, at: now)
            if verified.isSandboxSigner { outcome.add(.tokenSandbox, "the token's signer") }
            return verified
        } catch .untrustedRoot {
            guard !isSandbox, !simulatorRoot.isEmpty,
                let verified = try? await verified(token, under: simulatorRoot, at: now)
            else {
                outcome.add(.tokenRootUnknown, "the token's signer")
                return nil
            }
            outcome.add(.tokenSimulated, "the token's signer")
            return verified
        } catch {
            let condition: FindingKind =
                switch error {
                case .signatureTruncated, .signatureMalformed, .signatureTrailingBytes,
                    .certificateMalformed:
                    .tokenMalformed
                default: .tokenSignatureWrong
                }
            outcome.add(condition, Self.part(error))
            return nil
        }
    }

    private func verified(
        _ token: PaymentToken, under roots: [Certificate], at now: Timestamp
    ) async throws(PaymentTokenError) -> VerifiedPaymentToken {
        let policy = VerificationPolicy(
            maximumAgeSeconds: DoctorLimits.anyAgeSeconds, allowsSandboxSigner: true)
        return try await PaymentTokenVerifier(roots: roots, policy: policy).verify(token, at: now)
    }

    private func checkAge(
        of verified: VerifiedPaymentToken, at now: Timestamp, _ outcome: inout Outcome
    ) {
        let age = now.milliseconds(since: verified.signedAt) / 1000
        let signed = "the token, signed \(verified.signedAt.iso8601Seconds)"
        if age > maximumAgeSeconds {
            outcome.add(
                .tokenStale, "\(signed), \(age) s ago, but \(maximumAgeSeconds) s are allowed")
        } else if age < -maximumAgeSeconds {
            outcome.add(.tokenFuture, "\(signed), \(-age) s ahead of the clock")
        }
    }

    private func recipient(
        of token: PaymentToken, _ outcome: inout Outcome
    ) -> TokenRecipientKey? {
        let named = keys.filter { $0.publicKeyHash == token.publicKeyHash }
        if let active = named.first(where: { $0.state == .active }) { return active }
        let count = keys.count { $0.state == .active }
        if let known = named.first {
            outcome.add(
                known.state == .retired ? .tokenKeyRetired : .tokenKeyPending,
                "the token for \(known.merchant)")
        } else {
            outcome.add(.tokenForOther, "the token (keys in use here: \(count))")
        }
        return nil
    }

    private func open(
        _ verified: VerifiedPaymentToken, _ recipient: TokenRecipientKey, at now: Timestamp,
        _ outcome: inout Outcome
    ) {
        let place = "the token for \(recipient.merchant)"
        guard let key = recipient.key else { return outcome.add(.tokenKeyClosed, place) }
        do {
            _ = try verified.decrypt(with: MerchantKeyring([key]), at: now)
        } catch {
            let condition: FindingKind =
                switch error {
                case .expiredCard: .tokenCardExpired
                case .payloadNotJSON, .payloadMissing, .payloadInvalid, .unknownPaymentDataType,
                    .invalidPAN, .cryptogramLength, .unknownCurrency, .invalidAmount:
                    .tokenPayloadWrong
                default: .tokenClosed
                }
            outcome.add(condition, "\(place) (\(error.code))")
        }
    }

    /// Which part of a token is at fault: the name of a field at most, and the code.
    static func part(_ error: PaymentTokenError) -> String {
        switch error {
        case .missingField(let field), .fieldTooLong(let field), .wrongLength(let field),
            .malformedBase64(let field), .base64PlusLost(let field), .malformedHex(let field):
            "the token's \(field.rawValue) (\(error.code))"
        case .ephemeralKeyMalformed, .ephemeralKeyWrongCurve, .ephemeralKeyOffCurve:
            "the token's ephemeralPublicKey (\(error.code))"
        case .tooLarge, .jsonMalformed, .jsonTooDeep, .jsonDuplicateKey, .emptyPaymentData,
            .wrapped:
            "the token's JSON (\(error.code))"
        case .unsupportedVersion: "the token's version (\(error.code))"
        default: "the token's signature (\(error.code))"
        }
    }
}

/// The simulator of a data folder, read without making what is missing.
enum SimulatorFolder {
    /// Its root, if it has one.
    static func root(_ folder: DataFolder) -> [Certificate] {
        // Without a root no token is its; a root that cannot be read signs nothing either.
        (try? Files.certificates("\(folder.path)/simulator/root.cert.pem")) ?? []
    }

    /// The keys of the sandbox's own merchant, as far as they were made.
    static func sandboxKeys(_ folder: DataFolder) -> [TokenRecipientKey] {
        let identifier = SandboxMerchant.appleMerchantIdentifier
        let place = "\(folder.path)/simulator/merchants/\(identifier)"
        return ["ec", "rsa"].compactMap { kind in
            guard let file = try? Files.bytes("\(place)/\(kind).key.pem", limit: Files.keyLimit),
                let key = try? MerchantKey(privateKey: file, merchantIdentifier: identifier)
            else { return nil }
            return TokenRecipientKey(
                merchant: SandboxMerchant.id, publicKeyHash: key.publicKeyHash, state: .active,
                key: key)
        }
    }
}
