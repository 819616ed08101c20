import AppleSimulator
import Foundation
import PaymentDomain

/// A shop that uses InstaMed: forms to one page.
struct InstaMedTestShop: Sendable {
    let server: RunningServer
    var user = "sandbox@coster"
    var password = "sandbox-instamed"
    var outlet = [("merchantID", "SANDBOX"), ("storeID", "1"), ("terminalID", "1")]
    private static let appleMerchant = ("applePayMerchantID", RunningServer.merchantIdentifier)

    /// The form of a token.
    func saving(_ token: SimulatedToken) -> String {
        form("SaveApplePayToken", [Self.appleMerchant, ("applePayTokenData", token.json)])
    }

    /// The name of a saved token, which must be taken.
    func tokenID(_ token: SimulatedToken) async throws -> String {
        let reply = try await send(saving(token))
        guard let id = reply.field("applePayTokenID") else {
            throw NotApproved(reply: reply.text)
        }
        return id
    }

    /// The form of a sale or a hold.
    func paying(_ tokenID: String, _ amount: Money, action: String = "AuthCapt") -> String {
        form(
            action,
            [
                ("transactionType", "CreditCard"), Self.appleMerchant,
                ("applePayTokenID", tokenID), ("amount", amount.decimal),
                ("cardPresentStatus", "InAppApplePay"),
            ])
    }

    /// The form of what refers to an earlier transaction.
    func referenced(_ action: String, _ transaction: String, _ amount: Money? = nil) -> String {
        form(
            action,
            [("primaryTransactionID", transaction)]
                + (amount.map { [("amount", $0.decimal)] } ?? []))
    }

    /// Pays with a fresh token, which must be approved; the transaction.
    func approved(_ amount: Money, action: String = "AuthCapt") async throws -> String {
        let id = try await tokenID(try server.token(amount))
        let reply = try await send(paying(id, amount, action: action))
        guard reply.field("responseCode") == "000",
            let transaction = reply.field("transactionID")
        else { throw NotApproved(reply: reply.text) }
        return transaction
    }

    /// A form, the outlet before its fields.
    func form(_ action: String, _ fields: [(String, String)]) -> String {
        let plain = CharacterSet.alphanumerics
        return ([("transactionAction", action)] + outlet + fields).map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
        }.joined(separator: "&")
    }

    /// Posts a form.
    func send(_ form: String) async throws -> HTTPReply {
        let port = server.port
        let credential = Data("\(user):\(password)".utf8).base64EncodedString()
        return try await onThread {
            try HTTPConnection(port: port).exchange(
                "POST", "/payment/NVP.aspx",
                headers: [
                    ("Content-Type", "application/x-www-form-urlencoded"),
                    ("Authorization", "Basic \(credential)"),
                ], body: Array(form.utf8))
        }
    }
}

extension HTTPReply {
    /// The value of the first field of that name in a form.
    func field(_ name: String) -> String? {
        text.split(separator: "&").first { $0.hasPrefix("\(name)=") }.map {
            String($0.dropFirst(name.utf8.count + 1))
        }
    }
}
