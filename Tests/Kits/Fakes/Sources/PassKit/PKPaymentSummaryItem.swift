// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

public enum PKPaymentSummaryItemType: UInt, Sendable {
    case final, pending
}

open class PKPaymentSummaryItem: NSObject {
    open var label: String
    open var amount: NSDecimalNumber
    open var type = PKPaymentSummaryItemType.final

    public init(label: String, amount: NSDecimalNumber) {
        self.label = label
        self.amount = amount
    }

    public convenience init(
        label: String, amount: NSDecimalNumber, type: PKPaymentSummaryItemType
    ) {
        self.init(label: label, amount: amount)
        self.type = type
    }
}

open class PKShippingMethod: PKPaymentSummaryItem {
    open var identifier: String?
    open var detail: String?
}

open class PKRecurringPaymentSummaryItem: PKPaymentSummaryItem {
    open var startDate: Date?
    open var endDate: Date?
    open var intervalUnit = NSCalendar.Unit.month
    open var intervalCount = 1
}

open class PKDeferredPaymentSummaryItem: PKPaymentSummaryItem {
    open var deferredDate = Date(timeIntervalSince1970: 0)
}

open class PKAutomaticReloadPaymentSummaryItem: PKPaymentSummaryItem {
    open var thresholdAmount = NSDecimalNumber.zero
}

open class PKRecurringPaymentRequest: NSObject {
    open var paymentDescription: String
    open var regularBilling: PKRecurringPaymentSummaryItem
    open var trialBilling: PKRecurringPaymentSummaryItem?
    open var managementURL: URL
    open var billingAgreement: String?
    open var tokenNotificationURL: URL?

    public init(
        paymentDescription: String, regularBilling: PKRecurringPaymentSummaryItem,
        managementURL: URL
    ) {
        self.paymentDescription = paymentDescription
        self.regularBilling = regularBilling
        self.managementURL = managementURL
    }
}

open class PKAutomaticReloadPaymentRequest: NSObject {
    open var paymentDescription: String
    open var automaticReloadBilling: PKAutomaticReloadPaymentSummaryItem
    open var managementURL: URL
    open var billingAgreement: String?
    open var tokenNotificationURL: URL?

    public init(
        paymentDescription: String, automaticReloadBilling: PKAutomaticReloadPaymentSummaryItem,
        managementURL: URL
    ) {
        self.paymentDescription = paymentDescription
        self.automaticReloadBilling = automaticReloadBilling
        self.managementURL = managementURL
    }
}

open class PKDeferredPaymentRequest: NSObject {
    open var paymentDescription: String
    open var deferredBilling: PKDeferredPaymentSummaryItem
    open var managementURL: URL
    open var billingAgreement: String?
    open var freeCancellationDate: Date?
    open var freeCancellationDateTimeZone: TimeZone?
    open var tokenNotificationURL: URL?

    public init(
        paymentDescription: String, deferredBilling: PKDeferredPaymentSummaryItem,
        managementURL: URL
    ) {
        self.paymentDescription = paymentDescription
        self.deferredBilling = deferredBilling
        self.managementURL = managementURL
    }
}

open class PKPaymentTokenContext: NSObject {
    public let merchantIdentifier: String
    public let externalIdentifier: String
    public let merchantName: String
    public let merchantDomain: String?
    public let amount: NSDecimalNumber

    public init(
        merchantIdentifier: String, externalIdentifier: String, merchantName: String,
        merchantDomain: String?, amount: NSDecimalNumber
    ) {
        self.merchantIdentifier = merchantIdentifier
        self.externalIdentifier = externalIdentifier
        self.merchantName = merchantName
        self.merchantDomain = merchantDomain
        self.amount = amount
    }
}
