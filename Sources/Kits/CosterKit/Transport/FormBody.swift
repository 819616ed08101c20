import Foundation

/// A body of `name=value` pairs, encoded as one of the real clients does.
enum FormBody {
    /// The bytes that stay as they are; all others become `%XX`.
    enum Encoding {
        /// Letters, digits and `-._~/?`. Source: Vantiv's Apple Pay sample app.
        case eProtect
        /// All printable ASCII but `{ } " + = & %`; spaces stay. Source: InstaMed's page, SaveApplePayToken.
        case instaMed

        func keeps(_ byte: UInt8) -> Bool {
            switch self {
            case .eProtect:
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-._~/?".utf8.contains(byte)
                }
            case .instaMed: (0x20...0x7E).contains(byte) && !"{}\"+=&%".utf8.contains(byte)
            }
        }
    }

    static func data(_ fields: [(name: String, value: String)], _ encoding: Encoding) -> Data {
        let pairs = fields.map { "\($0.name)=\(encoded($0.value, encoding))" }
        return Data(pairs.joined(separator: "&").utf8)
    }

    private static func encoded(_ text: String, _ encoding: Encoding) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if encoding.keeps(byte) {
                bytes.append(byte)
            } else {
                bytes += [0x25, hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}
