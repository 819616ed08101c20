#if canImport(PassKit)
    import CosterKit
    import Foundation
    import PassKit

    extension InstaMed {
        /// Exchanges a payment's token for InstaMed's `applePayTokenID`, for one use. No money moves.
        ///
        /// Send a payment once. Your server then pays with the ID: AuthCapt with the merchant's password.
        ///
        /// - Parameters:
        ///   - payment: What PassKit gave to the delegate.
        ///   - merchantIdentifier: Apple's, as in the payment request.
        public static func saveApplePayToken(
            _ payment: PKPayment, merchantIdentifier: String
        ) async throws(InstaMedError) -> TokenReference {
            guard let relay else { throw .relayMissing }
            let token: ApplePayToken
            do throws(TokenError) {
                token = try ApplePayToken(paymentData: payment.token.paymentData)
            } catch {
                throw .token(error)
            }
            do throws(ClientError) {
                let client = relay.tokenizer(merchantIdentifier: merchantIdentifier)
                return try await client.tokenize(token, orderID: "")
            } catch {
                throw .client(error)
            }
        }

        /// The same for Objective-C. Calls `completion` once, on the main thread, with an ID or an error.
        ///
        /// The error's domain is ``InstaMedError/errorDomain``, and its code an ``InstaMedErrorCode``.
        #if canImport(ObjectiveC)
            @objc(saveApplePayToken:merchantIdentifier:completion:)
        #endif
        public static func saveApplePayToken(
            _ payment: PKPayment, merchantIdentifier: String,
            completion: @escaping @MainActor (String?, NSError?) -> Void
        ) {
            Task { @MainActor in
                do throws(InstaMedError) {
                    let reference = try await saveApplePayToken(
                        payment, merchantIdentifier: merchantIdentifier)
                    completion(reference.value.secret, nil)
                } catch {
                    completion(nil, error as NSError)
                }
            }
        }
    }
#endif
