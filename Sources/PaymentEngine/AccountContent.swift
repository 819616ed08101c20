import CardVault
import PaymentDomain

/// The content of a profile's account. It exists in the clear only here; the database has it sealed.
struct AccountContent: Redacted {
    var handle: VaultHandle
    var network: CardNetwork?
    var expiry: CardExpiry?
    var holder: AccountHolder

    var redacted: String { "AccountContent" }

    init(
        handle: VaultHandle, network: CardNetwork?, expiry: CardExpiry?, holder: AccountHolder
    ) {
        self.handle = handle
        self.network = network
        self.expiry = expiry
        self.holder = holder
    }

    private static let label = "account 1"

    /// The bytes to seal.
    var bytes: [UInt8] {
        StoredFields.bytes(
            of: [
                Self.label, handle.value, network?.rawValue,
                expiry.map { String($0.year * 100 + $0.month) },
                holder.declinesUpdates.map(String.init), holder.consents.map(String.init),
            ] + AccountHolder.Field.allCases.map { holder.texts[$0] })
    }

    /// The content of unsealed bytes, or nil if our code didn't write them.
    init?(_ bytes: [UInt8]) {
        guard let fields = StoredFields.fields(in: bytes), fields.first == Self.label else {
            return nil
        }
        var reader = FieldReader(fields.dropFirst())
        guard let handle = reader.optional().flatMap({ VaultHandle($0) }) else { return nil }
        self.handle = handle
        network = reader.optional().flatMap { CardNetwork(rawValue: $0) }
        expiry = reader.expiry()
        holder = AccountHolder()
        holder.declinesUpdates = reader.optional().flatMap { Bool($0) }
        holder.consents = reader.optional().flatMap { Bool($0) }
        for field in AccountHolder.Field.allCases { holder.texts[field] = reader.optional() }
        guard reader.isAtEnd else { return nil }
    }

    /// What makes two accounts equal, for a keyed hash: not the company, and not whether the holder agreed.
    ///
    /// Source: the Gateway API of profiles, profile: the fields that are checked for matches.
    var matched: [UInt8] {
        let fields = AccountHolder.Field.allCases.filter { $0 != .company }
        return StoredFields.bytes(
            of: [
                "match 1", handle.value, expiry.map { String($0.year * 100 + $0.month) },
                String(holder.declinesUpdates ?? false),
            ] + fields.map { holder.texts[$0] })
    }
}
