import KeyCustody
import CardVault
import Foundation
import Glibc
import PaymentDomain
import PaymentStorage
import Programs
import Synchronization
import Testing

@testable import CosterServer

@Suite("Entering shares of the master key", .timeLimit(.minutes(20)))
struct UnsealTests {
    @Test("custodians enter their shares one by one, and the third gives the server its key")
    func custodians() async throws {
        try await TemporaryFolder.lend { folder in
            let (shares, name) = try await KeysShop.split(folder, shares: 5, threshold: 3)
            let replies = Mutex<[UnsealReply]>([])
            let listener = try await listener(folder) { reply in
                replies.withLock { $0.append(reply) }
            }
            async let waited = listener.masterKey()
            let first = try await unseal(folder, shares[4])
            #expect(first.ending == .exited(0))
            #expect(first.output == "1 of 3 shares; 2 more needed\n")
            let second = try await unseal(folder, shares[1])
            #expect(second.output == "2 of 3 shares; 1 more needed\n")
            let third = try await unseal(folder, shares[0])
            #expect(third.ending == .exited(0) && third.output == "unsealed\n")
            let key = try await waited
            #expect(key.id == name)
            #expect(
                replies.withLock { $0 }
                    == [.taken(1, missing: 2), .taken(2, missing: 1), .unsealed])
        }
    }

    @Test("one custodian may enter several shares as lines")
    func lines() async throws {
        try await TemporaryFolder.lend { folder in
            let (shares, name) = try await KeysShop.split(folder, shares: 3, threshold: 2)
            let listener = try await listener(folder)
            async let waited = listener.masterKey()
            let run = try await unseal(folder, shares[2], shares[0])
            #expect(run.ending == .exited(0))
            #expect(run.output == "1 of 2 shares; 1 more needed\nunsealed\n")
            let key = try await waited
            #expect(key.id == name)
        }
    }

    @Test("a wrong, a foreign, a doubled and a mistyped share are named, and the server waits on")
    func refusals() async throws {
        try await TemporaryFolder.lend { folder in
            let (shares, name) = try await KeysShop.split(folder, shares: 3, threshold: 2)
            let listener = try await listener(folder)
            async let waited = listener.masterKey()
            let others = try KeyShare.split(MasterKey.made(), into: 3, threshold: 2)
            let mistyped = shares[1].dropLast() + (shares[1].hasSuffix("0") ? "1" : "0")
            _ = try await unseal(folder, shares[0])
            let refused = [
                (ShareText.text(of: others[0]), "share-of-another-set"),
                (shares[0], "share-given-twice: Share 1"), (String(mistyped), "share-mistyped"),
            ]
            for (share, code) in refused {
                let run = try await unseal(folder, share)
                #expect(run.ending == .exited(65))
                #expect(run.errors.contains(code))
            }
            _ = try await unseal(folder, shares[1])
            let key = try await waited
            #expect(key.id == name)
        }
    }

    @Test("a share whose stored commitment was changed is named as wrong by its number")
    func wrongShare() async throws {
        try await TemporaryFolder.lend { folder in
            let master = MasterKey.made()
            let shares = try KeyShare.split(master, into: 3, threshold: 2)
            let known = try #require(ShareCommitments(shares, of: master))
            let entries = known.entries.map { entry in
                ShareCommitments.Entry(
                    index: entry.index,
                    commitment: entry.index == 2
                        ? [UInt8](repeating: 0, count: 32) : entry.commitment)
            }
            let changed = ShareCommitments(
                setID: known.setID, masterID: known.masterID, threshold: 2, entries: entries)
            let listener = try MasterKeyListener(DataFolder(folder.path), sets: [changed])
            async let waited = listener.masterKey()
            let wrong = try await unseal(folder, ShareText.text(of: shares[1]))
            #expect(wrong.ending == .exited(65))
            #expect(wrong.errors.contains("share-wrong: Share 2"))
            _ = try await unseal(
                folder, ShareText.text(of: shares[0]), ShareText.text(of: shares[2]))
            let key = try await waited
            #expect(key.id == master.id)
        }
    }

    @Test("one server at a time waits for shares in a folder, and a second leaves it its socket")
    func oneAtATime() async throws {
        try await TemporaryFolder.lend { folder in
            let (shares, name) = try await KeysShop.split(folder, shares: 3, threshold: 2)
            let listener = try await listener(folder)
            #expect(throws: CosterFailure.self) {
                try MasterKeyListener(DataFolder(folder.path), sets: [])
            }
            async let waited = listener.masterKey()
            _ = try await unseal(folder, shares[0], shares[1])
            let key = try await waited
            #expect(key.id == name)
        }
    }

    @Test(
        "a server that waits for shares ends at once, and well, on request",
        arguments: [SIGTERM, SIGINT])
    func ended(signal: Int32) async throws {
        try await TemporaryFolder.lend { folder in
            _ = try await KeysShop.split(folder, shares: 3, threshold: 2)
            let server = try Child(
                Child.Launch(
                    program: Places.coster,
                    arguments: ["serve", "--sandbox", "--data", folder.path],
                    errorFile: "\(folder.path)/errors"))
            #expect(await server.firstLine()?.contains("waiting for shares") == true)
            server.signal(signal)
            #expect(await server.ending() == .exited(0))
        }
    }

    @Test("without a waiting server, no share is asked for")
    func noServer() async throws {
        try await TemporaryFolder.lend { folder in
            let absent = try await unseal(folder, "anything")
            #expect(absent.ending == .exited(69))
            #expect(absent.errors.contains("coster serve --sandbox --data"))
            // What a server that died left behind is no server.
            do {
                let listener = try MasterKeyListener(DataFolder(folder.path), sets: [])
                listener.end()
                let ended = try await unseal(folder, "anything")
                #expect(ended.ending == .exited(69))
            }
        }
    }

    @Test("the socket is for its owner alone, goes with its server, and a stale one is replaced")
    func socketFile() async throws {
        try await TemporaryFolder.lend { folder in
            let path = folder.path + "/" + UnsealSocket.fileName
            try "stale".write(toFile: path, atomically: true, encoding: .utf8)
            do {
                let listener = try MasterKeyListener(DataFolder(folder.path), sets: [])
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                withExtendedLifetime(listener) {}
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test(
        "a lack of descriptors or memory passes: the next custodian is served",
        arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM, EINTR, ECONNABORTED, EPROTO])
    func lackOfDescriptors(code: Int32) async throws {
        try await TemporaryFolder.lend { folder in
            let path = folder.path + "/" + UnsealSocket.fileName
            let listening = try #require(UnsealSocket.listening(at: path))
            let custodian = try #require(UnsealSocket.connected(to: path))
            #expect(custodian.send(line: "share"))
            var failures = 2
            let visitor = listening.next { descriptor in
                guard failures > 0 else { return accept(descriptor, nil, nil) }
                failures -= 1
                errno = code
                return -1
            }
            #expect(visitor?.line() == "share")
            // Also while nothing can be accepted, the end of the waiting counts.
            let none = listening.next { _ in
                listening.end()
                errno = code
                return -1
            }
            #expect(none == nil)
            #expect(listening.next() == nil)
        }
    }

    @Test("a server that is stopped waits no more")
    func cancellation() async throws {
        try await TemporaryFolder.lend { folder in
            let listener = try MasterKeyListener(DataFolder(folder.path), sets: [])
            let waiting = Task { try await listener.masterKey() }
            waiting.cancel()
            await #expect(throws: KeyCustodyError.stopped) { try await waiting.value }
        }
    }

    @Test(
        "every answer of a server comes back from its line",
        arguments: [
            UnsealReply.taken(1, missing: 2), .unsealed, .refused(.mistyped),
            .refused(.wrong(index: 3)), .refused(.ofAnotherSet), .refused(.givenTwice(index: 1)),
            .refused(.anotherKey),
        ])
    func answers(reply: UnsealReply) {
        #expect(UnsealReply(line: reply.line) == reply)
        #expect(UnsealReply(line: reply.line + " x") == nil)
    }

    private func listener(
        _ folder: TemporaryFolder, onReply: @escaping @Sendable (UnsealReply) -> Void = { _ in }
    ) async throws -> MasterKeyListener {
        let store = try await SQLPaymentStore(folder: folder.path)
        let sets = try await store.shareCommitments()
        try store.close()
        return try MasterKeyListener(DataFolder(folder.path), sets: sets, onReply: onReply)
    }

    private func unseal(_ folder: TemporaryFolder, _ shares: String...) async throws -> CommandRun {
        try await CommandRun.coster(
            ["keys", "unseal", "--data", folder.path],
            input: shares.map { $0 + "\n" }.joined())
    }
}
