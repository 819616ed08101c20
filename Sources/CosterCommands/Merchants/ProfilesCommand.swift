import ArgumentParser
import CosterServer
import PaymentDomain
import PaymentStorage

/// `coster profiles`: the customers' profiles, in pages.
struct ProfilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "List the profiles in which merchants keep customers' cards.",
        discussion: Examples.text(
            """
            The list has no names and addresses: they are encrypted. `coster card erase` takes the card token.
            """,
            [
                "coster profiles", "coster profiles --merchant flowers --limit 100 --json",
                "coster profiles --merchant flowers --after 11700182899933000746",
            ]))

    @Option(help: "Only the profiles of this merchant.")
    var merchant: String?

    @Option(help: "How many are listed.")
    var limit = 20

    @Option(
        help: "List what comes after this profile, by its ID; needs --merchant.",
        transform: ProfilesCommand.profileID)
    var after: ProfileID?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func validate() throws {
        try ListLimit.require(limit)
        guard after == nil || merchant != nil else {
            throw ValidationError("--after needs --merchant: each merchant has its own profiles.")
        }
    }

    func run() async throws {
        let profiles = try await database.open().profiles(
            of: merchant.map { MerchantID($0) }, after: after, limit: limit
        ).map(ProfileFacts.init)
        if output.json { return try JSONOutput.print(profiles) }
        var table = TextTable(
            .init("merchant"), .init("accounts", isNumber: true), .init("default", isNumber: true),
            .init("card token"), .init("profile"))
        for profile in profiles {
            table.add(
                profile.merchant, String(profile.accounts), String(profile.defaultAccount),
                profile.cardToken, profile.profile)
        }
        table.print()
    }

    private static func profileID(_ text: String) throws -> ProfileID {
        guard let id = ProfileID(text) else {
            throw ValidationError(
                "Invalid value '\(text)' for --after. Use a profile's ID, from `coster profiles`.")
        }
        return id
    }
}

/// A profile for a machine.
private struct ProfileFacts: Encodable {
    let merchant: String
    let profile: String
    /// How many cards it has.
    let accounts: Int
    /// The number of its default account, and that account's card token.
    let defaultAccount: Int
    let cardToken: String

    init(_ profile: ProfileSummary) {
        merchant = profile.merchant.value
        self.profile = profile.id.value
        accounts = profile.accounts
        defaultAccount = profile.defaultNumber
        cardToken = profile.handle.value
    }
}
