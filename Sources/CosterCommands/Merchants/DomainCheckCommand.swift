import ArgumentParser
import CosterServer
import Foundation
import Merchants
import WebPayments

/// `coster merchant domain check`: whether the world gets a domain's association file.
struct DomainCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Fetch a domain's association file as Apple does, and compare it.",
        discussion: Examples.text(
            """
            Apple fetches the file again before the domain's TLS certificate expires, so it must stay.

            Exit codes: 0 the domain serves the registered file; 1 it serves anything else; 69 it gives no reply.
            """, ["coster merchant domain check flowers shop.example"]))

    @OptionGroup var options: DomainOptions
    @OptionGroup var way: PageFetchOptions

    func run() async throws {
        let (_, domain, _) = try await options.registered()
        guard let file = domain.file else {
            throw CosterFailure(
                .doesNotHold,
                "\(domain.name) has no association file. Run: coster merchant domain add \(options.name) \(domain.name) --file FILE"
            )
        }
        guard let url = URL(string: "https://\(domain.name)\(AssociationDialect.path)") else {
            throw CosterFailure(.domainUnknown)
        }
        let page = try await way.fetch().get(url, limit: MerchantLimits.associationFileBytes)
        let fault = AssociationFault.of(
            status: page.status, location: page.values(of: "location").first?.terminalSafe,
            served: page.body, registered: file)
        if let fault { throw CosterFailure(.doesNotHold, fault.sentence) }
        print("ok: \(url.absoluteString) serves the registered file of \(file.count) bytes.")
    }
}

/// How a command that looks at a page from outside reaches it.
struct PageFetchOptions: ParsableArguments {
    @Option(
        name: .customLong("root"),
        help: "A PEM file with the roots to trust in place of the system's.")
    var rootsFile: String?

    @Option(
        help:
            "Connect to this HOST:PORT in place of the page's own, for example before its address in DNS is switched."
    )
    var connectTo: String?

    /// - Throws: A usage error for an address that is not HOST:PORT.
    func fetch() throws -> PageFetch {
        let address = try connectTo.map { text in
            guard let address = HostAndPort(text) else {
                throw ValidationError(
                    "Invalid address for --connect-to. Use HOST:PORT, for example 127.0.0.1:8443.")
            }
            return address
        }
        return PageFetch(rootsFile: rootsFile, connectTo: address)
    }
}
