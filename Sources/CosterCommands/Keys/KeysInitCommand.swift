import KeyCustody
import ArgumentParser
import CardVault
import CosterServer
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// `coster keys init`: a master key for a new database, in shares or in a file.
struct KeysInitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a master key: in shares for the books of a new folder, or in a file.",
        discussion: """
            With --shares the key is split among custodians, and is nowhere as a whole: the books are made and keep \
            what they need to recognise each share. With --file it is written to a new file, for master-key-file or \
            for keys rotate --new-master-key-file; the books are not touched.
            """)

    @OptionGroup var database: DatabaseOptions

    @Option(help: "Into how many shares the key is split, 2 to 16.")
    var shares: Int?

    @Option(help: "How many of the shares give the key.")
    var threshold: Int?

    @Option(help: "A new file for the key, in place of shares.")
    var file: String?

    func validate() throws {
        guard (shares == nil) == (threshold == nil), (shares == nil) != (file == nil) else {
            throw ValidationError("Give --shares and --threshold, or --file alone.")
        }
    }

    func run() async throws {
        let key = MasterKey.made()
        if let file {
            guard
                try CosterFailure.mapping({ () throws(KeyCustodyError) in
                    try MasterKeyFile.write(key, to: file)
                })
            else {
                throw CosterFailure(
                    .badInput,
                    "There is a file \(file) already, which may be a key in use. Choose another name."
                )
            }
            print("master key \(key.id) written to \(file)")
            print(
                "Keep a copy where the books and their backups are not: without it nothing opens.")
            return
        }
        try await split(key, into: shares ?? 0, threshold: threshold ?? 0)
    }

    private func split(_ key: MasterKey, into count: Int, threshold: Int) async throws {
        let made = try SplitKey(key, into: count, threshold: threshold)
        let place = try database.place()
        if place.database == nil { try place.folder.create() }
        let store = try await place.open(mayMigrate: false)
        guard try await DatabaseSession.wrappedKeys(store).isEmpty else {
            throw CosterFailure(
                .badInput,
                "The books in \(place.description) have a master key already. To change it use: coster keys rotate --new-shares \(count) --new-threshold \(threshold)"
            )
        }
        // Shown before they are needed: a database must never have a key that nobody was shown.
        try made.show()
        let isSetUp = try await setUp(store, with: key, made.commitments, in: place.description)
        guard isSetUp else {
            throw CosterFailure(
                .badInput,
                "The books in \(place.description) got another master key meanwhile, so that the shares above are of no use. Destroy them."
            )
        }
        print(
            "Start the server; it waits for \(threshold) shares: coster keys unseal --data \(database.data)"
        )
    }

    /// False if the database already has a master key.
    private func setUp(
        _ store: SQLPaymentStore, with key: MasterKey, _ shares: ShareCommitments,
        in place: String
    ) async throws -> Bool {
        let now = SystemClock.now()
        do {
            let new = try VaultKeys.bootstrap(master: key, existing: [], at: now).new
            return try await store.setUp(new, shares: shares, by: Operator.name, at: now)
        } catch {
            throw CosterFailure(
                .configuration,
                "The books in \(place) cannot be set up. Check free space and their owner. \(SplitKey.doubt(of: key))"
            )
        }
    }
}

/// A master key and its shares, about to be given out.
struct SplitKey {
    let key: MasterKey
    let commitments: ShareCommitments
    private let shares: [KeyShare]

    /// Splits a key.
    ///
    /// - Throws: Exit code 65 for numbers that make no sense.
    init(_ key: MasterKey, into count: Int, threshold: Int) throws(CosterFailure) {
        do {
            shares = try KeyShare.split(key, into: count, threshold: threshold)
        } catch {
            throw CosterFailure(.badInput, error.sentence)
        }
        guard let commitments = ShareCommitments(shares, of: key) else {
            throw CosterFailure(.internalFault, "The key was split into no shares.")
        }
        self.key = key
        self.commitments = commitments
    }

    /// The message about shares that were shown before the database failed.
    static func doubt(of key: MasterKey) -> String {
        "The shares above are of use only where coster keys inventory names master key \(key.id); destroy them else."
    }

    /// Prints each share, once and never again.
    ///
    /// - Throws: Exit code 78 where somebody may have missed one; the key must not come into use then.
    func show() throws(CosterFailure) {
        let threshold = commitments.threshold
        print("master key \(key.id), in \(shares.count) shares; any \(threshold) of them give it")
        print(
            "Give each line to another custodian, on paper or in their own safe. It is shown once:")
        print("who has \(threshold) of them has the key, and with fewer left than that it is lost.")
        print("")
        for share in shares { print(ShareText.text(of: share)) }
        print("")
        guard StandardStreams.haveTakenAll() else {
            throw CosterFailure(
                .configuration,
                "The shares could not be written to standard output, so they are void and nothing was changed. Check where it leads and that no disk is full, and start again."
            )
        }
    }
}
