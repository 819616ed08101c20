import PaymentDomain

/// A card in the simulated device's wallet: a device account number of a well-known test range.
///
/// The length of the cryptogram and the indicator follow the habits of its network.
///
/// Source: genuine tokens: Visa with "5" or "7", Mastercard without an indicator. No genuine token of American Express
/// or Discover was available; both use 5 for an authenticated payment, so they send that here.
package enum TestCard: String, Sendable, Hashable, CaseIterable {
    /// Visa, ending in 3478.
    case visa
    /// Mastercard, ending in 0049.
    case mastercard
    /// American Express, ending in 9943.
    case amex
    /// Discover, ending in 9818.
    case discover

    package var network: CardNetwork {
        switch self {
        case .visa: .visa
        case .mastercard: .mastercard
        case .amex: .amex
        case .discover: .discover
        }
    }

    /// The device account number.
    ///
    /// - Throws: ``PANError`` never: the numbers are constants that pass its checks, as a test
    ///   shows.
    package func pan() throws(PANError) -> PAN { try PAN(digits: digits) }

    /// The last four digits.
    package var lastFour: String { String(digits.suffix(4)) }

    /// The indicator that the network's tokens carry, or nil for none.
    package var usualECI: ECI? {
        switch self {
        case .visa: ECI("7")
        case .mastercard: nil
        case .amex, .discover: ECI("5")
        }
    }

    /// The lengths that the network's cryptograms may have, in bytes.
    ///
    /// Source: American Express sends one of 20 bytes or two of them together.
    package var cryptogramLengths: [Int] {
        switch self {
        case .visa, .mastercard, .discover: [SimulatorLimits.cryptogramBytes]
        case .amex: [SimulatorLimits.cryptogramBytes, 2 * SimulatorLimits.cryptogramBytes]
        }
    }

    /// The network's name as PKPaymentToken's paymentMethod writes it.
    package var appleNetworkName: String {
        switch self {
        case .visa: "Visa"
        case .mastercard: "MasterCard"
        case .amex: "AmEx"
        case .discover: "Discover"
        }
    }

    /// The last day of the card, `YYMMDD`: as far away as the two-digit years of every dialect
    /// allow.
    package static let expirationDate = "491231"

    /// The digits, for the plaintext of a token alone.
    var digits: String {
        switch self {
        case .visa: "4895370012003478"
        case .mastercard: "5204245250460049"
        case .amex: "370295136149943"
        case .discover: "6011000990099818"
        }
    }

    /// The maker of the device, in hex, as tokens of the network show it.
    var deviceManufacturerIdentifier: String {
        switch self {
        case .visa: "040010030273"
        case .mastercard: "050110030273"
        case .amex: "030010030273"
        case .discover: "060010030273"
        }
    }
}
