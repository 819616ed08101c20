import ApplePayToken
import ArgumentParser
import CosterServer
import Foundation
import Merchants
import PaymentDomain

/// `coster token open`: verify, then decrypt.
struct TokenOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Verify a token, then decrypt it with the merchant's key.",
        discussion: Examples.text(
            "The card number is masked and the cryptogram hidden unless --reveal is given.",
            [
                "coster token open --key merchant.key --certificate apple_pay.cer token.json",
                "coster token open --root root.pem --key merchant.p12 --password-file password token.json",
            ]))

    @Option(
        help: ArgumentHelp(
            "The merchant's payment processing private key, PEM or DER, or a PKCS#12 file.",
            discussion: "A PKCS#12 file (.p12) needs --password-file, and brings the certificate."))
    var key: String

    @Option(help: "The merchant's payment processing certificate, PEM or DER.")
    var certificate: String?

    @Option(
        name: .customLong("apple-merchant-id"),
        help: "The Apple merchant identifier, in place of the certificate.")
    var appleMerchantID: String?

    /// The option's earlier name.
    @Option(name: .customLong("merchant-id"), help: .hidden)
    var formerMerchantID: String?

    private var merchantID: String? { appleMerchantID ?? formerMerchantID }

    @Option(
        name: .customLong("password-file"),
        help: "A file with the password of the key on its first line.")
    var passwordFile: String?

    @Flag(help: "Print the card number and the cryptogram in full.")
    var reveal = false

    @OptionGroup var verification: VerificationOptions

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
        let file = try readKeyFile()
        let certificateBytes = try certificate.map { try Files.bytes($0, limit: Files.keyLimit) }
        let password = try passwordFile.map { try Files.password($0) }
        let pair = try password.flatMap {
            try TokenOpenCommand.pair(in: file, password: $0, certificate: certificateBytes)
        }
        do {
            return try MerchantKey(
                privateKey: pair?.privateKey ?? file,
                certificate: certificateBytes ?? pair?.certificate,
                merchantIdentifier: merchantID, password: password)
        } catch MerchantKeyError.merchantIdentifierMissing where certificate == nil {
            throw TokenOpenCommand.lacksCertificate
        } catch {
            throw CosterFailure(
                .badInput, "The key cannot be used (\(error.code)): \(error.sentence)")
        }
    }

    /// The bytes of the key's file. Its content may show what is missing; if it can't be read, the usage does.
    private func readKeyFile() throws -> [UInt8] {
        do {
            return try Files.bytes(key, limit: Files.keyLimit)
        } catch {
            let isUsable = certificate != nil || merchantID != nil || passwordFile != nil
            throw isUsable ? error : TokenOpenCommand.lacksCertificate
        }
    }

    private static var lacksCertificate: any Error {
        ValidationError("Give --certificate FILE or --apple-merchant-id ID.")
    }

    /// The key and the certificate of a PKCS#12 file; nil if it is something else, so that it is read as a key alone.
    private static func pair(
        in file: [UInt8], password: [UInt8], certificate: [UInt8]?
    ) throws(CosterFailure) -> PKCS12File? {
        do {
            return try PKCS12File.open(
                file, password: password, certificateFile: certificate)
        } catch {
            // Whatever its password is: a key's own may have other characters than that of a PKCS#12 file.
            guard error != .malformed else { return nil }
            throw CosterFailure(
                .badInput, "The key cannot be used (\(error.code)): \(error.sentence)")
        }
    }
}
