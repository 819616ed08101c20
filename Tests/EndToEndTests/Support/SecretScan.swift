import Foundation
import Glibc

/// Something that may not be found where it does not belong.
struct Secret: Sendable {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    init(_ name: String, _ text: String) {
        self.init(name, Array(text.utf8))
    }

    /// A card number: its digits, and packed two to a byte.
    static func card(_ digits: String) -> [Secret] {
        let padded = Array((digits.utf8.count % 2 == 0 ? digits : digits + "F").utf8)
        let packed = stride(from: 0, to: padded.count, by: 2).compactMap {
            UInt8(String(decoding: padded[$0..<($0 + 2)], as: UTF8.self), radix: 16)
        }
        return [Secret("the card number", digits), Secret("the packed card number", packed)]
    }

    /// Every form in which it might lie somewhere.
    var forms: [(name: String, bytes: [UInt8])] {
        let hex = bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
        let plain = [
            ("\(name) as it is", bytes), ("\(name) in hex", Array(hex.utf8)),
            ("\(name) in upper-case hex", Array(hex.uppercased().utf8)),
        ]
        return plain + (0..<3).map { ("\(name) in base64 at \($0)", base64(after: $0)) }
    }

    /// The characters of base64 that depend on this secret alone, where so many bytes stand before it.
    private func base64(after offset: Int) -> [UInt8] {
        let all = [UInt8](repeating: 0, count: offset) + bytes
        let text = Array(Data(all).base64EncodedString().utf8)
        let first = (offset * 8 + 5) / 6
        return Array(text[first..<(all.count * 8 / 6)])
    }
}

/// Looks for secrets in bytes.
struct SecretScan: Sendable {
    private let forms: [(name: String, bytes: [UInt8])]

    init(_ secrets: [Secret]) {
        forms = secrets.flatMap(\.forms)
    }

    /// What of them is in the files of a data folder, but where keys are kept; a server's log lies there too.
    func findings(inFilesOf folder: String) throws -> [String] {
        try TemporaryFolder(path: folder).files()
            .filter { $0.name != "master.key" && !$0.name.hasPrefix("simulator/") }
            .flatMap { findings(in: $0.bytes, named: $0.name) }
    }

    /// What of them is in these bytes.
    ///
    /// - Parameter belongs: Whether what lies at an offset, that many bytes of it, may lie there.
    func findings(
        in bytes: Data, named place: String, where belongs: (Int, Int) -> Bool = { _, _ in false }
    ) -> [String] {
        bytes.withUnsafeBytes { bytes in
            forms.filter { form in
                places(of: form.bytes, in: bytes).contains { !belongs($0, form.bytes.count) }
            }.map { "\($0.name) is in \(place)" }
        }
    }

    /// Where a piece is in the bytes, one place after the other; the system looks, for an image of a process is large.
    private func places(
        of piece: [UInt8], in bytes: UnsafeRawBufferPointer
    ) -> UnfoldSequence<Int, Int> {
        sequence(state: 0) { next in
            guard let first = piece.first, let start = bytes.baseAddress else { return nil }
            while piece.count <= bytes.count - next,
                let found = memchr(start + next, Int32(first), bytes.count - next - piece.count + 1)
            {
                let offset = UnsafeRawPointer(found) - start
                next = offset + 1
                if memcmp(found, piece, piece.count) == 0 { return offset }
            }
            return nil
        }
    }
}
