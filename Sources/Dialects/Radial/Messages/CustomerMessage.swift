import DialectKit
import PaymentDomain
import StrictXML

/// The customer of an authorization: the same run of elements in both forms.
///
/// Source: Radial, Payment-Service-CreditCardAuth-1.0.xsd, BillingFirstName to ShippingAddress.
enum CustomerMessage {
    /// Reads the run; of the shipping address only the form is checked, since no acquirer asks for
    /// it.
    ///
    /// - Parameter address: The customer's IP address if it is known from the connection. The message's own is then
    ///   optional, and ignored.
    static func read(
        _ cursor: inout XMLCursor, address: String?
    ) throws(XMLReadError) -> BillingDetails {
        var details = BillingDetails()
        let text = RadialLimits.freeText
        details.firstName = filled(try cursor.required("BillingFirstName", max: text, min: 0))
        details.lastName = filled(try cursor.required("BillingLastName", max: text, min: 0))
        details.phone = filled(try cursor.required("BillingPhoneNo", max: text, min: 0))
        let billing = try AddressMessage(
            try cursor.requiredElement("BillingAddress"), named: "BillingAddress")
        details.street = billing.line1
        details.city = billing.city
        details.region = billing.mainDivision
        details.postalCode = billing.postalCode
        // The schema lets whole names pass; only two letters mean a country to an acquirer.
        details.country = billing.country.utf8.count == 2 ? billing.country.uppercased() : nil
        details.email = try cursor.required("CustomerEmail", max: RadialLimits.email)
        if let address {
            try cursor.skip("CustomerIPAddress")
            details.networkAddress = address
        } else {
            details.networkAddress = try cursor.requiredAddress("CustomerIPAddress")
        }
        _ = try cursor.required("ShipToFirstName", max: text, min: 0)
        _ = try cursor.required("ShipToLastName", max: text, min: 0)
        _ = try cursor.optional("ShipToPhoneNo", max: text, min: 0)
        _ = try AddressMessage(
            try cursor.requiredElement("ShippingAddress"), named: "ShippingAddress")
        return details
    }

    private static func filled(_ text: String) -> String? {
        let text = trimmedXML(text)
        return text.isEmpty ? nil : text
    }
}

/// PhysicalAddressType. An element that is blank, or white space alone, fails.
///
/// Source: Radial, Credit Card Auth, Line1 to Line4: "A blank AddressLine element will fail validation"; Radial, Checkout-Datatypes-1.0.xsd, PhysicalAddressType; newer samples write
/// MainDivisionCode.
struct AddressMessage {
    let line1: String
    let city: String
    let mainDivision: String?
    let country: String
    let postalCode: String?

    init(_ node: XMLNode, named name: StaticString) throws(XMLReadError) {
        var cursor = try XMLCursor(node, named: name)
        line1 = try cursor.requiredTrimmed("Line1", max: RadialLimits.addressLine)
        _ = try cursor.optionalTrimmed("Line2", max: RadialLimits.addressLine)
        _ = try cursor.optionalTrimmed("Line3", max: RadialLimits.addressLine)
        _ = try cursor.optionalTrimmed("Line4", max: RadialLimits.addressLine)
        city = try cursor.requiredTrimmed("City", max: RadialLimits.city)
        let division = try cursor.optionalTrimmed("MainDivision", max: RadialLimits.mainDivision)
        let code = try cursor.optionalTrimmed("MainDivisionCode", max: RadialLimits.mainDivision)
        mainDivision = division ?? code
        country = try cursor.requiredTrimmed("CountryCode", max: RadialLimits.country)
        guard country.utf8.count >= 2 else { throw XMLReadError(.tooShort, "CountryCode") }
        postalCode = try cursor.optionalTrimmed("PostalCode", max: RadialLimits.postalCode)
        try cursor.skip("Extension")
        try cursor.finish()
    }
}
