import Foundation

/// Lines for the developer, off unless asked for.
///
/// A line is one of a closed set without values, so that no token, card number or security code can get into it.
public struct CosterLog: Sendable {
    /// Everything that can be logged.
    public enum Line: String, Sendable, CaseIterable {
        /// The payment request has no merchant identifier. Bolt's own words.
        case merchantIdentifierMissing = "applePayMerchantID not set."
        /// The payment request has no total. Bolt's own words.
        case totalMissing = "total not set or <= $0."
        /// The device can't pay. Bolt's own words, with their typographic apostrophe.
        case deviceUnsupported = "Device doesn\u{2019}t support payments."
        /// The payment request has no text to show beside "PAY".
        case payeeMissing = "companyName or paymentSummaryItems not set."
        /// The payment request has an amount with too many decimals or digits.
        case amountInvalid = "An amount isn't valid. Use at most 2 decimals, for example 14.99."
        /// A second payment was started.
        case busy = "A payment is already running. Wait for its outcome."
        /// The simulator's empty token was replaced.
        case simulatorTokenReplaced = "The simulator's empty token was replaced by a sandbox token."
        /// The sheet was answered because time was up.
        case deadline = "No answer within 25 seconds. Ask your server for the order."
        /// The Mac asked for a merchant session, and the app gave none.
        case merchantSessionMissing =
            "The Mac's sheet got no merchant session. Set ApplePaySheet.merchantSession."
    }

    private let prefix: String
    private let write: (@Sendable (String) -> Void)?

    /// Logs nothing.
    public static let off = CosterLog(prefix: "", write: nil)

    /// Logs to standard error.
    ///
    /// - Parameter prefix: Comes before each line. Bolt's is `CCCSDK: `.
    public static func standardError(prefix: String = "CosterKit: ") -> CosterLog {
        CosterLog(prefix: prefix) { line in
            FileHandle.standardError.write(Data((line + "\n").utf8))
        }
    }

    /// Logs to a function of the app's.
    public init(prefix: String = "CosterKit: ", write: (@Sendable (String) -> Void)?) {
        self.prefix = prefix
        self.write = write
    }

    /// Logs a line.
    public func log(_ line: Line) {
        write?(prefix + line.rawValue)
    }
}
