import DialectKit
import PaymentDomain
import StrictXML

/// A Fault: why no transaction was processed.
///
/// Source: Radial, Checkout-Service-Fault-1.0.xsd. Its status is never 2xx: Radial's public clients
/// take any body of a 2xx for the reply they hoped for.
struct RadialFault: Sendable, Hashable {
    /// The element Code. Radial documents the first five; the others are ours, in the same manner.
    enum Code: String, Sendable, Hashable, CaseIterable {
        case panFailsLuhnCheck = "PanFailsLuhnCheckException"
        case unknownPanBinRange = "UnknownPanBinRangeException"
        case invalidTenderType = "InvalidTenderTypeException"
        case tenderGatewayConfiguration = "TenderGatewayConfigurationException"
        case noAuthFound = "NoAuthFoundException"
        case tokenNotFound = "TokenNotFoundException"
        case malformedRequest = "MalformedRequestException"
        case invalidRequest = "InvalidRequestException"
        case unsupportedFeature = "UnsupportedFeatureException"
        case invalidAmount = "InvalidAmountException"
        case invalidWalletPayment = "InvalidWalletPaymentException"
        case duplicateWalletPayment = "DuplicateWalletPaymentException"
        case walletConfiguration = "WalletConfigurationException"
        case duplicateRequest = "DuplicateRequestException"
        case requestInProgress = "RequestInProgressException"
        case invalidPaymentState = "InvalidPaymentStateException"
        case paymentRefused = "PaymentRefusedException"
        case notAuthorized = "NotAuthorizedException"
        case requestTooLarge = "RequestTooLargeException"
        case serviceUnavailable = "ServiceUnavailableException"
        case systemError = "SystemErrorException"
    }

    /// The HTTP status.
    let status: Int
    /// Radial's word.
    let code: Code
    /// Our stable code, which is finer than Radial's word.
    let reason: String
    /// The message, with the next step. Nothing of the request.
    let sentence: String
    /// Whether the same request may simply be repeated after a while.
    var mayRepeat = false

    /// The reply with this Fault.
    func reply(at now: Timestamp) -> DialectReply {
        var writer = XMLWriter()
        writer.root("Fault", namespace: RadialDialect.namespaceName) { fault in
            fault.element("CreateTimestamp", now.iso8601)
            fault.element("Code", code.rawValue)
            fault.element("Description", "[\(reason)] \(sentence)")
        }
        var reply = RadialDialect.reply(writer, status: status, outcome: reason)
        if mayRepeat { reply.headers["Retry-After"] = String(RadialLimits.retryAfterSeconds) }
        // RFC 9110, 15.5.2: a 401 names the scheme.
        if status == 401 { reply.headers["WWW-Authenticate"] = "apikey" }
        return reply
    }
}
