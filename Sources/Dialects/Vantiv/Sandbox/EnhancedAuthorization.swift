import StrictXML

/// What an issuer is said to know of a card: the element `enhancedAuthResponse` of a reply.
///
/// Source: Vantiv, the XSDs, enhancedAuthResponse: the same sequence in all releases.
enum EnhancedAuthorization: Sendable, Hashable {
    /// A prepaid card: its balance in cents, whether it can be loaded again, and its kind.
    case prepaid(String, reloadable: String, String)
    case affluence(String)
    case issuerCountry(String)

    /// Writes the content of the element.
    func write(to element: inout XMLWriter) {
        switch self {
        case .prepaid(let balance, let reloadable, let kind):
            element.element("fundingSource") { source in
                source.element("type", "PREPAID")
                source.element("availableBalance", balance)
                source.element("reloadable", reloadable)
                source.element("prepaidCardType", kind)
            }
        case .affluence(let affluence): element.element("affluence", affluence)
        case .issuerCountry(let country): element.element("issuerCountry", country)
        }
    }
}
