import KeyCustody
import ArgumentParser
import CardVault
import CosterOperations
import CosterServer
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// `coster keys rotate`: new keys for all that is sealed, while servers work.
struct KeysRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Seal everything anew under new keys, while servers work.",
        discussion: """
            Every merchant gets a new sealing key, all that is sealed is sealed anew, and the old keys are deleted. \
            With --new-master-key-file or --new-shares the master key changes too. Stopped at any moment, it goes on \
            where it was when it is started again.
            """)

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var keys: MasterKeyOptions

    @Option(help: "The file of the next master key; make one with coster keys init --file.")
    var newMasterKeyFile: String?

    @Option(help: "Into how many shares the next master key is split.")
    var newShares: Int?

    @Option(help: "How many of the new shares give the key.")
    var newThreshold: Int?

    @Flag(help: "Give records up that do not open, rather than keep the old keys for them.")
    var giveUpDamaged = false

    @Flag(
        help: """
            The next master key of a rotation that has not ended is lost: go on with the one that the books had before, \
            and end the rotation without a change of it.
            """)
    var abandonNewMasterKey = false

    func validate() throws {
        guard !abandonNewMasterKey || (newShares == nil && newMasterKeyFile == nil) else {
            throw ValidationError("--abandon-new-master-key goes with no next master key.")
        }
        guard (newShares == nil) == (newThreshold == nil) else {
            throw ValidationError("--new-shares and --new-threshold go together.")
        }
        guard newShares == nil || newMasterKeyFile == nil else {
            throw ValidationError("Give a file for the next master key, or shares, not both.")
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
            say: { print($0) })
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
        for line in advice(after: rotation, shares) { print(line) }
        withExtendedLifetime(lock) {}
        guard unfinished == nil || isAskedFor(rotation, shares) else {
            throw CosterFailure(
                .doesNotHold,
                "The rotation that had not ended has ended now. It was not the one that you asked for, which was not begun: start it now."
            )
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
                "There is no rotation that has not ended, so that there is no new master key to abandon; nothing was changed."
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
                    "The file \(path) holds the master key that is in use. Make another with: coster keys init --file FILE"
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
                    "A rotation to master key \(rotation.newMasterID) has not ended, and the file \(path) holds another. Give the file of that one; when it has ended, start the next. \(Self.wayBack)"
                )
            }
        }
        sayGoingOn(rotation)
        let isAtHand = newMasterKeyFile != nil || master.id == rotation.newMasterID
        guard rotation.changesMaster, !isAtHand else { return }
        let set = sets.filter { $0.masterID == rotation.newMasterID }
        guard set.isEmpty else {
            print(
                "It is to master key \(rotation.newMasterID), whose shares are needed. \(Self.wayBack)"
            )
            _ = try ShareEntry.masterKey(of: set)
            return
        }
        throw CosterFailure(
            .badInput,
            "The rotation is to master key \(rotation.newMasterID). Give its file with --new-master-key-file, so that it is sure that the key is not lost. \(Self.wayBack)"
        )
    }

    private func sayGoingOn(_ rotation: RotationRecord) {
        print(
            "an earlier rotation has not ended: step \(rotation.step.rawValue), \(rotation.resealed) records sealed anew; going on with it"
        )
    }

    private static let wayBack =
        "Where it is lost, coster keys rotate --abandon-new-master-key keeps the master key that the books had before."

    /// - Parameter shares: Those of the new master key, if it is split.
    private func advice(
        after rotation: RotationRecord, _ shares: [ShareCommitments]
    ) -> [String] {
        guard !abandonNewMasterKey else {
            return [
                "Master key \(rotation.oldMasterID) stays. Servers that were started with the one that was given up must be started with it; see that master-key-file (COSTER_MASTER_KEY_FILE) names its file, where it has one.",
                "Backups from meanwhile open with the key that was given up as well. Where someone may have it, give coster keys rotate once more.",
            ]
        }
        guard rotation.changesMaster else {
            return ["The master key stays; nothing is to be done."]
        }
        let file = newMasterKeyFile ?? "the file of master key \(rotation.newMasterID)"
        let next =
            shares.isEmpty
            ? "Set master-key-file (COSTER_MASTER_KEY_FILE) to \(file)"
            : "Take master-key-file and COSTER_MASTER_KEY out of the settings; servers wait for shares from their next start (coster keys unseal)"
        return [
            "The books are under master key \(rotation.newMasterID) now; \(rotation.oldMasterID) opens nothing of them.",
            "\(next). Running servers go on with the keys that they have, but take up no new ones, for a new merchant or another rotation; restart them soon.",
            "Backups from before need the old key: keep it as long as you keep them.",
        ]
    }
}
