/// Why the gateway does not run.
package enum GatewayError: String, Error, Sendable, Hashable, CaseIterable,
    CustomStringConvertible
{
    /// The address is taken, not ours, or not allowed.
    case cannotListen = "cannot-listen"
    /// The address is a name that nobody knows.
    case unknownHost = "unknown-host"
    /// The certificate's file cannot be read, or holds no PEM certificate.
    case badCertificate = "bad-certificate"
    /// The key's file cannot be read, or holds no PEM private key.
    case badKey = "bad-key"
    /// The key is not the certificate's.
    case keyMismatch = "key-mismatch"

    package var code: String { rawValue }

    /// One sentence for the operator.
    package var description: String {
        switch self {
        case .cannotListen:
            "The server cannot listen on its address. Is the port in use?"
        case .unknownHost:
            "The host that the server is to listen on is not known. Give an address of this machine."
        case .badCertificate:
            "The TLS certificate file cannot be read, or holds no certificate in PEM."
        case .badKey:
            "The TLS key file cannot be read, or holds no private key in PEM."
        case .keyMismatch:
            "The TLS key does not belong to the first certificate of the certificate file."
        }
    }
}
