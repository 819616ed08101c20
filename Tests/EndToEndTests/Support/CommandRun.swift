import Foundation
import PaymentDomain
import Programs
import Testing

/// One command, run to its end.
struct CommandRun: Sendable {
    let ending: Child.Ending
    let output: String
    let errors: String

    /// Runs `coster` with arguments.
    ///
    /// - Parameter input: What it reads on standard input.
    static func coster(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
    ) async throws -> CommandRun {
        try await run(Places.coster, arguments, input: input, environment: environment)
    }

    /// Runs a program with arguments.
    static func run(
        _ program: String, _ arguments: [String], input: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> CommandRun {
        try await TemporaryFolder.lend { folder in
            let child = try Child(
                Child.Launch(
                    program: program, arguments: arguments, environment: environment,
                    input: try input.map { try folder.write($0, to: "input") } ?? "/dev/null",
                    errorFile: "\(folder.path)/errors"))
            let ending = await child.ending()
            let errors = try Data(contentsOf: URL(filePath: "\(folder.path)/errors"))
            return CommandRun(
                ending: ending, output: String(decoding: child.output, as: UTF8.self),
                errors: String(decoding: errors, as: UTF8.self))
        }
    }

    /// What it printed, as a JSON object; empty where it is none.
    var json: [String: Any] {
        let object = try? JSONSerialization.jsonObject(with: Data(output.utf8))
        return object as? [String: Any] ?? [:]
    }

    /// How many lines it wrote to standard error.
    var errorLines: Int { errors.split(separator: "\n").count }
}

/// Runs `coster`, which must end with an exit code.
@discardableResult
func expect(
    _ code: Int32, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
) async throws -> CommandRun {
    let run = try await CommandRun.coster(arguments)
    #expect(
        run.ending == .exited(code), "\(arguments) \(run.output) \(run.errors)",
        sourceLocation: sourceLocation)
    return run
}

/// Makes a folder, as an operator does for a command that doesn't.
func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
}

/// The names in a folder, in their order.
func fileNames(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}
