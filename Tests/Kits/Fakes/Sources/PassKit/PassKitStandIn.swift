// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

/// What the tests decide: the device, and what the customer does.
@MainActor
public enum PassKitStandIn {
    /// Whether the device can pay at all.
    public static var canMakePayments = true
    /// The networks of the cards in the wallet.
    public static var cards: Set<PKPaymentNetwork> = [.visa]
    /// Whether the sheet can be shown.
    public static var presents = true
    /// What the customer does once the sheet is shown.
    public static var customer: @MainActor (PKPaymentAuthorizationController) async -> Void = {
        $0.finish()
    }
    /// Every sheet since the last reset.
    public static var controllers: [PKPaymentAuthorizationController] = []

    /// A device with a Visa card, whose customer closes the sheet.
    public static func reset() {
        canMakePayments = true
        cards = [.visa]
        presents = true
        customer = { $0.finish() }
        controllers = []
    }
}
