import CardVault
import Foundation
import Synchronization

/// Waits for custodians' shares until they give the master key.
///
/// It waits in a thread of its own, since nothing else happens before: a server without its key can
/// serve nobody.
final class MasterKeyListener: Sendable {
    private let socket: UnsealSocket
    private let path: String
    private let collector: Mutex<ShareCollector>
    private let onReply: @Sendable (UnsealReply) -> Void

    /// Begins to listen: whoever connects from here on is answered by ``masterKey()``.
    ///
    /// - Parameters:
    ///   - sets: What the books know of shares.
    ///   - onReply: Is told of each answer.
    init(
        _ folder: DataFolder, sets: [ShareCommitments],
        onReply: @escaping @Sendable (UnsealReply) -> Void = { _ in }
    ) throws(CosterFailure) {
        path = folder.path + "/" + UnsealSocket.fileName
        guard let socket = UnsealSocket.listening(at: path) else {
            throw CosterFailure(
                .configuration,
                "The socket \(path) for shares of the master key cannot be made. Check the folder's owner, and that the path has at most 100 characters."
            )
        }
        self.socket = socket
        collector = Mutex(ShareCollector(sets: sets))
        self.onReply = onReply
    }

    deinit { unlink(path) }

    /// The key, as soon as enough shares are here.
    ///
    /// - Throws: Exit code 69 where the waiting was ended.
    func masterKey() async throws(CosterFailure) -> MasterKey {
        let key: MasterKey? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: self.collect()) }
            }
        } onCancel: {
            socket.end()
        }
        guard let key else {
            throw CosterFailure(.notReachable, "The server was stopped before it had its key.")
        }
        return key
    }

    /// Waits no more, and lets nobody connect.
    func end() {
        socket.end()
    }

    private func collect() -> MasterKey? {
        while let visitor = socket.next() {
            while let text = visitor.line() {
                let (reply, key) = answer(text)
                onReply(reply)
                // Who has gone is told nothing; the share counts all the same.
                _ = visitor.send(line: reply.line)
                if let key { return key }
            }
        }
        return nil
    }

    private func answer(_ text: String) -> (UnsealReply, MasterKey?) {
        do throws(ShareError) {
            let progress = try collector.withLock { (collector) throws(ShareError) in
                try collector.take(text)
            }
            switch progress {
            case .taken(let count, let missing): return (.taken(count, missing: missing), nil)
            case .complete(let key): return (.unsealed, key)
            }
        } catch {
            return (.refused(error), nil)
        }
    }
}
