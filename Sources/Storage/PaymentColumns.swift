import PaymentDomain
import PaymentEngine
import Database

/// The columns of a payment, in the order in which they are read.
enum PaymentColumns {
    static let payment = """
        p.id, p.authorization_id, p.merchant, p.order_reference, p.handle, p.currency, p.requested,
        p.state, p.authorized, p.released, p.releasing, p.captured, p.capturing, p.refunded,
        p.refunding, p.uncapturing, p.unrefunding, p.created_at, p.authorized_at,
        p.closing
        """
    static let details = """
        p.issuer_prefix, p.last_four, p.original_last_four, p.network, p.expiry, p.entry_mode,
        p.dialect, p.merchant_number, p.terminal_number, p.category_code
        """
    static let authorization = payment + ", " + details + ", p.authorization_code"
}

extension RowColumns {
    /// A payment, from ``PaymentColumns/payment``.
    ///
    /// - Throws: ``SQLError/corrupt`` if its amounts cannot be: a damaged row is not a payment of which nothing is left.
    mutating func payment() throws -> Payment {
        let payment = try unjudgedPayment()
        guard payment.amounts.isSound,
            payment.amounts.authorized <= payment.requested.minorUnits
        else { throw SQLError.corrupt }
        return payment
    }

    /// The same, whatever its amounts are.
    mutating func unjudgedPayment() throws -> Payment {
        let id = PaymentID(stored: try identifier())
        let authorizationID = OperationID(stored: try identifier())
        let merchant = MerchantID(try text())
        let orderReference = try text()
        let handle = try handle()
        let currency = try currency()
        let requested = try money(in: currency)
        let state = try named(PaymentState.self)
        var amounts = PaymentAmounts()
        amounts.authorized = try integer()
        amounts.released = try integer()
        amounts.releasing = try integer()
        amounts.captured = try integer()
        amounts.capturing = try integer()
        amounts.refunded = try integer()
        amounts.refunding = try integer()
        amounts.uncapturing = try integer()
        amounts.unrefunding = try integer()
        return Payment(
            id: id, authorizationID: authorizationID, merchant: merchant,
            orderReference: orderReference, handle: handle, requested: requested, state: state,
            amounts: amounts, createdAt: try timestamp(), authorizedAt: try timestampOrNil(),
            isClosed: try integer() != 0)
    }

    /// The details of a card that aren't secret, from ``PaymentColumns/details``.
    mutating func details() throws -> AuthorizationDetails {
        let issuerPrefix = try text()
        let lastFour = try text()
        let originalLastFour = try textOrNil()
        let network = try namedOrNil(CardNetwork.self)
        let expiry = try expiryOrNil()
        let entryMode = try named(AcquirerAuthorization.EntryMode.self)
        let dialect = try text()
        return AuthorizationDetails(
            issuerPrefix: issuerPrefix, lastFour: lastFour, originalLastFour: originalLastFour,
            network: network, expiry: expiry, entryMode: entryMode, dialect: dialect,
            merchant: try acquirerMerchant())
    }

    /// An authorization, from ``PaymentColumns/authorization``.
    mutating func authorization() throws -> StoredAuthorization {
        StoredAuthorization(
            payment: try payment(), details: try details(), authorizationCode: try textOrNil())
    }
}
