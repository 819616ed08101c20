// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

public enum PKPaymentMethodType: UInt, Sendable {
    case unknown, debit, credit, prepaid, store, eMoney
}

open class PKPaymentMethod: NSObject {
    open var displayName: String?
    open var network: PKPaymentNetwork?
    open var type = PKPaymentMethodType.unknown
}

open class PKPaymentToken: NSObject {
    open var paymentData = Data()
    open var paymentMethod = PKPaymentMethod()
    open var transactionIdentifier = ""
}

open class PKPayment: NSObject {
    open var token = PKPaymentToken()
    open var billingContact: PKContact?
    open var shippingContact: PKContact?
    open var shippingMethod: PKShippingMethod?
}

public enum PKPaymentAuthorizationStatus: Int, Sendable {
    case success, failure, invalidBillingPostalAddress, invalidShippingPostalAddress
    case invalidShippingContact, pinRequired, pinIncorrect, pinLockout
}

open class PKPaymentAuthorizationResult: NSObject {
    open var status: PKPaymentAuthorizationStatus
    open var errors: [any Error]?

    public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) {
        self.status = status
        self.errors = errors
    }
}

open class PKPaymentRequestUpdate: NSObject {
    open var status = PKPaymentAuthorizationStatus.success
    open var paymentSummaryItems: [PKPaymentSummaryItem]
    open var shippingMethods: [PKShippingMethod] = []

    public init(paymentSummaryItems: [PKPaymentSummaryItem]) {
        self.paymentSummaryItems = paymentSummaryItems
    }
}

open class PKPaymentRequestShippingMethodUpdate: PKPaymentRequestUpdate {}

open class PKPaymentRequestPaymentMethodUpdate: PKPaymentRequestUpdate {
    open var errors: [any Error]?

    public init(errors: [any Error]?, paymentSummaryItems: [PKPaymentSummaryItem]) {
        self.errors = errors
        super.init(paymentSummaryItems: paymentSummaryItems)
    }
}

open class PKPaymentRequestShippingContactUpdate: PKPaymentRequestUpdate {
    open var errors: [any Error]?

    public init(
        errors: [any Error]?, paymentSummaryItems: [PKPaymentSummaryItem],
        shippingMethods: [PKShippingMethod]
    ) {
        self.errors = errors
        super.init(paymentSummaryItems: paymentSummaryItems)
        self.shippingMethods = shippingMethods
    }
}

open class PKPaymentRequestCouponCodeUpdate: PKPaymentRequestUpdate {
    open var errors: [any Error]?

    public init(
        errors: [any Error]?, paymentSummaryItems: [PKPaymentSummaryItem],
        shippingMethods: [PKShippingMethod]
    ) {
        self.errors = errors
        super.init(paymentSummaryItems: paymentSummaryItems)
        self.shippingMethods = shippingMethods
    }
}
