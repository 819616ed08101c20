import AppleSimulator
import Crypto
import Foundation
import SwiftASN1

@testable import Merchants

/// A PKCS#12 file with any keys and certificates, readable under the seal of a password.
struct PKCS12Parts {
    static let password = "secret"
    var keys: [[UInt8]]
    var certificates: [[UInt8]]

    /// The file.
    var file: [UInt8] {
        SimulatorDER.sequence(
            [0x02, 0x01, 0x03], content,
            PKCS12Seal.node(over: bags, password: Array(Self.password.utf8)))
    }

    /// The same without a seal.
    var unsealed: [UInt8] { SimulatorDER.sequence([0x02, 0x01, 0x03], content) }

    private var bags: [UInt8] {
        let all =
            keys.map { bag(.keyBag, $0) }
            + certificates.map { der in
                bag(
                    .certificateBag,
                    SimulatorDER.sequence(
                        SimulatorDER.oid(.x509Certificate),
                        SimulatorDER.node(0xA0, SimulatorDER.octets(der))))
            }
        return SimulatorDER.sequence(data(SimulatorDER.node(0x30, of: all)))
    }

    private var content: [UInt8] { data(bags) }

    private func bag(_ kind: ASN1ObjectIdentifier, _ inside: [UInt8]) -> [UInt8] {
        SimulatorDER.sequence(SimulatorDER.oid(kind), SimulatorDER.node(0xA0, inside))
    }

    private func data(_ content: [UInt8]) -> [UInt8] {
        SimulatorDER.sequence(
            SimulatorDER.oid(.pkcs7Data), SimulatorDER.node(0xA0, SimulatorDER.octets(content)))
    }
}

/// A key of the merchant and its certificate.
struct PKCS12Pair {
    let key: [UInt8]
    let certificate: [UInt8]

    init(_ fixture: DoctorFixture) throws {
        let request = try CertificateRequest.make(algorithm: .ec, commonName: "shop")
        key = request.privateKey
        certificate = try fixture.issue(request).der
    }
}

extension RefusalRow {
    /// A file that is imported with a password.
    private init(
        _ problem: PKCS12Problem, _ cause: String, password: String = PKCS12Parts.password,
        file: @escaping @Sendable (DoctorFixture, PKCS12Pair) throws -> [UInt8]
    ) {
        self.init(problem.code, cause) { fixture in
            let pair = try PKCS12Pair(fixture)
            return try Self.importing(
                try file(fixture, pair), into: fixture, password: password)
        }
    }

    /// The command that imports a file.
    static func importing(
        _ file: [UInt8], into fixture: DoctorFixture, password: String = PKCS12Parts.password
    ) throws -> [String] {
        let path = "\(fixture.place.path)/pair.p12"
        try Data(file).write(to: URL(filePath: path))
        return [
            "merchant", "certificate", "shop", "--import-p12", path, "--password-file",
            try fixture.place.write(password + "\n", to: "password"),
        ]
    }

    /// PKCS#12 files.
    static let pkcs12: [RefusalRow] = [
        RefusalRow(.malformed, "a certificate") { $1.certificate },
        RefusalRow(.passwordUnsuitable, "an empty password", password: "") {
            PKCS12Parts(keys: [$1.key], certificates: [$1.certificate]).file
        },
        RefusalRow(.passwordWrong, "the password of another file", password: "Secret") {
            PKCS12Parts(keys: [$1.key], certificates: [$1.certificate]).file
        },
        RefusalRow(.encryptionUnsupported, "a file without a seal") {
            PKCS12Parts(keys: [$1.key], certificates: [$1.certificate]).unsealed
        },
        RefusalRow(.noKey, "a certificate alone") {
            PKCS12Parts(keys: [], certificates: [$1.certificate]).file
        },
        RefusalRow(.severalKeys, "two keys") { fixture, pair in
            let other = try PKCS12Pair(fixture)
            return PKCS12Parts(
                keys: [pair.key, other.key], certificates: [pair.certificate]
            ).file
        },
        RefusalRow(.keyUnsupported, "a key on P-384") {
            let key = P384.Signing.PrivateKey().derRepresentation
            return PKCS12Parts(keys: [Array(key)], certificates: [$1.certificate]).file
        },
        RefusalRow(.noCertificate, "a key alone") {
            PKCS12Parts(keys: [$1.key], certificates: []).file
        },
        RefusalRow(.severalCertificates, "a key, its certificate and another's") {
            let other = try PKCS12Pair($0).certificate
            return PKCS12Parts(keys: [$1.key], certificates: [$1.certificate, other]).file
        },
        RefusalRow(.certificateMalformed, "a certificate of three bytes") {
            PKCS12Parts(keys: [$1.key], certificates: [[1, 2, 3]]).file
        },
        RefusalRow(.keyMismatch, "a key and another's certificate") {
            PKCS12Parts(keys: [$1.key], certificates: [try PKCS12Pair($0).certificate]).file
        },
    ]
}
