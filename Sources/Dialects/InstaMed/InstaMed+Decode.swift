import DialectKit
import PaymentDomain

extension InstaMedDialect {
    /// The parameters of a request: in the query of a GET, in the body of a POST, whose query is not looked at.
    func fields(of request: DialectRequest) throws(InstaMedFault) -> InstaMedFields {
        let isPost = request.head.route.method == "POST"
        guard !isPost || isForm(request.head.header("content-type")) else {
            throw InstaMedFault(InstaMedProblem(.unsupportedContentType))
        }
        let form: FormFields
        do {
            form =
                isPost
                ? try FormFields(body: request.body, names: .anyCase, limits: limits)
                : try FormFields(query: request.head.query, names: .anyCase, limits: limits)
        } catch {
            throw InstaMedFault(error)
        }
        do {
            return try InstaMedFields(form)
        } catch {
            throw InstaMedFault(error)
        }
    }

    /// Whether a content type is that of a form; a client that names none is taken at its path's word.
    private func isForm(_ contentType: String?) -> Bool {
        guard let contentType, !contentType.isEmpty else { return true }
        let type = ASCIICase.lowered(String(contentType.prefix { $0 != ";" })).filter { $0 != " " }
        return type == "application/x-www-form-urlencoded"
    }

    /// Makes the command of the parameters.
    func command(
        _ fields: InstaMedFields, of head: RequestHead, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> PaymentCommand {
        guard let word = try fields.text("transactionAction", InstaMedLimits.word) else {
            throw InstaMedProblem(.actionMissing)
        }
        guard let action = InstaMedAction(anyCase: word), actions.contains(action) else {
            throw InstaMedProblem(.actionUnknown)
        }
        exchange.action = action
        let outlet = try outlet(fields, of: head)
        // Source: portal: eCheck, DebitCard and Cash are other types; none of them is a card that we can charge.
        guard [nil, "creditcard"].contains(try fields.word("transactionType")) else {
            throw InstaMedProblem(.typeUnsupported)
        }
        switch action {
        case .saveApplePayToken:
            return .register(try registration(fields, outlet, head.chance))
        case .authorizeAndCapture, .authorize:
            return .authorize(try authorization(fields, outlet, &exchange))
        case .saveOnFile:
            return .keepCard(try keptCard(fields, &exchange))
        case .capture:
            return .capture(try capture(fields, &exchange))
        case .void:
            return .cancel(try cancellation(fields, &exchange))
        case .simpleRefund:
            return .refund(try refund(fields, &exchange))
        case .viewReceipt:
            return .inquire(try inquiry(fields, &exchange))
        }
    }

    /// The outlet that a request names, which must be one that its sender may use.
    ///
    /// Source: portal: merchantID, storeID (default 1) and terminalID are required.
    private func outlet(
        _ fields: InstaMedFields, of head: RequestHead
    ) throws(InstaMedProblem) -> InstaMedOutlet {
        let limit = InstaMedLimits.outletName.upperBound
        guard let merchantID = try fields.text("merchantID", limit),
            let terminalID = try fields.text("terminalID", limit)
        else { throw InstaMedProblem(.outletIncomplete) }
        let storeID = try fields.text("storeID", limit) ?? "1"
        let outlet = outlets(head).first {
            $0.merchantID == merchantID && $0.storeID == storeID && $0.terminalID == terminalID
        }
        guard let outlet else { throw InstaMedProblem(.outletUnknown) }
        return outlet
    }
}
