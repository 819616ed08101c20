import NIOSSL
import Routing

/// The address of a line's host, and the certificates that prove that it is the host.
package struct LineEndpoint: Sendable {
    /// The URL, without a slash at its end.
    let url: String
    /// The rules of TLS; not used over plain HTTP.
    let tls: TLSConfiguration

    /// An endpoint; nil if the roots aren't certificates.
    ///
    /// - Parameter roots: The certificates in PEM that alone are trusted; nil for those of the system.
    package init?(_ address: LineAddress, roots: String? = nil) {
        let url = address.description
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let roots {
            guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(roots.utf8)),
                !certificates.isEmpty
            else { return nil }
            tls.trustRoots = .certificates(certificates)
        }
        self.tls = tls
    }
}
