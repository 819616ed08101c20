import Crypto
import PaymentDomain
import Testing

@testable import Merchants

/// What a PKCS#12 file may hide in its encrypted part, where no structure can be checked before it
/// is opened.
enum HiddenPart: String, CaseIterable, Sendable {
    case nothing, certificate, key, keyAndCertificate, otherCertificate, notBags

    /// What the library says that opens it, or nil where it opens.
    var problem: PKCS12Problem? {
        switch self {
        case .certificate: nil
        case .nothing: .noCertificate
        case .key, .keyAndCertificate, .notBags: .encryptionUnsupported
        case .otherCertificate: .keyMismatch
        }
    }
}

/// The TLS library ends the process where a file opens without a key, or without a certificate of
/// its key; each of these files would do that if it were given to it as it is.
@Suite("The encrypted part of a PKCS#12 file", .timeLimit(.minutes(5)))
struct CertificatesHiddenPartsTests {
    @Test("it may hold anything, and the process lives", arguments: HiddenPart.allCases)
    func withKey(_ part: HiddenPart) throws {
        let fixture = try CertificatesFixture.shared.get()
        let visible = Bags.data(Bags.sequence([Bags.key(fixture.ec.privateKey)]))
        let file = Bags.file([visible, try Bags.encrypted(try content(part, fixture))])
        do {
            let opened = try PKCS12File.open(file, password: CertificatesFixture.password)
            #expect(part.problem == nil)
            #expect(opened.publicKeyHash == fixture.ec.publicKeyHash)
        } catch {
            #expect(error == part.problem)
        }
    }

    @Test("without a visible key there isn't one to find", arguments: HiddenPart.allCases)
    func withoutKey(_ part: HiddenPart) throws {
        let fixture = try CertificatesFixture.shared.get()
        let file = Bags.file([try Bags.encrypted(try content(part, fixture))])
        #expect(throws: PKCS12Problem.self) {
            try PKCS12File.open(file, password: CertificatesFixture.password)
        }
    }

    private func content(_ part: HiddenPart, _ fixture: CertificatesFixture) throws -> [UInt8] {
        let key = Bags.key(fixture.ec.privateKey)
        let certificate = Bags.certificate(try fixture.certificate())
        switch part {
        case .nothing: return Bags.sequence([])
        case .certificate: return Bags.sequence([certificate])
        case .key: return Bags.sequence([key])
        case .keyAndCertificate: return Bags.sequence([key, certificate])
        case .otherCertificate:
            return Bags.sequence([Bags.certificate(try fixture.certificate(.rsa))])
        case .notBags: return Array("these are no bags".utf8)
        }
    }
}
