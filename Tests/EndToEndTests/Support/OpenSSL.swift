import Foundation
import Testing

/// The program that makes certificates as operators do.
enum OpenSSL {
    static let path = "/usr/bin/openssl"
    static let isThere = FileManager.default.fileExists(atPath: path)
    static let absence: Comment = "openssl is not here"

    /// Makes a key, and a certificate of a server called localhost that is signed by it.
    ///
    /// - Parameters:
    ///   - place: The path of both, without `.pem` and `.key`.
    ///   - days: For how long it is good.
    ///   - name: The server's name as clients check it; nil for a certificate without one.
    static func makeCertificate(
        at place: String, days: Int = 30, for name: String? = nil
    ) async throws -> (certificate: String, key: String) {
        let (certificate, key) = ("\(place).pem", "\(place).key")
        let made = try await CommandRun.run(
            path,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-subj", "/CN=localhost", "-days", String(days), "-keyout", key, "-out",
                certificate,
            ] + (name.map { ["-addext", "subjectAltName=\($0)"] } ?? []))
        #expect(made.ending == .exited(0), "\(made.errors)")
        return (certificate, key)
    }
}
