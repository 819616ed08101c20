import DialectKit
import StrictCoding

extension DialectReply {
    /// A reply in JSON, which nobody keeps.
    static func json(_ status: Int, _ body: [UInt8], _ outcomeCode: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "application/json", body: body, outcomeCode: outcomeCode,
            headers: ["Cache-Control": "no-store"])
    }

    /// A refusal: a stable code, and a message with the next step.
    static func refused(_ status: Int, _ code: String, _ message: String) -> DialectReply {
        var writer = JSONWriter()
        writer.object {
            $0.member("code", code)
            $0.member("message", message)
        }
        return json(status, writer.bytes, code)
    }
}
