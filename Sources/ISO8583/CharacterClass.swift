/// Which characters each kind of field may have.
enum CharacterClass {
    private static let digit: UInt8 = 1
    private static let letter: UInt8 = 2
    private static let space: UInt8 = 4
    private static let special: UInt8 = 8
    private static let separator: UInt8 = 16

    /// The classes of each byte.
    static let table: [UInt8] = (0...255).map { byte in
        switch byte {
        case 0x30...0x39: digit
        case 0x41...0x5A, 0x61...0x7A: letter | (byte == 0x44 ? separator : 0)
        case 0x20: space
        case 0x3D: special | separator
        case 0x21...0x7E: special
        default: 0
        }
    }

    /// The classes of a content; none for bytes, which aren't checked.
    static func mask(_ content: FieldFormat.Content) -> UInt8 {
        switch content {
        case .digits, .signedAmount: digit
        case .letters: letter | space
        case .alphanumeric: letter | digit | space
        case .text: letter | digit | space | special
        case .track: digit | separator
        case .bytes: 0
        }
    }
}

/// Code pages of mainframes, for the printable characters of ASCII.
///
/// Source: IBM code pages 037 and 500, which differ in `!`, `[`, `]`, `^` and `|` alone.
enum EBCDIC {
    /// Code page 037, from the space on.
    private static let page037: [UInt8] = [
        0x40, 0x5A, 0x7F, 0x7B, 0x5B, 0x6C, 0x50, 0x7D, 0x4D, 0x5D, 0x5C, 0x4E, 0x6B, 0x60, 0x4B,
        0x61, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0x7A, 0x5E, 0x4C, 0x7E,
        0x6E, 0x6F, 0x7C, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xD1, 0xD2, 0xD3,
        0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xBA,
        0xE0, 0xBB, 0xB0, 0x6D, 0x79, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x91,
        0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8,
        0xA9, 0xC0, 0x4F, 0xD0, 0xA1,
    ]

    private static let page500: [UInt8] = {
        var page = page037
        let differences: [(UInt8, UInt8)] = [
            (0x21, 0x4F), (0x5B, 0x4A), (0x5D, 0x5A), (0x5E, 0x5F), (0x7C, 0xBB),
        ]
        for (ascii, ebcdic) in differences { page[Int(ascii) - 0x20] = ebcdic }
        return page
    }()

    /// Two tables of 256 bytes; 0 for a character that has no counterpart.
    struct Tables: Sendable {
        var fromASCII = [UInt8](repeating: 0, count: 256)
        var toASCII = [UInt8](repeating: 0, count: 256)

        fileprivate init(_ page: [UInt8]) {
            for (place, byte) in page.enumerated() {
                fromASCII[place + 0x20] = byte
                toASCII[Int(byte)] = UInt8(place + 0x20)
            }
        }
    }

    static let tables037 = Tables(page037)
    static let tables500 = Tables(page500)
}
