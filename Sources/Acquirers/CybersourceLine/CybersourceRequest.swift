import PaymentDomain
import PaymentEngine
import StrictCoding

/// A request to Cybersource, and what its reply must be. It may hold a card number, so it prints nothing.
///
/// Its `code` is our operation's identifier, by which a search finds it. Its `transactionId` is the same, cut to the
/// length that Cybersource has room for: a second request with it is refused as a duplicate, and it names a request
/// whose answer never came.
///
/// Source: Cybersource, REST API specification; REST API field reference, clientReferenceInformation.
struct CybersourceRequest: Redacted {
    let path: String
    /// Our operation: a repetition has the same.
    let code: String
    /// The meanings of a status that count as success.
    let success: Set<CybersourceStatus>
    /// Whether the reply repeats the code. A reversal by `transactionId` may be answered under the first request's.
    let isEchoed: Bool
    let body: [UInt8]

    /// `CybersourceRequest`.
    var redacted: String { "CybersourceRequest" }

    /// Writes a request.
    ///
    /// - Parameter transaction: The operation whose `transactionId` it has; nil for none.
    init(
        _ path: String, code: OperationID, transaction: OperationID?,
        success: Set<CybersourceStatus>, isEchoed: Bool = true,
        _ content: (inout JSONWriter.Object) -> Void
    ) {
        self.path = path
        self.code = code.value
        self.success = success
        self.isEchoed = isEchoed
        var writer = JSONWriter()
        writer.object { root in
            root.member("clientReferenceInformation") { reference in
                reference.member("code", code.value)
                reference.member("transactionId", optional: transaction?.cybersourceID)
            }
            content(&root)
        }
        body = writer.bytes
    }

    private init(search code: OperationID, body: [UInt8]) {
        path = "/tss/v2/searches"
        self.code = code.value
        success = []
        isEchoed = false
        self.body = body
    }

    /// The question what became of a request of ours.
    ///
    /// Source: Cybersource, Transaction Search API.
    init(search code: OperationID) {
        var writer = JSONWriter()
        writer.object { root in
            root.member("save", false)
            root.member("query", "clientReferenceInformation.code:\(code.value)")
            root.member("sort", "submitTimeUtc:desc")
            root.member("offset", 0)
            root.member("limit", CybersourceLimits.found)
        }
        self.init(search: code, body: writer.bytes)
    }
}

extension OperationID {
    /// `clientReferenceInformation.transactionId`. The first digits that are left out are a time's.
    fileprivate var cybersourceID: String { String(value.suffix(CybersourceLimits.transactionID)) }
}

extension JSONWriter.Object {
    /// An amount, and its currency.
    mutating func amount(_ amount: Money) {
        member("amountDetails") { details in
            details.member("totalAmount", amount.decimal)
            details.member("currency", amount.currency.code)
        }
    }
}
