/// The numbers of a message's fields, as its bitmaps have them.
public struct FieldSet: Sendable, Hashable {
    /// The numbers that a field may have. Number 1 is the mark of the second bitmap.
    public static let numbers = 2...128

    /// Fields 1 to 64, the first in the highest bit.
    private(set) var first: UInt64 = 0
    /// Fields 65 to 128.
    private(set) var second: UInt64 = 0

    /// No fields.
    public init() {}

    /// The fields of two bitmaps.
    init(first: UInt64, second: UInt64) {
        self.first = first & ~FieldSet.secondBitmapMark
        self.second = second
    }

    /// The bit of the first bitmap that announces the second.
    static let secondBitmapMark: UInt64 = 1 << 63

    /// How many fields there are.
    public var count: Int { first.nonzeroBitCount + second.nonzeroBitCount }

    /// Whether a field is there.
    public func contains(_ number: Int) -> Bool {
        guard FieldSet.numbers.contains(number) else { return false }
        return number <= 64
            ? first & FieldSet.bit(number) != 0 : second & FieldSet.bit(number) != 0
    }

    /// Adds a field; a number that isn't one is passed over.
    mutating func insert(_ number: Int) {
        guard FieldSet.numbers.contains(number) else { return }
        if number <= 64 { first |= FieldSet.bit(number) } else { second |= FieldSet.bit(number) }
    }

    /// Removes a field.
    mutating func remove(_ number: Int) {
        guard FieldSet.numbers.contains(number) else { return }
        if number <= 64 { first &= ~FieldSet.bit(number) } else { second &= ~FieldSet.bit(number) }
    }

    /// How many fields have a lower number.
    func rank(of number: Int) -> Int {
        if number <= 64 {
            return (first & ~(UInt64.max >> UInt64(number - 1))).nonzeroBitCount
        }
        return first.nonzeroBitCount
            + (second & ~(UInt64.max >> UInt64(number - 65))).nonzeroBitCount
    }

    private static func bit(_ number: Int) -> UInt64 {
        1 << UInt64(63 - (number - 1) % 64)
    }
}

extension FieldSet: Sequence {
    /// The numbers, the lowest first.
    public func makeIterator() -> Iterator {
        Iterator(first: first, second: second)
    }

    /// Walks through the numbers of a set.
    public struct Iterator: IteratorProtocol {
        fileprivate var first: UInt64
        fileprivate var second: UInt64

        /// The next number; nil after the last.
        public mutating func next() -> Int? {
            if first != 0 {
                let place = first.leadingZeroBitCount
                first &= ~(1 << UInt64(63 - place))
                return place + 1
            }
            guard second != 0 else { return nil }
            let place = second.leadingZeroBitCount
            second &= ~(1 << UInt64(63 - place))
            return place + 65
        }
    }
}
