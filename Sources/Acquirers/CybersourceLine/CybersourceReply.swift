import PaymentDomain
import StrictCoding

/// The fields of a reply that count.
///
/// Source: Cybersource, REST API specification, the 201, 400 and 502 responses of payments and what follows them.
struct CybersourceReply: Sendable, Hashable {
    /// Their ID of the transaction; a refused request has none.
    let id: String?
    let status: String
    /// Why, unless it was done.
    let reason: String?
    /// The fields that are wrong.
    let wrongFields: [String]
    /// The code that the request had.
    let code: String?
    /// The amount that was approved, with its currency.
    let approved: Money?
    let authorizationCode: String?
    let networkTransactionID: String?
    let avsResult: String?
    let securityCodeResult: String?

    /// Reads a reply, strictly in what counts: unknown fields are passed over, but a field that comes twice, or a value of
    /// another form, refuses the whole.
    init(reading bytes: [UInt8]) throws(CybersourceReplyError) {
        let root = try CybersourceFields(reading: bytes)
        guard let status = try root.text("status", upTo: CybersourceLimits.word) else {
            throw .missingField
        }
        self.status = status
        // Refused requests have what it holds in the root.
        let error = try root.object("errorInformation") ?? root
        id = try root.text("id", upTo: CybersourceLimits.id)
        reason = try error.text("reason", upTo: CybersourceLimits.word)
        wrongFields = try error.elements("details")
            .map { (details) throws(CybersourceReplyError) in
                try details.text("field", upTo: CybersourceLimits.field)
            }.compactMap { $0 }
        code = try root.object("clientReferenceInformation")?
            .text("code", upTo: CybersourceLimits.field)
        approved = try root.object("orderInformation")?.object("amountDetails")?.authorizedAmount()
        let processor = try root.object("processorInformation")
        authorizationCode = try processor?.text(
            "approvalCode", upTo: CybersourceLimits.authorizationCode)
        networkTransactionID = try processor?.text(
            "networkTransactionId", upTo: CybersourceLimits.networkTransactionID)
        avsResult = try processor?.object("avs")?
            .text("code", upTo: CybersourceLimits.checkResult)
        securityCodeResult = try processor?.object("cardVerification")?
            .text("resultCode", upTo: CybersourceLimits.checkResult)
    }

    /// The meaning of the status.
    var meaning: CybersourceStatus? {
        switch CybersourceStatus.meaning(status) {
        // Without a code from the issuer, it only asks for a call. With one, only a failed check of address or security code is
        // no review of Cybersource's own, whose end nobody would hear.
        case .authorizedIfCoded where authorizationCode == nil: .refused
        case .authorizedIfCoded:
            CybersourceReason.failedChecks.contains(reason ?? "") ? .authorized : nil
        case let meaning: meaning
        }
    }
}

/// Why a reply counts as none.
enum CybersourceReplyError: Error, Sendable, Hashable {
    case json(JSONReadError)
    /// Another HTTP status than the documented ones.
    case wrongStatus
    case missingField
    case malformedField
    /// Another code than the request's.
    case wrongEcho
    /// A status that this kind of request doesn't have, or one that says that nobody knows.
    case unclear
}

/// The members of an object in a reply.
struct CybersourceFields {
    private let object: JSONObject

    init(reading bytes: [UInt8]) throws(CybersourceReplyError) {
        let value: JSONValue
        do {
            value = try JSONValue(reading: bytes, limits: CybersourceLimits.reply)
        } catch {
            throw .json(error)
        }
        try self.init(value)
    }

    private init(_ value: JSONValue) throws(CybersourceReplyError) {
        guard let object = value.object else { throw .malformedField }
        self.object = object
    }

    private subscript(name: String) -> JSONValue? {
        object[name].flatMap { $0 == .null ? nil : $0 }
    }

    /// A text; nil if it is missing, null or empty.
    func text(_ name: String, upTo length: Int) throws(CybersourceReplyError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.text, text.unicodeScalars.count <= length, !text.hasControlCharacter
        else { throw .malformedField }
        return text.isEmpty ? nil : text
    }

    /// An object; nil if it is missing or null.
    func object(_ name: String) throws(CybersourceReplyError) -> CybersourceFields? {
        guard let value = self[name] else { return nil }
        return try CybersourceFields(value)
    }

    /// An array of objects; empty if it is missing or null.
    func elements(_ name: String) throws(CybersourceReplyError) -> [CybersourceFields] {
        guard let value = self[name] else { return [] }
        guard let elements = value.elements else { throw .malformedField }
        return try elements.map { (element) throws(CybersourceReplyError) in
            try CybersourceFields(element)
        }
    }

    /// A whole number; nil if it is missing.
    func count(_ name: String) throws(CybersourceReplyError) -> Int64? {
        guard let value = self[name] else { return nil }
        guard case .number(let digits) = value, let number = Int64(digits), number >= 0 else {
            throw .malformedField
        }
        return number
    }

    /// `authorizedAmount` in its currency; nil if it is missing.
    fileprivate func authorizedAmount() throws(CybersourceReplyError) -> Money? {
        guard let decimal = try text("authorizedAmount", upTo: CybersourceLimits.decimal) else {
            return nil
        }
        guard let code = try text("currency", upTo: CybersourceLimits.word),
            let currency = Currency(code: code),
            let money = try? Money(decimal: decimal, currency: currency)
        else { throw .malformedField }
        return money
    }
}
