import ApplePayToken
import Foundation
import PaymentDomain
import StrictCoding
import Testing

/// The genuine tokens beside the repository, with the keys that their publishers gave away.
enum Vectors {
    /// `shared/vectors/apple-pay` next to the repository.
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "shared/vectors/apple-pay")

    /// Whether they are there: they are not part of the repository.
    static var arePresent: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "README.md").path)
    }

    /// A file's bytes.
    static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// A token.
    static func token(_ name: String) throws -> PaymentToken {
        try PaymentToken(json: try file("\(name).token.json"))
    }
}

/// A genuine token and what is known of it.
struct GenuineToken: CustomTestStringConvertible, Sendable {
    let name: String
    let signedAt: String
    let signer: String
    let isSandbox: Bool

    var testDescription: String { name }

    /// The moment of signing.
    var moment: Timestamp {
        get throws {
            guard let moment = Timestamp(iso8601: signedAt) else {
                throw CocoaError(.coderInvalidValue)
            }
            return moment
        }
    }

    /// Those whose key was published.
    static let opened = [
        GenuineToken(
            name: "gala-2014", signedAt: "2014-10-27T19:51:43Z",
            signer: "ecc-smp-broker-sign_UC4-PROD", isSandbox: false),
        GenuineToken(
            name: "gala-2021", signedAt: "2021-09-01T19:03:06Z",
            signer: "ecc-smp-broker-sign_UC4-PROD", isSandbox: false),
        GenuineToken(
            name: "basis-theory-rsa", signedAt: "2024-01-08T17:54:44Z",
            signer: "rsa-smp-broker-sign_UC4-PROD", isSandbox: false),
        GenuineToken(
            name: "payu-2018", signedAt: "2018-01-26T13:55:18Z",
            signer: "ecc-smp-broker-sign_UC4-SANDBOX", isSandbox: true),
    ]

    /// All of them.
    static let all =
        opened + [
            GenuineToken(
                name: "source-radial", signedAt: "2015-12-10T17:44:10Z",
                signer: "ecc-smp-broker-sign_UC4-PROD", isSandbox: false),
            GenuineToken(
                name: "source-instamed", signedAt: "2015-05-29T16:36:51Z",
                signer: "ecc-smp-broker-sign_UC4-PROD", isSandbox: false),
        ]

    /// The merchant's key for it.
    func keyring() throws -> MerchantKeyring {
        let key = try Vectors.file("\(name).key.pem")
        if name == "payu-2018" {
            return MerchantKeyring([
                try MerchantKey(privateKey: key, merchantIdentifier: "merchant.sandbox.payu")
            ])
        }
        let certificate = try Vectors.file("\(name).cert.pem")
        return MerchantKeyring([try MerchantKey(privateKey: key, certificate: certificate)])
    }
}
