import MerchantStorage
import ArgumentParser
import CosterOperations
import CosterServer
import Merchants
import PaymentDomain
import ShopSimulator
import PaymentStorage

/// `coster merchant`: merchants, their certificates, their clients.
struct MerchantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merchant",
        abstract: "Set up merchants, their Apple certificates and their clients.",
        discussion: Examples.text(
            """
            Run `create` first, then `csr`, then `certificate --import` with Apple's answer, then `credential create`. A \
            running server applies each change within a second.
            """,
            [
                "coster merchant create flowers --apple-merchant-id merchant.com.example.flowers",
                "coster merchant csr flowers > flowers.csr",
                "coster merchant certificate flowers --import apple_pay.cer",
            ] + ShopExamples.clients.prefix(1)),
        subcommands: [
            MerchantCreateCommand.self, MerchantListCommand.self, MerchantShowCommand.self,
            MerchantRequestCommand.self, MerchantCertificateCommand.self, CredentialCommand.self,
            OriginCommand.self, DomainCommand.self, StorefrontCommand.self,
            PublishableKeyCommand.self,
        ])
}

/// `coster merchant create`.
struct MerchantCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a merchant.",
        discussion: Examples.text([
            "coster merchant create flowers --apple-merchant-id merchant.com.example.flowers"
        ]))

    @Argument(help: "A name of your choice.")
    var name: String

    @Option(
        name: .customLong("apple-merchant-id"),
        help: "The merchant identifier of Apple's developer site: merchant.com.example.")
    var appleMerchantID: String

    @Option(help: "The merchant's number at the acquirer.")
    var acquirerMerchantNumber = "000000000000001"

    @Option(help: "The terminal's number at the acquirer.")
    var acquirerTerminalNumber = "00000001"

    @Option(help: "The category of the merchant's trade, four digits.")
    var categoryCode = "5999"

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let administration = Administration(store: try await database.openOrCreate())
        guard name != SandboxMerchant.id.value else {
            throw CosterFailure(
                .badInput,
                "refused: \(MerchantFault.merchantExists.code): The sandbox has a built-in merchant with the name \(name). Choose another name."
            )
        }
        try SandboxMerchant.requireOther(appleMerchantID)
        let record: MerchantRecord
        do throws(MerchantFault) {
            record = MerchantRecord(
                id: try MerchantID(typed: name),
                appleMerchantIdentifier: try AppleMerchantIdentifier.typed(appleMerchantID),
                numbers: try AcquirerNumbers(
                    merchantNumber: acquirerMerchantNumber,
                    terminalNumber: acquirerTerminalNumber, categoryCode: categoryCode),
                createdAt: administration.now)
        } catch {
            throw CosterFailure(error)
        }
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.create(record, by: office.actor)
        }
        if output.json {
            return try JSONOutput.print(
                MerchantFacts(record, try await administration.records(), at: administration.now))
        }
        print("Created merchant \(name) for \(appleMerchantID).")
        print("Next: coster merchant csr \(name) > \(name).csr, and give the file to Apple.")
    }
}

/// `coster merchant list`.
struct MerchantListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the merchants and when their certificates expire.",
        discussion: Examples.text(["coster merchant list", "coster merchant list --json"]))

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let administration = Administration(store: try await database.open())
        let records = try await administration.records()
        if output.json {
            return try JSONOutput.print(
                records.merchants.map { MerchantFacts($0, records, at: administration.now) })
        }
        MerchantTable.list(records, at: administration.now).print()
        if records.merchants.isEmpty {
            Operator.tell(
                "There are no merchants yet. To create one, run: coster merchant create NAME --apple-merchant-id ID"
            )
        }
        if SandboxMerchant.hasKeys(in: DataFolder(database.data)) {
            Operator.tell(
                "The built-in merchant `\(SandboxMerchant.id)` isn't listed here. To see it, run: coster merchant show \(SandboxMerchant.id)"
            )
        }
    }
}

/// `coster merchant show`.
struct MerchantShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a merchant, its certificates and its clients.",
        discussion: Examples.text(["coster merchant show flowers", "coster merchant show sandbox"]))

    @Argument(help: "The merchant's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let administration = Administration(store: try await database.open())
        let records = try await administration.records()
        if name == SandboxMerchant.id.value {
            if output.json { return try JSONOutput.print(SandboxMerchantFacts()) }
            for line in MerchantTable.sandbox { print(line) }
            return
        }
        let merchant = try administration.merchant(name, in: records)
        if output.json {
            return try JSONOutput.print(MerchantFacts(merchant, records, at: administration.now))
        }
        for line in MerchantTable.whole(merchant, records, at: administration.now) {
            print(line.terminalSafe)
        }
    }
}
