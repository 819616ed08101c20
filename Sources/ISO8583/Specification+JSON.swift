import StrictCoding

extension Specification {
    /// Reads a specification.
    ///
    /// Its keys are `base` (a shipped specification, whose keys it then needn't repeat), `framing`, `messageBytes`,
    /// `header`, `mti`, `bitmap`, `shown`, `fields`, and those of ``FieldDefaults``.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - file: The name of its file, for errors.
    /// - Throws: ``SpecificationError``, which names the file, the place and the mistake.
    public init(json: [UInt8], file: String) throws(SpecificationError) {
        let reader = SpecificationReader(file: file)
        try self.init(reader.root(json), reader)
    }

    /// Reads a specification that is a part of another text.
    package init(
        _ root: JSONObject, _ reader: SpecificationReader
    ) throws(SpecificationError) {
        self = try SpecificationDraft(root, reader).specification(reader)
    }
}

/// A specification that may still lack parts.
struct SpecificationDraft {
    private var framing: Framing?
    private var messageBytes = ISO8583Limits.usualMessageBytes
    private var header = MessageHeader.none
    private var typeEncoding: Specification.TypeEncoding?
    private var bitmapEncoding: Specification.BitmapEncoding?
    private var defaults = FieldDefaults()
    private var shown: Set<Int> = []
    private var fields: [Int: FieldDraft] = [:]

    private init() {}

    /// Reads an object, upon the specification that it names as its base.
    init(_ root: JSONObject, _ reader: SpecificationReader) throws(SpecificationError) {
        try reader.check(root, "", keys: SpecificationDraft.keys)
        self = try SpecificationDraft.base(root, reader)
        framing = try reader.word(root, "framing", "framing", among: Framing.allCases) ?? framing
        messageBytes =
            try reader.number(
                root, "messageBytes", "messageBytes", in: 1...ISO8583Limits.messageBytes)
            ?? messageBytes
        header = try reader.header(root) ?? header
        typeEncoding =
            try reader.word(root, "mti", "mti", among: Specification.TypeEncoding.allCases)
            ?? typeEncoding
        bitmapEncoding =
            try reader.word(root, "bitmap", "bitmap", among: Specification.BitmapEncoding.allCases)
            ?? bitmapEncoding
        try defaults.read(root, reader, "")
        if let value = root["fields"] { try readFields(value, reader) }
        if let value = root["shown"] { shown = try SpecificationDraft.shown(value, reader) }
    }

    private static let keys: Set<String> = FieldDefaults.keys.union([
        "base", "framing", "messageBytes", "header", "mti", "bitmap", "fields", "shown",
    ])

    private static func base(
        _ root: JSONObject, _ reader: SpecificationReader
    ) throws(SpecificationError) -> SpecificationDraft {
        guard let name = try reader.text(root, "base", "base") else { return SpecificationDraft() }
        guard let json = Specification.json(ofShipped: name) else {
            throw reader.fail("base", .unknownBase)
        }
        let shipped = SpecificationReader(file: name)
        return try SpecificationDraft(shipped.root(json), shipped)
    }

    private mutating func readFields(
        _ value: JSONValue, _ reader: SpecificationReader
    ) throws(SpecificationError) {
        let object = try reader.object(value, "fields")
        for key in object.keys.sorted() {
            let place = "fields.\(key)"
            guard let number = Int(key), FieldSet.numbers.contains(number), key == "\(number)"
            else { throw reader.fail(place, .notAFieldNumber) }
            // A field that the base has, and this specification hasn't.
            guard let value = object[key], value != .null else {
                fields[number] = nil
                continue
            }
            fields[number] = try FieldDraft(value, reader, place)
        }
    }

    private static func shown(
        _ value: JSONValue, _ reader: SpecificationReader
    ) throws(SpecificationError) -> Set<Int> {
        guard let elements = value.elements else { throw reader.fail("shown", .wrongType) }
        var shown: Set<Int> = []
        for element in elements {
            guard case .number(let text) = element, let number = Int(text),
                FieldSet.numbers.contains(number)
            else { throw reader.fail("shown", .notAFieldNumber) }
            guard !Specification.neverShown.contains(number) else {
                throw reader.fail("shown.\(number)", .secret)
            }
            shown.insert(number)
        }
        return shown
    }

    /// The specification, if nothing is missing.
    func specification(_ reader: SpecificationReader) throws(SpecificationError) -> Specification {
        guard let framing else { throw reader.fail("framing", .missing) }
        guard let typeEncoding else { throw reader.fail("mti", .missing) }
        guard let bitmapEncoding else { throw reader.fail("bitmap", .missing) }
        guard !fields.isEmpty else { throw reader.fail("fields", .missing) }
        guard messageBytes <= framing.capacity else {
            throw reader.fail("messageBytes", .outOfRange(1...framing.capacity))
        }
        var formats: [Int: FieldFormat] = [:]
        for (number, draft) in fields.sorted(by: { $0.key < $1.key }) {
            guard let format = draft.format(defaults) else {
                throw reader.fail("fields.\(number)", .unfit)
            }
            formats[number] = format
        }
        return Specification(
            framing: framing, messageBytes: messageBytes, header: header,
            typeEncoding: typeEncoding, bitmapEncoding: bitmapEncoding, fields: formats,
            shown: shown)
    }
}
