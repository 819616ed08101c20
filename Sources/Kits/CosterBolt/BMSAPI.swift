#if canImport(PassKit)
    import CosterCardPages
    import Foundation
    import PassKit

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The API object: exchanges cards and Apple Pay payments for tokens of CardSecure.
    ///
    ///     BMSAPI.instance().endpoint = "fts.cardconnect.com:6443"
    #if canImport(ObjectiveC)
        @objc(BMSAPI) @objcMembers
    #endif
    public final class BMSAPI: CardAPI, @unchecked Sendable {
        private static let shared = BMSAPI(domain: BMSAPIErrorDomain)

        /// The one object of the app.
        #if canImport(ObjectiveC)
            @objc(instance)
        #endif
        public class func instance() -> BMSAPI { shared }

        /// Exchanges a card for an account with a token.
        ///
        /// - Returns: The request, for cancelling; nil if the card or the endpoint isn't valid.
        #if canImport(ObjectiveC)
            @objc(generateAccountForCard:completion:)
        #endif
        @discardableResult
        public func generateAccount(
            forCard card: BMSCardInfo,
            completion: @escaping @MainActor (BMSAccount?, (any Error)?) -> Void
        ) -> URLSessionTask? {
            account(for: card, completion: completion)
        }

        /// Exchanges a payment of Apple Pay for a token. Send a payment once.
        ///
        /// - Returns: The request, for cancelling; nil if the payment or the endpoint isn't valid.
        #if canImport(ObjectiveC)
            @objc(generateTokenForApplePay:completion:)
        #endif
        @discardableResult
        public func generateToken(
            forApplePay payment: PKPayment,
            completion: @escaping @MainActor (String?, (any Error)?) -> Void
        ) -> URLSessionTask? {
            tokenize(paymentData: payment.token.paymentData, completion: completion)
        }
    }
#endif
