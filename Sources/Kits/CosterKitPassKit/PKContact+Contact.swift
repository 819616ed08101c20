#if canImport(PassKit)
    import Contacts
    import CosterKit
    import Foundation
    import PassKit

    extension PKContact {
        /// PassKit's form of a contact.
        convenience init(_ contact: Contact) {
            self.init()
            var components = PersonNameComponents()
            components.givenName = contact.givenName.secret
            components.familyName = contact.familyName.secret
            name = components
            emailAddress = contact.emailAddress?.secret
            phoneNumber = contact.phoneNumber.map { CNPhoneNumber(stringValue: $0.secret) }
            postalAddress = contact.address.map { address in
                let postal = CNMutablePostalAddress()
                postal.street = address.secret.lines.joined(separator: "\n")
                postal.city = address.secret.city
                postal.state = address.secret.state
                postal.postalCode = address.secret.postalCode
                postal.isoCountryCode = address.secret.countryCode
                return postal
            }
        }
    }

    extension Contact {
        /// The kit's form of a contact of PassKit's.
        public init(_ contact: PKContact) {
            self.init(
                givenName: contact.name?.givenName ?? "",
                familyName: contact.name?.familyName ?? "",
                phoneNumber: contact.phoneNumber?.stringValue, emailAddress: contact.emailAddress,
                address: contact.postalAddress.map { postal in
                    Contact.Address(
                        street: postal.street, city: postal.city, state: postal.state,
                        postalCode: postal.postalCode, isoCountryCode: postal.isoCountryCode)
                })
        }
    }

    extension PKContactField {
        init(_ field: ContactField) {
            switch field {
            case .emailAddress: self = .emailAddress
            case .name: self = .name
            case .phoneticName: self = .phoneticName
            case .phoneNumber: self = .phoneNumber
            case .postalAddress: self = .postalAddress
            }
        }
    }
#endif
