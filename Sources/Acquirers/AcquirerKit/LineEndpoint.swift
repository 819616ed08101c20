import NIOSSL
import PaymentDomain
import Routing
import StrictCoding

/// The address of a line's host, the certificates that prove that it is the host, and what proves us to it.
package struct LineEndpoint: Sendable {
    /// The URL, without a slash at its end.
    let url: String
    /// The rules of TLS; not used over plain HTTP.
    let tls: TLSConfiguration
    /// The addresses of hosts that aren't looked up. The certificate is still checked for the host's name.
    let pinned: [String: String]

    /// An endpoint; nil if the roots aren't certificates, or the identity no certificate with its key.
    ///
    /// - Parameters:
    ///   - pinned: The only address to connect to; nil to look the host up.
    ///   - roots: The certificates in PEM that alone are trusted; nil for those of the system.
    ///   - identity: Our certificate, its chain and its private key in PEM; nil for none.
    package init?(
        _ address: LineAddress, pinned: IPAddress? = nil, roots: String? = nil,
        identity: String? = nil
    ) {
        self.pinned = pinned.map { [address.host: "\($0)"] } ?? [:]
        let url = address.description
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        guard let tls = LineEndpoint.tls(roots: roots, identity: identity) else { return nil }
        self.tls = tls
    }

    /// The rules of TLS of a line; nil if the roots aren't certificates, or the identity no certificate with its key.
    package static func tls(roots: String?, identity: String?) -> TLSConfiguration? {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let roots {
            guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(roots.utf8)),
                !certificates.isEmpty
            else { return nil }
            tls.trustRoots = .certificates(certificates)
        }
        if let identity {
            guard tls.proveOurselves(by: identity) != nil else { return nil }
        }
        return tls
    }

    /// Whether a text is our certificate, its chain and its private key in PEM, and the certificate is valid then.
    package static func isIdentity(_ pem: String, at now: Timestamp) -> Bool {
        validity(ofIdentity: pem)?.contains(now.milliseconds / 1_000) ?? false
    }

    /// The seconds in which our certificate is valid; nil if the text isn't one with its chain and its private key in PEM.
    package static func validity(ofIdentity pem: String) -> Range<Int64>? {
        var tls = TLSConfiguration.makeClientConfiguration()
        guard let own = tls.proveOurselves(by: pem), own.notValidBefore <= own.notValidAfter else {
            return nil
        }
        return Int64(own.notValidBefore)..<Int64(own.notValidAfter)
    }
}

extension TLSConfiguration {
    /// Takes a certificate, its chain and its private key in PEM.
    ///
    /// - Returns: The certificate; nil if they can't be read, or don't belong together.
    fileprivate mutating func proveOurselves(by pem: String) -> NIOSSLCertificate? {
        let bytes = Array(pem.utf8)
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), let own = chain.first,
            let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem)
        else { return nil }
        certificateChain = chain.map { .certificate($0) }
        privateKey = .privateKey(key)
        // It alone compares the key with the certificate's.
        return (try? NIOSSLContext(configuration: self)) == nil ? nil : own
    }
}
