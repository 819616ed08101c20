/// A code that a server gave, cut down to what may be logged.
///
/// Anything but a short word of letters, digits, `_`, `-` and `.` becomes `other`, so that no reply can bring a card
/// number or a token into a log.
public struct ReplyCode: Sendable, Hashable, CustomStringConvertible {
    /// The code, or `other`.
    public let description: String

    /// Takes a server's text.
    public init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "_-.".utf8.contains(byte)
            }
        }
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }.count
        description = (1...40).contains(text.utf8.count) && isPlain && digits <= 6 ? text : "other"
    }
}
