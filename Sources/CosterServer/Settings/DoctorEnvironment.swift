import CardVault
import KeyCustody
import Foundation
import PaymentDomain

#if canImport(Glibc)
    import Glibc
#endif

/// The settings of `coster doctor`, and the machine's state beside files.
package struct DoctorEnvironment: Sendable {
    /// The room on a disk.
    package struct Space: Sendable, Hashable {
        package let free: UInt64
        package let total: UInt64
    }

    /// The flags, which beat the environment and the file.
    package var flags = Settings.Flags()
    /// The file of a token to look at.
    package var token: String?
    /// The time of all checks.
    package var now: Timestamp
    /// The environment's settings.
    package var environment: [String: String] = [:]
    /// The master key of the environment, if it has one; a failure if it is invalid.
    package var environmentKey: Result<MasterKey?, KeyCustodyError> = .success(nil)
    /// The account that asks.
    package var account: UInt32
    /// When the program was built or installed: no clock is before that.
    package var programMade: Timestamp?
    /// The room on the disk of a folder.
    package var space: @Sendable (String) -> Space?

    /// Those of this process.
    package static func here(at now: Timestamp) -> DoctorEnvironment {
        DoctorEnvironment(
            now: now, environment: ProcessInfo.processInfo.environment,
            environmentKey: Result { () throws(KeyCustodyError) in try MasterKeyEnvironment.key() },
            account: geteuid(),
            programMade: FileFacts.of("/proc/self/exe", name: "coster", followsLinks: true)?
                .changedAt,
            space: { DoctorEnvironment.space(of: $0) })
    }

    private static func space(of folder: String) -> Space? {
        var found = statvfs()
        guard statvfs(folder, &found) == 0 else { return nil }
        let unit = UInt64(found.f_frsize)
        let (free, freeOverflow) = UInt64(found.f_bavail).multipliedReportingOverflow(by: unit)
        let (total, totalOverflow) = UInt64(found.f_blocks).multipliedReportingOverflow(by: unit)
        guard !freeOverflow, !totalOverflow else { return nil }
        return Space(free: free, total: total)
    }
}

/// The system's facts of a file or folder.
package struct FileFacts: Sendable, Hashable {
    /// Its name in the data folder.
    package let name: String
    /// The permissions: the nine bits.
    package let mode: UInt32
    package let owner: UInt32
    /// Whether it is a folder.
    package let isFolder: Bool
    /// When its content was last changed.
    var changedAt = Timestamp(milliseconds: 0)

    /// Whether others than its owner may do anything with it.
    package var isOpenToOthers: Bool { mode & 0o077 != 0 }

    /// The facts of a path; nil if nothing is there, or only a link that isn't followed.
    package static func of(_ path: String, name: String, followsLinks: Bool = false) -> FileFacts? {
        var found = stat()
        let result = followsLinks ? stat(path, &found) : lstat(path, &found)
        guard result == 0, found.st_mode & S_IFMT != S_IFLNK else { return nil }
        return FileFacts(
            name: name, mode: found.st_mode & 0o777, owner: found.st_uid,
            isFolder: found.st_mode & S_IFMT == S_IFDIR,
            changedAt: Timestamp(seconds: Int64(found.st_mtim.tv_sec)))
    }
}
