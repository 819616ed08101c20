import CardVault
import CosterServer
import Foundation

/// The file of a backup: the database, followed by a code that shows whether someone changed it.
///
/// No connection may have it open: closing any descriptor of a database drops this process's locks on it.
package enum BackupFile {
    /// How many bytes are read at once.
    private static let chunkBytes = 1 << 20

    /// Appends the code to a copy of the database, and waits until the disk has it.
    package static func seal(_ path: String, under master: MasterKey) throws(CosterFailure) {
        do {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            var code = try BackupCode(under: master)
            while let bytes = try file.read(upToCount: chunkBytes), !bytes.isEmpty {
                code.update(bytes)
            }
            try file.write(contentsOf: code.trailer())
            try file.synchronize()
            try file.close()
        } catch {
            throw CosterFailure(BackupError.cannotFinishCopy(path: path))
        }
    }

    /// Checks the code of a copy of a backup, and removes it, so that only the database is left.
    ///
    /// - Parameters:
    ///   - path: The copy, which only this process writes to.
    ///   - name: The operator's name of the backup.
    ///   - master: Gives the master key, once the file is the database alone.
    /// - Throws: Exit code 65 if there is no code, or another; then the copy is useless.
    static func open(
        _ path: String, named name: String,
        under master: () async throws(CosterFailure) -> MasterKey
    ) async throws(CosterFailure) {
        let trailer = try detachTrailer(path, named: name)
        let master = try await master()
        let isIntact: Bool
        do {
            var code = try BackupCode(checking: trailer, under: master)
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            while let bytes = try file.read(upToCount: chunkBytes), !bytes.isEmpty {
                code.update(bytes)
            }
            isIntact = code.matches(trailer)
        } catch VaultError.malformedContent {
            throw unsigned(name)
        } catch VaultError.wrongMasterKey {
            throw CosterFailure(BackupError.wrongKey(backup: name, id: master.id))
        } catch VaultError.keyDamaged {
            isIntact = false
        } catch {
            throw CosterFailure(BackupError.unreadable(backup: name))
        }
        guard isIntact else {
            throw CosterFailure(BackupError.altered(backup: name))
        }
    }

    private static func detachTrailer(
        _ path: String, named name: String
    ) throws(CosterFailure) -> [UInt8] {
        let length = UInt64(BackupCode.trailerBytes)
        do {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            let end = try file.seekToEnd()
            guard end > length else { throw unsigned(name) }
            try file.seek(toOffset: end - length)
            let trailer = try file.read(upToCount: BackupCode.trailerBytes) ?? Data()
            try file.truncate(atOffset: end - length)
            try file.close()
            return Array(trailer)
        } catch let failure as CosterFailure {
            throw failure
        } catch {
            throw CosterFailure(BackupError.unreadable(backup: name))
        }
    }

    private static func unsigned(_ name: String) -> CosterFailure {
        CosterFailure(BackupError.withoutCode(backup: name))
    }
}
