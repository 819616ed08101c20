import AppleSimulator
import Foundation
import PaymentDomain

/// A token to CardSecure, and an authorization with its token through the CardPointe Gateway.
enum CardConnectLoad: LoadDialect {
    static let name = "cardconnect-tokenize-authorize"

    static func visit(_ token: SimulatedToken, _ amount: Money) -> LoadVisit {
        let tokenize = LoadRequest.post(
            "/cardsecure/api/v1/ccn/tokenize", "application/json", body(token.fields))
        return LoadVisit { (connection) throws(BenchError) in
            let tokenized = try connection.exchange(tokenize)
            guard let start = tokenized.range(of: "\"token\":\"") else {
                throw .unexpectedReply(tokenized)
            }
            let account = tokenized[start.upperBound...].prefix { $0 != "\"" }
            let authorize = LoadRequest.post(
                "/cardconnect/rest/auth", "application/json",
                authorization(String(account), amount),
                headers: "Authorization: Basic dGVzdGluZzp0ZXN0aW5nMTIz\r\n")
            let reply = try connection.exchange(authorize)
            guard reply.contains("\"respstat\":\"A\"") else { throw .unexpectedReply(reply) }
        }
    }

    private static func body(_ fields: ApplePayFields) -> String {
        """
        {"encryptionhandler":"EC_APPLE_PAY","devicedata":"\(fields.data)&ectype=apple\
        &ecsig=\(fields.signature)&eckey=\(fields.ephemeralPublicKey ?? "")\
        &ectid=\(fields.transactionId)&echash=&ecpublickeyhash=\(fields.publicKeyHash)"}
        """
    }

    private static func authorization(_ account: String, _ amount: Money) -> String {
        """
        {"merchid":"496160873888","account":"\(account)","amount":"\(amount.decimal)",\
        "currency":"USD","ecomind":"E","name":"John Smith","address":"123 Main St",\
        "city":"Philadelphia","region":"PA","country":"US","postal":"19019"}
        """
    }
}
