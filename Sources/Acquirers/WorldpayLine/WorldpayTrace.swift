import AcquirerKit
import StrictXML

extension LineTrace {
    /// The fields of a cnpAPI message, each under its path. Fields that nobody listed show their length alone.
    ///
    /// Empty for bytes that are no document.
    package static func worldpay(_ bytes: [UInt8]) -> LineTrace {
        var trace = LineTrace()
        let root: XMLNode
        do {
            root = try XMLDocument.root(of: bytes, limits: WorldpayLimits.reply)
        } catch {
            return trace
        }
        trace.add(root, under: "")
        return trace
    }

    private mutating func add(_ node: XMLNode, under path: String) {
        let name = path + node.name
        for attribute in node.attributes {
            add("\(name) \(attribute.name)", attribute.value, masking(attribute.name))
        }
        let children = node.children
        guard !children.isEmpty else {
            add(name, node.text, masking(node.name))
            return
        }
        for child in children { add(child, under: name + "/") }
    }

    private func masking(_ name: String) -> Masking {
        if name == "number" { return .cardNumber }
        return WorldpayTrace.shown.contains(name) ? .shown : .length
    }
}

/// What people may read in a trace: no secret, and nothing of the cardholder.
private enum WorldpayTrace {
    static let shown: Set<String> = [
        "version", "merchantId", "id", "reportGroup", "partial", "response", "message", "orderId",
        "amount", "orderSource", "type", "allowPartialAuth", "processingType", "cnpTxnId",
        "origId", "origActionType", "responseTime", "postDate", "location", "authCode",
        "approvedAmount", "avsResult", "cardValidationResult", "networkTransactionId",
        "matchCount", "cnpOnlineResponse",
    ]
}
