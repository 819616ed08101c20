extension CertificateProblem: CustomStringConvertible {
    /// One sentence for a person: what is wrong and how to mend it. It holds nothing of the file.
    package var sentence: String {
        switch self {
        case .notACertificate:
            "The file is no certificate; give the .cer file that Apple's developer site offered for "
                + "download, as it came."
        case .severalCertificates:
            "The file holds several certificates; none is for a key of this merchant. Give the one "
                + "that answers its request."
        case .requestGiven:
            "The file is the certificate request; upload it to Apple's developer site, and give the "
                + ".cer file that comes back."
        case .privateKeyGiven:
            "The file is a private key; give the certificate, the .cer file from Apple, and keep "
                + "the key out of reach."
        case .pkcs12Given:
            "The file is PKCS#12, which holds a key too; import it with --import-p12."
        case .isMerchantIdentity:
            "This is a merchant identity certificate, and a payment processing certificate belongs "
                + "here; give the other one, or import this one with --identity."
        case .isPaymentProcessing:
            "This is a payment processing certificate, and a merchant identity certificate belongs "
                + "here; give the other one, or import this one without --identity."
        case .purposeUnknown:
            "This certificate is neither for payment processing nor a merchant identity; create one "
                + "under the merchant identifier on Apple's developer site."
        case .merchantIdentifierMissing:
            "The certificate names no merchant identifier; create one under the merchant identifier "
                + "on Apple's developer site."
        case .otherMerchant:
            "The certificate is another merchant identifier's; download the one of this merchant, "
                + "or import it for the merchant that it belongs to."
        case .noPendingRequest:
            "The certificate answers no request of this merchant; make one with coster merchant "
                + "csr, upload that one to Apple, and give the certificate that comes back."
        case .requestAnswered:
            "A certificate for this key is there already; make a new request with coster merchant "
                + "csr, so that the new certificate gets a key of its own."
        case .expired:
            "The certificate has expired; make a new request with coster merchant csr and have "
                + "Apple answer it."
        case .notYetValid:
            "The certificate is not valid yet; check this machine's clock, or import it once its "
                + "time has come."
        case .keyUnsupported:
            "The certificate's key is neither P-256 nor RSA with 2048 bits; make the request with "
                + "coster merchant csr, which makes the right key."
        case .identityKeyNotRSA:
            "The key of a merchant identity certificate must be RSA with 2048 bits; make the "
                + "request with coster merchant csr --identity."
        case .issuerUnknown:
            "The certificate's issuer is not Apple's authority for merchants; give the certificate "
                + "that Apple issued, not one that was signed by itself or by another."
        case .issuerSignatureWrong:
            "The certificate bears its issuer's name without its signature; download it again, or "
                + "have it issued by the simulator of this data folder."
        }
    }

    package var description: String { sentence }
}
