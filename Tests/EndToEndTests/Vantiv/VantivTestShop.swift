import AppleSimulator
import Foundation
import PaymentDomain

/// A shop that uses Vantiv: its app posts tokens to eProtect, its server sends LitleXML or cnpAPI.
struct VantivTestShop: Sendable {
    let server: RunningServer
    /// The schema version that its server speaks.
    var version = "12.34"
    var user = "sandbox"
    var password = "sandbox-vantiv"
    var merchantID = "0180"
    var paypageID = "sandboxPaypage"

    /// Whether its server speaks cnpAPI, rather than LitleXML.
    var isCnp: Bool { version.hasPrefix("12.") }
    /// What it calls a transaction's number.
    var number: String { isCnp ? "cnpTxnId" : "litleTxnId" }
    /// What it calls a card's token.
    var token: String { isCnp ? "cnpToken" : "litleToken" }
    private var family: String { isCnp ? "cnp" : "litle" }
    private var namespace: String {
        isCnp ? "http://www.vantivcnp.com/schema" : "http://www.litle.com/schema"
    }

    /// The app's form with a token.
    func form(_ token: SimulatedToken, order: String) -> String {
        let fields = token.fields
        return form([
            ("paypageId", paypageID), ("reportGroup", "tests"), ("id", newName()),
            ("orderId", order), ("applepay.data", fields.data),
            ("applepay.signature", fields.signature), ("applepay.version", fields.version),
            ("applepay.header.ephemeralPublicKey", fields.ephemeralPublicKey ?? ""),
            ("applepay.header.publicKeyHash", fields.publicKeyHash),
            ("applepay.header.transactionId", fields.transactionId),
        ])
    }

    /// A form of names and values.
    func form(_ fields: [(String, String)]) -> String {
        let plain = CharacterSet.alphanumerics
        return fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
        }.joined(separator: "&")
    }

    /// Posts a form to eProtect.
    func register(_ form: String) async throws -> HTTPReply {
        try await post(
            "/eProtect/paypage", Array(form.utf8), "application/x-www-form-urlencoded")
    }

    /// Registers a fresh token, which must succeed.
    func registration(_ token: SimulatedToken, order: String) async throws -> String {
        let reply = try await register(form(token, order: order))
        guard let id = reply.member("paypageRegistrationId") else {
            throw NotApproved(reply: reply.text)
        }
        return id
    }

    /// A whole request with one transaction.
    func online(
        _ transaction: String, _ content: String, id: String = newName(), attributes: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>\
        <\(family)OnlineRequest version="\(version)" merchantId="\(merchantID)" \
        xmlns="\(namespace)"><authentication><user>\(user)</user>\
        <password>\(password)</password></authentication>\
        <\(transaction) id="\(id)" reportGroup="tests"\(attributes)>\(content)</\(transaction)>\
        </\(family)OnlineRequest>
        """
    }

    /// Sends a request.
    func send(_ body: String) async throws -> HTTPReply {
        try await post("/vap/communicator/online", Array(body.utf8), "text/xml; charset=UTF-8")
    }

    /// What a payment has before its card.
    func order(_ order: String, _ amount: Money, source: String = "applepay") -> String {
        "<orderId>\(order)</orderId><amount>\(amount.minorUnits)</amount>"
            + "<orderSource>\(source)</orderSource>"
    }

    /// A registration in place of a card.
    func paypage(_ registration: String, expiry: String? = nil) -> String {
        let end = expiry.map { "<expDate>\($0)</expDate>" } ?? ""
        return "<paypage><paypageRegistrationId>\(registration)</paypageRegistrationId>\(end)"
            + "</paypage>"
    }

    /// A token straight in the XML.
    func applePay(_ token: SimulatedToken) -> String {
        let fields = token.fields
        // Until 8.30 and 9.8 the schema wants it, whatever is in it.
        let application = fields.applicationData ?? ""
        return """
            <applepay><data>\(fields.data)</data><header>\
            <applicationData>\(application)</applicationData>\
            <ephemeralPublicKey>\(fields.ephemeralPublicKey ?? "")</ephemeralPublicKey>\
            <publicKeyHash>\(fields.publicKeyHash)</publicKeyHash>\
            <transactionId>\(fields.transactionId)</transactionId></header>\
            <signature>\(fields.signature)</signature><version>\(fields.version)</version>\
            </applepay>
            """
    }

    /// A card that was keyed in.
    func card(_ number: String, expiry: String = "1249", code: String? = nil) -> String {
        let network = number.hasPrefix("4") ? "VI" : number.hasPrefix("5") ? "MC" : "AX"
        let code = code.map { "<cardValidationNum>\($0)</cardValidationNum>" } ?? ""
        return "<card><type>\(network)</type><number>\(number)</number>"
            + "<expDate>\(expiry)</expDate>\(code)</card>"
    }

    /// What refers to an earlier transaction.
    func referenced(_ name: String, _ amount: Money? = nil) -> String {
        "<\(number)>\(name)</\(number)>"
            + (amount.map { "<amount>\($0.minorUnits)</amount>" } ?? "")
    }

    /// Pays with a fresh token by eProtect, which must be approved.
    func approved(
        _ amount: Money, _ transaction: String = "authorization", card: TestCard = .visa
    ) async throws -> VantivAnswered {
        let order = newName()
        let id = try await registration(try server.token(amount, card: card), order: order)
        return try await answered(
            online(transaction, self.order(order, amount) + paypage(id)), "000")
    }

    /// Sends a request, which must be answered with a code.
    @discardableResult
    func answered(_ body: String, _ code: String) async throws -> VantivAnswered {
        let reply = try await send(body)
        guard reply.element("response") == code, let number = reply.element(number) else {
            throw NotApproved(reply: reply.text)
        }
        return VantivAnswered(number: number, reply: reply)
    }

    private func post(
        _ path: String, _ body: [UInt8], _ contentType: String
    ) async throws -> HTTPReply {
        let port = server.port
        return try await onThread {
            try HTTPConnection(port: port).exchange(
                "POST", path, headers: [("Content-Type", contentType)], body: body)
        }
    }
}

/// A transaction that was answered as it should be.
struct VantivAnswered: Sendable {
    let number: String
    let reply: HTTPReply
}

extension HTTPReply {
    /// The text of the first member of that name in JSON, as a shop's simple reader finds it.
    func member(_ name: String) -> String? {
        guard let start = text.range(of: "\"\(name)\":\""),
            let end = text[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return String(text[start.upperBound..<end])
    }

    /// The value of the first attribute of that name.
    func attribute(_ name: String) -> String? {
        guard let start = text.range(of: " \(name)=\""),
            let end = text[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return String(text[start.upperBound..<end])
    }
}
