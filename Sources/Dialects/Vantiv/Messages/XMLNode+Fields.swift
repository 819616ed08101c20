import DialectKit
import PaymentDomain
import StrictXML

/// Values of children whose form was checked against the content model.
extension XMLNode {
    /// The child with a name.
    func child(_ name: String) -> XMLNode? {
        children.first { $0.name == name }
    }

    /// The text of a child.
    func text(of name: String) -> String? {
        child(name)?.text
    }

    /// The text of a child; nil if it is empty too, because clients send empty optional elements.
    func filled(_ name: String) -> String? {
        guard let text = text(of: name), !text.isEmpty else { return nil }
        return text
    }

    /// Whether a child says true.
    func isTrue(_ name: String) -> Bool {
        text(of: name).flatMap { ContentValue.boolean($0) } ?? false
    }

    /// A child's amount in minor units.
    func money(_ name: String, in currency: Currency) throws(SchemaFault) -> Money? {
        guard let text = text(of: name), let units = ContentValue.integer(trimmedXML(text)) else {
            return nil
        }
        do {
            return try Money(minorUnits: units, currency: currency)
        } catch {
            throw SchemaFault(.tooManyDigits, "amount", in: "transaction")
        }
    }

    /// A child's transaction number; nil if it is missing or can't be one of ours.
    func number(_ name: String) -> TransactionNumber? {
        text(of: name).flatMap { ContentValue.integer(trimmedXML($0)) }
            .flatMap { TransactionNumber($0) }
    }

    /// Whether the routing number of a check can be one: nine digits.
    var hasRoutingNumber: Bool {
        let digits = (text(of: "routingNum") ?? "").utf8
        return digits.count == 9 && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    /// The address of a contact.
    func billing(from proof: XMLNode?) -> BillingDetails {
        var billing = BillingDetails()
        if let contact = child("billToAddress") {
            billing.firstName = contact.filled("firstName")
            billing.lastName = contact.filled("lastName")
            if billing.firstName == nil, billing.lastName == nil, let name = contact.filled("name")
            {
                // The last word is usually the family's name.
                let words = name.split(separator: " ")
                billing.firstName =
                    words.count > 1 ? words.dropLast().joined(separator: " ") : nil
                billing.lastName = words.last.map(String.init)
            }
            billing.street = contact.filled("addressLine1")
            billing.city = contact.filled("city")
            billing.region = contact.filled("state")
            billing.postalCode = contact.filled("zip")
            let country = contact.filled("country")
            billing.country = country == "USA" ? "US" : country
            billing.phone = contact.filled("phone")
            billing.email = contact.filled("email")
        }
        billing.networkAddress = proof?.filled("customerIpAddress")
        return billing
    }
}

extension CardExpiry {
    /// Reads `MMYY`, as `expDate` has it.
    init?(mmyy text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 4, bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        let digits = bytes.map { Int($0 - 0x30) }
        self.init(year: 2000 + digits[2] * 10 + digits[3], month: digits[0] * 10 + digits[1])
    }
}
