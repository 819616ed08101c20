import KeyCustody
import ArgumentParser
import CardVault
import CosterOperations
import CosterServer
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// `coster keys rotate`: new keys for all encrypted data, while servers run.
struct KeysRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Re-encrypt all data under new keys, while servers run.",
        discussion: Examples.text(
            """
            The command gives every merchant a new data key, re-encrypts all data, and deletes the old keys. With \
            --new-master-key-file or --new-shares it replaces the master key too. If it is interrupted, run it again: \
            it resumes.
            """,
            [
                "coster keys rotate", "coster keys rotate --new-master-key-file next.key",
                "coster keys rotate --new-shares 3 --new-threshold 2",
            ]))

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: MasterKeyOptions

    @Option(help: "The file of the new master key, from `coster keys init --file`.")
    var newMasterKeyFile: String?

    @Option(help: "The number of shares of the new master key.")
    var newShares: Int?

    @Option(help: "How many of the new shares are needed to restore the key.")
    var newThreshold: Int?

    @Flag(
        help: "Give up records that can't be decrypted, instead of keeping the old keys for them.")
    var giveUpDamaged = false

    @Flag(
        help: """
            Finish an interrupted rotation with the old master key, because the new one is lost.
            """)
    var abandonNewMasterKey = false

    @OptionGroup var output: JSONOutput

    func validate() throws {
        guard !abandonNewMasterKey || (newShares == nil && newMasterKeyFile == nil) else {
            throw ValidationError("Give either --abandon-new-master-key or a new master key.")
        }
        guard (newShares == nil) == (newThreshold == nil) else {
            throw ValidationError("--new-shares and --new-threshold go together.")
        }
        guard newShares == nil || !output.json else {
            throw ValidationError(
                "Give --new-shares without --json: the shares are printed for people.")
        }
        guard newShares == nil || newMasterKeyFile == nil else {
            throw ValidationError("Give either --new-master-key-file or --new-shares.")
        }
    }

    func run() async throws {
        let place = try database.place()
        let store = try await database.open()
        let lock = try await RotationLock(place)
        let master = try await keys.masterKey(of: store, in: place.folder)
        let office = Administration(store: store)
        let desk = KeyRotationRun(
            store: store, master: master, actor: office.actor, now: { SystemClock.now() },
            servers: { configurationVersion in
                await office.servers(reach: configurationVersion, withKeys: true).keyless == 0
            },
            say: { [output] line in
                Self.progress.end()
                if output.json { Operator.tell(line) } else { print(line) }
            }, show: Self.show)
        defer { Self.progress.end() }
        let unfinished = try await desk.unfinished()
        let rotation: RotationRecord
        if abandonNewMasterKey {
            rotation = try await abandon(unfinished, desk)
        } else if let unfinished {
            try requireNext(of: unfinished, master, try await MasterKeySource.commitments(store))
            rotation = unfinished
        } else {
            rotation = try await begin(desk)
        }
        let shares = try await MasterKeySource.commitments(store)
            .filter { $0.masterID == rotation.newMasterID }
        try await desk.finish(rotation, givesUpDamaged: giveUpDamaged)
        Self.progress.end()
        let advice = advice(after: rotation, shares)
        if output.json {
            try JSONOutput.print(RotationFacts(rotation, changesMaster: !abandonNewMasterKey))
        } else {
            for line in advice { print(line) }
        }
        withExtendedLifetime(lock) {}
        guard unfinished == nil || isAskedFor(rotation, shares) else {
            throw CosterFailure(
                .doesNotHold,
                "An earlier, interrupted rotation is now complete. The one that you asked for hasn't begun; run the command again."
            )
        }
    }

    private static let progress = ProgressLine(work: "Rotating")

    private static func show(_ step: RotationProgress) {
        switch step {
        case .waitingForServers: progress.show("waiting for running servers to load the new keys")
        case .walked(_, let done, let tables, let resealed):
            progress.show(
                done, of: tables, "tables; \(resealed.counted("record")) encrypted again")
        case .damaged, .finished: break
        }
    }

    /// Whether a rotation that was begun before is to the master key that the flags ask for.
    private func isAskedFor(_ rotation: RotationRecord, _ shares: [ShareCommitments]) -> Bool {
        // Which key is in a file was compared before it went on.
        if newMasterKeyFile != nil { return rotation.changesMaster }
        guard let count = newShares, let threshold = newThreshold else { return true }
        return rotation.changesMaster
            && shares.contains { $0.entries.count == count && $0.threshold == threshold }
    }

    private func abandon(
        _ unfinished: RotationRecord?, _ desk: KeyRotationRun
    ) async throws(CosterFailure) -> RotationRecord {
        guard let unfinished else {
            throw CosterFailure(
                .badInput,
                "There is no interrupted rotation, so there is no new master key to abandon. Nothing was changed."
            )
        }
        guard unfinished.changesMaster else {
            // The new master key of that rotation was dropped before, and this is the same command once more.
            sayGoingOn(unfinished)
            return unfinished
        }
        return try await desk.abandonNewMaster(of: unfinished)
    }

    private func begin(_ desk: KeyRotationRun) async throws(CosterFailure) -> RotationRecord {
        try await desk.requireServersWithKeys()
        if let path = newMasterKeyFile {
            let next = try MasterKeySource.inFile(path)
            guard next.id != desk.master.id else {
                throw CosterFailure(
                    .badInput,
                    "The file \(path) holds the current master key. To create a new one, run: coster keys init --file FILE"
                )
            }
            return try await desk.begin(to: next, shares: nil)
        }
        guard let count = newShares, let threshold = newThreshold else {
            return try await desk.begin(to: desk.master, shares: nil)
        }
        let split = try SplitKey(MasterKey.made(), into: count, threshold: threshold)
        // Shown before they are needed: a rotation that begins must never outlive its only key.
        try split.show()
        do throws(CosterFailure) {
            return try await desk.begin(to: split.key, shares: split.commitments)
        } catch {
            throw CosterFailure(error.code, "\(error.message) \(SplitKey.doubt(of: split.key))")
        }
    }

    /// Makes sure that the next master key is given before the last use of the old one.
    ///
    /// - Throws: Exit code 65, also if a given file holds another key, whichever is in use.
    private func requireNext(
        of rotation: RotationRecord, _ master: MasterKey, _ sets: [ShareCommitments]
    ) throws(CosterFailure) {
        if rotation.changesMaster, let path = newMasterKeyFile {
            guard try MasterKeySource.inFile(path).id == rotation.newMasterID else {
                throw CosterFailure(
                    .badInput,
                    "A rotation to master key \(rotation.newMasterID) was interrupted, and the file \(path) holds another key. Give the file of that key first. \(Self.wayBack)"
                )
            }
        }
        sayGoingOn(rotation)
        let isAtHand = newMasterKeyFile != nil || master.id == rotation.newMasterID
        guard rotation.changesMaster, !isAtHand else { return }
        let set = sets.filter { $0.masterID == rotation.newMasterID }
        guard set.isEmpty else {
            Operator.tell(
                "Enter the shares of the new master key \(rotation.newMasterID). \(Self.wayBack)")
            _ = try ShareEntry.masterKey(of: set)
            return
        }
        throw CosterFailure(
            .badInput,
            "The interrupted rotation is to master key \(rotation.newMasterID). Give its file with --new-master-key-file, to show that it isn't lost. \(Self.wayBack)"
        )
    }

    private func sayGoingOn(_ rotation: RotationRecord) {
        Operator.tell(
            "Resuming an interrupted rotation: step \(rotation.step.rawValue), \(rotation.resealed.counted("record")) re-encrypted."
        )
    }

    private static let wayBack =
        "If it is lost, run: coster keys rotate --abandon-new-master-key"

    /// - Parameter shares: Those of the new master key, if it is split.
    private func advice(
        after rotation: RotationRecord, _ shares: [ShareCommitments]
    ) -> [String] {
        guard !abandonNewMasterKey else {
            return [
                "Rotation complete. The master key is still \(rotation.oldMasterID). Restart servers that have the abandoned key, with master-key-file (COSTER_MASTER_KEY_FILE) set to the old one.",
                "Backups made during the rotation also open with the abandoned key. If someone may have that key, run: coster keys rotate",
            ]
        }
        guard rotation.changesMaster else {
            return ["Rotation complete. The master key didn't change, so no action is needed."]
        }
        let file = newMasterKeyFile ?? "the file of master key \(rotation.newMasterID)"
        let next =
            shares.isEmpty
            ? "Set master-key-file (COSTER_MASTER_KEY_FILE) to \(file)"
            : "Remove master-key-file and COSTER_MASTER_KEY from the settings; from their next start servers wait for shares (coster keys unseal)"
        return [
            "Rotation complete. The master key is now \(rotation.newMasterID); \(rotation.oldMasterID) no longer opens the database.",
            "\(next). Then restart the running servers: until then they can't load the keys of a new merchant or of another rotation.",
            "Earlier backups need the old key: keep it as long as you keep them.",
        ]
    }
}

/// A finished rotation for a machine.
private struct RotationFacts: Encodable {
    let rotation: Int64
    let masterKeyId: String
    let masterKeyChanged: Bool

    init(_ rotation: RotationRecord, changesMaster: Bool) {
        self.rotation = Int64(rotation.number)
        masterKeyChanged = rotation.changesMaster && changesMaster
        masterKeyId = masterKeyChanged ? rotation.newMasterID : rotation.oldMasterID
    }
}
