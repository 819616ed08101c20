import CardVault
import PaymentDomain
import Routing
import StorageKit

/// A line in the database, with its secrets.
package struct LineRecord: Sendable, Hashable {
    package let definition: LineDefinition
    package let createdAt: Timestamp
    /// Oldest first: one, or two during an overlap.
    package let secrets: [LineSecretRecord]

    package init(
        definition: LineDefinition, createdAt: Timestamp, secrets: [LineSecretRecord]
    ) {
        self.definition = definition
        self.createdAt = createdAt
        self.secrets = secrets
    }

    package var id: LineID { definition.id }

    /// The secret that is sent.
    package var secretInUse: LineSecretRecord? { secrets.first { $0.expiresAt == nil } }
}

/// A line whose row isn't ours to read.
package struct UnreadableLine: Sendable, Hashable {
    package let id: LineID
    /// Any mode but test counts as live: a sandbox must not start beside it.
    package let mode: LineMode

    /// - Parameter mode: As the row has it.
    package init(id: LineID, mode: String) {
        self.id = id
        self.mode = mode == LineMode.test.rawValue ? .test : .live
    }
}

/// The first rule of a merchant whose row isn't ours to read.
package struct UnreadableRoute: Sendable, Hashable {
    package let merchant: MerchantID
    /// Its place among the merchant's rules, from 1.
    package let number: Int

    package init(merchant: MerchantID, number: Int) {
        self.merchant = merchant
        self.number = number
    }
}

/// A secret of a line, encrypted.
package struct LineSecretRecord: Sendable, Hashable {
    /// Its number, by which lists name it.
    package let number: Int64
    package let sealed: SealedRecord
    /// From when it was in use.
    package let validFrom: Timestamp
    /// When it is erased; nil for the one in use.
    package let expiresAt: Timestamp?

    package init(
        number: Int64, sealed: SealedRecord, validFrom: Timestamp, expiresAt: Timestamp?
    ) {
        self.number = number
        self.sealed = sealed
        self.validFrom = validFrom
        self.expiresAt = expiresAt
    }
}

extension LineID {
    /// The owner of the keys that encrypt the line's secrets. No merchant's name has a colon.
    package var keyOwner: MerchantID { MerchantID("line:\(value)") }

    /// The associated data of a secret.
    package var secretBinding: AssociatedData {
        AssociatedData(merchant: keyOwner, subject: value, kind: .lineSecret)
    }
}

extension SealedColumn {
    /// The secrets of lines; see ``PaymentDomain/LineID/keyOwner``.
    package static let lineSecrets = SealedColumn(
        table: "line_credentials", owner: "'line:' || line", row: "number", key: "key_id",
        sealed: "sealed_secret", subject: "line", kind: .lineSecret)
}
