import DialectKit

/// The name of a request, by which a repetition is recognised.
///
/// Source: draft-ietf-httpapi-idempotency-key-header-07, 2.1: a string of structured fields, in quotes. Stripe and Adyen
/// take the bare text, and so do we.
enum NativeIdempotencyKey {
    static func read(_ head: RequestHead) throws(NativeProblem) -> String {
        let fields = head.headers.filter { $0.name == "idempotency-key" }
        guard let field = fields.first?.value else { throw NativeProblem(.idempotencyKeyMissing) }
        var key = Substring(field)
        let quote: Character = "\""
        if key.count >= 2, key.first == quote, key.last == quote {
            key = key.dropFirst().dropLast()
        }
        guard fields.count == 1, NativeLimits.idempotencyKeyBytes.contains(key.utf8.count),
            key.utf8.allSatisfy({ byte in
                byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"")
                    && byte != UInt8(ascii: "\\")
            })
        else { throw NativeProblem(.idempotencyKeyMalformed) }
        // It is kept in the clear.
        guard !CardDigits.are(String(key)) else { throw NativeProblem(.idempotencyKeyMalformed) }
        return String(key)
    }
}
