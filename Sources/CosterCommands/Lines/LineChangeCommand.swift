import ArgumentParser
import CosterOperations
import CosterServer
import Routing

/// `coster line change`.
struct LineChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change a line's address or hosts, user, report group, roots or profile.",
        discussion: Examples.text(
            """
            A payment keeps its line for ever. If the acquirer's host moves, change the line, so that captures and refunds of \
            earlier payments reach it too. Running servers have the change within a second. The line's kind, mode and currency \
            stay: for others, create another line.

            The address and the user must belong to the same account at the acquirer as before. In another account Coster finds \
            none of its open payments, and takes them for undone. For another account, create another line.

            For iso8583, --host replaces all hosts. The links to the new ones are TLS unless --allow-plaintext-line stands \
            beside. The links before wait for their answers, and close.

            With --secret-file, a new user and its secret are used from the same time on. Coster erases the secrets before.
            """,
            [
                "coster line change east --address https://acquirer.example/online",
                "coster line change east --user TULIPS --secret-file tulips.secret",
                "coster line change east --system-roots --report-group Tulips",
                "coster line change direct --host acquirer.example:5001 --links 4",
            ]))

    @Argument(help: "The line's name.")
    var name: String

    @Option(help: "The acquirer's address: https://HOST[:PORT]/PATH.")
    var address: String?

    @Option(help: "The user at the acquirer.")
    var user: String?

    @Option(help: "The group of its payments in the acquirer's reports.")
    var reportGroup: String?

    @Option(help: "A file with the user's secret on its first line; - for standard input.")
    var secretFile: String?

    @Option(help: "A PEM file of the only certificates to trust.")
    var roots: String?

    @Flag(help: "Trust the certificates that the system trusts.")
    var systemRoots = false

    @OptionGroup var hosts: HostOptions

    @OptionGroup var options: AdministrationOptions

    func validate() throws {
        guard roots == nil || !systemRoots else {
            throw ValidationError("Give either --roots or --system-roots.")
        }
        let isEmpty = [address, user, reportGroup, roots].allSatisfy { $0 == nil } && !systemRoots
        guard !isEmpty || !hosts.isEmpty else {
            throw ValidationError(
                "Give --address, --user, --report-group, --roots, --system-roots, --host, --links or --profile. To change the secret alone, use `coster line rotate`."
            )
        }
        guard !hosts.allowPlaintextLine || !hosts.hosts.isEmpty else {
            throw ValidationError("--allow-plaintext-line goes with --host.")
        }
        guard secretFile == nil || user != nil else {
            throw ValidationError(
                "--secret-file goes with --user. To change the secret alone, use `coster line rotate`."
            )
        }
    }

    func run() async throws {
        let change = try change()
        let administration = try await options.administration()
        let lines = LineOperations(administration)
        let line = try await lines.line(name)
        var secret: (text: LineSecret, vault: VaultKeyring)?
        if let secretFile {
            let text = try LineSecret(file: secretFile, for: line.definition.kind)
            secret = (text, try await options.keyring(administration.store))
        }
        let changed = try await lines.change(
            line, by: change, secret: secret, profile: hosts.profile)
        let user = changed.account.service.map { ", user \($0.user)" } ?? ""
        print("Changed line \(name) to \(changed.account.address)\(user).")
        print("Next: coster line echo \(name)")
    }

    private func change() throws(CosterFailure) -> LineChange {
        var trusted: LineChange.Roots? = systemRoots ? .ofSystem : nil
        if let roots { trusted = .pinned(try Files.roots(roots)) }
        let profile = try hosts.profileText()
        do throws(LineFault) {
            var typed: LineAddress?
            if let address { typed = try LineAddress(typed: address) }
            var changed: LineChange.Hosts?
            if !hosts.isEmpty {
                changed = LineChange.Hosts(
                    hosts.hosts.isEmpty ? nil : try hosts.addresses(),
                    isEncrypted: !hosts.allowPlaintextLine, links: hosts.links, profile: profile)
            }
            return LineChange(
                address: typed, user: user, reportGroup: reportGroup, roots: trusted,
                hosts: changed)
        } catch {
            throw CosterFailure(error)
        }
    }
}
