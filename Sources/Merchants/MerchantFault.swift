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
    /// Not the bundle identifier of an app, none, or too many.
    case badBundleIdentifier = "bad-bundle-identifier"
    /// The merchant has no card of this token, or it was erased.
    case cardUnknown = "card-unknown"

    /// A stable code for machines.
    package var code: String { rawValue }

    /// The message, with the next step.
    package var sentence: String {
        switch self {
        case .badName:
            "A merchant's name has 1 to 64 letters, digits, dots, hyphens and underscores, and begins with a letter or a digit."
        case .badAppleMerchantIdentifier:
            "An Apple merchant identifier looks like merchant.com.example; copy it from Apple's developer site."
        case .badAcquirerNumber:
            "The acquirer's numbers do not fit: 1 to 15 letters and digits for the merchant, exactly 8 for the terminal, 4 digits for the category."
        case .badIdentity:
            "A client's name must be 1 to 200 printable ASCII characters, and no longer than its protocol has room for; copy it from the client's configuration."
        case .badSecret:
            "A secret must be 8 to 256 printable ASCII characters; leave it out to have one made."
        case .badOverlap:
            "An overlap lasts from 0 hours to 90 days (2160 hours); choose --overlap-hours within that."
        case .merchantExists:
            "There is a merchant of this name already; see coster merchant show, or choose another name."
        case .merchantUnknown:
            "There is no merchant of this name; coster merchant list shows them all."
        case .identityTaken:
            "A name of this client is taken. Where this merchant has it with a secret, give it a new one with coster merchant credential rotate. Where another has it by mistake, end that one's secrets with coster merchant credential revoke, and say --take; or take a name without a secret from it with coster merchant credential remove."
        case .credentialUnknown:
            "There is no such credential that is still good; coster merchant credential list shows them."
        case .tooManySecrets:
            "This client has as many secrets as may be good at once; revoke one first."
        case .certificateUnknown:
            "There is no such certificate in use; coster merchant show lists them with their numbers."
        case .lastCertificate:
            "This is the only certificate that opens the merchant's tokens; import the next one first, or say --last."
        case .badOrigin:
            "An origin is https:// and a host, perhaps with a port. Give it without a path, for example https://shop.example."
        case .originUnknown:
            "The merchant hasn't allowed this origin. Run coster merchant origin list to see those that it has."
        case .badBundleIdentifier:
            "A bundle identifier has 1 to 155 letters, digits, hyphens and periods. Give 1 to 20 of them, each as --bundle-id com.example.shop."
        case .certificateExists:
            "This certificate's key is in the books already, as coster merchant show lists it; one that was retired does not come back: make a new request with coster merchant csr."
        case .cardUnknown:
            "This merchant has no stored card with this token. Check the merchant's name with coster merchant list, and copy the token from the client's records."
        }
    }
}
