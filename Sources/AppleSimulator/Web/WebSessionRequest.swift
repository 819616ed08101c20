import Foundation

/// A shop's request for a session in which a page may show Apple's sheet.
///
/// Source: Apple, "Requesting an Apple Pay payment session": `paymentSession` names the page's domain as
/// `initiativeContext`; the older `startSession` as `domainName`.
struct WebSessionRequest: Decodable {
    /// The Apple merchant identifier.
    var merchantIdentifier: String?
    /// The name that the sheet shows.
    var displayName: String?
    /// `web` for a page.
    var initiative: String?
    /// The page's fully qualified domain.
    var initiativeContext: String?
    /// The same in the older request.
    var domainName: String?

    /// Reads a body; nil if it isn't one JSON object with texts in these members.
    init?(_ body: [UInt8]) {
        guard body.count <= SimulatorLimits.sessionRequestBytes,
            let request = try? JSONDecoder().decode(WebSessionRequest.self, from: Data(body))
        else { return nil }
        self = request
    }

    /// The domain of the page, however the request names it; nil if it names none, or isn't for a page.
    var domain: String? {
        guard initiative == nil || initiative == "web" else { return nil }
        let domain = initiativeContext ?? domainName
        return domain?.isEmpty == false ? domain : nil
    }
}
