import PaymentDomain
import PaymentEngine
import StrictXML

/// A request document of cnpAPI, and what its reply must repeat. It may hold a card number, so it prints nothing.
///
/// Source: cnpOnline XSD, 12.34: cnpOnlineRequest, authentication, then one transaction.
struct CNPRequest: Redacted {
    /// The transactions that this line sends. There is no `sale`: the engine asks for an authorization and a capture, each
    /// under its own identifier, so that a lost answer leaves one of them open rather than both.
    enum Transaction: Sendable, Hashable {
        case authorization, capture, credit, void, authReversal, queryTransaction

        var element: StaticString {
            switch self {
            case .authorization: "authorization"
            case .capture: "capture"
            case .credit: "credit"
            case .void: "void"
            case .authReversal: "authReversal"
            case .queryTransaction: "queryTransaction"
            }
        }

        /// The element of its reply.
        var reply: String { "\(element)Response" }
    }

    /// A transaction that a query asks about.
    struct Original: Sendable, Hashable {
        let id: String
        /// The element of its answer.
        let reply: String

        init(_ id: OperationID, _ kind: WorldpayReference.Kind) {
            self.id = id.value
            let transaction: Transaction =
                switch kind {
                case .authorization: .authorization
                case .deposit: .capture
                case .refund: .credit
                }
            reply = transaction.reply
        }
    }

    static let namespace: StaticString = "http://www.vantivcnp.com/schema"

    let transaction: Transaction
    /// Our operation: a repetition has the same.
    let id: String
    let reportGroup: String
    /// Set if the reply must repeat it.
    let orderID: String?
    /// The transaction that a query asks about; nil for other requests.
    let original: Original?
    let body: [UInt8]

    /// `CNPRequest`.
    var redacted: String { "CNPRequest" }

    /// Writes a document.
    ///
    /// - Parameters:
    ///   - merchant: Whose merchantId it is sent under.
    ///   - partial: The attribute of captures.
    init(
        _ transaction: Transaction, id: OperationID, orderID: String? = nil,
        original: Original? = nil, partial: String? = nil, of merchant: AcquirerMerchant,
        by account: WorldpayAccount,
        _ content: (inout XMLWriter) -> Void
    ) {
        self.transaction = transaction
        self.id = id.value
        self.orderID = orderID
        self.original = original
        reportGroup = account.reportGroup
        var writer = XMLWriter()
        writer.root(
            "cnpOnlineRequest", namespace: CNPRequest.namespace,
            attributes: [
                ("version", WorldpayLimits.version), ("merchantId", merchant.merchantNumber),
            ]
        ) { root in
            root.element("authentication") { login in
                login.element("user", account.user)
                login.element("password", account.password)
            }
            root.element(
                transaction.element,
                attributes: [
                    ("id", id.value), ("reportGroup", account.reportGroup), ("partial", partial),
                ], content)
        }
        body = writer.bytes
    }
}
