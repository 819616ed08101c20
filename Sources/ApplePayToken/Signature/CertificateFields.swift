import PaymentDomain

/// From when to when a certificate is valid; both ends belong to it.
///
/// Source: RFC 5280, section 4.1.2.5.
struct Validity: Hashable {
    let notBefore: Timestamp
    let notAfter: Timestamp

    func contains(_ moment: Timestamp) -> Bool {
        notBefore <= moment && moment <= notAfter
    }
}

/// The parts of an encoded certificate that the X.509 library doesn't give.
///
/// Layout (RFC 5280, section 4.1): Certificate { TBSCertificate { [0] version, serialNumber, signature, issuer,
/// validity, … } … }
struct CertificateFields {
    /// Issuer and serial number, as a signer's identifier has them (RFC 5652, section 10.2.4).
    let issuerAndSerialNumber: [UInt8]
    /// From when to when it is valid.
    let validity: Validity

    /// Reads the first fields of a certificate, and checks the outside of its signature.
    ///
    /// The signature is a whole number of bytes. A count of unused bits would change the
    /// certificate without changing what is signed (X.690, section 8.6.2).
    init(_ bytes: [UInt8], in range: Range<Int>? = nil) throws(PaymentTokenError) {
        do throws(PaymentTokenError) {
            var outer = BERReader(bytes, in: range)
            let certificate = try outer.enter(0x30)
            let signed = try outer.element(0x30)
            _ = try outer.element(0x30)
            let signature = try outer.element(0x03).content
            guard bytes[signature].first == 0 else { throw .certificateMalformed }
            try outer.leave(certificate)

            var reader = BERReader(bytes, in: signed.content)
            // Version 3, for there are extensions.
            guard reader.skip([0xA0, 0x03, 0x02, 0x01, 0x02]) else { throw .certificateMalformed }
            let serialNumber = try reader.element(0x02).whole
            _ = try reader.element(0x30)
            let issuer = try reader.element(0x30).whole
            issuerAndSerialNumber = Array(bytes[issuer]) + Array(bytes[serialNumber])
            _ = try reader.enter(0x30)
            validity = Validity(
                notBefore: try reader.readTime(), notAfter: try reader.readTime())
        } catch {
            throw .certificateMalformed
        }
    }
}

extension BERReader {
    fileprivate mutating func readTime() throws(PaymentTokenError) -> Timestamp {
        guard let tag = nextTag else { throw .certificateMalformed }
        let value = try element(tag).content
        guard let moment = ASN1Time.read(bytes[value], tag: tag) else {
            throw .certificateMalformed
        }
        return moment
    }
}
