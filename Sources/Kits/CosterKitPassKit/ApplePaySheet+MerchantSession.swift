#if canImport(PassKit)
    import CosterKit
    import Foundation
    import PassKit

    extension ApplePaySheet {
        /// Takes the Mac's question for a merchant session. PassKit waits for the handler.
        ///
        /// Without a session PassKit shows an error and closes the sheet: nothing was authorized, so the outcome is
        /// cancelled, and a log line says why.
        public func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didRequestMerchantSessionUpdate handler:
                @escaping (
                    PKPaymentRequestMerchantSessionUpdate
                ) -> Void
        ) {
            guard payment?.controller === controller else {
                return handler(PKPaymentRequestMerchantSessionUpdate(json: nil))
            }
            Task {
                let update = PKPaymentRequestMerchantSessionUpdate(json: await merchantSession?())
                if update.status != .success { log.log(.merchantSessionMissing) }
                handler(update)
            }
        }
    }

    extension PKPaymentRequestMerchantSessionUpdate {
        /// Success with the session; failure if the text isn't a JSON object.
        fileprivate convenience init(json: Data?) {
            let object = json.flatMap { try? JSONSerialization.jsonObject(with: $0) }
            guard let fields = object as? [String: Any], !fields.isEmpty else {
                self.init(status: .failure, merchantSession: nil)
                return
            }
            self.init(
                status: .success, merchantSession: PKPaymentMerchantSession(dictionary: fields))
        }
    }
#endif
