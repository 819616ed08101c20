/// The holder of a profile's card, as the client wrote it; personal data, so it prints nothing.
package struct AccountHolder: Redacted, Hashable {
    /// The texts.
    package enum Field: String, Sendable, Hashable, CaseIterable {
        case name, company, street, city, region, country, postalCode, phone, email
    }

    /// A text for each field that has one.
    package var texts: [Field: String] = [:]
    /// Whether the card's number and end may not be updated by its issuer; nil if nobody said.
    package var declinesUpdates: Bool?
    /// Whether the holder agreed that the card is kept; nil if nobody said.
    package var consents: Bool?

    package init() {}

    /// `AccountHolder`.
    package var redacted: String { "AccountHolder" }

    /// The same with everything that another one says.
    package func updated(with other: AccountHolder) -> AccountHolder {
        var updated = self
        updated.texts.merge(other.texts) { $1 }
        updated.declinesUpdates = other.declinesUpdates ?? declinesUpdates
        updated.consents = other.consents ?? consents
        return updated
    }

    /// The address and contacts for address verification.
    package var billing: BillingDetails {
        var billing = BillingDetails()
        billing.setName(texts[.name])
        billing.street = texts[.street]
        billing.city = texts[.city]
        billing.region = texts[.region]
        billing.postalCode = texts[.postalCode]
        billing.country = texts[.country]
        billing.phone = texts[.phone]
        billing.email = texts[.email]
        return billing
    }
}

extension BillingDetails {
    /// Divides a whole name: the last word is the last name.
    package mutating func setName(_ name: String?) {
        let words = (name ?? "").split(separator: " ")
        let first = words.dropLast().joined(separator: " ")
        firstName = first.isEmpty ? nil : first
        lastName = words.last.map(String.init)
    }

    /// Fills each part of the address that is missing with another's.
    package mutating func fillAddress(from other: BillingDetails) {
        street = street ?? other.street
        city = city ?? other.city
        region = region ?? other.region
        postalCode = postalCode ?? other.postalCode
        country = country ?? other.country
    }

    /// Fills what is missing with an account's: the name, the contacts, and the address as a whole, since a request's
    /// postal code and another street would be nobody's address.
    package mutating func fill(from account: BillingDetails) {
        if lastName == nil { (firstName, lastName) = (account.firstName, account.lastName) }
        phone = phone ?? account.phone
        email = email ?? account.email
        guard [street, city, region, postalCode, country].allSatisfy({ $0 == nil }) else { return }
        fillAddress(from: account)
    }
}
