import DialectKit
import PaymentDomain
import StrictXML

extension VantivDialect {
    /// The elements of transactions that no schema knows end up as ``SchemaFault/Rule/unservedTransaction``; those that
    /// the schemas know and nobody serves here get an answer of their own type.
    func command(
        of envelope: VantivEnvelope, _ head: RequestHead
    ) throws(SchemaFault) -> DecodedRequest<VantivExchange> {
        let version = envelope.version
        let node = envelope.transaction
        guard let transaction = VantivTransaction(rawValue: node.name),
            transaction != .queryTransaction || version.isAtLeast(9, 10)
        else {
            if node.name == "encryptedPayload" || node.name == "encryptionKeyRequest" {
                throw SchemaFault(.notServed, node.name, in: version.family.request)
            }
            if let unserved = UnservedTransaction.all[node.name] {
                return .reply(try reply(unserved: unserved, to: envelope, head))
            }
            throw SchemaFault(.unservedTransaction, "transaction", in: version.family.request)
        }
        let attributes = try TransactionAttributes(
            node, isPlain: transaction != .capture, version)
        let part = Self.part(of: transaction, node)
        try Self.check(node, part, version)
        try Self.expectApplePay(of: node, version)
        var exchange = VantivExchange(
            version: version, transaction: transaction,
            number: TransactionNumber(at: head.receivedAt, random: head.chance.open),
            receivedAt: head.receivedAt)
        exchange.merchantID = envelope.merchantID
        exchange.isProcessorSandbox =
            isSandbox && Self.processorSandboxPaths.contains(head.route.path)
        exchange.id = attributes.id
        exchange.reportGroup = attributes.reportGroup
        exchange.customerID = attributes.customerID
        exchange.orderID = node.text(of: "orderId")
        guard exchange.orderID?.hasControlCharacter != true else {
            throw SchemaFault(.controlCharacter, "orderId", in: transaction.rawValue)
        }
        // One identity must not be spelled in two ways.
        guard !envelope.merchantID.utf8.contains(UInt8(ascii: "/")) else {
            return .reply(VantivFault(GatewayRefusal.unauthorized).reply(in: exchange.dialog))
        }
        let request = VantivRequest(
            node: node, part: part, currency: currency(envelope.merchantID),
            isPartial: attributes.isPartial)
        do {
            let command = try command(of: request, &exchange)
            return .command(
                command, name: Self.name(of: exchange, amount: try request.amount()),
                credential: envelope.credential, exchange)
        } catch {
            switch error {
            case .schema(let fault): throw fault
            case .answer(let code, let token):
                return .reply(reply(to: exchange, with: code, token: token))
            }
        }
    }

    /// Holds a transaction to the schema of its version; between two releases to either, for what the later one brought
    /// came somewhere between them. The earlier one says what is wrong.
    private static func check(
        _ node: XMLNode, _ part: ContentPart, _ version: VantivVersion
    ) throws(SchemaFault) {
        let passed = try LaterElement.passed(in: node, part, version)
        do throws(SchemaFault) {
            try ContentModel.of(part, in: version.release).check(
                node, in: version.release, passing: passed)
        } catch {
            guard let next = version.nextRelease,
                (try? ContentModel.of(part, in: next).check(node, in: next)) != nil
            else { throw error }
        }
    }

    /// Refuses Apple Pay in 9.0 and 9.1, which are held to the schema of 9.3.
    ///
    /// Source: Vantiv, Apple Pay: 8.29, 9.2 and 10.0 are the first releases with it.
    private static func expectApplePay(
        of node: XMLNode, _ version: VantivVersion
    ) throws(SchemaFault) {
        guard version.major == 9, version.minor < 2 else { return }
        if node.child("applepay") != nil {
            throw SchemaFault(.notInVersion, "applepay", in: node.name)
        }
        if node.text(of: "orderSource") == "applepay" {
            throw SchemaFault(.notListed, "orderSource", in: node.name)
        }
    }

    /// The content model of a transaction: some have two, by their first element.
    private static func part(of transaction: VantivTransaction, _ node: XMLNode) -> ContentPart {
        let first = node.children.first?.name
        let refersToAnother = first == "litleTxnId" || first == "cnpTxnId"
        return switch transaction {
        case .authorization: refersToAnother ? .reauthorization : .authorization
        case .sale: .sale
        case .captureGivenAuth: .captureGivenAuth
        case .forceCapture: .forceCapture
        case .capture: .capture
        case .credit: refersToAnother ? .referencedCredit : .freeCredit
        case .void: .void
        case .authReversal: .authReversal
        case .registerTokenRequest: .registerTokenRequest
        case .queryTransaction: .queryTransaction
        }
    }

    /// How the client named its request: `id`, and the duplicate rule on it.
    ///
    /// Two shops of one merchant, each under a merchantId of its own, count their requests without asking each other.
    ///
    /// Only the same order, or transaction, and the same amount is a repetition: the first answer to any other would say
    /// that it was paid. Vantiv itself does not look at them. Its sandbox remembers no `id`, and its tests send one
    /// `id` for everything.
    ///
    /// Source: Vantiv, "Online duplicate checking": type, id and card within two days.
    private static func name(of exchange: VantivExchange, amount: Money?) -> RequestIdentity {
        var name = RequestIdentity(number: exchange.number)
        // 251 says that the first payment is approved.
        name.repetition.spentSource = .explained
        guard let id = exchange.id, !id.isEmpty else { return name }
        name.clientName = exchange.clientName(id)
        if exchange.transaction.isDuplicateChecked, !exchange.isProcessorSandbox {
            name.repetition.identity = .name(
                DuplicateRule(
                    name: "\(exchange.merchantID)/\(exchange.transaction.rawValue)/\(id)",
                    content: [
                        exchange.orderID ?? "", exchange.referenced?.description ?? "",
                        amount.map { String($0.minorUnits) } ?? "",
                    ],
                    seconds: VantivLimits.duplicateSeconds))
        }
        return name
    }

    private func command(
        of request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> PaymentCommand {
        switch request.part {
        case .authorization, .sale, .captureGivenAuth, .forceCapture:
            return .authorize(try authorization(request, &exchange))
        case .freeCredit:
            return .credit(try credit(request, &exchange))
        case .capture:
            return .capture(try capture(request, &exchange))
        case .referencedCredit:
            return .refund(try refund(request, &exchange))
        case .void:
            return .void(try void(request, &exchange))
        case .authReversal:
            return .release(try release(request, &exchange))
        case .registerTokenRequest:
            return .keepCard(try registration(request, &exchange))
        case .queryTransaction:
            return .inquire(try inquiry(request, &exchange))
        // A renewal or an increase of an earlier authorization is not served: the engine asks an
        // issuer once for each payment.
        case .reauthorization:
            throw .answer(.invalidTransaction)
        // Parts of transactions, never transactions.
        case .card, .paypage, .token, .applepay, .applepayHeader, .contact,
            .cardholderAuthentication, .authInformation, .fraudResult, .authentication:
            throw .answer(.invalidTransaction)
        }
    }
}

/// A transaction that fits its content model.
struct VantivRequest {
    let node: XMLNode
    let part: ContentPart
    let currency: Currency
    /// The attribute `partial` of a capture.
    let isPartial: Bool

    /// `amount`, if the request has it.
    func amount() throws(VantivProblem) -> Money? {
        try held { () throws(SchemaFault) in try node.money("amount", in: currency) }
    }
}
