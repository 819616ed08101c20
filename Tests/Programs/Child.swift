import Foundation
import Glibc
import Synchronization

/// A process that a test started. Its standard output is kept here; its standard error goes to a file.
package final class Child: Sendable {
    /// How a process ended.
    package enum Ending: Sendable, Hashable {
        case exited(Int32)
        case killed(Int32)
    }

    /// What is started, and how.
    package struct Launch {
        var program: String
        var arguments: [String]
        var environment: [String: String]
        var input: String
        var errorFile: String

        package init(
            program: String, arguments: [String], environment: [String: String] = [:],
            input: String = "/dev/null", errorFile: String
        ) {
            self.program = program
            self.arguments = arguments
            self.environment = environment
            self.input = input
            self.errorFile = errorFile
        }
    }

    private struct State {
        var output: [UInt8] = []
        var isClosed = false
        var ending: Ending?
        var lineWaiters: [CheckedContinuation<String?, Never>] = []
        var endWaiters: [CheckedContinuation<Ending, Never>] = []

        /// The first whole line; nil while there is none.
        var firstLine: String? {
            output.firstIndex(of: 0x0A).map { String(decoding: output[..<$0], as: UTF8.self) }
        }
    }

    /// Its number, while it lives.
    package let pid: pid_t
    private let state = Mutex(State())

    /// One child is made at a time: until its pipe is marked, every child would inherit it.
    private static let nursery = Mutex(())

    package convenience init(_ launch: Launch) throws {
        let (pid, output) = try Child.nursery.withLock { _ in try Child.spawn(launch) }
        self.init(pid: pid, output: output)
    }

    private init(pid: pid_t, output: Int32) {
        self.pid = pid
        Thread.detachNewThread { self.follow(output) }
    }

    private static func spawn(_ launch: Launch) throws -> (pid_t, Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(errno) }
        // Neither end may reach another child: a pipe ends when its last writer does.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, launch.input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(
            &actions, 2, launch.errorFile, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let arguments = CStrings([launch.program] + launch.arguments)
        let environment = CStrings(
            Child.environment(launch.environment).map { "\($0.key)=\($0.value)" })
        var pid: pid_t = 0
        let failure = posix_spawn(
            &pid, launch.program, &actions, nil, arguments.pointers, environment.pointers)
        guard failure == 0 else {
            close(ends[0])
            throw SystemError(failure)
        }
        return (pid, ends[0])
    }

    /// Ours, but for settings of Coster that whoever runs the tests may have.
    private static func environment(_ changes: [String: String]) -> [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("COSTER_") }
            .merging(changes) { _, new in new }
    }

    /// Reads what the process prints until it ends, then how it ended.
    private func follow(_ descriptor: Int32) {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            heard(chunk[..<count])
        }
        close(descriptor)
        // The process is waited for before it is reaped, so that no signal can meet another's number.
        var report = siginfo_t()
        while waitid(P_PID, id_t(pid), &report, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let (lines, ends, ending) = state.withLock { state in
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            let signal = status & 0x7F
            let ending = signal == 0 ? Ending.exited(status >> 8 & 0xFF) : .killed(signal)
            state.ending = ending
            state.isClosed = true
            defer { (state.lineWaiters, state.endWaiters) = ([], []) }
            return (state.lineWaiters, state.endWaiters, ending)
        }
        for waiter in lines { waiter.resume(returning: nil) }
        for waiter in ends { waiter.resume(returning: ending) }
    }

    private func heard(_ bytes: ArraySlice<UInt8>) {
        let (waiters, line) = state.withLock { state in
            state.output += bytes
            let line = state.firstLine
            guard line != nil else { return ([CheckedContinuation<String?, Never>](), line) }
            defer { state.lineWaiters = [] }
            return (state.lineWaiters, line)
        }
        for waiter in waiters { waiter.resume(returning: line) }
    }

    /// The first line that it prints, or nil where it ends without one.
    package func firstLine() async -> String? {
        await withCheckedContinuation { continuation in
            let known: String?? = state.withLock { state in
                if let line = state.firstLine { return .some(line) }
                if state.isClosed { return .some(nil) }
                state.lineWaiters.append(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Waits for its end.
    package func ending() async -> Ending {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.ending == nil { state.endWaiters.append(continuation) }
                return state.ending
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// What it has printed so far.
    package var output: [UInt8] { state.withLock { $0.output } }

    /// Sends a signal, if it still lives.
    package func signal(_ number: Int32) {
        state.withLock { state in
            if state.ending == nil { kill(pid, number) }
        }
    }
}

/// A refusal of the system.
package struct SystemError: Error {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }
}

/// Strings as the system's calls take them, ended by a null pointer.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
