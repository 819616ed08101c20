import PaymentDomain

/// How a client names itself in a dialect, and whose it is.
package struct ClientIdentity: Sendable, Hashable {
    package let dialect: String
    /// The name, as the dialect presents it.
    package let name: String
    package let merchant: MerchantID
    /// Further details of this client for its dialect, one text a part, such as the numbers of an
    /// outlet.
    package let details: [String]
    /// Whether it has no secret: a paypage, a merchid, a site. It names whose a request is, and
    /// proves nothing.
    package let isOpen: Bool

    /// A client's name.
    ///
    /// - Throws: ``MerchantFault/badIdentity``.
    package init(
        dialect: String, name: String, merchant: MerchantID, details: [String] = [],
        isOpen: Bool = false
    ) throws(MerchantFault) {
        guard ClientIdentity.isPrintable(name), details.allSatisfy(ClientIdentity.isPrintable)
        else { throw .badIdentity }
        self.dialect = dialect
        self.name = name
        self.merchant = merchant
        self.details = details
        self.isOpen = isOpen
    }

    /// Whether it describes a merchant's web pages, and names no client of a protocol.
    package var isOfPages: Bool {
        [WebOrigin.dialect, WebDomain.dialect, Storefront.dialect].contains(dialect)
    }

    private static func isPrintable(_ text: String) -> Bool {
        (1...MerchantLimits.identityBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}

/// One secret of a client in the database.
package struct CredentialRecord: Sendable, Hashable {
    /// Its number, by which an operator names it.
    package let number: Int64
    package let dialect: String
    package let identity: String
    /// The stored form of the secret.
    package let secret: StoredSecret
    /// When it was made.
    package let createdAt: Timestamp
    /// The end of its overlap with a newer one; nil if it has none.
    package let expiresAt: Timestamp?
    /// When it was revoked; nil if it wasn't.
    package let revokedAt: Timestamp?

    /// A secret from the database.
    package init(
        number: Int64, dialect: String, identity: String, secret: StoredSecret,
        createdAt: Timestamp, expiresAt: Timestamp?, revokedAt: Timestamp?
    ) {
        self.number = number
        self.dialect = dialect
        self.identity = identity
        self.secret = secret
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
    }

    /// Whether it is valid at a time.
    package func isGood(at now: Timestamp) -> Bool {
        revokedAt == nil && now < (expiresAt ?? Timestamp(milliseconds: .max))
    }
}

/// The stored form of a secret, from which the secret can't be recovered.
package enum StoredSecret: Redacted, Hashable {
    /// A keyed hash. It suits secrets that we made, which nobody can guess: trying them all is
    /// hopeless with the key and without.
    case keyed([UInt8])
    /// A slow, salted hash. It suits secrets that a person chose.
    case slow(ScryptHash)

    /// `StoredSecret`.
    package var redacted: String { "StoredSecret" }

    /// How it is kept, for lists.
    package var kind: String {
        switch self {
        case .keyed: "keyed hash"
        case .slow: "scrypt"
        }
    }
}
