import ArgumentParser
import Foundation
import PaymentDomain
import Storage

/// `coster restore`: put a backup in the place of the books.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into a data folder, where no server works.",
        discussion: "Nothing is deleted: with --force the books that are there get another name.")

    @Argument(help: "A file that `coster backup` made.")
    var file: String

    @Option(help: "The data folder.")
    var data: String

    @Option(
        name: .customLong("database-url"),
        help: "Refused: books in PostgreSQL are backed up with its own programs.")
    var databaseURL: String?

    @Flag(help: "Move the books that are there aside.")
    var force = false

    func run() async throws {
        let folder = DataFolder(data)
        try BooksPlace.named(folder, databaseURL: databaseURL).requireFolder()
        try folder.create()
        let lock = try ServerLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let hasBooks = FileNames.identity(folder.books) != nil
        guard !hasBooks || force else {
            throw CosterFailure(
                .badInput,
                "There are books in \(data) already. Name another folder, or move them aside with --force."
            )
        }
        let restoration = Restoration(file: file, folder: folder, now: SystemClock.now())
        let restored = try await restoration.stage()
        let aside = hasBooks ? try restoration.setAside() : nil
        try restoration.putInPlace()
        try await OpenBooks.record(.restored, "coster restore", in: folder)
        if let aside { print("restore: the books that were there are now \(aside)") }
        tell(restored, folder)
    }

    /// Says what these books do not know, since nobody else will.
    private func tell(_ restored: Restoration.Outcome, _ folder: DataFolder) {
        let last = restored.books.lastPaymentAt.map { "the newest payment began \($0)" }
        print(
            """
            restore: \(restored.payments) payments and \(restored.operations) operations are in \(folder.path), and \
            the audit found no breach
            restore: \(last ?? "no payment is in it yet")

            What happened after the backup is not in these books:
            - Payments since then are known to the acquirer and the shops alone. Compare with the acquirer's report \
            from that moment on, and capture, refund or undo them there.
            - Captures, refunds and releases since then may be asked for again here: the books hold them for undone.
            - \(restored.books.authorizing) authorizations were being asked for. The next start reverses them, those \
            too that were approved a moment later: look for them in the acquirer's report.
            - \(restored.books.advices) messages to the acquirer were not answered. They are told again under the same \
            names; what it has booked it does not book again.
            - Idempotency keys since then are forgotten: a shop that repeats such a request pays again. Apple Pay \
            tokens that were signed before now are refused, so that none is spent twice.

            Next:
            1. Put the master key of these books in its place (master-key-file, or \(folder.masterKey)).
            2. Start the server: coster serve --data \(folder.path)
            3. Run: coster audit --data \(folder.path)
            """)
    }
}
