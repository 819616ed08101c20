extension FindingKind {
    /// Of merchants, their certificates and their clients.
    var merchantSentence: String? {
        switch self {
        case .privateKeyClosed:
            "The private key does not open with the keys of these books. Bring back a backup, or make a new request with coster merchant csr and retire this one."
        case .privateKeyForeign:
            "The private key and the certificate do not belong together, so that no token opens. Retire it, make a new request with coster merchant csr, and import what Apple answers to that one."
        case .certificateUnreadable:
            "The kept certificate cannot be read. Retire it and import Apple's file again, after a new request with coster merchant csr."
        case .certificateIsIdentity:
            "This is a merchant identity certificate, and a payment processing one belongs here. Retire it; at Apple's site choose Apple Pay Payment Processing Certificate."
        case .certificateIsProcessing:
            "This is a payment processing certificate, and a merchant identity one belongs here. Retire it; at Apple's site choose Apple Pay Merchant Identity Certificate."
        case .certificateOfOther:
            "This certificate is another merchant's: the hash of the merchant identifier in it is not this merchant's. Retire it, and ask Apple under the right merchant identifier."
        case .certificateUnfit:
            "This certificate is of no use for its purpose: its key, its kind or its merchant identifier is not what Apple Pay has. Retire it and request another with coster merchant csr."
        case .certificateNotApples:
            "This certificate was not issued by Apple but, it may be, by the simulator; no device makes tokens for it. Retire it, and have Apple answer a new request."
        case .certificateExpired:
            "The certificate has expired. Make a new request with coster merchant csr and have Apple answer it; where a newer one is in use, retire this one."
        case .certificateNotYetValid:
            "The certificate is not valid yet. Check the machine's clock; until then keep the earlier certificate in use."
        case .certificateEndsSoon:
            "The certificate ends within 30 days, and there is no newer one. Make a new request with coster merchant csr and have Apple answer it before then."
        case .requestUnanswered:
            "A certificate request has had no answer for 14 days. Give it to Apple and import the answer with coster merchant certificate --import, or retire it."
        case .requestAlone:
            "The merchant has a request without an answer and no certificate, so that it can open no token. Give the request to Apple and import the answer with coster merchant certificate --import."
        case .merchantWithoutCertificate:
            "The merchant has no certificate and no request, so that it can open no token. Make a request with coster merchant csr."
        case .merchantWithoutClient:
            "The merchant has no client with a secret, so that no shop can pay through it. Make one with coster merchant credential create."
        case .clientWithoutSecret:
            "All secrets of this client have ended or were revoked. Give it a new one with coster merchant credential rotate."
        default: nil
        }
    }

    /// Of a token.
    var tokenSentence: String? {
        switch self {
        case .tokenUnreadable:
            "The token's file cannot be read. Check the path of --token."
        case .tokenMalformed:
            "The file is no whole Apple Pay token: this part of it is missing, cut off or changed. Get the paymentData as the device gave it, as JSON."
        case .tokenSignatureWrong:
            "The signature does not hold: the token was changed on its way, or Apple never signed it. Get a new one from the device."
        case .tokenSimulated:
            "The token was signed by this folder's simulator, which production never trusts. Pay with a real device, or use --sandbox."
        case .tokenRootUnknown:
            "The token was signed under a root that is not Apple's: a simulator's, or a forgery. Pay with a real device."
        case .tokenSandbox:
            "The token was signed by Apple's sandbox, so that a production server refuses it. Leave the sandbox account on the device for a real payment."
        case .tokenStale:
            "The token is older than a server takes. Send each token at once; check the machine's clock, and token-max-age-seconds."
        case .tokenFuture:
            "The token was signed in the future. Check the machine's clock."
        case .tokenForOther:
            "The token is for a key that no merchant of these books has. Check the merchant identifier in the shop's app or page, or import the certificate that belongs to it."
        case .tokenKeyRetired:
            "The token is for a certificate that was retired, whose key is erased. Apple still encrypts for it: in Apple's site activate the newer certificate."
        case .tokenKeyPending:
            "The token is for a key whose certificate was not imported. Import Apple's answer with coster merchant certificate --import."
        case .tokenKeyClosed:
            "The token was not opened, since the merchant's key does not open here. Mend what is said of keys first."
        case .tokenSpent:
            "The token was used before, and each pays once. Get a new one from the device."
        case .tokenClosed:
            "The token does not decrypt: its data was changed on its way, or encrypted for another key or merchant identifier. Get a new one from the device, and check the certificate's merchant identifier."
        case .tokenPayloadWrong:
            "The token opens, but what is in it is not as Apple has it. Get a new one from the device."
        case .tokenCardExpired:
            "The card in the token has expired. The customer must renew it in Wallet or choose another."
        default: nil
        }
    }
}
