import AppleSimulator

/// The command line's message if the simulator refuses.
package enum SimulatorSentence {
    package static func failure(_ error: SimulatorError) -> CosterFailure {
        CosterFailure(exit(of: error), "\(sentence(of: error)) (\(error.code))")
    }

    private static func exit(of error: SimulatorError) -> CosterExit {
        switch error {
        case .badMerchantIdentifier: .usage
        case .badRequest, .requestSignatureWrong, .requestKeyUnsupported, .badValidity,
            .badCertificate, .versionMismatch:
            .badInput
        case .storeUnwritable, .storeUnreadable, .storeDamaged: .configuration
        case .certificateFailed, .cryptographyFailed: .internalFault
        }
    }

    private static func sentence(of error: SimulatorError) -> String {
        switch error {
        case .badMerchantIdentifier:
            "Invalid merchant identifier. Use at most \(SimulatorLimits.merchantIdentifierCharacters) letters, digits, dots and hyphens, for example merchant.com.example."
        case .badRequest:
            "The file isn't a certificate request. Give the one that `coster merchant csr` printed."
        case .requestSignatureWrong:
            "The request isn't signed with its own key. Create it again with `coster merchant csr`."
        case .requestKeyUnsupported:
            "Invalid key. Use P-256 or RSA with 2048 bits for payment processing, and RSA for a merchant identity."
        case .badValidity:
            "Invalid dates for the certificate. Use --not-before and --not-after between 2014 and 2049, in this order."
        case .badCertificate:
            "The file isn't a payment processing certificate. Give the one that the merchant imported, as PEM or DER."
        case .versionMismatch:
            "The certificate's key is for the other token version. Omit --version."
        case .storeUnwritable:
            "The simulator's files can't be written. Check the owner and the free space of --data."
        case .storeUnreadable:
            "The simulator's files can't be read. Check the owner of --data."
        case .storeDamaged:
            "The simulator's files are damaged. Start with an empty data folder (--data)."
        case .certificateFailed, .cryptographyFailed:
            "The simulator couldn't create a certificate. Try again."
        }
    }
}
