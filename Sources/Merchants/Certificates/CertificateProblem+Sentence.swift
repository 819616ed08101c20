extension CertificateProblem: CustomStringConvertible {
    /// One sentence for a person: what is wrong and how to mend it. It holds nothing of the file.
    package var sentence: String {
        switch self {
        case .notACertificate:
            "The file isn't a certificate. Give the .cer file that Apple's developer site offered for download."
        case .severalCertificates:
            "The file has several certificates, and none is for a key of this merchant. Give the one that answers its request."
        case .requestGiven:
            "The file is the certificate request. Upload it to Apple's developer site, and give the .cer file that comes back."
        case .privateKeyGiven:
            "The file is a private key. Give the certificate, the .cer file from Apple."
        case .pkcs12Given:
            "The file is PKCS#12, which holds a key too. Import it with --import-p12."
        case .isMerchantIdentity:
            "This is a merchant identity certificate. Give the payment processing certificate, or import this one with --identity."
        case .isPaymentProcessing:
            "This is a payment processing certificate. Give the merchant identity certificate, or import this one without --identity."
        case .purposeUnknown:
            "The certificate is neither for payment processing nor a merchant identity. Create one under the merchant identifier on Apple's developer site."
        case .merchantIdentifierMissing:
            "The certificate names no merchant identifier. Create one under the merchant identifier on Apple's developer site."
        case .otherMerchant:
            "The certificate is for another merchant identifier. Download this merchant's certificate, or import it for the other merchant."
        case .noPendingRequest:
            "The certificate answers no request of this merchant. Create a request with `coster merchant csr`, and give the certificate that Apple returns for it."
        case .requestAnswered:
            "A certificate for this key is in use already. To replace it, create a new request with `coster merchant csr`."
        case .expired:
            "The certificate has expired. Create a new request with `coster merchant csr`."
        case .notYetValid:
            "The certificate isn't valid yet. Check this machine's clock, or import it later."
        case .keyUnsupported:
            "The certificate's key is neither P-256 nor RSA with 2048 bits. Create the request with `coster merchant csr`."
        case .identityKeyNotRSA:
            "The key of a merchant identity certificate must be RSA with 2048 bits. Create the request with `coster merchant csr --identity`."
        case .issuerUnknown:
            "The certificate wasn't issued by Apple's authority for merchants. Give the certificate that Apple issued."
        case .issuerSignatureWrong:
            "The certificate names an issuer that didn't sign it. Download it again, or let this folder's simulator issue it."
        }
    }

    package var description: String { sentence }
}
