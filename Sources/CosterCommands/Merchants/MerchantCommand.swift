import MerchantStorage
import ArgumentParser
import CosterOperations
import CosterServer
import Merchants
import PaymentDomain
import PaymentStorage

/// `coster merchant`: merchants, their certificates, their clients.
struct MerchantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merchant",
        abstract: "Set up merchants, their Apple certificates and their clients.",
        discussion: """
            First create, then csr, then (with Apple's answer) certificate --import, then credential create. A running \
            server takes each change up within a second.
            """,
        subcommands: [
            MerchantCreateCommand.self, MerchantListCommand.self, MerchantShowCommand.self,
            MerchantRequestCommand.self, MerchantCertificateCommand.self, CredentialCommand.self,
            OriginCommand.self, PublishableKeyCommand.self,
        ])
}

/// `coster merchant create`.
struct MerchantCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Set up a merchant.")

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

    func run() async throws {
        let administration = Administration(store: try await database.open(mustExist: false))
        guard name != SandboxMerchant.id.value else {
            throw CosterFailure(
                .badInput,
                "refused: \(MerchantFault.merchantExists.code): The name \(name) is the sandbox's own merchant's; choose another."
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
        print("merchant \(name) is set up for \(appleMerchantID)")
        print("next: coster merchant csr \(name) > \(name).csr, and give the file to Apple")
    }
}

/// `coster merchant list`.
struct MerchantListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the merchants and when their certificates expire.")

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let administration = Administration(store: try await database.open())
        let records = try await administration.records()
        print(MerchantTable.header)
        let certificates = Dictionary(grouping: records.certificates, by: \.merchant)
        for merchant in records.merchants {
            let own = certificates[merchant.id] ?? []
            print(MerchantTable.line(merchant, own, at: administration.now).terminalSafe)
        }
        if records.merchants.isEmpty {
            print("no merchants yet; set one up with coster merchant create")
        }
        if SandboxMerchant.hasKeys(in: DataFolder(database.data)) {
            Operator.tell(
                "Besides, a sandbox server has a merchant of its own, \(SandboxMerchant.id) for \(SandboxMerchant.appleMerchantIdentifier), which is not in the books: coster merchant show \(SandboxMerchant.id)"
            )
        }
    }
}

/// `coster merchant show`.
struct MerchantShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a merchant, its certificates and its clients.")

    @Argument(help: "The merchant's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let administration = Administration(store: try await database.open())
        let records = try await administration.records()
        if name == SandboxMerchant.id.value {
            for line in MerchantTable.sandbox { print(line) }
            return
        }
        let merchant = try administration.merchant(name, in: records)
        for line in MerchantTable.whole(merchant, records, at: administration.now) {
            print(line.terminalSafe)
        }
    }
}
