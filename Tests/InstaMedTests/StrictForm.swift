/// A form parser that guesses nothing: each pair has one `=`, each `%` two digits, each name comes once, and no
/// character is there that means something else elsewhere.
struct StrictForm: Equatable {
    var pairs: [(name: String, value: String)] = []

    init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return nil }
        for pair in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let sides = pair.split(
                separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
            guard sides.count == 2, let value = Self.decoded(sides[1]) else { return nil }
            let name = String(decoding: sides[0], as: UTF8.self)
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isLetter), self[name] == nil else {
                return nil
            }
            pairs.append((name, value))
        }
    }

    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    var names: [String] { pairs.map(\.name) }

    static func == (left: StrictForm, right: StrictForm) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0.name == $1.name && $0.value == $1.value }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func decoded(_ raw: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = raw
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                let text = String(decoding: rest.prefix(2), as: UTF8.self)
                guard rest.count >= 2, let value = UInt8(text, radix: 16) else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            case 0x21...0x7E where !"+;#\"<>".utf8.contains(byte), 0x20: bytes.append(byte)
            default: return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
