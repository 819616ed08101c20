import Foundation
import PaymentDomain
import Synchronization
@_spi(FixedExpiryValidationTime) import X509

/// What a device verifies of a session before it shows the sheet: the signature, the page's domain, the age, and that
/// no page has used it before.
///
/// Source: Apple, "Requesting an Apple Pay payment session": one use, within five minutes; RFC 5652, 5.4.
package final class SessionCheck: Sendable {
    /// A session that a device has taken.
    package struct Accepted: Sendable, Hashable {
        /// The name that the sheet shows.
        package let displayName: String
        /// The hash of the Apple merchant identifier: 64 upper-case digits.
        package let merchantHash: String
        /// Whether it is for devices of this environment. Another one shows the sheet, and fails when the customer pays.
        package let isForThisEnvironment: Bool
    }

    private let apple: SimulatedApple
    /// The used sessions, and when each becomes too old for use.
    private let used = Mutex<[String: Timestamp]>([:])

    /// The check of the devices that trust an Apple.
    package init(_ apple: SimulatedApple) {
        self.apple = apple
    }

    /// Takes a session for a page, once.
    ///
    /// - Parameters:
    ///   - session: JSON as Apple's server wrote it, or as a page wrote it again.
    ///   - host: The host of the page.
    /// - Throws: ``SessionProblem``.
    package func accept(
        _ session: [UInt8], host: String, at now: Timestamp
    ) async throws(SessionProblem) -> Accepted {
        guard session.count <= SimulatorLimits.sessionBytes,
            let read = try? JSONDecoder().decode(SignedSession.self, from: Data(session))
        else { throw .malformed }
        let signer = try await signer(of: read, at: now)
        let session = read.session
        guard session.domainName == host else { throw .otherDomain }
        guard now.milliseconds < session.expiresAt else { throw .expired }
        let age = now.milliseconds(since: Timestamp(milliseconds: session.epochTimestamp))
        guard abs(age) <= SimulatorLimits.sessionAgeSeconds * 1_000 else { throw .tooOld }
        guard use(session.merchantSessionIdentifier, at: now) else { throw .used }
        return Accepted(
            displayName: session.displayName, merchantHash: session.merchantIdentifier,
            isForThisEnvironment: signer.subject == apple.ecSigner.certificate.subject)
    }

    /// The certificate whose key signed a session, with a chain to our root.
    private func signer(
        of read: SignedSession, at now: Timestamp
    ) async throws(SessionProblem) -> Certificate {
        guard let signature = try? SessionSignature(read.signature),
            signature.isValid(for: read.session.signedContent),
            let leaf = signature.certificates.first,
            leaf.extensions[oid: SimulatorOID.signerMarker] != nil
        else { throw .signatureWrong }
        let time = Date(timeIntervalSince1970: .init(now.seconds))
        var verifier = Verifier(
            rootCertificates: CertificateStore([apple.root.identity.certificate])
        ) {
            RFC5280Policy(fixedExpiryValidationTime: time)
        }
        let result = await verifier.validate(
            leaf: leaf, intermediates: CertificateStore(signature.certificates.dropFirst()))
        guard case .validCertificate = result else { throw .signatureWrong }
        return leaf
    }

    /// Marks a session as used; false if it is already, or if no more can be remembered.
    private func use(_ identifier: String, at now: Timestamp) -> Bool {
        used.withLock { used in
            if used.count >= SimulatorLimits.usedSessions {
                used = used.filter { now < $0.value }
            }
            guard used.count < SimulatorLimits.usedSessions, used[identifier] == nil else {
                return false
            }
            // A session from a clock that is ahead stays usable for twice the time.
            used[identifier] = now.adding(seconds: 2 * SimulatorLimits.sessionAgeSeconds)
            return true
        }
    }
}

/// A session as a device reads it.
private struct SignedSession: Decodable {
    let session: WebSession
    /// The signature in CMS.
    let signature: [UInt8]

    private enum CodingKeys: String, CodingKey {
        case signature
    }

    init(from decoder: any Decoder) throws {
        session = try WebSession(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let digits = try members.decode(String.self, forKey: .signature)
        guard let bytes = bytes(ofHex: digits) else { throw SessionProblem.malformed }
        signature = bytes
    }
}
