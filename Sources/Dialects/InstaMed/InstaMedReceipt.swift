import DialectKit
import PaymentDomain

/// The fields of a payment or a refund in a reply, in the order of InstaMed's samples.
///
/// Source: the source document (Apple Pay), a client's comment (keyed), the portal (SimpleRefund).
struct InstaMedReceipt: Sendable {
    /// A card as a reply shows it.
    struct Card: Sendable {
        var network: CardNetwork?
        var issuerPrefix: String
        var lastFour: String
        var expiry: CardExpiry?
    }

    /// How the fields about the card's entry are written: the samples differ.
    enum Style: Sendable {
        /// From Apple Pay: they are not there.
        case applePay
        /// A keyed sale: `isEMVTransaction=false`, `Keyed`, `Credit`.
        case keyed
        /// A refund of a keyed sale: `FALSE`, `KEYED`, `CREDIT`.
        case keyedRefund
    }

    var number: TransactionNumber
    var at: Timestamp
    var card: Card
    var status = InstaMedStatus.captured
    var authorizationNumber: String?
    /// Set where less was approved than asked for.
    var partialApproval: Money?
    /// The cardholder's name of a keyed card, empty if it wasn't sent; nil for Apple Pay.
    var holder: String?
    /// The transaction that this one belongs to; a keyed sale names itself.
    var primary: TransactionNumber?
    /// The card token of a keyed card from now on.
    var keptCard: VaultHandle?
    var address: AddressCheck?
    var securityCode: SecurityCodeCheck?
    /// Whether money was given back.
    var isRefund = false
    /// Whether no approval is known, and an amount that may have been held was reversed.
    var isReversed = false

    /// Whether there is an approval to report.
    private var isApproved: Bool { status != .declined && !isReversed }

    /// responseCode and responseMessage.
    var response: InstaMedResponse {
        guard isApproved else { return .declined }
        if status == .voided { return .voided }
        return partialApproval.map { .partiallyApproved($0) } ?? .approved
    }

    private var style: Style {
        if holder == nil { return .applePay }
        return isRefund ? .keyedRefund : .keyed
    }

    func reply(outcome: String? = nil) -> DialectReply {
        var form = InstaMedForm()
        form.write(card, holder: holder, style: style)
        let response = response
        let id = InstaMedTransactionID(number)
        if isApproved {
            // No issuer was asked for a refund: the end of its transactionID stands for an approval's six characters.
            let refund = isRefund ? String(id.text.suffix(6)) : ""
            form.field("authorizationNumber", authorizationNumber ?? refund)
        }
        form.field("responseCode", response.code)
        form.field("responseMessage", response.message)
        form.field("transactionStatus", status.rawValue)
        form.field("primaryTransactionID", optional: primary.map { InstaMedTransactionID($0).text })
        // A voided payment is neither paid nor refunded.
        if isApproved, status != .voided { form.field("authorizationText", authorizationText) }
        form.field("transactionID", id.text)
        if !isRefund { form.field("paymentPlanID", optional: keptCard?.value) }
        form.field("transactionDate", id.date(orElse: at))
        if isRefund { form.field("saveOnFileTransactionID", optional: keptCard?.value) }
        // Their place is not documented: behind all that is.
        if case .partiallyApproved(let amount) = response {
            form.field("partialApprovalAmount", amount.decimal)
        }
        form.field("addressVerificationResponseCode", optional: address?.instaMedCode)
        form.field("cardVerificationResponseCode", optional: securityCode?.instaMedCode)
        return form.reply(outcome: outcome ?? response.outcome)
    }

    private var authorizationText: String {
        isRefund
            ? "THE ABOVE AMOUNT HAS BEEN REFUNDED."
            : "I AGREE TO PAY THE ABOVE AMOUNT ACCORDING TO MY CARD HOLDER AGREEMENT."
    }
}

extension InstaMedForm {
    /// Writes the fields of a card, from IsEMVVerifiedByPIN to lastFourDigits.
    mutating func write(
        _ card: InstaMedReceipt.Card, holder: String?, style: InstaMedReceipt.Style
    ) {
        field("IsEMVVerifiedByPIN", "false")
        switch style {
        case .applePay: break
        case .keyed:
            field("isEMVTransaction", "false")
            field("EMVCardEntryMode", "Keyed")
            field("isSignatureRequired", "false")
        case .keyedRefund:
            field("isEMVTransaction", "FALSE")
            field("EMVCardEntryMode", "KEYED")
        }
        field("cardBrand", card.network.instaMedBrand)
        field("cardExpirationMonth", optional: card.expiry.map { String($0.month) })
        field("cardExpirationYear", optional: card.expiry.map { String($0.year) })
        field("cardBINNumber", card.issuerPrefix)
        field("cardHolderName", optional: holder)
        switch style {
        case .applePay, .keyedRefund: field("paymentCardType", "CREDIT")
        case .keyed: field("paymentCardType", "Credit")
        }
        field("lastFourDigits", card.lastFour)
    }
}
