/// How much a document may hold before it is refused.
///
/// The largest message that a shop sends is a settlement with its invoice lines, of which the schema has any number; it
/// reaches the length of a document before any other of these.
package struct XMLLimits: Sendable, Hashable {
    /// The longest document, in bytes.
    package var documentBytes = 262_144
    /// How deep elements may lie within each other; the root is at 1.
    package var depth: UInt32 = 24
    /// How many elements a document may have.
    package var elements: UInt32 = 16_384
    /// How many attributes one element may have, declarations of namespaces included.
    package var attributesPerElement: UInt32 = 16
    /// The longest run of text, in bytes.
    package var textBytes: UInt32 = 131_072

    /// The limits above.
    package init() {}

    /// How many bytes are reserved for a reply before it is written: nearly every one fits, and the heap has blocks of
    /// less than a kilobyte ready.
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
