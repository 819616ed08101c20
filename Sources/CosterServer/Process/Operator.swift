import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The person who runs a command, for the audit log.
package enum Operator {
    /// The kernel's name of the person, followed by the environment's claim, which anyone can set.
    package static var name: String {
        description(
            login: loginID, real: getuid(), effective: geteuid(),
            claim: ProcessInfo.processInfo.environment["SUDO_USER"], nameOf: accountName)
    }

    /// The accounts first, so that no long claim cuts them off: `login alice(1000), user root(0), claims SUDO_USER=bob`.
    ///
    /// - Parameters:
    ///   - login: The account that logged in, whatever it became since; nil if the kernel does not know it.
    ///   - real: The account that the process runs for.
    ///   - effective: The account whose rights it has.
    ///   - claim: The variable `SUDO_USER`.
    ///   - nameOf: The name of an account, nil if it has none.
    package static func description(
        login: UInt32?, real: UInt32, effective: UInt32, claim: String?,
        nameOf: (UInt32) -> String?
    ) -> String {
        func account(_ id: UInt32) -> String {
            (nameOf(id).map { bounded($0) } ?? "") + "(\(id))"
        }
        var parts = login.map { ["login \(account($0))"] } ?? []
        parts.append("user \(account(real))")
        if effective != real { parts.append("rights of \(account(effective))") }
        if let claim { parts.append("claims SUDO_USER=\(bounded(claim))") }
        return parts.joined(separator: ", ")
    }

    /// The longest name in a record, in bytes: three of them and a claim fit into an act's field.
    private static let nameBytes = 48

    private static func bounded(_ text: String) -> String {
        // Otherwise a claim could look like another part.
        let plain = text.utf8.map { 0x20 < $0 && $0 < 0x7F && $0 != UInt8(ascii: ",") ? $0 : 0x3F }
        return String(decoding: plain.prefix(nameBytes), as: UTF8.self)
    }

    /// The account that logged in, which stays through `su` and `sudo`.
    ///
    /// Source: Linux, proc_pid_loginuid: 4294967295 if nobody logged in, as in a service.
    private static var loginID: UInt32? {
        guard let text = try? String(contentsOfFile: "/proc/self/loginuid", encoding: .utf8),
            let id = UInt32(text.trimmingCharacters(in: .whitespacesAndNewlines)), id != .max
        else { return nil }
        return id
    }

    private static func accountName(_ id: UInt32) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { memory in
            guard let text = memory.baseAddress,
                getpwuid_r(id, &entry, text, memory.count, &found) == 0,
                let name = found?.pointee.pw_name
            else { return nil }
            return String(cString: name)
        }
    }

    /// Says something to the person beside what goes to standard output, which may be a file.
    package static func tell(_ line: String, terminator: String = "\n") {
        // If standard error takes nothing, only the exit code remains.
        try? FileHandle.standardError.write(contentsOf: Data((line + terminator).utf8))
    }
}
