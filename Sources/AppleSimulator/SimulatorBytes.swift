import Foundation

/// Random bytes from the system's generator.
func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
        withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
    }
    return Array(bytes.prefix(count))
}

/// Hexadecimal, lower case as Apple writes it.
func hex(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
        text.append(hexDigits[Int(byte >> 4)])
        text.append(hexDigits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}

/// The bytes of hexadecimal digits; nil if something else is among them, or the count is odd.
func bytes(ofHex text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for start in stride(from: 0, to: digits.count, by: 2) {
        guard let high = hexDigits.firstIndex(of: digits[start]),
            let low = hexDigits.firstIndex(of: digits[start + 1])
        else { return nil }
        bytes.append(UInt8(high << 4 | low))
    }
    return bytes
}

private let hexDigits = Array("0123456789abcdef".utf8)

/// Base64 with padding and without line breaks.
func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
}
