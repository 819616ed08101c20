// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

// The part of the Contacts framework that PassKit's contacts have.

public let CNPostalAddressStreetKey = "street"
public let CNPostalAddressCityKey = "city"
public let CNPostalAddressStateKey = "state"
public let CNPostalAddressPostalCodeKey = "postalCode"
public let CNPostalAddressCountryKey = "country"
public let CNPostalAddressISOCountryCodeKey = "ISOCountryCode"

open class CNPostalAddress: NSObject {
    fileprivate var streetValue = ""
    fileprivate var cityValue = ""
    fileprivate var stateValue = ""
    fileprivate var postalCodeValue = ""
    fileprivate var countryValue = ""
    fileprivate var isoCountryCodeValue = ""

    open var street: String { streetValue }
    open var city: String { cityValue }
    open var state: String { stateValue }
    open var postalCode: String { postalCodeValue }
    open var country: String { countryValue }
    open var isoCountryCode: String { isoCountryCodeValue }
}

open class CNMutablePostalAddress: CNPostalAddress {
    open override var street: String {
        get { streetValue }
        set { streetValue = newValue }
    }
    open override var city: String {
        get { cityValue }
        set { cityValue = newValue }
    }
    open override var state: String {
        get { stateValue }
        set { stateValue = newValue }
    }
    open override var postalCode: String {
        get { postalCodeValue }
        set { postalCodeValue = newValue }
    }
    open override var country: String {
        get { countryValue }
        set { countryValue = newValue }
    }
    open override var isoCountryCode: String {
        get { isoCountryCodeValue }
        set { isoCountryCodeValue = newValue }
    }
}

open class CNPhoneNumber: NSObject {
    public let stringValue: String

    public init(stringValue: String) {
        self.stringValue = stringValue
    }
}
