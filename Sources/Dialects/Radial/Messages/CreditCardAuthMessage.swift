import DialectKit
import PaymentDomain
import StrictXML

/// CreditCardAuthRequest in both forms that we take: with a digital wallet, and with a card that is
/// not present.
///
/// Source: Radial, Payment-Service-CreditCardAuth-1.0.xsd (2017) and Apple Pay, "Request Elements".
struct CreditCardAuthMessage {
    /// The source of the card.
    enum Source {
        case wallet(ApplePayFields)
        case card(CardMessage)
    }

    let requestID: String
    let sessionID: String?
    let orderID: String
    let source: Source
    /// Nil with a wallet means the amount inside the token: Radial's Apple Pay samples send none.
    let amount: Money?
    let billing: BillingDetails
    let checksCardOnly: Bool
    let schemaVersion: SchemaVersion?
    let includesAccountData: Bool

    private static let name: StaticString = "CreditCardAuthRequest"

    /// Reads whichever form it is.
    static func read(
        _ root: XMLNode, customerAddress: String? = nil
    ) throws(RadialProblem) -> CreditCardAuthMessage {
        let first = try reading { () throws(XMLReadError) -> XMLCursor in
            try root.mustBe(name, in: RadialDialect.namespace)
            var cursor = try XMLCursor(root, named: name)
            // The two-request flow of 2017 sends POSMethod; its position isn't documented.
            cursor.skipAnywhere("POSMethod")
            return cursor
        }
        if root.hasChild(named: "CardPresentEncryptedBlob", in: RadialDialect.namespace) {
            throw .broken(.cardPresentUnsupported)
        }
        if root.hasChild(named: "EncryptedCardSecurityCode", in: RadialDialect.namespace) {
            throw .broken(.encryptedFieldUnsupported)
        }
        return try reading { () throws(XMLReadError) in
            if first.isNext("PaymentContext") {
                return try CreditCardAuthMessage(card: root, first, customerAddress)
            }
            return try CreditCardAuthMessage(wallet: root, first, customerAddress)
        }
    }

    private init(
        wallet root: XMLNode, _ first: XMLCursor, _ customerAddress: String?
    ) throws(XMLReadError) {
        let identity = try RootAttributes(root, named: Self.name)
        requestID = identity.requestID
        sessionID = identity.sessionID
        var cursor = first
        source = .wallet(
            try WalletMessage.read(try cursor.requiredElement("WalletPaymentInformation")))
        orderID = try cursor.requiredName("OrderId", max: RadialLimits.orderID)
        amount = try cursor.optionalMoney("Amount")
        billing = try CustomerMessage.read(&cursor, address: customerAddress)
        checksCardOnly = false
        let tail = try AuthTail(&cursor)
        schemaVersion = tail.schemaVersion
        includesAccountData = tail.includesAccountData
    }

    private init(
        card root: XMLNode, _ first: XMLCursor, _ customerAddress: String?
    ) throws(XMLReadError) {
        let identity = try RootAttributes(root, named: Self.name)
        requestID = identity.requestID
        sessionID = identity.sessionID
        var cursor = first
        let context = try PaymentContextMessage(&cursor)
        orderID = context.orderID
        var card = try CardMessage(context, &cursor)
        amount = try cursor.requiredMoney("Amount")
        billing = try CustomerMessage.read(&cursor, address: customerAddress)
        checksCardOnly = try cursor.requiredBoolean("isRequestToCorrectCVVOrAVSError")
        if let node = try cursor.optionalElement("SecureVerificationData") {
            try card.read(verification: node)
        }
        source = .card(card)
        let tail = try AuthTail(&cursor)
        schemaVersion = tail.schemaVersion
        includesAccountData = tail.includesAccountData
    }
}

/// The end of both forms: SchemaVersion and Features in either order, then what newer documents
/// append.
private struct AuthTail {
    let schemaVersion: SchemaVersion?
    let includesAccountData: Bool

    init(_ cursor: inout XMLCursor) throws(XMLReadError) {
        let limit = RadialLimits.schemaVersion
        var version = try cursor.optionalTrimmed("SchemaVersion", max: limit)
        var includes = false
        if let node = try cursor.optionalElement("Features") {
            var inner = try XMLCursor(node, named: "Features")
            includes = try inner.optionalBoolean("IncludePaymentAccountInformation") ?? false
            try inner.finish()
        }
        if version == nil { version = try cursor.optionalTrimmed("SchemaVersion", max: limit) }
        try cursor.skip("PaymentId")
        try cursor.skip("AuthenticationResult")
        try cursor.finish()
        schemaVersion = try version.map { text throws(XMLReadError) in try SchemaVersion(text) }
        includesAccountData = includes
    }
}
