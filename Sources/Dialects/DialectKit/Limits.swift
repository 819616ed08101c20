/// How much a document may hold before it is refused.
///
/// The largest message that a shop sends is a settlement with its invoice lines, of which the schema has any number; it
/// reaches the length of a document before any other of these.
public struct XMLLimits: Sendable, Hashable {
    /// The longest document, in bytes.
    public var documentBytes = 262_144
    /// How deep elements may lie within each other; the root is at 1.
    public var depth: UInt32 = 24
    /// How many elements a document may have.
    public var elements: UInt32 = 16_384
    /// How many attributes one element may have, declarations of namespaces included.
    public var attributesPerElement: UInt32 = 16
    /// The longest run of text, in bytes.
    public var textBytes: UInt32 = 131_072

    /// The limits above.
    public init() {}

    /// How many bytes of a reply room is made for before it is written: nearly every one fits, and the
    /// heap has blocks of less than a kilobyte at hand.
    static let usualReplyBytes = 960
    /// The longest XML declaration (`<?xml … ?>`), in bytes.
    static let declarationBytes = 256
    /// The longest amount, in characters: more than any amount with its decimals needs.
    static let amountCharacters = 40
    /// The longest date or month, in characters, with fraction and offset.
    static let dateCharacters = 64
    /// The longest word of a closed set (`true`, `Debit`), in characters.
    static let wordCharacters = 64
}
