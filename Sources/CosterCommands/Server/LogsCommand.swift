import ArgumentParser
import CosterServer
import Foundation

/// `coster logs`: the server's log for a person, live.
struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show the server's JSON log as lines for a person.",
        discussion: Examples.text(
            """
            A server writes its log to standard error, one JSON object a line. Read it from a file, with --follow while \
            it grows, or from standard input. Lines that aren't of the log are shown as they are.
            """,
            [
                "coster logs server.log", "coster logs --follow server.log",
                "journalctl -u coster -o cat -f | coster logs --level warning -",
            ]))

    @Argument(help: "The file with the log; - for standard input.")
    var file = "-"

    @Flag(help: "Wait for more lines at the end of the file.")
    var follow = false

    @Option(
        help:
            "The lowest level to show: trace, debug, info, notice, warning, error or critical."
    )
    var level = LogLevelOption.trace

    @Option(help: "Show only lines that have this text, such as a request or payment ID.")
    var containing: String?

    func run() async throws {
        let descriptor = try opened()
        defer { if file != "-" { close(descriptor) } }
        var lines = LineBuffer(limit: LogsCommand.lineBytes)
        while true {
            let bytes = try await LogsCommand.read(descriptor)
            for line in lines.add(bytes) { show(line) }
            guard bytes.isEmpty else { continue }
            guard follow, file != "-" else { break }
            // A file has no way to say that it has grown.
            try await Task.sleep(for: LogsCommand.pause)
        }
        if let last = lines.end() { show(last) }
    }

    private func show(_ line: String) {
        guard containing.map({ line.contains($0) }) ?? true else { return }
        guard let shown = LogLine(line) else { return print(line.terminalSafe) }
        if shown.level >= level { print(shown.text) }
    }

    private func opened() throws(CosterFailure) -> Int32 {
        guard file != "-" else { return STDIN_FILENO }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CosterFailure(
                .badInput, "The file \(file.terminalSafe) can't be read. Check its path and owner.")
        }
        return descriptor
    }

    /// The next bytes, read on a thread that may wait.
    private static func read(_ descriptor: Int32) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                var bytes = [UInt8](repeating: 0, count: chunkBytes)
                var count: Int
                repeat {
                    count = Glibc.read(descriptor, &bytes, bytes.count)
                } while count < 0
                    && errno == EINTR
                guard count >= 0 else {
                    return continuation.resume(
                        throwing: CosterFailure(.badInput, "The log can't be read any further."))
                }
                continuation.resume(returning: Array(bytes.prefix(count)))
            }
        }
    }

    private static let chunkBytes = 1 << 16
    private static let lineBytes = 1 << 20
    private static let pause = Duration.milliseconds(250)
}

/// The levels of a log, the least first.
enum LogLevelOption: String, ExpressibleByArgument, CaseIterable, Comparable {
    case trace, debug, info, notice, warning, error, critical

    static func < (left: LogLevelOption, right: LogLevelOption) -> Bool {
        let order = allCases
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
}

/// Bytes that are gathered into lines. A line above the limit is cut into several.
struct LineBuffer {
    let limit: Int
    private var rest: [UInt8] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds bytes, and returns the lines that are complete.
    mutating func add(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || rest.count == limit {
                lines.append(String(decoding: rest, as: UTF8.self))
                rest.removeAll(keepingCapacity: true)
                if byte == UInt8(ascii: "\n") { continue }
            }
            rest.append(byte)
        }
        return lines
    }

    /// The last line, if it has no end.
    mutating func end() -> String? {
        guard !rest.isEmpty else { return nil }
        defer { rest = [] }
        return String(decoding: rest, as: UTF8.self)
    }
}
