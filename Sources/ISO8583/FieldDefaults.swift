import StrictCoding

/// The choices that a specification makes for all fields, and that a field may make otherwise for itself.
///
/// `digits`, `text` and `bytes` are the encodings of digits, of other characters, and of bytes; a field has one of them
/// under `encoding`. `lengths`, `counting` and `padding` are as in ``FieldFormat``.
struct FieldDefaults {
    var digits = FieldFormat.Encoding.ascii
    var text = FieldFormat.Encoding.ascii
    var bytes = FieldFormat.Encoding.raw
    var lengths = FieldFormat.LengthEncoding.ascii
    var counting = FieldFormat.Counting.value
    var padding = FieldFormat.Padding.left

    static let keys: Set<String> = [
        "digits", "text", "bytes", "lengths", "counting", "padding",
    ]

    mutating func read(
        _ object: JSONObject, _ reader: SpecificationReader, _ place: String
    ) throws(SpecificationError) {
        let characters: [FieldFormat.Encoding] = [.ascii, .ebcdic, .ebcdic500]
        digits =
            try reader.word(object, "digits", place + "digits", among: characters + [.bcd])
            ?? digits
        text = try reader.word(object, "text", place + "text", among: characters) ?? text
        bytes = try reader.word(object, "bytes", place + "bytes", among: [.raw, .hex]) ?? bytes
        try readLengths(object, reader, place)
    }

    mutating func readLengths(
        _ object: JSONObject, _ reader: SpecificationReader, _ place: String
    ) throws(SpecificationError) {
        lengths =
            try reader.word(
                object, "lengths", place + "lengths", among: FieldFormat.LengthEncoding.allCases)
            ?? lengths
        counting =
            try reader.word(
                object, "counting", place + "counting", among: FieldFormat.Counting.allCases)
            ?? counting
        padding =
            try reader.word(
                object, "padding", place + "padding", among: FieldFormat.Padding.allCases)
            ?? padding
    }

    /// The encoding of a field that names none.
    func encoding(of content: FieldFormat.Content) -> FieldFormat.Encoding {
        switch content {
        case .digits, .signedAmount, .track: digits
        case .letters, .alphanumeric, .text: text
        case .bytes: bytes
        }
    }
}

/// A field of a specification, before the choices for all fields are known.
struct FieldDraft {
    private let notation: FieldNotation
    private let encoding: FieldFormat.Encoding?
    private let lengths: FieldFormat.LengthEncoding?
    private let counting: FieldFormat.Counting?
    private let padding: FieldFormat.Padding?

    /// Reads a notation, or an object with a notation under `format` and the field's own choices.
    init(
        _ value: JSONValue, _ reader: SpecificationReader, _ place: String
    ) throws(SpecificationError) {
        if let text = value.text {
            guard let notation = FieldNotation(text) else {
                throw reader.fail(place, .notANotation)
            }
            self.notation = notation
            (encoding, lengths, counting, padding) = (nil, nil, nil, nil)
            return
        }
        let object = try reader.object(value, place)
        try reader.check(
            object, place, keys: ["format", "encoding", "lengths", "counting", "padding"])
        let format = place + ".format"
        guard let text = try reader.text(object, "format", format) else {
            throw reader.fail(format, .missing)
        }
        guard let notation = FieldNotation(text) else { throw reader.fail(format, .notANotation) }
        self.notation = notation
        encoding = try reader.word(
            object, "encoding", place + ".encoding", among: FieldFormat.Encoding.allCases)
        lengths = try reader.word(
            object, "lengths", place + ".lengths", among: FieldFormat.LengthEncoding.allCases)
        counting = try reader.word(
            object, "counting", place + ".counting", among: FieldFormat.Counting.allCases)
        padding = try reader.word(
            object, "padding", place + ".padding", among: FieldFormat.Padding.allCases)
    }

    /// The format; nil if its parts don't fit together.
    func format(_ defaults: FieldDefaults) -> FieldFormat? {
        FieldFormat(
            notation, encoding ?? defaults.encoding(of: notation.content),
            lengths ?? defaults.lengths, counting ?? defaults.counting,
            padding ?? defaults.padding)
    }
}
