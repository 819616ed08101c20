import CardVault
import Foundation

/// Waits for custodians' shares until they give the master key.
///
/// It waits in a thread of its own, since nothing else happens before: a server without its key can
/// serve nobody.
final class MasterKeyListener: Sendable {
    private let socket: UnsealSocket
    private let path: String
    /// Another server of this folder, with its ledger in PostgreSQL, would replace the socket.
    private let lock: FolderLock
    /// The key, once it is here; ends with the waiting.
    private let keys: AsyncStream<MasterKey>

    /// Begins to listen: from here on every connection is answered.
    ///
    /// - Parameters:
    ///   - sets: The shares that the database knows.
    ///   - onReply: Called with each answer.
    init(
        _ folder: DataFolder, sets: [ShareCommitments],
        onReply: @escaping @Sendable (UnsealReply) -> Void = { _ in }
    ) throws(CosterFailure) {
        lock = try FolderLock(
            folder, "unseal.lock",
            taken: CosterFailure(
                .configuration,
                "Another server waits for shares of the master key in \(folder.path). Enter the shares there, or start this server with another --data."
            ))
        path = folder.path + "/" + UnsealSocket.fileName
        guard let socket = UnsealSocket.listening(at: path) else {
            throw CosterFailure(
                .configuration,
                "The socket \(path) can't be created. Check the folder's owner, and that the path has at most 100 characters."
            )
        }
        self.socket = socket
        let desk = ShareReceiver(collector: ShareCollector(sets: sets), onReply: onReply)
        let (keys, found) = AsyncStream<MasterKey>.makeStream()
        self.keys = keys
        Thread.detachNewThread {
            var desk = desk
            if let key = desk.masterKey(from: socket) { found.yield(key) }
            found.finish()
        }
    }

    deinit {
        socket.end()
        unlink(path)
    }

    /// The key, as soon as enough shares are here. Call it once.
    ///
    /// - Throws: Exit code 69 if the waiting was ended.
    func masterKey() async throws(CosterFailure) -> MasterKey {
        let key = await withTaskCancellationHandler {
            await keys.first { _ in true }
        } onCancel: {
            socket.end()
        }
        guard let key else {
            throw CosterFailure(
                .notReachable,
                "The server was stopped before it had its master key. Start it again.")
        }
        return key
    }

    /// Waits no more, and lets nobody connect.
    func end() {
        socket.end()
    }
}

/// Answers custodians, one after another.
private struct ShareReceiver {
    var collector: ShareCollector
    let onReply: @Sendable (UnsealReply) -> Void

    /// The key; nil if the socket was ended before.
    mutating func masterKey(from socket: UnsealSocket) -> MasterKey? {
        while let visitor = socket.next() {
            while let text = visitor.line() {
                let (reply, key) = answer(text)
                onReply(reply)
                // A client that has left hears nothing; its share counts all the same.
                _ = visitor.send(line: reply.line)
                if let key { return key }
            }
        }
        return nil
    }

    private mutating func answer(_ text: String) -> (UnsealReply, MasterKey?) {
        do throws(ShareError) {
            switch try collector.take(text) {
            case .taken(let count, let missing): return (.taken(count, missing: missing), nil)
            case .complete(let key): return (.unsealed, key)
            }
        } catch {
            return (.refused(error), nil)
        }
    }
}
