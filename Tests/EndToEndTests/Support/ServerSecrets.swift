import AppleSimulator
import Crypto
import Foundation
import Testing

extension Secret {
    /// All that a sandbox server has been told or keeps, and may not be found where it does not belong.
    static func all(of server: RunningServer) throws -> [Secret] {
        try cardData() + credentials() + keys(of: server).flatMap { [$0, $0.backwards] }
    }

    /// What ``EveryWayToPay`` sends of cards.
    static func cardData() throws -> [Secret] {
        var secrets = try TestCard.allCases.flatMap { Secret.card(try digits(of: $0)) }
        secrets += (EveryWayToPay.keyedNumbers + [EveryWayToPay.mistypedNumber]).flatMap {
            Secret.card($0)
        }
        secrets += [
            Secret("a cryptogram", EveryWayToPay.cryptogram),
            Secret("a keyed cryptogram", EveryWayToPay.otherCryptogram),
        ]
        // Alone, four digits are found anywhere: what is looked for is the code where it is called one.
        let code = EveryWayToPay.securityCode
        return secrets
            + [">\(code)<", "\"\(code)\"", "=\(code)"].map {
                Secret("a security code", $0)
            }
    }

    /// The secrets of the sandbox's clients.
    static func credentials() -> [Secret] {
        [
            Secret("Radial's key", RunningServer.apiKey),
            Secret("Vantiv's password", "sandbox-vantiv"),
            Secret("CardConnect's password", "testing123"),
            Secret("InstaMed's password", "sandbox-instamed"),
            Secret("the JSON API's key", "csk_sandbox"),
        ]
    }

    /// The keys that lie in the data folder.
    static func keys(of server: RunningServer) throws -> [Secret] {
        let master = try String(contentsOfFile: "\(server.folder)/master.key", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let bytes = stride(from: 0, to: master.utf8.count, by: 2).compactMap { offset in
            UInt8(master.dropFirst(offset).prefix(2), radix: 16)
        }
        #expect(bytes.count == 32)
        let signer = try P256.Signing.PrivateKey(
            pemRepresentation: server.device.apple.ecSigner.keyPEM)
        return [
            Secret("the master key", bytes),
            Secret(
                "the merchant's key", Array(server.device.merchant.agreementKey.rawRepresentation)),
            Secret(
                "the merchant's RSA key", try prime(of: try server.device.merchant.rsa().keyPEM)),
            Secret("the signer's key", Array(signer.rawRepresentation)),
        ]
    }

    /// The bytes in the other order, as a computer keeps a long number.
    var backwards: Secret {
        Secret("\(name) backwards", bytes.reversed())
    }

    /// A piece of an RSA key that nobody else has: 64 bytes near the end of PKCS#8, where its last numbers lie.
    private static func prime(of pem: String) throws -> [UInt8] {
        let text = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        let der = try #require(Data(base64Encoded: text))
        return Array(der.suffix(64))
    }
}
