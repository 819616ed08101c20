/// Why an operator's request cannot be carried out. It holds nothing that was entered.
package enum MerchantFault: String, Error, Sendable, Hashable, CaseIterable {
    /// Not a name for a merchant.
    case badName = "bad-merchant-name"
    /// Not an Apple merchant identifier.
    case badAppleMerchantIdentifier = "bad-apple-merchant-identifier"
    /// Not numbers that an acquirer's message has room for.
    case badAcquirerNumber = "bad-acquirer-number"
    /// Not a name of a client.
    case badIdentity = "bad-identity"
    /// A secret that is too short, too long, or holds control characters.
    case badSecret = "bad-secret"
    /// An overlap that is negative or too long.
    case badOverlap = "bad-overlap"
    /// The merchant's name is taken.
    case merchantExists = "merchant-exists"
    /// There is no such merchant.
    case merchantUnknown = "merchant-unknown"
    /// The client's name belongs to another merchant, or has its secret already.
    case identityTaken = "identity-taken"
    /// There is no such credential of this merchant, or it ended.
    case credentialUnknown = "credential-unknown"
    /// There are as many secrets for this client as may be good at once.
    case tooManySecrets = "too-many-secrets"
    /// There is no such certificate of this merchant, or it is retired.
    case certificateUnknown = "certificate-unknown"
    /// The only certificate that opens tokens, which must not be retired by mistake.
    case lastCertificate = "last-certificate"
    /// The key of the certificate is already in the database.
    case certificateExists = "certificate-exists"
    /// Not the origin of a web page.
    case badOrigin = "bad-origin"
    /// The merchant has not allowed this origin.
    case originUnknown = "origin-unknown"
    /// Not a domain of web pages.
    case badDomain = "bad-domain"
    /// An association file that is empty or too long.
    case badAssociationFile = "bad-association-file"
    /// The domain is another merchant's.
    case domainTaken = "domain-taken"
    /// The merchant has not registered this domain.
    case domainUnknown = "domain-unknown"
    /// Not a name, a country or a currency for a merchant's pages.
    case badStorefront = "bad-storefront"
    /// Not the bundle identifier of an app, or too many.
    case badBundleIdentifier = "bad-bundle-identifier"
    /// The merchant has no card of this token, or it was erased.
    case cardUnknown = "card-unknown"

    /// A stable code for machines.
    package var code: String { rawValue }

    /// The message, with the next step.
    package var sentence: String {
        switch self {
        case .badName:
            "Invalid merchant name. Use 1 to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or digit."
        case .badAppleMerchantIdentifier:
            "Invalid Apple merchant identifier. Copy it from Apple's developer site; it looks like merchant.com.example."
        case .badAcquirerNumber:
            "Invalid acquirer number. Use 1 to 15 letters and digits for the merchant, exactly 8 for the terminal, and 4 digits for the category."
        case .badIdentity:
            "Invalid client name. Use 1 to 200 printable ASCII characters, and no more than its protocol allows."
        case .badSecret:
            "Invalid secret. Use 8 to 256 printable ASCII characters, or leave it out to get a generated one."
        case .badOverlap:
            "Invalid overlap. Use 0 to 2160 hours (90 days) with --overlap-hours."
        case .merchantExists:
            "A merchant with this name exists already. Choose another name."
        case .merchantUnknown:
            "No merchant has this name. To see all names, run `coster merchant list`."
        case .identityTaken:
            "This client name is already in use. To get a new secret, run `coster merchant credential rotate`. To move the name from another merchant, run `coster merchant credential revoke` there, then `coster merchant credential create` with --take. To free a name without a secret, run `coster merchant credential remove` there."
        case .credentialUnknown:
            "The merchant has no client with this ID, or no valid secret with this number. To see all of them, run `coster merchant credential list`."
        case .tooManySecrets:
            "This client has \(MerchantLimits.secretsAtOnce) valid secrets, the most allowed. Revoke one with `coster merchant credential revoke`."
        case .certificateUnknown:
            "No certificate in use has this number. To see all numbers, run `coster merchant show`."
        case .lastCertificate:
            "This is the merchant's only certificate in use, so its tokens would no longer decrypt. Import the next one first, or add --last."
        case .badOrigin:
            "Invalid origin. Use https:// and a host without a path, for example https://shop.example."
        case .originUnknown:
            "The merchant hasn't allowed this origin. To see the allowed ones, run `coster merchant origin list`."
        case .badDomain:
            "Invalid domain. Use at least two labels of letters, digits and hyphens, such as shop.example; write an international domain with xn--."
        case .badAssociationFile:
            "Invalid association file. Give the file that Apple's developer site offers for the domain, 1 to \(MerchantLimits.associationFileBytes) bytes."
        case .domainTaken:
            "Another merchant has this domain. Remove it there with `coster merchant domain remove`."
        case .domainUnknown:
            "The merchant hasn't registered this domain. To see its domains, run `coster merchant domain list`."
        case .badStorefront:
            "Invalid storefront. Use a name of 1 to 64 bytes, a country such as US, and a currency such as USD."
        case .badBundleIdentifier:
            "Invalid bundle identifier. Give at most 20 of them, each as --bundle-id com.example.shop."
        case .certificateExists:
            "The database has this certificate's key already, in use, retired or in a request. Create a new request with `coster merchant csr`."
        case .cardUnknown:
            "This merchant has no stored card with this token. Copy the token from the client's records."
        }
    }
}
