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
    /// - Throws: Exit code 65.
    init(file: String, for kind: LineKind) throws(CosterFailure) {
        let text = String(decoding: try Files.text(file), as: UTF8.self)
        do throws(LineFault) {
            try self.init(text, for: kind)
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

/// `coster line create`.
struct LineCreateCommand: AsyncParsableCommand {
    static let example =
        "coster line create east --kind worldpay --address https://acquirer.example/payments --user FLOWERS --secret-file east.secret --live"

    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a line.",
        discussion: Examples.text(
            """
            Coster encrypts the secret and never prints it. If the acquirer asks for a client certificate in TLS, write it \
            behind the secret's line, with its chain and its private key, in PEM.

            For worldpay, the user and the secret are a login. For cybersource, the user is the merchant ID, and the secret's \
            line has the ID of a REST key, a space and its shared secret.
            """,
            [
                LineCreateCommand.example,
                "coster line create west --kind cybersource --user flowers_shop --secret-file west.secret --live",
            ]))

    @Argument(help: "A name of your choice.")
    var name: String

    @Option(help: "The acquirer's protocol.")
    var kind: LineKind

    @Option(
        help:
            "The acquirer's address: https://HOST[:PORT]/PATH. (default for cybersource: its host for the mode)"
    )
    var address: String?

    @Option(help: "The currency of all its payments, three letters.")
    var currency = "USD"

    @Option(help: "The user at the acquirer.")
    var user: String

    @Option(help: "The group of its payments in the acquirer's reports.")
    var reportGroup: String?

    @Option(help: "A file with the secret on its first line; - for standard input.")
    var secretFile: String

    @Option(
        help:
            "A PEM file of the only certificates to trust. (default: the certificates that the system trusts)"
    )
    var roots: String?

    @Flag var mode: LineMode

    @OptionGroup var options: AdministrationOptions
    @OptionGroup var output: JSONOutput

    func validate() throws {
        guard address ?? kind.address(mode) != nil else {
            throw ValidationError("Give --address: this kind of line has no host of its own.")
        }
    }

    func run() async throws {
        let line = try definition()
        let secret = try LineSecret(file: secretFile, for: kind)
        let administration = try await options.administration()
        let lines = LineOperations(administration)
        try await lines.create(
            line, secret: secret, try await options.keyring(administration.store))
        if output.json {
            return try JSONOutput.print(LineFacts(try await lines.line(name), routes: [:]))
        }
        print("Created \(mode.rawValue) line \(name) to \(line.address).")
        print("Next: coster route set MERCHANT RULES-FILE")
    }

    private func definition() throws(CosterFailure) -> LineDefinition {
        let pem = try roots.map { (path) throws(CosterFailure) in try Files.roots(path) }
        do throws(LineFault) {
            guard let currency = Currency(code: currency) else { throw .badLineCurrency }
            return try LineDefinition(
                id: LineID(typed: name), kind: kind, mode: mode, currency: currency,
                address: LineAddress(typed: address ?? kind.address(mode) ?? ""), user: user,
                reportGroup: reportGroup, roots: pem)
        } catch {
            throw CosterFailure(error)
        }
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
            none any more.
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
