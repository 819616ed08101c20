import DialectKit
import PaymentDomain
import StrictXML

/// A command with what belongs to it.
struct RadialDecoded: Sendable {
    var command: PaymentCommand
    /// The client's requestId: Radial's protection against duplicates.
    var requestID: String?
    var exchange: RadialExchange
    /// What the event says that ends the request; nil if none does.
    var asking: RadialAsking?
}

extension RadialDialect {
    /// Finds the message of a request and makes its command.
    func command(of request: DialectRequest) throws(RadialProblem) -> RadialDecoded {
        let head = request.head
        guard let operation = RadialOperation(rawValue: head.route.operation) else {
            throw .broken(.unknownOperation)
        }
        guard isXML(head.header("content-type")) else { throw .broken(.unsupportedContentType) }
        let tender = try tender(of: head, for: operation)
        let root = try reading { () throws(XMLReadError) in
            try XMLDocument.root(of: request.body, limits: limits)
        }
        var exchange = RadialExchange(operation: operation, receivedAt: head.receivedAt)
        exchange.store = head.parameters["store"] ?? ""
        switch operation {
        case .authorize:
            let address = isSentByCustomer ? head.peerAddress : nil
            return try authorization(root, tender: tender, customerAddress: address, exchange)
        case .confirmFunds: return try fundsConfirmation(root, exchange)
        case .cancel: return try cancellation(root, exchange)
        case .settle: return try settlement(root, tender: tender, exchange)
        case .decrypt: return try decryption(root, exchange)
        }
    }

    /// The tender of the path; nil for decryptblob, which has none.
    ///
    /// Source: Radial, Apple Pay: DW for the authorization; the TenderType of its reply for all
    /// that follows.
    private func tender(
        of head: RequestHead, for operation: RadialOperation
    ) throws(RadialProblem) -> RadialTender? {
        if operation == .decrypt { return nil }
        guard let tender = RadialTender(path: head.parameters["tender"] ?? "") else {
            throw .broken(.invalidTender)
        }
        guard tender != .digitalWallet || operation == .authorize else {
            throw .broken(.invalidTender)
        }
        return tender
    }

    /// Whether a content type is XML in UTF-8; a client that names none is taken at its path's
    /// word.
    private func isXML(_ contentType: String?) -> Bool {
        guard let contentType, !contentType.isEmpty else { return true }
        // The value of nearly every client needs no parsing.
        if contentType == "text/xml" || contentType == "application/xml" { return true }
        let parts = contentType.lowercased().split(separator: ";").map(trimmedSpaces)
        guard let type = parts.first, type == "text/xml" || type == "application/xml" else {
            return false
        }
        return parts.dropFirst().allSatisfy { parameter in
            guard parameter.hasPrefix("charset=") else { return true }
            let name = parameter.dropFirst("charset=".count).filter { $0 != "\"" }
            return ["utf-8", "utf8", "us-ascii"].contains(name)
        }
    }

    private func trimmedSpaces(_ text: Substring) -> String {
        trimmedXML(String(text))
    }
}
