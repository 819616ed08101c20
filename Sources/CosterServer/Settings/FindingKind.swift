/// Everything that `coster doctor` can find: a closed set, whose names stay.
package enum FindingKind: String, Sendable, Hashable, CaseIterable {
    // The configuration.
    case configurationUnreadable = "configuration-unreadable"
    case configurationNotJSON = "configuration-not-json"
    case settingUnknown = "setting-unknown"
    case settingInvalid = "setting-invalid"
    case secretExposed = "secret-exposed"
    case tlsHalf = "tls-half"
    case tlsCertificateUnreadable = "tls-certificate-unreadable"
    case tlsKeyUnreadable = "tls-key-unreadable"
    case tlsKeyMismatch = "tls-key-mismatch"
    case tlsExpired = "tls-certificate-expired"
    case tlsNotYetValid = "tls-certificate-not-yet-valid"
    case tlsEndsSoon = "tls-certificate-ends-soon"
    case tlsKeyOpen = "tls-key-open"
    case plainHTTP = "plain-http"
    // The data folder.
    case folderMissing = "data-folder-missing"
    case folderOpen = "data-folder-open"
    case folderWritable = "data-folder-writable"
    case folderNotOurs = "data-folder-not-ours"
    case folderNotWritable = "data-folder-not-writable"
    case fileOpen = "data-file-open"
    case fileNotOurs = "data-file-not-ours"
    case diskNearlyFull = "disk-nearly-full"
    // The database.
    case databaseMissing = "books-missing"
    case databaseFileUnreachable = "books-unreachable"
    case databaseDamaged = "books-damaged"
    case databaseTooNew = "books-too-new"
    case databaseTooOld = "books-too-old"
    case databaseAltered = "books-altered"
    case databaseLogUnread = "books-log-unread"
    case databaseWithoutTables = "database-without-books"
    case databaseUnreachable = "database-unreachable"
    case databaseNotDurable = "database-not-durable"
    case databaseNotUnicode = "database-not-unicode"
    case actsAstray = "acts-astray"
    // The keys.
    case masterKeyMissing = "master-key-missing"
    case sandboxFolder = "sandbox-folder"
    case masterKeyUnreadable = "master-key-unreadable"
    case masterKeyOpen = "master-key-open"
    case masterKeyMalformed = "master-key-malformed"
    case masterKeyWrong = "master-key-wrong"
    case masterKeyFormer = "master-key-former"
    case masterKeyShared = "master-key-shared"
    case keyDamaged = "key-damaged"
    case keyLost = "key-lost"
    case rotationUnfinished = "rotation-unfinished"
    // The lines to acquirers.
    case lineMissing = "line-missing"
    case lineUnreadable = "line-unreadable"
    case routeUnreadable = "route-unreadable"
    case lineSecretClosed = "line-secret-does-not-open"
    case lineIdentityEndsSoon = "line-client-certificate-ends-soon"
    case lineIdentityExpired = "line-client-certificate-expired"
    case lineUnreachable = "line-unreachable"
    case lineCertificateRefused = "line-certificate-refused"
    case lineCredentialsRefused = "line-credentials-refused"
    // The endpoints that events are sent to.
    case webhookUnreadable = "webhook-unreadable"
    case webhookSecretClosed = "webhook-secret-does-not-open"
    case webhookFailing = "webhook-failing"
    case webhookDisabled = "webhook-disabled"
    // Merchants, their certificates and their clients.
    case privateKeyClosed = "private-key-does-not-open"
    case privateKeyForeign = "private-key-mismatch"
    case certificateUnreadable = "certificate-unreadable"
    case certificateIsIdentity = "certificate-is-merchant-identity"
    case certificateIsProcessing = "certificate-is-payment-processing"
    case certificateOfOther = "certificate-other-merchant"
    case certificateUnfit = "certificate-unfit"
    case certificateNotApples = "certificate-not-from-apple"
    case certificateExpired = "certificate-expired"
    case certificateNotYetValid = "certificate-not-yet-valid"
    case certificateEndsSoon = "certificate-ends-soon"
    case requestUnanswered = "request-unanswered"
    case requestAlone = "request-unanswered-and-no-certificate"
    case merchantWithoutCertificate = "merchant-without-certificate"
    case merchantWithoutRoute = "merchant-without-route"
    case merchantWithoutClient = "merchant-without-client"
    case domainWithoutIdentity = "domain-without-identity"
    case clientWithoutSecret = "client-without-secret"
    // The clock.
    case clockBehind = "clock-behind"
    // A token.
    case tokenUnreadable = "token-unreadable"
    case tokenMalformed = "token-malformed"
    case tokenSignatureWrong = "token-signature-wrong"
    case tokenSimulated = "token-simulated"
    case tokenRootUnknown = "token-root-unknown"
    case tokenSandbox = "token-apple-sandbox"
    case tokenStale = "token-stale"
    case tokenFuture = "token-future"
    case tokenForOther = "token-other-merchant"
    case tokenKeyRetired = "token-key-retired"
    case tokenKeyPending = "token-key-pending"
    case tokenKeyClosed = "token-key-closed"
    case tokenSpent = "token-spent"
    case tokenClosed = "token-does-not-decrypt"
    case tokenPayloadWrong = "token-payload-wrong"
    case tokenCardExpired = "token-card-expired"

    private var row: Row { FindingKind.table[self] ?? .problem(rawValue) }

    /// Whether it is a problem, or a warning alone.
    package var severity: Severity { row.severity }

    /// What happened, and the action that fixes it.
    package var message: String { row.message }

    /// The severity and the message of a finding.
    struct Row: Sendable {
        let severity: Severity
        let message: String

        static func problem(_ message: String) -> Row { Row(severity: .problem, message: message) }
        static func warning(_ message: String) -> Row { Row(severity: .warning, message: message) }
    }
}
