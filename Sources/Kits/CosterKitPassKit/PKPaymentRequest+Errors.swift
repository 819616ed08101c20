#if canImport(PassKit)
    import Contacts
    import CosterKit
    import PassKit

    extension SheetError {
        /// The error in PassKit's form, which the sheet shows beside its field.
        public var passKitError: any Error {
            switch self {
            case .contact(let field, let message):
                PKPaymentRequest.paymentContactInvalidError(
                    withContactField: PKContactField(field), localizedDescription: message)
            case .shippingAddress(let part, let message):
                PKPaymentRequest.paymentShippingAddressInvalidError(
                    withKey: part.key, localizedDescription: message)
            case .billingAddress(let part, let message):
                PKPaymentRequest.paymentBillingAddressInvalidError(
                    withKey: part.key, localizedDescription: message)
            case .unserviceable(let message):
                PKPaymentRequest.paymentShippingAddressUnserviceableError(
                    withLocalizedDescription: message)
            case .couponInvalid(let message):
                PKPaymentRequest.paymentCouponCodeInvalidError(localizedDescription: message)
            case .couponExpired(let message):
                PKPaymentRequest.paymentCouponCodeExpiredError(localizedDescription: message)
            }
        }
    }

    extension SheetError.AddressPart {
        /// The Contacts framework's key.
        fileprivate var key: String {
            switch self {
            case .street: CNPostalAddressStreetKey
            case .city: CNPostalAddressCityKey
            case .state: CNPostalAddressStateKey
            case .postalCode: CNPostalAddressPostalCodeKey
            case .country: CNPostalAddressCountryKey
            }
        }
    }

    extension SheetAnswer {
        /// The answer in PassKit's form.
        public var authorizationResult: PKPaymentAuthorizationResult {
            switch self {
            case .success: PKPaymentAuthorizationResult(status: .success, errors: nil)
            case .failure(let errors):
                PKPaymentAuthorizationResult(
                    status: .failure, errors: errors.map(\.passKitError))
            }
        }
    }
#endif
