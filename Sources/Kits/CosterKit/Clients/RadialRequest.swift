import Foundation

/// Radial's CreditCardAuthRequest for a wallet, element by element in the schema's order.
///
/// The amount isn't in it: Radial takes the one that is encrypted in the token.
///
/// Source: Radial, Apple integration, sample request.
public struct RadialRequest: Sendable {
    private let token: ApplePayToken
    private let orderID: String
    private let requestID: String
    private let details: SheetDetails
    private let customerIPAddress: String?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - token: The device's token.
    ///   - orderID: 1 to 20 characters.
    ///   - requestID: 1 to 40 characters; the same again for a repetition.
    ///   - details: Payer and recipient. Without a recipient the payer is it.
    ///   - customerIPAddress: Left out by apps: the relay sees it.
    public init(
        token: ApplePayToken, orderID: String, requestID: String, details: SheetDetails,
        customerIPAddress: String? = nil
    ) {
        self.token = token
        self.orderID = orderID
        self.requestID = requestID
        self.details = details
        self.customerIPAddress = customerIPAddress
    }

    /// The XML.
    ///
    /// - Throws: ``ClientError/unsupportedVersion`` for an RSA_v1 token, for which Radial has no element.
    public func body() throws(ClientError) -> Data {
        let fields = token.fields.secret
        guard let key = fields.header.ephemeralPublicKey, token.version == .ec else {
            throw .unsupportedVersion
        }
        let payer = details.billingContact ?? Contact()
        let recipient = details.shippingContact ?? payer
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
            #"<CreditCardAuthRequest xmlns="http://api.gsicommerce.com/schema/checkout/1.0""#
                + #" requestId="\#(Self.escaped(requestID))">"#,
            "<WalletPaymentInformation>",
            element("ApplePayTransactionId", fields.header.transactionId),
            element("EphemeralPublicKey", key),
            element("PublicKeyHash", fields.header.publicKeyHash),
            element("Version", fields.version), element("Data", fields.data),
            element("Signature", fields.signature), "</WalletPaymentInformation>",
            element("OrderId", orderID),
            element("BillingFirstName", payer.givenName.secret),
            element("BillingLastName", payer.familyName.secret),
            element("BillingPhoneNo", payer.phoneNumber?.secret ?? ""),
        ]
        lines += address("BillingAddress", payer)
        lines.append(
            element("CustomerEmail", (payer.emailAddress ?? recipient.emailAddress)?.secret ?? ""))
        if let customerIPAddress { lines.append(element("CustomerIPAddress", customerIPAddress)) }
        lines += [
            element("ShipToFirstName", recipient.givenName.secret),
            element("ShipToLastName", recipient.familyName.secret),
        ]
        if let phone = recipient.phoneNumber {
            lines.append(element("ShipToPhoneNo", phone.secret))
        }
        lines += address("ShippingAddress", recipient) + ["</CreditCardAuthRequest>"]
        return Data(lines.joined(separator: "\n").utf8)
    }

    /// Radial refuses blank lines, and takes four.
    private func address(_ name: String, _ contact: Contact) -> [String] {
        guard let address = contact.address?.secret else { return [] }
        var lines = address.lines.prefix(4).enumerated().map { element("Line\($0 + 1)", $1) }
        lines.append(element("City", address.city))
        if !address.state.isEmpty { lines.append(element("MainDivision", address.state)) }
        lines.append(element("CountryCode", address.countryCode))
        if !address.postalCode.isEmpty { lines.append(element("PostalCode", address.postalCode)) }
        return ["<\(name)>"] + lines + ["</\(name)>"]
    }

    private func element(_ name: String, _ text: String) -> String {
        "<\(name)>\(Self.escaped(text))</\(name)>"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += " "
            default:
                // Other control characters aren't XML.
                if scalar.value >= 0x20 { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
