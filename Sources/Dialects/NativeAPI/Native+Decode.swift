import DialectKit
import PaymentDomain
import StrictCoding

extension NativeDialect {
    /// The command of a request.
    func command(
        for operation: NativeOperation, _ request: DialectRequest, _ exchange: inout NativeExchange
    ) throws(NativeProblem) -> PaymentCommand {
        switch operation {
        case .createPayment: return .authorize(try authorization(request, &exchange))
        case .capture:
            let fields = try followOn(request, allowing: ["amount", "final"])
            return .capture(
                CaptureCommand(
                    reference: .payment(try payment(request.head)), amount: try fields.amount(),
                    isFinal: try fields.boolean("final") ?? false))
        case .void:
            _ = try followOn(request, allowing: [])
            return .cancel(CancelCommand(reference: .payment(try payment(request.head))))
        case .refund:
            let fields = try followOn(request, allowing: ["amount"])
            return .refund(
                RefundCommand(
                    reference: .payment(try payment(request.head)), amount: try fields.amount()))
        case .checkToken: return .checkToken(try tokenCheck(request))
        case .decryptToken: return .openToken(try tokenOpening(request))
        case .findPayment: return .findPayments(.one(try payment(request.head)))
        case .listPayments: return .findPayments(try page(request.head))
        case .listBatches: return .listBatches(try batches(request.head))
        case .findBatch: return .listBatches(try batch(request.head))
        case .listEvents, .findEvent, .listWebhooks, .createWebhook, .findWebhook, .removeWebhook,
            .testWebhook, .rotateWebhook, .listDeliveries, .describe:
            throw NativeProblem(.pathNotFound)
        }
    }

    private func authorization(
        _ request: DialectRequest, _ exchange: inout NativeExchange
    ) throws(NativeProblem) -> AuthorizeCommand {
        let fields = try NativeFields(
            reading: request.body, mayBeEmpty: false,
            allowing: ["amount", NativeFields.token, "capture", "orderReference", "metadata"])
        guard let amount = try fields.amount() else { throw NativeProblem(.fieldMissing, "amount") }
        exchange.capturesAtOnce = try captures(fields)
        var command = AuthorizeCommand(
            source: .applePay(try token(fields, in: request.body)),
            orderReference: try orderReference(fields), amount: amount)
        command.capturesAtOnce = exchange.capturesAtOnce
        command.metadata = try metadata(fields)
        return command
    }

    private func captures(_ fields: NativeFields) throws(NativeProblem) -> Bool {
        switch try fields.text("capture", upTo: NativeLimits.wordBytes) {
        case "automatic", nil: true
        case "manual": false
        case .some: throw NativeProblem(.captureUnknown, "capture")
        }
    }

    /// An order that would pass for a card number is refused: it is kept in the clear, and shown.
    private func orderReference(_ fields: NativeFields) throws(NativeProblem) -> String {
        let name = "orderReference"
        let limit = NativeLimits.orderReferenceBytes.upperBound
        guard let order = try fields.text(name, upTo: limit) else {
            throw NativeProblem(.fieldMissing, name)
        }
        guard !CardDigits.areIn(order) else { throw NativeProblem(.orderLooksLikeCard, name) }
        return order
    }

    /// What the client keeps with the payment, as JSON text.
    private func metadata(_ fields: NativeFields) throws(NativeProblem) -> String? {
        guard let texts = try fields.namedTexts("metadata") else { return nil }
        guard !texts.contains(where: { CardDigits.areIn($0.name) || CardDigits.areIn($0.text) })
        else { throw NativeProblem(.metadataLooksLikeCard, "metadata") }
        var writer = JSONWriter()
        writer.object(texts: texts)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func tokenCheck(_ request: DialectRequest) throws(NativeProblem) -> CheckTokenCommand {
        let fields = try NativeFields(
            reading: request.body, mayBeEmpty: false, allowing: [NativeFields.token, "amount"])
        return CheckTokenCommand(
            payload: try token(fields, in: request.body), amount: try fields.amount())
    }

    private func tokenOpening(_ request: DialectRequest) throws(NativeProblem) -> OpenTokenCommand {
        let fields = try NativeFields(
            reading: request.body, mayBeEmpty: false, allowing: [NativeFields.token])
        return OpenTokenCommand(payload: try token(fields, in: request.body))
    }

    /// The fields of a request about a payment, which may have no body.
    private func followOn(
        _ request: DialectRequest, allowing names: Set<String>
    ) throws(NativeProblem) -> NativeFields {
        try NativeFields(reading: request.body, mayBeEmpty: true, allowing: names)
    }

    /// The token's own JSON, as it came: paymentData, or the whole object around it.
    private func token(
        _ fields: NativeFields, in body: [UInt8]
    ) throws(NativeProblem) -> ApplePayPayload {
        guard try fields.hasObject(NativeFields.token) else {
            throw NativeProblem(.fieldMissing, NativeFields.token)
        }
        do {
            if let source = try JSONReader.source(of: NativeFields.token, in: body) {
                return .json(source)
            }
        } catch {
            throw NativeProblem(error)
        }
        throw NativeProblem(.fieldMissing, NativeFields.token)
    }

    /// The payment of a path. An ID that no payment can have is unknown, as is that of another merchant's payment.
    private func payment(_ head: RequestHead) throws(NativeProblem) -> PaymentID {
        guard let text = head.parameters["id"], let id = PaymentID(typed: text) else {
            throw NativeProblem(PaymentRefusal.paymentNotFound)
        }
        return id
    }
}
