import CardVault
import Foundation

/// Waits for custodians' shares until they give the master key.
///
/// It waits in a thread of its own, since nothing else happens before: a server without its key can
/// serve nobody.
package final class MasterKeyListener: Sendable {
    private let socket: UnsealSocket
    private let path: String
    /// Keeps other servers from the socket, which they would replace.
    private let lock: any Sendable
    /// The key, once it is here; ends with the waiting.
    private let keys: AsyncStream<MasterKey>

    /// Begins to listen: from here on every connection is answered.
    ///
    /// - Parameters:
    ///   - path: The socket's place. A file that an earlier server left there is replaced.
    ///   - sets: The shares that the database knows.
    ///   - lock: Held as long as this listens, so that no other server does at this place.
    ///   - onReply: Called with each answer.
    package init(
        at path: String, sets: [ShareCommitments], holding lock: any Sendable,
        onReply: @escaping @Sendable (UnsealReply) -> Void = { _ in }
    ) throws(KeyCustodyError) {
        self.lock = lock
        self.path = path
        guard let socket = UnsealSocket.listening(at: path) else {
            throw .socketUnavailable(path)
        }
        self.socket = socket
        let receiver = ShareReceiver(collector: ShareCollector(sets: sets), onReply: onReply)
        let (keys, found) = AsyncStream<MasterKey>.makeStream()
        self.keys = keys
        Thread.detachNewThread {
            var receiver = receiver
            if let key = receiver.masterKey(from: socket) { found.yield(key) }
            found.finish()
        }
    }

    deinit {
        socket.end()
        unlink(path)
    }

    /// The key, as soon as enough shares are here. Call it once.
    ///
    /// - Throws: ``KeyCustodyError/stopped``.
    package func masterKey() async throws(KeyCustodyError) -> MasterKey {
        let key = await withTaskCancellationHandler {
            await keys.first { _ in true }
        } onCancel: {
            socket.end()
        }
        guard let key else { throw .stopped }
        return key
    }

    /// Waits no more, and lets nobody connect.
    package func end() {
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
