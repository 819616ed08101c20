import PaymentDomain
import PaymentEngine
import PaymentStorage

/// A payment for a machine. The names in JSON are an interface.
struct PaymentFacts: Encodable {
    let id: String
    let createdAt: String
    let merchant: String
    /// The protocol that asked for it.
    let `protocol`: String
    let orderReference: String
    /// What became of it: a ``PaymentStatus``.
    let status: String
    /// The state in the database.
    let state: String
    /// The issuer's response code and its meaning, if the payment was declined.
    let declineCode: String?
    let declineReason: String?
    let network: String?
    let lastFour: String
    let currency: String
    let requested: String
    let authorized: String
    let captured: String
    let refunded: String
    let released: String
    let authorizationCode: String?

    init(_ summary: PaymentSummary) {
        let payment = summary.payment
        let decimal = { (units: Int64) in payment.requested.currency.decimal(units.magnitude) }
        id = payment.id.value
        createdAt = payment.createdAt.iso8601
        merchant = payment.merchant.value
        self.protocol = summary.details.dialect
        orderReference = payment.orderReference
        status = PaymentStatus(payment).rawValue
        state = payment.state.rawValue
        declineCode = summary.declineReason?.rawValue
        declineReason = summary.declineReason?.text
        network = summary.details.network?.rawValue
        lastFour = summary.details.lastFour
        currency = payment.requested.currency.code
        requested = payment.requested.decimal
        authorized = decimal(payment.amounts.authorized)
        captured = decimal(payment.amounts.captured)
        // A credit has no authorized amount and no capture.
        let isCredit = payment.state == .credited
        refunded = decimal(isCredit ? payment.requested.minorUnits : payment.amounts.refunded)
        released = decimal(payment.amounts.released)
        authorizationCode = summary.authorization.authorizationCode
    }

    /// What became of it, for a person.
    var outcome: String {
        let text = PaymentStatus(rawValue: status)?.text ?? status
        return declineReason.map { "\(text): \($0)" } ?? text
    }

    /// The card for a person: `visa …1111`.
    var card: String { "\(network ?? "card") …\(lastFour)" }
}

extension DeclineReason {
    /// The reason as people write it: `insufficient funds`.
    var text: String {
        let name = String(describing: self)
        return name.reduce(into: "") { text, character in
            text += character.isUppercase ? " " + character.lowercased() : String(character)
        }
    }
}
