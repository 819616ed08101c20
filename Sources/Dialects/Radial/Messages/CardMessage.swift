import DialectKit
import PaymentDomain
import StrictXML

/// The card of the form without a wallet.
struct CardMessage {
    let account: AccountMessage
    let expiry: CardExpiry
    let securityCode: SecurityCode?
    private(set) var cryptogram: Cryptogram?
    private(set) var eci: ECI?

    /// Reads ExpirationDate and CardSecurityCode, which follow the context.
    init(_ context: PaymentContextMessage, _ cursor: inout XMLCursor) throws(XMLReadError) {
        guard let account = context.account else {
            throw XMLReadError(.missingElement, "PaymentAccountUniqueId")
        }
        self.account = account
        expiry = try cursor.requiredMonth("ExpirationDate")
        let name: StaticString = "CardSecurityCode"
        // Four characters, with room for white space around them.
        let code = trimmedXML(try cursor.optional(name, max: RadialLimits.word, min: 0) ?? "")
        // Empty means absent. Source: Radial, CardSecurityCodeType, pattern `(\d{3,4})?`.
        guard !code.isEmpty else {
            securityCode = nil
            return
        }
        guard code.utf8.count <= RadialLimits.securityCode else {
            throw XMLReadError(.tooLong, name)
        }
        guard let securityCode = SecurityCode(digits: code) else {
            throw XMLReadError(.malformedValue, name)
        }
        self.securityCode = securityCode
    }

    /// Reads SecureVerificationData: the cryptogram and its indicator; acquirers don't use the rest.
    ///
    /// Source: Radial, Payment-Datatypes-1.0.xsd, SecureVerificationDataType.
    mutating func read(verification node: XMLNode) throws(XMLReadError) {
        var cursor = try XMLCursor(node, named: "SecureVerificationData")
        let flag = RadialLimits.verificationFlag
        let field = RadialLimits.verificationField
        _ = try cursor.required("AuthenticationAvailable", max: flag)
        _ = try cursor.required("AuthenticationStatus", max: flag)
        let proof = trimmedXML(try cursor.required("CavvUcaf", max: field, min: 0))
        _ = try cursor.required("TransactionId", max: field, min: 0)
        let indicator = trimmedXML(try cursor.optional("ECI", max: field, min: 0) ?? "")
        _ = try cursor.required(
            "PayerAuthenticationResponse", max: RadialLimits.payerAuthentication, min: 0)
        try cursor.finish()
        if !proof.isEmpty {
            guard let cryptogram = Cryptogram(text: proof) else {
                throw XMLReadError(.malformedValue, "CavvUcaf")
            }
            self.cryptogram = cryptogram
        }
        if !indicator.isEmpty {
            guard let eci = ECI(indicator) else { throw XMLReadError(.malformedValue, "ECI") }
            self.eci = eci
        }
    }
}
