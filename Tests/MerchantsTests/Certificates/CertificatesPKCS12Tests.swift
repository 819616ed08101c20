import AppleSimulator
import Foundation
import Merchants
import NIOSSL
import PaymentDomain
import Testing

extension CertificatesFixture {
    static let password = Array("secret".utf8)

    /// The pending key and its certificate in PKCS#12, as the TLS library writes it.
    func pkcs12(_ algorithm: KeyAlgorithm = .ec) throws -> [UInt8] {
        let certificate = try NIOSSLCertificate(bytes: try certificate(algorithm), format: .der)
        let pem = pemText(request(algorithm).privateKey, "PRIVATE KEY")
        let key = try NIOSSLPrivateKey(bytes: Array(pem.utf8), format: .pem)
        let bundle = NIOSSLPKCS12Bundle(certificateChain: [certificate], privateKey: key)
        return try bundle.serialize(passphrase: CertificatesFixture.password)
    }
}

/// How openssl protects and fills a PKCS#12 file, and what should come of it.
enum ExportedFile: String, CaseIterable, Sendable {
    case today, keychain, tripleDES, plainCertificate, plainKey, plainBoth, manyRounds, sha1,
        sha512, chain
    case noCertificate, otherKey, tooManyRounds

    /// The fault, or nil for a good file.
    var problem: PKCS12Problem? {
        switch self {
        case .today, .keychain, .tripleDES, .plainCertificate, .plainKey, .plainBoth, .manyRounds,
            .sha1,
            .sha512, .chain:
            nil
        case .noCertificate: .noCertificate
        case .otherKey: .keyMismatch
        case .tooManyRounds: .encryptionUnsupported
        }
    }

    /// Those that the openssl at hand can write.
    static var writable: [ExportedFile] {
        let old: Set<ExportedFile> = [.keychain, .tripleDES]
        return allCases.filter { OpenSSL.knowsOldCiphers || !old.contains($0) }
    }

    /// The options of `openssl pkcs12 -export`.
    var options: [String] {
        switch self {
        case .today, .chain: []
        // RC2 with 40 bits for the certificate, Triple DES for the key.
        case .keychain: ["-legacy"]
        case .tripleDES: ["-legacy", "-descert"]
        case .plainCertificate: ["-certpbe", "NONE"]
        case .plainKey: ["-keypbe", "NONE"]
        case .plainBoth: ["-certpbe", "NONE", "-keypbe", "NONE"]
        case .manyRounds: ["-iter", "20000"]
        case .sha1: ["-macalg", "SHA1"]
        case .sha512: ["-macalg", "SHA512"]
        case .noCertificate: ["-nocerts"]
        case .otherKey: ["-nocerts", "-certfile", "more"]
        case .tooManyRounds: ["-iter", "1000001", "-nomaciter"]
        }
    }
}

@Suite("A PKCS#12 file", .timeLimit(.minutes(5)))
struct CertificatesPKCS12Tests {
    @Test("key and certificate come out as they went in", arguments: KeyAlgorithm.allCases)
    func roundTrip(_ algorithm: KeyAlgorithm) throws {
        let fixture = try CertificatesFixture.shared.get()
        let file = try PKCS12File.open(
            try fixture.pkcs12(algorithm), password: CertificatesFixture.password)
        #expect(file.privateKey == fixture.request(algorithm).privateKey)
        #expect(file.publicKeyHash == fixture.request(algorithm).publicKeyHash)
        #expect(file.algorithm == algorithm)
        let certificate = try AppleCertificate(file.certificate)
        var check = try fixture.check()
        check.pendingKeyHashes = [file.publicKeyHash]
        #expect(check.problems(of: certificate, at: CertificatesFixture.now) == [])
        #expect("\(file)" == "PKCS12File(\(algorithm.rawValue))")
    }

    @Test("a wrong password is named as such, and so is a changed file")
    func wrongPassword() throws {
        var file = try CertificatesFixture.shared.get().pkcs12()
        #expect(throws: PKCS12Problem.passwordWrong) {
            try PKCS12File.open(file, password: Array("Secret".utf8))
        }
        file[file.count / 2] ^= 1
        #expect(throws: PKCS12Problem.passwordWrong) {
            try PKCS12File.open(file, password: CertificatesFixture.password)
        }
    }

    @Test(
        "a password that the old ciphers cannot take is refused before it is tried",
        arguments: ["", "pässwort", "a\nb", "a\u{0}b", String(repeating: "p", count: 257)])
    func unsuitablePassword(_ password: String) throws {
        let file = try CertificatesFixture.shared.get().pkcs12()
        #expect(throws: PKCS12Problem.passwordUnsuitable) {
            try PKCS12File.open(file, password: Array(password.utf8))
        }
    }

    @Test("a file in PEM is opened")
    func pem() throws {
        let fixture = try CertificatesFixture.shared.get()
        let text = pemText(try fixture.pkcs12(), "PKCS12")
        let file = try PKCS12File.open(
            Array(text.utf8), password: CertificatesFixture.password)
        #expect(file.publicKeyHash == fixture.ec.publicKeyHash)
    }

    @Test(
        "a certificate beside a file with a key alone makes the pair, and only that key's",
        .enabled(if: OpenSSL.isPresent, "there is no openssl"))
    func beside() throws {
        let fixture = try CertificatesFixture.shared.get()
        let file = try self.file(.noCertificate, fixture)
        let own = try fixture.certificate()
        let opened = try PKCS12File.open(
            file, password: CertificatesFixture.password, certificateFile: own)
        #expect(opened.certificate == own)
        #expect(opened.publicKeyHash == fixture.ec.publicKeyHash)
        let other = try fixture.certificate(key: try SimulatedKey.make(.p256)) { _ in }
        for (certificate, problem) in [
            (other, PKCS12Problem.keyMismatch), ([1, 2, 3], .certificateMalformed),
        ] {
            #expect(throws: problem) {
                try PKCS12File.open(
                    file, password: CertificatesFixture.password, certificateFile: certificate)
            }
        }
    }

    @Test("a file cut short is refused")
    func cutShort() throws {
        let file = try CertificatesFixture.shared.get().pkcs12()
        for count in stride(from: 0, to: file.count, by: 3) {
            #expect(throws: PKCS12Problem.self, "\(count) bytes") {
                try PKCS12File.open(
                    Array(file.prefix(count)), password: CertificatesFixture.password)
            }
        }
    }

    @Test("other files are no PKCS#12")
    func otherFiles() throws {
        let fixture = try CertificatesFixture.shared.get()
        for file in [
            [], Array("no file".utf8), try fixture.certificate(), fixture.ec.privateKey,
            Array(fixture.ec.pem.utf8), [UInt8](repeating: 0x30, count: 1 << 17),
        ] {
            // Also with a password that a PKCS#12 file cannot have: it may be the key's own.
            for password in [CertificatesFixture.password, []] {
                #expect(throws: PKCS12Problem.malformed) {
                    try PKCS12File.open(file, password: password)
                }
            }
        }
    }

    @Test(
        "exports of openssl and Keychain are opened, and one that lacks a part is named",
        .enabled(if: OpenSSL.isPresent, "there is no openssl"), arguments: ExportedFile.writable)
    func exported(_ exported: ExportedFile) throws {
        let fixture = try CertificatesFixture.shared.get()
        let file = try self.file(exported, fixture)
        do {
            let opened = try PKCS12File.open(file, password: CertificatesFixture.password)
            #expect(exported.problem == nil)
            #expect(opened.publicKeyHash == fixture.ec.publicKeyHash)
            #expect(opened.privateKey == fixture.ec.privateKey)
        } catch {
            #expect(error == exported.problem)
        }
    }

    private func file(_ exported: ExportedFile, _ fixture: CertificatesFixture) throws -> [UInt8] {
        let certificate = try fixture.certificate()
        let key = fixture.ec.privateKey
        switch exported {
        case .chain:
            let issuer = fixture.apple.intermediate.identity.certificateDER
            return try OpenSSL.pkcs12([], key: key, certificates: [certificate, issuer])
        case .otherKey:
            let other = try fixture.certificate(.rsa)
            return try OpenSSL.pkcs12(
                exported.options, key: key, certificates: [], others: [other])
        default:
            return try OpenSSL.pkcs12(exported.options, key: key, certificates: [certificate])
        }
    }
}
