import ApplePayToken
import ArgumentParser
import Foundation
import PaymentDomain

/// `coster token open`: verify, then decrypt.
struct TokenOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Verify a token, then decrypt it with the merchant's key.",
        discussion: "The card number is masked and the cryptogram hidden unless --reveal is given.")

    @Option(help: "The merchant's payment processing private key, PEM or DER.")
    var key: String

    @Option(help: "The merchant's payment processing certificate, PEM or DER.")
    var certificate: String?

    @Option(
        name: .customLong("merchant-id"),
        help: "The merchant identifier, in place of the certificate.")
    var merchantID: String?

    @Option(name: .customLong("password-file"), help: "A file with the password of the key.")
    var passwordFile: String?

    @Flag(help: "Print the card number and the cryptogram in full.")
    var reveal = false

    @OptionGroup var verification: VerificationOptions

    func validate() throws {
        guard certificate != nil || merchantID != nil else {
            throw ValidationError("Give --certificate FILE, or --merchant-id ID in its place.")
        }
    }

    func run() async throws {
        try await TokenReport.guarding {
            let merchantKey = try readKey()
            let verified = try await verification.verify()
            let opened = try verified.decrypt(
                with: MerchantKeyring([merchantKey]), at: try verification.moment())
            let payload = opened.payloadJSON(reveal: reveal)
            print("{\(try TokenReport.members(of: verified)),\"payload\":\(payload)}")
        }
    }

    private func readKey() throws -> MerchantKey {
        let keyBytes = try Files.bytes(key, limit: Files.keyLimit)
        let certificateBytes = try certificate.map { try Files.bytes($0, limit: Files.keyLimit) }
        let password = try passwordFile.map {
            Array(try Files.bytes($0, limit: Files.keyLimit).prefix { $0 != 0x0A && $0 != 0x0D })
        }
        do {
            return try MerchantKey(
                privateKey: keyBytes, certificate: certificateBytes,
                merchantIdentifier: merchantID, password: password)
        } catch {
            throw CosterFailure(
                .badInput, "The key cannot be used (\(error.code)): \(error.sentence)")
        }
    }
}
