import ArgumentParser
import CosterOperations
import CosterServer
import Foundation
import MerchantStorage
import PaymentDomain
import Routing

extension LineKind: ExpressibleByArgument {}
extension LineMode: EnumerableFlag {
    package static func help(for mode: LineMode) -> ArgumentHelp? {
        switch mode {
        case .test: "It leads to the acquirer's test system, for a sandbox."
        case .live: "It moves money."
        }
    }
}

extension LineSecret {
    /// The secret on the first line of a file, and the client certificate behind it.
    ///
    /// - Parameter file: Nil for a line without secrets.
    /// - Throws: Exit code 65.
    init(file: String?, for kind: LineKind) throws(CosterFailure) {
        let text = try file.map { (path) throws(CosterFailure) in
            String(decoding: try Files.text(path), as: UTF8.self)
        }
        do throws(LineFault) {
            try self.init(text ?? "", for: kind)
        } catch {
            throw CosterFailure(error)
        }
    }
}

extension Files {
    /// The certificates that alone are trusted, in PEM.
    ///
    /// - Throws: Exit code 65.
    static func roots(_ path: String) throws(CosterFailure) -> String {
        String(decoding: try bytes(path, limit: RoutingLimits.rootsBytes + 1), as: UTF8.self)
    }
}

/// `coster line rotate`.
struct LineRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Give a line a new secret, or return to the one before.",
        discussion: Examples.text(
            """
            Running servers send the new secret within a second. During the overlap, --back returns to the one before. \
            Coster erases it afterwards. The file has all secrets of the line: if it has no client certificate, the line uses \
            none any more. For iso8583, it has the client certificate alone.
            """,
            [
                "coster line rotate east --secret-file new.secret",
                "coster line rotate east --secret-file new.secret --overlap-hours 72",
                "coster line rotate east --back",
            ]))

    @Argument(help: "The line's name.")
    var name: String

    @Option(help: "A file with the new secret on its first line; - for standard input.")
    var secretFile: String?

    @Option(help: "How long the secret before it is kept, in hours.")
    var overlapHours = 24

    @Flag(help: "Use the secret before the newest one again.")
    var back = false

    @OptionGroup var options: AdministrationOptions

    func validate() throws {
        guard (secretFile == nil) == back else {
            throw ValidationError("Give either --secret-file or --back.")
        }
    }

    func run() async throws {
        let seconds = try Overlap.seconds(hours: overlapHours)
        let administration = try await options.administration()
        let lines = LineOperations(administration)
        let line = try await lines.line(name)
        guard let secretFile else {
            try await lines.restoreSecret(of: line.id)
            print("Line \(name) uses the secret before again.")
            return
        }
        let secret = try LineSecret(file: secretFile, for: line.definition.kind)
        try await lines.rotate(
            line, to: secret, overlapSeconds: seconds,
            try await options.keyring(administration.store))
        let before = seconds == 0 ? "is erased" : "is kept for \(overlapHours.counted("hour"))"
        print("Line \(name) uses the new secret. The one before it \(before).")
    }
}
