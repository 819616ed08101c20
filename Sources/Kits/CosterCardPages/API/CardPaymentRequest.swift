#if canImport(PassKit)
    import CosterKit
    import CosterKitPassKit
    import Foundation
    import PassKit

    /// A request to pay with Apple Pay: the base of `CCCPaymentRequest` and `BMSPaymentRequest`.
    #if canImport(ObjectiveC)
        @objcMembers
    #endif
    open class CardPaymentRequest: NSObject {
        /// The Apple Pay merchant identifier. Required.
        public var applePayMerchantID: String?
        /// The total in US dollars. Required unless ``paymentSummaryItems`` is set.
        public var total: NSDecimalNumber?
        /// The text after "PAY". Required unless ``paymentSummaryItems`` is set.
        public var companyName: String?
        /// Lines of the sheet (`PKPaymentSummaryItem`), the total last.
        ///
        /// An array with anything else is passed over; then ``total`` and ``companyName`` are shown.
        public var paymentSummaryItems: [Any]?
        /// Bytes that are bound to the token, such as the order's number in base64.
        public var additionalData: Data?

        /// Makes an empty request.
        public override init() {}

        /// The sheet's content, or the line that says what is missing.
        ///
        /// - Parameter payee: The text after "PAY" if the request has none; nil if it must have one.
        package func checkout(payee: String?) -> Result<Checkout, MissingPart> {
            guard let merchantID = applePayMerchantID, !merchantID.isEmpty else {
                return .failure(MissingPart(line: .merchantIdentifierMissing))
            }
            do throws(CheckoutError) {
                var lines = try listedItems()
                if lines.isEmpty {
                    guard let total, total.compare(NSDecimalNumber.zero) == .orderedDescending
                    else {
                        return .failure(MissingPart(line: .totalMissing))
                    }
                    guard let label = companyName ?? payee, !label.isEmpty else {
                        return .failure(MissingPart(line: .payeeMissing))
                    }
                    lines = [LineItem(label, try Amount(total.stringValue, .usd))]
                }
                guard let sum = lines.popLast(), sum.amount.minorUnits > 0 else {
                    return .failure(MissingPart(line: .totalMissing))
                }
                var options = Checkout.Options()
                options.applicationData = additionalData
                let merchant = try Merchant(merchantID)
                return .success(
                    try Checkout(merchant, items: lines, total: sum, options: options))
            } catch {
                let line: CosterLog.Line =
                    error == .missingPayee ? .payeeMissing : .amountInvalid
                return .failure(MissingPart(line: line))
            }
        }

        private func listedItems() throws(CheckoutError) -> [LineItem] {
            guard let items = paymentSummaryItems as? [PKPaymentSummaryItem] else { return [] }
            var lines: [LineItem] = []
            for item in items {
                let amount = try Amount(item.amount.stringValue, .usd)
                lines.append(LineItem(item.label, amount, isPending: item.type == .pending))
            }
            return lines
        }

        /// The order's number for the app's server: what ``additionalData`` holds, or nothing.
        package var orderID: String {
            additionalData.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    /// A request that can't be shown, and the log line that says why.
    package struct MissingPart: Error {
        package let line: CosterLog.Line
    }
#endif
