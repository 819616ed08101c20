import AcquirerKit
import StrictCoding

extension LineTrace {
    /// The fields of a message of Cybersource's, each under its path. Fields that nobody listed show their length alone.
    ///
    /// Empty for bytes that are no JSON object.
    package static func cybersource(_ bytes: [UInt8]) -> LineTrace {
        var trace = LineTrace()
        guard let value = try? JSONValue(reading: bytes, limits: CybersourceLimits.reply),
            value.object != nil
        else { return trace }
        trace.add(value, "", "")
        return trace
    }

    private mutating func add(_ value: JSONValue, _ path: String, _ name: String) {
        switch value {
        case .object(let object):
            for key in object.keys.sorted() {
                guard let member = object[key] else { continue }
                add(member, path.isEmpty ? key : "\(path).\(key)", key)
            }
        case .array(let elements):
            for element in elements { add(element, path, name) }
        case .text(let text), .number(let text): add(path, text, masking(path, name))
        case .boolean(let flag): add(path, flag ? "true" : "false", .shown)
        case .null: break
        }
    }

    private func masking(_ path: String, _ name: String) -> Masking {
        if name == "number" { return .cardNumber }
        return CybersourceTrace.shown.contains(name) ? .shown : .length
    }
}

/// What people may read in a trace: no secret, and nothing of the cardholder.
private enum CybersourceTrace {
    static let shown: Set<String> = [
        "approvalCode", "authorizedAmount", "code", "commerceIndicator", "creditAmount",
        "currency", "field", "id", "message", "method", "networkTransactionId",
        "paymentSolution", "query", "rFlag", "reason", "reasonCode", "reconciliationId",
        "refundAmount", "responseCode", "resultCode", "reversedAmount", "rmsg", "status",
        "submitTimeUtc", "totalAmount", "totalCount", "transactionId", "transactionType", "type",
        "voidAmount",
    ]
}
