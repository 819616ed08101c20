import PaymentDomain
import StrictCoding

/// What an event must say of the request that it ends: kept in the database as text, with the change that was asked for.
struct RadialAsking: Sendable, Hashable {
    enum Kind: String, Sendable, CaseIterable {
        /// A settlement that captures.
        case debit = "Debit"
        /// A settlement that refunds.
        case credit = "Credit"
        /// The cancel of an authorization.
        case cancel = "Cancel"
    }

    let kind: Kind
    /// The store that asked: each store has its own queue of events.
    let store: String
    /// ClientContext of a settlement: it comes back as it was sent.
    ///
    /// Source: Radial, Payment-Service-PaymentSettlement-1.0.xsd, ClientContext: "echoed back in the payment settlement
    /// status message".
    let clientContext: String?

    init(_ kind: Kind, store: String, clientContext: String? = nil) {
        self.kind = kind
        self.store = store
        self.clientContext = clientContext
    }

    /// The text in the database; nil if it isn't of this protocol.
    init?(_ text: String) {
        guard let object = try? JSONValue(reading: Array(text.utf8)).object,
            let kind = object["radial"]?.text.flatMap(Kind.init(rawValue:)),
            let store = object["store"]?.text
        else { return nil }
        self.init(kind, store: store, clientContext: object["context"]?.text)
    }

    /// The text for the database.
    var text: String {
        var writer = JSONWriter()
        writer.object { object in
            object.member("radial", kind.rawValue)
            object.member("store", store)
            object.member("context", optional: clientContext)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
