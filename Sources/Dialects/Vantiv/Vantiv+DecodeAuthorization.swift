import DialectKit
import PaymentDomain
import StrictXML

extension VantivDialect {
    /// authorization, sale, captureGivenAuth and forceCapture.
    func authorization(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> AuthorizeCommand {
        let node = request.node
        let proof = node.child("cardholderAuthentication") ?? node.child("fraudCheck")
        let amount = try request.amount() ?? .zero(request.currency)
        // An authorization of nothing asks about the card alone. Source: Vantiv's certification,
        // orders 1 to 9 with an amount of 0.
        let isCheck = request.part == .authorization && amount.isZero
        let card = try source(of: request, proof: proof, isCheck: isCheck, &exchange)
        var command = AuthorizeCommand(
            source: card.source, orderReference: exchange.orderID ?? "", amount: amount,
            checksCardOnly: isCheck, allowsPartialApproval: node.isTrue("allowPartialAuth"),
            billing: node.billing(from: proof))
        // registerTokenRequest has no expDate, and token need not have one.
        if case .stored = card.source { command.mayLackExpiry = true }
        command.capturesAtOnce = request.part != .authorization
        if request.part == .captureGivenAuth {
            command.priorApproval = try Self.priorApproval(of: amount, in: node)
        } else if request.part == .forceCapture {
            command.priorApproval = PriorApproval(code: nil)
        }
        if isSandbox {
            let magic = SandboxTestTriggers.of(
                card.test, node.text(of: "amount"), request, exchange)
            command.script = magic.script
            // Vantiv's sandbox asks nobody whether a part is enough.
            if exchange.isProcessorSandbox, case .approvePart = magic.script.verdict {
                command.allowsPartialApproval = true
            }
            exchange.magic = magic.words
        }
        return command
    }

    /// authInformation: the approval that was given elsewhere, for no less than the captured amount if it names one.
    ///
    /// Source: Vantiv, 835 "Capture amount can not be more than authorized amount".
    private static func priorApproval(
        of amount: Money, in node: XMLNode
    ) throws(VantivProblem) -> PriorApproval {
        let approval = node.child("authInformation")
        let approved = try held { () throws(SchemaFault) -> Money? in
            try approval?.money("authAmount", in: amount.currency)
        }
        if let approved, amount.minorUnits > approved.minorUnits {
            throw .answer(.captureTooLarge)
        }
        return PriorApproval(code: approval?.filled("authCode"))
    }

    /// credit to a card.
    func credit(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> CreditCommand {
        let amount = try request.amount() ?? .zero(request.currency)
        let card = try source(of: request, proof: nil, isCheck: false, &exchange)
        var command = CreditCommand(
            source: card.source, orderReference: exchange.orderID ?? "", amount: amount)
        if isSandbox {
            let magic = SandboxTestTriggers.of(
                card.test, request.node.text(of: "amount"), request, exchange)
            command.script = magic.script
            exchange.magic = magic.words
        }
        return command
    }

    /// The card that a transaction brings, and what a sandbox looks at.
    private func source(
        of request: VantivRequest, proof: XMLNode?, isCheck: Bool,
        _ exchange: inout VantivExchange
    ) throws(VantivProblem) -> (source: PaymentSource, test: SandboxTestTriggers.Card) {
        // mpos, paypal and banks. Source: Vantiv, 330 "Invalid Payment Type".
        guard let card = CardSource(in: request.node) else { throw .answer(.invalidPaymentType) }
        exchange.bringsCard = card.bringsCard
        let isOfDevice = Self.walletSources.contains(request.node.text(of: "orderSource") ?? "")
        let cryptogram = try Self.cryptogram(in: proof, isOfDevice: isOfDevice)
        if case .card(let node) = card {
            var keyed = try Self.keyed(node, isProcessorSandbox: exchange.isProcessorSandbox)
            if let cryptogram {
                try add(cryptogram, to: &keyed.card, isOfDevice: isOfDevice, isCheck: isCheck)
            }
            return (.keyed(keyed.card), .number(keyed.number))
        }
        // Dropping the proof would authorize without what the shop believes to have sent.
        // Source: Vantiv, 354 "3-D Secure transaction not supported by merchant".
        guard cryptogram == nil else { throw .answer(.threeDSecureUnsupported) }
        switch card {
        case .card: throw .answer(.invalidPaymentType)
        case .token(let node):
            let expiry = try Self.expiry(node)
            let code = try Self.securityCode(node)
            return (.stored(try Self.handle(node), expiry: expiry, securityCode: code), .token)
        case .paypage(let node):
            let text = node.text(of: "paypageRegistrationId") ?? ""
            guard let id = RegistrationID(text) else { throw .answer(.registrationInvalid) }
            if id.isOfWallet { try Self.expectWallet(request, &exchange) }
            let expiry = try Self.expiry(node)
            let code = try Self.securityCode(node)
            exchange.bringsRegistration = true
            return (
                .registered(id, expiry: expiry, securityCode: code), .registration(text)
            )
        case .applepay(let node):
            exchange.isApplePay = true
            return (.applePay(.fields(ApplePayMessage.fields(node))), .applePay)
        }
    }

    /// Refuses the payment of an Apple Pay registration under another orderSource: it would be priced and guarded as
    /// another kind of payment. A credit, and a capture under an approval from elsewhere, are of the kind that was
    /// approved. The element applepay says itself what it is; samples of Vantiv's own clients send it with others.
    ///
    /// Source: Vantiv, "for Apple Pay set orderSource applepay"; 322 is our choice.
    private static func expectWallet(
        _ request: VantivRequest, _ exchange: inout VantivExchange
    ) throws(VantivProblem) {
        exchange.isApplePay = true
        guard request.part == .authorization || request.part == .sale else { return }
        guard request.node.text(of: "orderSource") == "applepay" else {
            throw .answer(.invalidTransaction)
        }
    }

    /// Puts a cryptogram beside a card's number.
    ///
    /// With orderSource applepay or androidpay it is a device's, out of a token that the merchant decrypted, and pays
    /// once; a check of the card, which holds nothing, sends none of it, so that the payment still can. With any other
    /// it is a value of 3-D Secure, which is good for every try, and every shipment, of the payment that the cardholder
    /// confirmed.
    ///
    /// Source: Vantiv, cardholderAuthentication and orderSourceType; its certification sends the value of orders 5 and
    /// 65 with one payment after the other.
    private func add(
        _ cryptogram: Cryptogram, to card: inout KeyedCard, isOfDevice: Bool, isCheck: Bool
    ) throws(VantivProblem) {
        if isOfDevice {
            guard cryptogram.fits(card.pan.network) else {
                throw .answer(.applePayDecryptionFailed)
            }
            if isCheck { return }
        }
        let isPublished = isSandbox && cryptogram == CertificationRow.cryptogram
        card.cryptogram = cryptogram
        card.isCryptogramForOneUse = isOfDevice && !isPublished
    }

    private static let walletSources: Set<String> = ["applepay", "androidpay"]

    /// card: a number keyed in, or one that the merchant took out of an Apple Pay token.
    private static func keyed(
        _ node: XMLNode, isProcessorSandbox: Bool
    ) throws(VantivProblem) -> (card: KeyedCard, number: CardNumberText) {
        guard node.child("track") == nil else { throw .answer(.invalidPaymentType) }
        let number = CardNumberText(value: node.text(of: "number") ?? "")
        guard let pan = number.pan(isProcessorSandbox: isProcessorSandbox) else {
            throw .answer(.invalidAccountNumber, token: .invalidCardNumber)
        }
        try checkType(node.text(of: "type") ?? "", of: pan)
        let substitute = isProcessorSandbox ? ProcessorSandbox.expiry : nil
        let card = KeyedCard(
            pan: pan, expiry: try expiry(node) ?? substitute,
            securityCode: try securityCode(node))
        return (card, number)
    }

    /// Whether `type` names the card's network. Source: Vantiv, 302 "Account Number Does Not Match Payment Type".
    /// Discover's partners have several names, so they count as the same.
    private static func checkType(_ type: String, of pan: PAN) throws(VantivProblem) {
        let isGeneral = ["VI", "MC", "AX"].contains(type)
        switch (type, pan.network) {
        case ("PP", _), ("EC", _), ("GC", _), ("BL", _): throw .answer(.invalidPaymentType)
        case ("", _), (_, nil), ("VI", .visa), ("AX", .amex), ("MC", .mastercard), ("MC", .diners):
            return
        case (_, .visa), (_, .mastercard), (_, .amex): throw .answer(.wrongPaymentType)
        case (_, .discover), (_, .diners), (_, .jcb), (_, .unionPay):
            if isGeneral { throw .answer(.wrongPaymentType) }
        }
    }

    /// authenticationValue, which fits its content model. No acquirer's line carries more than a network's cryptogram
    /// has, so a longer value is refused like a proof that has no card beside it.
    private static func cryptogram(
        in proof: XMLNode?, isOfDevice: Bool
    ) throws(VantivProblem) -> Cryptogram? {
        guard let value = proof?.text(of: "authenticationValue") else { return nil }
        let text = String(decoding: value.utf8.filter { $0 > 0x20 }, as: UTF8.self)
        guard !text.isEmpty else { return nil }
        guard let cryptogram = Cryptogram(text: text) else {
            throw .answer(isOfDevice ? .applePayDecryptionFailed : .threeDSecureUnsupported)
        }
        return cryptogram
    }

    /// expDate. Source: Vantiv, 320 "Invalid Expiration Date".
    private static func expiry(_ node: XMLNode) throws(VantivProblem) -> CardExpiry? {
        guard let text = node.text(of: "expDate") else { return nil }
        guard let expiry = CardExpiry(mmyy: text) else { throw .answer(.invalidExpirationDate) }
        return expiry
    }

    /// cardValidationNum; empty means none. Source: Vantiv, 352 "Decline CVV2/CID Fail".
    private static func securityCode(_ node: XMLNode) throws(VantivProblem) -> SecurityCode? {
        guard let text = node.filled("cardValidationNum") else { return nil }
        guard let code = SecurityCode(digits: text) else { throw .answer(.securityCodeFailed) }
        return code
    }

    /// litleToken or cnpToken: digits, like all that we give out.
    private static func handle(_ node: XMLNode) throws(VantivProblem) -> VaultHandle {
        let text = node.text(of: "litleToken") ?? node.text(of: "cnpToken") ?? ""
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let handle = VaultHandle(text)
        else { throw .answer(.tokenInvalid) }
        return handle
    }
}
