import StrictCoding

/// One block of a PEM file.
///
/// Files come as tools and people leave them: with text around the blocks, in UTF-16, with blanks
/// at the ends of lines, with `\n` in place of line breaks, or in one line. The base64 of a block
/// is the same in all of them, so the reader accepts all of them.
///
/// Source: RFC 7468, section 2: text outside a block is ignored, whatever its encoding.
package struct PEMBlock: Sendable {
    /// The words between `-----BEGIN ` and the dashes.
    package let label: String
    /// The content, or nil if it is not base64.
    package let der: [UInt8]?
    /// Whether header lines say that the content is encrypted (RFC 1421, section 4.6.1.1).
    let hasEncryptionHeader: Bool

    private init(label: ArraySlice<UInt8>, body: ArraySlice<UInt8>) {
        self.label = String(decoding: label, as: UTF8.self)
        hasEncryptionHeader = body.firstRange(of: "ENCRYPTED".utf8) != nil
        let text = PEMBlock.withoutBlanks(body)
        do throws(Base64Fault) {
            der = try Base64.decode(text[...], .wrapped)
        } catch {
            // The reader of the label says what that means.
            der = nil
        }
    }

    /// The blocks of a file, in order; none if the file is not PEM.
    package static func blocks(in file: [UInt8]) -> [PEMBlock] {
        var rest = withoutUTF16(file)[...]
        var blocks: [PEMBlock] = []
        while let begin = rest.firstRange(of: "-----BEGIN ".utf8) {
            rest = rest[begin.upperBound...]
            guard let dashes = rest.firstRange(of: "-----".utf8) else { break }
            let label = rest[..<dashes.lowerBound]
            rest = rest[dashes.upperBound...]
            let closing = Array("-----END ".utf8) + label + Array("-----".utf8)
            guard let end = rest.firstRange(of: closing) else { break }
            blocks.append(PEMBlock(label: label, body: rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return blocks
    }

    /// The bytes without the zeros of UTF-16, in either order; other files are unchanged.
    private static func withoutUTF16(_ file: [UInt8]) -> [UInt8] {
        let wideDashes: [UInt8] = [0x2D, 0, 0x2D, 0, 0x2D, 0, 0x42]
        return file.firstRange(of: wideDashes) == nil ? file : file.filter { $0 != 0 }
    }

    /// The text without white space, written as such or as a backslash and a letter.
    private static func withoutBlanks(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var isEscape = false
        for byte in body {
            switch byte {
            case UInt8(ascii: "n") where isEscape, UInt8(ascii: "r") where isEscape:
                text.removeLast()
                isEscape = false
            case UInt8(ascii: " "), 0x09...0x0D:
                isEscape = false
            default:
                text.append(byte)
                isEscape = byte == UInt8(ascii: "\\")
            }
        }
        return text
    }
}
