import PaymentDomain

/// The limits and sizes of the simulator.
package enum SimulatorLimits {
    /// The longest merchant identifier, in characters: `merchant.` and 200 more, which are all that
    /// `coster merchant create` takes. It becomes a folder name.
    ///
    /// Source: Linux, NAME_MAX: a name has up to 255 bytes.
    package static let merchantIdentifierCharacters = 209
    /// The largest file that the store reads, in bytes; a PEM of ours has about 2,000.
    package static let storedFileBytes = 65_536
    /// The size of RSA keys.
    ///
    /// Source: Apple, Payment token format reference, RSA_v1: 2048-bit keys.
    package static let rsaKeyBits = 2048
    /// The size of the AES key of RSA_v1, in bytes, as genuine tokens have it.
    package static let rsaContentKeyBytes = 16
    /// The size of a transaction identifier, in bytes.
    package static let transactionIdentifierBytes = 32
    /// The size of a cryptogram, in bytes, if the order names none.
    package static let cryptogramBytes = 20
    /// The size of a certificate's serial number, in bytes, as Apple's are.
    package static let serialNumberBytes = 8
    /// The size of the AES-GCM initialization vector, in bytes, all of them zero.
    ///
    /// Source: Apple, Payment token format reference, "Decrypt the payment data".
    package static let initializationVectorBytes = 16
    /// How many days a certificate lasts that answers a request.
    ///
    /// Source: genuine payment processing certificates of 2014, 2021 and 2024; Apple calls it 25
    /// months.
    package static let issuedDays: Int64 = 760
    /// The most certificates that the store keeps for one merchant and purpose.
    package static let issuedCertificates = 9_999
    /// When the simulator's certificates begin: before Apple Pay, so that any time of payment will do.
    package static let validFrom = Timestamp(seconds: 1_388_534_400)  // 2014-01-01T00:00:00Z
    /// When the simulator's certificates end: the last second that UTCTime can say.
    package static let validUntil = Timestamp(seconds: 2_524_607_999)  // 2049-12-31T23:59:59Z
    /// The largest request for a session, in bytes; an honest one has about 200.
    package static let sessionRequestBytes = 4_096
    /// The longest name that the sheet shows. Source: Apple, `displayName`: 64 or fewer UTF-8 characters.
    package static let displayNameCharacters = 64
    /// How long a session lasts. Source: sessions in public trackers end an hour after they begin; Apple's page says that
    /// a session is for one use within five minutes.
    package static let sessionSeconds: Int64 = 3_600
    /// How old a session may be when a page uses it. Source: Apple, "Requesting an Apple Pay payment session".
    package static let sessionAgeSeconds: Int64 = 300
    /// The largest session that a device reads, in bytes; one of the simulator has about 5,000.
    package static let sessionBytes = 32_768
    /// The most used sessions that a device remembers; they are forgotten when they are too old for use.
    package static let usedSessions = 10_000
}
