/// What goes wrong at Apple's simulated server on request: the host that it is asked by says it in its first label.
package enum ValidationTrouble: String, Sendable, Hashable, CaseIterable {
    /// The answer comes too late for everyone who waits for it.
    case slow
    /// Apple refuses, as it now and then does.
    case refused
    /// The session has ended already.
    case expired
    /// The session is for devices of the other environment. It looks right, and fails on the device alone.
    case otherEnvironment = "other-environment"

    /// The server's name without trouble. No real server can have it: the domain is for tests (RFC 2606, section 2).
    package static let host = "apple-pay-gateway.coster.test"

    /// All names of the server.
    package static var hosts: [String] { [host] + allCases.map { "\($0.rawValue).\(host)" } }

    /// The trouble that a host names; nil for none.
    package init?(host: String) {
        let found = Self.allCases.first { "\($0.rawValue).\(Self.host)" == host }
        guard let found else { return nil }
        self = found
    }
}
