/// Why the gateway does not run.
package enum GatewayError: Error, Sendable, Hashable {
    /// The system doesn't let us listen on the address: bind(2)'s error number.
    case cannotListen(code: CInt)
    /// The address is a name that nobody knows.
    case unknownHost
    /// The certificate's file cannot be read, or holds no PEM certificate.
    case badCertificate
    /// The key's file cannot be read, or holds no PEM private key.
    case badKey
    /// The key is not the certificate's.
    case keyMismatch
}
