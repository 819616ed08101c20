import PaymentDomain

/// The parts of a token's CMS signature, as ranges of its bytes.
///
/// Layout (RFC 5652, sections 3 and 5.1), where every container down to the certificates may be of
/// indefinite length:
///
///     ContentInfo { signedData, [0] SignedData { 1, digestAlgorithms, encapContentInfo { data },
///         [0] { two certificates }, { one SignerInfo } } }
struct SignedData {
    /// The two algorithms that Apple signs with.
    enum Algorithm {
        case ecdsaWithSHA256
        case rsaWithSHA256
    }

    /// Both certificates, in the order in which they came.
    let certificates: [Range<Int>]
    /// Issuer and serial number of the signer's certificate, as encoded.
    let signerIdentifier: Range<Int>
    /// The signed attributes from their tag on.
    let signedAttributes: Range<Int>
    let attributes: SignedAttributes
    /// The signature's algorithm.
    let algorithm: Algorithm
    /// The signature itself.
    let signature: Range<Int>

    /// The bytes of both certificates, one behind the other.
    var certificateSet: Range<Int> { certificates[0].lowerBound..<certificates[1].upperBound }

    /// Reads a signature.
    init(_ bytes: [UInt8]) throws(PaymentTokenError) {
        var reader = BERReader(bytes)
        let contentInfo = try reader.enter(0x30)
        guard reader.skip(EncodedOID.signedData) else { throw reader.unexpected }
        let explicit = try reader.enter(0xA0)
        let signedData = try reader.enter(0x30)
        guard reader.skip(EncodedOID.versionOne) else { throw reader.unexpected }
        let digestAlgorithms = try reader.enter(0x31)
        try reader.readDigestAlgorithm()
        try reader.leave(digestAlgorithms)
        try reader.readContentType()
        certificates = try reader.readCertificates()
        let signerInfos = try reader.enter(0x31)
        guard !reader.isAtEnd(of: signerInfos) else { throw .signerCount }
        let signerInfo = try reader.enter(0x30)
        guard reader.skip(EncodedOID.versionOne) else { throw reader.unexpected }
        signerIdentifier = try reader.element(0x30).content
        try reader.readDigestAlgorithm()
        guard reader.nextTag == 0xA0 else { throw .missingSignedAttributes }
        let attributeSet = try reader.element(0xA0)
        signedAttributes = attributeSet.whole
        attributes = try SignedAttributes(bytes, in: attributeSet.content)
        algorithm = try reader.readSignatureAlgorithm()
        signature = try reader.element(0x04).content
        guard reader.nextTag != 0xA1 else { throw .unsignedAttributes }
        try reader.leave(signerInfo)
        guard reader.isAtEnd(of: signerInfos) || reader.nextTag != 0x30 else {
            throw .signerCount
        }
        try reader.leave(signerInfos)
        try reader.leave(signedData)
        try reader.leave(explicit)
        try reader.leave(contentInfo)
        guard reader.isAtEnd else { throw .signatureTrailingBytes }
    }
}

extension BERReader {
    /// The error if something else was expected.
    fileprivate var unexpected: PaymentTokenError {
        nextTag == nil ? .signatureTruncated : .signatureMalformed
    }

    /// SHA-256, with NULL for parameters (as Apple wrote until 2021) or none (as since).
    fileprivate mutating func readDigestAlgorithm() throws(PaymentTokenError) {
        let algorithm = try enter(0x30)
        guard skip(EncodedOID.sha256) else { throw .unsupportedDigest }
        _ = skip(EncodedOID.null)
        try leave(algorithm)
    }

    /// The content type data, without content.
    ///
    /// CMSAlgorithmProtection (RFC 6211) isn't compared: only one digest and one signature algorithm are accepted for
    /// each version, so there is no other to substitute.
    fileprivate mutating func readContentType() throws(PaymentTokenError) {
        let contentInfo = try enter(0x30)
        guard skip(EncodedOID.data) else { throw unexpected }
        guard nextTag != 0xA0 else { throw .contentAttached }
        try leave(contentInfo)
    }

    /// Exactly two certificates (Apple's policy for these two markers: three with the root).
    fileprivate mutating func readCertificates() throws(PaymentTokenError) -> [Range<Int>] {
        guard nextTag == 0xA0 else {
            throw nextTag == 0x31 ? .certificateCount : unexpected
        }
        var certificates: [Range<Int>] = []
        let set = try enter(0xA0)
        while !isAtEnd(of: set) {
            guard certificates.count < 2 else { throw .certificateCount }
            certificates.append(try element(0x30).whole)
        }
        try leave(set)
        guard certificates.count == 2 else { throw .certificateCount }
        return certificates
    }

    /// The algorithm of the signature (RFC 5754, section 3).
    fileprivate mutating func readSignatureAlgorithm() throws(PaymentTokenError)
        -> SignedData.Algorithm
    {
        let container = try enter(0x30)
        let algorithm: SignedData.Algorithm
        if skip(EncodedOID.ecdsaWithSHA256) {
            algorithm = .ecdsaWithSHA256
        } else if skip(EncodedOID.rsaWithSHA256) {
            algorithm = .rsaWithSHA256
            _ = skip(EncodedOID.null)
        } else {
            throw nextTag == nil ? .signatureTruncated : .unsupportedSignatureAlgorithm
        }
        try leave(container)
        return algorithm
    }
}
