@_spi(CardData) import PaymentDomain
import PaymentEngine
import StrictCoding
import StrictXML

extension CNPRequest {
    /// An authorization. Its orderId is its id, which the reply must repeat.
    ///
    /// Source: cnpTransaction XSD, 12.34, authorization, in the schema's order.
    init(authorization request: AcquirerAuthorization, by account: WorldpayAccount) {
        self.init(
            .authorization, id: request.id, orderID: request.id.value, of: request.merchant,
            by: account
        ) { element in
            element.order(request)
            element.contact(request.billing)
            element.card(request)
            element.proof(request)
            if request.allowsPartialApproval { element.element("allowPartialAuth", "true") }
            if request.entryMode == .credentialOnFile, request.cryptogram == nil {
                element.element("processingType", "cardholderInitiatedCOF")
            }
        }
    }

    /// Money given to a card without an earlier payment.
    ///
    /// Source: cnpTransaction XSD, 12.34, credit, second branch.
    init(credit request: AcquirerAuthorization, by account: WorldpayAccount) {
        self.init(.credit, id: request.id, of: request.merchant, by: account) { element in
            element.order(request)
            element.contact(request.billing)
            element.card(request)
        }
    }
}

extension XMLWriter {
    fileprivate mutating func order(_ request: AcquirerAuthorization) {
        element("orderId", request.id.value)
        element("amount", String(request.amount.minorUnits))
        element("orderSource", request.isOfDevice ? "applepay" : "ecommerce")
    }

    /// Source: Worldpay, Merchant Decryption of Apple Pay PKPaymentToken: number is the device account number.
    fileprivate mutating func card(_ request: AcquirerAuthorization) {
        element("card") { card in
            card.element("type", request.pan.network?.worldpayType ?? "")
            request.pan.withDigits { card.element("number", $0) }
            if let expiry = request.expiry { card.element("expDate", expiry.mmyy) }
            if let code = request.securityCode {
                code.withDigits { card.element("cardValidationNum", $0) }
            }
        }
    }

    /// Source: Worldpay, Merchant Decryption of Apple Pay PKPaymentToken: authenticationValue is the cryptogram.
    fileprivate mutating func proof(_ request: AcquirerAuthorization) {
        let address = request.billing.networkAddress.flatMap { $0.isNetworkAddress ? $0 : nil }
        guard request.cryptogram != nil || address != nil else { return }
        element("cardholderAuthentication") { proof in
            if let cryptogram = request.cryptogram {
                cryptogram.withBytes { proof.element("authenticationValue", Base64.encode($0)) }
            }
            if let address { proof.element("customerIpAddress", address) }
        }
    }

    /// The address of the cardholder. Empty texts are left out, long ones are cut to the schema's length.
    fileprivate mutating func contact(_ billing: BillingDetails) {
        let fields: [(StaticString, String?, Int)] = [
            ("firstName", billing.firstName, WorldpayLimits.firstName),
            ("lastName", billing.lastName, WorldpayLimits.lastName),
            ("addressLine1", billing.street, WorldpayLimits.addressLine),
            ("city", billing.city, WorldpayLimits.city),
            ("state", billing.region, WorldpayLimits.state),
            ("zip", billing.postalCode, WorldpayLimits.zip),
            ("country", billing.checkedCountry, 2),
            ("email", billing.email, WorldpayLimits.email),
            ("phone", billing.phone, WorldpayLimits.phone),
        ]
        let filled = fields.compactMap { name, text, length in
            text.flatMap { $0.isEmpty ? nil : (name, $0.cut(to: length)) }
        }
        guard !filled.isEmpty else { return }
        element("billToAddress") { contact in
            for (name, text) in filled { contact.element(name, text) }
        }
    }
}

extension AcquirerAuthorization {
    /// Whether a device made the payment: here, or for a merchant that decrypted it before us.
    var isOfDevice: Bool { entryMode == .applePay || cryptogram != nil }
}

extension BillingDetails {
    /// The country, if issuers there verify addresses. Another country's code may be one that the schema lacks, which
    /// would refuse the whole document.
    fileprivate var checkedCountry: String? {
        country.flatMap { ["US", "CA", "GB"].contains($0) ? $0 : nil }
    }
}

extension CardExpiry {
    /// `0731`.
    fileprivate var mmyy: String {
        String(month).withLeadingZeros(to: 2) + String(year % 100).withLeadingZeros(to: 2)
    }
}

extension String {
    /// The first characters, as XML Schema counts them.
    fileprivate func cut(to length: Int) -> String {
        unicodeScalars.count <= length ? self : String(unicodeScalars.prefix(length))
    }

    /// Whether it has only what addresses of IPv4 and IPv6 have.
    ///
    /// Source: cnpTransaction XSD, stringipAddress.
    fileprivate var isNetworkAddress: Bool {
        let characters = utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: "."), UInt8(ascii: ":"): true
            default: false
            }
        }
        return characters && (2...45).contains(utf8.count)
    }
}
