/// A part of a contact that the sheet asks for.
public enum ContactField: String, Sendable, Hashable, CaseIterable {
    /// The e-mail address.
    case emailAddress
    /// The name.
    case name
    /// The name's pronunciation.
    case phoneticName
    /// The telephone number.
    case phoneNumber
    /// The postal address.
    case postalAddress
}
