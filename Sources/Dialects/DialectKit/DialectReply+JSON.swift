import PaymentDomain
import StrictCoding

extension DialectReply {
    /// A reply in JSON, which nobody keeps.
    package static func json(
        _ status: Int, _ body: [UInt8], _ outcomeCode: String
    ) -> DialectReply {
        DialectReply(
            status: status, contentType: "application/json", body: body, outcomeCode: outcomeCode,
            headers: ["Cache-Control": "no-store"])
    }

    /// A reply with one JSON object, which nobody keeps.
    package static func json(
        _ status: Int, _ outcomeCode: String, _ content: (inout JSONWriter.Object) -> Void
    ) -> DialectReply {
        var writer = JSONWriter()
        writer.object(content)
        return json(status, writer.bytes, outcomeCode)
    }

    /// A refusal: a stable code, and a message with the next step.
    package static func refused(_ status: Int, _ code: String, _ message: String) -> DialectReply {
        json(status, code) {
            $0.member("code", code)
            $0.member("message", message)
        }
    }

    /// A reply of plain text.
    package static func text(
        _ status: Int, _ text: String, outcomeCode: String
    ) -> DialectReply {
        DialectReply(
            status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8),
            outcomeCode: outcomeCode)
    }
}

extension GatewayRefusal {
    /// The HTTP status for clients without a protocol of their own.
    package var status: Int {
        switch self {
        case .unauthorized: 401
        case .bodyTooLarge: 413
        case .bodyIncomplete: 400
        case .rateLimited: 429
        case .overloaded: 503
        case .internalError: 500
        }
    }
}

/// A dialect that makes no commands: ports answer its requests.
extension Dialect where Exchange == Never {
    package var handles: HandleShape { .scramble }

    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: Never
    ) -> DialectReply {}
}
