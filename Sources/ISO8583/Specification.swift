/// How the messages of a host look on the wire: a table, and no code.
///
/// A specification is read from JSON, or is one of those that are ``shipped``.
public struct Specification: Sendable, Hashable {
    /// How the message type is written.
    public enum TypeEncoding: String, Sendable, Hashable, CaseIterable {
        case ascii, ebcdic, bcd
    }

    /// How each bitmap is written.
    public enum BitmapEncoding: String, Sendable, Hashable, CaseIterable {
        /// 8 bytes.
        case binary
        /// 16 hexadecimal characters of ASCII.
        case hex
        /// 16 hexadecimal characters of EBCDIC.
        case hexEBCDIC = "hex-ebcdic"
    }

    /// Where messages begin and end on a connection.
    public let framing: Framing
    /// The longest message that is read, in bytes.
    public let messageBytes: Int
    /// The bytes before the message type.
    public let header: MessageHeader
    let typeEncoding: TypeEncoding
    let bitmapEncoding: BitmapEncoding
    /// By the field's number; those of no field are nil.
    private let formats: [FieldFormat?]
    /// The fields that people may see in a log.
    let shown: Set<Int>

    init(
        framing: Framing, messageBytes: Int, header: MessageHeader, typeEncoding: TypeEncoding,
        bitmapEncoding: BitmapEncoding, fields: [Int: FieldFormat], shown: Set<Int>
    ) {
        self.framing = framing
        self.messageBytes = messageBytes
        self.header = header
        self.typeEncoding = typeEncoding
        self.bitmapEncoding = bitmapEncoding
        formats = (0...FieldSet.numbers.upperBound).map { fields[$0] }
        self.shown = shown
    }

    /// The format of a field; nil if the specification doesn't have the field.
    public func format(of number: Int) -> FieldFormat? {
        formats.indices.contains(number) ? formats[number] : nil
    }

    /// The number of the card's account in all editions of the standard.
    public static let cardNumberField = 2
}

extension Specification {
    /// The names of the specifications that come with the library.
    ///
    /// `spec87-ascii` and `spec87-binary-bitmap` are ISO 8583:1987 in ASCII. `cmf` is jPOS's Common Message Format, which
    /// follows ISO 8583:2003 and packs its digits.
    public static let shipped = ["spec87-ascii", "spec87-binary-bitmap", "cmf"]

    /// A specification that comes with the library, as JSON; nil for another name.
    public static func json(ofShipped name: String) -> [UInt8]? {
        switch name {
        case "spec87-ascii": PackageResources.spec87_ascii_json
        case "spec87-binary-bitmap": PackageResources.spec87_binary_bitmap_json
        case "cmf": PackageResources.cmf_json
        default: nil
        }
    }

    /// A specification that comes with the library.
    ///
    /// - Throws: ``SpecificationError`` if no shipped specification has this name.
    public init(shipped name: String) throws(SpecificationError) {
        guard let json = Specification.json(ofShipped: name) else {
            throw SpecificationError(file: name, place: "", .unknownBase)
        }
        try self.init(json: json, file: name)
    }
}
