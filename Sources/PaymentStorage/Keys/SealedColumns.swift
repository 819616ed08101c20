import MerchantStorage
import StorageKit

extension SealedColumn {
    static let cards = SealedColumn(
        table: "cards", row: "row", key: "pan_key", sealed: "sealed_pan", subject: "handle",
        kind: .pan)
    private static let registrations = SealedColumn(
        table: "registrations", row: "row", key: "content_key", sealed: "sealed_content",
        subject: "id", kind: .registration)
    private static let accounts = SealedColumn(
        table: "profile_accounts", row: "row", key: "content_key", sealed: "sealed_content",
        subject: "profile || '/' || number", kind: .account)

    /// Every one, in the order in which a rotation walks them. A new table has its row here.
    static let all = [
        certificates, lineSecrets, webhookSecrets, cards, registrations, accounts,
    ]

    /// Their tables in the order in which payments write to them: who holds all of them waits for a
    /// payment that is in the middle, and does not hold what that payment comes to next.
    static let tablesAsWritten = [
        certificates, lineSecrets, webhookSecrets, registrations, cards, accounts,
    ].map(\.table)
}
