import StrictCoding

/// Reads the objects that libraries put around `paymentData`, and notes how the token is wrapped if
/// it is not there as an object.
struct OuterToken {
    /// How the token is wrapped, if that is known.
    private(set) var wrapping: TokenWrapping?

    /// Reads the outermost object.
    ///
    /// A text that is both `paymentData` and an object around it is neither. Beside either of them,
    /// `token` means nothing.
    mutating func read(_ reader: inout JSONReader) throws(JSONReadError) -> EncodedToken {
        var bare = EncodedToken()
        var paymentData: EncodedToken?
        var token: EncodedToken?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "paymentData": paymentData = try readPaymentData(&reader)
            case "token": token = try readToken(&reader)
            case "payment" where reader.isAtObject(), "details" where reader.isAtObject():
                wrapping = .member(.token)
                try bare.readMember(key, &reader)
            case "token_data" where reader.isAtObject():
                wrapping = .member(.tokenData)
                try bare.readMember(key, &reader)
            default: try bare.readMember(key, &reader)
            }
        }
        let isBare = bare.version != nil || bare.data != nil || bare.signature != nil
        guard let paymentData else { return isBare ? bare : token ?? bare }
        guard !isBare else { throw .malformed }
        return paymentData
    }

    /// Reads the inner object; Apple's simulator sends an empty one.
    private mutating func readPaymentData(
        _ reader: inout JSONReader
    ) throws(JSONReadError) -> EncodedToken {
        if try reader.skipNull() { return EncodedToken() }
        if reader.isAtText() { return try readText(&reader, of: .paymentData) }
        var token = EncodedToken()
        try reader.beginObject()
        while let key = try reader.nextKey() { try token.readMember(key, &reader) }
        return token
    }

    /// Reads what Flutter's and the browser's libraries call `token`.
    private mutating func readToken(
        _ reader: inout JSONReader
    ) throws(JSONReadError) -> EncodedToken? {
        if reader.isAtObject() { return try read(&reader) }
        if reader.isAtText() { return try readText(&reader, of: .token) }
        if try reader.skipNull() { return EncodedToken() }
        try reader.skipValue()
        return nil
    }

    /// Reads a text in the place of an object: a blank one is empty, the others are wrapped.
    private mutating func readText(
        _ reader: inout JSONReader, of member: TokenWrapping.Member
    ) throws(JSONReadError) -> EncodedToken {
        let text = try reader.text().bytes
        if EncodedToken.isBlank(text) { return EncodedToken() }
        switch TokenWrapping(of: text) {
        case .base64: wrapping = .base64(in: member)
        case .hex: wrapping = .hex(in: member)
        case .text, .member, nil: wrapping = .text(in: member)
        }
        return EncodedToken()
    }
}
