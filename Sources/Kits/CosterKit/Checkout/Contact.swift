/// A person's name and addresses, as the sheet gives and takes them.
///
/// Every field is redacted in descriptions: a contact is personal data.
public struct Contact: Sendable, Hashable {
    /// A postal address.
    public struct Address: Sendable, Hashable {
        /// The street's lines, without empty ones: at most four reach a processor.
        public let lines: [String]
        /// The city.
        public let city: String
        /// The state or province, free text.
        public let state: String
        /// The postal code.
        public let postalCode: String
        /// The country, two upper-case letters.
        public let countryCode: String

        /// Makes an address.
        ///
        /// - Parameters:
        ///   - street: Lines separated by newlines, as PassKit gives them.
        ///   - city: The city.
        ///   - state: The state or province, free text.
        ///   - postalCode: The postal code.
        ///   - isoCountryCode: Any case; PassKit gives both.
        public init(
            street: String, city: String, state: String, postalCode: String, isoCountryCode: String
        ) {
            lines = street.split(whereSeparator: \.isNewline)
                .map { String($0).trimmed }.filter { !$0.isEmpty }
            self.city = city
            self.state = state
            self.postalCode = postalCode
            countryCode = isoCountryCode.uppercased()
        }
    }

    /// The given name.
    public let givenName: Redacted<String>
    /// The family name.
    public let familyName: Redacted<String>
    /// The telephone number.
    public let phoneNumber: Redacted<String>?
    /// The e-mail address.
    public let emailAddress: Redacted<String>?
    /// The postal address. Before authorization PassKit gives only city, state, postal code and country.
    public let address: Redacted<Address>?

    /// Makes a contact.
    public init(
        givenName: String = "", familyName: String = "", phoneNumber: String? = nil,
        emailAddress: String? = nil, address: Address? = nil
    ) {
        self.givenName = Redacted(givenName)
        self.familyName = Redacted(familyName)
        self.phoneNumber = phoneNumber.map(Redacted.init)
        self.emailAddress = emailAddress.map(Redacted.init)
        self.address = address.map(Redacted.init)
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        let head = drop(while: \.isWhitespace)
        return String(head.reversed().drop(while: \.isWhitespace).reversed())
    }
}
