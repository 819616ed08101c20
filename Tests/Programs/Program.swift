import Foundation
import Glibc

/// Another program, run to its end by a test.
///
/// Foundation's Process reads past the end of a page where it is unlucky, and takes the tests with it;
/// see its `run()` on Linux. Here nothing but a number is shared with the other program: what it
/// reads and says are files.
package struct Program {
    /// How it ended, and what it said.
    package struct Ending: Sendable {
        /// Its exit status; above 128 that of a signal, as shells have it.
        package let status: Int32
        /// What it wrote to its standard output.
        package let output: [UInt8]
        /// What it wrote to its standard error.
        package let complaints: [UInt8]
    }

    /// It could not be started, or its files could not be made.
    package struct NotStarted: Error {}

    private let path: String

    /// - Parameter path: Where it is; a name without a slash is looked for in `PATH`.
    package init(_ path: String) {
        self.path = path
    }

    /// Runs it.
    ///
    /// - Parameters:
    ///   - arguments: Without its own name.
    ///   - input: What it finds in its standard input.
    ///   - folder: Where it runs; nil for ours.
    package func run(
        _ arguments: [String], input: [UInt8] = [], in folder: String? = nil
    ) throws -> Ending {
        let files = FileManager.default.temporaryDirectory
            .appending(path: "program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        // Best effort: it is temporary.
        defer { _ = try? FileManager.default.removeItem(at: files) }
        let names = ["in", "out", "err"].map { files.appending(path: $0) }
        try Data(input).write(to: names[0])
        let status = try start(arguments, names.map(\.path), folder)
        return Ending(
            status: status, output: Array(try Data(contentsOf: names[1])),
            complaints: Array(try Data(contentsOf: names[2])))
    }

    private func start(
        _ arguments: [String], _ files: [String], _ folder: String?
    ) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
        let written = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 1, files[1], written, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, files[2], written, 0o600)
        let command = (folder.map { ["env", "-C", $0] } ?? []) + [path] + arguments
        let words = Program.copies(of: command)
        let settings = Program.copies(
            of: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" })
        defer { for copy in words + settings { free(copy) } }
        var pid: pid_t = 0
        guard posix_spawnp(&pid, command[0], &actions, nil, words, settings) == 0 else {
            throw NotStarted()
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { throw NotStarted() }
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// As the system's calls take them, ended by a null pointer.
    private static func copies(of strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        strings.map { strdup($0) } + [nil]
    }
}
