import StrictCoding

/// The members of a decrypted payload before they are given their types.
///
/// Unknown members are passed over: Apple adds some from time to time.
struct RawPayload {
    /// The members of `paymentData`.
    struct Proof {
        var onlinePaymentCryptogram: JSONText?
        var eciIndicator: JSONText?
        var emvData: JSONText?
        var encryptedPINData: JSONText?
    }

    /// One of `authenticationResponses`.
    struct Response {
        var merchantIdentifier: JSONText?
        var authenticationData: JSONText?
        var transactionAmount: String?
    }

    /// The members of `merchantTokenMetadata`, and its whole text.
    struct Metadata {
        var text: ArraySlice<UInt8>
        var expirationDate: JSONText?
        var fpanSuffix: JSONText?
    }

    var accountNumber: JSONText?
    var expirationDate: JSONText?
    var currencyCode: JSONText?
    var transactionAmount: String?
    var cardholderName: JSONText?
    var deviceManufacturerIdentifier: JSONText?
    var paymentDataType: JSONText?
    var proof: Proof?
    var responses: [Response] = []
    var merchantTokenIdentifier: JSONText?
    var merchantTokenMetadata: Metadata?

    /// Reads the JSON.
    init(_ plaintext: [UInt8]) throws(PaymentTokenError) {
        var reader: PayloadReader
        do throws(JSONReadError) {
            reader = PayloadReader(json: try JSONReader(plaintext, .ofToken))
            try reader.json.beginObject()
        } catch {
            throw .payloadNotJSON
        }
        while let key = try reader.nextKey() { try read(key, &reader) }
        do throws(JSONReadError) {
            try reader.json.finish()
        } catch {
            throw .payloadNotJSON
        }
    }

    private mutating func read(
        _ key: String, _ reader: inout PayloadReader
    ) throws(PaymentTokenError) {
        guard let field = TokenField(rawValue: key) else { return try reader.skipValue() }
        switch field {
        case .applicationPrimaryAccountNumber: accountNumber = try reader.text(field)
        case .applicationExpirationDate: expirationDate = try reader.text(field)
        case .currencyCode: currencyCode = try reader.text(field)
        case .transactionAmount: transactionAmount = try reader.number(field)
        case .cardholderName: cardholderName = try reader.text(field)
        case .deviceManufacturerIdentifier: deviceManufacturerIdentifier = try reader.text(field)
        case .paymentDataType: paymentDataType = try reader.text(field)
        case .paymentData: proof = try reader.proof()
        case .authenticationResponses: responses = try reader.responses()
        case .merchantTokenIdentifier: merchantTokenIdentifier = try reader.text(field)
        case .merchantTokenMetadata: merchantTokenMetadata = try reader.metadata()
        case .version, .data, .signature, .header, .ephemeralPublicKey, .wrappedKey,
            .publicKeyHash, .transactionId, .applicationData, .onlinePaymentCryptogram,
            .eciIndicator, .emvData, .encryptedPINData:
            try reader.skipValue()
        }
    }
}

/// Reads the values of a payload; what is not JSON is one fault, a value of the wrong type another.
struct PayloadReader {
    var json: JSONReader

    mutating func nextKey() throws(PaymentTokenError) -> String? {
        do throws(JSONReadError) { return try json.nextKey() } catch { throw .payloadNotJSON }
    }

    mutating func skipValue() throws(PaymentTokenError) {
        do throws(JSONReadError) { try json.skipValue() } catch { throw .payloadNotJSON }
    }

    /// A string, or nil for `null`.
    mutating func text(_ field: TokenField) throws(PaymentTokenError) -> JSONText? {
        if try skipNull() { return nil }
        guard json.isAtText() else { throw .payloadInvalid(field) }
        do throws(JSONReadError) { return try json.text() } catch { throw .payloadNotJSON }
    }

    /// A number's characters.
    mutating func number(_ field: TokenField) throws(PaymentTokenError) -> String {
        guard json.isAtNumber() else { throw .payloadInvalid(field) }
        do throws(JSONReadError) { return try json.number() } catch { throw .payloadNotJSON }
    }

    mutating func proof() throws(PaymentTokenError) -> RawPayload.Proof? {
        var proof = RawPayload.Proof()
        try begin(.paymentData)
        while let key = try nextKey() {
            switch key {
            case "onlinePaymentCryptogram":
                proof.onlinePaymentCryptogram = try text(.onlinePaymentCryptogram)
            case "eciIndicator": proof.eciIndicator = try text(.eciIndicator)
            case "emvData": proof.emvData = try text(.emvData)
            case "encryptedPINData": proof.encryptedPINData = try text(.encryptedPINData)
            default: try skipValue()
            }
        }
        return proof
    }

    /// These responses pay nothing: values of another kind are skipped.
    mutating func responses() throws(PaymentTokenError) -> [RawPayload.Response] {
        guard json.isAtArray() else {
            try skipValue()
            return []
        }
        do throws(JSONReadError) { try json.beginArray() } catch { throw .payloadNotJSON }
        var responses: [RawPayload.Response] = []
        while try nextElement() {
            let hasRoom = responses.count < TokenLimits.authenticationResponses
            if hasRoom, json.isAtObject() {
                responses.append(try response())
            } else {
                try skipValue()
            }
        }
        return responses
    }

    private mutating func response() throws(PaymentTokenError) -> RawPayload.Response {
        let field = TokenField.authenticationResponses
        var response = RawPayload.Response()
        try begin(field)
        while let key = try nextKey() {
            switch key {
            case "merchantIdentifier" where json.isAtText():
                response.merchantIdentifier = try text(field)
            case "authenticationData" where json.isAtText():
                response.authenticationData = try text(field)
            // Documented as a string, beside the payload's own, which is a number.
            case "transactionAmount" where json.isAtText():
                response.transactionAmount = try text(field)?.string
            case "transactionAmount" where json.isAtNumber():
                response.transactionAmount = try number(field)
            default: try skipValue()
            }
        }
        return response
    }

    mutating func metadata() throws(PaymentTokenError) -> RawPayload.Metadata? {
        if try skipNull() { return nil }
        let field = TokenField.merchantTokenMetadata
        var metadata = RawPayload.Metadata(text: [])
        try begin(field)
        let start = json.index - 1
        while let key = try nextKey() {
            guard key == "cardMetadata", json.isAtObject() else {
                try skipValue()
                continue
            }
            try begin(field)
            while let key = try nextKey() {
                switch key {
                case "expirationDate": metadata.expirationDate = try text(field)
                case "fpanSuffix": metadata.fpanSuffix = try text(field)
                default: try skipValue()
                }
            }
        }
        metadata.text = json.bytes[start..<json.index]
        return metadata
    }

    private mutating func begin(_ field: TokenField) throws(PaymentTokenError) {
        guard json.isAtObject() else { throw .payloadInvalid(field) }
        do throws(JSONReadError) { try json.beginObject() } catch { throw .payloadNotJSON }
    }

    private mutating func nextElement() throws(PaymentTokenError) -> Bool {
        do throws(JSONReadError) { return try json.nextElement() } catch { throw .payloadNotJSON }
    }

    private mutating func skipNull() throws(PaymentTokenError) -> Bool {
        do throws(JSONReadError) { return try json.skipNull() } catch { throw .payloadNotJSON }
    }
}
