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

private let hexDigits = Array("0123456789abcdef".utf8)

/// Base64 with padding and without line breaks.
func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
}
