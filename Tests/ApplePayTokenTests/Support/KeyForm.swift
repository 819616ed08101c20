import Crypto
import Foundation

/// The forms in which a P-256 key lies in a file.
enum KeyForm: String, CaseIterable, Sendable {
    case pkcs8PEM
    case pkcs8DER
    case sec1PEM
    case withParameters
    case withReturns

    func file(of key: P256.KeyAgreement.PrivateKey) -> [UInt8] {
        switch self {
        case .pkcs8PEM: Array(key.pemRepresentation.utf8)
        case .pkcs8DER: Array(key.derRepresentation)
        case .sec1PEM: Array(sec1(key).utf8)
        case .withParameters: Array((KeyForm.parameters + "\n" + sec1(key)).utf8)
        case .withReturns: Array(key.pemRepresentation.replacing("\n", with: "\r\n").utf8)
        }
    }

    /// ECPrivateKey { 1, key, [0] prime256v1 } (RFC 5915, section 3).
    private func sec1(_ key: P256.KeyAgreement.PrivateKey) -> String {
        let name: [UInt8] = [
            0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
        ]
        let content = [0x02, 0x01, 0x01, 0x04, 0x20] + Array(key.rawRepresentation) + name
        let text = Base64Text.encode([0x30, UInt8(content.count)] + content)
        return "-----BEGIN EC PRIVATE KEY-----\n\(text)\n-----END EC PRIVATE KEY-----\n"
    }

    /// What `openssl ecparam -genkey` writes before the key.
    private static let parameters = """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----
        """

    /// A key of no one, under the password `secret` (PBES2 with AES-256-CBC and SHA-256).
    static let encryptedPEM = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhOUpLHTRwnQgICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEELXVRMwxSpwqRLN9m6v9Cy8EgZBg
        mfKHNPqxSGDfEXVQ4iaAbPwTYfaF5fw48RfkcbfLjiB2nMkmzvVGOS+KCizwBrGB
        EzsxvKBluEysaA4DQ6quUURaGneFQBD3crhsCyTJtD2v4g/HeggkJ3g6igmoQFmw
        dCjhM+1KlQU7T8UtF5KM42aS9bERKwSuXE434oCJAzvFDh59eIH7PsRZahQuBYU=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    /// The same key without a password.
    static let decryptedPEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgX9O1/buII9mpY83D
        b3yKAOyTDL30vPHWqoQU91GnRzWhRANCAARt6grk+rI8tXcPX12fGTDaC2Ptxgi4
        61D0qOQAVtLRRsdnWxi1bVT4kiWVClGzJUbjbOk0YlaqRlu6eo3LmJsJ
        -----END PRIVATE KEY-----
        """
}

/// Base64 in lines of 64 characters, as PEM has them.
enum Base64Text {
    static func encode(_ bytes: [UInt8]) -> String {
        let text = Array(Data(bytes).base64EncodedString())
        return stride(from: 0, to: text.count, by: 64)
            .map { String(text[$0..<min($0 + 64, text.count)]) }.joined(separator: "\n")
    }
}
