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
            "The merchant identifier may have letters, digits, dots and hyphens, at most \(SimulatorLimits.merchantIdentifierCharacters); write it as merchant.com.example."
        case .badRequest:
            "The file is no certificate request; give what coster merchant csr printed."
        case .requestSignatureWrong:
            "The request is not signed with its own key; make it again with coster merchant csr."
        case .requestKeyUnsupported:
            "Apple takes P-256 or RSA with 2048 bits for payment processing, and RSA alone for a merchant identity; make the request again with the right key."
        case .badValidity:
            "A certificate must end after it begins, and lie between 2014 and 2049; check --not-before and --not-after."
        case .badCertificate:
            "The file is no payment processing certificate; give the one that the merchant imported, PEM or DER."
        case .versionMismatch:
            "The certificate's key takes tokens of the other version; leave --version out."
        case .storeUnwritable:
            "The simulator's folder cannot be written; check that you own --data, and that there is space."
        case .storeUnreadable:
            "The simulator's folder cannot be read; check that you own --data."
        case .storeDamaged:
            "A key or certificate in the simulator's folder is lost or broken; start with an empty --data."
        case .certificateFailed, .cryptographyFailed:
            "The simulator made no certificate; try again."
        }
    }
}
