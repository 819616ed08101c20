import AppleSimulator
import Foundation
import PaymentDomain

/// A token to eProtect, and an authorization with the registration id through cnpAPI.
enum VantivLoad: LoadDialect {
    static let name = "vantiv-eprotect-authorize"

    static func visit(_ token: SimulatedToken, _ amount: Money) -> LoadVisit {
        visit(token, amount) { _ in }
    }

    /// - Parameter found: Gets the number of the authorization.
    static func visit(
        _ token: SimulatedToken, _ amount: Money, found: @escaping @Sendable (String) -> Void
    ) -> LoadVisit {
        let id = String(OperationID().value.prefix(20))
        let register = LoadRequest.post(
            "/eProtect/paypage", "application/x-www-form-urlencoded", form(token.fields, id))
        return LoadVisit { (connection) throws(BenchError) in
            let registered = try connection.exchange(register)
            let marker = "\"paypageRegistrationId\":\""
            guard let start = registered.range(of: marker) else {
                throw .unexpectedReply(registered)
            }
            let registration = registered[start.upperBound...].prefix { $0 != "\"" }
            let authorize = LoadRequest.post(
                "/vap/communicator/online", "text/xml",
                authorization(String(registration), amount, id))
            let reply = try connection.exchange(authorize)
            guard let number = FollowingLoad.approvedNumber(in: reply) else {
                throw .unexpectedReply(reply)
            }
            found(number)
        }
    }

    private static func form(_ fields: ApplePayFields, _ id: String) -> String {
        let values = [
            ("paypageId", "sandboxPaypage"), ("reportGroup", "bench"), ("id", id),
            ("orderId", id), ("applepay.data", fields.data),
            ("applepay.signature", fields.signature), ("applepay.version", fields.version),
            ("applepay.header.ephemeralPublicKey", fields.ephemeralPublicKey ?? ""),
            ("applepay.header.publicKeyHash", fields.publicKeyHash),
            ("applepay.header.transactionId", fields.transactionId),
        ]
        return values.map { name, value in
            let plain = CharacterSet.alphanumerics
            return "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
        }.joined(separator: "&")
    }

    /// A cnpAPI authorization as the SDKs write it.
    static func authorization(
        _ registration: String, _ amount: Money, _ id: String
    ) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?><cnpOnlineRequest version="12.34" \
        merchantId="0180" xmlns="http://www.vantivcnp.com/schema"><authentication>\
        <user>sandbox</user><password>sandbox-vantiv</password></authentication>\
        <authorization id="\(id)" reportGroup="bench"><orderId>\(id)</orderId>\
        <amount>\(amount.minorUnits)</amount><orderSource>applepay</orderSource><billToAddress>\
        <name>John Smith</name><addressLine1>123 Main St</addressLine1>\
        <city>Philadelphia</city><state>PA</state><zip>19019</zip><country>US</country>\
        </billToAddress><paypage><paypageRegistrationId>\(registration)\
        </paypageRegistrationId></paypage></authorization></cnpOnlineRequest>
        """
    }
}
