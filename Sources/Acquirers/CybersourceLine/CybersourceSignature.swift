import Crypto
import PaymentDomain
import StrictCoding

/// The header fields that prove who sends a request.
///
/// Source: Cybersource, REST API, HTTP Signature Authentication; the order and the names are those of its own clients.
enum CybersourceSignature {
    /// The fields of a POST. `Host` isn't among them: the client of HTTP writes it.
    static func fields(
        of request: CybersourceRequest, by account: CybersourceAccount, at now: Timestamp
    ) -> [(name: String, value: String)] {
        let date = now.httpDate
        let digest = "SHA-256=" + Base64.encode(Array(SHA256.hash(data: request.body)))
        let signed = [
            ("host", account.host), ("date", date),
            ("request-target", "post \(account.basePath)\(request.path)"), ("digest", digest),
            ("v-c-merchant-id", account.merchantID),
        ]
        let text = signed.map { "\($0): \($1)" }.joined(separator: "\n")
        let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: account.key)
        let names = signed.map(\.0).joined(separator: " ")
        return [
            ("v-c-merchant-id", account.merchantID), ("Date", date), ("Digest", digest),
            (
                "Signature",
                #"keyid="\#(account.keyID)", algorithm="HmacSHA256", headers="\#(names)", "#
                    + #"signature="\#(Base64.encode(Array(code)))""#
            ),
            ("Content-Type", "application/json;charset=utf-8"),
            ("Accept", "application/hal+json;charset=utf-8"),
        ]
    }
}

extension Timestamp {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Thu, 18 Jul 2019 00:18:03 GMT`, for times since 1970.
    ///
    /// Source: RFC 9110, 5.6.7, IMF-fixdate.
    var httpDate: String {
        let fields = calendarFields
        let weekday = Self.weekdays[Int(max(0, seconds) / 86_400 % 7)]
        let time = [fields.hour, fields.minute, fields.second]
            .map { String($0).withLeadingZeros(to: 2) }.joined(separator: ":")
        let day = String(fields.day).withLeadingZeros(to: 2)
        return "\(weekday), \(day) \(Self.months[fields.month - 1]) \(fields.year) \(time) GMT"
    }
}
