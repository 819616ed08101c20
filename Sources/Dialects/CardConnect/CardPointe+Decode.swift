import DialectKit
import PaymentDomain

extension CardPointeDialect {
    /// Reads a request.
    func decoded(
        _ request: DialectRequest, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> DecodedRequest<CardPointeExchange> {
        switch exchange.operation {
        case .check:
            return try check(request, &exchange)
        case .auth:
            let fields = try fields(of: request)
            try readMerchid(fields, &exchange)
            let command = try authorization(fields, &exchange)
            // A client that lost the reply sends the same again: a token that has paid must not be declined then.
            var name = RequestIdentity(number: exchange.number)
            name.repetition.spentSource = .explained
            return decoded(command, exchange, name: name)
        case .capture, .void, .voidByOrderID:
            let fields = try fields(of: request)
            try readMerchid(fields, &exchange)
            let command = try later(fields, &exchange)
            var name = RequestIdentity()
            name.repetition.identity = partRule(of: command, exchange)
            return decoded(command, exchange, name: name)
        case .refund:
            let fields = try fields(of: request)
            try readMerchid(fields, &exchange)
            let command = try refund(fields, &exchange)
            // By its own order a refund whose reply was lost is found again.
            var name = RequestIdentity(clientName: exchange.orderID, number: exchange.number)
            name.repetition.identity = refundRule(of: command, exchange)
            return decoded(.refund(command), exchange, name: name)
        case .inquire, .inquireByOrderID:
            try readMerchid(request.head.parameters["merchid"], &exchange)
            return decoded(.inquire(try inquiry(request.head, &exchange)), exchange)
        case .inquireMerchant, .bin:
            try readMerchid(request.head.parameters["merchid"], &exchange)
            return try question(request.head, &exchange)
        case .settlementStatus:
            return decoded(.listBatches(try settlement(request.head, &exchange)), exchange)
        case .funding, .deposit:
            _ = try query(request.head, &exchange)
            return decoded(nothingAsked, exchange)
        case .signature:
            let fields = try fields(of: request)
            try readMerchid(fields, &exchange)
            _ = try number(try fields.value("retref"), &exchange)
            return decoded(nothingAsked, exchange)
        case .profile: return decoded(.account(try profile(request, &exchange)), exchange)
        case .surcharge: throw .answer(.surchargeNotSupported)
        case .absent: throw .http(404, "not-found")
        }
    }

    /// A command of a merchid, which the gateway compares with the user's merchant.
    func decoded(
        _ command: PaymentCommand, _ exchange: CardPointeExchange,
        name: RequestIdentity = RequestIdentity()
    ) -> DecodedRequest<CardPointeExchange> {
        let merchant = exchange.merchid.map {
            PresentedCredential(identity: CardConnectIdentity.merchant($0), secret: "")
        }
        return .command(command, name: name, credential: merchant, exchange)
    }

    /// A void of a part that is sent again, because no answer came, releases no further part.
    ///
    /// Source: CardPointe Gateway API, voidByOrderId: to be sent three times if no answer comes.
    private func partRule(
        of command: PaymentCommand, _ exchange: CardPointeExchange
    ) -> RepetitionPolicy.Identity {
        guard case .cancel(let cancel) = command, let amount = cancel.amount,
            let name = exchange.orderID ?? exchange.retref
        else { return .none }
        return .name(
            DuplicateRule(
                name: "\(exchange.operation.rawValue)/\(name)/\(amount)",
                seconds: CardConnectLimits.repetitionSeconds))
    }

    /// A refund that is sent once more under an order of its own, since no answer came, gives nothing more.
    private func refundRule(
        of command: RefundCommand, _ exchange: CardPointeExchange
    ) -> RepetitionPolicy.Identity {
        guard let order = exchange.orderID, let retref = exchange.retref else { return .none }
        return .name(
            DuplicateRule(
                name: "refund/\(retref)/\(order)/\(command.amount?.description ?? "all")",
                seconds: CardConnectLimits.repetitionSeconds))
    }

    /// A command that asks for nothing, so that the gateway compares the merchid and nothing else is done.
    var nothingAsked: PaymentCommand {
        .inquire(InquireCommand(clientName: nil, number: nil))
    }

    /// The fields of a body. No client is refused for its Content-Type: the path says what it is.
    func fields(of request: DialectRequest) throws(CardPointeProblem) -> CardConnectFields {
        do {
            return try CardConnectFields(reading: request.body)
        } catch {
            throw CardPointeProblem(error)
        }
    }

    /// merchid, which every request has.
    func readMerchid(
        _ fields: CardConnectFields, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) {
        try readMerchid(try fields.value("merchid"), &exchange)
    }

    /// merchid of a path or a query.
    func readMerchid(
        _ merchid: String?, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) {
        guard let merchid, CardConnectLimits.merchid.contains(merchid.utf8.count),
            merchid.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .answer(.invalidMerchant) }
        exchange.merchid = merchid
    }

    /// The credential check. A merchid is compared if there is one; PHP's client asks with GET.
    private func check(
        _ request: DialectRequest, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> DecodedRequest<CardPointeExchange> {
        guard !request.body.isEmpty else { return .reply(servletReply()) }
        let fields = try fields(of: request)
        guard let merchid = try fields.value("merchid") else { return .reply(servletReply()) }
        try readMerchid(merchid, &exchange)
        return decoded(nothingAsked, exchange)
    }
}
