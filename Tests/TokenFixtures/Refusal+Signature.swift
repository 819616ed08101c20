import ApplePayToken
import AppleSimulator
import PaymentDomain

extension Refusal {
    /// From a token with other bytes for a signature.
    private static func raw(
        _ rule: String, _ error: PaymentTokenError, _ bytes: [UInt8]
    ) -> Refusal {
        Refusal(rule, error, afterSigning: { $0.signature = bytes })
    }

    /// From a token whose one signer is changed before it signs.
    private static func signer(
        _ rule: String, _ error: PaymentTokenError,
        _ change: @escaping @Sendable (inout CMSSignerParts, TokenFixture) throws -> Void
    ) -> Refusal {
        Refusal(
            rule, error,
            recipe: { recipe, fixture in
                try change(&recipe.cms.signers[0], fixture)
            })
    }

    /// From a token with other signed attributes.
    private static func attributes(
        _ rule: String, _ error: PaymentTokenError,
        _ attributes: @escaping @Sendable (TokenFixture) -> [SimulatedAttribute]?
    ) -> Refusal {
        signer(rule, error) { $0.attributes = attributes($1) }
    }

    /// What is wrong with the CMS signature itself.
    package static let signatures: [Refusal] = shapes + signers + signingTimes

    private static let shapes: [Refusal] = [
        Refusal("no signature", .missingSignature, afterSigning: { $0.signature = [] }),
        raw("an empty CMS", .signatureTruncated, [0x30, 0x00]),
        raw("an empty CMS of indefinite length", .signatureMalformed, [0x30, 0x80, 0x00, 0x00]),
        Refusal(
            "a CMS that ends early", .signatureTruncated,
            afterSigning: {
                $0.signature.removeLast(20)
            }),
        Refusal(
            "a byte behind the CMS", .signatureTrailingBytes,
            afterSigning: {
                $0.signature.append(0)
            }),
        raw(
            "eight thousand containers in each other", .signatureMalformed,
            (0..<8000).flatMap { _ in [0x30, 0x80] as [UInt8] }),
        raw(
            "a length of two gigabytes", .signatureTruncated, [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF]),
        raw(
            "a length of sixteen exabytes", .signatureMalformed,
            [0x30, 0x88] + Array(repeating: 0xFF, count: 8)),
        raw("zeros", .signatureMalformed, Array(repeating: 0, count: 2000)),
        Refusal(
            "a signature of 20 KiB", .fieldTooLong(.signature),
            afterSigning: {
                $0.signature = Array(repeating: 0, count: 20 * 1024)
            }),
        Refusal(
            "content inside the CMS", .contentAttached,
            recipe: { recipe, _ in
                recipe.cms.embeddedContent = [1, 2, 3]
            }),
        Refusal(
            "SignedData of version 3", .signatureMalformed,
            recipe: { recipe, _ in
                recipe.cms.version = 3
            }),
        Refusal(
            "no certificates", .certificateCount,
            recipe: { recipe, _ in
                recipe.cms.certificates = []
            }),
        Refusal(
            "one certificate", .certificateCount,
            recipe: { recipe, _ in
                recipe.cms.certificates.removeLast()
            }),
        Refusal(
            "a further certificate, last", .certificateCount,
            recipe: { recipe, fixture in
                recipe.cms.certificates.append(fixture.apple.root.identity.certificateDER)
            }),
        Refusal(
            "a further certificate, first", .certificateCount,
            recipe: { recipe, fixture in
                recipe.cms.certificates.insert(fixture.merchant.ec.certificateDER, at: 0)
            }),
        Refusal(
            "a certificate that is none", .certificateMalformed,
            recipe: { recipe, _ in
                recipe.cms.certificates[0] = SimulatorDER.sequence([0x05, 0x00])
            }),
    ]

    private static let signers: [Refusal] = [
        Refusal("no signer", .signerCount, recipe: { recipe, _ in recipe.cms.signers = [] }),
        Refusal(
            "two signers", .signerCount,
            recipe: { recipe, _ in
                recipe.cms.signers.append(recipe.cms.signers[0])
            }),
        signer("a signer of version 3", .signatureMalformed) { signer, _ in signer.version = 3 },
        signer("a signer who names the intermediate", .signerIsNotLeaf) { signer, fixture in
            signer.signerIdentifier = CMSSignerParts.identifier(
                of: fixture.apple.intermediate.identity)
        },
        signer("the intermediate signs and says so", .signerIsNotLeaf) { signer, fixture in
            signer.signerIdentifier = CMSSignerParts.identifier(
                of: fixture.apple.intermediate.identity)
            signer.key = fixture.apple.intermediate.identity.key
        },
        signer("a stranger signs in the leaf's name", .badSignature) { signer, _ in
            signer.key = try SimulatedKey.make(.p256)
        },
        signer("unsigned attributes", .unsignedAttributes) { signer, _ in
            signer.unsignedAttributes = [SimulatorDER.sequence(SimulatorDER.null)]
        },
        signer("a signature algorithm of other name", .unsupportedSignatureAlgorithm) { signer, _ in
            signer.signatureAlgorithm = SimulatorDER.sequence(
                SimulatorDER.oid([1, 2, 840, 10045, 4, 3, 3]))
        },
        signer("the algorithm of RSA in an EC_v1 token", .unsupportedSignatureAlgorithm) {
            signer, _ in
            signer.signatureAlgorithm = SimulatorDER.sequence(
                SimulatorDER.oid([1, 2, 840, 113549, 1, 1, 11]), SimulatorDER.null)
        },
        Refusal(
            "a digest of other name", .unsupportedDigest,
            afterSigning: { parts in
                let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
                guard let name = parts.signature.firstRange(of: sha256) else { return }
                parts.signature[name.upperBound - 1] = 0x03
            }),
        signer("an empty signature value", .badSignature) { signer, _ in signer.signature = [] },
        signer("a signature of two zeros", .badSignature) { signer, _ in
            signer.signature = SimulatorDER.sequence(
                SimulatorDER.integer([0]), SimulatorDER.integer([0]))
        },
        Refusal("an EC leaf signs an RSA_v1 token", .unsupportedSignatureAlgorithm) { fixture in
            try fixture.token(fixture.order(version: .rsaV1)) {
                $0.cms = try fixture.apple.signatureParts(of: .ecV1, at: fixture.now)
            }
        },
        Refusal("an RSA leaf signs an EC_v1 token", .unsupportedSignatureAlgorithm) { fixture in
            try fixture.token {
                $0.cms = try fixture.apple.signatureParts(of: .rsaV1, at: fixture.now)
            }
        },
    ]

    private static let signingTimes: [Refusal] = [
        attributes("no signed attributes", .missingSignedAttributes) { _ in nil },
        attributes("no contentType", .wrongContentType) {
            [.signingTime($0.now), .messageDigest]
        },
        attributes("another contentType", .wrongContentType) {
            let other = SimulatedAttribute.attribute(
                [1, 2, 840, 113549, 1, 9, 3],
                values: [SimulatorDER.oid([1, 2, 840, 113549, 1, 7, 2])])
            return [other, .signingTime($0.now), .messageDigest]
        },
        attributes("no signingTime", .missingSigningTime) { _ in [.contentType, .messageDigest] },
        attributes("no messageDigest", .missingMessageDigest) {
            [.contentType, .signingTime($0.now)]
        },
        attributes("two signingTimes", .repeatedAttribute) {
            [.contentType, .signingTime($0.now), .signingTime($0.now), .messageDigest]
        },
        attributes("two values of signingTime", .repeatedAttribute) {
            let time = SimulatorDER.time($0.now)
            let twice = SimulatedAttribute.attribute(
                [1, 2, 840, 113549, 1, 9, 5], values: [time, time])
            return [.contentType, twice, .messageDigest]
        },
        attributes("two messageDigests", .repeatedAttribute) {
            [.contentType, .signingTime($0.now), .messageDigest, .messageDigest]
        },
        attributes("a signingTime without seconds", .malformedSigningTime) { _ in
            let time = SimulatorDER.node(0x17, Array("2611210857Z".utf8))
            let attribute = SimulatedAttribute.attribute(
                [1, 2, 840, 113549, 1, 9, 5], values: [time])
            return [.contentType, attribute, .messageDigest]
        },
        attributes("signed five minutes and a second ago", .staleSigningTime) {
            [.contentType, .signingTime($0.now.adding(seconds: -301)), .messageDigest]
        },
        attributes("signed five minutes and a second from now", .futureSigningTime) {
            [.contentType, .signingTime($0.now.adding(seconds: 301)), .messageDigest]
        },
        attributes("another digest, correctly signed", .digestMismatch) {
            [.contentType, .signingTime($0.now), .otherDigest(Array(repeating: 7, count: 32))]
        },
        attributes("a digest of 20 bytes", .digestMismatch) {
            [.contentType, .signingTime($0.now), .otherDigest(Array(repeating: 7, count: 20))]
        },
        Refusal(
            "other content, correctly signed", .digestMismatch,
            recipe: { recipe, _ in
                recipe.signedContent = [1, 2, 3]
            }),
    ]
}
