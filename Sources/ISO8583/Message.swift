import PaymentDomain

/// A message: its type and its fields, apart from how they look on the wire.
///
/// A field of text has its characters in ASCII, also if the wire has them in EBCDIC or packed. A field of bytes has its
/// bytes. The values may be card data, so a message prints its type and the numbers of its fields alone; see
/// ``Specification/masked(_:)``.
public struct Message: Redacted {
    /// The message type.
    public var type: MessageType
    /// The header before the message type. If it is empty, that of the specification is sent.
    public var header: [UInt8]
    /// The numbers of the fields.
    public private(set) var fields = FieldSet()
    /// The values, in no order.
    private var bytes: [UInt8] = []
    /// Where each value is, in the order of the numbers.
    private var slots: [Slot] = []

    private struct Slot: Sendable {
        let start: Int
        let end: Int
    }

    /// A message without fields.
    public init(_ type: MessageType, header: [UInt8] = []) {
        self.type = type
        self.header = header
    }

    /// The value of a field; nil if the field is missing. Set it to nil to remove the field.
    ///
    /// A number that isn't one of ``FieldSet/numbers`` has no value, and takes none.
    public subscript(number: Int) -> ArraySlice<UInt8>? {
        get {
            guard fields.contains(number) else { return nil }
            let slot = slots[fields.rank(of: number)]
            return bytes[slot.start..<slot.end]
        }
        set {
            guard FieldSet.numbers.contains(number) else { return }
            if fields.contains(number) { remove(number) }
            guard let newValue else { return }
            append(number) { $0.append(contentsOf: newValue) }
        }
    }

    /// The characters of a field; nil if the field is missing.
    public func text(_ number: Int) -> String? {
        self[number].map { String(decoding: $0, as: UTF8.self) }
    }

    /// Sets a field of text.
    public mutating func set(_ number: Int, _ text: String) {
        self[number] = ArraySlice(text.utf8)
    }

    /// `0100 with fields 2, 3, 4`.
    public var redacted: String {
        "\(type) with fields \(fields.map { "\($0)" }.joined(separator: ", "))"
    }

    /// Adds a field that is missing, by a closure that appends its value.
    mutating func append<Fault: Error>(
        _ number: Int, _ write: (inout [UInt8]) throws(Fault) -> Void
    ) throws(Fault) {
        let start = bytes.count
        try write(&bytes)
        slots.insert(Slot(start: start, end: bytes.count), at: fields.rank(of: number))
        fields.insert(number)
    }

    /// Makes room for the values of a message on the wire.
    mutating func reserve(bytes count: Int, fields fieldCount: Int) {
        bytes.reserveCapacity(count)
        slots.reserveCapacity(fieldCount)
    }

    /// Removes a field, and writes the other values into new memory: no removed card number stays in a message.
    private mutating func remove(_ number: Int) {
        let old = self
        fields = FieldSet()
        bytes = []
        slots = []
        for field in old.fields where field != number {
            guard let value = old[field] else { continue }
            append(field) { $0.append(contentsOf: value) }
        }
    }
}

extension Message: Hashable {
    /// Whether two messages have the same type, header and fields.
    public static func == (first: Message, second: Message) -> Bool {
        first.type == second.type && first.header == second.header
            && first.fields == second.fields
            && first.fields.allSatisfy { first[$0] == second[$0] }
    }

    /// Hashes the type and the fields.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(fields)
        for field in fields { hasher.combine(self[field]) }
    }
}
