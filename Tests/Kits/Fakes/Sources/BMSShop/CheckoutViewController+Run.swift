// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CosterBolt
import CosterCardPages
import CosterKit
import Foundation
import PassKit
import UIKit

// What tests and programs do in the customer's place.
extension CheckoutViewController {
    /// Apple Pay's button on the page that is shown.
    public var applePayButton: PKPaymentButton? {
        UIKitStandIn.views(PKPaymentButton.self).first
    }

    /// Takes the sheet's deadline away: a busy machine's disk can take longer, and the answer is what is tested.
    public func waitForAnswers() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        paymentController?.deadline = PaymentDeadline {
            for await _ in stream {}
            continuation.finish()
        }
    }

    /// Does something that starts a payment, and waits for its outcome: `paid`, `declined` and so on.
    public func outcome(_ start: () -> Void) async -> String {
        await withCheckedContinuation { continuation in
            paymentController?.events.outcome = { outcome in
                continuation.resume(returning: "\(outcome)".prefix { $0.isLetter }.description)
            }
            start()
        }
    }
}
