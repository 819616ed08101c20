import StrictXML

/// The fields of an answered transaction that count.
///
/// Source: cnpTransaction XSD, 12.34: authorizationResponse, captureResponse, creditResponse, voidResponse,
/// authReversalResponse, queryTransactionResponse, queryTransactionUnavailableResponse; all are xs:all.
struct CNPAnswer: Sendable, Hashable {
    /// Three digits.
    let response: String
    /// The cnpTxnId; nil for a query's answer.
    let number: Int64?
    /// The amount that was approved, if it was said, in minor units.
    let approvedAmount: Int64?
    /// The issuer's code, without spaces at its ends.
    let authorizationCode: String?
    let networkTransactionID: String?
    let avsResult: String?
    let cardValidationResult: String?
    /// The transactions that a query found.
    let found: [CNPAnswer]

    /// Reads the answer to a request.
    init(_ node: XMLNode, to request: CNPRequest) throws(CNPReplyError) {
        let isQuery = request.transaction == .queryTransaction
        let isUnavailable = isQuery && node.name == "queryTransactionUnavailableResponse"
        guard node.name == request.transaction.reply || isUnavailable else {
            throw .wrongTransaction
        }
        guard try node.echo("id") == request.id,
            try node.echo("reportGroup") == request.reportGroup
        else { throw .wrongEcho }
        let fields = try CNPFields(node)
        if let orderID = request.orderID {
            guard try fields.text("orderId", upTo: WorldpayLimits.orderID) == orderID else {
                throw .wrongEcho
            }
        }
        try self.init(fields, found: isQuery ? CNPAnswer.found(in: fields, by: request) : [])
    }

    private init(_ fields: CNPFields, found: [CNPAnswer]) throws(CNPReplyError) {
        guard let response = try fields.text("response", upTo: WorldpayLimits.response) else {
            throw .missingField
        }
        guard response.utf8.count == WorldpayLimits.response, response.isDigits else {
            throw .malformedField
        }
        self.response = response
        number = try fields.number("cnpTxnId")
        guard number != 0 else { throw .malformedField }
        approvedAmount = try fields.number("approvedAmount")
        authorizationCode = try fields.text("authCode", upTo: WorldpayLimits.authorizationCode)
        networkTransactionID = try fields.text(
            "networkTransactionId", upTo: WorldpayLimits.networkTransactionID)
        let fraud = try fields.node("fraudResult").map(CNPFields.of)
        avsResult = try fraud?.text("avsResult", upTo: WorldpayLimits.checkResult)
        cardValidationResult = try fraud?.text(
            "cardValidationResult", upTo: WorldpayLimits.checkResult)
        self.found = found
    }

    /// The answers of our transaction among those that a query found. An answer of another is passed over.
    private static func found(
        in fields: CNPFields, by request: CNPRequest
    ) throws(CNPReplyError) -> [CNPAnswer] {
        guard let results = fields.node("results_max10"), let original = request.original else {
            return []
        }
        var found: [CNPAnswer] = []
        for node in results.children where node.name == original.reply {
            guard try node.echo("id") == original.id else { continue }
            found.append(try CNPAnswer(CNPFields(node), found: []))
        }
        return found
    }
}

/// The children of a transaction, each at most once.
struct CNPFields {
    private var nodes: [String: XMLNode] = [:]

    init(_ node: XMLNode) throws(CNPReplyError) {
        for child in node.children {
            guard nodes.updateValue(child, forKey: child.name) == nil else {
                throw .repeatedField
            }
        }
    }

    static func of(_ node: XMLNode) throws(CNPReplyError) -> CNPFields { try CNPFields(node) }

    func node(_ name: String) -> XMLNode? { nodes[name] }

    /// A text without white space at its ends; nil if it is missing or empty.
    func text(_ name: String, upTo length: Int) throws(CNPReplyError) -> String? {
        guard let node = nodes[name] else { return nil }
        let text = trimmedXML(node.text)
        guard !node.hasChildren, text.unicodeScalars.count <= length else {
            throw .malformedField
        }
        return text.isEmpty ? nil : text
    }

    /// A number without a sign; nil if it is missing.
    func number(_ name: String) throws(CNPReplyError) -> Int64? {
        guard let text = try text(name, upTo: WorldpayLimits.numberDigits) else { return nil }
        guard text.isDigits, let number = Int64(text) else { throw .malformedField }
        return number
    }
}

extension XMLNode {
    /// An attribute that repeats ours; nil if it is missing.
    fileprivate func echo(_ name: StaticString) throws(CNPReplyError) -> String? {
        do {
            return try attribute(name, max: WorldpayLimits.id).map { trimmedXML($0) }
        } catch {
            throw .malformedField
        }
    }
}

extension String {
    fileprivate var isDigits: Bool {
        !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
