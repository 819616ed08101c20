import DialectKit
import PaymentDomain
import StrictCoding

extension CardPointeDialect {
    /// Writes the reply to a command that was carried out.
    func reply(to exchange: CardPointeExchange, with result: PaymentResult) -> DialectReply {
        switch (exchange.operation, result) {
        case (.auth, .authorization(let result)):
            authorizationReply(to: exchange, with: result)
        case (.capture, .recorded(let result)):
            captureReply(to: exchange, with: result)
        case (.void, .recorded(let result)), (.voidByOrderID, .recorded(let result)):
            voidReply(to: exchange, with: result)
        case (.refund, .recorded(let result)):
            refundReply(to: exchange, with: result)
        case (.inquire, .found(let found)), (.inquireByOrderID, .found(let found)):
            inquiryReply(to: exchange, with: found)
        case (.settlementStatus, .batches(let batches)):
            settlementReply(to: exchange, with: batches)
        case (.profile, .accounts(let accounts)):
            profileReply(to: exchange, with: accounts)
        case (.check, .found): servletReply()
        case (.inquireMerchant, .found): merchantReply(to: exchange)
        case (.bin, .found): binReply(to: exchange)
        case (.funding, .found): fundingReply(to: exchange)
        // Source: CardPointe Gateway API, deposit: an empty list if there is nothing.
        case (.deposit, .found): answered(Array("[]".utf8), exchange, outcome: "nothing-deposited")
        // A signature is not kept, and no client may believe that it is.
        case (.signature, .found):
            reply(to: exchange, with: CardPointeCode(.noAction), outcome: "not-supported")
        default:
            // Our own mistake: the result of another command.
            transportReply(.internalError, path: exchange.path, at: exchange.receivedAt)
        }
    }

    /// Writes the reply to a request of which no command came.
    func reply(to exchange: CardPointeExchange, with problem: CardPointeProblem) -> DialectReply {
        switch problem {
        case .answer(let code):
            reply(to: exchange, with: CardPointeCode(code), outcome: "pps-\(code.rawValue)")
        case .scripted(let code): reply(to: exchange, with: code, outcome: "declined")
        case .http(let status, let reason):
            Self.httpReply(status, reason, path: exchange.path, at: exchange.receivedAt)
        }
    }

    /// Writes a reply that is a code and little more.
    ///
    /// - Parameter standing: The transaction that may be approved although the reply doesn't say so, so that a client
    ///   can look for it.
    ///
    /// Source: recorded replies to a capture and an inquiry of an unknown retref.
    func reply(
        to exchange: CardPointeExchange, with code: CardPointeCode, outcome: String,
        standing: TransactionNumber? = nil
    ) -> DialectReply {
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("respproc", code.processor)
            if exchange.operation.movesMoney { reply.member("amount", currency.nothing) }
            reply.member("resptext", code.text)
            reply.member("retref", optional: exchange.retrefOfRefusal(code, standing: standing))
            reply.member("respstat", code.status.rawValue)
            reply.member("respcode", code.code)
            switch exchange.operation {
            case .capture:
                reply.member("batchid", "-1")
                reply.member("account", "")
            case .auth:
                reply.member("account", optional: exchange.card.token)
                reply.member("token", optional: exchange.card.token)
            case .voidByOrderID, .inquireByOrderID:
                reply.member("orderId", optional: exchange.orderID)
            default: break
            }
            reply.member("merchid", optional: exchange.shownMerchid)
        }
        return answered(writer.bytes, exchange, outcome: outcome)
    }

    /// JSON with the headers of the operation.
    ///
    /// The test environment counts requests of some paths. Here the server itself has a limit, if any, so that what
    /// remains is always the whole.
    func answered(
        _ body: [UInt8], _ exchange: CardPointeExchange, outcome: String
    ) -> DialectReply {
        var reply = Self.json(body, outcome: outcome)
        if isSandbox, exchange.operation.isCounted {
            reply.headers["X-Rate-Limit-Remaining"] =
                String(CardConnectLimits.sandboxRequestsAMinute)
        }
        return reply
    }

    /// JSON. The media type ends in json: a client looks at that alone.
    static func json(_ body: [UInt8], status: Int = 200, outcome: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "application/json", body: body, outcomeCode: outcome,
            headers: ["X-Content-Type-Options": "nosniff"])
    }

    /// The reply to a right user and password.
    ///
    /// Source: PHP client, which looks for this heading.
    func servletReply() -> DialectReply {
        DialectReply(
            status: 200, contentType: "text/html;charset=UTF-8",
            body: Array("<html><body><h1>CardConnect REST Servlet</h1></body></html>".utf8),
            outcomeCode: "checked", headers: ["X-Content-Type-Options": "nosniff"])
    }
}

extension CardPointeOperation {
    /// Whether its replies have an amount.
    fileprivate var movesMoney: Bool {
        switch self {
        case .auth, .void, .voidByOrderID, .refund: true
        default: false
        }
    }

    /// Whether the test environment counts it. Source: UAT, rate limits.
    fileprivate var isCounted: Bool {
        switch self {
        case .inquire, .inquireByOrderID, .inquireMerchant, .settlementStatus, .profile,
            .funding:
            true
        default: false
        }
    }
}

extension CardPointeExchange {
    /// The merchid of a refusal. One that no one compared may be a card number in the wrong field, which does not come
    /// back.
    fileprivate var shownMerchid: String? {
        guard let merchid, let pan = try? PAN(digits: merchid), pan.network != nil else {
            return merchid
        }
        return nil
    }

    /// The number of the transaction that may be approved although the request was refused: its own, or the payment of
    /// an earlier try.
    ///
    /// If it isn't known whether an authorization was begun, it was never sent and will be reversed; a refund's message
    /// is sent.
    func numberStanding(behind refusal: PaymentRefusal) -> TransactionNumber? {
        switch (operation, refusal) {
        case (.auth, .outcomeNotStored(let begun)): begun
        case (.refund, .outcomeNotStored(let begun)): begun ?? number
        case (.auth, .token(let token)) where isMaybeDone(by: token): token.spentOn
        default: nil
        }
    }

    /// The retref of a refusal: the requested one, or the proposed one of a declined transaction or of one that may be
    /// approved. The original's would say nothing about a refund.
    ///
    /// Under B a client looks for the payment, or voids it. If nothing was begun, the proposed one may be another
    /// payment's, and the original's is of the payment to be refunded, so neither is given.
    fileprivate func retrefOfRefusal(
        _ code: CardPointeCode, standing: TransactionNumber?
    ) -> String? {
        switch operation {
        case .auth where code.status == .retry, .refund where code.status == .retry:
            standing?.description ?? ""
        case .auth: number.description
        case .capture, .void, .refund, .inquire, .signature: retref ?? ""
        default: nil
        }
    }
}

extension Currency {
    /// `0.00`.
    var nothing: String { Money.zero(self).decimal }

    /// Minor units as replies write them: also a sum that is more than one amount can be.
    func written(_ minorUnits: Int64) -> String {
        (minorUnits < 0 ? "-" : "") + decimal(minorUnits.magnitude)
    }
}
