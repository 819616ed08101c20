// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Contacts
import Foundation

public struct PKPaymentNetwork: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let amex = PKPaymentNetwork(rawValue: "AmEx")
    public static let discover = PKPaymentNetwork(rawValue: "Discover")
    public static let masterCard = PKPaymentNetwork(rawValue: "MasterCard")
    public static let visa = PKPaymentNetwork(rawValue: "Visa")
}

public struct PKMerchantCapability: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let threeDSecure = PKMerchantCapability(rawValue: 1)
    public static let emv = PKMerchantCapability(rawValue: 2)
    public static let credit = PKMerchantCapability(rawValue: 4)
    public static let debit = PKMerchantCapability(rawValue: 8)
    public static let capability3DS = threeDSecure
    public static let capabilityEMV = emv
    public static let capabilityCredit = credit
    public static let capabilityDebit = debit
}

public enum PKShippingType: UInt, Sendable {
    case shipping = 0
    case delivery, storePickup, servicePickup
}

public enum PKShippingContactEditingMode: UInt, Sendable {
    case available = 1
    case storePickup
}

public struct PKContactField: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let emailAddress = PKContactField(rawValue: "email")
    public static let name = PKContactField(rawValue: "name")
    public static let phoneNumber = PKContactField(rawValue: "phone")
    public static let phoneticName = PKContactField(rawValue: "phonetic")
    public static let postalAddress = PKContactField(rawValue: "post")
}

open class PKContact: NSObject {
    open var name: PersonNameComponents?
    open var postalAddress: CNPostalAddress?
    open var phoneNumber: CNPhoneNumber?
    open var emailAddress: String?
}

open class PKPaymentRequest: NSObject {
    open var merchantIdentifier = ""
    open var countryCode = ""
    open var currencyCode = ""
    open var supportedNetworks: [PKPaymentNetwork] = []
    open var merchantCapabilities: PKMerchantCapability = []
    open var paymentSummaryItems: [PKPaymentSummaryItem] = []
    open var shippingMethods: [PKShippingMethod]?
    open var shippingType = PKShippingType.shipping
    open var shippingContactEditingMode = PKShippingContactEditingMode.available
    open var requiredBillingContactFields: Set<PKContactField> = []
    open var requiredShippingContactFields: Set<PKContactField> = []
    open var billingContact: PKContact?
    open var shippingContact: PKContact?
    open var supportedCountries: Set<String>?
    open var applicationData: Data?
    open var supportsCouponCode = false
    open var couponCode: String?
    open var recurringPaymentRequest: PKRecurringPaymentRequest?
    open var automaticReloadPaymentRequest: PKAutomaticReloadPaymentRequest?
    open var deferredPaymentRequest: PKDeferredPaymentRequest?
    open var multiTokenContexts: [PKPaymentTokenContext] = []

    public override init() {}
}
