import PaymentDomain

/// How a client names itself in a dialect, and whose it is.
public struct ClientIdentity: Sendable, Hashable {
    /// The dialect.
    public let dialect: String
    /// The name, as the dialect presents it.
    public let name: String
    /// Whose.
    public let merchant: MerchantID
    /// What else the dialect needs to know of this client, one text a part; an InstaMed outlet's
    /// merchantID, storeID and terminalID.
    public let details: [String]
    /// Whether it has no secret: a paypage, a merchid, a site. It names whose a request is, and
    /// proves nothing.
    public let isOpen: Bool

    /// A client's name.
    ///
    /// - Throws: ``MerchantFault/badIdentity``.
    public init(
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

    private static func isPrintable(_ text: String) -> Bool {
        (1...MerchantLimits.identityBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}

/// One secret of a client, as the books keep it.
public struct CredentialRecord: Sendable, Hashable {
    /// Its number, by which an operator names it.
    public let number: Int64
    /// The dialect.
    public let dialect: String
    /// The client's name.
    public let identity: String
    /// What is kept of the secret.
    public let secret: StoredSecret
    /// When it was made.
    public let createdAt: Timestamp
    /// The end of its overlap with a newer one; nil where it has none.
    public let expiresAt: Timestamp?
    /// When it was revoked; nil where it was not.
    public let revokedAt: Timestamp?

    /// A secret from the books.
    public init(
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

    /// Whether it opens anything at a moment.
    public func isGood(at now: Timestamp) -> Bool {
        revokedAt == nil && now < (expiresAt ?? Timestamp(milliseconds: .max))
    }
}

/// What the books keep of a secret, from which it cannot be had again.
public enum StoredSecret: Redacted, Hashable {
    /// A keyed hash. It suits secrets that we made, which nobody can guess: trying them all is
    /// hopeless with the key and without.
    case keyed([UInt8])
    /// A slow, salted hash. It suits secrets that a person chose.
    case slow(SlowHash)

    /// `StoredSecret`.
    public var redacted: String { "StoredSecret" }

    /// How it is kept, for lists.
    public var kind: String {
        switch self {
        case .keyed: "keyed hash"
        case .slow: "scrypt"
        }
    }
}
