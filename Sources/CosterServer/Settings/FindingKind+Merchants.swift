extension FindingKind {
    /// The rows of merchants, their certificates and clients, and tokens.
    static let merchants: [FindingKind: Row] = [
        // Merchants, their certificates and their clients.
        .privateKeyClosed: .problem(
            "The private key doesn't decrypt with the database's keys. Restore a backup. Without one, retire the certificate and create a new request with `coster merchant csr`."
        ),
        .privateKeyForeign: .problem(
            "The private key and the certificate don't belong together, so no token decrypts. Retire the certificate, and create a new request with `coster merchant csr`."
        ),
        .certificateUnreadable: .problem(
            "The stored certificate can't be read. Retire it, and create a new request with `coster merchant csr`."
        ),
        .certificateIsIdentity: .problem(
            "This is a merchant identity certificate. Retire it, and at Apple choose Apple Pay Payment Processing Certificate."
        ),
        .certificateIsProcessing: .problem(
            "This is a payment processing certificate. Retire it, and at Apple choose Apple Pay Merchant Identity Certificate."
        ),
        .certificateOfOther: .problem(
            "The certificate is for another Apple merchant identifier. Retire it, and request one for this merchant's identifier."
        ),
        .certificateUnfit: .problem(
            "The certificate's key, kind or merchant identifier isn't what Apple Pay uses. Retire it, and create a new request with `coster merchant csr`."
        ),
        .certificateNotApples: .problem(
            "Apple didn't issue this certificate, so Apple's devices and servers don't use it. Retire it, and give a new request to Apple."
        ),
        .certificateExpired: .problem(
            "The certificate has expired. Create a new request with `coster merchant csr`, or retire this one if a newer one is in use."
        ),
        .certificateNotYetValid: .problem(
            "The certificate isn't valid yet. Check the machine's clock, and keep the previous certificate until then."
        ),
        .certificateEndsSoon: .warning(
            "The certificate expires within 30 days, and there is no newer one. Create a new request with `coster merchant csr`."
        ),
        .requestUnanswered: .warning(
            "A certificate request has waited for 14 days. Import Apple's answer with `coster merchant certificate --import`, or retire the request."
        ),
        .requestAlone: .problem(
            "The merchant has an unanswered request and no certificate, so it can't decrypt tokens. Import Apple's answer with `coster merchant certificate --import`."
        ),
        .merchantWithoutCertificate: .warning(
            "The merchant has no certificate and no request, so it can't decrypt tokens. Create a request with `coster merchant csr`."
        ),
        .merchantWithoutClient: .warning(
            "The merchant has no client with a secret, so no shop can pay through it. Create one with `coster merchant credential create`."
        ),
        .merchantWithoutRoute: .problem(
            "The merchant has clients and no rules, so its payments are refused. Set its rules with `coster route set`."
        ),
        .domainWithoutIdentity: .problem(
            "The merchant has domains and no identity certificate, so its pages get no sessions. Request one with `coster merchant csr --identity`."
        ),
        .clientWithoutSecret: .warning(
            "All secrets of this client have expired or were revoked. Create a new one with `coster merchant credential rotate`."
        ),
        // The endpoints that events are sent to.
        .webhookUnreadable: .problem(
            "The endpoint's row can't be read, so it gets no events. Restore a backup, or run the newer version of Coster that wrote it."
        ),
        .webhookSecretClosed: .problem(
            "A secret of the endpoint doesn't decrypt, so its events wait. Create a new one with `coster webhook rotate --overlap-hours 0`."
        ),
        .webhookFailing: .warning(
            "The endpoint has taken no event for an hour. See why with `coster webhook deliveries`."
        ),
        .webhookDisabled: .warning(
            "The endpoint is disabled, because it answered 410 or failed for five days. Repair it, then run `coster webhook enable`."
        ),
        // A token.
        .tokenUnreadable: .problem(
            "The token's file can't be read. Check the path of --token."),
        .tokenMalformed: .problem(
            "The file isn't a complete Apple Pay token. Save the paymentData that the device sent, as JSON."
        ),
        .tokenSignatureWrong: .problem(
            "The signature is wrong: the token was changed, or Apple never signed it. Get a new token from the device."
        ),
        .tokenSimulated: .problem(
            "This folder's simulator signed the token, which production never trusts. Pay with a real device, or use --sandbox."
        ),
        .tokenRootUnknown: .problem(
            "The token wasn't signed under Apple's root. Pay with a real device."),
        .tokenSandbox: .warning(
            "Apple's sandbox signed the token, which a production server refuses. Sign out of the sandbox account on the device."
        ),
        .tokenStale: .problem(
            "The token is older than a server accepts. Send each token at once, and check the clock and token-max-age-seconds."
        ),
        .tokenFuture: .problem(
            "The token was signed in the future. Check the machine's clock."),
        .tokenForOther: .problem(
            "The token is for a key that no merchant here has. Check the merchant identifier in the app, or import its certificate."
        ),
        .tokenKeyRetired: .problem(
            "The token is for a retired certificate, whose key is erased. At Apple, activate the newer certificate."
        ),
        .tokenKeyPending: .problem(
            "The token is for a key whose certificate is missing. Import Apple's answer with `coster merchant certificate --import`."
        ),
        .tokenKeyClosed: .warning(
            "The token wasn't decrypted, because the merchant's key can't be opened here. Correct the findings about keys first."
        ),
        .tokenSpent: .problem(
            "The token was used before. Get a new token from the device."),
        .tokenClosed: .problem(
            "The token doesn't decrypt: it was changed, or encrypted for another key or merchant identifier. Get a new token from the device."
        ),
        .tokenPayloadWrong: .problem(
            "The decrypted content isn't what Apple documents. Get a new token from the device."),
        .tokenCardExpired: .problem(
            "The card in the token has expired. Choose another card in Wallet."),
    ]
}
