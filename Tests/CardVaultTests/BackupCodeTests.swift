import Testing

@testable import CardVault

@Suite("The code of a backup", .timeLimit(.minutes(5)))
struct BackupCodeTests {
    private let master = MasterKey.made()
    private let content = [UInt8]((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })

    private func trailer() throws -> [UInt8] {
        var code = try BackupCode(under: master)
        code.update(content.prefix(300))
        code.update(content.dropFirst(300))
        return code.trailer()
    }

    @Test("matches the bytes that it was made of, in whatever pieces they come")
    func matches() throws {
        let trailer = try trailer()
        #expect(trailer.count == BackupCode.trailerBytes)
        var code = try BackupCode(checking: trailer, under: master)
        for byte in content { code.update([byte]) }
        #expect(code.matches(trailer))
    }

    @Test(
        "matches no other bytes", arguments: [[UInt8](), [0], [UInt8](repeating: 1, count: 1_000)])
    func otherBytes(_ bytes: [UInt8]) throws {
        let trailer = try trailer()
        var code = try BackupCode(checking: trailer, under: master)
        code.update(bytes)
        #expect(!code.matches(trailer))
    }

    @Test("with a single bit changed it is refused or matches nothing")
    func changedBits() throws {
        let trailer = try trailer()
        for index in trailer.indices {
            var changed = trailer
            changed[index] ^= 1
            guard var code = try? BackupCode(checking: changed, under: master) else { continue }
            code.update(content)
            #expect(!code.matches(changed), "\(index)")
        }
    }

    @Test("of another master key, or of none, it is refused")
    func otherKeys() throws {
        let trailer = try trailer()
        #expect(throws: VaultError.wrongMasterKey) {
            _ = try BackupCode(checking: trailer, under: MasterKey.made())
        }
        #expect(throws: VaultError.malformedContent) {
            _ = try BackupCode(checking: Array(trailer.dropFirst()), under: master)
        }
    }
}
