import AppleSessions
import Gateway
import PaymentEngine

#if canImport(Glibc)
    import Glibc
#endif

/// How many files the system lets this process open. A server that has none left dies in a library that opens one of its
/// own, so it does not begin with fewer than its connections can take.
package enum OpenFiles {
    /// For the database, its log, the certificates and files of libraries: an idle server has some thirty.
    private static let beside = 100

    /// Raises the limit as far as the system lets us.
    ///
    /// - Parameter connections: Of clients, to the database, and to a sandbox's acquirer elsewhere.
    /// - Throws: Exit code 78 where that is too few.
    package static func makeRoom(connections: Int) throws(CosterFailure) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        let needed = rlim_t(connections + beside)
        guard limit.rlim_cur < max(needed, limit.rlim_max) else { return }
        var wanted = limit
        wanted.rlim_cur = limit.rlim_max
        if setrlimit(resource, &wanted) == 0 { limit = wanted }
        guard limit.rlim_cur < needed else { return }
        throw CosterFailure(
            StartError.tooFewFiles(allowed: limit.rlim_cur, needed: needed))
    }
}

extension ServerSettings {
    /// How many connections there may be at once: of clients, to the database, and to a sandbox's acquirer elsewhere.
    package var mostConnections: Int {
        self.maximumConnections + GatewayLimits.spareConnections
            + (location.database == nil ? 0 : location.connections)
            + (remoteAcquirer == nil ? 0 : mostCalls) + 2 * AppleSessionLimits.inFlight
    }

    /// How many calls to an acquirer there may be at once, each on a connection of its own: one of each request in
    /// progress, and the delivery worker's.
    private var mostCalls: Int {
        min(
            RemoteSandbox.calls, self.maximumConcurrentRequests + EngineLimits.deliveriesPerRound)
    }
}
