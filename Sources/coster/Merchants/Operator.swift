import Foundation

/// Who works on this machine, for the record of administrative acts.
enum Operator {
    /// The name of the account, and of the person behind `sudo` where there is one.
    static var name: String {
        let account = NSUserName()
        let behind = ProcessInfo.processInfo.environment["SUDO_USER"]
        return behind.map { "\($0) as \(account)" } ?? account
    }

    /// Says something to the person beside what goes to standard output, which may be a file.
    static func tell(_ line: String, terminator: String = "\n") {
        // Where standard error takes nothing, there is nobody to tell; the exit code says the rest.
        try? FileHandle.standardError.write(contentsOf: Data((line + terminator).utf8))
    }
}
