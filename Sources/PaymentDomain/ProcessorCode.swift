/// A processor's own code for its answer, and whose code it is: `cnp:110`.
///
/// It goes beside a ``DeclineReason``, which has fewer values. A client that speaks the processor's own protocol gets the
/// code that the processor gave.
package struct ProcessorCode: Sendable, Hashable {
    /// The longest form, in characters.
    package static let longest = 24

    /// Whose code it is: lower-case letters.
    package let system: String
    /// The code: letters and digits.
    package let code: String

    /// A code; nil if one part is empty or has other characters, or both together are too long.
    package init?(system: String, code: String) {
        let isCode = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
        }
        guard !system.isEmpty, system.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            !code.isEmpty, code.utf8.allSatisfy(isCode),
            system.utf8.count + 1 + code.utf8.count <= ProcessorCode.longest
        else { return nil }
        self.system = system
        self.code = code
    }

    /// Reads ``text``.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(system: String(parts[0]), code: String(parts[1]))
    }

    /// `cnp:110`.
    package var text: String { "\(system):\(code)" }
}
