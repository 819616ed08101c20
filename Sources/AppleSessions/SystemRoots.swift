import NIOSSL

/// The certificates that this machine trusts, read once for all merchants.
///
/// Each merchant has a TLS context of its own, for its client certificate. With roots of its own too, each would take about
/// a megabyte more. What the machine trusts later counts from the server's next start on.
enum SystemRoots {
    /// Where distributions keep them. Source: Debian's ca-certificates; Fedora's.
    private static let files = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    ]

    /// The roots, or the TLS library's own way to them on a machine that keeps them elsewhere.
    static let trust: NIOSSLTrustRoots = {
        let read = files.lazy.compactMap { try? NIOSSLCertificate.fromPEMFile($0) }
        return read.first { !$0.isEmpty }.map { .certificates($0) } ?? .default
    }()
}
