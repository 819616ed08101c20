import ArgumentParser
import CardVault
import Foundation
import Merchants
import PaymentDomain
import Storage

/// `coster merchant credential`: who may speak which dialect for a merchant.
struct CredentialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credential",
        abstract: "Give a merchant's clients their secrets, change them, end them.",
        subcommands: [
            CredentialCreateCommand.self, CredentialRotateCommand.self,
            CredentialRevokeCommand.self, CredentialRemoveCommand.self,
            CredentialListCommand.self,
        ])
}

/// How a client names itself.
struct ClientOptions: ParsableArguments {
    @Argument(help: "The merchant's name.")
    var name: String

    @Argument(help: "The dialect: radial, vantiv, instamed or cardconnect.")
    var dialect: String

    @Option(help: "radial: the store in its paths.")
    var store: String?

    @Option(help: "vantiv, instamed, cardconnect: the user.")
    var user: String?

    @Option(name: .customLong("merchant-id"), help: "vantiv, instamed: merchantId.")
    var merchantID: String?

    @Option(name: .customLong("store-id"), help: "instamed: storeID. [1]")
    var storeID: String?

    @Option(name: .customLong("terminal-id"), help: "instamed: terminalID. [1]")
    var terminalID: String?

    @Option(name: .customLong("paypage-id"), help: "vantiv: eProtect's paypageId.")
    var paypageID: String?

    @Option(help: "cardconnect: merchid.")
    var merchid: String?

    @Option(
        help:
            "cardconnect: the host under which CardSecure is reached for this merchant; * for every other host."
    )
    var site: String?

    func names(of merchant: MerchantID) throws(CosterFailure) -> [ClientIdentity] {
        try ClientNames.names(given, in: dialect, of: merchant)
    }

    /// Those that need no secret.
    func openNames(of merchant: MerchantID) throws(CosterFailure) -> [ClientIdentity] {
        try ClientNames.openNames(given, in: dialect, of: merchant)
    }

    private var given: ClientNames.Given {
        ClientNames.Given(
            store: store, user: user, merchantID: merchantID, storeID: storeID,
            terminalID: terminalID, paypageID: paypageID, merchid: merchid, site: site)
    }
}

/// A client that is given a secret.
struct SecretOptions: ParsableArguments {
    @OptionGroup var client: ClientOptions

    @Option(
        help:
            "A file with a secret of your own on its first line (- for standard input); else one is made and shown once."
    )
    var secretFile: String?

    private var dialect: String { client.dialect }

    /// The new secret, as it is kept, and as it is shown where we made it.
    ///
    /// - Parameter others: The secrets that the client has.
    func secret(
        _ vault: CardVault, beside others: [CredentialRecord] = []
    ) throws(CosterFailure) -> (kept: StoredSecret, shown: String?) {
        guard let secretFile else {
            let made = GeneratedSecret(room: ClientNames.roomForSecret(in: dialect))
            return (.keyed(vault.secretCode(of: Array(made.text.utf8))), made.text)
        }
        let chosen = String(decoding: try Files.password(secretFile), as: UTF8.self)
        let room = ClientNames.roomForSecret(in: dialect)
        guard chosen.utf8.count <= room else {
            throw CosterFailure(
                .badInput,
                "A secret for \(dialect) has at most \(room) characters; choose a shorter one.")
        }
        // The newest one's: earlier ones may have salts of their own.
        let salts = others.compactMap { other -> [UInt8]? in
            if case .slow(let hash) = other.secret { hash.salt } else { nil }
        }
        do throws(MerchantFault) {
            return (.slow(try SlowHash(of: chosen, salt: salts.last)), nil)
        } catch {
            throw CosterFailure(error)
        }
    }

    /// Prints the secret, once, alone on standard output.
    ///
    /// - Throws: Exit code 70 if it wasn't taken, also by a reader that has left: nobody can have it then.
    func show(_ secret: String?, number: Int64?) throws(CosterFailure) {
        let which = number.map { "secret \($0)" } ?? "secret"
        guard let secret else {
            return Operator.tell("\(which) of \(client.name) for \(dialect) is kept as a slow hash")
        }
        Operator.tell("\(which) of \(client.name) for \(dialect); it is shown this once:")
        print(secret)
        guard StandardStreams.haveTakenAll() else {
            throw CosterFailure(
                .internalFault,
                "The secret could not be written to standard output, so that nobody has it, although it is kept. Give the client another with coster merchant credential rotate, and end \(which) with coster merchant credential revoke."
            )
        }
    }
}

/// `coster merchant credential create`.
struct CredentialCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract:
            "Give a client its names and its first secret, or one that has it a further name.")

    @OptionGroup var secret: SecretOptions

    @Flag(
        help:
            "Take names that another merchant has from it, where its secrets for them have ended.")
    var take = false

    @OptionGroup var options: AdministrationOptions

    private var client: ClientOptions { secret.client }

    func run() async throws {
        let administration = try await options.administration()
        let records = try await administration.records()
        let merchant = try administration.merchant(client.name, in: records)
        let names = try client.names(of: merchant.id)
        // A secret for a client that already has one is refused below: the operator means to change it.
        let isKnown = names.contains { !$0.isOpen && records.clients.contains($0) }
        guard !isKnown || secret.secretFile != nil else {
            _ = try await add(names, secret: nil, administration, records)
            return Operator.tell(
                "\(client.name) for \(client.dialect) has a further name; its secret is as it was"
            )
        }
        let vault = try await options.keyring(administration.store).vault
        let (kept, shown) = try secret.secret(vault)
        let number = try await add(names, secret: kept, administration, records)
        try secret.show(shown, number: number)
    }

    /// Gives the client its names, and reports their earlier merchants, or, if they are refused, their current ones.
    ///
    /// - Returns: The secret's number.
    private func add(
        _ names: [ClientIdentity], secret: StoredSecret?, _ administration: Administration,
        _ records: MerchantRecords
    ) async throws(CosterFailure) -> Int64? {
        let others = records.clients.filter { other in
            names.contains {
                $0.dialect == other.dialect && $0.name == other.name
                    && $0.merchant != other.merchant
            }
        }
        let number: Int64?
        do throws(CosterFailure) {
            number = try await administration.done {
                (office) async throws(AdministrationError) in
                try await office.store.addClient(
                    names, secret: secret, taking: take, by: office.actor, at: office.now)
            }
        } catch {
            guard error.code == .badInput else { throw error }
            let owners = others.map { " \($0.name) is \($0.merchant)'s." }
            throw CosterFailure(error.code, error.message + owners.joined())
        }
        for other in others {
            Operator.tell("\(other.name) was \(other.merchant)'s and is \(client.name)'s now")
        }
        return number
    }
}

/// `coster merchant credential rotate`.
struct CredentialRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Give a client a further secret; the older ones stay good for an overlap.")

    @OptionGroup var secret: SecretOptions

    @Option(help: "How long the older secrets stay good, in hours.")
    var overlapHours = 24

    @OptionGroup var options: AdministrationOptions

    private var client: ClientOptions { secret.client }

    func run() async throws {
        let (seconds, overflow) = Int64(overlapHours).multipliedReportingOverflow(by: 3600)
        guard !overflow, (0...MerchantLimits.overlapSeconds).contains(seconds) else {
            throw CosterFailure(.badOverlap)
        }
        let administration = try await options.administration()
        let records = try await administration.records()
        let merchant = try administration.merchant(client.name, in: records)
        guard let named = try client.names(of: merchant.id).first(where: { !$0.isOpen }) else {
            throw CosterFailure(.credentialUnknown)
        }
        let vault = try await options.keyring(administration.store).vault
        let others = records.credentials.filter {
            $0.dialect == named.dialect && $0.identity == named.name
        }
        let (kept, shown) = try secret.secret(vault, beside: others)
        let number = try await administration.done {
            (office) async throws(AdministrationError) in
            try await office.store.rotate(
                named, to: kept, overlapSeconds: seconds, by: office.actor, at: office.now)
        }
        Operator.tell("the older secrets stay good for \(overlapHours) hours")
        try secret.show(shown, number: number)
    }
}

/// `coster merchant credential revoke`.
struct CredentialRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a secret at once.")

    @Argument(help: "The merchant's name.")
    var name: String

    @Argument(help: "The secret's number, from `coster merchant credential list`.")
    var number: Int64

    @OptionGroup var books: DatabaseOptions

    func run() async throws {
        let administration = Administration(store: try await books.open())
        let records = try await administration.records()
        let merchant = try administration.merchant(name, in: records)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.revoke(
                credential: number, of: merchant.id, by: office.actor, at: office.now)
        }
        print("secret \(number) of \(name) is revoked")
    }
}

/// `coster merchant credential remove`.
struct CredentialRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a name that has no secret from a merchant, so that another can have it.",
        discussion: """
            That is, of vantiv --paypage-id; of instamed --user and --merchant-id, for that place alone; of cardconnect \
            --merchid and --site. A name with a secret goes to another merchant, with coster merchant credential \
            create --take, when its secrets are revoked.
            """)

    @OptionGroup var client: ClientOptions
    @OptionGroup var books: DatabaseOptions

    func run() async throws {
        let administration = Administration(store: try await books.open())
        let records = try await administration.records()
        let merchant = try administration.merchant(client.name, in: records)
        let names = try client.openNames(of: merchant.id)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.remove(names, by: office.actor, at: office.now)
        }
        for name in names { print("\(client.name) has \(name.name) no more") }
    }
}

/// `coster merchant credential list`.
struct CredentialListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a merchant's clients and their secrets' numbers.")

    @Argument(help: "The merchant's name.")
    var name: String

    @OptionGroup var books: DatabaseOptions

    func run() async throws {
        let administration = Administration(store: try await books.open())
        let records = try await administration.records()
        let merchant = try administration.merchant(name, in: records)
        let clients = records.clients.filter { $0.merchant == merchant.id && !$0.isOpen }
        for client in clients {
            for credential in records.credentials
            where credential.dialect == client.dialect && credential.identity == client.name {
                let line =
                    "\(client.dialect)  \(client.name)  "
                    + MerchantTable.credential(credential, at: administration.now)
                print(line.terminalSafe)
            }
        }
        if clients.isEmpty {
            print("no clients yet; coster merchant credential create \(name) DIALECT makes one")
        }
    }
}
