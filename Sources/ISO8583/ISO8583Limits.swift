/// How long messages and their parts may be.
public enum ISO8583Limits {
    /// The longest message, in bytes. A length of two bytes can't announce more.
    public static let messageBytes = 65_535
    /// The longest message that is read if a specification names no limit, in bytes.
    public static let usualMessageBytes = 8_192
    /// The longest field, in characters or bytes: what a length of four digits can announce.
    public static let fieldLength = 9_999
    /// The longest header, in bytes.
    public static let headerBytes = 64
    /// The longest specification, in bytes.
    public static let specificationBytes = 65_536
    /// The most characters of a value in a masked description.
    static let shownCharacters = 64
}
