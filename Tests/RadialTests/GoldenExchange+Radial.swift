import DialectKit
import GoldenExchanges

@testable import Radial

/// Results are named by ``ScriptedResults``.
extension GoldenExchange {
    /// All with Radial.
    static let all = read()

    /// The request as the gateway hands it to a dialect; nil where no route fits.
    func dialectRequest(_ dialect: RadialDialect) -> DialectRequest? {
        let fields = headers.map { (name: $0.name.lowercased(), value: $0.value) }
        for route in dialect.routes where route.method == method {
            guard let parameters = match(path, route.path) else { continue }
            let head = RequestHead(
                route: route, parameters: parameters, query: query, headers: fields,
                receivedAt: Samples.now)
            return DialectRequest(head: head, body: Array(requestBody.utf8))
        }
        return nil
    }
}

/// The variable parts of a path that fits a template, or nil.
func match(_ path: String, _ template: String) -> [String: String]? {
    let parts = path.split(separator: "/")
    let expected = template.split(separator: "/")
    guard parts.count == expected.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, pattern) in zip(parts, expected) {
        guard pattern.hasPrefix("{"), let end = pattern.firstIndex(of: "}") else {
            guard part == pattern else { return nil }
            continue
        }
        let suffix = pattern[pattern.index(after: end)...]
        guard part.hasSuffix(suffix) else { return nil }
        parameters[String(pattern[..<end].dropFirst())] = String(part.dropLast(suffix.count))
    }
    return parameters
}
