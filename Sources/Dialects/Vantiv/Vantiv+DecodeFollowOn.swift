import DialectKit
import PaymentDomain

extension VantivDialect {
    /// capture.
    ///
    /// Source: Vantiv, capture: without an amount all that is left; with partial="true" more captures
    /// follow.
    func capture(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> CaptureCommand {
        CaptureCommand(
            reference: .number(try referenced(request, &exchange)), amount: try request.amount(),
            isFinal: !request.isPartial)
    }

    /// credit to an earlier transaction.
    func refund(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> RefundCommand {
        var refund = RefundCommand(
            reference: .number(try referenced(request, &exchange)), amount: try request.amount())
        refund.mayExceedCapture = true
        return refund
    }

    func void(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> VoidCommand {
        VoidCommand(number: try referenced(request, &exchange))
    }

    /// authReversal.
    func release(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> ReleaseCommand {
        var release = ReleaseCommand(
            reference: .number(try referenced(request, &exchange)), amount: try request.amount())
        release.refusesNothingLeft = true
        // Source: Vantiv's certification, orders 35 and 36: 336 for American Express in 8 and 9 (and
        // its reference for 10 and 11); the tests of 12 expect 000.
        release.wholeOnly = exchange.version.major < 12 ? [.amex] : []
        if isSandbox {
            exchange.magic = SandboxTestTriggers.words(
                ofRelease: release.amount, in: exchange.version)
        }
        return release
    }

    /// The number of the transaction that is meant; one that can be none of ours is not found.
    private func referenced(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> TransactionNumber {
        guard let number = request.node.number("litleTxnId") ?? request.node.number("cnpTxnId")
        else { throw .answer(.transactionNotFound) }
        exchange.referenced = number
        return number
    }

    /// registerTokenRequest.
    func registration(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> StoreCardCommand {
        let node = request.node
        if let text = node.text(of: "accountNumber") {
            let number = CardNumberText(value: text)
            guard let pan = number.pan(isProcessorSandbox: exchange.isProcessorSandbox) else {
                throw .answer(.invalidCardNumber)
            }
            // A security code is not kept.
            return StoreCardCommand(source: .keyed(KeyedCard(pan: pan, expiry: nil)))
        }
        if let text = node.text(of: "paypageRegistrationId") {
            guard let id = RegistrationID(text) else { throw .answer(.registrationInvalid) }
            if isSandbox { exchange.magic = SandboxTestTriggers.words(ofRegistration: text) }
            return StoreCardCommand(source: .registered(id, expiry: nil, securityCode: nil))
        }
        if let payload = node.child("applepay") {
            return StoreCardCommand(source: .applePay(.fields(ApplePayMessage.fields(payload))))
        }
        if let check = node.child("echeckForToken"), !check.hasRoutingNumber {
            throw .answer(.invalidRoutingNumber)
        }
        // mpos, checks and encrypted numbers.
        throw .answer(.tokenRegistrationFailed)
    }

    /// queryTransaction.
    ///
    /// Source: Vantiv, queryTransaction, origActionType: A authorization, D deposit, R refund, AR
    /// reversal, S sale, V void; the others are of gift cards, checks and tokens.
    func inquiry(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> InquireCommand {
        let node = request.node
        let name = node.filled("origId")
        let isNumbered = node.child("origLitleTxnId") != nil || node.child("origCnpTxnId") != nil
        guard name != nil || isNumbered else {
            throw .answer(exchange.isProcessorSandbox ? .found : .queryWithoutName)
        }
        if node.text(of: "showStatusOnly") == "Y", !isNumbered, !exchange.isProcessorSandbox {
            throw .answer(.statusWithoutNumber)
        }
        let number = node.number("origLitleTxnId") ?? node.number("origCnpTxnId")
        guard number != nil || !isNumbered else { throw .answer(.notFound) }
        let kinds: Set<TransactionKind>
        switch node.filled("origActionType") {
        case nil: kinds = []
        case "A": kinds = [.authorization]
        case "D": kinds = [.capture, .forcedCapture]
        case "R": kinds = [.refund, .credit]
        case "AR": kinds = [.release]
        case "S": kinds = [.sale]
        case "V": kinds = [.void]
        case .some: throw .answer(.notFound)
        }
        if isSandbox { exchange.magic = SandboxTestTriggers.words(ofQuery: name, exchange) }
        return InquireCommand(
            clientName: name.map(exchange.clientName), number: number, kinds: kinds)
    }
}
