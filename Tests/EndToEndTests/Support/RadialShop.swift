import AppleSimulator
import Foundation
import PaymentDomain

/// A shop that takes Apple Pay and cards through Radial's XML.
struct RadialShop: Sendable {
    let server: RunningServer

    /// A fresh token of a phone at the till.
    func token(
        _ amount: Money, card: TestCard = .visa, at moment: Timestamp = presentTime(),
        cryptogram: [UInt8]? = nil
    ) throws -> SimulatedToken {
        try server.token(amount, card: card, at: moment, cryptogram: cryptogram)
    }

    /// The wallet authorization of a token; no amount leaves it to the token.
    func wallet(
        _ token: SimulatedToken, _ amount: Money?, order: String, request: String = newName(),
        tail: String = RadialXML.fullTail, tender: String = "DW"
    ) -> RadialMessage {
        RadialMessage(
            path: "creditcard/auth/\(tender).xml",
            body: RadialXML.root(
                "CreditCardAuthRequest", request: request,
                RadialXML.wallet(token.fields) + "<OrderId>\(order)</OrderId>"
                    + RadialXML.money("Amount", amount) + RadialXML.customer + tail))
    }

    /// A fresh token's wallet authorization.
    func wallet(_ amount: Money, order: String) throws -> RadialMessage {
        wallet(try token(amount), amount, order: order)
    }

    /// The authorization of a card number or a stored card.
    func card(
        _ account: String, isToken: Bool = false, _ amount: Money, order: String,
        code: String? = nil, proof: String = "", tender: String = "VC"
    ) -> RadialMessage {
        let securityCode = code.map { "<CardSecurityCode>\($0)</CardSecurityCode>" } ?? ""
        return RadialMessage(
            path: "creditcard/auth/\(tender).xml",
            body: RadialXML.root(
                "CreditCardAuthRequest", request: newName(),
                RadialXML.context(order, account, isToken: isToken)
                    + "<ExpirationDate>2049-12</ExpirationDate>" + securityCode
                    + RadialXML.money("Amount", amount) + RadialXML.customer
                    + "<isRequestToCorrectCVVOrAVSError>false</isRequestToCorrectCVVOrAVSError>"
                    + proof + RadialXML.fullTail))
    }

    /// The request that only opens a token.
    func decryptBlob(_ token: SimulatedToken) -> RadialMessage {
        let fields = token.fields
        let key =
            fields.wrappedKey.map { "<WrappedKey>\($0)</WrappedKey>" }
            ?? "<EphemeralPublicKey>\(fields.ephemeralPublicKey ?? "")</EphemeralPublicKey>"
        let body = """
            <DecryptBlobRequest xmlns="\(RadialXML.namespace)">\
            <AlgorithmVersion>apd</AlgorithmVersion><EncryptionHeader>\(key)\
            <TransactionId>\(fields.transactionId)</TransactionId>\
            <PublicKeyHash>\(fields.publicKeyHash)</PublicKeyHash></EncryptionHeader>\
            <Version>\(fields.version)</Version><Data>\(fields.data)</Data>\
            <Signature>\(fields.signature)</Signature></DecryptBlobRequest>
            """
        return RadialMessage(path: "decryptblob", body: body)
    }

    /// A capture (Debit) or a refund (Credit).
    func settle(
        _ kind: String, _ amount: Money, _ payment: ApprovedPayment, isFinal: Bool = false
    ) throws -> RadialMessage {
        RadialMessage(
            path: "settlement/create/\(payment.tender).xml",
            body: RadialXML.root(
                "PaymentSettlementRequest", request: newName(),
                RadialXML.context(payment.order, payment.handle)
                    + RadialXML.money("Amount", amount)
                    + RadialXML.money("TaxAmount", .zero(amount.currency))
                    + "<SettlementType>\(kind)</SettlementType>"
                    + "<FinalDebit>\(isFinal ? 1 : 0)</FinalDebit>"))
    }

    /// Gives up (part of) a hold.
    func cancel(_ amount: Money, _ payment: ApprovedPayment) -> RadialMessage {
        RadialMessage(
            path: "auth/cancel/\(payment.tender).xml",
            body: RadialXML.root(
                "PaymentAuthCancelRequest", request: newName(),
                RadialXML.context(payment.order, payment.handle)
                    + RadialXML.money("Amount", amount)))
    }

    /// Asks whether the hold still stands.
    func confirmFunds(_ amount: Money, _ payment: ApprovedPayment) -> RadialMessage {
        RadialMessage(
            path: "funds/confirm/\(payment.tender).xml",
            body: RadialXML.root(
                "ConfirmFundsRequest", request: newName(),
                RadialXML.context(payment.order, payment.handle)
                    + RadialXML.money("Amount", amount)
                    + "<PerformReauthorization>true</PerformReauthorization>"))
    }

    /// Sends a message on a connection of its own.
    func send(_ message: RadialMessage) async throws -> HTTPReply {
        let port = server.port
        return try await onThread { try HTTPConnection(port: port).send(message) }
    }

    /// Pays with a fresh token, which must be approved.
    func approved(_ amount: Money, card: TestCard = .visa) async throws -> ApprovedPayment {
        let order = newName()
        let message = wallet(try token(amount, card: card), amount, order: order)
        let reply = try await send(message)
        guard reply.element("AuthorizationResponseCode") == "AP01",
            let handle = reply.element("PaymentAccountUniqueId"),
            let tender = reply.element("TenderType")
        else { throw NotApproved(reply: reply.text) }
        return ApprovedPayment(order: order, handle: handle, tender: tender)
    }
}

/// What a shop keeps of an approval.
struct ApprovedPayment: Sendable {
    let order: String
    let handle: String
    let tender: String
}

/// An authorization that should have been approved.
struct NotApproved: Error {
    let reply: String
}

extension HTTPConnection {
    /// Sends a message and reads the reply.
    func send(_ message: RadialMessage) throws(WireError) -> HTTPReply {
        let headers = (message.key.map { [($0.name, $0.value)] } ?? []) + message.headers
        return try exchange(
            "POST", "/v1.0/stores/\(message.store)/payments/\(message.path)", headers: headers,
            body: Array(message.body.utf8))
    }
}

extension RunningServer {
    /// Sends a message on a connection of its own; nil where the server died of it, or hung up, before
    /// its reply was whole.
    func replyUnlessCut(to message: RadialMessage) async throws -> HTTPReply? {
        let port = port
        return try await onThread {
            do {
                return try HTTPConnection(port: port).send(message)
            } catch WireError.cutOff {
                return nil
            }
        }
    }
}

extension HTTPReply {
    /// The text of the first element of that name, as a shop's simple reader finds it.
    func element(_ name: String) -> String? {
        let text = text
        guard let start = text.range(of: "<\(name)"),
            let open = text[start.upperBound...].firstIndex(of: ">"),
            let end = text.range(of: "</\(name)>", range: open..<text.endIndex)
        else { return nil }
        return String(text[text.index(after: open)..<end.lowerBound])
    }

    /// Whether it says that the operation stands.
    var isAcknowledged: Bool { status == 200 && text.contains("<AckReply") }

    /// Radial's word for a Fault; nil for anything else.
    var faultCode: String? { text.contains("<Fault ") ? element("Code") : nil }

    /// Our stable code in a Fault.
    var faultReason: String? {
        element("Description")?.firstMatch(of: /^\[([a-z0-9-]+)\]/).map { String($0.1) }
    }
}

/// The time, as a phone has it.
func presentTime() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
}
