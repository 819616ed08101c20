import DialectKit
import PaymentDomain
import StrictXML

extension RadialDialect {
    /// CreditCardAuthReply, for an approval, a decline and silence alike.
    ///
    /// Source: Radial, Payment-Service-CreditCardAuth-1.0.xsd (2017), CreditCardAuthReplyType, and
    /// the Apple Pay sample for TenderType and PaymentAccountInformation, which the schema leaves
    /// to xsd:any.
    func authorizationReply(
        _ result: AuthorizationResult, _ exchange: RadialExchange
    ) -> DialectReply {
        let codes = result.outcome.radialCodes
        let response = responseCode(codes.response, result, exchange)
        var writer = XMLWriter()
        writer.root(
            "CreditCardAuthReply", namespace: RadialDialect.namespaceName,
            attributes: [("sessionId", exchange.sessionID)]
        ) { reply in
            reply.paymentContext(orderID: result.orderReference, handle: result.handle)
            if exchange.hasResponseCode { reply.element("ResponseCode", response.rawValue) }
            reply.element("AuthorizationResponseCode", codes.authorization)
            reply.element("BankAuthorizationCode", result.authorizationCode ?? "")
            reply.element(
                "CVV2ResponseCode",
                result.securityCodeCheck?.radialCode ?? SecurityCodeCheck.radialCodeWhenAbsent)
            reply.element(
                "AVSResponseCode",
                result.addressCheck?.radialCode ?? AddressCheck.radialCodeWhenAbsent)
            // Always there, and empty but for American Express: as in the sample.
            let amex = result.amexChecks
            reply.element("PhoneResponseCode", amex?.phone.radialCode ?? "")
            reply.element("NameResponseCode", amex?.name.radialCode ?? "")
            reply.element("EmailResponseCode", amex?.email.radialCode ?? "")
            reply.money("AmountAuthorized", result.amountAuthorized)
            if exchange.hasTenderType {
                reply.element("TenderType", RadialTender(result.network).rawValue)
            }
            if exchange.includesAccountData { reply.accountInformation(result) }
        }
        return Self.reply(writer, outcome: outcomeCode(result.outcome))
    }

    /// ResponseCode: an approval whose checks failed asks a client to prompt; with a wallet it
    /// never does, since nobody could correct what Apple sent.
    ///
    /// Source: Radial, Credit Card Auth, ResponseCode: AVS, CSC and AVSCSC: "digital wallet: accept
    /// without prompting".
    private func responseCode(
        _ code: RadialResponseCode, _ result: AuthorizationResult, _ exchange: RadialExchange
    ) -> RadialResponseCode {
        guard result.outcome == .approved, !exchange.isWallet else { return code }
        let address = result.addressCheck == .noMatch
        let securityCode = result.securityCodeCheck == .noMatch
        switch (address, securityCode) {
        case (false, false): return code
        case (true, false): return .addressMismatch
        case (false, true): return .securityCodeMismatch
        case (true, true): return .bothMismatch
        }
    }

    private func outcomeCode(_ outcome: AuthorizationResult.Outcome) -> String {
        switch outcome {
        case .approved: "approved"
        case .declined: "declined"
        case .notSent: "not-sent"
        case .unknown: "unknown"
        }
    }
}

extension XMLWriter {
    /// PaymentAccountInformation: first six and last four digits, as PCI DSS lets them be shown.
    ///
    /// The sample's BinPrefix has seven characters, its description says "first 6 digits": the
    /// description is right.
    fileprivate mutating func accountInformation(_ result: AuthorizationResult) {
        element("PaymentAccountInformation") { account in
            account.element("BinPrefix", result.issuerPrefix)
            account.element("PanSuffix", result.lastFour)
            // "Subject to availability of the data".
            if let original = result.originalLastFour {
                account.element("OriginalPanSuffix", original)
            }
        }
    }
}
