import ArgumentParser
import CosterOperations
import CosterServer
import MerchantStorage
import Merchants
import PaymentStorage

/// `coster merchant domain`: the domains on whose pages a merchant takes Apple Pay.
struct DomainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domain",
        abstract: "Register the domains of web pages that take Apple Pay.",
        discussion: Examples.text(
            """
            Apple verifies each domain that has an Apple Pay button, subdomains too. Register the domain at Apple, \
            download its association file, and give the file here. Coster serves it to Apple.
            """,
            ["coster merchant domain add flowers shop.example --file association"]),
        subcommands: [
            DomainAddCommand.self, DomainListCommand.self, DomainCheckCommand.self,
            DomainRemoveCommand.self,
        ])
}

/// A merchant and a domain.
struct DomainOptions: ParsableArguments {
    @Argument(help: "The merchant's name.")
    var name: String

    @Argument(help: "The domain of the pages, such as shop.example.")
    var domain: String

    @OptionGroup var database: DatabaseOptions

    /// The database, and the merchant's own domain of this name.
    ///
    /// - Throws: Exit code 65 if the merchant has not registered it.
    func registered() async throws -> (Administration, WebDomain, ClientIdentity) {
        let (administration, records, merchant) = try await database.opened(merchant: name)
        let known = records.clients.first { client in
            client.merchant == merchant.id && WebDomain(client)?.name == domain.lowercased()
        }
        guard let known, let found = WebDomain(known) else { throw CosterFailure(.domainUnknown) }
        return (administration, found, known)
    }
}

/// `coster merchant domain add`.
struct DomainAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Register a domain, or give it a new association file.",
        discussion: Examples.text(
            """
            Without --file the domain keeps the file that it has.
            """,
            [
                "coster merchant domain add flowers shop.example --file association",
                "coster merchant domain add flowers pay.shop.example",
            ]))

    @OptionGroup var options: DomainOptions

    @Option(help: "The association file from Apple's developer site; it is served byte for byte.")
    var file: String?

    func run() async throws {
        let (administration, _, merchant) = try await options.database.opened(
            merchant: options.name)
        let bytes = try file.map {
            try Files.bytes($0, limit: MerchantLimits.associationFileBytes + 1)
        }
        let domain: WebDomain
        let identity: ClientIdentity
        do throws(MerchantFault) {
            domain = try WebDomain(typed: options.domain, file: bytes)
            identity = try domain.identity(of: merchant.id)
        } catch {
            throw CosterFailure(error)
        }
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.set(
                identity, as: .domainAdded, taken: .domainTaken, by: office.actor, at: office.now)
        }
        print("Registered \(domain.name) for pages of \(options.name).")
        guard bytes == nil else { return }
        print(
            "Next: coster merchant domain add \(options.name) \(domain.name) --file FILE, with the file from Apple's developer site."
        )
    }
}

/// `coster merchant domain remove`.
struct DomainRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Stop taking Apple Pay on a domain's pages.",
        discussion: Examples.text(["coster merchant domain remove flowers pay.shop.example"]))

    @OptionGroup var options: DomainOptions

    func run() async throws {
        let (administration, domain, identity) = try await options.registered()
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.remove(
                [identity], as: .domainRemoved, by: office.actor, at: office.now)
        }
        print("Removed \(domain.name) from \(options.name).")
    }
}

/// `coster merchant domain list`.
struct DomainListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a merchant's domains and their association files.",
        discussion: Examples.text([
            "coster merchant domain list flowers", "coster merchant domain list flowers --json",
        ]))

    @Argument(help: "The merchant's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let (_, records, merchant) = try await database.opened(merchant: name)
        let facts = records.domains(of: merchant.id).map { DomainFacts($0) }
        if output.json { return try JSONOutput.print(facts) }
        var table = TextTable(
            .init("domain"), .init("file bytes", isNumber: true), .init("file sha256"))
        for fact in facts {
            table.add(
                fact.domain, fact.fileBytes.map(String.init) ?? "-", fact.fileSha256 ?? "-")
        }
        table.print()
    }
}
