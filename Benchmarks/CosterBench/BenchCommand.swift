import Foundation

/// Another program, to its end.
enum BenchCommand {
    /// Runs it.
    ///
    /// - Returns: What it printed.
    /// - Throws: ``BenchError/commandFailed(_:)`` where its exit code is not 0.
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.environment = BenchServer.environment()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchError.commandFailed("\(program): \(text.suffix(500))")
        }
        return text
    }
}
