import DialectKit
import PaymentDomain

/// The receiver of requests: an operation of a dialect, or of the service itself.
protocol Endpoint: Sendable {
    /// The dialect's name, as metrics and logs have it.
    var dialectName: String { get }

    /// The reply to a request for which the server has no room; nil if there always is room.
    func refusal(of head: RequestHead) -> DialectReply?

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - head: All but the body.
    ///   - target: Path and query, as they came.
    ///   - body: Not read yet; what the answer does not need is left unread.
    func answer(
        _ head: RequestHead, target: String, body: inout BodyReader
    ) async -> EndpointReply
}

/// A reply, and whether its request was refused.
struct EndpointReply: Sendable {
    var reply: DialectReply
    /// Whether anyone could have caused the reply: no secret was proved, and nothing was carried out.
    let isRefused: Bool
    /// The request's outcome.
    let outcome: RequestOutcome
    /// The merchant whose credential the request has, if it is known.
    var merchant: MerchantID?

    /// - Parameter outcome: By default the name that the protocol gives its reply.
    init(_ reply: DialectReply, isRefused: Bool, outcome: RequestOutcome? = nil) {
        self.reply = reply
        self.isRefused = isRefused
        self.outcome = outcome ?? RequestOutcome(reply)
    }
}

/// All paths that are answered.
///
/// A server has a few dozen of them, and few have the same number of parts: going through those takes
/// less than a microsecond. Hummingbird's own router knows no 405 and lets
/// `//` pass for `/`.
struct RouteTable: Sendable {
    struct Entry: Sendable {
        let route: DialectRoute
        let pattern: RoutePattern
        let endpoint: any Endpoint
        /// Whether its path may be written with a slash behind it.
        let takesSlash: Bool
    }

    enum Match {
        case found(Entry, parameters: [String: String])
        /// The path is known, but not with this method; the methods that it has.
        case otherMethods([String])
        case unknown
    }

    /// Answers what no entry does.
    typealias Absence =
        @Sendable (_ lack: RouteMiss, _ path: String, _ now: Timestamp) -> DialectReply

    /// By the number of a path's parts.
    private var entries: [Int: [Entry]] = [:]
    private var absences: [(root: String, reply: Absence)] = []

    /// Sets who answers below a path what nothing else does.
    mutating func add(absenceBelow root: String, _ reply: @escaping Absence) {
        absences.append((root, reply))
    }

    /// The reply for an unknown path, or an unknown method of it; nil if no dialect has one. It can repeat no more of a
    /// path than any path may have.
    func absence(_ lack: RouteMiss, of path: String, at now: Timestamp) -> DialectReply? {
        let beginning = String(decoding: path.utf8.prefix(GatewayLimits.pathBytes), as: UTF8.self)
        return absences.first { path == $0.root || path.hasPrefix("\($0.root)/") }?
            .reply(lack, beginning, now)
    }

    /// Adds a path. That a pattern is well-formed and new is a matter of our own source.
    ///
    /// - Parameter takesSlash: Whether the path may be written with a slash behind it, as some clients do.
    mutating func add(_ route: DialectRoute, _ endpoint: any Endpoint, takesSlash: Bool) {
        guard let pattern = RoutePattern(route.path) else {
            preconditionFailure("a route's path is malformed")
        }
        let alike = entries[pattern.count, default: []]
        let isNew = alike.allSatisfy {
            $0.route.method != route.method || $0.route.path != route.path
        }
        precondition(isNew, "two routes have the same method and path")
        let entry = Entry(
            route: route, pattern: pattern, endpoint: endpoint, takesSlash: takesSlash)
        entries[pattern.count] = alike + [entry]
    }

    /// Finds the endpoint of a request. An unknown path is looked up once more without the slash at its end.
    func match(method: String, path: String) -> Match {
        guard path.utf8.count <= GatewayLimits.pathBytes else { return .unknown }
        var path = RoutePath(path)
        let match = match(method, path)
        guard case .unknown = match, path.dropLastSlash() else { return match }
        return self.match(method, path, hasSlash: true)
    }

    private func match(_ method: String, _ path: RoutePath, hasSlash: Bool = false) -> Match {
        guard let alike = entries[path.count] else { return .unknown }
        var others: [String] = []
        // Only the entry that answers is copied.
        for index in alike.indices where alike[index].takesSlash || !hasSlash {
            guard let parameters = alike[index].pattern.match(path) else { continue }
            let entry = alike[index]
            if entry.route.method == method { return .found(entry, parameters: parameters) }
            others.append(entry.route.method)
        }
        return others.isEmpty ? .unknown : .otherMethods(others)
    }
}

/// Why no path answers a request.
package enum RouteMiss: Sendable, Hashable {
    /// The path is not there.
    case path
    /// The path is there, but not with this method.
    case method
}
