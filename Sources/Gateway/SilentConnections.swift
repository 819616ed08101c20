import NIOCore
import Synchronization

/// The open connections, and since when each has had no request in progress.
///
/// A connection is silent until the head of its first request is complete, and again after each reply until the next
/// head is. If there is no room, the one that has been silent longest is closed.
final class SilentConnections: Sendable {
    /// Asks a connection to close if it is still silent; fails if it is not.
    struct Closing: Sendable {}

    /// One connection.
    final class Entry: Sendable {
        fileprivate static let busy = UInt64.max
        fileprivate let channel: any Channel
        fileprivate let address: ClientAddress?
        fileprivate let silentSince = Atomic(NIODeadline.now().uptimeNanoseconds)

        fileprivate init(_ channel: any Channel) {
            self.channel = channel
            address = channel.remoteAddress.flatMap { ClientAddress($0) }
        }

        /// A request is in progress, or the connection is being closed.
        func becomesBusy() { silentSince.store(Entry.busy, ordering: .relaxed) }

        /// The last reply has been sent.
        func becomesSilent() {
            silentSince.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
        }
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The connections of each address that have not sent a request yet, the oldest first.
        var new: [ClientAddress: [ObjectIdentifier]] = [:]
    }

    private let newPerAddress: Int
    private let state = Mutex(State())
    /// How many were closed to make room.
    let closed = Atomic(0)

    /// - Parameter newPerAddress: How many connections of one address may be without a first request.
    init(newPerAddress: Int) {
        self.newPerAddress = newPerAddress
    }

    /// Adds a connection. If its address has too many that have sent no request, the oldest of these
    /// is closed: a balancer's connections soon send one, so that the limit is not theirs.
    func add(_ channel: any Channel) -> Entry {
        let entry = Entry(channel)
        let oldest = state.withLock { state -> Entry? in
            state.entries[ObjectIdentifier(entry)] = entry
            guard let address = entry.address else { return nil }
            state.new[address, default: []].append(ObjectIdentifier(entry))
            guard let new = state.new[address], new.count > newPerAddress else { return nil }
            return state.entries[new[0]]
        }
        if let oldest {
            sentRequest(oldest)
            _ = close(oldest)
        }
        return entry
    }

    /// A connection has sent its first request, and no longer counts for its address.
    func sentRequest(_ entry: Entry) {
        state.withLock { state in SilentConnections.forget(entry, in: &state.new) }
    }

    /// A connection has closed.
    func remove(_ entry: Entry) {
        state.withLock { state in
            state.entries.removeValue(forKey: ObjectIdentifier(entry))
            SilentConnections.forget(entry, in: &state.new)
        }
    }

    /// Closes the connection that has been silent longest, if any is silent.
    func closeLongest() {
        let longest = state.withLock { state in
            state.entries.values.min {
                $0.silentSince.load(ordering: .relaxed) < $1.silentSince.load(ordering: .relaxed)
            }
        }
        guard let longest, longest.silentSince.load(ordering: .relaxed) != Entry.busy else {
            return
        }
        // If its next request came meanwhile, another one goes; if it has closed, its place is free.
        close(longest).whenFailure { _ in
            if longest.channel.isActive { self.closeLongest() }
        }
    }

    private func close(_ entry: Entry) -> EventLoopFuture<Void> {
        // It is chosen once only.
        entry.becomesBusy()
        let result = entry.channel.triggerUserOutboundEvent(Closing())
        result.whenSuccess { _ = self.closed.add(1, ordering: .relaxed) }
        return result
    }

    private static func forget(_ entry: Entry, in new: inout [ClientAddress: [ObjectIdentifier]]) {
        guard let address = entry.address, var left = new[address] else { return }
        left.removeAll { $0 == ObjectIdentifier(entry) }
        new[address] = left.isEmpty ? nil : left
    }
}
