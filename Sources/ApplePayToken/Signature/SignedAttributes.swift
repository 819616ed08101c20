import PaymentDomain

/// The signed attributes of a signature.
///
/// They are found by their identifiers, never by their position: tokens of 2014 have three, later ones four.
///
/// Source: RFC 5652, sections 5.3 and 11.
struct SignedAttributes {
    /// When the token was signed.
    let signingTime: Timestamp
    /// SHA-256 of the content.
    let messageDigest: Range<Int>

    /// Reads the attributes; unknown ones are passed over, a repeated one is refused.
    init(_ bytes: [UInt8], in range: Range<Int>) throws(PaymentTokenError) {
        var reader = BERReader(bytes, in: range)
        var hasContentType = false
        var signingTime: Timestamp?
        var messageDigest: Range<Int>?
        while !reader.isAtEnd {
            let attribute = try reader.enter(0x30)
            if reader.skip(EncodedOID.contentType) {
                guard !hasContentType else { throw .repeatedAttribute }
                let value = try reader.singleValue()
                guard reader.holds(EncodedOID.data, at: value.whole) else {
                    throw .wrongContentType
                }
                hasContentType = true
            } else if reader.skip(EncodedOID.signingTime) {
                guard signingTime == nil else { throw .repeatedAttribute }
                signingTime = try reader.readTime()
            } else if reader.skip(EncodedOID.messageDigest) {
                guard messageDigest == nil else { throw .repeatedAttribute }
                let value = try reader.singleValue()
                guard bytes[value.whole.lowerBound] == 0x04,
                    value.content.count == TokenLimits.hashBytes
                else { throw .digestMismatch }
                messageDigest = value.content
            } else {
                _ = try reader.element(0x06)
                _ = try reader.element(0x31)
            }
            try reader.leave(attribute)
        }
        guard hasContentType else { throw .wrongContentType }
        guard let signingTime else { throw .missingSigningTime }
        guard let messageDigest else { throw .missingMessageDigest }
        self.signingTime = signingTime
        self.messageDigest = messageDigest
    }
}

extension BERReader {
    /// The one value of an attribute (RFC 5652, section 11: "must have a single attribute value").
    fileprivate mutating func singleValue() throws(PaymentTokenError) -> Element {
        let values = try enter(0x31)
        guard let tag = nextTag else { throw .repeatedAttribute }
        let value = try element(tag)
        guard isAtEnd(of: values) else { throw .repeatedAttribute }
        try leave(values)
        return value
    }

    fileprivate mutating func readTime() throws(PaymentTokenError) -> Timestamp {
        let value = try singleValue()
        let tag = bytes[value.whole.lowerBound]
        guard let time = ASN1Time.read(bytes[value.content], tag: tag) else {
            throw .malformedSigningTime
        }
        return time
    }
}
