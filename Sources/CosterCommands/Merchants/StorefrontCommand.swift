import ArgumentParser
import CosterOperations
import CosterServer
import MerchantStorage
import Merchants
import PaymentDomain
import PaymentStorage

/// `coster merchant storefront`: how a merchant shows itself on its pages.
struct StorefrontCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storefront",
        abstract: "Set or show the name, country and currency that customers see.",
        discussion: Examples.text(
            """
            The name stands on Apple's sheet and on the hosted page. Country and currency go to pages that ask for their \
            configuration. What you leave out stays as it is.
            """,
            [
                "coster merchant storefront flowers --display-name \"Flowers & Co\" --country US --currency USD",
                "coster merchant storefront flowers --json",
            ]))

    @Argument(help: "The merchant's name.")
    var name: String

    @Option(help: "The name that customers see, at most 64 bytes.")
    var displayName: String?

    @Option(help: "The country in which payments are processed, such as US.")
    var country: String?

    @Option(help: "The usual currency, such as USD.")
    var currency: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let (administration, records, merchant) = try await database.opened(merchant: name)
        var storefront = records.storefront(of: merchant.id)
        if displayName != nil || country != nil || currency != nil {
            let identity: ClientIdentity
            do throws(MerchantFault) {
                storefront = try changed(storefront)
                identity = try storefront.identity(of: merchant.id)
            } catch {
                throw CosterFailure(error)
            }
            try await administration.done { (office) async throws(AdministrationError) in
                try await office.store.merchantStore.set(
                    identity, as: .storefrontSet, taken: .identityTaken, by: office.actor,
                    at: office.now)
            }
        }
        let facts = StorefrontFacts(storefront)
        if output.json { return try JSONOutput.print(facts) }
        print("name      \(facts.displayName)".terminalSafe)
        print("country   \(facts.country)")
        print("currency  \(facts.currency)")
    }

    private func changed(_ old: Storefront) throws(MerchantFault) -> Storefront {
        let newCurrency = try currency.map { code throws(MerchantFault) in
            guard let known = Currency(code: code) else { throw .badStorefront }
            return known
        }
        return try Storefront(
            displayName: displayName ?? old.displayName, countryCode: country ?? old.countryCode,
            currency: newCurrency ?? old.currency)
    }
}

/// A storefront for a machine. The names in JSON are an interface.
struct StorefrontFacts: Encodable {
    let displayName: String
    let country: String
    let currency: String

    init(_ storefront: Storefront) {
        displayName = storefront.displayName
        country = storefront.countryCode
        currency = storefront.currency.code
    }
}
