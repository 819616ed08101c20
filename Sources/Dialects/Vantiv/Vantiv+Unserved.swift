// Source: Vantiv, litleTransaction_v8.29.xsd to cnpTransaction_v12.34.xsd, litleRecurring and cnpRecurring: the
// substitution groups of transaction, recurringTransaction and their responses.

import DialectKit
import PaymentDomain
import StrictXML

/// A transaction that the schemas have and this service doesn't carry out. It gets its own reply, which says 322: a
/// client that looks for one finds no reply in a root error.
struct UnservedTransaction: Sendable {
    /// What a reply must have besides number, response and message.
    enum Content: Sendable {
        case plain
        /// `giftCardResponse`.
        case giftCard
        /// The request's `fundsTransferId`.
        case funding
        /// `postDate`.
        case postDate
        /// No attributes, and the request's `planCode` or `subscriptionId` at the end.
        case plan, subscription
    }

    /// What most replies have and some don't.
    enum Part: Sendable {
        /// Ours of the transaction.
        case number
        /// The client's, before 10.
        case orderID
    }

    let response: StaticString
    let content: Content
    /// The part that the schemas don't have in this reply.
    let missing: Part?

    init(_ response: StaticString, _ content: Content = .plain, without missing: Part? = nil) {
        self.response = response
        self.content = content
        self.missing = missing
    }

    /// By the element of the request.
    static let all: [String: UnservedTransaction] = [
        "activate": .init("activateResponse", .giftCard),
        "activateReversal": .init("activateReversalResponse", .giftCard),
        "balanceInquiry": .init("balanceInquiryResponse", .giftCard),
        "deactivate": .init("deactivateResponse", .giftCard),
        "deactivateReversal": .init("deactivateReversalResponse", .giftCard),
        "depositReversal": .init("depositReversalResponse", .giftCard),
        "giftCardAuthReversal": .init("giftCardAuthReversalResponse", .giftCard),
        "giftCardCapture": .init("giftCardCaptureResponse", .giftCard),
        "giftCardCredit": .init("giftCardCreditResponse", .giftCard),
        "load": .init("loadResponse", .giftCard),
        "loadReversal": .init("loadReversalResponse", .giftCard),
        "refundReversal": .init("refundReversalResponse", .giftCard),
        "unload": .init("unloadResponse", .giftCard),
        "unloadReversal": .init("unloadReversalResponse", .giftCard),
        "depositTransactionReversal": .init("depositTransactionReversalResponse"),
        "refundTransactionReversal": .init("refundTransactionReversalResponse"),
        "echeckCredit": .init("echeckCreditResponse"),
        "echeckRedeposit": .init("echeckRedepositResponse", without: .orderID),
        "echeckSale": .init("echeckSalesResponse"),
        "echeckVerification": .init("echeckVerificationResponse"),
        "echeckVoid": .init("echeckVoidResponse", .postDate, without: .orderID),
        "fraudCheck": .init("fraudCheckResponse", without: .orderID),
        "serviceStatusRequest": .init("serviceStatusResponse"),
        "translateToLowValueTokenRequest": .init(
            "translateToLowValueTokenResponse", without: .number),
        "finicityUrlRequest": .init("finicityUrlResponse"),
        "updateCardValidationNumOnToken": .init("updateCardValidationNumOnTokenResponse"),
        "fundingInstructionVoid": .init("fundingInstructionVoidResponse"),
        "customerCredit": .init("customerCreditResponse", .funding),
        "customerDebit": .init("customerDebitResponse", .funding),
        "fastAccessFunding": .init("fastAccessFundingResponse", .funding),
        "payFacCredit": .init("payFacCreditResponse", .funding),
        "payFacDebit": .init("payFacDebitResponse", .funding),
        "payoutOrgCredit": .init("payoutOrgCreditResponse", .funding),
        "payoutOrgDebit": .init("payoutOrgDebitResponse", .funding),
        "physicalCheckCredit": .init("physicalCheckCreditResponse", .funding),
        "physicalCheckDebit": .init("physicalCheckDebitResponse", .funding),
        "reserveCredit": .init("reserveCreditResponse", .funding),
        "reserveDebit": .init("reserveDebitResponse", .funding),
        "submerchantCredit": .init("submerchantCreditResponse", .funding),
        "submerchantDebit": .init("submerchantDebitResponse", .funding),
        "vendorCredit": .init("vendorCreditResponse", .funding),
        "vendorDebit": .init("vendorDebitResponse", .funding),
        "createPlan": .init("createPlanResponse", .plan),
        "updatePlan": .init("updatePlanResponse", .plan),
        "cancelSubscription": .init("cancelSubscriptionResponse", .subscription),
        "updateSubscription": .init("updateSubscriptionResponse", .subscription),
    ]

    /// Whether the reply is of a recurring transaction, which has no attributes.
    var isRecurring: Bool {
        switch content {
        case .plan, .subscription: true
        case .plain, .giftCard, .funding, .postDate: false
        }
    }
}

extension VantivDialect {
    /// The reply to a transaction that is not served.
    func reply(
        unserved: UnservedTransaction, to envelope: VantivEnvelope, _ head: RequestHead
    ) throws(SchemaFault) -> DialectReply {
        let version = envelope.version
        let node = envelope.transaction
        let code = VantivCode.invalidTransaction
        let number = TransactionNumber(at: head.receivedAt, random: head.chance.open)
        let attributes =
            unserved.isRecurring ? nil : try TransactionAttributes(node, isPlain: false, version)
        var writer = XMLWriter()
        let dialog = VantivSession(family: version.family, version: version.text)
        writer.vantivRoot(dialog) { root in
            root.element(
                unserved.response,
                attributes: [
                    ("id", attributes?.id), ("reportGroup", attributes?.reportGroup),
                    ("customerId", attributes?.customerID),
                ]
            ) { reply in
                if unserved.missing != .number {
                    reply.element(version.family.transactionNumber, number.description)
                }
                if version.major < 10, !unserved.isRecurring, unserved.missing != .orderID {
                    reply.element("orderId", node.text(of: "orderId") ?? "")
                }
                reply.element("response", code.code)
                reply.element("message", code.message(in: version.family))
                reply.element("responseTime", head.receivedAt.vantivDateTime)
                if isSandbox, version.hasLocation { reply.element("location", "sandbox") }
                reply.write(unserved.content, of: node, at: head.receivedAt)
            }
        }
        return Self.reply(writer, outcome: code.code)
    }
}

extension XMLWriter {
    fileprivate mutating func write(
        _ content: UnservedTransaction.Content, of node: XMLNode, at now: Timestamp
    ) {
        switch content {
        case .plain: break
        case .giftCard: empty("giftCardResponse")
        case .funding: element("fundsTransferId", node.text(of: "fundsTransferId") ?? "")
        case .postDate: element("postDate", now.vantivDate)
        case .plan: element("planCode", node.text(of: "planCode") ?? "")
        case .subscription: element("subscriptionId", node.text(of: "subscriptionId") ?? "0")
        }
    }
}
