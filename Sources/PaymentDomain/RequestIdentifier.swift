/// The server's own name for a request: in its log line, in the reply's `X-Request-Id`, and in the database with each
/// step that the request took.
///
/// A client's names for a request are in ``RequestIdentity``.
package struct RequestIdentifier: Sendable, Hashable, CustomStringConvertible {
    package let bits: UInt64

    /// An identifier read back from where we wrote it.
    package init(_ bits: UInt64) {
        self.bits = bits
    }

    /// Random: a client's own value isn't used, since it could be anything.
    package static func random() -> RequestIdentifier {
        var generator = BufferedRandom()
        return RequestIdentifier(generator.next())
    }

    /// Sixteen hex digits.
    package var description: String { String(bits, radix: 16).withLeadingZeros(to: 16) }
}
