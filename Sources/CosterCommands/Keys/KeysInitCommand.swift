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
        abstract: "Create a master key, as shares for a new database or as a file.",
        discussion: Examples.text(
            """
            With --shares Coster splits the key into shares and never stores the complete key. It creates the database, \
            which recognizes each share. With --file Coster writes the key to a new file, for master-key-file or for \
            `coster keys rotate --new-master-key-file`, and doesn't touch the database.
            """,
            [
                "coster keys init --file master.key",
                "coster keys init --shares 3 --threshold 2 --data ./coster-data",
            ]))

    @OptionGroup var database: DatabaseOptions

    @Option(help: "The number of shares, 2 to 16.")
    var shares: Int?

    @Option(help: "How many shares are needed to restore the key.")
    var threshold: Int?

    @Option(help: "A new file for the key, instead of shares.")
    var file: String?

    @OptionGroup var output: JSONOutput

    func validate() throws {
        guard (shares == nil) == (threshold == nil), (shares == nil) != (file == nil) else {
            throw ValidationError("Give --shares and --threshold, or only --file.")
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
                    "The file \(file) already exists and may be a key in use. Choose another name."
                )
            }
            if output.json { return try JSONOutput.print(MasterKeyFacts(key, file: file)) }
            print("Wrote master key \(key.id) to \(file).")
            print(
                "Store a copy apart from the database and its backups: without it, nothing can be decrypted."
            )
            return
        }
        try await split(key, into: shares ?? 0, threshold: threshold ?? 0)
    }

    private func split(_ key: MasterKey, into count: Int, threshold: Int) async throws {
        let made = try SplitKey(key, into: count, threshold: threshold)
        let place = try database.place()
        let store = try await database.openOrCreate()
        guard try await DatabaseSession.wrappedKeys(store).isEmpty else {
            throw CosterFailure(
                .badInput,
                "The database in \(place.description) already has a master key. To change it, run: coster keys rotate --new-shares \(count) --new-threshold \(threshold)"
            )
        }
        // Shown before they are needed: a database must never have a key that nobody was shown.
        try made.show(asJSON: output.json)
        let isSetUp = try await setUp(store, with: key, made.commitments, in: place.description)
        guard isSetUp else {
            throw CosterFailure(
                .badInput,
                "Another command gave the database in \(place.description) a master key. Destroy the shares above. They open nothing."
            )
        }
        Operator.tell(
            "Start the server. It waits for \(threshold) shares; to enter them, run: coster keys unseal --data \(database.data)"
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
                "The database in \(place) can't be set up. Check free space and its owner. \(SplitKey.doubt(of: key))"
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
        "Destroy the shares above, unless `coster keys inventory` lists master key \(key.id)."
    }

    /// Prints each share, once and never again.
    ///
    /// - Throws: Exit code 78 where somebody may have missed one; the key must not come into use then.
    func show(asJSON isJSON: Bool = false) throws(CosterFailure) {
        let threshold = commitments.threshold
        if isJSON {
            try JSONOutput.print(
                MasterKeyFacts(
                    key, shares: shares.map { ShareText.text(of: $0) }, threshold: threshold))
        } else {
            print(
                "master key \(key.id), in \(shares.count) shares; any \(threshold) of them restore it"
            )
            print("Give each line to a different custodian. The shares are shown once.")
            print("If fewer than \(threshold) shares are left, the key is lost.")
            print("")
            for share in shares { print(ShareText.text(of: share)) }
            print("")
        }
        guard StandardStreams.haveTakenAll() else {
            throw CosterFailure(
                .configuration,
                "The shares couldn't be written to standard output, so nothing was changed. Check its destination and that no disk is full, then run the command again."
            )
        }
    }
}

/// A new master key for a machine. The shares are secret: they are printed because they are what was asked for.
private struct MasterKeyFacts: Encodable {
    let masterKeyId: String
    var file: String?
    var shares: [String]?
    var threshold: Int?

    init(_ key: MasterKey, file: String) {
        masterKeyId = key.id
        self.file = file
    }

    init(_ key: MasterKey, shares: [String], threshold: Int) {
        masterKeyId = key.id
        self.shares = shares
        self.threshold = threshold
    }
}
