import StrictCoding
import Synchronization

/// Look-ups of names, each within a time: a host whose name server hangs holds up nobody else.
///
/// One thread at most is busy with a host. Who asks for a host whose look-up has taken too long gets no address, at once,
/// until it has ended.
final class LookUps: Sendable {
    private struct LookUp {
        let number: UInt64
        var waiting: [CheckedContinuation<[IPAddress], Never>]
        /// Whether it took too long, and is still busy.
        var isHanging = false
    }

    private struct State {
        var lookUps: [String: LookUp] = [:]
        var count: UInt64 = 0
    }

    private let state = Mutex(State())
    private let lookUp: @Sendable (String) async -> [IPAddress]
    private let limit: @Sendable () async -> Void

    /// - Parameters:
    ///   - limit: Returns when a look-up has taken too long, or its task is cancelled.
    ///   - lookUp: May never return.
    init(
        limit: @escaping @Sendable () async -> Void,
        _ lookUp: @escaping @Sendable (String) async -> [IPAddress]
    ) {
        self.limit = limit
        self.lookUp = lookUp
    }

    /// The addresses of a host; empty if there are none, or the look-up takes too long.
    func addresses(of host: String) async -> [IPAddress] {
        await withCheckedContinuation { continuation in
            let (new, isHanging) = state.withLock { state -> (UInt64?, Bool) in
                if let known = state.lookUps[host] {
                    if !known.isHanging { state.lookUps[host]?.waiting.append(continuation) }
                    return (nil, known.isHanging)
                }
                state.count += 1
                state.lookUps[host] = LookUp(number: state.count, waiting: [continuation])
                return (state.count, false)
            }
            if isHanging { continuation.resume(returning: []) }
            if let new { begin(host, new) }
        }
    }

    private func begin(_ host: String, _ number: UInt64) {
        let timer = Task {
            await limit()
            answer(host, number, [], isHanging: true)
        }
        Task {
            answer(host, number, await lookUp(host), isHanging: false)
            timer.cancel()
        }
    }

    /// Answers those that wait, once.
    private func answer(
        _ host: String, _ number: UInt64, _ addresses: [IPAddress], isHanging: Bool
    ) {
        let waiting = state.withLock { state -> [CheckedContinuation<[IPAddress], Never>] in
            guard let known = state.lookUps[host], known.number == number else { return [] }
            state.lookUps[host] =
                isHanging ? LookUp(number: number, waiting: [], isHanging: true) : nil
            return known.waiting
        }
        for continuation in waiting { continuation.resume(returning: addresses) }
    }
}
