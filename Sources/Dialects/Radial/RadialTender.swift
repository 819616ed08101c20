import PaymentDomain

/// A tender type of Radial, as the last part of a path and in replies.
///
/// Source: Radial, Payment-Datatypes-1.0.xsd, TenderTypeType (VC, MC, AM; SM for Maestro) and the
/// tender types of its public clients (DC); digital wallets: Credit Card Auth, "use DW".
enum RadialTender: String, Sendable, Hashable, CaseIterable {
    /// Any card out of a digital wallet; in the path of an authorization only.
    case digitalWallet = "DW"
    case visa = "VC"
    case mastercard = "MC"
    case amex = "AM"
    case discover = "DC"
    case maestro = "SM"

    /// The tender of a path, in any case: Radial's own pages have both `VC.xml` and `vc.xml`.
    init?(path text: String) {
        self.init(rawValue: text.uppercased())
    }

    /// The tender of a card token, by the card's first six digits, which it begins with; nil for one that isn't ours.
    init?(handle: VaultHandle) {
        let prefix = String(handle.value.prefix(RadialLimits.issuerPrefix))
        guard let network = CardNetwork(issuerPrefix: prefix) else { return nil }
        self.init(network)
    }

    /// The tender of a card that was charged.
    ///
    /// Diners, JCB and UnionPay run on Discover's network in the United States, and Radial has no
    /// tender of their own for them. A network that we do not know is, with Apple Pay, a debit
    /// scheme: SM is the one debit tender that Radial has.
    init(_ network: CardNetwork?) {
        switch network {
        case .visa: self = .visa
        case .mastercard: self = .mastercard
        case .amex: self = .amex
        case .discover, .diners, .jcb, .unionPay: self = .discover
        case nil: self = .maestro
        }
    }
}
