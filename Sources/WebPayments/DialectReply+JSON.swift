import DialectKit
import StrictCoding

extension DialectReply {
    /// A reply in JSON, which nobody keeps.
    static func json(_ status: Int, _ body: [UInt8], _ outcomeCode: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "application/json", body: body, outcomeCode: outcomeCode,
            headers: ["Cache-Control": "no-store"])
    }

    /// A reply with one JSON object, which nobody keeps.
    static func json(
        _ status: Int, _ outcomeCode: String, _ content: (inout JSONWriter.Object) -> Void
    ) -> DialectReply {
        var writer = JSONWriter()
        writer.object(content)
        return json(status, writer.bytes, outcomeCode)
    }

    /// A refusal: a stable code, and a message with the next step.
    static func refused(_ status: Int, _ code: String, _ message: String) -> DialectReply {
        json(status, code) {
            $0.member("code", code)
            $0.member("message", message)
        }
    }
}
