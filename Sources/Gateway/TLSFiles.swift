import NIOSSL

/// The files that make the server speak TLS.
package struct TLSFiles: Sendable, Hashable {
    /// A PEM file with the certificates, the server's own first.
    package let certificate: String
    /// A PEM file with the private key.
    package let key: String

    /// Two files.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Reads the files and checks that they belong together, so that a wrong file is known before
    /// the first client.
    ///
    /// - Throws: ``GatewayError``, of the files alone.
    package func check() throws(GatewayError) {
        _ = try configuration()
    }

    /// TLS 1.2 or later with the certificates of the files.
    func configuration() throws(GatewayError) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try chain().map { .certificate($0) },
            privateKey: .privateKey(try privateKey()))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = TLSFiles.suites
        configuration.applicationProtocols = ["http/1.1"]
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .keyMismatch
        }
        return configuration
    }

    /// The suites of TLS 1.2; those of TLS 1.3 are all of this kind.
    ///
    /// Each keeps earlier connections secret after the certificate's key is lost, and none has a padding to guess at.
    /// Source: RFC 9325, 4.1 and 4.2.
    private static let suites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private func chain() throws(GatewayError) -> [NIOSSLCertificate] {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate)
            guard !chain.isEmpty else { throw GatewayError.badCertificate }
            return chain
        } catch {
            throw .badCertificate
        }
    }

    private func privateKey() throws(GatewayError) -> NIOSSLPrivateKey {
        do {
            return try NIOSSLPrivateKey(file: key, format: .pem)
        } catch {
            throw .badKey
        }
    }
}
