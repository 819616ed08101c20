/// Reads the BER of a signature in one pass: a position that only moves forward, and no tree.
///
/// The shape of Apple's signature is fixed, so the caller asks for each element by its tag and
/// nothing recurses. Containers may have indefinite lengths, as Apple's outer ones do; everything
/// that is taken whole must have a definite one.
///
/// Source: ITU-T X.690, section 8.1.
struct BERReader {
    /// The position of an element.
    struct Element {
        /// From the tag on.
        let whole: Range<Int>
        /// Without tag and length.
        let content: Range<Int>
    }

    /// A container that was entered and must be left.
    struct Container {
        fileprivate let outerEnd: Int
        fileprivate let isIndefinite: Bool
    }

    let bytes: [UInt8]
    private(set) var position: Int
    /// The end of the innermost container of definite length.
    private var end: Int

    /// A reader over a range.
    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        let range = range ?? 0..<bytes.count
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Whether everything was read.
    var isAtEnd: Bool { position == end }

    /// The tag that is next, or nil at the end.
    var nextTag: UInt8? { position < end ? bytes[position] : nil }

    /// Enters a container.
    mutating func enter(_ tag: UInt8) throws(PaymentTokenError) -> Container {
        let length = try header(tag)
        let container = Container(outerEnd: end, isIndefinite: length == nil)
        if let length { end = position + length }
        return container
    }

    /// Whether the container holds nothing more.
    func isAtEnd(of container: Container) -> Bool {
        guard container.isIndefinite else { return position == end }
        return end - position >= 2 && bytes[position] == 0 && bytes[position + 1] == 0
    }

    /// Leaves a container that must hold nothing more.
    mutating func leave(_ container: Container) throws(PaymentTokenError) {
        guard isAtEnd(of: container) else {
            throw position >= end ? .signatureTruncated : .signatureMalformed
        }
        if container.isIndefinite { position += 2 }
        end = container.outerEnd
    }

    /// Reads a whole element of definite length.
    mutating func element(_ tag: UInt8) throws(PaymentTokenError) -> Element {
        let start = position
        guard let length = try header(tag) else { throw .signatureMalformed }
        let content = position..<(position + length)
        position += length
        return Element(whole: start..<position, content: content)
    }

    /// Reads exactly these bytes, or nothing where others stand there.
    mutating func skip(_ expected: [UInt8]) -> Bool {
        guard end - position >= expected.count,
            bytes[position..<(position + expected.count)].elementsEqual(expected)
        else { return false }
        position += expected.count
        return true
    }

    /// Whether a range holds exactly these bytes.
    func holds(_ expected: [UInt8], at range: Range<Int>) -> Bool {
        bytes[range].elementsEqual(expected)
    }

    /// Reads tag and length; nil is the indefinite length. A definite one fits into its container.
    private mutating func header(_ tag: UInt8) throws(PaymentTokenError) -> Int? {
        guard position < end else { throw .signatureTruncated }
        guard bytes[position] == tag else { throw .signatureMalformed }
        position += 1
        guard position < end else { throw .signatureTruncated }
        let first = bytes[position]
        position += 1
        if first == 0x80 {
            // Only constructed elements may be indefinite.
            guard tag & 0x20 != 0 else { throw .signatureMalformed }
            return nil
        }
        var length = Int(first)
        if first > 0x80 {
            let octets = Int(first & 0x7F)
            guard octets <= 4 else { throw .signatureMalformed }
            guard end - position >= octets else { throw .signatureTruncated }
            length = 0
            for _ in 0..<octets {
                length = length << 8 | Int(bytes[position])
                position += 1
            }
        }
        guard length <= end - position else { throw .signatureTruncated }
        return length
    }
}
