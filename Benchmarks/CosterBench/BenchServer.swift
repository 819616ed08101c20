import Foundation

/// A server process of its own, in a fresh data folder.
final class BenchServer {
    let port: Int
    let data: String
    let readySeconds: Double
    private let process: Process

    private init(port: Int, data: String, readySeconds: Double, process: Process) {
        self.port = port
        self.data = data
        self.readySeconds = readySeconds
        self.process = process
    }

    /// Starts a server on a folder of its own.
    ///
    /// - Parameter settings: Environment variables of the server.
    static func start(
        coster: String, settings: [String: String] = [:]
    ) throws -> BenchServer {
        try start(coster: coster, data: freshFolder(), database: nil, settings: settings)
    }

    /// A folder's name that no one has.
    static func freshFolder() -> String {
        NSTemporaryDirectory() + "/coster-bench-\(UUID().uuidString)"
    }

    /// Starts a server on a folder, which others may have too where the books are in a database.
    static func start(
        coster: String, data: String, database: String?, settings: [String: String] = [:]
    ) throws -> BenchServer {
        let process = Process()
        process.environment = environment(database: database).merging(settings) { $1 }
        process.executableURL = URL(fileURLWithPath: coster)
        process.arguments = ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", data]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let clock = ContinuousClock()
        let start = clock.now
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { throw BenchError.serverDidNotStart }
            text += String(decoding: part, as: UTF8.self)
        }
        let ready = (clock.now - start) / .seconds(1)
        guard let digits = text.split(separator: ":").last,
            let port = Int(digits.trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw BenchError.serverDidNotStart }
        return BenchServer(port: port, data: data, readySeconds: ready, process: process)
    }

    /// What a server that is measured, and commands beside it, find in their environment: no settings of whoever measures,
    /// for those may name other books.
    static func environment(database: String? = nil) -> [String: String] {
        var found = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("COSTER_") }
        found["COSTER_DATABASE_URL"] = database
        return found
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        // Another server of the same folder may have been first.
        try? FileManager.default.removeItem(atPath: data)
    }

    /// CPU seconds that the server has used, user and system.
    func cpuSeconds() -> Double {
        // The clock of another process. Source: clock_getcpuclockid(3).
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process.processIdentifier, &clock) == 0,
            clock_gettime(clock, &time) == 0
        else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Resident memory in megabytes.
    func residentMegabytes() -> Double { BenchServer.residentMegabytes(of: pid) }

    /// The server's number among the processes.
    var pid: Int32 { process.processIdentifier }

    /// Resident memory of a process in megabytes.
    static func residentMegabytes(of pid: Int32) -> Double {
        let text = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = (text ?? "").split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        let kilobytes = line?.split(separator: " ").compactMap { Double($0) }.first ?? 0
        return kilobytes / 1024
    }
}

enum BenchError: Error {
    case serverDidNotStart
    case connectionFailed
    case unexpectedReply(String)
    case rotationFailed
    case commandFailed(String)
    case notWhole(String)
}
