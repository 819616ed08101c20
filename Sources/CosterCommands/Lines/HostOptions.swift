import ArgumentParser
import CosterServer
import Routing

/// The hosts of an acquirer that speaks ISO 8583, and what is said to them.
struct HostOptions: ParsableArguments {
    @Option(
        name: .customLong("host"),
        help: ArgumentHelp(
            "For iso8583: a host of the acquirer. Repeat it for those that take its place.",
            valueName: "host:port"))
    var hosts: [String] = []

    @Option(help: "For iso8583: how many connections each host gets. (default: 1)")
    var links: Int?

    @Option(
        help:
            "For iso8583: a profile as a JSON file, or the name of one that `coster line profile` prints."
    )
    var profile: String?

    @Flag(help: "For iso8583: connect over plain TCP, without TLS.")
    var allowPlaintextLine = false

    var isEmpty: Bool {
        hosts.isEmpty && links == nil && profile == nil && !allowPlaintextLine
    }

    /// The hosts in their order.
    func addresses() throws(LineFault) -> [HostAddress] {
        try hosts.map { (text) throws(LineFault) in try HostAddress(typed: text) }
    }

    /// The profile as JSON; nil if none is named.
    ///
    /// - Throws: Exit code 65.
    func profileText() throws(CosterFailure) -> String? {
        guard let profile else { return nil }
        if let shipped = HostAccount.profile(shipped: profile) { return shipped }
        return String(
            decoding: try Files.bytes(profile, limit: RoutingLimits.profileBytes + 1),
            as: UTF8.self)
    }
}

/// `coster line profile`.
struct LineProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Print a profile for iso8583, to change it for a host.",
        discussion: Examples.text(
            "The names are \(HostAccount.shippedProfiles.joined(separator: ", ")).",
            ["coster line profile spec87-ascii > acquirer.json"]))

    @Argument(help: "The profile's name.")
    var name: String

    func run() throws {
        guard let profile = HostAccount.profile(shipped: name) else {
            throw ValidationError(
                "Unknown profile '\(name)'. Use \(HostAccount.shippedProfiles.joined(separator: ", "))."
            )
        }
        print(profile, terminator: "")
    }
}
