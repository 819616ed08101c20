import Crypto
import Foundation

/// The code of a backup, by which a restore knows that nobody changed the file since it was made.
///
/// HMAC-SHA256 under a key of this backup alone, which the master key wraps. So nothing that a backup says of keys is
/// believed before its code was checked.
///
/// | bytes | what |
/// |---|---|
/// | 16 | `coster backup 1` and a line end |
/// | 16 | the master key's name |
/// | 60 | the code's key, wrapped: nonce, sealed key, tag |
/// | 32 | the code |
package struct BackupCode: Sendable {
    private static let mark = Array("coster backup 1\n".utf8)
    private static let nameBytes = VaultLimits.masterNameBytes * 2
    private static let wrappedBytes =
        VaultLimits.nonceBytes + VaultLimits.keyBytes + VaultLimits.tagBytes
    /// How long a trailer is.
    package static let trailerBytes =
        mark.count + nameBytes + wrappedBytes + SHA256.byteCount

    private var hash: HMAC<SHA256>
    private let head: [UInt8]

    /// The code of a new backup.
    package init(under master: MasterKey) throws(VaultError) {
        let key = SymmetricKey(size: .bits256)
        let wrapped = try AuthenticatedCipher.seal(
            key.withUnsafeBytes { Array($0) }, under: master.key,
            binding: BackupCode.binding(master))
        hash = HMAC(key: key)
        head = BackupCode.mark + Array(master.id.utf8) + wrapped
    }

    /// The code of a backup that is to be checked.
    ///
    /// - Parameter trailer: The last ``trailerBytes`` of the file.
    /// - Throws: ``VaultError/malformedContent`` if they are no trailer, ``VaultError/wrongMasterKey`` if another master key
    ///   made the backup, ``VaultError/keyDamaged`` if the trailer was changed.
    package init(checking trailer: [UInt8], under master: MasterKey) throws(VaultError) {
        guard trailer.count == BackupCode.trailerBytes, trailer.starts(with: BackupCode.mark)
        else { throw .malformedContent }
        head = Array(trailer.dropLast(SHA256.byteCount))
        let rest = head.dropFirst(BackupCode.mark.count)
        guard rest.prefix(BackupCode.nameBytes).elementsEqual(master.id.utf8) else {
            throw .wrongMasterKey
        }
        let wrapped = Array(rest.dropFirst(BackupCode.nameBytes))
        guard
            let key = AuthenticatedCipher.open(
                wrapped, under: master.key, binding: BackupCode.binding(master))
        else { throw .keyDamaged }
        hash = HMAC(key: SymmetricKey(data: key))
    }

    /// Adds the next bytes of the file.
    package mutating func update(_ bytes: some DataProtocol) {
        hash.update(data: bytes)
    }

    /// The bytes that follow the file's own.
    package func trailer() -> [UInt8] { head + Array(hash.finalize()) }

    /// Whether a trailer has the code of the bytes that were added.
    ///
    /// Source: swift-crypto, `MessageAuthenticationCode`: compared in constant time.
    package func matches(_ trailer: [UInt8]) -> Bool {
        hash.finalize() == Data(trailer.suffix(SHA256.byteCount))
    }

    private static func binding(_ master: MasterKey) -> [UInt8] {
        var binding = LengthPrefixed(label: "coster backup key 1")
        binding.append(master.id)
        return binding.bytes
    }
}
