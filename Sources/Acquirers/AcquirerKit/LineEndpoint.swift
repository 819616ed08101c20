import Foundation
import NIOSSL

/// The address of a line's host, and the certificates that prove that it is the host.
package struct LineEndpoint: Sendable {
    /// The certificates that a host's certificate must lead to.
    package enum Roots: Sendable, Hashable {
        /// Those of the system.
        case ofSystem
        /// These alone, in PEM.
        case pinned([UInt8])
    }

    /// The URL, without a slash at its end.
    let url: String
    /// The rules of TLS; not used over plain HTTP.
    let tls: TLSConfiguration

    /// Checks an address.
    ///
    /// - Parameter isTest: Whether the line is marked as a test line, which may use plain HTTP on this machine.
    /// - Throws: ``LineEndpointError``.
    package init(
        url: String, isTest: Bool, roots: Roots = .ofSystem
    ) throws(LineEndpointError) {
        guard url.count <= LineLimits.urlCharacters, let parts = URLComponents(string: url),
            let host = parts.host, !host.isEmpty, (1...65_535).contains(parts.port ?? 443),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { throw .malformedURL }
        switch parts.scheme {
        case "https": break
        case "http":
            guard isTest, LineEndpoint.loopback.contains(host) else { throw .plainHTTP }
        default: throw .malformedURL
        }
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        tls = try LineEndpoint.configuration(trusting: roots)
    }

    /// The names of this machine towards itself.
    private static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1", "[::1]"]

    private static func configuration(
        trusting roots: Roots
    ) throws(LineEndpointError) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        guard case .pinned(let pem) = roots else { return tls }
        do {
            let certificates = try NIOSSLCertificate.fromPEMBytes(pem)
            guard !certificates.isEmpty else { throw LineEndpointError.unreadableRoots }
            tls.trustRoots = .certificates(certificates)
        } catch {
            throw .unreadableRoots
        }
        return tls
    }
}

/// Why an address can't be a line's.
package enum LineEndpointError: String, Error, Sendable, Hashable {
    /// Not a URL of HTTPS, or one with a user, a query or a fragment.
    case malformedURL = "malformed-url"
    /// Plain HTTP on a live line, or to another machine.
    case plainHTTP = "plain-http"
    /// The pinned roots aren't certificates in PEM.
    case unreadableRoots = "unreadable-roots"
}
