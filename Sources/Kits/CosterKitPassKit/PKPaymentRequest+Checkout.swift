#if canImport(PassKit)
    import CosterKit
    import Foundation
    import PassKit

    extension Checkout {
        /// PassKit's request for this checkout.
        ///
        /// - Returns: Nil if the system is too old for the checkout's agreement. A subscription without its agreement
        ///   would charge the customer for something else than the sheet says.
        @MainActor
        public func paymentRequest() -> PKPaymentRequest? {
            let request = PKPaymentRequest()
            request.merchantIdentifier = merchant.identifier
            request.countryCode = merchant.countryCode
            request.currencyCode = merchant.currency.code
            request.supportedNetworks = merchant.paymentNetworks
            request.merchantCapabilities = merchant.paymentCapabilities
            request.paymentSummaryItems = summaryItems
            request.shippingMethods = shippingMethods
            request.requiredBillingContactFields = Set(
                options.requiredBillingFields.map(PKContactField.init))
            request.requiredShippingContactFields = Set(
                options.requiredShippingFields.map(PKContactField.init))
            request.billingContact = options.billingContact.map(PKContact.init)
            request.shippingContact = options.shippingContact.map(PKContact.init)
            request.shippingType = PKShippingType(options.shippingKind)
            request.applicationData = options.applicationData
            if !options.supportedCountries.isEmpty {
                request.supportedCountries = options.supportedCountries
            }
            if !options.isShippingContactEditable {
                request.shippingContactEditingMode = .storePickup
            }
            if case .field(let initial) = options.coupon {
                request.supportsCouponCode = true
                request.couponCode = initial
            }
            guard let agreement = options.agreement else { return request }
            return request.add(agreement) ? request : nil
        }

        /// The sheet's lines, the total last.
        @MainActor
        public var summaryItems: [PKPaymentSummaryItem] { lines.map(PKPaymentSummaryItem.init) }

        /// The ways of delivery; nil for none.
        @MainActor
        var shippingMethods: [PKShippingMethod]? {
            let methods = options.shippingMethods.map(PKShippingMethod.init)
            return methods.isEmpty ? nil : methods
        }
    }

    extension Merchant {
        /// The networks in PassKit's type.
        public var paymentNetworks: [PKPaymentNetwork] {
            networks.map { PKPaymentNetwork(rawValue: $0.rawValue) }
        }

        /// The capabilities in PassKit's type, whose bits are the same.
        public var paymentCapabilities: PKMerchantCapability {
            PKMerchantCapability(rawValue: capabilities.rawValue)
        }
    }

    extension PKPaymentSummaryItem {
        /// A line of the sheet.
        convenience init(_ item: LineItem) {
            self.init(
                label: item.label, amount: item.amount.decimalNumber,
                type: item.isPending ? .pending : .final)
        }
    }

    extension PKShippingMethod {
        /// A way of delivery.
        convenience init(_ method: ShippingMethod) {
            self.init(label: method.item.label, amount: method.item.amount.decimalNumber)
            identifier = method.identifier
            detail = method.detail
        }
    }

    extension Amount {
        /// The amount in Foundation's exact decimal type.
        var decimalNumber: NSDecimalNumber { NSDecimalNumber(string: decimal) }
    }

    extension PKShippingType {
        init(_ kind: ShippingKind) {
            switch kind {
            case .shipping: self = .shipping
            case .delivery: self = .delivery
            case .storePickup: self = .storePickup
            case .servicePickup: self = .servicePickup
            }
        }
    }
#endif
