import ArgumentParser
import CosterOperations
import CosterServer
import PaymentDomain
import Routing

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

            For iso8583, give the acquirer's hosts and a profile, which says how messages look. The secret file \
            then has the client certificate alone. Leave it out if the acquirer asks for none.
            """,
            [
                LineCreateCommand.example,
                "coster line create west --kind cybersource --user flowers_shop --secret-file west.secret --live",
                "coster line create direct --kind iso8583 --host acquirer.example:5000 --host standby.example:5000 --links 2 --profile spec87-ascii --live",
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

    @Option(help: "The user at the acquirer. iso8583 has none.")
    var user: String?

    @Option(help: "The group of its payments in the acquirer's reports.")
    var reportGroup: String?

    @Option(help: "A file with the secret on its first line; - for standard input.")
    var secretFile: String?

    @OptionGroup var hosts: HostOptions

    @Option(
        help:
            "A PEM file of the only certificates to trust. (default: the certificates that the system trusts)"
    )
    var roots: String?

    @Flag var mode: LineMode

    @OptionGroup var options: AdministrationOptions
    @OptionGroup var output: JSONOutput

    func validate() throws {
        guard kind.hasUser else {
            guard address == nil, user == nil, reportGroup == nil else {
                throw ValidationError(
                    "Lines of kind iso8583 have no --address, --user and --report-group.")
            }
            guard !hosts.hosts.isEmpty, hosts.profile != nil else {
                throw ValidationError("Give --host and --profile.")
            }
            guard !hosts.allowPlaintextLine || roots == nil && secretFile == nil else {
                throw ValidationError(
                    "Plain TCP has no certificates: leave out --roots and --secret-file.")
            }
            return
        }
        guard hosts.isEmpty else {
            throw ValidationError(
                "--host, --links, --profile and --allow-plaintext-line go with --kind iso8583.")
        }
        guard user != nil, secretFile != nil else {
            throw ValidationError("Give --user and --secret-file.")
        }
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
            line, secret: secret, profile: hosts.profile,
            try await options.keyring(administration.store))
        if output.json {
            return try JSONOutput.print(LineFacts(try await lines.line(name), routes: [:]))
        }
        print("Created \(mode.rawValue) line \(name) to \(line.account.address).")
        print("Next: coster route set MERCHANT RULES-FILE")
    }

    private func definition() throws(CosterFailure) -> LineDefinition {
        let pem = try roots.map { (path) throws(CosterFailure) in try Files.roots(path) }
        let profile = try hosts.profileText()
        do throws(LineFault) {
            guard let currency = Currency(code: currency) else { throw .badLineCurrency }
            let id = try LineID(typed: name)
            guard kind.hasUser else {
                let account = try HostAccount(
                    hosts: try hosts.addresses(), links: hosts.links ?? 1,
                    isEncrypted: !hosts.allowPlaintextLine, profile: profile ?? "")
                return try LineDefinition(
                    id: id, mode: mode, currency: currency, account: .iso8583(account), roots: pem)
            }
            return try LineDefinition(
                id: id, kind: kind, mode: mode, currency: currency,
                address: LineAddress(typed: address ?? kind.address(mode) ?? ""),
                user: user ?? "", reportGroup: reportGroup, roots: pem)
        } catch {
            throw CosterFailure(error)
        }
    }
}
