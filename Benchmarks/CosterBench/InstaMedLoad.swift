import AppleSimulator
import Foundation
import PaymentDomain

/// A token saved, and a sale with its id, through InstaMed's name-value pairs.
enum InstaMedLoad: LoadDialect {
    static let name = "instamed-save-authcapt"

    private static let outlet = [
        ("merchantID", "SANDBOX"), ("storeID", "1"), ("terminalID", "1"),
        ("applePayMerchantID", "merchant.coster.sandbox"),
    ]

    static func visit(_ token: SimulatedToken, _ amount: Money) -> LoadVisit {
        let save = request(
            [("transactionAction", "SaveApplePayToken")] + outlet
                + [("applePayTokenData", json(token.fields))])
        return LoadVisit { (connection) throws(BenchError) in
            let saved = try connection.exchange(save)
            guard let start = saved.range(of: "applePayTokenID=") else {
                throw .unexpectedReply(saved)
            }
            let sale = request(
                [("transactionAction", "AuthCapt"), ("transactionType", "CreditCard")] + outlet
                    + [
                        ("applePayTokenID", String(saved[start.upperBound...])),
                        ("amount", amount.decimal), ("cardPresentStatus", "InAppApplePay"),
                    ])
            let reply = try connection.exchange(sale)
            guard reply.contains("transactionStatus=C") else { throw .unexpectedReply(reply) }
        }
    }

    private static func request(_ fields: [(String, String)]) -> [UInt8] {
        let plain = CharacterSet.alphanumerics
        let form = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
        }.joined(separator: "&")
        let credential = Data("sandbox@coster:sandbox-instamed".utf8).base64EncodedString()
        return LoadRequest.post(
            "/payment/NVP.aspx", "application/x-www-form-urlencoded", form,
            headers: "Authorization: Basic \(credential)\r\n")
    }

    private static func json(_ fields: ApplePayFields) -> String {
        """
        {"version":"\(fields.version)","data":"\(fields.data)","signature":"\(fields.signature)",\
        "header":{"ephemeralPublicKey":"\(fields.ephemeralPublicKey ?? "")",\
        "publicKeyHash":"\(fields.publicKeyHash)","transactionId":"\(fields.transactionId)"}}
        """
    }
}
